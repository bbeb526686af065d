import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the project's root. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Absolute path of a file of the project. */
export const at = (...parts) => join(ROOT, ...parts);

/** True where the project has this file. */
export const has = (...parts) => existsSync(at(...parts));

/** Runs a program with the terminal attached and gives its exit code; a signal counts as 1. */
export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', ...options });
  if (error) console.error(`${command}: ${error.message}`);
  return status ?? 1;
}

/** Runs a JavaScript file with the Node that runs this script. */
export const runNode = (file, args = [], options = {}) => run(process.execPath, [file, ...args], options);

/** The JavaScript file behind a development tool's command. */
export function bin(packageName, command = packageName) {
  const folder = at('node_modules', packageName);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const entry = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[command];
  return join(folder, entry);
}

/**
 * Writes what a suite counted to `artifacts/results/<suite>.json`, where the CI script adds everything up.
 * `counts` is `{ passed, failed }`.
 */
export function writeResult(suite, { passed, failed }) {
  mkdirSync(at('artifacts', 'results'), { recursive: true });
  writeFileSync(at('artifacts', 'results', `${suite}.json`), `${JSON.stringify({ suite, passed, failed })}\n`);
}

/** Reads what a suite counted, or `undefined` where it wrote nothing. */
export function readResult(suite) {
  if (!has('artifacts', 'results', `${suite}.json`)) return undefined;
  return JSON.parse(readFileSync(at('artifacts', 'results', `${suite}.json`), 'utf8'));
}
