import { type Random, randomOf } from '../conformance/generate/random.ts';
import { poolOf, scalar } from './generate/pools.ts';
import { queryOf } from './generate/queries.ts';
import { type Assignment, type Play, playOf, type Write } from './generate/writes.ts';
import { type Base, type Column, identity, keyOf, valueIn } from './model.ts';
import { createKeyspace } from './project.ts';
import { propose, type WriteChange } from './propose.ts';
import { playText } from './stranger/texts.ts';
import { playWrite } from './stranger/writes.ts';
import { count, type Tally } from './tally.ts';
import {
  ask,
  compareContents,
  failureOf,
  isUnfollowed,
  messageOf,
  Stopped,
  stoppedBy,
  storedRows,
  targetOf,
  type Trial,
} from './trial.ts';
import { native, typeText } from './types.ts';
import { canonical, type Row, type Value } from './values.ts';
import { isTooSlow, openSession } from './wire.ts';

interface Run {
  readonly port: number;
  readonly release: string;
  readonly label: string;
  readonly seed: string;
  readonly tally: Tally;
}

const TABLES = 6;
const COUNTS = 24;
const QUERIES = 5;

/**
 * Tables of counters, and those that count along: both have the same sums after each write. A counter that was deleted is not counted
 * again, so that rows go last.
 */
export async function tryCounters({ port, release, label, seed, tally }: Run): Promise<void> {
  const keyspace = `counters_${label}`;
  const system = await openSession(port, 'system');
  await system.run(`${createKeyspace(keyspace)} AND durable_writes = false`);
  await system.close();
  const session = await openSession(port, keyspace);
  try {
    for (let index = 0; index < TABLES; index++) {
      const random = randomOf(`${seed}/${release}/counters ${index}`);
      await tryBase(countersOf(index, random), { session, release, tally, random });
    }
  } finally {
    await session.close();
  }
}

type Place = Pick<Trial, 'session' | 'tally' | 'random'> & { readonly release: string };

function countersOf(index: number, random: Random): Base {
  const column = (name: string, role: Column['role'], type = scalar(random)): Column => ({
    name,
    written: name,
    type,
    role,
    order: 'ASC',
    pool: type.kind === 'native' && type.name === 'counter' ? [] : poolOf(type, 4, random),
  });
  const columns = [
    ...['page', 'site'].slice(0, random.between(1, 2)).map((name) => column(name, 'partition')),
    ...['land', 'device', 'kind'].slice(0, random.between(1, 3)).map((name) => column(name, 'clustering')),
    ...['seen', 'bought'].slice(0, random.between(1, 2)).map((name) => column(name, 'regular', native('counter'))),
  ];
  const key = columns.filter(({ role }) => role !== 'regular');
  const rows = random.times(8, (): Row => new Map(key.map(({ name, pool }) => [name, random.pick(pool)])));
  const name = `counted${index}`;
  return { name, written: name, columns, annotations: [], options: [], rows };
}

/** What counts, and what takes rows away. */
function writesOf(
  base: Base,
  random: Random,
): { readonly counts: readonly Write[]; readonly deletes: readonly Write[] } {
  const key = keyOf(base);
  const [last, rest] = [key.at(-1)!, key.slice(0, -1)];
  const counters = base.columns.filter(({ role }) => role === 'regular');
  const write = (kind: Write['kind'], head: string, columns: readonly Column[], more: Partial<Write> = {}): Write => {
    const { listed } = more;
    const where = [
      ...columns.map(({ written }) => `${written} = ?`),
      ...(listed === undefined ? [] : [`${listed.written} ${more.ranged === 'above' ? '> ?' : 'IN (?, ?)'}`]),
    ];
    const statement = `${head} WHERE ${where.join(' AND ')}`;
    return { kind, cql: statement, statement, assignments: [], key: columns, ...more };
  };
  const add = (some: readonly Assignment[], columns: readonly Column[], more: Partial<Write> = {}): Write => {
    const sets = some.map(({ column: { written }, how, constant }) => {
      return `${written} = ${written} ${how === 'add' ? '+' : '-'} ${constant === undefined ? '?' : String(constant)}`;
    });
    return write('update', `UPDATE ${base.written} SET ${sets.join(', ')}`, columns, { assignments: some, ...more });
  };
  const counting = (how: 'add' | 'remove', constant?: Value): readonly Assignment[] =>
    random.some(counters, random.between(1, counters.length)).map((column) => ({
      column,
      how,
      ...(constant !== undefined && { constant }),
    }));
  const alone = add(counting('add'), key);
  return {
    counts: [
      add(counting('add', 1n), key),
      add(counting('remove'), key),
      alone,
      add(counting('add'), rest, { listed: last }),
      { ...alone, cql: `BEGIN COUNTER BATCH ${alone.statement}; APPLY BATCH` },
    ],
    deletes: [
      write('delete', `DELETE FROM ${base.written}`, key),
      write('delete', `DELETE FROM ${base.written}`, rest, { listed: last }),
      write('delete', `DELETE FROM ${base.written}`, rest, { listed: last, ranged: 'above' }),
      write(
        'delete',
        `DELETE FROM ${base.written}`,
        key.filter(({ role }) => role === 'partition'),
      ),
      write('delete', `DELETE ${counters[0]!.written} FROM ${base.written}`, key, {
        assignments: [{ column: counters[0]!, how: 'set', constant: null }],
      }),
    ],
  };
}

async function tryBase(base: Base, { session, release, tally, random }: Place): Promise<void> {
  const definitions = base.columns.map(({ written, type }) => `${written} ${typeText(type)}`).join(', ');
  const names = (role: Column['role']): string =>
    base.columns.flatMap((one) => (one.role === role ? [one.written] : [])).join(', ');
  const table = `CREATE TABLE ${base.written} (${definitions}, PRIMARY KEY ((${names('partition')}), ${names('clustering')}))`;
  const { counts, deletes } = writesOf(base, random);
  const queries = random.times(QUERIES, () => queryOf(base, random));
  const lines = (all: readonly string[]): string => all.map((one) => `${one};\n`).join('');
  const files = {
    'schema.cql': lines([table]),
    'queries.cql': lines(queries.map(({ text }) => text)),
    'writes.cql': lines([...counts, ...deletes].map(({ cql }) => cql)),
  };
  const { queries: proposed } = await propose(files, release);
  await session.run(table);
  for (const [line, query] of queries.entries()) {
    const found = proposed.find(({ path, range }) => path === 'queries.cql' && range.start.line === line);
    for (const proposal of found?.proposals ?? []) {
      if (proposal.kind !== 'new-table' || !proposal.derived.some((one) => one.function === 'sum')) continue;
      if (proposal.queries.some((cql) => /\b(?:sum|count)\(/i.test(cql))) continue;
      const changed = (write: Write): WriteChange | undefined =>
        proposal.writes.find(
          (one) => one.range.start.line === [...counts, ...deletes].findIndex(({ cql }) => cql === write.cql),
        );
      const trial: Trial = { session, base, query, proposal, writes: [...counts, ...deletes], changed, random, tally };
      await counted(trial, counts, deletes);
    }
  }
  await session.run(`DROP TABLE ${base.written}`);
}

async function counted(trial: Trial, counts: readonly Write[], deletes: readonly Write[]): Promise<void> {
  const { session, base, query, proposal, tally } = trial;
  try {
    for (const cql of proposal.ddl) await session.run(cql);
    try {
      await play(trial, counts, deletes);
    } finally {
      for (const cql of proposal.undo) await session.run(cql);
      await session.run(`TRUNCATE ${base.written}`);
    }
  } catch (error) {
    if (isTooSlow(error)) {
      tally.leftOut++;
      return;
    }
    tally.failures.push(
      error instanceof Stopped ? error.failure : failureOf({ base, query, proposal }, 'refused', messageOf(error)),
    );
  }
  tally.cases++;
  count(tally.shapes, 'counting along');
}

async function play(trial: Trial, counts: readonly Write[], deletes: readonly Write[]): Promise<void> {
  const { base, random } = trial;
  const target = await targetOf(trial);
  for (let done = 0; done < COUNTS; done++) await playOne(trial, random.pick(counts), random.pick(base.rows), target);
  let stored = await storedRows(trial);
  await compareContents(trial, target, stored, 'after counting');
  await ask(trial, target, stored, 'after counting');
  const gone = new Set<string>();
  for (const write of random.shuffled(deletes)) {
    const left = stored.filter((row) => !gone.has(identity(row, keyOf(base))));
    if (left.length === 0) break;
    const row = random.pick(left);
    await playOne(trial, write, row, target);
    gone.add(identity(row, keyOf(base)));
    stored = await storedRows(trial);
    await compareContents(trial, target, stored, `after ${write.cql}`);
  }
  await ask(trial, target, stored, 'after deletes');
}

async function playOne(
  trial: Trial,
  write: Write,
  row: Row,
  target: Awaited<ReturnType<typeof targetOf>>,
): Promise<void> {
  const { session, base, proposal, changed, random, tally } = trial;
  const { listed } = write;
  const other = listed?.pool.find((one) => canonical(one) !== canonical(valueIn(row, listed)));
  if (listed !== undefined && other === undefined) return;
  const chosen = new Map(write.assignments.map(({ column }) => [column, BigInt(random.between(1, 9))] as const));
  const one: Play = playOf(write, row, chosen, other === undefined ? {} : { other });
  const change = changed(write);
  if (isUnfollowed(write, trial)) return;
  try {
    if (change !== undefined && random.chance(0.5)) {
      tally.texts++;
      const copies = [{ target, derived: proposal.derived }];
      await playText(change.replacement, { session, play: one, base, copies, random });
    } else {
      tally.writes++;
      await playWrite(session, one, change, proposal, base, target);
    }
  } catch (error) {
    throw stoppedBy(
      error,
      failureOf(trial, 'steps', messageOf(error), { write: write.cql, text: change?.replacement }),
    );
  }
}
