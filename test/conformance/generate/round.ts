import { id, makerOf, type Maker } from './maker.ts';
import type { Keyspace, Made, Table, World } from './model.ts';
import { functionStatement } from './functions.ts';
import { indexStatement } from './indexes.ts';
import { keyspaceStatement } from './keyspaces.ts';
import { typeStatement } from './user-types.ts';
import { viewStatement } from './views.ts';
import { select } from './queries.ts';
import { randomOf } from './random.ts';
import { labelStatement, transaction } from './recent.ts';
import { describeStatement, rightsStatement, triggerStatement } from './rights.ts';
import { systemStatement } from './system.ts';
import { alterOptions, alterTable, otherTableStatement } from './table-changes.ts';
import { createTable, typeTables } from './tables.ts';
import { batch, write } from './writes.ts';

/** A random schema, the statements that make it, and statements to ask of it. */
export interface Round {
  /**
   * The next statement that may change the schema; `undefined` when the schema is done. What the world believes follows
   * the answers: `taken` has to be told before the next call.
   */
  nextSchemaStatement(): Made | undefined;
  /** The server's answer to the last of them. */
  taken(made: Made): void;
  /** Statements that leave the schema alone, in no particular order. */
  statements(count: number, mistakes?: number): readonly string[];
  readonly maker: Maker;
}

/**
 * Begins a round; `label` keeps its names apart from those of other rounds on the same node. `rights` is how many times as many
 * statements about roles it has.
 */
export function roundOf(seed: string, release: string, label: string, rights = 1, transactions = false): Round {
  const world: World = { keyspaces: [], roles: [], identities: [] };
  const maker = makerOf(randomOf(seed), release, world, label, transactions);
  const { random } = maker;
  const plan = schemaPlan(maker, rights);
  return {
    nextSchemaStatement: () => {
      for (;;) {
        const step = plan.shift();
        if (step === undefined) return undefined;
        maker.begin(step.mistakes, step.eager);
        const made = step.make();
        if (made !== undefined) return made;
      }
    },
    taken: (made) => made.change?.(),
    statements: (count, mistakes) => {
      const tables = world.keyspaces.flatMap((keyspace) => keyspace.tables);
      if (tables.length === 0) return [];
      return random.times(count, () => {
        maker.begin(mistakes);
        return statement(maker, tables);
      });
    },
    maker,
  };
}

function statement(maker: Maker, tables: readonly Maker['world']['keyspaces'][number]['tables'][number][]): string {
  const { random } = maker;
  const table = random.pick(tables);
  return random.weighted<() => string>([
    [60, () => select(maker, table)],
    [
      32,
      () =>
        write(
          maker,
          table.base === undefined || maker.slip(0.1)
            ? table
            : random.pick(tables.filter(({ base }) => base === undefined)),
        ),
    ],
    [
      6,
      () => batch(maker, random.some(maker.slip(0.05) ? tables : tables.filter(({ base }) => base === undefined), 4)),
    ],
    [0.6, () => systemStatement(maker)],
    [maker.since(6) ? 2 : 0, () => transaction(maker, random.some(tables, 3))],
    [maker.transactions ? 60 : 0, () => transaction(maker, random.some(transactional(tables), 3))],
  ])();
}

/** Those that take part in transactions, if there are any. */
function transactional(tables: readonly Table[]): readonly Table[] {
  const found = tables.filter((table) => table.transactional === true);
  return found.length === 0 ? tables : found;
}

interface Step {
  /** How many mistakes the statement may hold; by default as many as any. */
  readonly mistakes?: number;
  /** Whether it is made to hold mistakes: refused statements are quick and leave nothing behind. */
  readonly eager?: boolean;
  make(): Made | undefined;
}

function schemaPlan(maker: Maker, rights: number): Step[] {
  const { random, world } = maker;
  const main = (): Keyspace => world.keyspaces[0] as Keyspace;
  const any = (): Keyspace => (random.chance(0.85) ? main() : random.pick(world.keyspaces.slice(0, 2)));
  const steps = (count: number, make: () => Made | undefined, mistakes?: number): Step[] =>
    random.times(count, () => ({ make, ...(mistakes !== undefined && { mistakes }) }));
  const onTable = (make: (keyspace: Keyspace, table: Keyspace['tables'][number]) => Made) => () => {
    const keyspace = any();
    return keyspace.tables.length === 0 ? undefined : make(keyspace, random.pick(keyspace.tables));
  };

  const types = typeTablesLater(maker, main);
  const changes: Step[] = [
    ...steps(12, () => typeStatement(maker, any(), 0.5)),
    ...steps(30, () => createTable(maker, any()), random.pick([1, 2])),
    ...steps(
      45,
      onTable((keyspace, table) => indexStatement(maker, keyspace, table)),
    ),
    // The server never ends what it does to views of tables with transactions.
    ...steps(maker.transactions ? 0 : 25, () =>
      main().tables.length === 0 ? undefined : viewStatement(maker, main()),
    ),
    ...steps(
      60,
      onTable((keyspace, table) => alterTable(maker, keyspace, table)),
    ),
    ...steps(
      8,
      onTable((keyspace, table) => otherTableStatement(maker, keyspace, table)),
    ),
    ...steps(14, () => functionStatement(maker, any())),
    ...steps(16, () => keyspaceStatement(maker)),
    ...steps(24 * rights, () => rightsStatement(maker, any())),
    ...steps(4, () => triggerStatement(maker, any())),
    ...(maker.since(4) ? steps(8, () => describeStatement(maker, any())) : []),
    ...(maker.since(6) ? steps(14, () => labelStatement(maker, any())) : []),
  ];
  const wrong = (count: number, make: () => Made | undefined): Step[] =>
    random.times(count, () => ({ make, mistakes: random.pick([1, 1, 2]), eager: true }));
  const refused: Step[] = [
    ...wrong(60, () => typeStatement(maker, any(), 0.4)),
    ...wrong(120, () => createTable(maker, any())),
    ...wrong(
      120,
      onTable((keyspace, table) => indexStatement(maker, keyspace, table)),
    ),
    ...wrong(maker.transactions ? 0 : 80, () =>
      main().tables.length === 0 ? undefined : viewStatement(maker, main()),
    ),
    ...wrong(
      160,
      onTable((keyspace, table) => alterTable(maker, keyspace, table)),
    ),
    ...wrong(
      100,
      onTable((keyspace, table) => alterOptions(maker, keyspace, table)),
    ),
    ...(maker.since(4) ? wrong(12, () => describeStatement(maker, any())) : []),
    ...wrong(
      10,
      onTable((keyspace, table) => otherTableStatement(maker, keyspace, table)),
    ),
    ...wrong(70, () => functionStatement(maker, any())),
    ...wrong(50, () => keyspaceStatement(maker)),
    ...wrong(50 * rights, () => rightsStatement(maker, any())),
    ...(maker.since(6) ? wrong(20, () => labelStatement(maker, any())) : []),
  ];
  return [
    ...steps(1, () => createKeyspace(maker, 'k'), 0),
    ...steps(1, () => createKeyspace(maker, 'o'), 0),
    { mistakes: 0, make: () => ({ cql: `USE ${id(main().name)}` }) },
    ...steps(4, () => typeStatement(maker, main(), 1), 0),
    ...types,
    ...steps(8, () => createTable(maker, main()), 0),
    ...steps(1, () => createTable(maker, random.pick(world.keyspaces)), 0),
    ...steps(
      14,
      onTable((keyspace, table) => indexStatement(maker, keyspace, table)),
      0,
    ),
    ...random.shuffled([...changes, ...refused]),
    // A wrong USE among them may have left the keyspace.
    { mistakes: 0, make: () => ({ cql: `USE ${id(main().name)}` }) },
  ];
}

function typeTablesLater(maker: Maker, main: () => Keyspace): Step[] {
  let made: Made[] | undefined;
  const next = (): Made | undefined => {
    made ??= [...typeTables(maker, main())];
    return made.shift();
  };
  return [1, 2, 3, 4, 5].map(() => ({ mistakes: 0, make: next }));
}

function createKeyspace(maker: Maker, prefix: string): Made {
  const name = maker.mint(prefix);
  return {
    cql: `CREATE KEYSPACE ${id(name)} WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}`,
    touches: [name],
    change: () => void maker.world.keyspaces.push({ name, types: [], tables: [], functions: [] }),
  };
}
