import { type Expected, expectedAt } from '../problems/expected.ts';
import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';
import { tooLongChain } from '../parsing/chains.ts';
import { createNetwork } from '../parsing/network.ts';
import { newForms } from '../parsing/forms.ts';
import { writtenTree } from '../parsing/repair.ts';
import { TreeParser } from '../parsing/tree-parser.ts';
import { IMPROPER_RULES, createVocabulary } from '../parsing/vocabulary.ts';
import { isShellCommand } from '../problems/first-word.ts';
import type { Networks } from '../problems/locate.ts';
import { meant, mend } from '../problems/mend.ts';
import type { SyntaxProblem } from '../segment.ts';
import type { Tokens } from '../tokens.ts';
import { type SyntaxTree, ruleOf } from '../tree.ts';

/** A statement's tree, and what is wrong with its text. */
export interface ParsedStatement {
  readonly tree: SyntaxTree;
  /** The one mistake that explains best why the text is no statement; empty where it is one. */
  readonly problems: readonly SyntaxProblem[];
}

export interface StatementParser {
  /** Parses the tokens of one statement, its `;` included or not. Never throws. */
  parse(text: string, tokens: Tokens): ParsedStatement;
  /** What may stand behind the tokens of an unfinished statement; the word that is being typed is none of them. Never throws. */
  expectedAt(text: string, tokens: Tokens): Expected;
}

/** A parser with its tables: one is enough, and parses any number of statements. */
export function createParser(): StatementParser {
  const parser = new TreeParser();
  const forms = newForms(parser);
  let networks: Networks | undefined;
  return {
    parse(text, tokens) {
      const nodes = forms.treeOf(tokens.types);
      if (nodes === undefined || isUnknownCommand(nodes, text, tokens)) {
        networks ??= networksOf(parser);
        return withoutChains(parseBroken(parser, networks, text, tokens, nodes));
      }
      return withoutChains({ tree: { text, tokens, nodes }, problems: NONE });
    },
    expectedAt(text, tokens) {
      const nodes = parser.quick(tokens.types);
      const unknownStart = nodes !== undefined && isUnknownCommand(nodes, text, tokens);
      networks ??= networksOf(parser);
      return expectedAt(parser, networks, text, tokens, unknownStart);
    },
  };
}

/** The networks of a parser's grammar. */
function networksOf(parser: TreeParser): Networks {
  const { atn } = parser;
  const whole = createNetwork(atn, new Set());
  const proper = createNetwork(atn, IMPROPER_RULES);
  const start = { token: 0, state: atn.ruleToStartState[R.root]!.stateNumber, returns: [] };
  const begin = { whole: whole.frontAt(start), proper: proper.frontAt(start) };
  return { whole, proper, vocabulary: createVocabulary(), start, begin };
}

/** Explains a broken statement, and reads it as what it was probably meant to be. */
function parseBroken(
  parser: TreeParser,
  networks: Networks,
  text: string,
  tokens: Tokens,
  nodes: Int32Array | undefined,
): ParsedStatement {
  if (nodes === undefined && parser.tooDeep()) {
    const tree = { text, tokens, nodes: parser.recovering(tokens.types) };
    return { tree, problems: [tooDeep(parser.reached(), tokens)] };
  }
  const { problem, repaired } = mend(parser, networks, text, tokens, {
    unknownStart: nodes !== undefined,
    prefix: false,
  });
  const read = parser.quick(repaired.types) ?? parser.recovering(repaired.types);
  const tree = { text, tokens: meant(tokens, repaired), nodes: writtenTree(read, repaired) };
  return { tree, problems: [problem!] };
}

/** Whether a statement was read as a command that cqlsh does not have. */
function isUnknownCommand(nodes: Int32Array, text: string, tokens: Tokens): boolean {
  if (tokens.types[0] !== T.IDENT) return false;
  const tree = { text, tokens, nodes };
  return ruleOf(tree, 2) === R.shellCommand && !isShellCommand(text, tokens);
}

/** Of a tree in which a chain is too long nothing but the root is kept. */
function withoutChains(parsed: ParsedStatement): ParsedStatement {
  const { text, tokens, nodes } = parsed.tree;
  const chain = tooLongChain(nodes);
  if (chain === undefined) return parsed;
  const root = Int32Array.of(R.root, 0, tokens.types.length, 1);
  return { tree: { text, tokens, nodes: root }, problems: [tooDeep(chain, tokens)] };
}

function tooDeep(token: number, tokens: Tokens): SyntaxProblem {
  const start = tokens.starts[token] ?? 0;
  const message = 'This is nested too deeply to be read.';
  return { message, span: { start, end: tokens.ends[token] ?? start }, fixes: [] };
}

const NONE: readonly SyntaxProblem[] = [];
