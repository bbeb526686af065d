import * as T from '../generated/token-types.ts';
import { type Repair, type Repaired, repairedBy, unrepaired } from '../parsing/repair.ts';
import type { TreeParser } from '../parsing/tree-parser.ts';
import type { SyntaxProblem } from '../segment.ts';
import type { Tokens } from '../tokens.ts';
import { unknownStatement } from './first-word.ts';
import { diagnose } from './index.ts';
import { type Networks, fromStart, locate } from './locate.ts';

/** How a broken statement is to be read. */
export interface Reading {
  /** Its first word is no statement's, though a command of a shell might be so. */
  readonly unknownStart: boolean;
  /** It is only the beginning of a statement: that it ends early is no mistake. */
  readonly prefix: boolean;
}

/** What is wrong first, and the tokens after that and the next few mistakes are mended. */
export function mend(
  parser: TreeParser,
  networks: Networks,
  text: string,
  tokens: Tokens,
  { unknownStart, prefix }: Reading,
): { readonly problem: SyntaxProblem | undefined; readonly repaired: Repaired } {
  let repaired = unrepaired(tokens.types);
  let problem: SyntaxProblem | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const current = repaired;
    const view = round === 0 ? tokens : tokensOf(tokens, current);
    const unknown = unknownStart && round === 0;
    const broken = unknown ? fromStart(networks, text, view) : locate(parser, networks, text, view);
    if (prefix && broken.at === broken.end) break;
    const parses = (repair: Repair): boolean => parser.quick(repairedBy(current, repair).types) !== undefined;
    const found = diagnose(broken, parses);
    problem ??= unknown && found.unexplained ? unknownStatement(broken) : found.problem();
    if (found.repair === undefined) break;
    repaired = repairedBy(current, found.repair);
    if (parser.quick(repaired.types) !== undefined || parser.tooDeep()) break;
  }
  return { problem, repaired };
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
export function meant(tokens: Tokens, { types, starts, ends }: Repaired): Tokens {
  const changed = tokens.types.slice();
  for (let index = 0; index < types.length; index++) {
    const token = starts[index]!;
    if (ends[index] === token + 1 && types[index] !== T.QUOTED) changed[token] = types[index]!;
  }
  return { ...tokens, types: changed };
}

/** How many mistakes are mended to find out what else stands in a statement. */
const ROUNDS = 3;
