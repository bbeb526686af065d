import { createParser } from '../../server/src/syntax/document/parse.ts';
import { lex } from '../../server/src/syntax/lexing/lexer.ts';
import type { Tokens } from '../../server/src/syntax/tokens.ts';

/** The visible tokens of a text. */
export function tokensOf(text: string): Tokens {
  const { types, starts, ends, count } = lex(text).visible;
  return { types: types.slice(0, count), starts: starts.slice(0, count), ends: ends.slice(0, count) };
}

/** One parser for all tests of a file. */
export const parser = createParser();

/** Parses a text that is one statement. */
export const parseText = (text: string) => parser.parse(text, tokensOf(text));
