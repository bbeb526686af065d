import * as R from './generated/rules.ts';
import * as T from './generated/token-types.ts';
import { createNetwork } from './parser/network.ts';
import { type Repair, type Repaired, repairedBy, unrepaired, writtenTree } from './parser/repair.ts';
import { TreeParser } from './parser/tree-parser.ts';
import { IMPROPER_RULES, createVocabulary } from './parser/vocabulary.ts';
import type { Broken } from './problems/broken.ts';
import { isShellWord, unknownStatement } from './problems/first-word.ts';
import { type Diagnosis, diagnose } from './problems/index.ts';
import { type Networks, fromStart, locate } from './problems/locate.ts';
import { unclosed } from './problems/strings.ts';
import type { SyntaxProblem } from './segment.ts';
import type { Tokens } from './tokens.ts';
import { type SyntaxTree, ruleOf } from './tree.ts';

/** A statement's tree, and what is wrong with its text. */
export interface ParsedStatement {
  readonly tree: SyntaxTree;
  /** The one mistake that explains best why the text is no statement; empty where it is one. */
  readonly problems: readonly SyntaxProblem[];
}

export interface StatementParser {
  /** Parses the tokens of one statement, its `;` included or not. Never throws. */
  parse(text: string, tokens: Tokens): ParsedStatement;
}

/** A parser with its tables: one is enough, and parses any number of statements. */
export function createParser(): StatementParser {
  const parser = new TreeParser();
  let networks: Networks | undefined;
  return {
    parse(text, tokens) {
      const nodes = parser.quick(tokens.types);
      if (nodes === undefined || isUnknownCommand(nodes, text, tokens) || isUnclosed(tokens.types.at(-1))) {
        networks ??= networksOf(parser);
        return parseBroken(parser, networks, text, tokens, nodes);
      }
      return { tree: { text, tokens, nodes }, problems: NONE };
    },
  };
}

/** The networks of a parser's grammar. */
export function networksOf(parser: TreeParser): Networks {
  const { atn } = parser;
  return {
    whole: createNetwork(atn, new Set()),
    proper: createNetwork(atn, IMPROPER_RULES),
    vocabulary: createVocabulary(),
    start: { token: 0, state: atn.ruleToStartState[R.root]!.stateNumber, returns: [] },
  };
}

/** Explains a broken statement, and reads it as what it was probably meant to be. */
function parseBroken(
  parser: TreeParser,
  networks: Networks,
  text: string,
  tokens: Tokens,
  nodes: Int32Array | undefined,
): ParsedStatement {
  const open = unclosed(text, tokens);
  if (nodes !== undefined && open !== undefined) return { tree: { text, tokens, nodes }, problems: [open] };
  if (nodes === undefined && parser.tooDeep()) {
    const tree = { text, tokens, nodes: parser.recovering(tokens.types) };
    return { tree, problems: [tooDeep(parser, tokens)] };
  }
  const { problem, repaired } = repair(parser, networks, text, tokens, nodes !== undefined);
  const read = parser.quick(repaired.types) ?? parser.recovering(repaired.types);
  const tree = { text, tokens: meant(tokens, repaired), nodes: writtenTree(read, repaired) };
  return { tree, problems: [open ?? problem] };
}

/** The first mistake, and the tokens after it and a few more are mended. */
export function repair(
  parser: TreeParser,
  networks: Networks,
  text: string,
  tokens: Tokens,
  unknownStart: boolean,
): { readonly problem: SyntaxProblem; readonly repaired: Repaired } {
  let repaired = unrepaired(tokens.types);
  let first: SyntaxProblem | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const current = repaired;
    const view = round === 0 ? tokens : tokensOf(tokens, current);
    const parses = (change: Repair): boolean => parser.quick(repairedBy(current, change).types) !== undefined;
    const unknown = unknownStart && round === 0;
    const broken = unknown ? fromStart(networks, text, view) : locate(parser, networks, text, view);
    const found = diagnose(broken, parses);
    first ??= unknown ? startProblem(found, broken) : found.problem;
    if (found.repair === undefined) break;
    repaired = repairedBy(current, found.repair);
    if (parser.quick(repaired.types) !== undefined) break;
  }
  return { problem: first!, repaired };
}

function startProblem({ problem, repair: change }: Diagnosis, broken: Broken): SyntaxProblem {
  return change === undefined && problem.span.start !== broken.tokens.starts[0] ? unknownStatement(broken) : problem;
}

/** The tokens of a repaired statement, those that were missing being empty. */
function tokensOf(tokens: Tokens, { types, starts, ends }: Repaired): Tokens {
  const from = new Int32Array(types.length);
  const to = new Int32Array(types.length);
  for (let index = 0; index < types.length; index++) {
    const missing = starts[index] === ends[index];
    to[index] = tokens.ends[ends[index]! - 1] ?? 0;
    from[index] = missing ? to[index]! : tokens.starts[starts[index]!]!;
  }
  return { types, starts: from, ends: to };
}

/** The tokens as they were written, keywords and signs of the type that they were meant to be. */
function meant(tokens: Tokens, { types, starts, ends }: Repaired): Tokens {
  const changed = tokens.types.slice();
  for (let index = 0; index < types.length; index++) {
    const token = starts[index]!;
    if (ends[index] === token + 1 && types[index] !== T.QUOTED) changed[token] = types[index]!;
  }
  return { ...tokens, types: changed };
}

/** Whether a statement was read as a command that cqlsh does not have. */
function isUnknownCommand(nodes: Int32Array, text: string, tokens: Tokens): boolean {
  if (tokens.types[0] !== T.IDENT) return false;
  const tree = { text, tokens, nodes };
  return ruleOf(tree, 2) === R.shellCommand && !isShellWord(text.slice(tokens.starts[0], tokens.ends[0]));
}

const isUnclosed = (type: number | undefined): boolean =>
  type === T.UNTERMINATED_STRING || type === T.UNTERMINATED_QUOTED;

function tooDeep(parser: TreeParser, tokens: Tokens): SyntaxProblem {
  const token = parser.reached();
  const start = tokens.starts[token] ?? 0;
  const message = 'This is nested too deeply to be read: Cassandra itself gives up on such a statement.';
  return { message, span: { start, end: tokens.ends[token] ?? start }, fixes: [] };
}

const NONE: readonly SyntaxProblem[] = [];

/** How many mistakes are mended to find out what else stands in a statement. */
const ROUNDS = 3;
