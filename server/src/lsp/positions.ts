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

/** Positions in the encoding that was agreed upon: characters are UTF-16 code units, or bytes of UTF-8. */
export function positionsIn(encoding: PositionEncodingKind): Positions {
  const positions = encoding === 'utf-8' ? UTF_8 : UTF_16;
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

const UTF_16: Positions = {
  of: (document, offset) => document.positionAt(offset),
  offset: (document, position) => document.offsetAt(position),
  width: (_, start, end) => end - start,
};

const UTF_8: Positions = {
  of(document, offset) {
    const { line, character } = document.positionAt(offset);
    return { line, character: bytesOf(document.written(offset - character, offset)) };
  },
  offset(document, { line, character }) {
    const start = document.offsetAt({ line, character: 0 });
    // No character takes more code units than bytes.
    const text = document.written(start, document.offsetAt({ line, character }));
    let units = 0;
    for (let bytes = 0; units < text.length;) {
      const point = text.codePointAt(units)!;
      bytes += bytesOfPoint(point);
      if (bytes > character) break;
      units += point > 0xffff ? 2 : 1;
    }
    return start + units;
  },
  width: (text, start, end) => bytesOf(text.slice(start, end)),
};

function bytesOf(text: string): number {
  let bytes = 0;
  for (const character of text) bytes += bytesOfPoint(character.codePointAt(0)!);
  return bytes;
}

const bytesOfPoint = (point: number): number => (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4);
