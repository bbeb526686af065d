// Generates the parser and bundles every entry point: the command line, the language servers, the VS Code client.
import { chmodSync, cpSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build as bundle } from 'esbuild';
import { assignedFieldsForEsbuild } from './antlr4ng-fields.mjs';
import { generate } from './generate.mjs';
import { licencesOf } from './licences.mjs';
import { ROOT, at, has } from './project.mjs';

export const NODE = { platform: 'node', format: 'cjs', target: 'node20' };
const BROWSER = { platform: 'browser', format: 'iife', target: 'es2022' };

/** Modules that are bundles of their own where they are imported later, by their names. */
const LATER = new Map([
  ['commands', 'cli-commands.cjs'],
  ['server', 'lsp-server.cjs'],
  ['session', 'lsp-session.cjs'],
  ['connected', 'extension-connected.cjs'],
]);

const loadedLater = {
  name: 'loaded-later',
  setup(build) {
    build.onResolve({ filter: /\.ts$/ }, ({ path, kind }) => {
      const later = kind === 'dynamic-import' ? LATER.get(basename(path, '.ts')) : undefined;
      return later === undefined ? undefined : { path: `./${later}`, external: true };
    });
  },
};

/**
 * Parts of Node that the protocol's library loads at its start and the server seldom needs: they take as long as the library itself.
 * The client's library copies what it imports, which would find nothing in them.
 */
const seldomNeeded = {
  name: 'seldom-needed',
  setup(build) {
    build.onResolve({ filter: /^(?:child_process|crypto)$/ }, ({ path, importer }) =>
      /[\\/]node_modules[\\/]vscode-/.test(importer) ? { path, namespace: 'seldom-needed' } : undefined,
    );
    build.onLoad({ filter: /./, namespace: 'seldom-needed' }, ({ path }) => ({
      contents: `module.exports = new Proxy({}, { get: (_, name) => require('node:${path}')[name] });`,
    }));
  },
};

/**
 * The command line and the language server are loaded in steps, each a bundle of its own: a few lines that switch on Node's cache
 * of compiled code, then the rest: all commands that read texts, or of the server first the connection that answers `initialize`,
 * then the session with everything else.
 */
const SERVER = { entry: 'server/src/node/server.ts', ...NODE, plugins: [seldomNeeded] };
const SESSION = {
  entry: 'server/src/node/session.ts',
  ...NODE,
  // It needs the protocol's constants, and is handed its connection.
  alias: { 'vscode-languageserver': 'vscode-languageserver-types' },
};

/** What is shipped: an entry point, the bundle made of it, and where it runs. */
const BUNDLES = [
  { entry: 'server/src/cli/main.ts', out: 'server/dist/cli.cjs', ...NODE, banner: { js: '#!/usr/bin/env node' } },
  { entry: 'server/src/cli/commands.ts', out: 'server/dist/cli-commands.cjs', ...NODE },
  { entry: 'server/src/node/main.ts', out: 'server/dist/lsp.cjs', ...NODE },
  { out: 'server/dist/lsp-server.cjs', ...SERVER },
  { out: 'server/dist/lsp-session.cjs', ...SESSION },
  { entry: 'server/src/node/main.ts', out: 'dist/server.cjs', ...NODE },
  { out: 'dist/lsp-server.cjs', ...SERVER },
  { out: 'dist/lsp-session.cjs', ...SESSION },
  { entry: 'server/src/cli/main.ts', out: 'dist/cli.cjs', ...NODE },
  { entry: 'server/src/cli/commands.ts', out: 'dist/cli-commands.cjs', ...NODE },
  { entry: 'client/extension.ts', out: 'dist/extension.cjs', ...NODE, external: ['vscode'] },
  { entry: 'client/connected.ts', out: 'dist/extension-connected.cjs', ...NODE, external: ['vscode'] },
  { entry: 'server/src/worker/main.ts', out: 'dist/worker.js', ...BROWSER, optional: true },
  { entry: 'client/web.ts', out: 'dist/web.cjs', ...BROWSER, format: 'cjs', external: ['vscode'], optional: true },
];

/** Builds everything there is; gives false, with messages, where something failed. */
export async function build() {
  if (!generate()) return false;
  const inputs = new Map();
  let fine = true;
  for (const { entry, out, optional, ...options } of BUNDLES) {
    if (!has(entry)) {
      if (!optional) console.error(`bundle: ${out} skipped, there is no ${entry}`);
      continue;
    }
    const used = await bundleOne(entry, out, options);
    fine &&= used !== undefined;
    inputs.set(dirname(out), [...(inputs.get(dirname(out)) ?? []), ...(used ?? [])]);
  }
  if (has('server', 'dist')) cpSync(at('docs', 'rules'), at('server', 'dist', 'rules'), { recursive: true });
  for (const [folder, used] of inputs) writeFileSync(at(folder, 'THIRD-PARTY-LICENSES.txt'), licencesOf(used));
  return fine;
}

/** Gives the paths that went into the bundle, or `undefined`, with a message, where it failed. */
async function bundleOne(entry, out, { plugins = [], ...options }) {
  try {
    const { metafile } = await bundle({
      absWorkingDir: ROOT,
      entryPoints: [entry],
      outfile: out,
      bundle: true,
      minify: true,
      metafile: true,
      legalComments: 'none',
      mainFields: ['module', 'main'],
      logLevel: 'warning',
      // `import()` would start Node's second module loader.
      supported: { 'dynamic-import': false },
      plugins: [assignedFieldsForEsbuild, loadedLater, ...plugins],
      ...options,
    });
    if (options.banner !== undefined) chmodSync(at(out), 0o755);
    console.log(`bundle: ${out} ${(statSync(at(out)).size / 1024).toFixed(0)} kB`);
    return Object.keys(metafile.inputs);
  } catch {
    console.error(`bundle: ${out} failed`);
    return undefined;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href && !(await build())) process.exitCode = 1;
