import { severityOf, type ShownBy } from '../rules/profile.ts';
import type { SegmentAnalysis } from './file.ts';

/** What is said about the segments of a file, by index. */
export interface Said {
  at(index: number): SegmentAnalysis | undefined;
  /** The segments with findings that are shown, or with comments about findings; in rising order. */
  speaking(): readonly number[];
}

/**
 * The analyses of a file's segments, by index; holes are to be computed. Of most segments nothing is to be said, and those that have
 * something are found without a look at the others: a file has many thousand, and each keystroke asks.
 */
export class Analyses implements Said {
  readonly #analyses: (SegmentAnalysis | undefined)[];
  readonly #speaks: Uint8Array;
  #changes = 0;

  private constructor(analyses: (SegmentAnalysis | undefined)[], speaks: Uint8Array) {
    this.#analyses = analyses;
    this.#speaks = speaks;
  }

  /** Of so many segments, all to be computed. */
  static of(length: number): Analyses {
    return new Analyses(Array.from({ length }), new Uint8Array(length));
  }

  get length(): number {
    return this.#analyses.length;
  }

  /** Another number whenever something else is said. */
  get changes(): number {
    return this.#changes;
  }

  at(index: number): SegmentAnalysis | undefined {
    return this.#analyses[index];
  }

  /** Those that are there. */
  known(): readonly SegmentAnalysis[] {
    return this.#analyses.filter((analysis) => analysis !== undefined);
  }

  put(index: number, analysis: SegmentAnalysis, shownBy: ShownBy): void {
    this.#analyses[index] = analysis;
    const { findings, directives } = analysis;
    if (directives.length === 0 && findings.every((finding) => severityOf(finding, shownBy) === undefined)) return;
    this.#speaks[index] = 1;
    this.#changes += 1;
  }

  forget(index: number): void {
    this.#analyses[index] = undefined;
    if (this.#speaks[index] === 0) return;
    this.#speaks[index] = 0;
    this.#changes += 1;
  }

  forgetAll(): void {
    this.#analyses.fill(undefined);
    this.#speaks.fill(0);
    this.#changes += 1;
  }

  /** Those after an edit that left the first `head` and the last `tail` of now `length` segments as they were. */
  carriedOver(head: number, tail: number, length: number): Analyses {
    const behind = this.length - tail;
    const analyses = this.#analyses.slice(0, head);
    analyses.length = length - tail;
    for (let index = behind; index < this.length; index += 1) analyses.push(this.#analyses[index]);
    const speaks = new Uint8Array(length);
    speaks.set(this.#speaks.subarray(0, head));
    speaks.set(this.#speaks.subarray(behind), length - tail);
    return new Analyses(analyses, speaks);
  }

  speaking(): readonly number[] {
    const found: number[] = [];
    for (let at = this.#speaks.indexOf(1); at >= 0; at = this.#speaks.indexOf(1, at + 1)) found.push(at);
    return found;
  }
}
