import type { Synced } from './compose.ts';
import { mayBeOneRow, mayTakeRow } from './one-row.ts';
import type { Sync } from './sync-model.ts';

/** What has to be known of the text for one statement, alone or a batch, beside what each of its writes says. */
export function statementNotes(synced: readonly Synced[]): readonly string[] {
  const asking = synced.filter(({ write }) => write.waits);
  const asked = new Set(synced.flatMap(({ write }) => [...write.asked.values()]));
  const reads = synced.some(({ sync }) => sync.reads.length > 0);
  const writes = synced.map(({ write }) => write);
  return [
    ...(asking.length > 0 ? [ONLY_APPLIED] : []),
    ...(asking.some(({ sync }) => claims(sync)) ? [GIVEN_BACK] : []),
    ...(reads && mayBeOneRow(writes) ? [ONE_ROW] : []),
    ...(mayTakeRow(writes) ? [TAKEN] : []),
    ...(asked.size > 0 ? [askedOnce([...asked])] : []),
  ];
}

const ONLY_APPLIED =
  'A write with a condition runs alone and first: what follows it is for the client to run where the server says that it was applied.';

/** It writes a row of the copy before the base, to guard something unique. */
const claims = ({ first, reads }: Sync): boolean => first.length > 0 || reads.some(({ claim }) => claim !== undefined);

const GIVEN_BACK =
  'Where the server refuses a write with a condition after its row of the copy was made, the client deletes that row again.';

const ONE_ROW =
  'Where two statements of a batch set columns of one row, make one of them: none reads what the other sets.';

const TAKEN =
  'Where a batch deletes the row that another of its statements writes, run the DELETE alone: of one time, it wins in the base, and the row of the copy would stay.';

const askedOnce = (functions: readonly string[]): string =>
  `The client asks ${functions.map((one) => `\`${one}\``).join(' and ')} once and binds the answer: asked for each table, the two rows would differ.`;
