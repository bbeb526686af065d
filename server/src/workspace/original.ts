import type { Location } from '../catalog/model.ts';
import { firstIndex } from '../text/occupied.ts';
import type { WorkspaceFile } from './file.ts';

/** A statement as it stood in its file before anything was changed. */
export interface OriginalStatement {
  readonly path: string;
  /** One-based. */
  readonly line: number;
  readonly cql: string;
  /** What became of it. */
  readonly what: string;
}

/** A text put in the place of another, at offsets in the document as it was just before. */
export interface Replaced {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** All that was put in the place of something at one time, by file: in the order of the text, with how much longer it had become before. */
export type Round = ReadonlyMap<string, readonly (Replaced & { readonly grown: number })[]>;

export const roundOf = (edits: ReadonlyMap<string, readonly Replaced[]>): Round =>
  new Map(
    [...edits].map(([uri, list]) => {
      let grown = 0;
      const inOrder = list.toSorted((a, b) => a.start - b.start || a.end - b.end);
      return [
        uri,
        inOrder.map((edit) => {
          const placed = { ...edit, grown };
          grown += edit.text.length - (edit.end - edit.start);
          return placed;
        }),
      ];
    }),
  );

/** Finds, for a place in the files after some rounds of edits, the statement that stood there before them. */
export function originalAt(
  before: ReadonlyMap<string, WorkspaceFile>,
  rounds: readonly Round[],
  uri: string,
  offset: number,
  what: string,
): OriginalStatement | undefined {
  const file = before.get(uri);
  const place = rounds.reduceRight<number | undefined>(
    (at, round) => (at === undefined ? undefined : offsetBefore(at, round.get(uri) ?? [])),
    offset,
  );
  if (file === undefined || place === undefined) return undefined;
  const { document, path } = file;
  const index = document.segmentAt(place);
  const { begin, end } = document.segments[index]!;
  const from = document.startOf(index);
  return {
    path,
    line: document.positionAt(from + begin).line + 1,
    cql: document.slice(from + begin, from + end),
    what,
  };
}

/** Where in the files a location begins; `undefined` where it has no place any more. */
export function offsetOf(file: WorkspaceFile | undefined, { segment, span }: Location): number | undefined {
  const index = file?.document.indexOf(segment) ?? -1;
  return file === undefined || index < 0 ? undefined : file.document.startOf(index) + span.start;
}

/** The place before the edits; `undefined` within a text that was inserted. */
function offsetBefore(offset: number, edits: NonNullable<ReturnType<Round['get']>>): number | undefined {
  const behind = firstIndex(edits.length, (at) => edits[at]!.start + edits[at]!.grown > offset);
  const last = edits[behind - 1];
  if (last === undefined) return offset;
  const { start, end, text, grown } = last;
  if (offset < start + grown + text.length) return start === end ? undefined : start;
  return offset - grown - text.length + (end - start);
}
