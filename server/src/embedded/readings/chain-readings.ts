import type { SyntaxDocument } from '../../syntax/index.ts';
import { type Chain, endOf } from '../programs/chains.ts';
import { hasRoom, type HoleRules, marginsIn, maskOf, type Masked, type Piece, piecesOf } from './mask.ts';
import type { Seen } from '../programs/program.ts';
import type { Reader } from './reader.ts';

/** A text that is put together, read as CQL. */
export interface Read {
  readonly masked: Masked;
  readonly document: SyntaxDocument;
  readonly pieces: readonly Piece[];
  /** Holes that were left out because nothing can be read with them. */
  readonly blank: ReadonlySet<number>;
  readonly broken: boolean;
}

/** The first reading of a text that has no mistake; else the first of all. */
export function bestReading(program: Seen, chain: Chain, reader: Reader): Read | undefined {
  let first: Read | undefined;
  for (const rules of rulesFor(program, chain)) {
    const read = readWith(program.text, chain, rules, reader);
    if (read !== undefined && !read.broken) return read;
    first ??= read;
  }
  return first;
}

/** What signs may mean, the likeliest first. */
function rulesFor({ host, isFormatted }: Seen, chain: Chain): readonly HoleRules[] {
  const { name } = chain;
  const formatted = chain.formatted || (name !== undefined && isFormatted(name));
  const percentBinds = host.name === 'python' && !formatted;
  const anyNameBinds = chain.calleeSign === '@';
  const doubledBinds = host.name === 'python' && formatted;
  const percentForms = host.name === 'scala';
  const tildes = host.name === 'elixir' && formatted;
  const plain = { percentBinds, doubledBinds, braces: false, anyNameBinds, percentForms, tildes };
  const braced = { ...plain, braces: true };
  return formatted && host.name !== 'go' ? [braced, plain] : [plain, braced];
}

/**
 * Reads a chain; a hole beside which nothing can be read becomes blank, one after the other. Of a statement that is not at its end yet
 * no hole is to blame, and all that have a place in it keep it.
 */
function readWith(text: string, chain: Chain, rules: HoleRules, reader: Reader): Read | undefined {
  const pieces = piecesOf(text, chain, rules);
  const end = endOf(chain);
  const holes = pieces.flatMap(({ kind }, index) => (kind === 'hole' ? [index] : []));
  const blank = new Set(holes.filter((index) => !hasRoom(text.slice(pieces[index]!.start, pieces[index]!.end))));
  let unfinished: Read | undefined;
  for (let round = 0; round <= Math.min(holes.length, MOST_ROUNDS); round += 1) {
    const masked = maskOf(text, pieces, end, blank);
    if (masked === undefined) return undefined;
    const { document, error } = reader.read(masked.text);
    if (error === undefined) return { masked, document, pieces, blank, broken: false };
    if (/^[\s;]*$/.test(masked.text.slice(error)))
      unfinished ??= { masked, document, pieces, blank: new Set(blank), broken: true };
    const left = holes.filter((index) => !blank.has(index));
    const placeOf = (index: number): number => pieces[index]!.start - masked.start;
    const guilty =
      left.find((index) => placeOf(index) >= error && masked.text.slice(error, placeOf(index)).trim() === '') ??
      left.findLast((index) => placeOf(index) <= error);
    if (guilty === undefined) return unfinished ?? { masked, document, pieces, blank, broken: true };
    blank.add(guilty);
  }
  return undefined;
}

const MOST_ROUNDS = 12;

/** Stands in no text. */
export const HOLE = '\0';

/** A hole that is no part of a name with a keyspace. */
export const LONE_HOLE = /(?<!\.)\0(?!\.)/g;

/** What a text says, a hole as one sign. */
export function shownBy(text: string, { parts, margin }: Chain): string {
  const shown = parts
    .map((part) => {
      if (part.kind === 'hole') return (part.apart === true ? ' ' : '') + HOLE;
      const { textStart, textEnd, marks } = part.literal;
      let at = textStart;
      let shown = '';
      for (const mark of marks) {
        shown += text.slice(at, mark.start) + (mark.kind === 'hole' ? HOLE : mark.value);
        at = mark.end;
      }
      return (part.apart === true ? ' ' : '') + shown + text.slice(at, textEnd);
    })
    .join('');
  return margin === '' ? shown : shown.replaceAll(marginsIn(margin), '\n');
}
