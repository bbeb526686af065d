import { type Position, beforeLineBreak, countUpTo } from '../../text/lines.ts';
import type { SyntaxDocument } from './document.ts';
import type { Segment, Splice } from '../segment.ts';
import { StatementSegment, type Workshop } from './statement-segment.ts';

/** A document with the running sums of its segments' lengths and lines. */
export class SegmentedDocument implements SyntaxDocument {
  readonly segments: readonly StatementSegment[];
  /** Where the segments begin, and behind them the length. */
  readonly starts: Int32Array;
  /** How many lines end before each segment, and behind them all. */
  readonly lines: Int32Array;
  readonly workshop: Workshop;
  /** No segment's `reach` is greater. */
  readonly maximumReach: number;
  readonly splice: Splice | undefined;
  /** The program that the statements stand in, where they do. */
  readonly program: string | undefined;

  constructor(
    segments: readonly StatementSegment[],
    starts: Int32Array,
    lines: Int32Array,
    workshop: Workshop,
    maximumReach: number,
    splice?: Splice,
    program?: string,
  ) {
    this.segments = segments;
    this.starts = starts;
    this.lines = lines;
    this.workshop = workshop;
    this.maximumReach = maximumReach;
    this.splice = splice;
    this.program = program;
  }

  /** The same statements in a program. */
  of(program: string, splice: Splice | undefined): SegmentedDocument {
    const { segments, starts, lines, workshop, maximumReach } = this;
    return new SegmentedDocument(segments, starts, lines, workshop, maximumReach, splice, program);
  }

  get length(): number {
    return this.starts.at(-1)!;
  }

  get lineCount(): number {
    return this.lines.at(-1)! + 1;
  }

  startOf(index: number): number {
    return this.starts[index]!;
  }

  segmentAt(offset: number): number {
    return Math.max(0, Math.min(countUpTo(this.starts, offset), this.segments.length) - 1);
  }

  indexOf(segment: Segment): number {
    const { segments } = this;
    if (!(segment instanceof StatementSegment)) return -1;
    const hint = Math.min(segment.place, segments.length - 1);
    for (let distance = 0; distance < segments.length; distance += 1) {
      for (const index of [hint - distance, hint + distance]) {
        if (segments[index] === segment) {
          segment.place = index;
          return index;
        }
      }
    }
    return -1;
  }

  text(): string {
    return this.program ?? this.slice(0, this.length);
  }

  written(start: number, end: number): string {
    return this.program?.slice(Math.max(0, start), end) ?? this.slice(start, end);
  }

  slice(start: number, end: number): string {
    const last = Math.min(end, this.length);
    if (start >= last) return '';
    const first = this.segmentAt(Math.max(0, start));
    const parts: string[] = [];
    for (let i = first; i < this.segments.length && this.starts[i]! < last; i += 1) {
      const origin = this.starts[i]!;
      parts.push(this.segments[i]!.text.slice(Math.max(0, start - origin), last - origin));
    }
    return parts.join('');
  }

  positionAt(offset: number): Position {
    const target = Math.max(0, Math.min(offset, this.length));
    const index = this.segmentAt(target);
    const local = target - this.starts[index]!;
    const starts = this.segments[index]!.lineStarts();
    const breaks = countUpTo(starts, local);
    const line = this.lines[index]! + breaks;
    return { line, character: breaks > 0 ? local - starts[breaks - 1]! : target - this.startOfLine(line) };
  }

  offsetAt({ line, character }: Position): number {
    if (line < 0) return 0;
    if (line >= this.lineCount) return this.length;
    const start = this.startOfLine(line);
    return Math.min(start + Math.max(0, character), this.endOfLine(line));
  }

  /** Offset where a line begins; the first one is 0. */
  private startOfLine(line: number): number {
    if (line === 0) return 0;
    const index = this.segmentThatEnds(line);
    return this.starts[index]! + this.segments[index]!.lineStarts()[line - this.lines[index]! - 1]!;
  }

  /** Offset of a line's break; of the document's end where it has none. */
  private endOfLine(line: number): number {
    if (line + 1 >= this.lineCount) return this.length;
    const index = this.segmentThatEnds(line + 1);
    const segment = this.segments[index]!;
    return this.starts[index]! + beforeLineBreak(segment.text, segment.lineStarts()[line - this.lines[index]!]!);
  }

  /** Index of the segment that holds the break before a line, which is not the first one. */
  private segmentThatEnds(line: number): number {
    return countUpTo(this.lines, line - 1) - 1;
  }
}
