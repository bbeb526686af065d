import type { CopyWrite } from './statements.ts';
import type { Term } from './terms.ts';

/** What keeps a copy in step with one write of its base. */
export interface Sync {
  /** Run once, with the write. */
  readonly direct: readonly CopyWrite[];
  /** What must be read first, and what then runs for each row found. */
  readonly reads: readonly Reading[];
  /** Copies that are written before the base: they guard something unique. */
  readonly first: readonly CopyWrite[];
  /** A row of the base is several of the copy. */
  readonly spreads: boolean;
  readonly notes: readonly string[];
  /** What a text says instead, where its markers without names cannot say which element they mean. */
  readonly inText?: Sync;
}

export interface Reading {
  readonly select: Term;
  /** Reads of what the row found names, one after the other. */
  readonly further?: readonly Term[];
  /** A row of the copy that is written before all else: it guards something unique. */
  readonly claim?: CopyWrite;
  readonly then: readonly CopyWrite[];
  readonly once: boolean;
  /** It finds rows of which the one that the write makes is none; `before`: as they are before the write. */
  readonly many?: 'before' | 'any';
  /** What follows it has to come after what other reads have found: they find the same row as it was. */
  readonly afterwards?: true;
}

export const NOTHING: Sync = { direct: [], reads: [], first: [], spreads: false, notes: [] };

/** Both, the second's reads first. */
export function together(a: Sync, b: Sync): Sync {
  const both = {
    direct: [...a.direct, ...b.direct],
    reads: readOnce([...b.reads, ...a.reads]),
    first: [...a.first, ...b.first],
    spreads: a.spreads || b.spreads,
    notes: [...new Set([...a.notes, ...b.notes])],
  };
  if (a.inText === undefined && b.inText === undefined) return both;
  return { ...both, inText: together(a.inText ?? a, b.inText ?? b) };
}

/** What the same read of one row is for is read once. */
function readOnce(reads: readonly Reading[]): readonly Reading[] {
  const found = new Map<string, Reading>();
  for (const [index, reading] of reads.entries()) {
    const id = reading.once ? JSON.stringify(reading.select) : String(index);
    const other = found.get(id);
    found.set(id, other === undefined ? reading : { ...other, then: [...other.then, ...reading.then] });
  }
  return [...found.values()];
}

/** Its text takes rows away in a statement of its own before it writes them anew. */
export const takesBefore = ({ inText, ...sync }: Sync): boolean =>
  (inText ?? sync).reads.some(({ then }) => then.length > 1 && then.some(({ apart }) => apart === true));

/** Its text may write one row more than once: what it writes at once, and what each read finds. */
export function writesAnew({ inText, ...sync }: Sync): boolean {
  const { direct, first, reads } = inText ?? sync;
  const places = [[...first, ...direct], ...reads.map(({ then }) => then)];
  return places.filter((writes) => writes.some(({ text }) => !/^delete\b/i.test(text))).length > 1;
}

export const isEmpty = ({ direct, reads, first }: Sync): boolean => direct.length + reads.length + first.length === 0;
