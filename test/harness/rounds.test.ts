import { describe, expect, test } from 'vitest';
import type { Analyzer } from '../conformance/analyzer.ts';
import type { Answer } from '../conformance/answer.ts';
import { onNode, type House } from '../conformance/house.ts';
import type { Judge } from '../conformance/judge.ts';
import { readOptions } from '../conformance/options.ts';
import { releaseOf, type Release } from '../conformance/releases.ts';
import { runRounds } from '../conformance/rounds.ts';
import { withDependents } from '../conformance/semantics.ts';

const release = releaseOf('5.0') as Release;
const taken: Answer = { ok: true };
const refused: Answer = { ok: false, kind: 'invalid', message: 'no' };

/** A node that answers by a function; `asked` sees each statement. */
function houseOf(answer: (cql: string) => Answer): House {
  const judge: Judge = {
    ask: async (cql) => answer(cql),
    prepare: async (cql) => answer(cql),
    askInOrder: async (script) => script.map(answer),
    askMany: async (statements) => statements.map(answer),
    drop: async () => undefined,
    cleanUp: async () => undefined,
    close: async () => undefined,
  };
  return {
    judge: async () => judge,
    leave: async () => undefined,
    close: async () => undefined,
    transactions: false,
  };
}

const analyzerOf = (answers: (script: readonly string[]) => readonly Answer[]): Analyzer => ({
  ask: async (_, script) => answers(script),
  close: async () => undefined,
});

const run = (house: House, analyzer: Analyzer, rounds = 2) => {
  const options = readOptions(['--round', '50', '--seed', 'rounds', '--statements', '1']);
  let left = rounds;
  return runRounds(
    release,
    house,
    { options, analyzer, known: () => undefined, say: () => undefined },
    () => left-- > 0,
  );
};

test('with a name goes what was made of it', () => {
  const schema = (cql: string, ...touches: readonly string[]) => ({ cql, server: taken, made: { cql, touches } });
  const asked = [
    schema('CREATE TYPE y1 (f int)', 'y1'),
    schema('CREATE TYPE y2 (f int)', 'y2'),
    schema('CREATE TABLE t1 (p int PRIMARY KEY, v frozen<y1>)', 't1'),
    schema('CREATE TABLE t2 (p int PRIMARY KEY, v frozen<y2>)', 't2'),
    schema('CREATE MATERIALIZED VIEW m1 AS SELECT * FROM t1', 'm1'),
    { cql: 'SELECT * FROM t2, m1', server: taken },
  ];
  expect([...withDependents(['y1'], asked)]).toEqual(['y1', 't1', 'm1']);
});

describe('rounds', () => {
  test('what both take is the same', async () => {
    const { tally, rounds, broken } = await run(
      houseOf(() => taken),
      analyzerOf((script) => script.map(() => taken)),
    );
    expect([rounds, broken]).toEqual([2, []]);
    expect(tally.accepted).toBe(tally.statements);
    expect([tally.falseErrors, tally.misses]).toEqual([0, 0]);
    expect(tally.statements).toBeGreaterThan(1000);
  });

  test('a schema statement that we alone take counts, and not what follows from it', async () => {
    // Names that the generator made up; others are words of CQL.
    const type = (cql: string) => /^CREATE TYPE (?:IF NOT EXISTS )?(?:[\w"]+\.)?(y\w*\d)\b/.exec(cql)?.[1];
    const isWorld = (cql: string) => /^(?:CREATE KEYSPACE|USE)/.test(cql);
    let types = 0;
    const { tally } = await run(
      houseOf((cql) => {
        if (type(cql) !== undefined) types++;
        return isWorld(cql) ? taken : refused;
      }),
      // It takes types, and tables that name one which it has taken.
      analyzerOf((script) => {
        const known = new Set<string>();
        return script.map((cql) => {
          const name = type(cql);
          if (name !== undefined) known.add(name);
          return isWorld(cql) || name !== undefined || cql.match(/\w+/g)?.some((word) => known.has(word))
            ? taken
            : refused;
        });
      }),
      1,
    );
    expect(types).toBeGreaterThan(10);
    expect(tally.misses).toBe(types);
    expect(tally.falseErrors).toBe(0);
  });

  test('a node that fails ends its round, and too many end the release', async () => {
    let asked = 0;
    const failing = houseOf(() => {
      if (++asked === 100) throw new Error('gone');
      return taken;
    });
    const once = await run(
      failing,
      analyzerOf((script) => script.map(() => taken)),
    );
    expect(once.broken).toHaveLength(1);
    expect(once.tally.statements).toBeGreaterThan(500);
    const always = await run(
      houseOf(() => {
        throw new Error('gone');
      }),
      analyzerOf(() => []),
      10,
    );
    expect([always.broken.length, always.rounds, always.tally.statements]).toEqual([3, 3, 0]);
  });
});

describe('work on a node', () => {
  /** Nodes of which so many fail, one after the other; the number of the one that answered. */
  const nodes = (failing: number) => {
    let number = 1;
    const house: House = {
      ...houseOf(() => {
        if (number <= failing) throw new Error(`node ${number} is gone`);
        return { ok: false, kind: 'invalid', message: String(number) };
      }),
      leave: async () => void number++,
    };
    return onNode(house, (judge) => judge.ask('SELECT'));
  };

  test('is done again on a new node where one fails, and given up where two do', async () => {
    expect(await nodes(0)).toMatchObject({ message: '1' });
    expect(await nodes(1)).toMatchObject({ message: '2' });
    await expect(nodes(2)).rejects.toThrow('node 2 is gone');
  });
});
