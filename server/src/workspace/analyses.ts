import type { Splice } from '../syntax/segment.ts';
import type { SegmentAnalysis, Shown } from './file.ts';
import { type NumberOf, newNumbers } from './shown.ts';

/** What is said about the segments of a file, by index. */
export interface Said {
  at(index: number): SegmentAnalysis | undefined;
  /** Its findings that are shown, in the order of its text. */
  shown(index: number): readonly Shown[];
  /** The segments with findings that are shown, or with comments about findings; in rising order. */
  speaking(): readonly number[];
  /** The finding that is all that a segment says. */
  alone(index: number): Alone | undefined;
  /** Where a segment says nothing but what a file needs to be told once: the number of that text; else 0. */
  repeats(index: number): number;
  /** Of the texts that its findings tell. */
  readonly numberOf: NumberOf;
}

/** A finding that is shown, and its place in its segment. */
export interface Alone extends Pick<Shown, 'finding' | 'severity'> {
  readonly start: number;
  readonly end: number;
}

/** Where something else is said than before, and how the segments have moved since. */
export interface Changes {
  /** By index, as it is now. */
  readonly touched: ReadonlySet<number>;
  /** In their order. */
  readonly splices: readonly Splice[];
}

/** The index of a segment after a splice; `undefined` where it is gone. */
export function movedBy({ from, to, come }: Splice, index: number): number | undefined {
  if (index < from) return index;
  return index < to ? undefined : index + from + come - to;
}

/**
 * The analyses of a file's segments, by index; holes are to be computed. A file has many thousand, and each keystroke asks: what is
 * asked of all of them stands in lists of numbers, and of most no more is looked at.
 */
export class Analyses implements Said {
  #analyses: (SegmentAnalysis | undefined)[];
  /** The numbers of their bases; NONE of those to be computed. */
  #bases: number[];
  /** How often the bases had changed when they were made. */
  #asOf: number[];
  /** Of those that have something to say. */
  #shown: (readonly Shown[] | undefined)[];
  #alone: (Alone | undefined)[];
  /** The number of the text that is all that is said, 0 where more is said, NONE where nothing is. */
  #repeats: number[];
  #numberOf = newNumbers();
  #changes = 0;
  /** Since they were last taken; absent where all may be another. */
  #latest: { touched: Set<number>; readonly splices: Splice[] } | undefined;

  /** Of so many segments, all to be computed. */
  constructor(length: number) {
    this.#analyses = Array.from({ length });
    this.#bases = nones(length);
    this.#asOf = nones(length);
    this.#shown = Array.from({ length });
    this.#alone = Array.from({ length });
    this.#repeats = nones(length);
  }

  get length(): number {
    return this.#analyses.length;
  }

  /** Another number whenever something else is said. */
  get changes(): number {
    return this.#changes;
  }

  /** What changed since this was last asked; `undefined` where all may be another. */
  takeChanges(): Changes | undefined {
    const latest = this.#latest;
    this.#latest = { touched: new Set(), splices: [] };
    return latest;
  }

  at(index: number): SegmentAnalysis | undefined {
    return this.#analyses[index];
  }

  shown(index: number): readonly Shown[] {
    return this.#shown[index] ?? NOTHING;
  }

  alone(index: number): Alone | undefined {
    return this.#alone[index];
  }

  repeats(index: number): number {
    return this.#repeats[index]!;
  }

  get numberOf(): NumberOf {
    return this.#numberOf;
  }

  /** Those that are there. */
  known(): readonly SegmentAnalysis[] {
    return this.#analyses.filter((analysis) => analysis !== undefined);
  }

  /** The first from an index on that has to be computed, given how often each basis has changed; the length where there is none. */
  nextToCompute(from: number, changes: readonly number[]): number {
    const bases = this.#bases;
    const asOf = this.#asOf;
    let index = from;
    while (index < bases.length && bases[index] !== NONE && changes[bases[index]!] === asOf[index]) index += 1;
    return index;
  }

  /** `changes` is how often its basis has changed. */
  put(index: number, analysis: SegmentAnalysis, changes: number, shown: readonly Shown[]): void {
    this.forget(index);
    this.#analyses[index] = analysis;
    this.#bases[index] = analysis.basis.id;
    this.#asOf[index] = changes;
    if (shown.length + analysis.directives.length === 0) return;
    this.#shown[index] = shown;
    const [only] = shown.length === 1 && analysis.directives.length === 0 ? shown : [];
    this.#alone[index] = only && { finding: only.finding, severity: only.severity, ...only.finding.span };
    this.#repeats[index] = only?.told ?? 0;
    this.#note(index);
  }

  /** What is said there is to be found out again; the schemas in which that was found are as they were. */
  outdate(index: number): void {
    this.#bases[index] = NONE;
  }

  forget(index: number): void {
    this.#analyses[index] = undefined;
    this.#bases[index] = NONE;
    if (this.#shown[index] === undefined) return;
    this.#shown[index] = undefined;
    this.#alone[index] = undefined;
    this.#repeats[index] = NONE;
    this.#note(index);
  }

  #note(index: number): void {
    this.#latest?.touched.add(index);
    this.#changes += 1;
  }

  forgetAll(): void {
    this.#analyses.fill(undefined);
    this.#bases.fill(NONE);
    this.#shown.fill(undefined);
    this.#alone.fill(undefined);
    this.#repeats.fill(NONE);
    this.#numberOf = newNumbers();
    this.#latest = undefined;
    this.#changes += 1;
  }

  /** After an edit that put so many segments in the place of others; the others are as they were. */
  exchange(splice: Splice): void {
    const { from, to, come } = splice;
    const holes = nones(come);
    const empty: undefined[] = Array.from({ length: come });
    this.#analyses = exchanged(this.#analyses, from, to, empty);
    this.#bases = exchanged(this.#bases, from, to, holes);
    this.#asOf = exchanged(this.#asOf, from, to, holes);
    this.#shown = exchanged(this.#shown, from, to, empty);
    this.#alone = exchanged(this.#alone, from, to, empty);
    this.#repeats = exchanged(this.#repeats, from, to, holes);
    this.#changes += 1;
    if (this.#latest === undefined) return;
    this.#latest.splices.push(splice);
    this.#latest.touched = new Set([...this.#latest.touched].flatMap((index) => movedBy(splice, index) ?? []));
    for (let index = from; index <= from + come; index += 1) this.#latest.touched.add(index);
  }

  speaking(): readonly number[] {
    const found: number[] = [];
    const repeats = this.#repeats;
    for (let index = 0; index < repeats.length; index += 1) if (repeats[index] !== NONE) found.push(index);
    return found;
  }
}

const NOTHING: readonly never[] = [];
const NONE = -1;
const nones = (length: number): number[] => Array.from<number>({ length }).fill(NONE);

/** The list with others in the place of those from one index to another. */
function exchanged<T>(all: T[], from: number, to: number, others: T[]): T[] {
  if (to - from !== others.length) return all.slice(0, from).concat(others, all.slice(to));
  for (const [at, one] of others.entries()) all[from + at] = one;
  return all;
}
