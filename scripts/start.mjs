// Builds and runs the main job on the examples. They hold bad queries on purpose, so findings (exit 1) are no failure.
import { build } from './build.mjs';
import { at, has, runNode } from './project.mjs';

if (!(await build())) process.exit(1);
if (!has('server', 'dist', 'cli.cjs')) {
  console.error('There is no command line to run yet.');
  process.exit(1);
}
for (const command of ['check', 'propose']) {
  const code = runNode(at('server', 'dist', 'cli.cjs'), [command, 'examples']);
  if (code > 1) process.exit(code);
}
