import type { World } from './model.ts';
import type { Random } from './random.ts';

/** What every part of the generator needs to make one statement. */
export interface Maker {
  readonly random: Random;
  readonly world: World;
  /** The node knows transactions. */
  readonly transactions: boolean;
  /** Whether the release has what came with this one, as `4.1`. */
  since(version: number): boolean;
  /** True when this place is to hold a mistake: only so often, and only while the statement still owes one. */
  slip(probability?: number): boolean;
  /** True when values of this statement may be bind markers. */
  marks(): boolean;
  /** Sets how many mistakes the next statement may hold, and whether it takes the first places that it finds for them. */
  begin(mistakes?: number, eager?: boolean): void;
  /** A name that nothing had before, in one of several spellings. */
  mint(prefix: string): string;
  /** Takes a name that is not new among those in use; messages keep it where it is a word. */
  known(name: string): string;
  /** Counts a combination of dimensions as reached. */
  note(combination: string): void;
  /** All names in use, for messages to be masked with. */
  readonly names: ReadonlySet<string>;
  readonly notes: ReadonlyMap<string, number>;
}

const mistakes: readonly (readonly [number, number])[] = [
  [45, 0],
  [38, 1],
  [17, 2],
];

/** A maker for a release; `label` sets its names apart from those of other rounds. */
export function makerOf(random: Random, release: string, world: World, label: string, transactions: boolean): Maker {
  const names = new Set<string>();
  const notes = new Map<string, number>();
  let owed = 0;
  let haste = 1;
  let marked = false;
  let minted = 0;
  return {
    random,
    world,
    transactions,
    since: (version) => Number(release) >= version,
    slip: (probability = 0.15) => {
      if (owed === 0 || !random.chance(Math.min(0.9, probability * haste))) return false;
      owed--;
      return true;
    },
    marks: () => marked && random.chance(0.3),
    begin: (count, eager = false) => {
      owed = count ?? random.weighted(mistakes);
      haste = eager ? random.pick([1, 3, 6]) : 1;
      marked = random.chance(0.15);
    },
    mint: (prefix) => {
      const name = spelt(random, `${prefix}${label}${++minted}`);
      names.add(name);
      names.add(name.toLowerCase());
      return name;
    },
    known: (name) => {
      if (/\W/.test(name)) names.add(name);
      return name;
    },
    note: (combination) => notes.set(combination, (notes.get(combination) ?? 0) + 1),
    names,
    notes,
  };
}

/** Most names are plain; some need quotes. */
function spelt(random: Random, name: string): string {
  return random.chance(0.93) ? name : name[0]?.toUpperCase() + name.slice(1);
}

/** An identifier as a statement writes it. */
export function id(name: string): string {
  return /^[a-z][a-z0-9_]*$/.test(name) && !reserved.has(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** A name of a keyspace's object, with the keyspace in front of it now and then, or always where it is not in use. */
export function qualified(maker: Maker, keyspace: string, name: string): string {
  const inUse = maker.world.keyspaces[0]?.name === keyspace;
  if (maker.slip(0.01)) return `nokeyspace.${id(name)}`;
  return inUse && maker.random.chance(0.7) ? id(name) : `${id(keyspace)}.${id(name)}`;
}

/** Words that need quotes as names in one release or another. */
const reserved: ReadonlySet<string> = new Set(
  `add allow alter and apply asc authorize batch begin by columnfamily create default delete desc describe drop entries execute
   from full grant if in index infinity insert into is keyspace limit materialized mbean mbeans modify nan norecursive not null
   of on or order primary rename replace revoke schema select set table to token truncate unlogged unset update use using view
   where with true false`.split(/\s+/),
);
