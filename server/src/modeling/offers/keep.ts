import { offer } from '../proposal/offer.ts';
import type { Proposal } from '../proposal/proposal.ts';

/** Nothing is offered, and why. */
export const keep = (why: string): Proposal =>
  offer({ kind: 'keep', title: 'Leave the query as it is', why, edits: () => [] });
