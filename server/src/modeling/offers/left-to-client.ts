import { offer } from '../proposal/offer.ts';
import type { Proposal } from '../proposal/proposal.ts';
import { tryQuery } from '../proposal/sandbox.ts';
import { queryEdits } from '../question/query-edits.ts';
import type { Question } from '../question/question.ts';
import { bindsOf, rewrittenOnTable } from './client-sort.ts';

/** The query without OFFSET and HAVING; `served`: its table serves what is left of it. */
export function leftToClient(
  question: Question,
): { readonly proposal: Proposal; readonly served: boolean } | undefined {
  const { pattern, sandbox } = question;
  const { clientClauses, relations, group } = pattern;
  if (clientClauses.length === 0) return undefined;
  const rewritten = rewrittenOnTable(question, { order: 'keep', limit: 'keep', needsOrder: false });
  const [query] = rewritten?.queries ?? [];
  const tried = query === undefined ? undefined : tryQuery(sandbox, query.text);
  if (rewritten === undefined || tried === undefined || tried.path.filters) return undefined;
  const scans = tried.path.partitions.kind === 'all';
  const served = !scans || (relations.length === 0 && group.length === 0);
  const does = clientClauses.map(({ kind }) => DOES[kind]).join(' and ');
  const proposal = offer({
    kind: 'rewrite',
    preferred: false,
    title: `Read without ${clientClauses.map(({ kind }) => kind.toUpperCase()).join(' and ')} and ${does} in the client`,
    why: served ? 'Its table serves the rest of the query.' : 'The rest of the query reads every partition.',
    price: scans
      ? 'each run reads every row of the table'
      : clientClauses.some(({ kind }) => kind === 'offset')
        ? 'each page reads all rows before it'
        : undefined,
    queries: rewritten.queries.map(({ text }) => text),
    binds: bindsOf(rewritten),
    select: rewritten.select,
    edits: () => queryEdits(question, rewritten.queries, rewritten.changes),
  });
  return { proposal, served };
}

const DOES = { offset: 'pass over the rows before', having: 'leave out groups' } as const;
