// Builds, runs the tests and writes what they counted to artifacts/results/unit.json. Arguments go to vitest.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { at, bin, has, runNode, writeResult } from './project.mjs';

const report = at('artifacts', 'vitest.json');

if (Number(process.versions.node.split('.')[0]) < 22) {
  console.error(`The tests need Node 22 or newer, this is ${process.versions.node}. 'npm ci' installs one for the`);
  console.error(`scripts of this project, unless it runs with --ignore-scripts; start them with 'npm test'.`);
  process.exit(1);
}
if (!(await build())) process.exit(1);
mkdirSync(at('artifacts'), { recursive: true });
rmSync(report, { force: true });
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
// All that tests write elsewhere lies in one folder, which goes with them; who is not read on a terminal gets no colours.
const temporary = mkdtempSync(join(tmpdir(), 'cql-analyzer-tests-'));
const folders = { TMPDIR: temporary, TEMP: temporary, TMP: temporary };
const plain = process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined };
process.exitCode = runNode(bin('vitest'), ['run', ...reporters, ...process.argv.slice(2)], {
  env: { ...process.env, ...folders, ...plain },
});
rmSync(temporary, { recursive: true, force: true });

if (has('artifacts', 'vitest.json')) {
  const { numPassedTests, numFailedTests, success } = JSON.parse(readFileSync(report, 'utf8'));
  // A file that does not load counts no test: it still is a failure.
  writeResult('unit', { passed: numPassedTests, failed: success ? numFailedTests : Math.max(1, numFailedTests) });
} else {
  writeResult('unit', { passed: 0, failed: 1 });
}
