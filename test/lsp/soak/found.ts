import type { Ask, Start, Step } from './steps.ts';

/** A session, part by part: what happens, and what is asked then. */
export type Session = readonly [Start, readonly (readonly [readonly Step[], readonly Ask[]])[]];

const editor: Start = {
  pulls: false,
  watches: false,
  bytes: false,
  asksForSettings: false,
  rich: false,
  files: [],
  folders: [''],
};
const status: Ask = { method: 'cqlAnalyzer/status', document: 0, at: 0 };
const KEYSPACE = "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n";
const STATEMENT = 'package a\nimport "github.com/gocql/gocql"\ns.execute("SELECT * FROM k.t")\n';

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
            changes: [{ kind: 'write', path: 'cql-analyzer.toml', text: '', encoding: 'utf-8' }],
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
  'the projects around documents hang on no order': [
    { ...editor, pulls: true, folders: [] },
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
    { ...editor, pulls: true, files: [['schema.cql', KEYSPACE]] },
    [
      [[], []],
      [[{ kind: 'open', path: '%73chema.cql', text: undefined }], []],
      [[{ kind: 'close', document: 0 }], []],
    ],
  ],
  'a file that was known by its own URI is opened by another one, where findings are sent': [
    { ...editor, files: [['schema.cql', KEYSPACE]] },
    [
      [[], []],
      [[{ kind: 'open', path: '%73chema.cql', text: undefined }], []],
      [[{ kind: 'close', document: 0 }], []],
    ],
  ],
};
