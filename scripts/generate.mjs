// Compiles grammar/*.g4 to server/src/syntax/generated/, unless what is there was made from the same text.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { lean } from './lean-parser.mjs';
import { ROOT, at, bin, has } from './project.mjs';

const GRAMMARS = ['grammar/CqlLexer.g4', 'grammar/CqlParser.g4'];
const OUTPUT = at('server', 'src', 'syntax', 'generated');
const OPTIONS = ['-Dlanguage=TypeScript', '-w', 'true', '-v', 'false', '-l', 'false', '--exact-output-dir', 'true'];

/** Brings the generated parser up to date; gives false, with a message, where it cannot. */
export function generate() {
  const missing = GRAMMARS.filter((path) => !has(path));
  if (missing.length > 0) {
    console.error(`parser: not generated, ${missing.join(' and ')} missing`);
    return false;
  }
  const fingerprint = fingerprintOfInputs();
  if (readIfThere(join(OUTPUT, 'fingerprint')) === fingerprint) return true;

  // Into a folder of its own first: two builds at once must not see each other's half-written files.
  const fresh = at('artifacts', `generated-${process.pid}`);
  const old = at('artifacts', `generated-${process.pid}-old`);
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  try {
    const started = performance.now();
    if (!compile(fresh)) return false;
    writeFileSync(join(fresh, 'fingerprint'), fingerprint);
    if (existsSync(OUTPUT)) renameSync(OUTPUT, old);
    renameSync(fresh, OUTPUT);
    console.log(`parser: generated in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    return true;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
}

/** Lexer first, so that the parser grammar finds its tokens. */
function compile(folder) {
  for (const grammar of GRAMMARS) {
    const result = spawnSync(process.execPath, [bin('antlr-ng'), ...OPTIONS, '--lib', folder, '-o', folder, grammar], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    const said = `${result.stdout ?? ''}${result.stderr ?? ''}`.trim();
    if (said !== '') console.error(said);
    if (result.status !== 0 || /\berror\b\s*\(?\d/i.test(said)) {
      console.error(`parser: ${grammar} does not compile`);
      return false;
    }
  }
  for (const name of readdirSync(folder)) if (name.endsWith('.interp')) rmSync(join(folder, name));
  writeConstants(folder);
  const parser = join(folder, 'CqlParser.ts');
  writeFileSync(parser, lean(readFileSync(parser, 'utf8')));
  return true;
}

/** Numbers of tokens and rules in modules of their own: whoever needs only these does not load the parser and its tables. */
function writeConstants(folder) {
  const parser = readFileSync(join(folder, 'CqlParser.ts'), 'utf8');
  const tokens = [...readFileSync(join(folder, 'CqlLexer.tokens'), 'utf8').matchAll(/^(\w+)=(\d+)$/gm)];
  const rules = [...parser.matchAll(/static readonly RULE_(\w+) = (\d+);/g)];
  const lines = (constants) => constants.map(([, name, number]) => `export const ${name} = ${number};\n`).join('');
  writeFileSync(join(folder, 'token-types.ts'), `export const EOF = -1;\n${lines(tokens)}`);
  writeFileSync(join(folder, 'rules.ts'), lines(rules));
}

function fingerprintOfInputs() {
  const hash = createHash('sha256').update(OPTIONS.join(' '));
  for (const path of [
    ...GRAMMARS,
    'scripts/generate.mjs',
    'scripts/lean-parser.mjs',
    'node_modules/antlr-ng/package.json',
  ]) {
    hash.update(readFileSync(at(path)));
  }
  return hash.digest('hex');
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href && !generate()) process.exitCode = 1;
