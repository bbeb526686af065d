import type { Random } from '../conformance/generate/random.ts';
import { differenceOf } from './compare.ts';
import { evaluate, isOnePartition } from './evaluate.ts';
import { parametersFor } from './generate/queries.ts';
import { changeOf, chosenFor, type Play, playOf, takesValues, timed, type Write } from './generate/writes.ts';
import { type Base, clusteringOf, identity, keyOf, partitionOf, type Query, type Relation, rowsFor } from './model.ts';
import type { Proposal, WriteChange } from './propose.ts';
import { withDerived } from './stranger/derived.ts';
import { type Rows, runQueries } from './stranger/reads.ts';
import { playWrite, type Target } from './stranger/writes.ts';
import type { Failure, Tally } from './tally.ts';
import { canonical, type Row, type Value } from './values.ts';
import { isTooSlow, rowsOf, type Session } from './wire.ts';

/** A proposal to be tried on a node, and what it needs. */
export interface Trial {
  readonly session: Session;
  readonly base: Base;
  readonly query: Query;
  readonly proposal: Proposal;
  readonly writes: readonly Write[];
  readonly changed: (write: Write) => WriteChange | undefined;
  readonly random: Random;
  readonly tally: Tally;
}

const ASKED = 3;
const CHANGES = 5;
const CHANGED_TOGETHER = 4;

/** Fills a new table by writes, changes it by writes, fills it by copying; and asks it each time what the base is asked. */
export async function tryTable(trial: Trial): Promise<void> {
  const { session, base, query, proposal, random, tally } = trial;
  const target = await targetOf(trial);
  await empty(trial, target);
  const write = async (play: Play): Promise<void> => {
    tally.writes++;
    if (isUnfollowed(play.write, trial)) {
      // Of what must have the time of its batch not all can be right.
      if (play.write.batchTimed === true) return;
      throw new Stopped(failureOf(trial, 'steps', 'a write that is not followed', { write: play.write.cql }));
    }
    try {
      await playWrite(session, await timed(play), trial.changed(play.write), proposal, query.base, target);
    } catch (error) {
      throw stoppedBy(error, failureOf(trial, 'steps', messageOf(error), { write: play.write.cql }));
    }
  };
  const inserts = trial.writes.filter(({ kind }) => kind === 'insert');
  const plays = base.rows.map((row) => {
    const insert = random.chance(0.8) ? inserts[0]! : random.pick(inserts);
    return playOf(insert, row, chosenFor(insert, row, random));
  });
  await Promise.all(
    groupsBy(plays, (play) => identity(play.key, partitionOf(base))).map(async (some) => {
      for (const play of some) await write(play);
    }),
  );
  let stored = await storedRows(trial);
  await compareContents(trial, target, stored, 'after inserts');
  await ask(trial, target, stored, 'after inserts');
  const fragile = new Set<string>();
  const played: unknown[] = [];
  for (let done = 0; done < CHANGES; done++) {
    const changes = changesOn(trial, stored, fragile);
    played.push(...changes.map(({ write: { cql }, values }) => ({ cql, values: values.map(canonical) })));
    await Promise.all(changes.map(write));
    stored = await storedRows(trial);
  }
  await compareContents(trial, target, stored, 'after changes', { played });
  await ask(trial, target, stored, 'after changes');
  await emptied(proposal.table!, target.partition, session);
  await copyRows(trial, target);
  await compareContents(trial, target, stored, 'after copying');
  await ask(trial, target, stored, 'after copying');
}

/**
 * Writes that have nothing to do with each other, because they change different partitions of the base. A row that an UPDATE has made
 * goes with its last value, which nobody can see before: it is `fragile`, and loses none.
 */
export function changesOn(
  trial: Trial,
  stored: readonly Row[],
  fragile: Set<string>,
  seen: Base = trial.query.base,
): readonly Play[] {
  const { base, writes, random } = trial;
  const partition = partitionOf(base);
  const partitions = groupsBy(stored, (row) => identity(row, partition));
  const plays = random.some(partitions, CHANGED_TOGETHER).flatMap((rows) => {
    const whole = rows.filter((row) => keyOf(base).every(({ name }) => row.get(name) !== null));
    return whole.length === 0 ? [] : (changeOf(base, writes, whole, random) ?? []);
  });
  const taken = new Set<string>();
  return plays.filter((play) => {
    const makes = rowsOfPlay(play, seen).some((row) => !stored.some((one) => identity(one, keyOf(seen)) === row));
    if (makes && isForExisting(trial.proposal)) return false;
    // What sets nothing but nulls makes no row.
    if (makes && play.values.includes(null)) return false;
    const touched = partitionsOf(play, base);
    if (touched.some((one) => taken.has(one))) return false;
    const rows = rowsOfPlay(play, seen);
    const meetsFragile = [...fragile].some((id) => touched.some((one) => id.startsWith(`${one}|`) || id === one));
    if (takesValues(play) && meetsFragile) return false;
    for (const one of touched) taken.add(one);
    for (const row of rows) {
      if (play.write.kind === 'insert') fragile.delete(row);
      else if (
        play.write.kind === 'update' &&
        play.write.condition !== 'IF EXISTS' &&
        !stored.some((one) => identity(one, keyOf(seen)) === row)
      )
        fragile.add(row);
    }
    return true;
  });
}

/** Some UPDATE is followed for the rows that are there alone, which the notes say. */
const isForExisting = ({ notes }: Proposal): boolean => notes.some((note) => /makes get no row/.test(note));

/** The key values of a play, once for each row that it names. */
const keysOf = ({ write, key, list }: Play): readonly Row[] =>
  write.listed === undefined ? [key] : list.map((value) => new Map([...key, [write.listed!.name, value]]));

const partitionsOf = (play: Play, base: Base): readonly string[] => [
  ...new Set(keysOf(play).map((key) => identity(key, partitionOf(base)))),
];

const rowsOfPlay = (play: Play, base: Base): readonly string[] =>
  keysOf(play).flatMap((key) => (keyOf(base).every(({ name }) => key.has(name)) ? [identity(key, keyOf(base))] : []));

export function groupsBy<T>(items: readonly T[], keyOf: (item: T) => string): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups.values()];
}

export const isUnfollowed = (write: Write, { changed, proposal: { notes } }: Trial): boolean =>
  changed(write) === undefined &&
  notes.some((note) => note.includes('could not be followed') && note.includes(write.statement.slice(0, 80)));

/** A failure that ends a trial. */
export class Stopped extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.what);
    this.failure = failure;
  }
}

/** The failure that an error means, unless the server was only too slow. */
export const stoppedBy = (error: unknown, failure: Failure): unknown =>
  isTooSlow(error) ? error : new Stopped(failure);

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function failureOf(
  { base, query, proposal }: Pick<Trial, 'base' | 'query' | 'proposal'>,
  kind: Failure['kind'],
  what: string,
  detail: Readonly<Record<string, unknown>> = {},
): Failure {
  return {
    kind,
    what,
    detail: {
      base: base.name,
      query: query.text,
      title: proposal.title,
      ddl: proposal.ddl,
      queries: proposal.queries,
      ...detail,
    },
  };
}

/** The new table with its columns. */
export interface Copied extends Target {
  readonly partition: readonly string[];
  readonly columns: readonly string[];
}

/** The new table as the schema has it. */
export async function targetOf({ session, proposal }: Pick<Trial, 'session' | 'proposal'>): Promise<Copied> {
  const written = proposal.table!.slice(proposal.table!.lastIndexOf('.') + 1);
  const name = written.startsWith('"') ? written.slice(1, -1) : written.toLowerCase();
  const { keyspace } = session;
  const columns = rowsOf(
    await session.rows(
      'SELECT column_name, kind, position FROM system_schema.columns WHERE keyspace_name = ? AND table_name = ?',
      [keyspace, name],
    ),
  );
  const named = (kind: string): readonly string[] =>
    columns
      .filter((row) => row.get('kind') === kind)
      .toSorted((a, b) => Number(a.get('position')) - Number(b.get('position')))
      .map((row) => String(row.get('column_name')));
  const partition = named('partition_key');
  return {
    table: name,
    partition: partition.map(quoted),
    key: [...partition, ...named('clustering')],
    columns: columns.map((row) => String(row.get('column_name'))),
  };
}

const quoted = (name: string): string => (/^[a-z][a-z0-9_]*$/.test(name) ? name : `"${name}"`);

/** Empties the base and the new table. */
export async function empty({ session, base, proposal }: Trial, target: Copied): Promise<void> {
  const partition = partitionOf(base).map(({ written }) => written);
  await emptied(base.written, partition, session);
  await emptied(proposal.table!, target.partition, session);
}

/** Deletes partition by partition, which is quicker than TRUNCATE. */
async function emptied(table: string, partition: readonly string[], session: Session): Promise<void> {
  const { rows } = await session.rows(`SELECT DISTINCT ${partition.join(', ')} FROM ${table}`);
  const where = partition.map((name) => `${name} = ?`).join(' AND ');
  await session.together(rows.map((values) => ({ cql: `DELETE FROM ${table} WHERE ${where}`, values })));
}

export const storedRows = async ({ session, base }: Trial): Promise<readonly Row[]> =>
  rowsOf(await session.rows(`SELECT * FROM ${base.written}`));

/** The rows that a copy of these rows of the base has. */
export function copyOf(
  { base, proposal }: Pick<Trial, 'base' | 'proposal'>,
  { key, columns }: Copied,
  rows: readonly Row[],
): readonly Row[] {
  const whole = rows.filter((row) => keyOf(base).every(({ name }) => row.get(name) !== null));
  return whole
    .flatMap((row) => withDerived(row, proposal.derived, base))
    .filter((row) => key.every((name) => row.get(name) !== null && row.get(name) !== undefined))
    .map((row) => new Map(columns.map((name) => [name, row.get(name) ?? null])));
}

/** Copies the rows of the base that are there, as `copy` and `derived` say. */
async function copyRows(trial: Trial, target: Copied): Promise<void> {
  const { session, proposal, base, query } = trial;
  const source = proposal.copy?.select ?? `SELECT * FROM ${base.written}`;
  const rows = copyOf({ base: query.base, proposal }, target, rowsOf(await session.rows(source)));
  const names = target.columns.map(quoted).join(', ');
  const insert = `INSERT INTO ${proposal.table!} (${names}) VALUES (${target.columns.map(() => '?').join(', ')})`;
  await session.together(rows.map((row) => ({ cql: insert, values: target.columns.map((name) => row.get(name)!) })));
}

/** The copy's rows are those that the base's give, no more and no less. */
export async function compareContents(
  trial: Trial,
  target: Copied,
  stored: readonly Row[],
  when: string,
  detail: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { session, proposal, query, tally } = trial;
  if (isCollapsed(proposal)) return;
  tally.contents++;
  const source = proposal.copy === undefined ? stored : rowsOf(await session.rows(proposal.copy.select));
  // A partition without a static value that a query of partitions compares is never found, and may be missing.
  const compared = query.relations.flatMap((one) =>
    query.distinct && 'column' in one && one.column.role !== 'partition' ? [one.column.name] : [],
  );
  const isAskedFor = (row: Row): boolean => compared.every((name) => row.get(name) !== null);
  const lines = (rows: readonly Row[]): readonly string[] =>
    rows.map((row) => target.columns.map((name) => `${name} ${canonical(row.get(name) ?? null)}`).join(' ')).toSorted();
  const owed = lines(copyOf({ base: query.base, proposal }, target, source.filter(isAskedFor)));
  const all = rowsOf(await session.rows(`SELECT * FROM ${proposal.table!}`));
  const held = lines(all.filter((row) => target.key.every((name) => row.get(name) !== null) && isAskedFor(row)));
  const surplus = held.filter((line) => !owed.includes(line));
  const missing = owed.filter((line) => !held.includes(line));
  if (surplus.length + missing.length === 0 && held.length === owed.length) return;
  throw new Stopped(
    failureOf(trial, 'contents', `${when}: the copy has ${surplus.length} rows too many and lacks ${missing.length}`, {
      surplus: surplus.slice(0, 3),
      missing: missing.slice(0, 3),
      query: query.text,
      writes: proposal.writes.map(({ replacement }) => replacement),
      ...detail,
    }),
  );
}

/** One row stands for several of the base, which the title says. */
export const isCollapsed = ({ title }: Proposal): boolean => /fewer rows/.test(title);

/** Asks the rewritten queries and compares with what the base owes. */
export async function ask(trial: Trial, target: Copied, stored: readonly Row[], when: string): Promise<void> {
  const { query, proposal, random } = trial;
  if (isCollapsed(proposal)) return;
  const seen = rowsFor(query, stored);
  // A row with a null in the copy's key is not in it, which the notes say where the query may mean such rows.
  const announced = proposal.notes.some((note) => /are not in it(?:, although|: they)/.test(note));
  const held = announced
    ? seen.filter((row) => copyOf({ base: query.base, proposal }, target, [row]).length > 0)
    : seen;
  const questions = random
    .times(ASKED, () => parametersFor(query, seen, random))
    .filter((values) => !values.includes(null));
  await Promise.all(questions.map((values) => askOnce(trial, { values, stored: seen, held, when, key: target.key })));
}

interface Question {
  readonly values: readonly Value[];
  readonly stored: readonly Row[];
  readonly held: readonly Row[];
  readonly when: string;
  /** Of the table that is asked. */
  readonly key: readonly string[];
}

async function askOnce(trial: Trial, { values, stored, held, when, key }: Question): Promise<void> {
  const { session, query, proposal, tally } = trial;
  const expected = evaluate(query, values, held);
  // Without ORDER BY a table may give rows in an order of its own where its notes say so.
  const free =
    query.order.length === 0 &&
    isOnePartition(query.base, query.relations) &&
    proposal.notes.some((note) => /order/i.test(note));
  const owed = free ? { ...expected, groups: [expected.groups.flat()] } : expected;
  const rows = expected.groups.flat();
  tally.comparisons++;
  if (expected.count > 0) tally.notEmpty++;
  if (new Set(rows.map((row) => identity(row, partitionOf(query.base)))).size > 1) tally.severalPartitions++;
  const detail = { when, values: values.map(canonical) };
  let given: Rows;
  try {
    // A partition of static values alone gives a row without its clustering key there as well.
    given = (await runQueries(session, proposal, query, values, stored)).filter(
      (row) => query.selected?.every(({ name }, place) => row[place] !== null || !key.includes(name)) !== false,
    );
  } catch (error) {
    throw stoppedBy(error, failureOf(trial, 'refused', messageOf(error), detail));
  }
  const difference =
    query.selected === undefined ? countDifference(given, rows.length) : differenceOf(given, owed, query.selected);
  if (difference !== undefined) {
    const shown = {
      ...detail,
      given: given.slice(0, 5).map(canonical),
      owed: rows.slice(0, 5).map((row) => canonical([...row.values()])),
      notes: proposal.notes,
    };
    throw new Stopped(failureOf(trial, difference.kind, `${when}: ${difference.what}`, shown));
  }
}

const countDifference = (given: Rows, rows: number): { readonly kind: 'rows'; readonly what: string } | undefined =>
  given.length === 1 && Number(given[0]![0]) === rows
    ? undefined
    : { kind: 'rows', what: `counted ${given.map(canonical).join()} instead of ${rows}` };

/** The original as the server answers it, where it takes it, against the answer worked out here. */
export async function checkEvaluator(trial: Trial, all: readonly Row[]): Promise<void> {
  const { session, query, random, tally } = trial;
  const stored = rowsFor(query, all);
  // The server also finds partitions that have nothing but static values, as rows without a clustering key.
  if (stored.some((row) => clusteringOf(query.base).some(({ name }) => row.get(name) === null))) return;
  if (query.relations.some((one) => findsRemoved(one, query))) return;
  const cql = `${query.cql} ALLOW FILTERING`;
  try {
    await session.markers(cql);
  } catch {
    return;
  }
  for (let asked = 0; asked < ASKED; asked++) {
    const values = parametersFor(query, stored, random);
    if (values.includes(null)) continue;
    const expected = evaluate(query, values, stored);
    let rows: Rows;
    try {
      ({ rows } = await session.rows(cql, values));
    } catch {
      return;
    }
    tally.originals++;
    const difference =
      query.selected === undefined
        ? countDifference(rows, expected.groups.flat().length)
        : differenceOf(rows, expected, query.selected);
    if (difference !== undefined)
      throw new Stopped(failureOf(trial, 'evaluator', difference.what, { values: values.map(canonical) }));
  }
}

/** Of a static set, and of the keys of a static map, every release also finds elements that were removed. */
const findsRemoved = (relation: Relation, { distinct }: Query): boolean =>
  relation.kind === 'contains' &&
  (relation.column.role === 'static' || distinct) &&
  (relation.key || relation.column.type.kind === 'set');
