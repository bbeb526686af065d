// The .vsix in a real VS Code: its extension host (a Mocha suite written for @vscode/test-electron) and its window.
//   run.mjs [host] [ui] [typing]    some parts only; typing then types all of its texts
//   run.mjs pictures                takes the pictures of docs/images
// VSCODE_DESKTOP names the executable of a desktop VS Code to use instead of the workbench for the first; VSCODE_WINDOW one of its
// windows, to run the tests of that alone.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runTests } from '@vscode/test-electron';
import { spawnSync } from 'node:child_process';
import { QUERIES_AFTER, SCHEMA_AFTER, TITLE, WRITES_AFTER, WRITES_TITLE } from './texts.mjs';
import { takePictures } from './pictures.mjs';
import { PROGRAMS } from './programs.mjs';
import { runTyping } from './typing.mjs';
import { runUi } from './ui.mjs';
import { WINDOWS } from './windows.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const HERE = fileURLToPath(new URL('.', import.meta.url));
const artifacts = join(ROOT, 'artifacts');
const vsix = join(artifacts, 'cql-analyzer.vsix');
const report = join(artifacts, 'vscode-host.json');

rmSync(vsix, { force: true });
const packed = spawnSync('npm', ['run', '--silent', 'package'], { cwd: ROOT, stdio: 'inherit' });
if (packed.status !== 0 || !existsSync(vsix)) throw new Error('there is no .vsix to test');

const screenshots = join(artifacts, 'screenshots');
const parts = {
  host: inHost,
  ui: () => runUi(vsix, screenshots),
  // Another sample for each state of the project, where the caller tells one from another.
  typing: () => runTyping(vsix, screenshots, asked.length > 0 ? undefined : (process.env.TYPING_SEED ?? '')),
  pictures: () => takePictures(vsix, join(ROOT, 'docs/images')),
};
const asked = process.argv.slice(2);
const unknown = asked.filter((part) => !Object.hasOwn(parts, part));
if (unknown.length > 0) throw new Error(`there is no part ${unknown.join(', ')} but ${Object.keys(parts).join(', ')}`);
mkdirSync(screenshots, { recursive: true });
let passed = 0;
let failed = 0;
for (const [part, run] of Object.entries(parts)) {
  if (asked.length > 0 ? !asked.includes(part) : part === 'pictures') continue;
  const from = performance.now();
  const counted = await run();
  passed += counted.passed;
  failed += counted.failed;
  console.log(`${part}: ${counted.passed} passed in ${((performance.now() - from) / 1000).toFixed(0)} s`);
}
mkdirSync(join(artifacts, 'results'), { recursive: true });
writeFileSync(join(artifacts, 'results/vscode.json'), JSON.stringify({ suite: 'vscode', passed, failed }));
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function inHost() {
  rmSync(report, { force: true });
  const environment = {
    CQL_VSIX: vsix,
    CQL_REPORT: report,
    CQL_WINDOWS: JSON.stringify(WINDOWS.filter(({ name }) => [name, undefined].includes(process.env.VSCODE_WINDOW))),
    CQL_PROGRAMS: JSON.stringify({ files: PROGRAMS }),
    CQL_TEXTS: JSON.stringify({
      schemaAfter: SCHEMA_AFTER,
      queriesAfter: QUERIES_AFTER,
      title: TITLE,
      writesAfter: WRITES_AFTER,
      writesTitle: WRITES_TITLE,
    }),
  };
  // The shim is a process of its own and sees what this one sees.
  Object.assign(process.env, environment);
  let ended;
  try {
    await runTests({
      vscodeExecutablePath: process.env.VSCODE_DESKTOP ?? join(HERE, 'desktop-shim.mjs'),
      // What is tested is the installed .vsix; the development path is an extension that does nothing.
      extensionDevelopmentPath: join(HERE, 'empty-extension'),
      extensionTestsPath: join(HERE, 'suite/index.cjs'),
      extensionTestsEnv: environment,
    });
    ended = true;
  } catch (error) {
    console.error(`the extension host: ${error.message}`);
    ended = false;
  }
  const counted = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { passed: 0, failed: 1 };
  for (const failure of counted.failures ?? []) console.error(failure);
  return { passed: counted.passed, failed: ended && counted.passed > 0 ? counted.failed : Math.max(1, counted.failed) };
}
