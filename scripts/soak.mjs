// Runs sessions of an editor made at random (test/lsp/soak): `npm run soak -- 20000 --seed 1`, in a process for each processor. In the
// first of them a server lives on as long as the others' sessions go on.
//
// They are bundled: what a test runner loads takes more than twice as long.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { build as bundle } from 'esbuild';
import { assignedFieldsForEsbuild } from './antlr4ng-fields.mjs';
import { NODE, build } from './build.mjs';
import { ROOT, at } from './project.mjs';

const OUT = 'artifacts/soak/many.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    processes: { type: 'string', default: String(availableParallelism()) },
    'as-found': { type: 'boolean', default: false },
  },
});
const processes = Number(values.processes);
const sessions = Math.ceil(Number(positionals[0] ?? 1000) / processes);

if (!(await build())) process.exit(1);
await bundle({
  ...NODE,
  absWorkingDir: ROOT,
  entryPoints: ['test/lsp/soak/many.ts'],
  outfile: OUT,
  format: 'esm',
  bundle: true,
  mainFields: ['module', 'main'],
  logLevel: 'warning',
  plugins: [assignedFieldsForEsbuild],
  // The protocol's library is CommonJS and asks for parts of Node.
  banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
});

const codes = await Promise.all(
  Array.from({ length: processes }, (_, index) => {
    // Far enough from each other that no two processes have the same sessions.
    const seed = String(Number(values.seed) + index * 1_000_000);
    const options = [String(sessions), '--seed', seed, ...(index === 0 ? ['--life'] : [])];
    if (values['as-found']) options.push('--as-found');
    const child = spawn(process.execPath, [at(OUT), ...options], { cwd: ROOT, stdio: 'inherit' });
    return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  }),
);
process.exitCode = codes.some((code) => code !== 0) ? 1 : 0;
