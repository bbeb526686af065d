import { printName } from '../../catalog/names.ts';
import { isNative } from '../../catalog/types.ts';
import { offer } from '../proposal/offer.ts';
import type { Proposal } from '../proposal/proposal.ts';
import { queryEdits } from '../question/query-edits.ts';
import type { Question } from '../question/question.ts';
import { rewriteQuery } from '../design/rewrite.ts';
import { tryQuery } from '../proposal/sandbox.ts';

/** A page of all partitions: these have the order of their tokens, and no other. */
export interface TokenPaging {
  readonly proposal: Proposal;
  /** No order of the values can be meant: they are random, or the next page is asked for by the last key and nothing sorts. */
  readonly meant: boolean;
}

/** The query that reads the next page of all partitions, for `key > ? LIMIT n`, or the first, for random keys in order. */
export function tokenPaging(question: Question): TokenPaging | undefined {
  const { pattern, table, text, sandbox } = question;
  const { select, relations, aggregates } = pattern;
  const [key, ...others] = table.partitionKey;
  if (key === undefined || others.length > 0 || relations.length > 1) return undefined;
  if (select.limit === undefined || aggregates || select.json) return undefined;
  const sorted = select.orderBy.length > 0;
  if (!select.orderBy.every((one) => one.column.name === key.name && one.direction !== 'DESC')) return undefined;
  const random = isNative(key.type, 'uuid') || isNative(key.type, 'blob');
  const [relation] = relations;
  if (relation === undefined ? !sorted || !random : relation.kind !== 'column') return undefined;
  const after = relation?.kind === 'column' ? relation : undefined;
  const value = after?.operand.kind === 'one' ? after.operand.value : undefined;
  if (after !== undefined && (after.column.name !== key.name || !/^>=?$/.test(after.operator) || value === undefined))
    return undefined;
  const name = printName(key.name);
  const written = value === undefined ? undefined : `token(${name}) ${after!.operator} token(${pattern.textOf(value)})`;
  const rewritten = rewriteQuery(pattern, text, {
    table: undefined,
    relations: new Map(written === undefined ? [] : [[0, written]]),
    added: [],
    splits: [],
    filters: false,
    clientFilter: [],
    order: sorted ? 'drop' : 'keep',
    distinct: 'keep',
    key: [...table.partitionKey, ...table.clustering].map((one) => one.name),
    partition: [key.name],
    needsOrder: false,
  });
  if ('why' in rewritten) return undefined;
  const tried = rewritten.queries.map((query) => tryQuery(sandbox, query.text));
  if (tried.some((one) => one === undefined || (written !== undefined && !one.path.tokenRange))) return undefined;
  const next =
    written === undefined ? `the next page is asked for by \`token(${name}) > token(?)\`` : 'the next page begins';
  const proposal = offer({
    kind: 'rewrite',
    title:
      written === undefined
        ? 'Leave out ORDER BY: all rows are read in the order of their tokens, page by page'
        : `Page by token, to read all rows in the order of their tokens: \`${written}\``,
    why: `Partitions have no other order; ${next} behind the last \`${name}\` of this one. Drivers page by themselves where the whole answer is wanted.`,
    queries: rewritten.queries.map((query) => query.text),
    notes: [
      `Rows come in the order of their tokens, not of \`${name}\`${sorted && isNative(key.type, 'uuid') ? ', which is random' : ''}.`,
    ],
    edits: () => queryEdits(question, rewritten.queries, rewritten.changes),
  });
  return { proposal, meant: random || (!sorted && value?.kind === 'marker') };
}
