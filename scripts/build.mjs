// Generates the parser and bundles every entry point: the command line, the language servers, the VS Code client.
import { statSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { build as bundle } from 'esbuild';
import { assignedFieldsForEsbuild } from './antlr4ng-fields.mjs';
import { generate } from './generate.mjs';
import { at, has } from './project.mjs';

const NODE = { platform: 'node', format: 'cjs', target: 'node20' };
const BROWSER = { platform: 'browser', format: 'iife', target: 'es2022' };

/** What is shipped: an entry point, the bundle made of it, and where it runs. */
const BUNDLES = [
  { entry: 'server/src/cli/main.ts', out: 'server/dist/cli.cjs', ...NODE, banner: { js: '#!/usr/bin/env node' } },
  { entry: 'server/src/lsp/main.ts', out: 'server/dist/lsp.cjs', ...NODE },
  { entry: 'server/src/lsp/main.ts', out: 'dist/server.cjs', ...NODE },
  { entry: 'client/extension.ts', out: 'dist/extension.cjs', ...NODE, external: ['vscode'] },
  { entry: 'server/src/worker/main.ts', out: 'dist/worker.js', ...BROWSER, optional: true },
  { entry: 'client/web.ts', out: 'dist/web.cjs', ...BROWSER, format: 'cjs', external: ['vscode'], optional: true },
];

/** Builds everything there is; gives false, with messages, where something failed. */
export async function build() {
  if (!generate()) return false;
  let fine = true;
  for (const { entry, out, optional, ...options } of BUNDLES) {
    if (!has(entry)) {
      if (!optional) console.error(`bundle: ${out} skipped, there is no ${entry}`);
      continue;
    }
    fine = (await bundleOne(entry, out, options)) && fine;
  }
  return fine;
}

async function bundleOne(entry, out, options) {
  try {
    await bundle({
      entryPoints: [at(entry)],
      outfile: at(out),
      bundle: true,
      minify: true,
      legalComments: 'none',
      mainFields: ['module', 'main'],
      logLevel: 'warning',
      plugins: [assignedFieldsForEsbuild],
      ...options,
    });
  } catch {
    console.error(`bundle: ${out} failed`);
    return false;
  }
  if (out.endsWith('cli.cjs')) await chmod(at(out), 0o755);
  console.log(`bundle: ${out} ${(statSync(at(out)).size / 1024).toFixed(0)} kB`);
  return true;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href && !(await build())) process.exitCode = 1;
