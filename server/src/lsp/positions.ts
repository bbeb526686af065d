import type { Position, PositionEncodingKind, Range } from 'vscode-languageserver';
import type { SyntaxDocument } from '../syntax/index.ts';

/** A text whose lines are known. */
export type PlacesIn = Pick<SyntaxDocument, 'positionAt' | 'offsetAt' | 'written'>;

/** How positions are counted with one client. */
export interface Positions {
  of(document: PlacesIn, offset: number): Position;
  offset(document: PlacesIn, position: Position): number;
  /** The characters of a part of a text, without line ends. */
  width(text: string, start: number, end: number): number;
}

/** Positions in the encoding that was agreed upon: characters are UTF-16 code units, bytes of UTF-8, or those of Unicode. */
export function positionsIn(encoding: PositionEncodingKind): Positions {
  const positions = POSITIONS[encoding]!;
  return {
    ...positions,
    offset: (document, { line, character }) =>
      positions.offset(document, { line: whole(line), character: whole(character) }),
  };
}

/** A number of a client that reckons with others than the protocol has. */
const whole = (written: number): number => Math.max(0, Math.trunc(written));

/** The range of two offsets. */
export const rangeIn = (positions: Positions, document: PlacesIn, start: number, end: number): Range => ({
  start: positions.of(document, start),
  end: positions.of(document, end),
});

/** Positions where a character takes as many as its width says. */
function countedBy(widthOf: (point: number) => number): Positions {
  const widthIn = (text: string): number => {
    let width = 0;
    for (const character of text) width += widthOf(character.codePointAt(0)!);
    return width;
  };
  return {
    of(document, offset) {
      const { line, character } = document.positionAt(offset);
      return { line, character: widthIn(document.written(offset - character, offset)) };
    },
    offset(document, { line, character }) {
      const start = document.offsetAt({ line, character: 0 });
      // No character takes more than two code units for each that is counted.
      const text = document.written(start, document.offsetAt({ line, character: 2 * character }));
      let units = 0;
      for (let counted = 0; units < text.length;) {
        const point = text.codePointAt(units)!;
        counted += widthOf(point);
        if (counted > character) break;
        units += point > 0xffff ? 2 : 1;
      }
      return start + units;
    },
    width: (text, start, end) => widthIn(text.slice(start, end)),
  };
}

const POSITIONS: Readonly<Record<PositionEncodingKind, Positions>> = {
  'utf-8': countedBy((point) => (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4)),
  'utf-16': {
    of: (document, offset) => document.positionAt(offset),
    offset: (document, position) => document.offsetAt(position),
    width: (_, start, end) => end - start,
  },
  'utf-32': countedBy(() => 1),
};

/** The encoding that a client likes best of those that are known. */
export const encodingOf = (liked: readonly PositionEncodingKind[] | undefined): PositionEncodingKind =>
  liked?.find((one) => Object.hasOwn(POSITIONS, one)) ?? 'utf-16';
