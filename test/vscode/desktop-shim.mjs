#!/usr/bin/env node
// Stands where @vscode/test-electron expects the desktop's executable: runs the tests that its arguments name in the
// extension host of the real workbench, and gives their exit code.
//
// A killed extension host is reported by the workbench as exit code 0, so its own line in the server's log must say that it ended by
// itself, and the report of the tests must be there.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  installExtension,
  makeHome,
  removeHome,
  startBrowser,
  startServer,
  writeFiles,
  writeSettings,
} from './workbench.mjs';

const DEADLINE = 300_000;

const { values } = parseArgs({ strict: false, allowPositionals: true });
const vsix = process.env.CQL_VSIX;
const report = process.env.CQL_REPORT;
const home = makeHome({});
if (vsix) installExtension(home, vsix);
const server = await startServer(home);
const browser = await startBrowser();
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });

const remote = (path) => `vscode-remote://127.0.0.1:${server.port}${path}`;
const payload = [
  ['extensionDevelopmentPath', remote([values.extensionDevelopmentPath].flat()[0])],
  ['extensionTestsPath', remote(values.extensionTestsPath)],
  ['skipWelcome', 'true'],
];

let end;
await page.exposeFunction('codeAutomationExit', (code) => end(code));
await page.exposeFunction('codeAutomationLog', (_type, args) => {
  const line = args.join(' ');
  if (/^  (✔|\d+\))/.test(line)) console.log(line);
});

/** Runs the tests that are meant for a folder, a workspace of several, or no folder, in a window of its own. */
async function runIn(opened) {
  const ended = new Promise((resolve) => {
    end = resolve;
    setTimeout(() => {
      console.error('the tests did not end in time');
      resolve(98);
    }, DEADLINE).unref();
  });
  await page.goto(
    `http://127.0.0.1:${server.port}/?${new URLSearchParams({ ...opened, payload: JSON.stringify(payload) })}`,
  );
  return ended;
}

let code = 0;
for (const { name, files, settings, query } of JSON.parse(process.env.CQL_WINDOWS ?? '[]')) {
  if (code !== 0) break;
  writeFiles(join(home, name), files);
  if (settings !== undefined) writeSettings(home, settings);
  code = await runIn(Object.fromEntries(Object.entries(query).map(([key, path]) => [key, join(home, path)])));
}
if (code === 0) code = await crashed(server.log);
if (code === 0 && (report === undefined || !existsSync(report))) {
  console.error('the tests left no report');
  code = 95;
}
await browser.close();
await server.stop();
removeHome(home);
process.exit(code);

async function crashed(log) {
  for (let waited = 0; waited < 5000; waited += 100) {
    const line = /Extension Host Process exited with code: (\S+), signal: (\S+?)\./.exec(readFileSync(log, 'utf8'));
    if (line !== null) {
      if (line[1] === '0' && line[2] === 'null') return 0;
      console.error(`the extension host did not end by itself: ${line[0]}`);
      return 96;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  console.error('the extension host said nothing of its end');
  return 96;
}
