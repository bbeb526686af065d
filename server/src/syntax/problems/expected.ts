import type { FeatureId } from '../features.ts';
import * as T from '../generated/token-types.ts';
import { type NameKind, expectationOf, phraseOf } from '../parsing/expectation.ts';
import type { Front } from '../parsing/network.ts';
import { writtenTree } from '../parsing/repair.ts';
import type { TreeParser } from '../parsing/tree-parser.ts';
import { type Networks, type Way, endOf, frontOf, locate, step } from './locate.ts';
import { meant, mend } from './mend.ts';
import type { Tokens } from '../tokens.ts';
import type { SyntaxTree } from '../tree.ts';

/** What may stand at the caret. */
export interface Expected {
  /** In upper case, with the words that must follow: `GROUP BY`, `IF NOT EXISTS`. */
  readonly keywords: readonly string[];
  /** Those that begin what not every server has. */
  readonly features: ReadonlyMap<string, FeatureId>;
  /** Brackets, commas and operators. */
  readonly signs: readonly string[];
  readonly names: readonly NameKind[];
  /** A name that is made up here: of a new table, column or alias. */
  readonly newName: boolean;
  /** Literals and bind markers. */
  readonly values: boolean;
  /** The statement before the caret. */
  readonly tree: SyntaxTree;
}

/**
 * What may stand behind the tokens of an unfinished statement, mistakes in it being mended first.
 *
 * The word that is being typed is no part of the tokens. Clauses in the wrong order and SQL are not proposed.
 */
export function expectedAt(
  parser: TreeParser,
  networks: Networks,
  text: string,
  tokens: Tokens,
  unknownStart: boolean,
): Expected {
  const { repaired } = mend(parser, networks, text, tokens, { unknownStart, prefix: true });
  const front = frontAtEnd(parser, networks, text, repaired.types);
  const tree = {
    text,
    tokens: meant(tokens, repaired),
    nodes: writtenTree(parser.recovering(repaired.types), repaired),
  };
  const { proper, vocabulary } = networks;
  const { keywords, signs, names, newName, values } = expectationOf(proper, vocabulary, front, repaired.types);
  const phrases = [...keywords].map(([type, feature]) => [phraseOf(proper, vocabulary, front, type), feature] as const);
  return {
    keywords: [...new Set(phrases.map(([phrase]) => phrase))],
    features: new Map(phrases.flatMap(([phrase, feature]) => (feature === undefined ? [] : [[phrase, feature]]))),
    signs: signs.map((type) => vocabulary.textOf(type)!),
    names,
    newName,
    values,
    tree,
  };
}

/** What fits behind all tokens; where they cannot all be read, behind as many of the last as possible. */
function frontAtEnd(parser: TreeParser, networks: Networks, text: string, types: Uint8Array): Front {
  const { whole, proper } = networks;
  const offsets = new Int32Array(types.length);
  const { at, front } = locate(parser, networks, text, { types, starts: offsets, ends: offsets });
  const end = endOf(types);
  if (at === end) {
    // Within a batch or a transaction more follows behind a `;`.
    let here = front(end) ?? [];
    for (let token = end; token < types.length; token++) here = proper.after(here, T.SEMI);
    return here;
  }
  parser.recovering(types);
  for (const position of parser.positions()) {
    let way: Way = { whole: whole.frontAt(position), proper: proper.frontAt(position) };
    for (let token = position.token; token < end && way.whole.length > 0; token++)
      way = step(networks, way, types[token]!);
    if (way.whole.length > 0) return frontOf(networks, way);
  }
  return [];
}
