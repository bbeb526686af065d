import { readFile } from 'node:fs/promises';
import { transform } from 'esbuild';

/** Matches the one module file of the ANTLR runtime. */
export const RUNTIME = /[\\/]node_modules[\\/]antlr4ng[\\/]dist[\\/]index\.[mc]js$/;

/**
 * Options that turn class fields into assignments in the constructor.
 *
 * The runtime is published with "define" class fields. Older V8 versions have no fast path for them once a class has
 * several subclasses, as every parser context has, and parsing takes more than twice as long there.
 */
export const ASSIGNED_FIELDS = {
  loader: 'ts',
  target: 'es2022',
  tsconfigRaw: { compilerOptions: { useDefineForClassFields: false, target: 'ES2021' } },
};

/** Plugin for esbuild: the ANTLR runtime with assigned class fields. */
export const assignedFieldsForEsbuild = {
  name: 'antlr4ng-assigned-fields',
  setup(build) {
    build.onLoad({ filter: RUNTIME }, async ({ path }) => {
      const { code } = await transform(await readFile(path, 'utf8'), ASSIGNED_FIELDS);
      return { contents: code, loader: 'js' };
    });
  },
};

/** Plugin for Vite: the same, so that tests and benchmarks run what is shipped. */
export const assignedFieldsForVite = {
  name: 'antlr4ng-assigned-fields',
  enforce: 'pre',
  async transform(code, id) {
    if (!RUNTIME.test(id.split('?')[0])) return undefined;
    return { code: (await transform(code, ASSIGNED_FIELDS)).code, map: null };
  },
};
