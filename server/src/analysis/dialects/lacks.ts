import type { Drop, Expression, Option, QualifiedName, Statement } from '../../syntax/ast.ts';
import type { FeatureId } from '../../syntax/features.ts';
import type { FeatureUse } from '../../syntax/segment.ts';
import type { Dialect, Target } from '../../text/release.ts';
import type { Keyspace, Table } from '../../catalog/model.ts';
import { isCounterTable } from '../../catalog/table-columns.ts';
import { isMultiCell } from '../../catalog/types.ts';
import type { Session } from '../judging/verdict-model.ts';

/** Why a dialect refuses a statement that Cassandra takes, in our words; `undefined` where it is not known to. */
export const lackOf = (
  statement: Statement,
  dialect: Dialect,
  session: Session,
  features: readonly FeatureUse[],
): string | undefined => LACKS[dialect].find(({ holds }) => holds(statement, session, features))?.says;

/** Whether a statement that begins with these words is lacking, or a clause that they begin. */
export const lacksWords = (words: string, dialect: Dialect): boolean =>
  LACKS[dialect].some((lack) => lack.words?.includes(words));

interface Lack {
  readonly says: string;
  /** What begins such a statement or clause and nothing else, in upper case. */
  readonly words?: readonly string[];
  holds(statement: Statement, session: Session, features: readonly FeatureUse[]): boolean;
}

const kind = (kinds: readonly Statement['kind'][], says: string, words: readonly string[]): Lack => ({
  says,
  words,
  holds: (statement) => kinds.includes(statement.kind),
});

const dropOf = (what: Drop['what'], says: string): Lack => ({
  says,
  words: [what === 'view' ? 'DROP MATERIALIZED VIEW' : `DROP ${what.toUpperCase()}`],
  holds: (statement) => statement.kind === 'drop' && statement.what === what,
});

/** A version, or the server whatever its version, has no type or clause that others have. */
const featureOf = (version: string | undefined, feature: FeatureId, says: string): Lack => ({
  says,
  holds: (_statement, { target }, features) =>
    (version === undefined || isVersion(target, version)) && features.some((use) => use.feature === feature),
});

const isVersion = (target: Target, version: string): boolean => target.kind === 'dialect' && target.version === version;

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

function tableOf(name: QualifiedName | undefined, { catalog, keyspace: inForce }: Session): Table | undefined {
  const keyspace = name?.keyspace?.name ?? inForce;
  return name === undefined || keyspace === undefined ? undefined : catalog.table(keyspace, name.name.name);
}

function keyspaceOf(name: QualifiedName | undefined, { catalog, keyspace: inForce }: Session): Keyspace | undefined {
  const keyspace = name?.keyspace?.name ?? inForce;
  return name === undefined || keyspace === undefined ? undefined : catalog.keyspace(keyspace);
}

/** Whether a storage-attached index is one too many: of its table, or of all of its keyspace. */
function isOneIndexTooMany(statement: Statement, session: Session, most: number, of: 'table' | 'keyspace'): boolean {
  if (statement.kind !== 'create-index' || !STORAGE_ATTACHED.test(statement.using?.value ?? '')) return false;
  const table = tableOf(statement.table, session);
  if (table === undefined) return false;
  const tables = of === 'table' ? [table] : [...(keyspaceOf(statement.table, session)?.tables.values() ?? [])];
  const indexes = tables.flatMap((one) => one.indexes.filter(({ family }) => family === 'sai'));
  const isThere = statement.ifNotExists && indexes.some(({ name }) => name === statement.name?.name.name);
  return indexes.length >= most && !isThere;
}

const STORAGE_ATTACHED = /^(?:.*\.)?(?:StorageAttachedIndex|sai)$/i;

/** Whether a statement changes a list by the place of an element, without a condition, which reads anyway. */
function changesListByPlace(statement: Statement, session: Session): boolean {
  if (statement.kind === 'batch') {
    const { statements } = statement;
    return (
      statements.every(({ condition }) => condition === undefined) &&
      statements.some((one) => changesListByPlace(one, session))
    );
  }
  if ((statement.kind !== 'update' && statement.kind !== 'delete') || statement.condition !== undefined) return false;
  const table = tableOf(statement.kind === 'update' ? statement.table : statement.from, session);
  const places =
    statement.kind === 'update'
      ? statement.assignments.flatMap((one) => (one.kind === 'set-element' ? [one.column] : []))
      : statement.targets.flatMap(({ column, key }) => (key === undefined ? [] : [column]));
  return places.some(({ name }) => table?.columns.get(name)?.type.kind === 'list');
}

/** How many columns outside of the key an INSERT or UPDATE writes. */
function columnsWritten(statement: Statement, session: Session): number {
  if (statement.kind !== 'insert' && statement.kind !== 'update') return 0;
  const table = tableOf(statement.kind === 'insert' ? statement.into : statement.table, session);
  const names =
    statement.kind === 'update'
      ? statement.assignments.flatMap((one) => ('column' in one ? [one.column.name] : []))
      : statement.values.kind === 'values'
        ? statement.values.columns.map(({ name }) => name)
        : [];
  return new Set(names.filter((name) => table?.columns.get(name)?.kind === 'regular')).size;
}

/** Whether a SELECT asks for the write time, or what is left of the time to live, of a whole value that is kept in several cells. */
function asksWholeForTime(statement: Statement, session: Session): boolean {
  if (statement.kind !== 'select') return false;
  const table = tableOf(statement.from, session);
  return statement.selectors.some(({ expression }) => {
    if (expression.kind !== 'call' || expression.function.keyspace !== undefined) return false;
    const { name, quoted } = expression.function.name;
    const [whole] = expression.arguments;
    if (quoted || (name !== 'writetime' && name !== 'ttl') || whole?.kind !== 'column') return false;
    const column = table?.columns.get(whole.column.name);
    return column !== undefined && isMultiCell(column.type);
  });
}

/** Whether ScyllaDB has no such class of indexes: of storage-attached ones it takes those of vectors, which it makes its own. */
function hasForeignIndexClass(statement: Statement, session: Session): boolean {
  if (statement.kind !== 'create-index' || statement.using === undefined) return false;
  const { value } = statement.using;
  if (!STORAGE_ATTACHED.test(value)) return !/^(?:vector|fulltext)_index$/i.test(value);
  const table = tableOf(statement.table, session);
  // A setting says whether entries of a map are taken.
  return (
    table !== undefined &&
    statement.targets.every(({ of, column: { name } }) => {
      const column = table.columns.get(name);
      return of !== 'entries' && column !== undefined && column.type.kind !== 'vector';
    })
  );
}

/** Whether the log of changes is switched on for a table of counters. */
function logsCounters(statement: Statement, session: Session): boolean {
  if (statement.kind === 'create-table')
    return (
      statement.columns.some(({ type }) => type.kind === 'native' && type.name === 'counter') &&
      logsChanges(statement.options)
    );
  if (statement.kind !== 'alter-table' || statement.change.kind !== 'options') return false;
  const table = tableOf(statement.name, session);
  return table !== undefined && isCounterTable(table) && logsChanges(statement.change.options);
}

/** `cdc = {'enabled': true}` */
const logsChanges = (options: readonly Option[]): boolean =>
  options.some(
    ({ name, value }) =>
      name === 'cdc' &&
      value.kind === 'map' &&
      value.entries.some((entry) => isLiteral(entry.key, 'enabled') && isLiteral(entry.value, 'true')),
  );

const isLiteral = (value: Expression, wanted: string): boolean =>
  value.kind === 'literal' && value.value.toLowerCase() === wanted;

/** Whether one of ScyllaDB's own classes of indexes is made of one column that has another type. */
function indexesOtherType(statement: Statement, session: Session): boolean {
  if (statement.kind !== 'create-index' || statement.targets.length !== 1) return false;
  const [, of] = /^(vector|fulltext)_index$/i.exec(statement.using?.value ?? '') ?? [];
  const type = tableOf(statement.table, session)?.columns.get(statement.targets[0]!.column.name)?.type;
  if (of === undefined || type === undefined) return false;
  if (of.toLowerCase() === 'fulltext') return type.kind !== 'native' || !/^(?:text|ascii|varchar)$/.test(type.name);
  return type.kind !== 'vector' || type.element.kind !== 'native' || type.element.name !== 'float';
}

const hasTtl = (statement: Statement): boolean =>
  (statement.kind === 'insert' || statement.kind === 'update') && statement.using?.ttl !== undefined;

const FUNCTIONS = ['create-function', 'create-aggregate'] as const;
const CREATE_FUNCTIONS = ['CREATE FUNCTION', 'CREATE AGGREGATE', 'CREATE OR REPLACE'];
const VIEWS = ['CREATE MATERIALIZED VIEW', 'ALTER MATERIALIZED VIEW'];

const LACKS: Readonly<Record<Dialect, readonly Lack[]>> = {
  // docs.scylladb.com, "ScyllaDB and Apache Cassandra Compatibility", read 2026-11-25.
  scylla: [
    kind(['create-trigger'], 'ScyllaDB has no triggers.', ['CREATE TRIGGER']),
    {
      // docs/cql/dml/select.rst of scylladb/scylladb at f4a4091, and test_select_collection_element.py beside it, read 2026-11-27.
      says: 'ScyllaDB has a write time and a time to live of each element, not of a whole collection or user type that is not frozen: ask for one, as `WRITETIME(m[key])`.',
      holds: asksWholeForTime,
    },
    {
      // docs/cql/secondary-indexes.rst and index/secondary_index_manager.cc there, read 2026-11-27.
      says: 'ScyllaDB has no such class of indexes: CREATE INDEX without USING makes its own, and `vector_index` is for vectors.',
      holds: hasForeignIndexClass,
    },
    {
      // test_vector_index.py and test_fulltext_index.py there, read 2026-11-27.
      says: 'ScyllaDB makes a `vector_index` of a vector of floats, and a `fulltext_index` of a text.',
      holds: indexesOtherType,
    },
    {
      // test/cql/cdc_disallow_cdc_for_counters_test.result there, read 2026-11-27.
      says: 'ScyllaDB keeps no log of changes of counters.',
      holds: logsCounters,
    },
    // docs/cql/types.rst of scylladb/scylladb at scylla-5.4.0, a list without them, read 2026-11-27.
    featureOf('5', 'vector-type', 'ScyllaDB 5 has no vectors.'),
    {
      // cql3/statements/ks_prop_defs.hh there, the options of keyspaces, read 2026-11-27; the option came with 941f6d8fca, for 6.0.
      says: 'ScyllaDB has tablets since 6.0.',
      holds: (statement, { target }) =>
        isVersion(target, '5') &&
        (statement.kind === 'create-keyspace' || statement.kind === 'alter-keyspace') &&
        statement.options.some(({ name }) => name === 'tablets'),
    },
  ],
  // docs.datastax.com, "Introduction to vector databases" of DSE 6.9, which brings them, read 2026-11-27.
  dse: [featureOf('6.8', 'vector-type', 'DataStax Enterprise has vectors since 6.9.')],
  // docs.datastax.com, "Hyper-Converged Database (HCD) guardrails", read 2026-11-26.
  hcd: [
    {
      says: 'Hyper-Converged Database changes no element of a list by its place: it would read before it writes. A map has keys.',
      holds: changesListByPlace,
    },
  ],
  // docs.datastax.com, "Astra DB Cassandra Query Language (CQL) limits", read 2026-11-25.
  astra: [
    // CREATE KEYSPACE is lacking as well, and stands in scripts that set up a developer's Cassandra, too: the rule `keyspace` tells it.
    kind(['alter-keyspace'], 'Astra DB has no ALTER KEYSPACE: its portal and API change keyspaces.', [
      'ALTER KEYSPACE',
    ]),
    dropOf('keyspace', 'Astra DB has no DROP KEYSPACE: its portal and API drop keyspaces.'),
    {
      says: "Astra DB has no search indexes: a storage-attached index (`USING 'sai'`) answers much of what they do.",
      holds: (_statement, _session, features) => features.some(({ feature }) => feature === 'search-index'),
    },
    kind(FUNCTIONS, 'Astra DB has no user-defined functions and aggregates.', CREATE_FUNCTIONS),
    dropOf('function', 'Astra DB has no user-defined functions and aggregates.'),
    dropOf('aggregate', 'Astra DB has no user-defined functions and aggregates.'),
    kind(['create-view', 'alter-view'], 'Astra DB has no materialized views: write a second table.', VIEWS),
    dropOf('view', 'Astra DB has no materialized views: write a second table.'),
    // docs.datastax.com, "Database limits" of Astra DB Serverless; the figures are the defaults of a database as a service in
    // github.com/datastax/cassandra, GuardrailsConfig; both read 2026-11-25. They count whole databases, of which a keyspace is a part.
    {
      says: 'Astra DB changes no element of a list by its place: it would read before it writes. A map has keys.',
      holds: changesListByPlace,
    },
    {
      says: 'Astra DB takes at most 10 storage-attached indexes on a table.',
      holds: (statement, session) => isOneIndexTooMany(statement, session, 10, 'table'),
    },
    {
      says: 'Astra DB takes at most 100 storage-attached indexes in a database.',
      holds: (statement, session) => isOneIndexTooMany(statement, session, 100, 'keyspace'),
    },
    {
      says: 'Astra DB takes at most 200 tables in a database.',
      holds: (statement, session) =>
        statement.kind === 'create-table' &&
        tableOf(statement.name, session) === undefined &&
        (keyspaceOf(statement.name, session)?.tables.size ?? 0) >= 200,
    },
  ],
  // docs.aws.amazon.com, Amazon Keyspaces Developer Guide, "Supported Cassandra APIs, operations, functions, and data types" (what is
  // there) and "Functional differences" (batches, security), read 2026-11-25.
  keyspaces: [
    kind(['create-view', 'alter-view'], 'Amazon Keyspaces has no materialized views: write a second table.', VIEWS),
    kind(['alter-type'], 'Amazon Keyspaces has no ALTER TYPE.', ['ALTER TYPE']),
    {
      // The same guide, "Tables" (the syntax of ALTER TABLE), read 2026-11-27.
      says: 'Amazon Keyspaces drops and renames no columns: its ALTER TABLE adds columns and changes options.',
      holds: (statement) =>
        statement.kind === 'alter-table' && (statement.change.kind === 'drop' || statement.change.kind === 'rename'),
    },
    kind(['create-index'], 'Amazon Keyspaces has no secondary indexes: write a second table whose key is the column.', [
      'CREATE INDEX',
      'CREATE CUSTOM INDEX',
    ]),
    kind(FUNCTIONS, 'Amazon Keyspaces has no user-defined functions and aggregates.', CREATE_FUNCTIONS),
    dropOf('function', 'Amazon Keyspaces has no user-defined functions and aggregates.'),
    dropOf('aggregate', 'Amazon Keyspaces has no user-defined functions and aggregates.'),
    dropOf('index', 'Amazon Keyspaces has no secondary indexes.'),
    dropOf('view', 'Amazon Keyspaces has no materialized views.'),
    dropOf('trigger', 'Amazon Keyspaces has no triggers.'),
    kind(['create-trigger'], 'Amazon Keyspaces has no triggers.', ['CREATE TRIGGER']),
    kind(['truncate'], 'Amazon Keyspaces has no TRUNCATE: drop the table and create it again.', ['TRUNCATE']),
    kind(
      ['role', 'permission', 'list'],
      'Amazon Keyspaces has no roles and users of CQL: AWS IAM says who may do what.',
      ['CREATE', 'ALTER', 'DROP'].flatMap((verb) => [`${verb} ROLE`, `${verb} USER`]).concat('GRANT', 'REVOKE', 'LIST'),
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
      // The same guide, "SELECT" (the syntax), read 2026-11-26.
      says: 'Amazon Keyspaces has no GROUP BY: group the rows in the program, or write a table of totals.',
      words: ['GROUP BY'],
      holds: (statement) => statement.kind === 'select' && statement.groupBy.length > 0,
    },
    {
      // The same page; its answer stands in JanusGraph's pull request 3879.
      says: 'Amazon Keyspaces has no PER PARTITION LIMIT: read each partition by a query with LIMIT.',
      words: ['PER PARTITION LIMIT'],
      holds: (statement) => statement.kind === 'select' && statement.perPartitionLimit !== undefined,
    },
    {
      // The same page, read 2026-11-27.
      says: 'Amazon Keyspaces has no SELECT DISTINCT: keep the partition keys in a table of their own.',
      words: ['SELECT DISTINCT'],
      holds: (statement) => statement.kind === 'select' && statement.distinct,
    },
    // The same guide, "Supported Cassandra APIs, operations, functions, and data types": those of CQL 3.11; read 2026-11-27.
    featureOf(undefined, 'vector-type', 'Amazon Keyspaces has no vectors.'),
    {
      // The same guide, "Quotas" (subqueries of an IN SELECT statement), read 2026-11-25.
      says: 'Amazon Keyspaces makes a query of each combination of the values of IN, and takes at most 100 of them.',
      holds: (statement) => queriesOf(statement) > 100,
    },
    {
      // The same guide, "Quotas" (columns in INSERT and UPDATE statements), read 2026-11-25.
      says: 'Amazon Keyspaces writes at most 225 regular columns in one statement.',
      holds: (statement, session) => columnsWritten(statement, session) > 225,
    },
    {
      says: 'Amazon Keyspaces writes at most 166 regular columns in one statement that gives a time to live.',
      holds: (statement, session) => hasTtl(statement) && columnsWritten(statement, session) > 166,
    },
    {
      says: 'Amazon Keyspaces takes no conditions (IF) in a batch: write each such statement by itself.',
      holds: (statement) =>
        statement.kind === 'batch' && statement.statements.some(({ condition }) => condition !== undefined),
    },
  ],
};
