import { firstIndex } from '../../text/occupied.ts';
import { type Literal, movedLiteral } from './literal.ts';

/** A text among the tokens of a program. */
export interface HostText {
  /** The index of its token. */
  readonly at: number;
  readonly literal: Literal;
  /** The word in front of its quotes: `cql` before `cql"…"`, the mark of a heredoc. */
  readonly tag: string;
}

/**
 * The words, marks and texts of a program, as far as statements in its texts need them. Before the first and behind the last is none.
 * Only texts are objects: of others a program of some pages has too many.
 */
export class HostTokens {
  /** As they were closed: the text of a heredoc is behind those on the line of its mark. */
  readonly texts: HostText[] = [];
  count = 0;
  /** By token: where it begins and ends, its depth with two bits below it, and one more than the index of its text. */
  #data: Int32Array;

  /** `most` is how many are expected. */
  constructor(most: number) {
    this.#data = new Int32Array(WIDTH * most);
  }

  /** The first token that begins at an offset or behind it; `count` where none does. */
  firstFrom(offset: number): number {
    return firstIndex(this.count, (at) => this.#data[at * WIDTH]! >= offset);
  }

  text(at: number): HostText | undefined {
    return this.#has(at) ? this.texts[this.#data[at * WIDTH + TEXT]! - 1] : undefined;
  }

  isText(at: number): boolean {
    return this.#has(at) && this.#data[at * WIDTH + TEXT]! > 0;
  }

  isWord(at: number): boolean {
    return this.#has(at) && (this.#data[at * WIDTH + KIND]! & IS_WORD) !== 0;
  }

  /** -1 where there is none; the same of its end and its depth. */
  start(at: number): number {
    return this.#has(at) ? this.#data[at * WIDTH]! : -1;
  }

  end(at: number): number {
    return this.#has(at) ? this.#data[at * WIDTH + END]! : -1;
  }

  /** How many brackets are open before it. */
  depth(at: number): number {
    return this.#has(at) ? this.#data[at * WIDTH + KIND]! >> BITS : -1;
  }

  /** A line ended before it. */
  isFresh(at: number): boolean {
    return this.#has(at) && (this.#data[at * WIDTH + KIND]! & IS_FRESH) !== 0;
  }

  add(isWord: boolean, start: number, end: number, depth: number, isFresh: boolean): void {
    this.#makeRoom(1);
    const at = this.count * WIDTH;
    this.#data[at] = start;
    this.#data[at + END] = end;
    this.#data[at + KIND] = (depth << BITS) | (isWord ? IS_WORD : 0) | (isFresh ? IS_FRESH : 0);
    this.#data[at + TEXT] = 0;
    this.count += 1;
  }

  /** Takes the last token away, which is no text; gives whether a line ended before it. */
  takeLast(): boolean {
    const isFresh = this.isFresh(this.count - 1);
    this.count -= 1;
    return isFresh;
  }

  /** Makes a token a text. */
  putText(at: number, literal: Literal, tag: string): void {
    this.texts.push({ at, literal, tag });
    this.#data[at * WIDTH + TEXT] = this.texts.length;
  }

  /** Takes over those of another list from one token up to another, `grown` further behind in the program. */
  take(from: HostTokens, first: number, last: number, grown: number): void {
    this.#makeRoom(last - first);
    const to = this.count * WIDTH;
    const behind = to + (last - first) * WIDTH;
    const data = this.#data;
    data.set(from.#data.subarray(first * WIDTH, last * WIDTH), to);
    for (let at = to; at < behind; at += WIDTH) {
      data[at]! += grown;
      data[at + END]! += grown;
    }
    for (const { at, literal, tag } of from.texts) {
      if (at < first || at >= last) continue;
      const own = at - first + this.count;
      this.texts.push({ at: own, literal: movedLiteral(literal, grown), tag });
      data[own * WIDTH + TEXT] = this.texts.length;
    }
    this.count += last - first;
  }

  #has(at: number): boolean {
    return at >= 0 && at < this.count;
  }

  #makeRoom(more: number): void {
    if ((this.count + more) * WIDTH <= this.#data.length) return;
    const before = this.#data;
    this.#data = new Int32Array((this.count + more) * WIDTH * 2);
    this.#data.set(before);
  }
}

/** What is kept of a token. */
const WIDTH = 4;
const END = 1;
const KIND = 2;
const TEXT = 3;

const IS_WORD = 1;
const IS_FRESH = 2;
const BITS = 2;
