import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

// The rooms of ARCHITECTURE.md and which way imports may go between them.

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Downhill: a room imports the rooms that stand before it. */
const ORDER = ['text', 'syntax', 'embedded', 'format', 'catalog', 'names', 'analysis', 'modeling', 'rules', 'service'];
/** Beside service: they import what rules may, and each other. */
const BESIDE = ['workspace', 'config'];
/** The editor's side of the server: the protocol over what a host gives. It imports everything before it, and knows no machine. */
const SERVED = ['lsp'];
/** Hosts, and the file system that they share: they import everything of the server, and are imported by nobody but a host. */
const HOSTS = ['disk', 'node', 'cli'];
/** Rooms that know no Node, no editor and no protocol: what they use besides themselves. */
const PURE = ['text', 'syntax', 'embedded', 'format', 'catalog', 'names', 'analysis', 'modeling', 'rules'];
const PURE_PACKAGES = ['antlr4ng'];
/** The only rooms that may know the protocol, a process or a file system. */
const PROTOCOL = /^(node:|vscode)/;

/**
 * The floors of a room, from the ground up: files and folders import those of lower floors and of their own. What stands in a list of
 * its own stands side by side. Types count as imports: what is described on a floor is at home there.
 */
const FLOORS: Readonly<Record<string, readonly (string | readonly string[])[]>> = {
  syntax: [
    [
      'generated',
      'ast',
      'tokens',
      'tree',
      'token-table',
      'token-classes',
      'names',
      'segment',
      'features',
      'built-in-types',
    ],
    ['table-names', 'row-references'],
    'lexing',
    'parsing',
    'lower',
    'checks',
    'problems',
    'document',
    'index',
  ],
  embedded: [
    'hosts',
    'programs',
    'readings',
    'signs',
    'extract',
    ['bound', 'masked-program', 'runs', 'write'],
    'batches',
    'index',
  ],
  catalog: [
    [
      'model',
      'types',
      'marshal',
      'names',
      'table-columns',
      'constraints',
      'compact-storage',
      'roles',
      'lazy-map',
      'keys',
      'watched',
    ],
    'effects',
    'builtin',
    'project',
    'index',
  ],
  analysis: [
    'java',
    'judging',
    'access',
    'values',
    'typing',
    'guardrails',
    'restrictions',
    'constraints',
    'dml',
    'transactions',
    'ddl',
    'dialects',
    // What the room gives.
    ['access-path', 'verdict'],
    'dry-run',
  ],
  'analysis/values': ['empty-is-null', 'literals', 'json', 'evaluation'],
  'analysis/typing': ['types', 'functions', 'terms', 'selectors', 'terms.ts', 'receivers', 'row-references', 'values'],
  modeling: [
    'proposal',
    'evidence',
    'question',
    'design',
    'writes',
    'offers',
    ['proposals', 'table-proposals', 'keys-first'],
    'index',
  ],
};

interface Import {
  /** Path of the importing file, from the root. */
  readonly file: string;
  /** What stands in the quotes. */
  readonly specifier: string;
}

describe('imports go one way through the rooms', () => {
  const imports = sourceFiles().flatMap((file) => importsOf(file, readFileSync(posix.join(ROOT, file), 'utf8')));

  test('in server/src and client', () => {
    expect(imports.map(offence).filter((text) => text !== undefined)).toEqual([]);
  });

  test('and from floor to floor within a room', () => {
    expect(imports.map(climb).filter((text) => text !== undefined)).toEqual([]);
  });

  test.each(Object.entries(FLOORS))('each file of %s stands on one of its floors', (room, floors) => {
    const names = readdirSync(posix.join(ROOT, 'server/src', room)).map((name) => nameOn(floors, name));
    expect([...new Set(names)].toSorted()).toEqual(floors.flat().toSorted());
  });

  test('every folder of server/src is a room', () => {
    const folders = readdirSync(posix.join(ROOT, 'server/src'), { withFileTypes: true });
    const rooms = [...ORDER, ...BESIDE, ...SERVED, ...HOSTS];
    expect(folders.map((entry) => entry.name).filter((name) => !rooms.includes(name))).toEqual([]);
  });
});

describe('no module keeps state', () => {
  test('in server/src and client', () => {
    const kept = sourceFiles().flatMap((file) =>
      stateIn(readFileSync(posix.join(ROOT, file), 'utf8')).map((name) => `${file}: ${name}`),
    );
    expect(kept).toEqual([]);
  });

  test.each([
    ['let last: string | undefined;', 'last'],
    ['export var count = 0;', 'count'],
    ['const KEPT = new WeakMap<object, string>();', 'KEPT'],
    ['const LIST: string[] = [];\nconst add = () => {\n  LIST.push(1);\n};', 'LIST'],
    ['const BY_NAME = new Map();\nexport const put = () => BY_NAME.set(1, 2);', 'BY_NAME'],
    ['const TABLE = {};\nexport function put(key) {\n  TABLE[key] = 1;\n}', 'TABLE'],
    ['const STATE = { last: 0 };\nexport const next = () => (STATE.last += 1);', 'STATE'],
  ])('%s does', (source, name) => {
    expect(stateIn(source)).toEqual([name]);
  });

  test.each([
    'const NAMES: ReadonlySet<string> = new Set([]);\nexport const has = (name) => NAMES.has(name);',
    'export const newList = () => {\n  const list = [];\n  list.push(1);\n  return list;\n};',
    'const NONE: readonly string[] = [];\nexport const isNone = (list) => list === NONE || NONE[0] === list[0];',
    'export class Shop {\n  #last = 0;\n}',
  ])('%s does not', (source) => {
    expect(stateIn(source)).toEqual([]);
  });
});

describe('the check of the imports', () => {
  test.each([
    ['server/src/syntax/tree.ts', '../text/span.ts'],
    ['server/src/rules/unknown-table.ts', '../catalog/model.ts'],
    ['server/src/rules/unknown-table.ts', './rule.ts'],
    ['server/src/syntax/parse.ts', 'antlr4ng'],
    ['server/src/syntax/parse.ts', './generated/CqlParser.ts'],
    ['server/src/workspace/snapshot.ts', '../config/settings.ts'],
    ['server/src/workspace/snapshot.ts', '../rules/check.ts'],
    ['server/src/service/hover.ts', '../rules/check.ts'],
    ['server/src/lsp/session.ts', 'vscode-languageserver'],
    ['server/src/lsp/session.ts', '../workspace/workspace.ts'],
    ['server/src/lsp/requests/hover.ts', '../../service/hover.ts'],
    ['server/src/node/server.ts', 'vscode-languageserver/node'],
    ['server/src/node/host.ts', '../lsp/host.ts'],
    ['server/src/cli/main.ts', '../node/main.ts'],
    ['server/src/cli/main.ts', 'node:fs'],
    ['server/src/disk/version.ts', '../../package.json'],
    ['client/extension.ts', 'vscode'],
    ['client/extension.ts', './status.ts'],
  ])('%s may import %s', (file, specifier) => {
    expect(offence({ file, specifier })).toBeUndefined();
  });

  test.each([
    ['server/src/text/span.ts', '../syntax/tree.ts'],
    ['server/src/catalog/model.ts', '../analysis/access-path.ts'],
    ['server/src/rules/unknown-table.ts', '../service/hover.ts'],
    ['server/src/rules/unknown-table.ts', '../workspace/snapshot.ts'],
    ['server/src/modeling/propose.ts', 'node:crypto'],
    ['server/src/modeling/propose.ts', 'crypto'],
    ['server/src/rules/unknown-table.ts', 'vscode-languageserver'],
    ['server/src/service/hover.ts', 'node:fs'],
    ['server/src/workspace/snapshot.ts', 'node:fs'],
    ['server/src/workspace/snapshot.ts', '../lsp/session.ts'],
    ['server/src/lsp/session.ts', 'node:fs'],
    ['server/src/lsp/session.ts', 'vscode-languageserver/node'],
    ['server/src/lsp/session.ts', '../disk/project.ts'],
    ['server/src/lsp/session.ts', '../node/host.ts'],
    ['server/src/service/hover.ts', '../cli/main.ts'],
    ['server/src/cli/main.ts', 'vscode'],
    ['server/src/cli/main.ts', '../../../client/extension.ts'],
    ['client/extension.ts', '../server/src/text/span.ts'],
    ['client/extension.ts', 'cql-analyzer'],
    ['server/src/rules/nested/deep.ts', '../../service/hover.ts'],
  ])('%s may not import %s', (file, specifier) => {
    expect(offence({ file, specifier })).toBeTypeOf('string');
  });

  test('finds every form of import, and none in comments', () => {
    const source = `
      import { a } from './a.ts';
      import type { B } from "./b.ts";
      import './c.ts';
      export * from './d.ts';
      export {
        e,
      } from './e.ts';
      const f = await import('./f.ts');
      type G = import('./g.ts').G;
      // import { no } from './no.ts';
      /* export * from './no.ts'; */
    `;
    const found = importsOf('server/src/text/x.ts', source).map(({ specifier }) => specifier);
    expect(found).toEqual(['./a.ts', './b.ts', './c.ts', './d.ts', './e.ts', './f.ts', './g.ts']);
  });
});

/** What is wrong with an import within a room, or `undefined`. */
function climb({ file, specifier }: Import): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const target = posix.join(posix.dirname(file), specifier);
  const climbs = Object.entries(FLOORS).some(([room, floors]) => {
    const [from, to] = [file, target].map((path) => floorOf(path, room, floors));
    return from !== undefined && to !== undefined && from < to;
  });
  return climbs ? `${file} must not import ${specifier}, which stands above it` : undefined;
}

/** The floor of a file in a room, counted from the ground; `undefined` where it is not in the room. */
function floorOf(path: string, room: string, floors: readonly (string | readonly string[])[]): number | undefined {
  const folder = `server/src/${room}/`;
  if (!path.startsWith(folder)) return undefined;
  const name = nameOn(floors, path.slice(folder.length).split('/')[0] ?? '');
  return floors.findIndex((floor) => [floor].flat().includes(name));
}

/** A file is listed without its ending, unless a folder has the same name. */
const nameOn = (floors: readonly (string | readonly string[])[], name: string): string =>
  floors.flat().includes(name) ? name : name.replace(/\.ts$/, '');

/** What is wrong with an import, or `undefined`. */
function offence({ file, specifier }: Import): string | undefined {
  const from = roomOf(file);
  const relative = specifier.startsWith('.');
  const target = relative ? posix.join(posix.dirname(file), specifier) : undefined;
  const to = target === undefined ? undefined : roomOf(target);
  // The package's own manifest has its version.
  if (target === 'server/package.json' && HOSTS.includes(from)) return undefined;
  const allowed = to === undefined ? mayUsePackage(from, specifier) : mayImport(from, to);
  return allowed ? undefined : `${file} (${from}) must not import ${specifier}`;
}

function mayImport(from: string, to: string): boolean {
  if (from === to) return true;
  if (HOSTS.includes(from)) return [...ORDER, ...BESIDE, ...SERVED, ...HOSTS].includes(to);
  if (SERVED.includes(from)) return [...ORDER, ...BESIDE].includes(to);
  if (BESIDE.includes(from)) return BESIDE.includes(to) || PURE.includes(to);
  return ORDER.indexOf(to) !== -1 && ORDER.indexOf(to) < ORDER.indexOf(from);
}

function mayUsePackage(from: string, specifier: string): boolean {
  if (PURE.includes(from)) return PURE_PACKAGES.includes(specifier);
  if (SERVED.includes(from)) return specifier === 'vscode-languageserver';
  if (HOSTS.includes(from)) return specifier !== 'vscode' && !specifier.startsWith('vscode-languageclient');
  if (from === 'client') return specifier !== 'cql-analyzer' && !specifier.startsWith('vscode-languageserver');
  return !PROTOCOL.test(specifier);
}

/** The room of a file: a folder of server/src, or a folder of the root. */
function roomOf(path: string): string {
  const [top = '', src, room = ''] = path.split('/');
  return top === 'server' && src === 'src' ? room : top;
}

/** The imports of a file: static, re-exported, dynamic and of types. */
function importsOf(file: string, source: string): readonly Import[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const forms = /\b(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|\bimport\s*\(?\s*['"]([^'"]+)['"]/g;
  return [...code.matchAll(forms)].map((match) => ({ file, specifier: match[1] ?? match[2] ?? '' }));
}

/** The names of a module that hold something else from one call to the next. */
function stateIn(source: string): readonly string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const named = [...code.matchAll(/^(?:export )?(let|var|const) (\w+)(?:: [^=]+)?(?: = (.*))?/gm)];
  return named.flatMap(([, keyword, name = '', value = '']) => {
    const changes = 'set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin';
    const changed = new RegExp(
      `(?<![\\w.])${name}(?:\\.(?:${changes})\\(|(?:\\.\\w+|\\[[^\\]]*\\])+ *(?:[-+*/|&^?]{0,2}=(?!=|>)|\\+\\+|--))`,
    );
    return keyword !== 'const' || /^new Weak(?:Map|Set)\b/.test(value) || changed.test(code) ? [name] : [];
  });
}

/** Our own sources; what is generated follows no rule of ours. */
function sourceFiles(): readonly string[] {
  return ['server/src', 'client'].flatMap((folder) =>
    readdirSync(posix.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
      .filter((path) => path.endsWith('.ts') && !path.split('/').some((part) => part.startsWith('generated'))),
  );
}
