import type { Table } from '../../catalog/model.ts';
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

/** What is made for a query is made in its keyspace, which this one is only given when it runs. */
export const nameKeyspace = ({ name, keyspace }: Table): Proposal =>
  offer({
    kind: 'keep',
    title: 'Ask for a table with the keyspace written out',
    why: `The keyspace is put in when the program runs; with \`${keyspace}.${name}\` in its place a table can be offered.`,
    edits: () => [],
  });

/** Nothing is offered for a table, and why. */
export const keepTable = (why: string): Proposal =>
  offer({ kind: 'keep', title: 'Leave the table as it is', why, edits: () => [] });
