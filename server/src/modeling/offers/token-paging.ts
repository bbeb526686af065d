import { printName } from '../../catalog/names.ts';
import { isNative } from '../../catalog/types.ts';
import { offer } from '../proposal/offer.ts';
import type { Proposal } from '../proposal/proposal.ts';
import { queryEdits } from '../question/query-edits.ts';
import type { Question } from '../question/question.ts';
import { rewriteQuery } from '../design/rewrite.ts';
import { tryQuery } from '../proposal/sandbox.ts';

/** A page of all partitions behind a key: partitions have the order of their tokens, and no other. */
export interface TokenPaging {
  readonly proposal: Proposal;
  /** No order of the values can be meant: they are random, or the next page is asked for by the last key. */
  readonly meant: boolean;
}

/** The query that reads the next page of all partitions, for `key > ? LIMIT n`. */
export function tokenPaging(question: Question): TokenPaging | undefined {
  const { pattern, table, text, sandbox } = question;
  const { select, relations, aggregates } = pattern;
  const [relation] = relations;
  const [key] = table.partitionKey;
  if (relations.length !== 1 || relation?.kind !== 'column' || key === undefined || table.partitionKey.length > 1)
    return undefined;
  const { operator, operand, column } = relation;
  if (column.name !== key.name || (operator !== '>' && operator !== '>=') || operand.kind !== 'one') return undefined;
  if (select.limit === undefined || select.orderBy.length > 0 || aggregates || select.json) return undefined;
  const name = printName(key.name);
  const value = pattern.textOf(operand.value);
  const written = `token(${name}) ${operator} token(${value})`;
  const rewritten = rewriteQuery(pattern, text, {
    table: undefined,
    relations: new Map([[0, written]]),
    added: [],
    splits: [],
    filters: false,
    clientFilter: [],
    order: 'keep',
    distinct: 'keep',
    key: [...table.partitionKey, ...table.clustering].map((one) => one.name),
    partition: [key.name],
    needsOrder: false,
  });
  if ('why' in rewritten) return undefined;
  const tried = rewritten.queries.map((query) => tryQuery(sandbox, query.text));
  if (tried.some((one) => one?.path.tokenRange !== true)) return undefined;
  const proposal = offer({
    kind: 'rewrite',
    title: `Page by token, to read all rows in the order of their tokens: \`${written}\``,
    why: `Partitions have no other order; the next page begins behind the last \`${name}\` of this one. Drivers page by themselves where the whole answer is wanted.`,
    queries: rewritten.queries.map((query) => query.text),
    notes: [`Rows come in the order of their tokens, not of \`${name}\`.`],
    edits: () => queryEdits(question, rewritten.queries, rewritten.changes),
  });
  const random = isNative(key.type, 'uuid') || isNative(key.type, 'blob');
  return { proposal, meant: random || operand.value.kind === 'marker' };
}
