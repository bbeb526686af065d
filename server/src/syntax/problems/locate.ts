import * as T from '../generated/token-types.ts';
import type { Front, Network } from '../parsing/network.ts';
import type { Position, TreeParser } from '../parsing/tree-parser.ts';
import { IMPROPER_RULES, type Vocabulary } from '../parsing/vocabulary.ts';
import type { Tokens } from '../tokens.ts';
import type { Broken } from './broken.ts';

/** The networks that a parser's grammar is walked by. */
export interface Networks {
  /** Of everything that is read. */
  readonly whole: Network;
  /** Of CQL alone, its clauses in their order. */
  readonly proper: Network;
  readonly vocabulary: Vocabulary;
  /** Where a statement begins, and what fits there. */
  readonly start: Position;
  readonly begin: Way;
}

/** Finds where a statement cannot go on that the parser could not read. */
export function locate(parser: TreeParser, networks: Networks, text: string, tokens: Tokens): Broken {
  const { types } = tokens;
  parser.traced(types);
  const end = endOf(types);
  const positions = parser.positions();
  // The oldest of them: what the parser has decided since may be wrong.
  return brokenFrom(networks, text, tokens, positions[0] ?? networks.start, end);
}

/** A statement that is to be judged from its first token on. */
export function fromStart(networks: Networks, text: string, tokens: Tokens): Broken {
  const front = frontOf(networks, networks.begin);
  const { proper, vocabulary } = networks;
  const end = endOf(tokens.types);
  return { text, tokens, at: 0, end, network: proper, vocabulary, front: (token) => (token === 0 ? front : undefined) };
}

/** Index behind the last token that is no `;`. */
export function endOf(types: Uint8Array): number {
  let end = types.length;
  while (end > 0 && types[end - 1] === T.SEMI) end--;
  return end;
}

function brokenFrom(networks: Networks, text: string, tokens: Tokens, from: Position, end: number): Broken {
  const { whole, proper, vocabulary } = networks;
  const ways: Way[] = [];
  const first = Math.min(from.token, end);
  const stop = Math.min(end, first + SEARCHED);
  let at = first;
  let way: Way =
    from === networks.start ? networks.begin : { whole: whole.frontAt(from), proper: proper.frontAt(from) };
  for (; at < stop; at++) {
    ways.push(way);
    const next = step(networks, way, tokens.types[at]!);
    if (next.whole.length === 0) break;
    way = next;
  }
  ways.push(way);
  const fronts: Front[] = [];
  const front = (token: number): Front | undefined => {
    const there = ways[token - first];
    return there === undefined ? undefined : (fronts[token - first] ??= frontOf(networks, there));
  };
  return { text, tokens, at, end, network: proper, vocabulary, front };
}

/** So many tokens behind the oldest position lies the one that the parser stumbled over, and some that it looked ahead. */
const SEARCHED = 32;

/** A place in both networks; it is none in that of CQL alone once something else was read. */
export interface Way {
  readonly whole: Front;
  readonly proper: Front;
}

export const step = ({ whole, proper }: Networks, way: Way, type: number): Way => ({
  whole: whole.after(way.whole, type),
  proper: proper.after(way.proper, type),
});

/** What CQL alone takes; in the midst of something else, what that takes. */
export function frontOf({ whole }: Networks, way: Way): Front {
  if (way.proper.length > 0) return way.proper;
  return whole.memory.kept(frontOf, way.whole, () => {
    const kept = way.whole.filter((arc) => !whole.rulesOf(arc).some((rule) => IMPROPER_RULES.has(rule)));
    return kept.length === 0 ? way.whole : kept;
  });
}
