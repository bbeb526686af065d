// The windows in whose extension hosts tests run, one behind the other: what each has open, and what its user has set.
import { PROGRAMS } from './programs.mjs';
import { GRAPH, MIGRATIONS, QUERIES, SCHEMA, SCRIPTS, WRITES } from './texts.mjs';

const ONE_TABLE = (name, column) => `CREATE TABLE ${name} (id int PRIMARY KEY, ${column} text);\n`;

export const WINDOWS = [
  {
    name: 'workspace',
    files: {
      'schema.cql': SCHEMA,
      'queries.cql': QUERIES,
      'graph.cql': GRAPH,
      'writes.cql': WRITES,
      ...MIGRATIONS,
      ...SCRIPTS,
      ...PROGRAMS,
    },
    query: { folder: 'workspace' },
  },
  // Two folders declare a table of one name, each for a server of its own.
  {
    name: 'several',
    files: {
      'both.code-workspace': JSON.stringify({ folders: [{ path: 'orders' }, { path: 'stock' }] }),
      'orders/cql-analyzer.toml': 'target = "cassandra-3.11"\n',
      'orders/schema.cql': ONE_TABLE('shop.items', 'buyer'),
      'orders/queries.cql': 'SELECT buyer FROM shop.items WHERE id = 1;\nSELECT shelf FROM shop.items WHERE id = 1;\n',
      'stock/cql-analyzer.toml': 'target = "scylla"\n',
      'stock/schema.cql': ONE_TABLE('shop.items', 'shelf'),
      'stock/queries.cql': 'SELECT buyer FROM shop.items WHERE id = 1;\nSELECT shelf FROM shop.items WHERE id = 1;\n',
    },
    query: { workspace: 'several/both.code-workspace' },
  },
  {
    name: 'restricted',
    files: { 'schema.cql': SCHEMA, 'queries.cql': QUERIES },
    settings: { 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never' },
    query: { folder: 'restricted' },
  },
  // Files that are opened without their folder.
  {
    name: 'loose',
    files: { 'schema.cql': SCHEMA, 'queries.cql': QUERIES },
    settings: {},
    query: { ew: '' },
  },
  // Without a file of CQL: a list of dependencies names a driver, and there is nothing that has to do with Cassandra.
  {
    name: 'with-driver',
    files: {
      'go.mod': 'module shop\n\nrequire github.com/gocql/gocql v1.6.0\n',
      'shop.go':
        'package shop\n\nimport "github.com/gocql/gocql"\n\nfunc name(s *gocql.Session) {\n\ts.Query("SELECT name FORM shop.users")\n}\n',
    },
    query: { folder: 'with-driver' },
  },
  {
    name: 'without-driver',
    files: { 'go.mod': 'module shop\n', 'shop.go': 'package shop\n' },
    query: { folder: 'without-driver' },
  },
];
