import { CharStream, CommonTokenStream, type Lexer, type Parser, type TokenStream } from 'antlr4ng';
// @ts-expect-error -- made for the benchmark, beside its bundle
import { CqlLexer } from 'plain-parser/CqlLexer.ts';
// @ts-expect-error -- made for the benchmark, beside its bundle
import { CqlParser } from 'plain-parser/CqlParser.ts';

const makeLexer = CqlLexer as new (input: CharStream) => Lexer;
const makeParser = CqlParser as new (input: TokenStream) => Parser & { root(): unknown };

/** Parses a statement with what antlr-ng makes of our grammar, used as its documentation shows; gives the number of errors. */
export function parsePlainly(text: string): number {
  const lexer = new makeLexer(CharStream.fromString(text));
  const parser = new makeParser(new CommonTokenStream(lexer));
  lexer.removeErrorListeners();
  parser.removeErrorListeners();
  parser.root();
  return parser.numberOfSyntaxErrors;
}
