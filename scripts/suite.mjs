// Runs a suite that needs more than npm ci: test/<suite>/setup.sh installs what it needs, test/<suite>/run.mjs (or
// run.sh) runs it and writes artifacts/results/<suite>.json { passed, failed }.
import { rmSync } from 'node:fs';
import { at, has, readResult, run, runNode, writeResult } from './project.mjs';

const [suite, ...args] = process.argv.slice(2);
const script = ['run.mjs', 'run.sh'].find((name) => has('test', suite, name));
if (script === undefined) {
  console.error(`${suite}: there is no test/${suite}/run.mjs or run.sh`);
  process.exit(2);
}

rmSync(at('artifacts', 'results', `${suite}.json`), { force: true });
const code = setUp() ? start() : 1;
if (readResult(suite) === undefined) writeResult(suite, { passed: 0, failed: 1 });
const { passed, failed } = readResult(suite);
console.log(`${suite}: ${passed} passed, ${failed} failed`);
process.exitCode = code === 0 && failed === 0 ? 0 : 1;
if (process.exitCode === 1 && failed === 0) writeResult(suite, { passed, failed: 1 });

function setUp() {
  return !has('test', suite, 'setup.sh') || run('bash', [at('test', suite, 'setup.sh')]) === 0;
}

function start() {
  const path = at('test', suite, script);
  return script === 'run.mjs' ? runNode(path, args) : run('bash', [path, ...args]);
}
