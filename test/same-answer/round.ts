import { setTimeout as sleep } from 'node:timers/promises';
import { randomOf } from '../conformance/generate/random.ts';
import { copiesOf, tryCopies } from './copies.ts';
import { writable, type Write } from './generate/writes.ts';
import type { Query } from './model.ts';
import {
  type Asked,
  askedOf,
  createKeyspace,
  dropKeyspace,
  makeSchema,
  type Project,
  projectOf,
  schemaStatements,
} from './project.ts';
import { partitionsOf, type Proposal, type WriteChange } from './propose.ts';
import { count, type Tally } from './tally.ts';
import { checkEvaluator, failureOf, isCollapsed, Stopped, storedRows, type Trial, tryTable } from './trial.ts';
import { replacementIn, tryTexts } from './texts.ts';
import { tryTogether } from './together.ts';
import { type Widened, widenedOf } from './widened.ts';
import { isTooSlow, rowsOf, openSession, type Session } from './wire.ts';

export interface Round {
  readonly port: number;
  readonly release: string;
  readonly seed: string;
  readonly number: number;
  /** Of the keyspaces of this run. */
  readonly label: string;
  readonly tally: Tally;
  /** Several tables of a base at a time, by the texts that are written into its files. */
  readonly together: boolean;
}

/** Makes a project, asks for proposals, and tries each new table. Gives how many tables the node has got. */
export async function runRound({ port, release, seed, number, label, tally, together }: Round): Promise<number> {
  const random = randomOf(`${seed}/${release}/${number}`);
  const project = projectOf(`same_${label}_${number}`, random);
  const asked = await askedOf(project, release);
  for (const one of asked) countServed(one.query, one.proposals, tally);
  await checkPartitions(project, asked, release, tally);
  const copies = together ? undefined : await copiesOf(project, release, random);
  const widened = together ? [] : await widenedOf(project, asked, release, random);
  await makeSchema(project, port);
  const made = await Promise.all(
    project.schema.tables.map(async (base) => {
      // Each has a session of its own: dropping a table makes a session forget what it prepared.
      const session = await openSession(port, project.keyspace);
      const all = asked.filter(({ query }) => query.base.name === base.name);
      try {
        const place = { project, session, release, tally, seed: `${seed}/${number}` };
        if (copies === undefined) return await tryTogether(base, all, place);
        const own = widened.filter(({ query }) => query.base.name === base.name);
        return (await tryAll(all, place)) + (await tryCopies(base, copies, place)) + (await tryWidened(own, place));
      } finally {
        await session.close();
      }
    }),
  );
  await dropKeyspace(project, port);
  return made.reduce((sum, one) => sum + one, project.schema.tables.length);
}

/** A table of its own, or one that is there, perhaps with the bucket that the query leaves out. */
const isTable = ({ kind, queries }: Proposal): boolean =>
  TABLE_KINDS.has(kind) || (kind === 'rewrite' && !queries.some((cql) => /\bALLOW FILTERING$/i.test(cql)));

const TABLE_KINDS: ReadonlySet<string> = new Set(['new-table', 'existing-table', 'alter-table', 'edit-table']);

function countServed({ base, selected }: Query, proposals: readonly Proposal[], tally: Tally): void {
  // Counters cannot be copied, and rows of several partitions are not counted in one.
  if (selected === undefined || !writable(base)) return;
  tally.admitted++;
  if (proposals.some(isTable)) tally.served++;
  else
    count(
      tally.reasons,
      proposals.find(({ kind }) => kind === 'keep')?.why ?? `only ${proposals.map(({ title }) => title).join(' | ')}`,
    );
}

/** By our own access path a rewritten query reads one partition or so many. */
async function checkPartitions(
  project: Project,
  asked: readonly Asked[],
  release: string,
  tally: Tally,
): Promise<void> {
  const all = asked.flatMap(({ query, proposals }) =>
    proposals.flatMap((proposal) => (proposal.kind === 'new-table' ? [{ query, proposal, base: query.base }] : [])),
  );
  if (all.length === 0) return;
  const head = [createKeyspace(project.keyspace), `USE ${project.keyspace}`, ...schemaStatements(project)];
  const scripts = all.map(({ proposal }) => [...head, ...proposal.ddl, ...proposal.queries]);
  const answers = await partitionsOf(scripts, release);
  for (const [index, one] of all.entries()) {
    const reached = answers[index]!.slice(-one.proposal.queries.length);
    const wrong = reached.find((partitions) => partitions !== 'one' && partitions !== 'many');
    if (wrong !== undefined) tally.failures.push(failureOf(one, 'partitions', `it reaches ${wrong} partitions`));
  }
}

interface Place {
  readonly project: Project;
  readonly session: Session;
  readonly tally: Tally;
  readonly seed: string;
}

/** Tries the new tables of one base after each other; gives how many were made. */
async function tryAll(asked: readonly Asked[], place: Place): Promise<number> {
  const { seed } = place;
  const live = new Map<string, Proposal>();
  let made = 0;
  for (const { query, proposals } of asked) {
    const random = randomOf(`${seed}/${query.text}`);
    let checked = false;
    for (const proposed of proposals) {
      if (proposed.kind !== 'new-table') continue;
      const proposal = renamed(proposed, live);
      const trial = trialOf({ query, proposal, random }, place);
      if (trial === undefined) continue;
      await counted(trial, shapeOf(proposal), async () => {
        if (await make(trial, live)) made++;
        await tryWhole(trial);
        if (!checked && !isRollUp(proposal)) {
          checked = true;
          await checkEvaluator(trial, await storedRows(trial));
        }
      });
    }
  }
  await unmakeOne(place, live);
  return made;
}

/** Tries the tables that get a column which they lack; gives how many were made. */
async function tryWidened(widened: readonly Widened[], place: Place): Promise<number> {
  for (const { query, ddl, proposal } of widened) {
    const trial = trialOf({ query, proposal, random: randomOf(`${place.seed}/widened ${query.text}`) }, place);
    if (trial === undefined) continue;
    await counted(trial, 'widened', async () => {
      for (const cql of [ddl, ...proposal.ddl]) await place.session.run(cql);
      await tryWhole(trial);
    });
  }
  return widened.length;
}

/** A proposal with the writes of its base; `undefined` where the project has none. */
function trialOf(
  { query, proposal, random }: Pick<Trial, 'query' | 'proposal' | 'random'>,
  { project, session, tally }: Place,
): Trial | undefined {
  const base = project.schema.tables.find(({ name }) => name === query.base.name)!;
  const writes = project.writes.get(base);
  if (writes === undefined) return undefined;
  const changed = (write: Write): WriteChange | undefined => {
    const line = lineOf(project, write);
    return proposal.writes.find((one) => one.path === 'writes.cql' && one.range.start.line === line);
  };
  return { session, base, query, proposal, writes, changed, random, tally };
}

/** The strings, texts, steps and answers of a proposal whose table is there. */
async function tryWhole(trial: Trial): Promise<void> {
  await prepareAll(trial);
  if (isRollUp(trial.proposal)) return;
  if (!isCollapsed(trial.proposal)) await tryTexts([trial], replacementIn(trial));
  await tryTable(trial);
}

/** Runs a trial and counts it, with the failure that ends it. */
async function counted(trial: Trial, shape: string, run: () => Promise<void>): Promise<void> {
  const { tally } = trial;
  try {
    await run();
  } catch (error) {
    if (isTooSlow(error)) {
      tally.leftOut++;
      return;
    }
    tally.failures.push(
      error instanceof Stopped
        ? error.failure
        : failureOf(trial, 'refused', error instanceof Error ? error.message : String(error)),
    );
  }
  tally.cases++;
  count(tally.shapes, shape);
}

const lineOf = ({ files }: Project, { cql }: Write): number => files['writes.cql']!.split('\n').indexOf(`${cql};`);

/** Makes the new table, where another query has not made it. Says whether there was something to make. */
async function make({ session, proposal, tally }: Trial, live: Map<string, Proposal>): Promise<boolean> {
  tally.strings += proposal.ddl.length;
  const there = live.has(proposal.table!);
  live.set(proposal.table!, proposal);
  if (there) return false;
  for (const cql of proposal.ddl) await session.run(cql);
  if (proposal.ddl.length > 1) await untilIndexed(session);
  return true;
}

/** A new index cannot be read for a moment. */
async function untilIndexed(session: Session): Promise<void> {
  const cql = 'SELECT is_queryable FROM system_views.sai_column_indexes WHERE keyspace_name = ?';
  const end = Date.now() + LONGEST_WAIT;
  while (rowsOf(await session.rows(cql, [session.keyspace])).some((row) => row.get('is_queryable') !== true)) {
    if (Date.now() > end) throw new Error(`an index cannot be read ${LONGEST_WAIT} ms after it was made`);
    await sleep(50);
  }
}

const LONGEST_WAIT = 60_000;

/** Each drop makes a server write down a dozen tables of its own, so that only one table of a base goes before its keyspace does. */
async function unmakeOne({ session, tally }: Place, live: ReadonlyMap<string, Proposal>): Promise<void> {
  const [one] = live.values();
  tally.strings += one?.undo.length ?? 0;
  for (const cql of one?.undo ?? []) await session.run(cql);
}

/** Another table of the same name is there: the proposal with another name, also of its indexes, in all of its texts. */
function renamed(proposal: Proposal, live: ReadonlyMap<string, Proposal>): Proposal {
  const before = live.get(proposal.table!);
  if (before === undefined || before.ddl.join() === proposal.ddl.join()) return proposal;
  const name = proposal.table!.slice(proposal.table!.lastIndexOf('.') + 1).replaceAll('"', '');
  const free = `${name}_again${live.size}`;
  return JSON.parse(
    JSON.stringify(proposal).replaceAll(new RegExp(`\\b${name}(?=\\b|_\\w+_sai\\b)`, 'g'), free),
  ) as Proposal;
}

/** Every string of CQL, whether a program comes to run it or not. */
async function prepareAll({ session, proposal, tally }: Trial): Promise<void> {
  const bulk = (proposal.backfill?.commands ?? []).flatMap((command) => {
    const query = /^dsbulk unload .*-query "((?:[^"\\]|\\.)*)"/.exec(command)?.[1];
    // In quotes of the shell, and within of DSBulk's own.
    return query === undefined ? [] : [query.replaceAll(/\\(.)/g, '$1').replaceAll(/\\(.)/g, '$1')];
  });
  const steps = proposal.writes.flatMap((change) => change.steps.map(({ cql }) => cql));
  const texts = proposal.writes.flatMap(({ replacement }) => statementsIn(replacement));
  const all = new Set([
    ...proposal.queries,
    ...(proposal.copy === undefined ? [] : [proposal.copy.select]),
    ...steps,
    ...texts,
    ...bulk,
  ]);
  for (const cql of all) {
    tally.strings++;
    await session.markers(cql);
  }
}

/** The statements of a replacement, batches whole; comments between them are none. */
function statementsIn(replacement: string): readonly string[] {
  const text = replacement.replaceAll(/^-- .*$/gm, '');
  const batches = text.match(/\bBEGIN\b[^]*?\bAPPLY BATCH\b/gi) ?? [];
  const others = batches.reduce((rest, batch) => rest.replace(batch, ''), text).split(/;\s*\n/);
  return [...batches, ...others.map((one) => one.trim().replace(/;$/, '')).filter((one) => one !== '')];
}

/** Counters that follow the rows: not exact, as the title says, so that only their strings are put to the server. */
const isRollUp = ({ derived }: Proposal): boolean =>
  derived.some((one) => one.function === 'count' || one.function === 'sum');

function shapeOf(proposal: Proposal): string {
  const functions = proposal.derived.map((one) =>
    one.function === 'time-bucket' ? `time-bucket ${one.size ?? 1} ${one.unit}` : one.function,
  );
  if (isCollapsed(proposal)) return 'collapsed';
  if (/keys only/.test(proposal.title)) return 'keys only';
  return functions.length === 0 ? 'plain' : [...new Set(functions)].join(' + ');
}
