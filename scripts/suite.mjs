// Runs a suite that needs more than npm ci: test/<suite>/setup.sh installs what it needs, test/<suite>/run.mjs,
// run.ts or run.sh runs it and writes artifacts/results/<suite>.json { passed, failed }.
// Exit code 78 of either means that something cannot be had on this machine: the suite is skipped.
import { rmSync } from 'node:fs';
import { at, has, readResult, run, runNode, writeResult } from './project.mjs';

const SKIPPED = 78;

const [suite, ...args] = process.argv.slice(2);
const script = ['run.mjs', 'run.ts', 'run.sh'].find((name) => has('test', suite, name));
if (script === undefined) {
  console.error(`${suite}: there is no test/${suite}/run.mjs, run.ts or run.sh`);
  process.exit(2);
}

rmSync(at('artifacts', 'results', `${suite}.json`), { force: true });
const code = setUp() || start();
if (code === SKIPPED) {
  console.log(`${suite}: skipped, see the reason above`);
} else {
  const { passed, failed } = readResult(suite) ?? { passed: 0, failed: 0 };
  // A suite that ended badly or counted nothing has failed, whatever it wrote.
  const counted = { passed, failed: code === 0 && passed > 0 ? failed : Math.max(1, failed) };
  writeResult(suite, counted);
  console.log(`${suite}: ${counted.passed} passed, ${counted.failed} failed`);
  process.exitCode = counted.failed === 0 ? 0 : 1;
}

function setUp() {
  return has('test', suite, 'setup.sh') ? run('bash', [at('test', suite, 'setup.sh')]) : 0;
}

function start() {
  const path = at('test', suite, script);
  return script === 'run.sh' ? run('bash', [path, ...args]) : runNode(path, args);
}
