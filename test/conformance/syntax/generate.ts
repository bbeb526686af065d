import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../generate/random.ts';
import { grammarOf } from './ebnf.ts';
import { grammarOfAntlr } from './g4.ts';
import { mutated, roughTokensOf } from './mutate.ts';
import { walkerOf, type Reached } from './shape.ts';
import { joined, spell } from './spell.ts';

/** Makes texts to ask a parser: valid ones, and nearly valid ones. */
export interface TextGenerator {
  next(): string;
  readonly walkers: ReadonlyMap<string, Coverage>;
}

/** What of a grammar the texts have shown. */
export interface Coverage {
  /** Alternatives that were written at least once, of all that can be. */
  reached(): Reached;
  /** Alternatives that are never written: no CQL. */
  readonly leftOut: number;
}

/**
 * Texts for one release: half of them from the project's grammar, the others from `cql.ebnf` and from the statements at hand
 * (`corpus`); half of all are spoilt in a place or two.
 */
export function textGenerator(random: Random, release: string, corpus: readonly string[]): TextGenerator {
  const sample = (kind: string) => spell(random, kind);
  const own = { parser: read('../../../grammar/CqlParser.g4'), lexer: read('../../../grammar/CqlLexer.g4') };
  const grammar = walkerOf(grammarOfAntlr(own, tokenKinds, notOfCql), random, sample);
  const whole = walkerOf(grammarOfAntlr(own, tokenKinds, new Set()), random, sample).reached().all;
  const ebnf = walkerOf(grammarOf(read('cql.ebnf'), release), random, sample);
  const pieces = corpus.map(roughTokensOf).filter((tokens) => tokens.length > 0 && tokens.length < 400);
  const write = () =>
    random.weighted<() => readonly string[]>([
      [50, () => grammar.write()],
      [30, () => ebnf.write()],
      [20, () => (pieces.length > 0 ? random.pick(pieces) : ebnf.write())],
    ])();
  return {
    next: () => {
      let tokens: readonly string[] = [];
      while (tokens.length === 0) tokens = write();
      if (random.chance(0.5)) tokens = mutated(random, tokens);
      if (random.chance(0.1)) tokens = mutated(random, tokens);
      return joined(random, tokens);
    },
    walkers: new Map([
      ['CqlParser.g4', { reached: grammar.reached, leftOut: whole - grammar.reached().all }],
      ['cql.ebnf', { reached: ebnf.reached, leftOut: 0 }],
    ]),
  };
}

const read = (path: string) => readFileSync(join(import.meta.dirname, path), 'utf8');

const tokenKinds: ReadonlyMap<string, string> = new Map([
  ['STRING', 'string'],
  ['INTEGER', 'integer'],
  ['FLOAT', 'float'],
  ['UUID', 'uuid'],
  ['HEX', 'hex'],
  ['DURATION', 'duration'],
  ['ISO_DURATION', 'isoDuration'],
  ['IDENT', 'word'],
  ['QUOTED', 'quoted'],
  ['BAD_NAME', 'badName'],
  ['BACKTICKED', 'backticked'],
  ['TYPOGRAPHIC_STRING', 'typographicString'],
  ['TYPOGRAPHIC_QUOTED', 'typographicQuoted'],
  ['TYPOGRAPHIC_OPERATOR', 'typographicOperator'],
]);

/** Templates stand for unknown text and commands of cqlsh never reach a server: neither side is asked about them. */
const notOfCql: ReadonlySet<string> = new Set([
  'TEMPLATE',
  'UNTERMINATED_STRING',
  'UNTERMINATED_QUOTED',
  'placeholder',
  'templateClause',
  'templateStatement',
  'shellCommand',
]);
