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
const counted = readResult(suite);
if (code === SKIPPED) {
  console.error(`${suite}: skipped, see the reason above`);
} else if (args.length > 0 && counted === undefined) {
  // Asked for something else than to count: the answer is on standard output, and must stay alone there.
  process.exitCode = code;
} else {
  const { passed, failed } = counted ?? { passed: 0, failed: 0 };
  // A suite that ended badly or counted nothing has failed, whatever it wrote.
  const total = { passed, failed: code === 0 && passed > 0 ? failed : Math.max(1, failed) };
  writeResult(suite, total);
  console.error(`${suite}: ${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

// With arguments the run itself knows what it needs of the set-up.
function setUp() {
  return args.length === 0 && has('test', suite, 'setup.sh') ? run('bash', [at('test', suite, 'setup.sh')]) : 0;
}

function start() {
  const path = at('test', suite, script);
  return script === 'run.sh' ? run('bash', [path, ...args]) : runNode(path, args);
}
