import type { Span } from '../../text/span.ts';
import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';
import type { Front, Network } from '../parsing/network.ts';
import type { Repair } from '../parsing/repair.ts';
import { NAME_RULES, UNUSUAL_RULES, type Vocabulary, isKeyword } from '../parsing/vocabulary.ts';
import type { Tokens } from '../tokens.ts';

/** A statement that does not parse, and where it stops to. */
export interface Broken {
  readonly text: string;
  readonly tokens: Tokens;
  /** Index of the first token that nothing can begin with here; `end` where the statement ends too early. */
  readonly at: number;
  /** Index behind the last token, the `;` left out. */
  readonly end: number;
  readonly network: Network;
  readonly vocabulary: Vocabulary;
  /** What fits before a token; known for `at` and the few tokens before it. */
  front(token: number): Front | undefined;
}

/** How far the statement can be read after a repair. */
export interface RepairTrial {
  /** Tokens read from the repair on, as many as were tried at most. */
  readonly read: number;
  /** All of them were read, but something is missing behind. */
  readonly unfinished: boolean;
  readonly complete: boolean;
}

/** Reads on after a repair, for a few tokens. */
export function tryRepair(broken: Broken, repair: Repair): RepairTrial {
  const { network, tokens, end } = broken;
  let front: Front | undefined = broken.front(repair.at);
  if (front === undefined) return NOTHING;
  for (const type of repair.inserted) {
    // A keyword that is added is meant as one, not as a name.
    if (isKeyword(type)) front = withoutNames(network, front);
    front = network.after(front, type);
    if (front.length === 0) return NOTHING;
  }
  const from = repair.at + repair.removed;
  const stop = Math.min(end, from + TRIED);
  for (let token = from; token < stop; token++) {
    front = network.after(front, tokens.types[token]!);
    if (front.length === 0) return { read: token - from, unfinished: false, complete: false };
  }
  const complete = stop === end && network.fits(front, T.EOF);
  return { read: stop - from, unfinished: stop === end && !complete, complete };
}

const withoutNames = (network: Network, front: Front): Front =>
  network.memory.kept(withoutNames, front, () => front.filter((arc) => !NAME_RULES.has(network.rulesOf(arc)[0]!)));

/** The types that fit before a token and are not merely names: keywords and signs. */
export const fixedTypesAt = (broken: Broken, token: number): ReadonlySet<number> =>
  fixedTypes(broken, token, () => true);

/** Those among them that neither begin a value nor could go on with one whenever there is one. */
export const joiningTypesAt = (broken: Broken, token: number): ReadonlySet<number> =>
  fixedTypes(
    broken,
    token,
    (rule, type) => (!OPERATORS.has(type) || CLOSED[rule] === type) && VALUE_RULES[rule]?.includes(type) !== true,
  );

function fixedTypes(
  broken: Broken,
  token: number,
  wanted: (rule: number, type: number) => boolean,
): ReadonlySet<number> {
  const { network, vocabulary } = broken;
  const types = new Set<number>();
  for (const arc of broken.front(token) ?? []) {
    const rules = network.rulesOf(arc);
    const [rule] = rules;
    if (NAME_RULES.has(rule!) || rules.some((open) => UNUSUAL_RULES.has(open))) continue;
    for (const type of arc.edge.types) {
      if (vocabulary.textOf(type) !== undefined && type !== T.SEMI && wanted(rule!, type)) types.add(type);
    }
  }
  return types;
}

/** Whether a name fits before a token. */
export function nameFitsAt(broken: Broken, token: number): boolean {
  const front = broken.front(token);
  return front !== undefined && broken.network.fits(front, T.QUOTED);
}

/** The text of a token. */
export const textAt = ({ text, tokens }: Broken, token: number): string =>
  text.slice(tokens.starts[token], tokens.ends[token]);

export const spanAt = ({ tokens }: Broken, token: number): Span => ({
  start: tokens.starts[token]!,
  end: tokens.ends[token]!,
});

/** The place behind a token's predecessor, where something is missing; the token's own start where it is the first. */
export function placeBefore({ tokens }: Broken, token: number): Span {
  const at = token > 0 ? tokens.ends[token - 1]! : (tokens.starts[0] ?? 0);
  return { start: at, end: at };
}

/** Whether a token is written with letters. */
export const isWord = (type: number): boolean => isKeyword(type) || type === T.IDENT;

/** The tokens that begin a value, by the rule that they stand in. */
const VALUE_RULES: Readonly<Record<number, readonly number[]>> = {
  [R.literal]: [T.TRUE, T.FALSE, T.NAN, T.INFINITY],
  [R.operand]: [T.NULL, T.MINUS],
  [R.typeHintOperand]: [T.NULL],
  [R.marker]: [T.QMARK, T.COLON],
  [R.listLiteral]: [T.LBRACKET],
  [R.braceLiteral]: [T.LBRACE],
  [R.parenthesised]: [T.LPAREN],
  [R.functionWord]: [T.TOKEN],
  [R.relationGroup]: [T.LPAREN],
  [R.selector]: [T.STAR],
  [R.typeWord]: [T.SET],
};

const OPERATORS: ReadonlySet<number> = new Set([
  T.DOT,
  T.RANGE,
  T.LBRACKET,
  T.NE,
  T.LT,
  T.LE,
  T.GT,
  T.GE,
  T.PLUS,
  T.PLUS_EQ,
  T.MINUS,
  T.MINUS_EQ,
  T.STAR,
  T.SLASH,
  T.PERCENT,
]);

/** Signs that close something in a rule. */
const CLOSED: Readonly<Record<number, number>> = { [R.type]: T.GT, [R.genericType]: T.GT };

const NOTHING: RepairTrial = { read: -1, unfinished: false, complete: false };

/** So many tokens show whether a repair makes sense. */
const TRIED = 12;
