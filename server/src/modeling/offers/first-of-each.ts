import type { Column, Table } from '../../catalog/model.ts';
import { printName } from '../../catalog/names.ts';
import type { Expression, Selector } from '../../syntax/ast.ts';
import { offer } from '../proposal/offer.ts';
import type { Proposal } from '../proposal/proposal.ts';
import { tryQuery } from '../proposal/sandbox.ts';
import { words } from '../proposal/style.ts';
import { queryEdits } from '../question/query-edits.ts';
import type { Question } from '../question/question.ts';

/** The last or the first of each partition, where rows are sorted so that one row tells: `SELECT p, max(at) … GROUP BY p` by the newest first. */
export function firstOfEach(question: Question): Proposal | undefined {
  const [first] = question.table.clustering;
  const asked = rowOfEach(question, first?.order === 'DESC' ? 'max' : 'min');
  if (asked === undefined || question.pattern.relations.length > 0) return undefined;
  if (tryQuery(question.sandbox, asked.query) === undefined) return undefined;
  const { query, notes } = asked;
  return offer({
    kind: 'rewrite',
    title: 'Read the first row of each partition: PER PARTITION LIMIT 1',
    why: 'Rows are sorted so that the first of a partition tells; it still goes over all partitions, but reads one row of each.',
    queries: [query],
    notes,
    edits: () => queryEdits(question, [{ text: query, binds: [], sameBinds: true }], undefined),
  });
}

/** A query for rows instead of aggregates, and what its answer names otherwise. */
export interface RowQuery {
  readonly query: string;
  readonly notes: readonly string[];
}

/**
 * The query that gives for each partition the row with the greatest or the least of the first clustering column, if that came first.
 * `inPart`: also where the groups are told by a part of the partition key, so that each is of several partitions.
 */
export function rowOfEach(question: Question, name: 'max' | 'min', { inPart = false } = {}): RowQuery | undefined {
  const { pattern, table, style, text } = question;
  const { select, relations, group, equal } = pattern;
  const { from, where, limit, perPartitionLimit, orderBy, json, distinct, template, allowFiltering } = select;
  if (from === undefined || limit !== undefined || perPartitionLimit !== undefined) return undefined;
  if (orderBy.length > 0 || json || distinct || template === true) return undefined;
  const isPartition = ({ kind }: Column): boolean => kind === 'partition';
  const given = equal.map(({ column }) => column);
  if (given.length !== relations.length || !given.every(isPartition)) return undefined;
  const others = table.partitionKey.length - group.length - given.length;
  const isEach = group.length > 0 && (inPart ? others > 0 : others === 0);
  if (!isEach || !group.every(isPartition) || !select.groupBy.every(({ kind }) => kind === 'column')) return undefined;
  const columns = select.selectors.map((selector) => ofThatRow(selector, name, table, pattern.textOf));
  // A column beside the aggregate is that of a row of any of the partitions.
  if (inPart && select.selectors.some(({ expression }) => !isGroupOrCall(expression, group))) return undefined;
  if (columns.includes(undefined) || columns.every((one) => one?.aggregate === undefined)) return undefined;
  const word = (part: string): string => words(part, style);
  const list = columns.map((one, index) => {
    const alias = select.selectors[index]!.alias?.text;
    return alias === undefined ? one!.text : `${one!.text} ${word('AS')} ${alias}`;
  });
  const read = text.slice(from.span.start, where?.span.end ?? from.span.end);
  const filters = allowFiltering === undefined ? '' : ` ${word('ALLOW FILTERING')}`;
  const query = `${word('SELECT')} ${list.join(', ')} ${word('FROM')} ${read} ${word('PER PARTITION LIMIT')} 1${filters}`;
  const unnamed = columns.flatMap((one, index) =>
    one?.aggregate === undefined || select.selectors[index]!.alias !== undefined ? [] : [one],
  );
  return { query, notes: unnamed.map((one) => namedNow(one.aggregate!, one.text)) };
}

const isGroupOrCall = (expression: Expression, group: readonly Column[]): boolean =>
  expression.kind === 'call' ||
  (expression.kind === 'column' && group.some(({ name }) => name === expression.column.name));

/** The answer has the column where it had a call. */
export const namedNow = (call: string, column: string): string =>
  `What was \`${call}\` in the answer is \`${column}\` now.`;

/**
 * The first row of each partition whose key the query gives in part, as the first row of each group of a table that is partitioned by what
 * is given: `… WHERE repo = ? PER PARTITION LIMIT 1`.
 */
export function firstOfGroups(question: Question): string | undefined {
  const { pattern, table, style, text } = question;
  const { select, relations, equal } = pattern;
  const { perPartitionLimit, groupBy, orderBy, json, distinct, template } = select;
  const count = perPartitionLimit?.value;
  if (perPartitionLimit === undefined || count?.kind !== 'literal' || count.value !== '1') return undefined;
  if (groupBy.length + orderBy.length > 0 || json || distinct || template === true || pattern.aggregates)
    return undefined;
  const isGiven = ({ name }: Column): boolean => equal.some(({ column }) => column.name === name);
  if (
    equal.length === 0 ||
    equal.length < relations.length ||
    !equal.every(({ column }) => column.kind === 'partition')
  )
    return undefined;
  if (table.partitionKey.every(isGiven)) return undefined;
  const groups = [...table.partitionKey.filter(isGiven), ...table.partitionKey.filter((one) => !isGiven(one))];
  const clause = `${words('GROUP BY', style)} ${groups.map(({ name }) => printName(name)).join(', ')}`;
  const { start, end } = perPartitionLimit.span;
  return text.slice(select.span.start, start) + clause + text.slice(end, select.span.end);
}

interface OfThatRow {
  readonly text: string;
  /** The call that it stands for. */
  readonly aggregate: string | undefined;
}

/** What that row of a partition has of it; a column beside an aggregate is that of the first row. `undefined` where other rows are asked as well. */
function ofThatRow(
  { expression }: Selector,
  name: 'max' | 'min',
  { columns, clustering: [first] }: Table,
  textOf: Question['pattern']['textOf'],
): OfThatRow | undefined {
  if (first === undefined) return undefined;
  if (expression.kind === 'column') {
    const kind = columns.get(expression.column.name)?.kind;
    const isFirst = name === (first.order === 'DESC' ? 'max' : 'min');
    return kind === undefined || (kind !== 'partition' && !isFirst)
      ? undefined
      : { text: textOf(expression), aggregate: undefined };
  }
  if (expression.kind !== 'call' || expression.function.keyspace !== undefined) return undefined;
  const [argument, ...others] = expression.arguments;
  const isAsked = argument?.kind === 'column' && argument.column.name === first.name && others.length === 0;
  return isAsked && expression.function.name.name === name
    ? { text: textOf(argument), aggregate: textOf(expression) }
    : undefined;
}
