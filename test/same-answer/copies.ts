import { type Random, randomOf } from '../conformance/generate/random.ts';
import { isComparable } from './generate/pools.ts';
import type { Write } from './generate/writes.ts';
import { type Base, type Column, keyOf, partitionOf } from './model.ts';
import type { Project } from './project.ts';
import { type Fix, type Proposal, staleFixes } from './propose.ts';
import { count, type Tally } from './tally.ts';
import { tryTexts } from './texts.ts';
import { failureOf, Stopped, type Trial } from './trial.ts';
import { isTooSlow, type Session } from './wire.ts';
import { typeText } from './types.ts';

/** Tables that hold the rows of a base, and its writes with the fixes of `stale-copy` applied; each write is a file of its own. */
export interface Copies {
  readonly tables: ReadonlyMap<Base, readonly Copied[]>;
  /** What stands in place of a write; absent where it cannot be followed. */
  readonly texts: ReadonlyMap<Write, string>;
}

interface Copied {
  readonly table: string;
  readonly ddl: string;
}

/** So many tables of a project have copies, and each of them so many at most. */
const BASES = 2;
const MOST = 2;

/** Makes copies for the tables of a project that are written, and lets the fixes write them. */
export async function copiesOf({ writes, files }: Project, release: string, random: Random): Promise<Copies> {
  const [, prefix = ''] = /^CREATE TABLE (\w+\.)?/m.exec(files['schema.cql']!)!;
  const tables = new Map(
    random
      .some([...writes.keys()], BASES)
      .map((base) => [base, random.times(random.between(1, MOST), (index) => copyOf(base, prefix, index, random))]),
  );
  const declared = [...tables].flatMap(([base, copies]) =>
    copies.map(({ ddl }) => `-- @copy-of ${base.written}\n${ddl};\n`),
  );
  const [head = ''] = /^USE .*\n/.exec(files['writes.cql']!) ?? [];
  const all = [...tables.keys()].flatMap((base) => writes.get(base)!);
  const pathOf = (write: Write): string => `write-${all.indexOf(write)}.cql`;
  const texts: Record<string, string> = Object.fromEntries(
    all.map((write) => [pathOf(write), `${head}${write.cql};\n`]),
  );
  const schema = [files['schema.cql']!, ...declared].join('\n');
  const left = new Set<string>();
  for (let done = 0; done < MOST; done++) {
    const found = await staleFixes({ 'schema.cql': schema, ...texts }, release);
    for (const [path, fixes] of found) {
      const fix = fixes.find((one) => one !== undefined);
      if (fix !== undefined && path in texts) texts[path] = applied(texts[path]!, fix);
      if (fixes.includes(undefined)) left.add(path);
    }
  }
  const followed = all.filter((write) => !left.has(pathOf(write)));
  return {
    tables,
    texts: new Map(
      followed.map((write) => [write, texts[pathOf(write)]!.slice(head.length).replace(/;\s*$/, '')] as const),
    ),
  };
}

/** By other columns first, with the whole key of the base, and some of the others. */
function copyOf(base: Base, prefix: string, index: number, random: Random): Copied {
  const key = keyOf(base);
  const candidates = base.columns.filter(({ type, role }) => isComparable(type) && role !== 'partition');
  const first = candidates.length === 0 ? [] : random.some(candidates, random.chance(0.7) ? 1 : 2);
  const shares = random.chance(0.2) || first.length === 0;
  const [lead, more] = shares ? [partitionOf(base), first] : [first.slice(0, 1), first.slice(1)];
  const rest = random.shuffled([...more, ...key]).filter((column) => !lead.includes(column));
  const clustering = [...new Set(rest)];
  const others = base.columns.filter((column) => !lead.includes(column) && !clustering.includes(column));
  const held = random.some(others, random.between(0, others.length));
  const isStatic = ({ role }: Column): boolean => role === 'static' && shares && clustering.length > 0;
  const table = `${prefix}copy${index}_of_${base.name}`;
  const columns = [...lead, ...clustering, ...held].map(
    (column) =>
      `${column.written} ${typeText(column.type, prefix)}${held.includes(column) && isStatic(column) ? ' STATIC' : ''}`,
  );
  const names = (all: readonly Column[]): string => all.map(({ written }) => written).join(', ');
  const primary = [`(${names(lead)})`, ...(clustering.length === 0 ? [] : [names(clustering)])].join(', ');
  return { table, ddl: `CREATE TABLE ${table} (${[...columns, `PRIMARY KEY (${primary})`].join(', ')})` };
}

/** A text with the edits of a fix, whose places are lines and UTF-16 columns. */
function applied(text: string, { edits }: Fix): string {
  const lines = text.split('\n');
  const offsetOf = ({ line, character }: { readonly line: number; readonly character: number }): number =>
    lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0) + character;
  return edits
    .map(({ range, text: now }) => ({ start: offsetOf(range.start), end: offsetOf(range.end), now }))
    .toSorted((a, b) => b.start - a.start || b.end - a.end)
    .reduce((changed, { start, end, now }) => changed.slice(0, start) + now + changed.slice(end), text);
}

interface Place {
  readonly project: Project;
  readonly session: Session;
  readonly tally: Tally;
  readonly seed: string;
}

/** Plays the writes of a base by the texts that the fixes have made; gives how many tables were made. */
export async function tryCopies(base: Base, { tables, texts }: Copies, place: Place): Promise<number> {
  const { project, session, tally, seed } = place;
  const copies = tables.get(base) ?? [];
  const query = project.queries.find((one) => one.base === base)!;
  const [first, ...others] = copies.map(({ table, ddl }): Trial => ({
    session,
    base,
    query,
    proposal: proposalOf(table, ddl),
    writes: project.writes.get(base)!,
    changed: () => undefined,
    random: randomOf(`${seed}/copies of ${base.name}`),
    tally,
  }));
  if (first === undefined) return 0;
  try {
    // Of what must have the time of its batch not all can be right.
    const left = first.writes.find((write) => !texts.has(write) && write.batchTimed !== true);
    if (left !== undefined)
      throw new Stopped(failureOf(first, 'texts', 'a write that no fix follows', { write: left.cql }));
    for (const { ddl } of copies) await session.run(ddl);
    await tryTexts([first, ...others], (write) => texts.get(write));
  } catch (error) {
    if (isTooSlow(error)) {
      tally.leftOut++;
      return copies.length;
    }
    tally.failures.push(
      error instanceof Stopped
        ? error.failure
        : failureOf(first, 'refused', error instanceof Error ? error.message : String(error)),
    );
  }
  tally.cases++;
  count(tally.shapes, 'copies that are there');
  return copies.length;
}

const proposalOf = (table: string, ddl: string): Proposal => ({
  rank: 1,
  kind: 'new-table',
  title: 'A copy that is there',
  why: '',
  table,
  ddl: [ddl],
  undo: [],
  queries: [],
  derived: [],
  writes: [],
  notes: [],
});
