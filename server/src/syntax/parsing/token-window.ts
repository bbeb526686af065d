import { CommonToken, type Token, type TokenSource, type TokenStream } from 'antlr4ng';
import { EOF } from '../generated/token-types.ts';

const NO_TYPES = new Uint8Array(0);

/** Token types as the stream that the ANTLR runtime reads: no token objects, one instance for all statements. */
export class TokenWindow implements TokenStream {
  types: Uint8Array = NO_TYPES;
  index = 0;
  size = 0;
  /** The runtime asks for token objects only to store them in its exceptions, which nobody reads. */
  readonly #anyToken: Token = CommonToken.fromType(0);

  open(types: Uint8Array): void {
    this.types = types;
    this.size = types.length;
    this.index = 0;
  }

  LA(offset: number): number {
    const index = this.index + offset - 1;
    return index < this.size ? this.types[index]! : EOF;
  }

  consume(): void {
    this.index++;
  }

  mark(): number {
    return 0;
  }

  release(): void {
    // Nothing is buffered.
  }

  seek(index: number): void {
    this.index = index;
  }

  LT(): Token {
    return this.#anyToken;
  }

  get(): Token {
    return this.#anyToken;
  }

  get tokenSource(): TokenSource {
    throw new Error('a token window has no source');
  }

  getSourceName(): string {
    return '';
  }

  getTextFromInterval(): string {
    return '';
  }

  getText(): string {
    return '';
  }

  getTextFromContext(): string {
    return '';
  }

  getTextFromRange(): string {
    return '';
  }

  setLine(): void {
    // Lines exist only at the edge.
  }

  setColumn(): void {
    // As above.
  }
}
