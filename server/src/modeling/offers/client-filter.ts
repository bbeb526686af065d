import { since } from '../../text/release.ts';
import { printName } from '../../catalog/names.ts';
import { negatedBy } from '../design/key.ts';
import { offer } from '../proposal/offer.ts';
import type { Proposal } from '../proposal/proposal.ts';
import { tryQuery } from '../proposal/sandbox.ts';
import { queryEdits } from '../question/query-edits.ts';
import type { Question } from '../question/question.ts';
import { bindsOf, rewrittenOnTable } from './client-sort.ts';

/** The query without what no release before 6.0 looks for (`!=`, NOT IN, IS NOT NULL): Cassandra answers, the client leaves out rows. */
export function filterInClient(question: Question): Proposal | undefined {
  const { pattern, taken, sandbox, table, session } = question;
  const { select, relations } = pattern;
  const { target } = session;
  const negated = negatedBy(pattern);
  if (taken || negated.length === 0 || (target.kind === 'cassandra' && since(target.release, '6.0'))) return undefined;
  if (pattern.aggregates || select.limit !== undefined || select.json || select.distinct) return undefined;
  if (select.perPartitionLimit !== undefined) return undefined;
  const rewritten = rewrittenOnTable(question, {
    order: 'keep',
    limit: 'keep',
    needsOrder: false,
    clientFilter: negated,
  });
  const [query, ...others] = rewritten?.queries ?? [];
  const tried = query === undefined || others.length > 0 ? undefined : tryQuery(sandbox, query.text);
  if (rewritten === undefined || tried === undefined || tried.path.filters) return undefined;
  const scans = tried.path.partitions.kind === 'all';
  if (scans && relations.length > negated.length) return undefined;
  const left = negated.map((index) => `\`${pattern.textOf(relations[index]!)}\``).join(' and ');
  const asksForValues = negated.every((index) => {
    const relation = relations[index]!;
    return relation.kind === 'column' && relation.operator === 'IS NOT NULL';
  });
  const read = scans ? `every row of \`${printName(table.name)}\`` : 'the rows that the key names';
  return offer({
    kind: 'rewrite',
    title: `Read without ${left} and leave out the other rows in the client${scans ? ', while the table is small' : ''}`,
    why: `Each run reads ${read}; ${asksForValues ? 'nothing in Cassandra finds rows by having a value' : 'nothing in Cassandra finds what is not equal'}.`,
    price: `each run reads ${read}`,
    queries: rewritten.queries.map(({ text }) => text),
    binds: bindsOf(rewritten),
    clientFilter: negated,
    select: rewritten.select,
    edits: () => queryEdits(question, rewritten.queries, rewritten.changes),
  });
}
