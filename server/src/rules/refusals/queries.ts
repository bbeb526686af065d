import type { Session } from '../../analysis/judging/verdict-model.ts';
import type { Fix } from '../rule.ts';
import { keyText } from '../scan.ts';
import { always, inItsCase, insertAt, statementFix, textAt, type AdviceByCheck, type Refusal } from './advice.ts';

/** CREATE INDEX in words, of the class that a target has for vectors and for what is asked beside them. */
function indexOn(table: string, column: string, { target }: Session, ofVector: boolean): string {
  const className =
    target.kind === 'cassandra'
      ? 'sai'
      : ofVector && target.dialect === 'scylla'
        ? 'vector_index'
        : 'StorageAttachedIndex';
  return `\`CREATE ${className === 'sai' ? '' : 'CUSTOM '}INDEX ON ${table} (${column}) USING '${className}'\``;
}

/** Refusals of what a query asks, beside those that rules of their own word. */
export const QUERIES: AdviceByCheck = {
  'needs-filtering': { says: ofServerTable, fixes: filterIt },
  'order-by-needs-partition-key': {
    says: ({ context: { table } }) =>
      table === undefined
        ? undefined
        : `Rows are sorted within a partition only: give ${keyText(table.partitionKey)} by equality or IN.`,
  },
  'order-by-with-partition-in': always(
    'Rows of several partitions are not merged in pages: ask for one partition at a time, or sort in the client.',
  ),
  'index-with-partition-in': {
    says: ({ name }) =>
      `With an index partitions are asked one by one: a query for each value of \`${name}\`, with \`=\` in place of IN.`,
  },
  'order-by-index': always('An answer found through an index comes in no order; sort in the client.'),
  'group-by-column': { says: groupBy },
  'group-by-order': { says: groupBy },
  'group-by-partial-partition-key': { says: groupBy },
  'group-by-with-distinct': {
    says: ({ context: { table } }) =>
      table === undefined
        ? undefined
        : `DISTINCT gives one row a partition already: leave it out, or group by ${keyText(table.partitionKey)} alone.`,
  },
  'distinct-column': {
    says: ({ context: { table } }) =>
      table === undefined
        ? undefined
        : `DISTINCT lists partitions: only ${keyText(table.partitionKey)} and static columns can be selected.`,
  },
  'distinct-restriction': always(
    'DISTINCT lists partitions: only the partition key and static columns can be restricted.',
  ),
  'per-partition-limit-with-distinct': always(
    'DISTINCT gives one row a partition already; PER PARTITION LIMIT has nothing to cut.',
  ),
  'per-partition-limit-with-aggregate': always(
    'The limit would be applied after the rows are aggregated; leave it out.',
  ),
  'limit-not-positive': always('A limit is a number from 1 on; leave the clause out for all rows.'),
  'token-columns': {
    says: ({ context: { table } }) =>
      table === undefined
        ? undefined
        : `token() takes the whole partition key, in its order: \`token(${table.partitionKey.map(({ name }) => name).join(', ')})\`.`,
  },
  'tuple-relation-order': always('The columns of a multi-column relation stand in the order of the clustering key.'),
  'contains-on-other-type': {
    says: ({ name }) => `CONTAINS looks into lists, sets and maps, and \`${name}\` is none.`,
  },
  'collection-relation': {
    says: ({ name }) =>
      `\`${name}\` is a collection: look into it with CONTAINS, CONTAINS KEY or \`${name}[key] = …\`.`,
  },
  'frozen-map-entry': {
    says: ({ name }) =>
      `\`${name}\` is frozen, one value as a whole, so none of its entries can be compared: ask for all of it, or keep what is looked for in a column.`,
  },
  'element-relation': { says: ({ name }) => `Only entries of maps can be compared, \`${name}['key'] = …\`.` },
  'element-of-list': always('Elements are selected of sets and maps: select the whole list.'),
  'element-of-no-collection': always('Only sets and maps have elements that are selected by `[…]`.'),
  'unfrozen-type-relation': {
    says: ({ name }) =>
      `\`${name}\` is kept field by field, because it is not \`frozen\`: no row is found by it. Keep what is looked for in a column.`,
  },
  'view-truncate': always('A view follows its table: truncate the table.'),
  'slice-on-duration': always(
    'Durations have no order: a month is no fixed number of days. Store a number of seconds instead.',
  ),
  'unsupported-not-equal': always(
    '`!=` finds nothing through a key or an index: let the client leave out the rows that do not match.',
  ),
  'unsupported-not-null': always(
    'IS NOT NULL is for the WHERE of materialized views: let the client leave out the rows without a value.',
  ),
  'more-than-one-relation': { says: ({ name }) => `\`${name}\` is given twice; one of the relations is enough.` },
  'inequalities-apart': { says: ({ name }) => `Two lower or two upper bounds for \`${name}\`: keep the tighter one.` },
  'aggregate-not-allowed': always('Aggregates stand in the SELECT clause only.'),
  'nested-aggregate': always(
    'An aggregate cannot take the result of another; ask for the inner one and go on in the client.',
  ),
  'vector-without-ann': always('A vector is compared by its distance: `ORDER BY v ANN OF [...] LIMIT n`.'),
  'conditional-in': always('A condition holds for one row: give the key by equality.'),
  'condition-on-key': {
    says: ({ name }) => `\`${name}\` is part of the primary key: it belongs in WHERE, not in IF.`,
  },
  'conditional-delete-key': always('A conditional deletion names one row: give its whole primary key.'),
  'timestamp-with-condition': always('A lightweight transaction takes its own timestamp: leave USING TIMESTAMP out.'),
  'clustering-with-only-statics': {
    says: ({ context: { statement } }) =>
      `Only static columns are ${statement.kind === 'select' ? 'selected' : 'written'}, which belong to the partition: leave the clustering columns out${statement.kind === 'select' ? ', or select a column of the row, too' : ''}.`,
  },
  'unknown-function': { says: goneFunction, fixes: newFunction },
  'ann-without-index': {
    says: ({ name, refused: { message }, context: { statement, session } }) => {
      const from = statement.kind === 'select' ? statement.from : undefined;
      const table = from === undefined ? '…' : [from.keyspace, from.name].flatMap((part) => part?.text ?? []).join('.');
      return message.includes('restricted')
        ? `Beside an order by likeness only an index finds rows: each column in WHERE needs one, ${indexOn(table, '…', session, false)}.`
        : `An order by likeness needs an index: ${indexOn(table, name === '' ? '…' : name, session, true)}.`;
    },
  },
  'ann-query': {
    says: ({ refused: { message } }) =>
      message.includes('aggregation')
        ? 'The nearest are found and given one by one: ask for them, and count or add up in the client.'
        : message.includes('per-partition')
          ? 'The nearest are looked for in the whole table: there is no DISTINCT and no limit for each partition.'
          : 'A search for the nearest asks for a number of them, 1,000 at most: `LIMIT 10`.',
  },
  'ann-without-float-vector': always('Likeness is measured between vectors of floats: `vector<float, n>`.'),
  'like-needs-index': {
    says: ({ name, context: { table } }) => {
      const index = table?.indexes.find(
        ({ family, targets }) => family === 'sasi' && targets.some(({ column }) => column === name),
      );
      return index === undefined
        ? `LIKE needs an index of SASI on \`${name}\`; without one ask for the beginning of a clustering column by \`>=\` and \`<\`.`
        : `The index \`${index.name}\` does not find this: of SASI's modes CONTAINS finds a text wherever it stands, PREFIX at the beginning alone, SPARSE none.`;
    },
  },
  'bound-twice': { says: ({ name }) => `Two lower or two upper bounds for \`${name}\`: keep the tighter one.` },
  'tuple-relation-column': {
    says: ({ name }) =>
      `Columns are compared together only where rows are sorted by them: give \`${name}\` in a relation of its own.`,
  },
  'clustering-slice-in-write': always('An UPDATE names single rows: give the clustering columns by equality or IN.'),
  'insert-columns': {
    says: ({ refused: { names } }) =>
      names.length > 0
        ? `\`${names[0]}\` is named twice.`
        : 'VALUES has one value for each column that is named, no more and no less.',
  },
  'no-keyspace': always('Say in which keyspace: `USE keyspace`, or `keyspace.table`.'),
  'not-in-dialect': { says: ({ refused }) => refused.message },
  'view-write': always('A view follows its table: write to the table.'),
};

/** Functions that 5.0 no longer has, and what takes their place. */
const GONE_FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ['dateof', 'toTimestamp'],
  ['unixtimestampof', 'toUnixTimestamp'],
]);

function goneFunction({ refused: { names } }: Refusal): string | undefined {
  const now = GONE_FUNCTIONS.get(names[0] ?? '');
  return now === undefined ? undefined : `\`${names[0]}\` is gone since 5.0; \`${now}\` takes its place.`;
}

function newFunction(refusal: Refusal): readonly Fix[] {
  const { refused } = refusal;
  const now = GONE_FUNCTIONS.get(refused.names[0] ?? '');
  const [span] = refused.spans;
  const old = now === undefined ? null : /^(?:\w+\s*\.\s*)?(\w+)/.exec(textAt(refusal, span));
  if (now === undefined || old === null) return [];
  const end = span.start + old[0].length;
  const change = { span: { start: end - old[1]!.length, end }, text: now };
  return [statementFix(refusal, 'gone-function', `Change to \`${now}\``, [change], { safe: true })];
}

function groupBy({ context: { table } }: Refusal): string | undefined {
  if (table === undefined) return undefined;
  const key = [...table.partitionKey, ...table.clustering].map(({ name }) => name).join(', ');
  return `Rows are grouped as they are stored: GROUP BY takes the whole partition key and then clustering columns in their order, of \`${key}\`.`;
}

/** What tables of a project lack here has rules of its own. */
function ofServerTable({ context: { table, path } }: Refusal): string | undefined {
  if (table?.system !== true || path?.partitions.kind !== 'all') return undefined;
  return `\`${table.name}\` is partitioned by ${keyText(table.partitionKey)}; without it all of this table of the server is read, and that takes ALLOW FILTERING.`;
}

function filterIt(refusal: Refusal): readonly Fix[] {
  if (ofServerTable(refusal) === undefined) return [];
  const words = inItsCase(refusal, 'ALLOW FILTERING');
  const { statement } = refusal.context;
  const place = statement.kind === 'select' ? statement.filteringAt : statement.span.end;
  return [statementFix(refusal, 'allow-filtering', `Add ${words}`, [insertAt(place, ` ${words}`)])];
}
