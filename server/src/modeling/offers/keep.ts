import { offer } from '../proposal/offer.ts';
import type { Proposal } from '../proposal/proposal.ts';

/** Nothing is offered for a query, and why; one that Cassandra refuses cannot stay. */
export const keepQuery = (why: string, taken: boolean): Proposal =>
  offer({
    kind: 'keep',
    title: taken ? 'Leave the query as it is' : 'Ask otherwise: nothing makes Cassandra take this query',
    why,
    edits: () => [],
  });

/** Nothing is offered for a table, and why. */
export const keepTable = (why: string): Proposal =>
  offer({ kind: 'keep', title: 'Leave the table as it is', why, edits: () => [] });
