import { type CharStream, type Interval, Lexer, Token } from 'antlr4ng';
import { CqlLexer } from '../../server/src/syntax/generated/CqlLexer.ts';

/** `type start end` of a token. */
export type Row = readonly [type: number, start: number, end: number];

/** The tokens of a text as the generated lexer sees them, those of white space left out. */
export function grammarTokens(text: string): { readonly visible: Row[]; readonly hidden: Row[] } {
  const lexer = new CqlLexer(new CodeUnits(text));
  lexer.removeErrorListeners();
  const visible: Row[] = [];
  const hidden: Row[] = [];
  for (let token = lexer.nextToken(); token.type !== Token.EOF; token = lexer.nextToken()) {
    if (token.type === CqlLexer.WHITESPACE) continue;
    const rows = token.channel === Lexer.HIDDEN ? hidden : visible;
    rows.push([token.type, token.start, token.stop + 1]);
  }
  return { visible, hidden };
}

/** A text as UTF-16 code units; the runtime's own stream counts code points. */
class CodeUnits implements CharStream {
  name = 'text';
  index = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  get size(): number {
    return this.#text.length;
  }

  reset(): void {
    this.index = 0;
  }

  consume(): void {
    this.index += 1;
  }

  LA(offset: number): number {
    const at = offset < 0 ? this.index + offset : this.index + offset - 1;
    return at >= 0 && at < this.#text.length ? this.#text.charCodeAt(at) : Token.EOF;
  }

  mark(): number {
    return 0;
  }

  release(): void {}

  seek(index: number): void {
    this.index = index;
  }

  getSourceName(): string {
    return this.name;
  }

  getTextFromRange(start: number, stop: number): string {
    return this.#text.slice(start, stop + 1);
  }

  getTextFromInterval({ start, stop }: Interval): string {
    return this.getTextFromRange(start, stop);
  }
}
