// Runs the benchmarks (test/bench/*.bench.ts), or those named by the arguments. `--quick` measures little: it shows that they run.
//
// Each is bundled as what is shipped is bundled, and runs in a process of its own: a test runner's module loader would measure itself.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { build as bundle } from 'esbuild';
import { assignedFieldsForEsbuild } from './antlr4ng-fields.mjs';
import { NODE, build } from './build.mjs';
import { ROOT, at, bin, runNode } from './project.mjs';

const OUT = 'artifacts/bench';

const options = process.argv.slice(2).filter((argument) => argument.startsWith('-'));
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const benches = readdirSync(at('test', 'bench'))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.slice(0, -'.bench.ts'.length));
const unknown = names.filter((name) => !benches.includes(name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}; there are ${benches.join(', ')}.`);
  process.exit(2);
}

if (!(await build())) process.exit(1);
mkdirSync(at(OUT), { recursive: true });
const wanted = names.length === 0 ? benches : names;
if (wanted.includes('parse')) await plainParser();
await bundleFor(wanted.map((name) => ({ in: `test/bench/${name}.bench.ts`, out: `${name}` })));
for (const name of wanted) {
  console.log(`\n== ${name}`);
  if (runNode(at(OUT, `${name}.mjs`), options, { env: { ...process.env, NODE_OPTIONS: '' } }) !== 0)
    process.exitCode = 1;
}

/** What antlr-ng makes of our grammar and nobody has touched, with its runtime: a peer of the parse benchmark. */
async function plainParser() {
  const into = `${OUT}/plain-parser`;
  const flags = ['-Dlanguage=TypeScript', '-v', 'false', '-l', 'false', '-o', into, '--exact-output-dir', 'true'];
  const grammars = ['grammar/CqlLexer.g4', 'grammar/CqlParser.g4'];
  const { status } = spawnSync(process.execPath, [bin('antlr-ng'), ...flags, ...grammars], { cwd: ROOT });
  if (status !== 0) throw new Error('antlr-ng does not compile the grammar');
  await bundleFor([{ in: 'test/bench/plain-parser.ts', out: 'plain-parser' }], { 'plain-parser': at(into) });
}

async function bundleFor(entryPoints, alias = {}) {
  await bundle({
    ...NODE,
    absWorkingDir: ROOT,
    entryPoints,
    outdir: OUT,
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minify: true,
    alias,
    mainFields: ['module', 'main'],
    logLevel: 'warning',
    plugins: [assignedFieldsForEsbuild],
  });
}
