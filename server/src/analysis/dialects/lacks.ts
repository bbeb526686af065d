import type { Drop, Statement } from '../../syntax/ast.ts';
import type { Dialect } from '../../text/release.ts';

/** Why a dialect refuses a statement that Cassandra takes, in our words; `undefined` where it is not known to. */
export const lackOf = (statement: Statement, dialect: Dialect): string | undefined =>
  LACKS[dialect].find(({ holds }) => holds(statement))?.says;

interface Lack {
  readonly says: string;
  holds(statement: Statement): boolean;
}

const kind = (kinds: readonly Statement['kind'][], says: string): Lack => ({
  says,
  holds: (statement) => kinds.includes(statement.kind),
});

const dropOf = (what: Drop['what'], says: string): Lack => ({
  says,
  holds: (statement) => statement.kind === 'drop' && statement.what === what,
});

/** How many queries of one key and one place each the lists of `IN` come to, as far as they are written out. */
function queriesOf(statement: Statement): number {
  if (statement.kind !== 'select') return 1;
  return (statement.where?.relations ?? []).reduce(
    (product, relation) =>
      relation.kind === 'column' && relation.operator === 'IN' && relation.operand.kind === 'several'
        ? product * relation.operand.items.length
        : product,
    1,
  );
}

const FUNCTIONS = ['create-function', 'create-aggregate'] as const;

const LACKS: Readonly<Record<Dialect, readonly Lack[]>> = {
  // docs.scylladb.com, "ScyllaDB and Apache Cassandra Compatibility", read 2026-11-25.
  scylla: [kind(['create-trigger'], 'ScyllaDB has no triggers.')],
  dse: [],
  hcd: [],
  // docs.datastax.com, "Astra DB Cassandra Query Language (CQL) limits", read 2026-11-25.
  astra: [
    // CREATE KEYSPACE is lacking as well, and stands in scripts that set up a developer's Cassandra, too.
    kind(['alter-keyspace'], 'Astra DB has no ALTER KEYSPACE: its portal and API change keyspaces.'),
    dropOf('keyspace', 'Astra DB has no DROP KEYSPACE: its portal and API drop keyspaces.'),
    kind(FUNCTIONS, 'Astra DB has no user-defined functions and aggregates.'),
    kind(['create-view', 'alter-view'], 'Astra DB has no materialized views: write a second table.'),
    dropOf('view', 'Astra DB has no materialized views: write a second table.'),
  ],
  // docs.aws.amazon.com, Amazon Keyspaces Developer Guide, "Supported Cassandra APIs, operations, functions, and data types" (what is
  // there) and "Functional differences" (batches, security), read 2026-11-25.
  keyspaces: [
    kind(['create-view', 'alter-view'], 'Amazon Keyspaces has no materialized views: write a second table.'),
    kind(['alter-type'], 'Amazon Keyspaces has no ALTER TYPE.'),
    kind(['create-index'], 'Amazon Keyspaces has no secondary indexes: write a second table whose key is the column.'),
    kind(FUNCTIONS, 'Amazon Keyspaces has no user-defined functions and aggregates.'),
    kind(['create-trigger'], 'Amazon Keyspaces has no triggers.'),
    kind(['truncate'], 'Amazon Keyspaces has no TRUNCATE: drop the table and create it again.'),
    kind(
      ['role', 'permission', 'list'],
      'Amazon Keyspaces has no roles and users of CQL: AWS IAM says who may do what.',
    ),
    {
      says: 'Amazon Keyspaces takes at most 30 statements in an unlogged batch.',
      holds: (statement) =>
        statement.kind === 'batch' && statement.type === 'unlogged' && statement.statements.length > 30,
    },
    {
      says: 'Amazon Keyspaces takes at most 100 statements in a logged batch.',
      holds: (statement) =>
        statement.kind === 'batch' && statement.type === 'logged' && statement.statements.length > 100,
    },
    {
      // The same guide, "Quotas" (subqueries of an IN SELECT statement), read 2026-11-25.
      says: 'Amazon Keyspaces makes a query of each combination of the values of IN, and takes at most 100 of them.',
      holds: (statement) => queriesOf(statement) > 100,
    },
    {
      says: 'Amazon Keyspaces takes no conditions (IF) in a batch: write each such statement by itself.',
      holds: (statement) =>
        statement.kind === 'batch' && statement.statements.some(({ condition }) => condition !== undefined),
    },
  ],
};
