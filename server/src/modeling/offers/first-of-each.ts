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
  const { pattern, table, sandbox, style } = question;
  const { select, relations, group } = pattern;
  const { from, limit, perPartitionLimit, orderBy, json, distinct, template } = select;
  if (from === undefined || relations.length > 0 || limit !== undefined || perPartitionLimit !== undefined)
    return undefined;
  if (orderBy.length > 0 || json || distinct || template === true) return undefined;
  const isEach = group.length === table.partitionKey.length && group.every(({ kind }) => kind === 'partition');
  if (!isEach || group.length !== select.groupBy.length) return undefined;
  const columns = select.selectors.map((selector) => ofFirstRow(selector, table, pattern.textOf));
  if (columns.includes(undefined) || columns.every((one) => one?.aggregate === undefined)) return undefined;
  const word = (part: string): string => words(part, style);
  const list = columns.map((one, index) => {
    const alias = select.selectors[index]!.alias?.text;
    return alias === undefined ? one!.text : `${one!.text} ${word('AS')} ${alias}`;
  });
  const query = `${word('SELECT')} ${list.join(', ')} ${word('FROM')} ${pattern.textOf(from)} ${word('PER PARTITION LIMIT')} 1`;
  if (tryQuery(sandbox, query) === undefined) return undefined;
  const unnamed = columns.flatMap((one, index) =>
    one?.aggregate === undefined || select.selectors[index]!.alias !== undefined ? [] : [one],
  );
  return offer({
    kind: 'rewrite',
    title: 'Read the first row of each partition: PER PARTITION LIMIT 1',
    why: 'Rows are sorted so that the first of a partition tells; it still goes over all partitions, but reads one row of each.',
    queries: [query],
    notes: unnamed.map((one) => `What was \`${one.aggregate!}\` in the answer is \`${one.text}\` now.`),
    edits: () => queryEdits(question, [{ text: query, binds: [], sameBinds: true }], undefined),
  });
}

interface OfFirstRow {
  readonly text: string;
  /** The call that it stands for. */
  readonly aggregate: string | undefined;
}

/** What the first row of a partition has of it, as a column beside an aggregate is; `undefined` where others are asked as well. */
function ofFirstRow(
  { expression }: Selector,
  { columns, clustering: [first] }: Table,
  textOf: Question['pattern']['textOf'],
): OfFirstRow | undefined {
  if (expression.kind === 'column')
    return columns.has(expression.column.name) ? { text: textOf(expression), aggregate: undefined } : undefined;
  if (expression.kind !== 'call' || expression.function.keyspace !== undefined || first === undefined) return undefined;
  const [argument, ...others] = expression.arguments;
  const isFirst = argument?.kind === 'column' && argument.column.name === first.name && others.length === 0;
  const name = first.order === 'DESC' ? 'max' : 'min';
  return isFirst && expression.function.name.name === name
    ? { text: textOf(argument), aggregate: textOf(expression) }
    : undefined;
}
