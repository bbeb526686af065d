// Runs the benchmarks (test/bench/*.bench.ts). Arguments go to vitest.
import { build } from './build.mjs';
import { bin, runNode } from './project.mjs';

if (!(await build())) process.exit(1);
process.exitCode = runNode(bin('vitest'), ['bench', '--run', ...process.argv.slice(2)]);
