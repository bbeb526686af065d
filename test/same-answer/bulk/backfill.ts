import { randomOf } from '../../conformance/generate/random.ts';
import { chosenFor, playOf, writable } from '../generate/writes.ts';
import { type Base, keyOf } from '../model.ts';
import { askedOf, makeSchema, projectOf } from '../project.ts';
import type { Proposal } from '../propose.ts';
import { count, type Failure, type Tally } from '../tally.ts';
import { type Copied, copyOf, failureOf, targetOf } from '../trial.ts';
import { canonical, type Row, type Value } from '../values.ts';
import { openSession, rowsOf, type Session } from '../wire.ts';
import { runDsbulk, runSpark } from './tools.ts';

/** A new table that waits for the rows of its base. */
interface Waiting {
  readonly base: Base;
  readonly proposal: Proposal;
  readonly target: Copied;
  readonly session: Session;
  readonly failure: (what: string, detail?: Readonly<Record<string, unknown>>) => Failure;
}

export interface Backfill {
  readonly port: number;
  readonly release: string;
  readonly seed: string;
  readonly label: string;
  readonly tally: Tally;
  /** So many tables by Spark, in one run, and so many by DSBulk before it. */
  readonly spark: number;
  readonly dsbulk: number;
}

/** Fills bases, makes new tables, runs the generated backfill, and compares rows. */
export async function tryBackfills(wanted: Backfill): Promise<void> {
  const sessions: Session[] = [];
  try {
    await fillAll(await madeTables(wanted, sessions), wanted);
  } finally {
    for (const session of sessions) await session.close();
  }
}

async function fillAll(waiting: readonly Waiting[], { port, tally, ...wanted }: Backfill): Promise<void> {
  const byBulk = waiting.filter(hasBulk).slice(0, wanted.dsbulk);
  const bySpark = waiting.filter(hasSpark).slice(0, wanted.spark);
  for (const one of byBulk) {
    try {
      await runDsbulk(commandsOf(one.proposal).dsbulk, port);
      await compare(one, 'DSBulk', tally);
    } catch (error) {
      tally.failures.push(one.failure('DSBulk', { error: error instanceof Error ? error.message : String(error) }));
    }
    // Deletes would be newer than what is copied next.
    for (const cql of [...one.proposal.undo, ...one.proposal.ddl]) await one.session.run(cql);
  }
  if (bySpark.length === 0) return;
  const statements = bySpark.flatMap((one) => commandsOf(one.proposal).spark.map((text) => ({ one, text })));
  const said = await runSpark(
    statements.map(({ text }) => text),
    port,
  );
  for (const [place, what] of said)
    tally.failures.push(statements[place]!.one.failure('Spark', { error: what, statement: statements[place]!.text }));
  const failed = new Set([...said.keys()].map((place) => statements[place]!.one));
  for (const one of bySpark) if (!failed.has(one)) await compare(one, 'Spark', tally);
}

/** What a proposal has for either tool: commands of a shell begin with `dsbulk`, all else is SQL. */
function commandsOf({ backfill }: Proposal): { readonly dsbulk: readonly string[]; readonly spark: readonly string[] } {
  const commands = backfill?.commands ?? [];
  const isBulk = (command: string): boolean => command.startsWith('dsbulk ');
  return { dsbulk: commands.filter(isBulk), spark: commands.filter((one) => !isBulk(one)) };
}

const hasSpark = ({ proposal }: Waiting): boolean => commandsOf(proposal).spark.length > 0;
const hasBulk = ({ proposal }: Waiting): boolean => commandsOf(proposal).dsbulk.length > 0;

async function madeTables(
  { port, release, seed, label, spark, dsbulk, tally }: Backfill,
  sessions: Session[],
): Promise<readonly Waiting[]> {
  const waiting: Waiting[] = [];
  const isShort = (): boolean => waiting.filter(hasSpark).length < spark || waiting.filter(hasBulk).length < dsbulk;
  for (let number = 0; isShort(); number++) {
    const random = randomOf(`${seed}/bulk/${number}`);
    const project = projectOf(`bulk_${label}_${number}`, random);
    const asked = await askedOf(project, release);
    await makeSchema(project, port);
    const session = await openSession(port, project.keyspace);
    sessions.push(session);
    const made = new Set<string>();
    for (const base of project.schema.tables.filter(writable)) {
      const insert = project.writes.get(base)![0]!;
      const plays = base.rows.map((row) => playOf(insert, row, chosenFor(insert, row, random)));
      await Promise.all(plays.map((play) => session.rows(play.write.cql, play.values)));
      for (const { query, proposals } of asked.filter((one) => one.query.base === base)) {
        for (const proposal of proposals) {
          if (proposal.kind !== 'new-table' || made.has(proposal.table!)) continue;
          if (proposal.backfill === undefined) {
            count(
              tally.reasons,
              `no backfill: ${proposal.derived.map((one) => one.function).join(' + ') || proposal.title.replaceAll(/`[^`]*`/g, '…')}`,
            );
            continue;
          }
          made.add(proposal.table!);
          for (const cql of proposal.ddl) await session.run(cql);
          const target = await targetOf({ session, proposal });
          const failure: Waiting['failure'] = (what, detail) =>
            failureOf({ base, query, proposal }, 'contents', what, {
              commands: proposal.backfill!.commands,
              ...detail,
            });
          waiting.push({ base, proposal, target, session, failure });
        }
      }
    }
  }
  return waiting;
}

/** The copy's rows against those that the base's give; any function may choose the shard, and a decimal keeps its value. */
async function compare(
  { base, proposal, target, session, failure }: Waiting,
  tool: string,
  tally: Tally,
): Promise<void> {
  const hashed = proposal.derived.filter((one) => one.function === 'hash-bucket');
  const names = target.columns.filter((name) => !hashed.some(({ column }) => column === name));
  const source = proposal.copy?.select ?? `SELECT * FROM ${base.written}`;
  const owed = copyOf({ base, proposal }, target, rowsOf(await session.rows(source)));
  const held = rowsOf(await session.rows(`SELECT * FROM ${proposal.table!}`)).filter((row) =>
    target.key.every((name) => row.get(name) !== null),
  );
  const lines = (rows: readonly Row[]): readonly string[] =>
    rows.map((row) => names.map((name) => `${name} ${plain(row.get(name) ?? null)}`).join(' ')).toSorted();
  // Several rows of the base may be one of the copy.
  const [left, right] = [[...new Set(lines(owed))], lines(held)];
  tally.cases++;
  count(
    tally.shapes,
    `${tool} ${[...new Set(proposal.derived.map((one) => `${one.function}${one.size === undefined ? '' : ` ${one.size}`}${one.unit === undefined ? '' : ` ${one.unit}`}`))].join(' + ') || 'plain'}`,
  );
  const range = hashed.every(({ column, count: most }) =>
    held.every((row) => Number(row.get(column)) >= 0 && Number(row.get(column)) < most!),
  );
  if (!range) tally.failures.push(failure(`${tool}: a shard that is none`));
  if (left.join('\n') !== right.join('\n')) {
    const surplus = right.filter((line) => !left.includes(line));
    const missing = left.filter((line) => !right.includes(line));
    tally.failures.push(
      failure(`${tool}: ${surplus.length} rows too many, ${missing.length} missing`, {
        surplus: surplus.slice(0, 2),
        missing: missing.slice(0, 2),
      }),
    );
  }
  await compareTimes({ base, proposal, target, session, failure }, tool, tally);
}

/** What is copied is older than any write, so that it never wins. */
async function compareTimes(
  { base, proposal, target, session, failure }: Waiting,
  tool: string,
  tally: Tally,
): Promise<void> {
  const column = base.columns.find(
    ({ name, type }) =>
      type.kind === 'native' &&
      target.columns.includes(name) &&
      !target.key.includes(name) &&
      !keyOf(base).some((one) => one.name === name),
  );
  if (column === undefined) return;
  const { rows } = await session.rows(`SELECT writetime(${column.written}) FROM ${proposal.table!}`);
  const young = rows.flat().find((time) => time !== null && time !== 1_000_000n);
  if (young !== undefined) tally.failures.push(failure(`${tool}: written at ${String(young)}`));
}

/** Decimals as texts of their value. */
const plain = (value: Value): string =>
  canonical(value).replaceAll(/"(-?\d+)\.(\d*?)0*"/g, (_, whole: string, rest: string) =>
    rest === '' ? `"${whole}"` : `"${whole}.${rest}"`,
  );
