import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../generate/random.ts';
import { grammarOf } from './ebnf.ts';
import { mutated, roughTokensOf } from './mutate.ts';
import { walkerOf, type Walker } from './shape.ts';
import { joined, spell } from './spell.ts';

/** Makes texts to ask a parser: valid ones, and nearly valid ones. */
export interface TextGenerator {
  next(): string;
  readonly walkers: ReadonlyMap<string, Walker>;
}

/** Texts for one release from `cql.ebnf` and from the statements at hand (`corpus`), half of them spoilt in a place or two. */
export function textGenerator(random: Random, release: string, corpus: readonly string[]): TextGenerator {
  const notation = readFileSync(join(import.meta.dirname, 'cql.ebnf'), 'utf8');
  const walker = walkerOf(grammarOf(notation, release), random, (kind) => spell(random, kind));
  const pieces = corpus.map(roughTokensOf).filter((tokens) => tokens.length > 0 && tokens.length < 400);
  const write = () => (pieces.length > 0 && random.chance(0.2) ? random.pick(pieces) : walker.write());
  return {
    next: () => {
      let tokens = write();
      if (random.chance(0.5)) tokens = mutated(random, tokens);
      if (random.chance(0.1)) tokens = mutated(random, tokens);
      return joined(random, tokens);
    },
    walkers: new Map([['cql.ebnf', walker]]),
  };
}
