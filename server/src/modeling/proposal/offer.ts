import { IN_STEP, type Proposal } from './proposal.ts';

/** A proposal with what it says; the rest is empty. */
export function offer(said: Pick<Proposal, 'kind' | 'title' | 'why' | 'edits'> & Partial<Proposal>): Proposal {
  return {
    price: undefined,
    table: undefined,
    ddl: [],
    undo: [],
    queries: [],
    binds: undefined,
    merge: undefined,
    clientFilter: [],
    select: undefined,
    derived: [],
    copySelect: undefined,
    backfill: undefined,
    size: undefined,
    notes: [],
    leaves: undefined,
    preferred: false,
    leftOut: [],
    result: undefined,
    holding: undefined,
    beside: undefined,
    ...IN_STEP,
    ...said,
  };
}
