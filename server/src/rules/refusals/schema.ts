import { printName } from '../../catalog/index.ts';
import type { ClusteringOrder, Name, Statement } from '../../syntax/ast.ts';
import type { Fix } from '../rule.ts';
import { nearest } from '../nearest.ts';
import { listNames } from '../scan.ts';
import { addKey, dropInlineKeys, freezeKey, wholeViewKey } from './primary-keys.ts';
import {
  always,
  inItsCase,
  insertAt,
  statementFix,
  textAt,
  type Advice,
  type AdviceByCheck,
  type Refusal,
} from './advice.ts';

const INNER_FROZEN = 'What stands inside a collection or a type is stored as one value: `frozen<…>`.';
const freezing = { says: () => INNER_FROZEN, fixes: freeze };
const missing = (what: string): Advice => ({
  says: (refusal) => `There is no ${what} \`${textAt(refusal, refusal.refused.spans[0]).replaceAll(/\s+/g, ' ')}\`.`,
  fixes: ifExists,
});

/** Refusals of what schema statements declare. */
export const SCHEMA: AdviceByCheck = {
  'clustering-order': {
    says: ({ context: { statement } }) => {
      const columns = clusteringOf(statement).map(({ text }) => text);
      return columns.length === 0
        ? 'There are no clustering columns, so a partition is one row and nothing is sorted.'
        : `CLUSTERING ORDER BY names every clustering column, in the order of the key: ${listNames(columns)}.`;
    },
    fixes: completeOrder,
  },
  'no-primary-key': {
    says: () =>
      'Every table has a primary key. Its first part says which node keeps a row, the rest how rows are sorted there: `PRIMARY KEY ((a), b)`.',
    fixes: addKey,
  },
  'several-primary-keys': {
    says: () => 'A table has one primary key: list its columns together, `PRIMARY KEY ((a), b)`.',
    fixes: dropInlineKeys,
  },
  'unknown-key-column': {
    says: ({ name, context: { statement } }) =>
      `The primary key names \`${name}\`, which the ${statement.kind === 'create-table' ? 'table does not declare' : 'view does not select'}.`,
    fixes: nearestColumn,
  },
  'duplicate-column': { says: () => 'A table has one column of a name.', fixes: dropRepeated },
  'readded-column': {
    says: ({ name }) =>
      `\`${name}\` was dropped, and what it held may still be in the files: added again it is of the type and the kind that it had. Give the new column another name.`,
  },
  'rename-no-key': always(
    'Only columns of the primary key can be renamed. Add a column of the new name, copy the values, then drop the old one.',
  ),
  'static-without-clustering': {
    says: () =>
      'A static column is shared by the rows of a partition; without clustering columns each partition is one row.',
    fixes: removeStatic,
  },
  'nested-collection-not-frozen': freezing,
  'nested-type-not-frozen': freezing,
  'nested-not-frozen': freezing,
  'alter-column-type': always(
    'The type of a column stays what it is. Add a column of the new type, copy the values, then drop the old one.',
  ),
  'drop-key': always(
    'The primary key of a table stays what it is. Create a table with the key you need and copy the rows.',
  ),
  'already-exists': {
    says: ({ name }) => `\`${name}\` is already there.`,
    fixes: ifNotExists,
  },
  'counter-key': always('A counter cannot be part of a key; keep what identifies the row there.'),
  'duration-key': always(
    'A duration cannot be part of a key: durations have no order. Store a number of seconds there.',
  ),
  'key-not-frozen': {
    says: ({ name }) =>
      `\`${name}\` is in the key, and a key is one value: write \`frozen<…>\` around its type, or make a row of each element.`,
    fixes: freezeKey,
  },
  'frozen-not-allowed': {
    says: (refusal) =>
      `A value like ${innerType(refusal)} is one value as it is: \`frozen\` is for collections, tuples and user-defined types.`,
    fixes: thaw,
  },
  'duplicate-field': { says: ({ name }) => `\`${name}\` is declared twice.` },
  'index-on-partition-key': {
    says: ({ name }) => `\`${name}\` is the partition key: rows are found by it without an index.`,
  },
  'function-language': always('Since 5.0 functions are written in Java only.'),
  'unknown-column': {
    says: ({ name, context: { table } }) => {
      const near = table === undefined ? undefined : nearest(name, table.columns.keys());
      const hint = near === undefined ? '' : ` Did you mean \`${near}\`?`;
      return `${table === undefined ? 'The table' : `\`${table.name}\``} has no column \`${name}\`.${hint}`;
    },
  },
  'duplicate-key-column': { says: ({ name }) => `\`${name}\` stands in the primary key twice; once is enough.` },
  'duplicate-clustering-order': { says: ({ name }) => `\`${name}\` has two directions; a column is sorted by one.` },
  'static-key': {
    says: ({ name }) => `\`${name}\` is static, the same in all rows of a partition: no row is found by it.`,
  },
  'duration-map-key': always('Keys of a map are sorted, and durations have no order. Store a number of seconds there.'),
  'duration-in-set': always(
    'What is in a set is sorted, and durations have no order. Store a number of seconds there.',
  ),
  'alter-field-type': always(
    'The type of a field stays what it is. Add a field of the new type, and copy the values into it.',
  ),
  'not-a-table': { says: ofView },
  'not-a-view': { says: ({ name }) => `\`${name}\` is a table, not a view.` },
  'index-on-view': always('A view has no indexes: index the table, or make the column part of the key of a view.'),
  'view-of-counters': always(
    'A view of counters cannot be kept: write a table by the other key, with counters of its own.',
  ),
  'view-restriction': always(
    'Of a column that is not in the key of its table a view says IS NOT NULL, and compares it with no value.',
  ),
  'view-of-view': always('A view is made of a table, not of another view.'),
  'view-static': {
    says: ({ name }) =>
      `\`${name}\` is static, and a view has rows of other partitions: select the columns by name, without it.`,
  },
  'index-not-found': missing('index'),
  'view-not-found': missing('view'),
  'type-not-found': missing('type'),
  'function-not-found': missing('function'),
  'column-indexed': {
    says: ({ refused }) =>
      refused.names.length > 1 ? `Drop ${listNames(refused.names.slice(1))} first.` : 'Drop its indexes first.',
  },
  'column-in-view': {
    says: ({ refused }) => `Drop the views ${listNames(refused.names.slice(1))} first: they copy the column.`,
  },
  'type-in-use': always('Drop or change what uses the type first.'),
  'table-in-use': always('Drop the views on the table first.'),
  'function-in-use': always('Drop what uses the function first.'),
  'index-on-counter-table': always('Counters cannot be indexed, nor can what stands beside them.'),
  'duplicate-index': always('There is an index like this on the column already, and one is enough.'),
  'index-on-duration': always('A duration cannot be indexed: durations have no order.'),
  guardrail: {
    says: ({ name }) => `The cassandra.yaml of this project forbids it, by the guardrail \`${name}\`.`,
  },
  'use-prohibited': always(
    'USE is switched off in the cassandra.yaml of this project: write the keyspace before each name.',
  ),
  'views-disabled': always('Materialized views are switched off in the cassandra.yaml of this project.'),
  'functions-disabled': always("Functions of one's own are switched off in the cassandra.yaml of this project."),
  'index-on-several-columns': {
    says: () => 'An index is on one column: create one for each.',
    fixes: oneIndexEach,
  },
  'view-not-null': {
    says: ({ refused }) =>
      `A view keeps only rows with a whole key: add ${refused.names.map((name) => `\`${name} IS NOT NULL\``).join(', ')} to its WHERE.`,
    fixes: wholeViewKey,
  },
  'view-key-incomplete': {
    says: ({ refused }) =>
      `A view's primary key holds every key column of its table, so that no two rows meet: add ${listNames(refused.names)}.`,
    fixes: wholeViewKey,
  },
  'view-key-columns': always('A view adds at most one column to the key of its table.'),
  'system-keyspace': always("The server's own keyspaces are not for users to change."),
  'missing-option': {
    says: ({ name }) =>
      name === 'replication'
        ? "A keyspace says where its copies lie: `WITH replication = {'class': 'NetworkTopologyStrategy', 'datacenter1': 3}`."
        : undefined,
  },
};

/** The clustering columns of the key as it is written. */
function clusteringOf(statement: Statement): readonly Name[] {
  if (statement.kind === 'create-view') return statement.primaryKey?.clustering ?? [];
  return statement.kind === 'create-table' ? (statement.primaryKeys[0]?.clustering ?? []) : [];
}

function completeOrder(refusal: Refusal): readonly Fix[] {
  const { statement } = refusal.context;
  if (statement.kind !== 'create-table' && statement.kind !== 'create-view') return [];
  if (statement.clusteringOrderSpan === undefined) return [];
  const columns = clusteringOf(statement);
  if (columns.length === 0 || columns.some(({ template }) => template)) return [];
  const given = new Map(
    statement.clusteringOrder.map((order): [string, ClusteringOrder] => [order.column.name, order]),
  );
  const word = (text: string): string => inItsCase(refusal, text);
  const orders = columns.map(({ name, text }) => `${text} ${word(given.get(name)?.direction ?? 'ASC')}`);
  const text = `${word('CLUSTERING ORDER BY')} (${orders.join(', ')})`;
  return [statementFix(refusal, 'order', `Write \`${text}\``, [{ span: statement.clusteringOrderSpan, text }])];
}

function nearestColumn(refusal: Refusal): readonly Fix[] {
  const { statement } = refusal.context;
  if (statement.kind !== 'create-table') return [];
  const near = nearest(
    refusal.name,
    statement.columns.map(({ name }) => name.name),
  );
  if (near === undefined) return [];
  const text = printName(near);
  return [statementFix(refusal, 'nearest', `Change to \`${text}\``, [{ span: refusal.refused.spans[0], text }])];
}

function removeStatic(refusal: Refusal): readonly Fix[] {
  const { statement } = refusal.context;
  if (statement.kind !== 'create-table') return [];
  const changes = statement.columns
    .filter((column) => column.static)
    .flatMap((column) => {
      const after = textAt(refusal, { start: column.type.span.end, end: column.span.end });
      const word = /^\s+static\b/i.exec(after);
      return word === null
        ? []
        : [{ span: { start: column.type.span.end, end: column.type.span.end + word[0].length }, text: '' }];
    });
  return changes.length === 0 ? [] : [statementFix(refusal, 'not-static', 'Remove STATIC', changes)];
}

function ofView({ name, context: { statement } }: Refusal): string {
  const instead =
    statement.kind === 'drop'
      ? ': DROP MATERIALIZED VIEW drops it'
      : statement.kind === 'alter-table'
        ? ', with the columns that it was made with'
        : ', no table';
  return `\`${name}\` is a view${instead}.`;
}

function freeze(refusal: Refusal): readonly Fix[] {
  const span = refusal.refused.spans[0];
  const text = `frozen<${textAt(refusal, span)}>`;
  return [statementFix(refusal, 'freeze', `Write \`${text}\``, [{ span, text }], { safe: true })];
}

/** What stands within `frozen<…>`. */
const innerType = (refusal: Refusal): string => `\`${thawed(refusal)}\``;

const thawed = (refusal: Refusal): string =>
  textAt(refusal, refusal.refused.spans[0]).replace(/^frozen\s*<\s*(.*?)\s*>$/is, '$1');

function thaw(refusal: Refusal): readonly Fix[] {
  const span = refusal.refused.spans[0];
  const text = thawed(refusal);
  return text === textAt(refusal, span) ? [] : [statementFix(refusal, 'thaw', `Write \`${text}\``, [{ span, text }])];
}

/** A column that is declared again as it was. */
function dropRepeated(refusal: Refusal): readonly Fix[] {
  const { statement } = refusal.context;
  if (statement.kind !== 'create-table') return [];
  const all = statement.columns.filter(({ name }) => name.name === refusal.name);
  const [first, again, ...more] = all;
  if (first === undefined || again === undefined || more.length > 0) return [];
  if (textAt(refusal, first.span).toLowerCase() !== textAt(refusal, again.span).toLowerCase()) return [];
  const before = refusal.context.segment.text.slice(0, again.span.start);
  const comma = /,\s*$/.exec(before);
  if (comma === null) return [];
  const span = { start: comma.index, end: again.span.end };
  return [statementFix(refusal, 'repeated', `Remove the second \`${again.name.text}\``, [{ span, text: '' }])];
}

/** The first index keeps the name. */
function oneIndexEach(refusal: Refusal): readonly Fix[] {
  const { statement } = refusal.context;
  if (statement.kind !== 'create-index') return [];
  const { name, targets, span } = statement;
  const [first] = targets;
  const last = targets.at(-1);
  if (first === undefined || last === undefined) return [];
  const head = { start: span.start, end: first.span.start };
  const unnamed =
    name === undefined
      ? textAt(refusal, head)
      : textAt(refusal, { start: head.start, end: name.span.start }) +
        textAt(refusal, { start: name.span.end, end: head.end }).trimStart();
  const tail = textAt(refusal, { start: last.span.end, end: span.end });
  const others = targets.slice(1).map((target) => `${unnamed}${textAt(refusal, target.span)}${tail}`);
  const rest = { start: first.span.end, end: span.end };
  const text = [tail, ...others].join(';\n');
  return [statementFix(refusal, 'one-each', 'Write one CREATE INDEX for each column', [{ span: rest, text }])];
}

const CREATED = new Set([
  'create-keyspace',
  'create-table',
  'create-type',
  'create-index',
  'create-view',
  'create-function',
  'create-aggregate',
  'create-trigger',
]);

function ifNotExists(refusal: Refusal): readonly Fix[] {
  const { statement } = refusal.context;
  if (!CREATED.has(statement.kind) || !('name' in statement) || statement.name === undefined) return [];
  const at = insertAt(statement.name.span.start, `${inItsCase(refusal, 'IF NOT EXISTS')} `);
  return [statementFix(refusal, 'if-not-exists', 'Add IF NOT EXISTS', [at], { preferred: false })];
}

function ifExists(refusal: Refusal): readonly Fix[] {
  const { statement } = refusal.context;
  if (statement.kind !== 'drop' || statement.ifExists || statement.name === undefined) return [];
  const at = insertAt(statement.name.span.start, `${inItsCase(refusal, 'IF EXISTS')} `);
  return [statementFix(refusal, 'if-exists', 'Add IF EXISTS', [at], { preferred: false })];
}
