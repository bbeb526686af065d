import type { SyntaxProblem } from './segment.ts';
import type { Tokens } from './tokens.ts';
import type { SyntaxTree } from './tree.ts';
import { TreeParser } from './parser/tree-parser.ts';

/** A statement's tree, and what is wrong with its text. */
export interface ParsedStatement {
  readonly tree: SyntaxTree;
  /** The first is the cause; empty where the text is well formed. */
  readonly problems: readonly SyntaxProblem[];
}

export interface StatementParser {
  /** Parses the tokens of one statement, its `;` included or not. Never throws. */
  parse(text: string, tokens: Tokens): ParsedStatement;
}

/** A parser with its tables: one is enough, and parses any number of statements. */
export function createParser(): StatementParser {
  const parser = new TreeParser();
  return {
    parse(text, tokens) {
      const nodes = parser.quick(tokens.types);
      if (nodes !== undefined) return { tree: { text, tokens, nodes }, problems: [] };
      const broken = parser.recovering(tokens.types);
      return { tree: { text, tokens, nodes: broken }, problems: [firstProblem(parser, text, tokens)] };
    },
  };
}

function firstProblem(parser: TreeParser, text: string, tokens: Tokens): SyntaxProblem {
  parser.traced(tokens.types);
  const token = parser.positions().at(-1)?.token ?? 0;
  const start = tokens.starts[token] ?? tokens.ends.at(-1) ?? 0;
  const end = tokens.ends[token] ?? start;
  const message = start === end ? 'The statement ends too early.' : `\`${text.slice(start, end)}\` does not fit here.`;
  return { message, span: { start, end }, fixes: [] };
}
