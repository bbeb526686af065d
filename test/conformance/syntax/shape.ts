import type { Random } from '../generate/random.ts';

/** What can stand at a place in a grammar. */
export type Shape =
  | { readonly kind: 'word'; readonly text: string }
  /** A token with many spellings, such as a string or a number. */
  | { readonly kind: 'sample'; readonly name: string }
  | { readonly kind: 'rule'; readonly name: string }
  | { readonly kind: 'sequence'; readonly items: readonly Shape[] }
  /** `name` tells the alternatives of all choices apart; it counts what was reached. */
  | { readonly kind: 'choice'; readonly name: string; readonly options: readonly Shape[] }
  | { readonly kind: 'repeat'; readonly item: Shape; readonly low: 0 | 1; readonly many: boolean };

export interface Grammar {
  readonly start: string;
  readonly rules: ReadonlyMap<string, Shape>;
}

/** Writes texts of a grammar, favouring what it has written least. */
export interface Walker {
  /** The tokens of one text. */
  write(): readonly string[];
  reached(): Reached;
}

/** Alternatives that were written at least once, of all that can be; a rule without a choice is one. */
export interface Reached {
  readonly reached: number;
  readonly all: number;
  readonly missing: readonly string[];
}

/** Rules inside each other, and tokens of a text, after which the shortest way out is taken. */
const deepest = 24;
const longest: readonly number[] = [10, 20, 40, 80, 300];

/** Walks a grammar; `sample` spells the tokens that have many spellings. */
export function walkerOf(grammar: Grammar, random: Random, sample: (name: string) => string): Walker {
  const depths = depthsOf(grammar);
  const uses = new Map<string, number>();
  const all = choicesOf(grammar);

  const depthOf = (shape: Shape): number => shallowest(shape, depths);

  function choose({ name, options }: Shape & { readonly kind: 'choice' }, tired: boolean): Shape {
    const allowed = tired ? cheapest(options) : options;
    const weights = allowed.map((option) => [1 / (1 + (uses.get(keyOf(name, options, option)) ?? 0)), option] as const);
    // Half of the time anything goes, so that the frequent neighbours of a rare alternative vary as well.
    const chosen = random.chance(0.5) ? random.pick(allowed) : random.weighted(weights);
    const key = keyOf(name, options, chosen);
    uses.set(key, (uses.get(key) ?? 0) + 1);
    return chosen;
  }

  function cheapest(options: readonly Shape[]): readonly Shape[] {
    const least = Math.min(...options.map(depthOf));
    return options.filter((option) => depthOf(option) === least);
  }

  function write(shape: Shape, depth: number, out: string[], limit: number): void {
    const tired = depth > deepest || out.length > limit;
    switch (shape.kind) {
      case 'word':
        out.push(shape.text);
        return;
      case 'sample':
        out.push(sample(shape.name));
        return;
      case 'rule': {
        const rule = ruleOf(grammar, shape.name);
        if (rule.kind !== 'choice') uses.set(shape.name, (uses.get(shape.name) ?? 0) + 1);
        write(rule, depth + 1, out, limit);
        return;
      }
      case 'sequence':
        for (const item of shape.items) write(item, depth, out, limit);
        return;
      case 'choice':
        write(choose(shape, tired), depth, out, limit);
        return;
      case 'repeat': {
        const more = tired ? 0 : shape.many ? random.weighted(fewTimes) : random.below(2);
        for (let time = 0; time < shape.low + more; time++) write(shape.item, depth, out, limit);
      }
    }
  }

  return {
    write: () => {
      const out: string[] = [];
      write({ kind: 'rule', name: grammar.start }, 0, out, random.pick(longest));
      return out;
    },
    reached: () => ({
      reached: all.filter((key) => uses.has(key)).length,
      all: all.length,
      missing: all.filter((key) => !uses.has(key)),
    }),
  };
}

const fewTimes: readonly (readonly [number, number])[] = [
  [10, 0],
  [6, 1],
  [2, 2],
  [1, 4],
];

function keyOf(name: string, options: readonly Shape[], option: Shape): string {
  return `${name}#${options.indexOf(option) + 1}`;
}

function ruleOf(grammar: Grammar, name: string): Shape {
  const rule = grammar.rules.get(name);
  if (rule === undefined) throw new Error(`the grammar has no rule ${name}`);
  return rule;
}

function choicesOf(grammar: Grammar): readonly string[] {
  const reachable = new Set<string>();
  const keys: string[] = [];
  const visit = (shape: Shape): void => {
    switch (shape.kind) {
      case 'rule':
        if (reachable.has(shape.name)) return;
        reachable.add(shape.name);
        if (ruleOf(grammar, shape.name).kind !== 'choice') keys.push(shape.name);
        return visit(ruleOf(grammar, shape.name));
      case 'sequence':
        return shape.items.forEach(visit);
      case 'choice':
        keys.push(...shape.options.map((option) => keyOf(shape.name, shape.options, option)));
        return shape.options.forEach(visit);
      case 'repeat':
        return visit(shape.item);
      case 'word':
      case 'sample':
    }
  };
  visit({ kind: 'rule', name: grammar.start });
  return keys;
}

/** The least number of nested rules that each rule's text needs. */
function depthsOf(grammar: Grammar): ReadonlyMap<string, number> {
  const depths = new Map<string, number>();
  for (let changed = true; changed;) {
    changed = false;
    for (const [name, shape] of grammar.rules) {
      const depth = 1 + shallowest(shape, depths);
      if (depth < (depths.get(name) ?? Infinity)) {
        depths.set(name, depth);
        changed = true;
      }
    }
  }
  return depths;
}

function shallowest(shape: Shape, depths: ReadonlyMap<string, number>): number {
  switch (shape.kind) {
    case 'word':
    case 'sample':
      return 0;
    case 'rule':
      return depths.get(shape.name) ?? Infinity;
    case 'sequence':
      return Math.max(0, ...shape.items.map((item) => shallowest(item, depths)));
    case 'choice':
      return Math.min(...shape.options.map((option) => shallowest(option, depths)));
    case 'repeat':
      return shape.low === 0 ? 0 : shallowest(shape.item, depths);
  }
}
