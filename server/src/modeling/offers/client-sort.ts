import type { Index } from '../../catalog/model.ts';
import { printName } from '../../catalog/names.ts';
import { offer } from '../proposal/offer.ts';
import type { Pattern } from '../question/pattern.ts';
import type { AddedRelation, Split } from '../question/plan.ts';
import type { Proposal } from '../proposal/proposal.ts';
import { queryEdits } from '../question/query-edits.ts';
import type { Question } from '../question/question.ts';
import { type Rewrite, type Rewritten, rewriteQuery } from '../design/rewrite.ts';
import { tryQuery } from '../proposal/sandbox.ts';

/** More queries than that are no text for a file. */
const MOST_QUERIES = 16;

/**
 * The query without its ORDER BY, and without the LIMIT that cuts in that order: Cassandra answers, the client sorts. Where ORDER BY
 * names only what `=` gives, it orders nothing and may go.
 */
export function sortInClient(question: Question): Proposal | undefined {
  const { pattern, taken, path } = question;
  const { select, order } = pattern;
  if (taken || select.json || select.orderBy.length === 0 || pattern.aggregates || path.gaps.length > 0)
    return undefined;
  const sorts = order.length > 0;
  const rewritten = rewrittenOnTable(question, { order: 'drop', limit: sorts ? 'drop' : 'keep', needsOrder: sorts });
  if (rewritten === undefined || !rewritten.queries.every(({ text }) => isPlain(question, text))) return undefined;
  const scans = path.partitions.kind === 'all';
  if (scans && pattern.relations.length > 0) return undefined;
  const limit = select.limit === undefined || !sorts ? '' : ` and keeps ${pattern.limit ?? 'as many as LIMIT says'}`;
  const all = scans ? `all rows of \`${printName(question.table.name)}\`` : 'the rows of the partition';
  return offer({
    kind: 'rewrite',
    preferred: !scans,
    title: sorts
      ? `Read without ORDER BY and sort in the client${scans ? ', while the table is small' : ''}`
      : 'Leave out ORDER BY: what it names is given by `=`',
    why: sorts
      ? `Each run reads ${all}; the client sorts them by ${orderText(pattern)}${limit}.`
      : 'Rows that all have one value have no order by it.',
    price: sorts ? `each run reads ${all}` : undefined,
    queries: rewritten.queries.map(({ text }) => text),
    binds: bindsOf(rewritten),
    merge: sorts ? 'sort' : undefined,
    select: rewritten.select,
    edits: () => queryEdits(question, rewritten.queries, rewritten.changes),
  });
}

/**
 * IN on the partition key with ORDER BY: one query a partition, each in the order that its rows are stored in, whose answers the client
 * merges. With paging, which is on in drivers, Cassandra refuses to merge them itself.
 */
export function onePartitionEach(question: Question): Proposal | undefined {
  const { pattern, path, table } = question;
  const { select, order, several } = pattern;
  if (order.length === 0 || path.partitions.kind !== 'many' || pattern.aggregates || select.json) return undefined;
  const lists = several.filter(({ columns: [column] }) => column?.kind === 'partition');
  if (lists.length === 0 || lists.some(({ columns }) => columns.length > 1)) return undefined;
  const splits = lists.map(({ columns, relation, values }): Split => ({ column: columns[0]!, relation, values }));
  const rewritten = rewrittenOnTable(question, { order: 'keep', limit: 'keep', needsOrder: true, splits });
  if (rewritten === undefined || rewritten.queries.length > MOST_QUERIES) return undefined;
  if (!rewritten.queries.every(({ text }) => isPlain(question, text, 'one'))) return undefined;
  const names = lists.map(({ columns }) => `\`${printName(columns[0]!.name)}\``).join(' and ');
  const cut = select.limit === undefined ? '' : ' and keeps as many as LIMIT says';
  return offer({
    kind: 'rewrite',
    preferred: true,
    title: `Ask once for each value of ${names} and merge the answers`,
    why: `Rows of \`${printName(table.name)}\` are stored in this order within a partition; the client merges the answers by ${orderText(pattern)}${cut}. With paging, which drivers turn on, Cassandra refuses to merge them.`,
    price: `one query for each value of ${names}`,
    queries: rewritten.queries.map(({ text }) => text),
    binds: bindsOf(rewritten),
    select: rewritten.select,
    edits: () => queryEdits(question, rewritten.queries, rewritten.changes),
  });
}

/** IN that an index of the old kind takes no part in: on its column, which it finds by `=`, or on the partition key beside it. */
export function oneValueEach(question: Question): Proposal | undefined {
  const { pattern, table, taken } = question;
  const { select, several, order, equal } = pattern;
  const [list, ...others] = several;
  if (taken || list === undefined || others.length > 0) return undefined;
  if (pattern.aggregates || select.json || select.limit !== undefined || order.length > 0) return undefined;
  const [column, ...more] = list.columns;
  if (column === undefined || more.length > 0) return undefined;
  const finds = (name: string): Index | undefined =>
    table.indexes.find(({ family, targets }) => family === 'legacy' && targets.some((one) => one.column === name));
  const inKey = column.kind === 'partition';
  const index = inKey
    ? equal.map((one) => finds(one.column.name)).find((one) => one !== undefined)
    : finds(column.name);
  if (index === undefined) return undefined;
  const splits = [{ column, relation: list.relation, values: list.values }];
  const rewritten = rewrittenOnTable(question, { order: 'keep', limit: 'keep', needsOrder: false, splits });
  if (rewritten === undefined || rewritten.queries.length > MOST_QUERIES) return undefined;
  if (!rewritten.queries.every(({ text }) => isPlain(question, text, inKey ? 'one' : 'all'))) return undefined;
  const name = `\`${printName(column.name)}\``;
  return offer({
    kind: 'rewrite',
    preferred: true,
    title: inKey
      ? `Ask once for each value of ${name}, with the index \`${printName(index.name)}\``
      : `Ask once for each value of ${name}: the index \`${printName(index.name)}\` answers \`=\` only`,
    why: inKey
      ? 'Within one partition the index is cheap; of several Cassandra does not ask it at once.'
      : 'The index is there and finds the rows of one value; for rare queries, since without the partition key each asks every node.',
    price: `one query for each value of ${name}${inKey ? '' : ', each of every node'}`,
    queries: rewritten.queries.map(({ text }) => text),
    binds: bindsOf(rewritten),
    edits: () => queryEdits(question, rewritten.queries, rewritten.changes),
  });
}

interface Changed extends Pick<Rewrite, 'order' | 'limit' | 'needsOrder'>, Partial<Pick<Rewrite, 'clientFilter'>> {
  readonly splits?: readonly Split[];
  readonly added?: readonly AddedRelation[];
}

/** The query on its own table. */
export function rewrittenOnTable(
  { pattern, text, table, statement }: Question,
  { splits = [], added = [], clientFilter = [], ...changed }: Changed,
): Rewritten | undefined {
  const rewritten = rewriteQuery(pattern, text, {
    table: undefined,
    relations: new Map(),
    added,
    splits,
    filters: statement.allowFiltering !== undefined,
    clientFilter,
    distinct: 'keep',
    key: [...table.partitionKey, ...table.clustering].map(({ name }) => name),
    partition: table.partitionKey.map(({ name }) => name),
    ...changed,
  });
  return 'why' in rewritten ? undefined : rewritten;
}

export const bindsOf = ({ queries }: Rewritten): Proposal['binds'] =>
  queries.some(({ sameBinds }) => !sameBinds) ? queries.map(({ binds }) => binds) : undefined;

/** Cassandra takes it, and reads nothing that it throws away. */
function isPlain({ sandbox, path }: Question, query: string, partitions = path.partitions.kind): boolean {
  const tried = tryQuery(sandbox, query);
  return tried !== undefined && tried.path.partitions.kind === partitions && !tried.path.filters;
}

const orderText = ({ order }: Pattern): string =>
  order
    .map(({ column, direction }) => `\`${printName(column.name)}\`${direction === 'DESC' ? ' DESC' : ''}`)
    .join(', ');
