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
      const { code } = await transform(withLazyXPath(await readFile(path, 'utf8')), ASSIGNED_FIELDS);
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
    return { code: (await transform(withLazyXPath(code), ASSIGNED_FIELDS)).code, map: null };
  },
};

/**
 * The runtime builds the network of its XPath lexer as it is loaded, which takes a tenth of the server's start. We have no use for
 * that lexer, so it builds it when it is made.
 */
function withLazyXPath(code) {
  const eager = /static decisionsToDFA = (_?XPathLexer\._ATN\.decisionToState\.map\([\s\S]*?\n {2}\}\));/;
  if (!eager.test(code)) throw new Error('antlr4ng has another form than expected: no table of its XPath lexer');
  return code.replace(eager, 'static get decisionsToDFA() { return $1; }');
}
