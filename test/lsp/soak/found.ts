import type { Ask, DiskStep, Start, Step } from './steps.ts';

/** A session, part by part: what happens, and what is asked then. */
export type Session = readonly [Start, readonly (readonly [readonly Step[], readonly Ask[]])[]];

const editor: Start = {
  pulls: true,
  watches: false,
  bytes: false,
  asksForSettings: false,
  rich: false,
  manyFolders: true,
  files: [],
  folders: [''],
};
const status: Ask = { method: 'cqlAnalyzer/status', document: 0, at: 0 };
const KEYSPACE = "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n";
const STATEMENT = 'package a\nimport "github.com/gocql/gocql"\ns.execute("SELECT * FROM k.t")\n';

const write = (path: string, text: string): DiskStep => ({ kind: 'write', path, text, encoding: 'utf-8' });

/** Sessions found at random, made short, that once ended otherwise than a fresh server begins. */
export const FOUND: Readonly<Record<string, Session>> = {
  'programs are read again where an editor that watches no files makes the server read everything again': [
    {
      ...editor,
      files: [
        ['schema.cql', KEYSPACE],
        ['main.go', STATEMENT],
      ],
    },
    [
      [[{ kind: 'open', path: 'schema.cql', text: undefined }, { kind: 'pause' }], []],
      [
        [
          {
            kind: 'disk',
            changes: [write('cql-analyzer.toml', '')],
            late: false,
          },
        ],
        [status],
      ],
    ],
  ],
  'a link to itself is none of the files': [
    editor,
    [[[{ kind: 'disk', changes: [{ kind: 'link', from: '.gitignore', path: '.gitignore' }], late: false }], [status]]],
  ],
  'a link comes in the place of a document that is open': [
    { ...editor, watches: true },
    [
      [[{ kind: 'settings', settings: { completeSchema: true } }], []],
      [
        [
          {
            kind: 'open',
            path: 'queries.cql',
            text: 'CREATE TABLE IF NOT EXISTS m.t (id int, id int);\nSELECT * FROM m.t;',
          },
          { kind: 'open', path: 'schema.cql', text: 'SELECT * FROM m.t;' },
          { kind: 'disk', changes: [{ kind: 'link', from: 'queries.cql', path: 'queries.cql' }], late: false },
        ],
        [],
      ],
    ],
  ],
  'the folder goes that is open, with its configuration, and stands in another one with one': [
    { ...editor, watches: true, files: [['schema.cql', KEYSPACE]], folders: ['a'] },
    [
      [
        [
          { kind: 'disk', changes: [write('../cql-analyzer.toml', ''), write('a/cql-analyzer.toml', '')], late: false },
          { kind: 'disk', changes: [{ kind: 'remove', path: 'a' }], late: false },
        ],
        [],
      ],
    ],
  ],
  'a pattern of the schema that matches programs alone matches nothing': [
    {
      ...editor,
      watches: true,
      files: [
        ['cql-analyzer.toml', 'schema = ["c"]\n'],
        ['c/app.ts', 'import { Client } from \'cassandra-driver\';\nq = "CREATE TABLE k.t (id int PRIMARY KEY)"\n'],
      ],
    },
    [
      [[], []],
      [[{ kind: 'disk', changes: [write('schema.cql', KEYSPACE)], late: false }], []],
    ],
  ],
  'a setting is taken back that said what is so without it, and stood above the file': [
    {
      ...editor,
      files: [
        ['cql-analyzer.toml', 'target = "cassandra-4.0"\n'],
        ['schema.cql', `${KEYSPACE}CREATE TABLE k.t (id int PRIMARY KEY, v vector<float, 3>);\n`],
      ],
    },
    [
      [[{ kind: 'settings', settings: { target: 'cassandra-5.0' } }], [status]],
      [[{ kind: 'settings', settings: null }], [status]],
    ],
  ],
  'the projects around documents hang on no order': [
    { ...editor, folders: [] },
    [
      [
        [
          { kind: 'open', path: 'schema.cql', text: KEYSPACE },
          { kind: 'open', path: 'a/2_y.cql', text: 'SELECT * FROM k.t;' },
        ],
        [status, { ...status, document: 1 }],
      ],
      [
        [
          { kind: 'close', document: 0 },
          { kind: 'open', path: 'schema.cql', text: KEYSPACE },
        ],
        [status, { ...status, document: 1 }],
      ],
    ],
  ],
  'a file that was known by its own URI is opened by another one, where findings are pulled': [
    { ...editor, files: [['schema.cql', KEYSPACE]] },
    [
      [[], []],
      [[{ kind: 'open', path: '%73chema.cql', text: undefined }], []],
      [[{ kind: 'close', document: 0 }], []],
    ],
  ],
  'a file that was known by its own URI is opened by another one, where findings are sent': [
    { ...editor, pulls: false, files: [['schema.cql', KEYSPACE]] },
    [
      [[], []],
      [[{ kind: 'open', path: '%73chema.cql', text: undefined }], []],
      [[{ kind: 'close', document: 0 }], []],
    ],
  ],
  'the configuration is a link, and what it leads to is written': [
    {
      ...editor,
      watches: true,
      files: [
        ['schema.cql', KEYSPACE],
        ['main.go', 'nonsense = 1\n'],
      ],
    },
    [
      [[{ kind: 'disk', changes: [{ kind: 'link', from: 'main.go', path: 'cql-analyzer.toml' }], late: false }], []],
      [[{ kind: 'disk', changes: [write('main.go', '\nwhatever = 1\n')], late: false }], []],
    ],
  ],
};
