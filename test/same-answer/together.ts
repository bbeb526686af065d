import { randomOf } from '../conformance/generate/random.ts';
import type { Base } from './model.ts';
import { type Asked, type Project } from './project.ts';
import { type Proposal, proposeAndWrite } from './propose.ts';
import { count, type Tally } from './tally.ts';
import { replacementIn, tryTexts } from './texts.ts';
import { failureOf, isCollapsed, Stopped, type Trial } from './trial.ts';
import { isTooSlow, type Session } from './wire.ts';

interface Place {
  readonly project: Project;
  readonly session: Session;
  readonly release: string;
  readonly tally: Tally;
  readonly seed: string;
}

const TABLES = 3;

/**
 * Plays the texts that `propose --write` leaves in the files of a project: several new tables of one base are kept in step by one text
 * for each write. Gives how many tables were made.
 */
export async function tryTogether(base: Base, asked: readonly Asked[], place: Place): Promise<number> {
  const { project, session, release, tally, seed } = place;
  const random = randomOf(`${seed}/${base.name}`);
  const writes = project.writes.get(base);
  if (writes === undefined) return 0;
  const queries = random.some(
    asked.filter(({ proposals: [first] }) => first !== undefined && isNewTable(first)),
    TABLES,
  );
  if (queries.length < 2) return 0;
  const [head = ''] = /^USE .*\n/.exec(project.files['writes.cql']!) ?? [];
  const pathOf = (index: number): string => `write-${index}.cql`;
  const { proposed, files } = await proposeAndWrite(
    {
      'schema.cql': project.files['schema.cql']!,
      'queries.cql': [head, ...queries.map(({ query }) => `${query.text};\n`)].join(''),
      ...Object.fromEntries(writes.map(({ cql }, index) => [pathOf(index), `${head}${cql};\n`])),
    },
    release,
  );
  const made = new Map<string, Trial>();
  for (const ddl of newTables(project.files['schema.cql']!, files['schema.cql']!)) {
    const proposal = proposed.queries.flatMap(({ proposals: [best] }) => asMade(best, ddl) ?? [])[0];
    if (proposal === undefined) {
      count(tally.reasons, 'A table that is made together with others is none that was proposed.');
      return 0;
    }
    // Another table grows.
    if (!proposal.writes.some(({ path }) => path.startsWith('write-'))) continue;
    const changed: Trial['changed'] = (write) =>
      proposal.writes.find(({ path }) => path === pathOf(writes.indexOf(write)));
    made.set(proposal.table!, { session, base, query: queries[0]!.query, proposal, writes, changed, random, tally });
  }
  const [first, ...others] = made.values();
  if (first === undefined || others.length === 0) return 0;
  const trials = [first, ...others] as const;
  try {
    for (const { proposal } of trials) for (const cql of proposal.ddl) await session.run(cql);
    for (const [alter] of files['schema.cql']!.matchAll(/^ALTER TABLE [^;]+/gm)) await session.run(alter);
    await tryTexts(trials, (write) => {
      if (trials.some((trial) => replacementIn(trial)(write) === undefined)) return undefined;
      const text = files[pathOf(writes.indexOf(write))]!.slice(head.length).replace(/;\s*$/, '');
      // What each alone can follow, both together may not; then it is told.
      const isWhole = trials.every(
        (trial) => trial.changed(write) === undefined || text.includes(trial.proposal.table!),
      );
      return isWhole ? text : undefined;
    });
  } catch (error) {
    if (isTooSlow(error)) {
      tally.leftOut++;
      return made.size;
    }
    tally.failures.push(
      error instanceof Stopped
        ? error.failure
        : failureOf(first, 'refused', error instanceof Error ? error.message : String(error)),
    );
  }
  tally.cases++;
  count(tally.shapes, `${made.size} together`);
  return made.size;
}

/** The CREATE TABLE statements that came into a schema. */
const newTables = (before: string, after: string): readonly string[] =>
  (after.match(/^CREATE TABLE [^;]+/gm) ?? []).filter((ddl) => !before.includes(ddl));

/** The proposal that has made a table, perhaps by another name, because that of another query has taken it. */
function asMade(proposal: Proposal | undefined, ddl: string): Proposal | undefined {
  if (proposal?.table === undefined || proposal.kind !== 'new-table') return undefined;
  const [, table = ''] = /^CREATE TABLE (\S+)/.exec(ddl) ?? [];
  const bare = (name: string): string => name.slice(name.lastIndexOf('.') + 1);
  const name = new RegExp(`\\b${bare(proposal.table)}\\b`, 'g');
  const renamed = JSON.parse(JSON.stringify(proposal).replaceAll(name, bare(table))) as Proposal;
  return flat(renamed.ddl[0]!) === flat(ddl) ? renamed : undefined;
}

const flat = (cql: string): string => cql.replaceAll(/\s+/g, ' ').trim();

const isNewTable = (proposal: Proposal): boolean =>
  proposal.kind === 'new-table' &&
  !isCollapsed(proposal) &&
  !proposal.derived.some((one) => one.function === 'count' || one.function === 'sum');
