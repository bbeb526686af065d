import type { Relation } from '../../syntax/ast.ts';
import { printName } from '../../catalog/names.ts';
import { isAnsweredWhole, leftToClientOf } from '../design/key.ts';
import { offer } from '../proposal/offer.ts';
import type { Proposal } from '../proposal/proposal.ts';
import { tryQuery } from '../proposal/sandbox.ts';
import { queryEdits } from '../question/query-edits.ts';
import type { Pattern } from '../question/pattern.ts';
import type { Question } from '../question/question.ts';
import { bindsOf, rewrittenOnTable } from './client-sort.ts';

/** The query without what no release before 6.0 looks for (`!=`, NOT IN, IS NOT NULL), or none at all (IS NULL): Cassandra answers, the client leaves out rows. */
export function filterInClient(question: Question): Proposal | undefined {
  const { pattern, taken, sandbox, table } = question;
  const { select, relations } = pattern;
  const negated = leftToClientOf(question);
  if (taken || negated.length === 0) return undefined;
  if (!isAnsweredWhole(pattern) || select.distinct || select.perPartitionLimit !== undefined) return undefined;
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
  const finds = new Set(negated.map((index) => whatIsFound(relations[index]!, pattern)));
  const read = scans ? `every row of \`${printName(table.name)}\`` : 'the rows that the key names';
  return offer({
    kind: 'rewrite',
    title: `Read without ${left} and leave out the other rows in the client${scans ? ', while the table is small' : ''}`,
    why: `Each run reads ${read}; nothing in Cassandra finds ${[...finds].join(' or ')}.`,
    price: `each run reads ${read}`,
    queries: rewritten.queries.map(({ text }) => text),
    binds: bindsOf(rewritten),
    clientFilter: negated,
    select: rewritten.select,
    notes: finds.has(MISSING) ? ['A column that says so, as a boolean that each write gives, can be asked for.'] : [],
    edits: () => queryEdits(question, rewritten.queries, rewritten.changes),
  });
}

function whatIsFound(relation: Relation, { textOf }: Pattern): string {
  if (relation.kind === 'column' && relation.operator === 'IS NOT NULL') return 'rows by having a value';
  return /\bIS\s+NULL$/i.test(textOf(relation)) ? MISSING : 'what is not equal';
}

const MISSING = 'what is missing';
