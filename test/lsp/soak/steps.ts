import fc from 'fast-check';
import { REQUESTS as ANSWERED } from '../../../server/src/lsp/capabilities.ts';
import { pick, START, statement } from '../../workspace/random-statements.ts';

// What may happen to a session. A step names what it is about by numbers, which the world reads as it then is: so any part of a
// sequence is a sequence, and a long one that fails can be made short.

/** Files of a project; the last ones stand outside of its folder. */
export const CQL = [
  'schema.cql',
  'queries.cql',
  'a/1_x.cql',
  'a/2_y.cql',
  'a/b/own.cql',
  'c/3_z.CQL',
  'c/[id] ü/{x}.cql',
  '../o/out.cql',
];
export const PROGRAMS = [
  'main.go',
  'a/Repo.java',
  'a/b/query.py',
  'c/app.ts',
  'c/vendor/lib.go',
  'a/store_test.go',
  '../o/x.rs',
];
export const FOLDERS = ['', 'a', 'a/b', 'c', 'c/[id] ü', '../o', 'linked'];
const SETTINGS_FILES = [
  'cql-analyzer.toml',
  'a/cql-analyzer.toml',
  '../cql-analyzer.toml',
  '.gitignore',
  'a/.gitignore',
  'cassandra.yaml',
  'docker-compose.yml',
  'go.mod',
];
/** Documents that are no files. */
const LOOSE = [
  'untitled:Untitled-1',
  'untitled:a.py',
  'vscode-vfs://github/a/b.cql',
  'vscode-notebook-cell:/w/x.ipynb#W0',
  'git:/w/schema.cql?ref=HEAD',
  'file://host/share/x.cql',
  'file:///tmp/%E9.cql',
  'file:///%2F',
];
/** Of neither CQL nor a program, whatever the editor calls its language. */
const OTHERS = ['notes.sql', 'a/Makefile'];
/** Written as no server would, files of the project among them. */
const SPELLED = ['%73chema.cql', 'a/b/%6fwn.cql', 'a//1_x.cql', 'c/./3_z.CQL', 'main%2Ego'];

/** All that the server answers. */
export const REQUESTS = [...ANSWERED, 'textDocument/diagnostic', 'workspace/diagnostic'] as const;

export const ENCODINGS = ['utf-8', 'utf-8', 'utf-8', 'bom', 'utf-16le', 'latin-1', 'binary'] as const;

/** What becomes of files, whoever tells of it. */
export type DiskStep =
  | {
      readonly kind: 'write';
      readonly path: string;
      readonly text: string;
      readonly encoding: (typeof ENCODINGS)[number];
    }
  | { readonly kind: 'remove' | 'pipe' | 'makeFolder'; readonly path: string }
  | { readonly kind: 'move' | 'link'; readonly from: string; readonly path: string };

export type Step =
  /** Several changes are told at once, and perhaps later than what is done next. */
  | { readonly kind: 'disk'; readonly changes: readonly DiskStep[]; readonly late: boolean }
  | { readonly kind: 'open'; readonly path: string; readonly text: string | undefined; readonly language?: string }
  | { readonly kind: 'close' | 'save'; readonly document: number }
  | { readonly kind: 'edit'; readonly document: number; readonly edits: readonly Edit[] }
  /** A document is told of that is not open. */
  | { readonly kind: 'stray'; readonly path: string; readonly method: 'didChange' | 'didSave' | 'didClose' }
  | { readonly kind: 'addFolder' | 'removeFolder'; readonly path: string }
  | { readonly kind: 'settings'; readonly settings: object | null }
  /** Cancelled after so many turns. */
  | { readonly kind: 'ask'; readonly asked: Ask; readonly cancelled: number | undefined }
  | { readonly kind: 'pause' };

export interface Edit {
  /** A part of the document. */
  readonly from: number;
  /** In characters; everything where it is absent. */
  readonly length: number | undefined;
  readonly text: string;
}

export interface Ask {
  readonly method: (typeof REQUESTS)[number];
  readonly document: number;
  /** A part of the document; some stand behind its end. */
  readonly at: number;
}

/** What an editor can do, and the folders with which it starts. */
export interface Start {
  readonly pulls: boolean;
  readonly watches: boolean;
  readonly bytes: boolean;
  readonly asksForSettings: boolean;
  /** It takes answers in all forms that there are. */
  readonly rich: boolean;
  /** It knows of several folders. */
  readonly manyFolders: boolean;
  readonly files: readonly (readonly [path: string, text: string])[];
  readonly folders: readonly string[];
}

const part = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const document = fc.nat(7);
const piece = pick(
  '',
  'x',
  "'",
  ';',
  ' ',
  '\n',
  '\r\n',
  '\r',
  '\u2028',
  '\0',
  '\uD834',
  '--',
  '/*',
  '1',
  '"',
  '`',
  'ü',
  '𝄞',
  'SELECT * FROM users_by_city;',
);
const cql = fc.array(statement, { maxLength: 4 }).map((all) => all.join(''));

const HEADS: Readonly<Record<string, string>> = {
  go: 'package a\nimport "github.com/gocql/gocql"\n',
  java: 'import com.datastax.oss.driver.api.core.CqlSession;\n',
  py: 'from cassandra.cluster import Cluster\n',
  ts: "import { Client } from 'cassandra-driver';\n",
  rs: 'use scylla::Session;\n',
};
/** A program whose strings hold statements; the head, which speaks for them, is not always there. */
const program = (path: string): fc.Arbitrary<string> => {
  const extension = path.slice(path.lastIndexOf('.') + 1);
  const quoted = statement.map((text) => (/[\n\\"]/.test(text.trim()) ? '"x"' : `"${text.trim()}"`));
  const line = fc.oneof(
    quoted.map((text) => `s.execute(${text})\n`),
    fc.tuple(quoted, quoted).map(([one, other]) => `q = ${one} + ${other}\n`),
    pick('func f() {}\n', '/* c */\n', 'x = "a" + b\n', '}\n'),
  );
  return fc
    .tuple(pick(HEADS[extension]!, HEADS[extension]!, HEADS[extension]!, ''), fc.array(line, { maxLength: 4 }))
    .map(([head, lines]) => head + lines.join(''));
};

const configuration = fc
  .array(
    pick(
      'target = "cassandra-4.0"\n',
      'target = "cassandra-6.0"\n',
      'target = "scylla"\n',
      'schema = ["schema.cql"]\n',
      'schema = ["a/*.cql", "../o/out.cql"]\n',
      'schema = ["c"]\n',
      'schema = ["**/*_?.cql", "linked/**", "**a**a**a**b"]\n',
      'exclude = ["a/b/**"]\n',
      'exclude = ["*.go", "!own.cql", "["]\n',
      'complete-schema = true\n',
      'cassandra-yaml = "cassandra.yaml"\n',
      'profile = "strict"\n',
      'profile = "quiet"\n',
      'production = true\n',
      'embedded.languages = ["go", "java"]\n',
      'embedded.tests = true\n',
      'embedded.schema = true\n',
      'rules.many-partitions = "error"\n',
      'rules.keyspace = "off"\n',
      'nonsense = 1\n',
      '= broken\n',
    ),
    { maxLength: 3 },
  )
  .map((lines) => [...new Set(lines)].join(''));
const settingsText = (path: string): fc.Arbitrary<string> => {
  if (path.endsWith('.toml')) return configuration;
  if (path.endsWith('.gitignore'))
    return pick('', '*.cql\n', '/a\n', 'b/\n', '!own.cql\n', '*.go\nc\n', '*\n!*/\n!1_x.cql\n');
  if (path === 'cassandra.yaml')
    return pick('', 'materialized_views_enabled: false\n', 'default_secondary_index: sai\n', ': :');
  if (path === 'go.mod') return pick('', 'require github.com/gocql/gocql v1.0.0\n');
  return pick('', 'image: scylladb/scylla:5\n', 'image: cassandra:4\n');
};

const textFor = (path: string): fc.Arbitrary<string> =>
  CQL.includes(path)
    ? path === 'schema.cql'
      ? cql.map((text) => START + text)
      : cql
    : PROGRAMS.includes(path)
      ? program(path)
      : settingsText(path);
const written = fc
  .oneof(
    { weight: 5, arbitrary: pick(...CQL) },
    { weight: 3, arbitrary: pick(...PROGRAMS) },
    { weight: 2, arbitrary: pick(...SETTINGS_FILES) },
  )
  .chain((path) => fc.tuple(fc.constant(path), textFor(path)));
const anything = pick(...CQL, ...PROGRAMS, ...SETTINGS_FILES, ...FOLDERS.slice(1));
const text = pick(...CQL, ...PROGRAMS);

const settings = fc.record(
  {
    target: pick('cassandra-5.0', 'cassandra-3.11', 'nonsense'),
    profile: pick('strict', 'recommended'),
    completeSchema: fc.boolean(),
    exclude: pick<readonly string[]>([], ['c'], ['a/1*']),
    schema: pick<readonly string[]>([], ['schema.cql'], ['nowhere.cql']),
    embedded: pick<object>({ languages: [] }, { languages: ['go', 'python'] }, { tests: true }),
    diagnostics: pick({ scope: 'workspace' }, { scope: 'openFiles' }),
    codeLens: pick('on', 'off'),
    inlayHints: pick<object>({ partitions: 'off' }, { columns: 'off', markers: 'off' }),
    programColors: pick('on', 'off'),
    rules: pick<object>({}, { keyspace: 'off', nonsense: 'error' }, { 'missing-bucket': 'error' }),
    cassandraYaml: pick('', 'cassandra.yaml', '../o'),
  },
  { requiredKeys: [] },
);

export const ask: fc.Arbitrary<Ask> = fc.record({
  method: pick(...REQUESTS),
  document,
  at: fc.oneof({ weight: 8, arbitrary: part }, pick(1, 1.1, 2)),
});

const diskStep: fc.Arbitrary<DiskStep> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(written, pick(...ENCODINGS))
      .map(([[path, content], encoding]): DiskStep => ({ kind: 'write', path, text: content, encoding })),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), path: anything }) },
  fc.record({ kind: fc.constant('pipe' as const), path: text }),
  fc.record({ kind: fc.constant('makeFolder' as const), path: anything }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move' as const), from: anything, path: anything }) },
  // What becomes of a file that a link leads to, editors tell of that file alone.
  fc.record({
    kind: fc.constant('link' as const),
    from: anything,
    path: pick(...CQL, ...PROGRAMS, ...FOLDERS.slice(1)),
  }),
  fc
    .constantFrom('.gitignore', 'cql-analyzer.toml', 'schema.cql')
    .map((path) => ({ kind: 'link' as const, from: path, path })),
);

export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('disk' as const),
      changes: fc.oneof(
        { weight: 4, arbitrary: fc.tuple(diskStep) },
        fc.array(diskStep, { minLength: 2, maxLength: 4 }),
        // Another branch.
        fc.array(diskStep, { minLength: 5, maxLength: 20 }),
      ),
      late: pick(false, false, false, true),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record(
      {
        kind: fc.constant('open' as const),
        path: fc.oneof({ weight: 6, arbitrary: text }, pick(...LOOSE), pick(...SPELLED, ...OTHERS)),
        text: fc.option(cql, { nil: undefined, freq: 2 }),
        language: pick('cql', 'plaintext', 'sql'),
      },
      { requiredKeys: ['kind', 'path', 'text'] },
    ),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('close' as const, 'save' as const), document }) },
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      document,
      edits: fc.array(
        fc.record({
          from: part,
          length: fc.option(fc.oneof(pick(0, 1), fc.nat(60)), { nil: undefined, freq: 12 }),
          text: fc.oneof(statement, piece),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('stray' as const),
      path: fc.oneof(text, pick(...LOOSE)),
      method: fc.constantFrom('didChange', 'didSave', 'didClose'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('addFolder' as const, 'removeFolder' as const),
      path: pick(...FOLDERS),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('settings' as const),
      settings: fc.oneof({ weight: 6, arbitrary: settings }, pick<object | null>(null)),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      asked: ask,
      cancelled: fc.option(pick(0, 0, 1, 3), { nil: undefined, freq: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'pause' as const }) },
);

export const start: fc.Arbitrary<Start> = fc.record({
  pulls: fc.boolean(),
  watches: fc.boolean(),
  bytes: fc.boolean(),
  asksForSettings: fc.boolean(),
  rich: fc.boolean(),
  manyFolders: pick(true, true, true, false),
  files: fc.array(written, { maxLength: 6 }).map((all) => [['schema.cql', START] as const, ...all]),
  folders: pick<readonly string[]>([''], [''], [''], [], ['a'], ['', 'a'], ['a', 'c'], ['a/b', '']),
});
