import type { Statement } from '../../syntax/ast.ts';
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

const FUNCTIONS = ['create-function', 'create-aggregate'] as const;

const LACKS: Readonly<Record<Dialect, readonly Lack[]>> = {
  // docs.scylladb.com, "ScyllaDB and Apache Cassandra Compatibility", read 2026-11-25.
  scylla: [kind(['create-trigger'], 'ScyllaDB has no triggers.')],
  dse: [],
  // docs.datastax.com, "Cassandra Query Language (CQL) for Astra DB", read 2026-11-25.
  astra: [
    kind(FUNCTIONS, 'Astra DB has no user-defined functions and aggregates.'),
    kind(['create-trigger'], 'Astra DB has no triggers.'),
  ],
  // docs.aws.amazon.com, Amazon Keyspaces Developer Guide, "Supported Cassandra APIs" and "Functional differences", read 2026-11-25.
  keyspaces: [
    kind(['create-view', 'alter-view'], 'Amazon Keyspaces has no materialized views: write a second table.'),
    kind(['create-index'], 'Amazon Keyspaces has no secondary indexes: write a second table whose key is the column.'),
    kind(FUNCTIONS, 'Amazon Keyspaces has no user-defined functions and aggregates.'),
    kind(['create-trigger'], 'Amazon Keyspaces has no triggers.'),
    kind(['truncate'], 'Amazon Keyspaces has no TRUNCATE: drop the table and create it again.'),
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
  ],
};
