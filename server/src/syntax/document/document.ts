import { changeBetween } from '../../text/changed-span.ts';
import { type Position, countLineBreaks, countUpTo } from '../../text/lines.ts';
import { noSplice, type Segment, type Splice } from '../segment.ts';
import { SegmentedDocument } from './segmented-document.ts';
import { cutSegments } from './segments.ts';
import { type StatementSegment, type Workshop, newWorkshop } from './statement-segment.ts';

/** A text of CQL, cut into statements. It never changes: an edit makes another document that shares what stayed the same. */
export interface SyntaxDocument {
  /** In the order of the text, which they cover without gaps; never empty. */
  readonly segments: readonly Segment[];
  /** What the edit that made it did to the segments of the document before; absent where it was opened. */
  readonly splice: Splice | undefined;
  /** In UTF-16 code units. */
  readonly length: number;
  readonly lineCount: number;
  /** Offset where segment `index` begins; the document's length where `index` is the number of segments. */
  startOf(index: number): number;
  /** Index of the segment that holds the character at `offset`; of the last one at the document's end. */
  segmentAt(offset: number): number;
  /** Index of a segment; -1 where it is none of this document's. */
  indexOf(segment: Segment): number;
  /** As it is written: of a program all of it. */
  text(): string;
  /** What of the text is CQL; the rest of a program is blank. */
  slice(start: number, end: number): string;
  /** A part of what `text` gives. */
  written(start: number, end: number): string;
  /** Offsets outside of the document count as its ends. */
  positionAt(offset: number): Position;
  /** Lines and characters beyond the end count as the ends of the document and of the line. */
  offsetAt(position: Position): number;
}

/** What is written in place of a span of a document. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Cuts a text into statements; what they mean is worked out when it is asked for. Documents that are opened in one workshop share its
 * parser.
 */
export const openDocument = (text: string, workshop: Workshop = newWorkshop()): SyntaxDocument =>
  openWith(workshop, text);

/** What a placeholder in the text of a program stands for. */
interface Stand {
  readonly start: number;
  readonly name: string;
}

/** The document of a program, of which `text` is what is CQL in it, at its place. */
export function openProgram(
  program: string,
  text: string,
  stands: readonly Stand[],
  workshop: Workshop,
): SyntaxDocument {
  const document = openWith(workshop, text);
  const found = standsBySegment(document, stands);
  for (const [segment, own] of found) segment.stands = own;
  return document.of(program, undefined);
}

/** The document of a program that became another one. */
export function editProgram(
  document: SyntaxDocument,
  program: string,
  text: string,
  stands: readonly Stand[],
): SyntaxDocument {
  const { start, end, grown } = changeBetween(document.slice(0, document.length), text);
  const edited = editDocument(document, { start, end, text: text.slice(start, end + grown) }) as SegmentedDocument;
  const { segments } = document;
  const splice = edited === document ? noSplice(segments) : edited.splice;
  const found = standsBySegment(edited, stands);
  const [from, to] = splice === undefined ? [0, edited.segments.length] : [splice.from, splice.from + splice.come];
  // Another name for what stayed where it was makes other statements.
  const isAnother = edited.segments.some(
    (segment, index) => (index < from || index >= to) && !standForTheSame(segment.stands, found.get(segment)),
  );
  if (isAnother) return openProgram(program, text, stands, edited.workshop);
  for (const [segment, own] of found) segment.stands ??= own;
  return edited.of(program, splice);
}

function standsBySegment(
  document: SegmentedDocument,
  stands: readonly Stand[],
): ReadonlyMap<StatementSegment, ReadonlyMap<number, string>> {
  const found = new Map<StatementSegment, Map<number, string>>();
  for (const { start, name } of stands) {
    const index = document.segmentAt(start);
    const segment = document.segments[index]!;
    const own = found.get(segment) ?? new Map<number, string>();
    found.set(segment, own.set(start - document.startOf(index), name));
  }
  return found;
}

const standForTheSame = (
  one: ReadonlyMap<number, string> | undefined,
  other: ReadonlyMap<number, string> | undefined,
): boolean =>
  one === other || (one?.size === other?.size && [...(one ?? [])].every(([start, name]) => other?.get(start) === name));

/**
 * The document after an edit. Only what the edit can have changed is cut again; the other segments are the very same objects.
 * It equals a document opened with the new text.
 */
export function editDocument(document: SyntaxDocument, edit: TextEdit): SyntaxDocument {
  if (!(document instanceof SegmentedDocument)) throw new TypeError('not a document of openDocument');
  const start = Math.max(0, Math.min(edit.start, document.length));
  const end = Math.max(start, Math.min(edit.end, document.length));
  if (start === end && edit.text === '') return document;
  if (end - start === document.length) return openWith(document.workshop, edit.text);

  const first = firstTouched(document, start);
  const { fresh, next } = cutAgain(document, first, { start, end, text: edit.text });
  const { segments, starts, lines, workshop } = document;
  placed(fresh, first);
  return new SegmentedDocument(
    spliced(segments, first, next, fresh),
    spliceSums(starts, first, next, fresh, lengthOf),
    spliceSums(lines, first, next, fresh, lineBreaksOf),
    workshop,
    greatestReach(fresh, document.maximumReach),
    { of: segments, from: first, to: next, come: fresh.length },
  );
}

function openWith(workshop: Workshop, text: string): SegmentedDocument {
  const segments = cutSegments({ text, isLast: true, detached: false, workshop });
  placed(segments, 0);
  return new SegmentedDocument(
    segments,
    spliceSums(NO_SUMS, 0, 0, segments, lengthOf),
    spliceSums(NO_SUMS, 0, 0, segments, lineBreaksOf),
    workshop,
    greatestReach(segments, 0),
  );
}

function placed(segments: readonly StatementSegment[], first: number): void {
  for (let index = 0; index < segments.length; index += 1) segments[index]!.place = first + index;
}

/** Index of the first segment that an edit at `start` can change: the one it stands in, or one before that depends on what follows. */
function firstTouched(document: SegmentedDocument, start: number): number {
  const { segments, starts, maximumReach } = document;
  const touched = document.segmentAt(start);
  let first = touched;
  for (let i = touched - 1; i >= 0 && starts[i + 1]! + maximumReach > start; i -= 1) {
    if (starts[i + 1]! + segments[i]!.reach > start) first = i;
  }
  return first;
}

/** The segments that take the place of those in `[first, next)`. */
interface Cut {
  readonly fresh: readonly StatementSegment[];
  readonly next: number;
}

/** Cuts from segment `first` on, until a segment ends where one ended before: from there on all is as it was. */
function cutAgain(document: SegmentedDocument, first: number, edit: TextEdit): Cut {
  const { segments, starts, workshop } = document;
  const editEnd = edit.start + edit.text.length;
  const shift = editEnd - edit.end;
  const fresh: StatementSegment[] = [];
  // The old segment that would be next, if the one that is being cut ended here.
  let next = countUpTo(starts, edit.end - 1);
  let origin = starts[first]!;
  let text = document.slice(origin, edit.start) + edit.text;
  let from = edit.end;
  let until = Math.min(next, segments.length);
  for (let step = 1; ; step *= 4) {
    text += document.slice(from, starts[until]!);
    let met = false;
    const isEnough = (end: number): boolean => {
      if (origin + end < editEnd) return false;
      while (starts[next]! < origin + end - shift) next += 1;
      return (met = starts[next] === origin + end - shift);
    };
    const isLast = until === segments.length;
    if (text === '' && isEnough(0)) return { fresh, next };
    const cut = cutSegments({ text, isLast, detached: text.length > LARGE, workshop, isEnough });
    fresh.push(...cut);
    if (met || isLast) return { fresh, next: met ? next : segments.length };
    const read = cut.reduce((length, segment) => length + segment.text.length, 0);
    text = text.slice(read);
    origin += read;
    from = starts[until]!;
    until = Math.min(until + step, segments.length);
  }
}

/** A text of this length is not kept for the sake of a few statements in it. */
const LARGE = 4096;

/** The segments in `[first, next)` give way to `fresh`; where they are as many, that is one copy. */
function spliced(
  segments: readonly StatementSegment[],
  first: number,
  next: number,
  fresh: readonly StatementSegment[],
): readonly StatementSegment[] {
  if (fresh.length !== next - first) return segments.slice(0, first).concat(fresh, segments.slice(next));
  const copy = segments.slice();
  for (let i = 0; i < fresh.length; i += 1) copy[first + i] = fresh[i]!;
  return copy;
}

/** Running sums in which the sizes of the segments in `[first, next)` give way to those of `fresh`. */
function spliceSums(
  sums: Int32Array,
  first: number,
  next: number,
  fresh: readonly StatementSegment[],
  sizeOf: (segment: StatementSegment) => number,
): Int32Array {
  const result = new Int32Array(sums.length + fresh.length - (next - first));
  result.set(sums.subarray(0, first + 1));
  let at = first;
  let sum = sums[first]!;
  for (const segment of fresh) {
    sum += sizeOf(segment);
    at += 1;
    result[at] = sum;
  }
  const shift = sum - sums[next]!;
  if (shift === 0) {
    result.set(sums.subarray(next + 1), at + 1);
  } else {
    for (let i = next + 1; i < sums.length; i += 1) result[at + i - next] = sums[i]! + shift;
  }
  return result;
}

const NO_SUMS = new Int32Array(1);

const lengthOf = (segment: StatementSegment): number => segment.text.length;

const lineBreaksOf = (segment: StatementSegment): number => countLineBreaks(segment.text);

const greatestReach = (segments: readonly StatementSegment[], atLeast: number): number =>
  segments.reduce((greatest, { reach }) => Math.max(greatest, reach), atLeast);
