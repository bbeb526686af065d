import type { Literal } from './literal.ts';

/** A text among the tokens of a program. */
export interface HostText {
  readonly literal: Literal;
  /** The word in front of its quotes: `cql` before `cql"…"`, the mark of a heredoc. */
  readonly tag: string;
}

/** The words, marks and texts of a program, as far as statements in its texts need them. Beyond the last and before the first is none. */
export interface HostTokens {
  readonly count: number;
  /** The texts by their index, in their order. */
  readonly texts: ReadonlyMap<number, HostText>;
  /** The first token that begins at an offset or behind it; `count` where none does. */
  firstFrom(offset: number): number;
  isText(at: number): boolean;
  isWord(at: number): boolean;
  start(at: number): number;
  end(at: number): number;
  /** How many brackets are open before it; -1 where there is none. */
  depth(at: number): number;
  /** A line ended before it. */
  isFresh(at: number): boolean;
}

/** Tokens as they are read. */
export interface TokenList extends HostTokens {
  add(isWord: boolean, start: number, end: number, depth: number, isFresh: boolean): void;
  /** Takes the last token away; gives whether a line ended before it. */
  takeLast(): boolean;
  /** Makes a token a text, one that comes next as well. */
  putText(at: number, text: HostText): void;
}

/** A program of some pages has as many tokens as would take megabytes as objects: only texts are such. */
export function newTokens(): TokenList {
  const starts: number[] = [];
  const ends: number[] = [];
  /** The depth, and below it two bits. */
  const kinds: number[] = [];
  const texts = new Map<number, HostText>();
  return {
    texts,
    get count() {
      return starts.length;
    },
    firstFrom(offset) {
      let low = 0;
      let high = starts.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (starts[middle]! < offset) low = middle + 1;
        else high = middle;
      }
      return low;
    },
    isText: (at) => texts.has(at),
    isWord: (at) => ((kinds[at] ?? 0) & IS_WORD) !== 0,
    start: (at) => starts[at] ?? -1,
    end: (at) => ends[at] ?? -1,
    depth: (at) => (kinds[at] ?? -1) >> BITS,
    isFresh: (at) => ((kinds[at] ?? 0) & IS_FRESH) !== 0,
    add(isWord, start, end, depth, isFresh) {
      starts.push(start);
      ends.push(end);
      kinds.push((depth << BITS) | (isWord ? IS_WORD : 0) | (isFresh ? IS_FRESH : 0));
    },
    takeLast() {
      starts.pop();
      ends.pop();
      texts.delete(starts.length);
      return ((kinds.pop() ?? 0) & IS_FRESH) !== 0;
    },
    putText(at, text) {
      texts.set(at, text);
    },
  };
}

const IS_WORD = 1;
const IS_FRESH = 2;
const BITS = 2;
