import type { Table } from '../../catalog/model.ts';
import type { Selector } from '../../syntax/ast.ts';
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
  if (asked === undefined || tryQuery(question.sandbox, asked.query) === undefined) return undefined;
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

/** A query for one row of each partition, and what its answer names otherwise. */
interface RowOfEach {
  readonly query: string;
  readonly notes: readonly string[];
}

/** The query that gives for each partition the row with the greatest or the least of the first clustering column, if that came first. */
export function rowOfEach(question: Question, name: 'max' | 'min'): RowOfEach | undefined {
  const { pattern, table, style } = question;
  const { select, relations, group } = pattern;
  const { from, limit, perPartitionLimit, orderBy, json, distinct, template } = select;
  if (from === undefined || relations.length > 0 || limit !== undefined || perPartitionLimit !== undefined)
    return undefined;
  if (orderBy.length > 0 || json || distinct || template === true) return undefined;
  const isEach = group.length === table.partitionKey.length && group.every(({ kind }) => kind === 'partition');
  if (!isEach || group.length !== select.groupBy.length) return undefined;
  const columns = select.selectors.map((selector) => ofThatRow(selector, name, table, pattern.textOf));
  if (columns.includes(undefined) || columns.every((one) => one?.aggregate === undefined)) return undefined;
  const word = (part: string): string => words(part, style);
  const list = columns.map((one, index) => {
    const alias = select.selectors[index]!.alias?.text;
    return alias === undefined ? one!.text : `${one!.text} ${word('AS')} ${alias}`;
  });
  const query = `${word('SELECT')} ${list.join(', ')} ${word('FROM')} ${pattern.textOf(from)} ${word('PER PARTITION LIMIT')} 1`;
  const unnamed = columns.flatMap((one, index) =>
    one?.aggregate === undefined || select.selectors[index]!.alias !== undefined ? [] : [one],
  );
  return { query, notes: unnamed.map((one) => `What was \`${one.aggregate!}\` in the answer is \`${one.text}\` now.`) };
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
