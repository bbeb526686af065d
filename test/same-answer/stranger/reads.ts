import { type Column, compareRows, type Query } from '../model.ts';
import type { BindSource, Derived, Proposal } from '../propose.ts';
import { canonical, compare, literalOf, type Row, type Value } from '../values.ts';
import { limitOf, matching, orderOf } from '../evaluate.ts';
import type { Answer, Session } from '../wire.ts';
import { computed } from './derived.ts';

/** The answer as a program gets it: the original's select list, row by row. */
export type Rows = readonly (readonly Value[])[];

/**
 * Runs the queries of a proposal as its JSON tells a program to. `stored` are the rows of the base, of which a program knows only which
 * time buckets there are.
 */
export async function runQueries(
  session: Session,
  proposal: Proposal,
  query: Query,
  values: readonly Value[],
  stored: readonly Row[],
): Promise<Rows> {
  const answers: Answer[][] = [];
  for (const [index, cql] of proposal.queries.entries()) {
    const markers = await session.markers(cql);
    const sources =
      proposal.binds?.[index] ?? markers.map((_, at): BindSource => ({ original: query.names?.[at] ?? at }));
    if (sources.length !== markers.length)
      throw new Error(`${sources.length} values for ${markers.length} markers: ${cql}`);
    const runs = combinations(sources, {
      proposal,
      query,
      values,
      stored,
      answers,
      markers: markers.map(({ name }) => name),
    });
    answers.push(await Promise.all(runs.map((run) => session.rows(cql, run))));
  }
  // What only gives later queries their keys is no part of the answer.
  const used = new Set((proposal.binds ?? []).flat().flatMap((source) => ('row' in source ? [source.query] : [])));
  return united(answers.filter((_, index) => !used.has(index)).flat(), proposal, query, values);
}

interface Facts {
  readonly proposal: Proposal;
  readonly query: Query;
  readonly values: readonly Value[];
  readonly stored: readonly Row[];
  readonly answers: readonly (readonly Answer[])[];
  readonly markers: readonly string[];
}

/** The values of each run of a query: one for every combination of what is asked one by one. */
function combinations(sources: readonly BindSource[], facts: Facts): readonly (readonly Value[])[] {
  const fromRows = sources.flatMap((source) => ('row' in source ? [source.query] : []));
  const [rowsOf] = fromRows;
  if (rowsOf !== undefined) {
    // Columns of one earlier row go together.
    return facts.answers[rowsOf]!.flatMap(({ columns, rows }) =>
      rows.map((row) =>
        sources.map((source) => ('row' in source ? row[columns.indexOf(source.row)]! : single(source, facts))),
      ),
    );
  }
  let runs: readonly (readonly Value[])[] = [[]];
  for (const source of sources) {
    const choices = choicesOf(source, facts);
    runs = runs.flatMap((run) => choices.map((value) => [...run, value]));
  }
  return runs;
}

function single(source: BindSource, facts: Facts): Value {
  const [value, ...others] = choicesOf(source, facts);
  if (value === undefined || others.length > 0) throw new Error('several values beside those of a row');
  return value;
}

function choicesOf(source: BindSource, facts: Facts): readonly Value[] {
  if ('original' in source) return [originalOf(source.original, facts)];
  if ('each' in source) return eachOf(source.each, facts);
  if ('derived' in source) return derivedChoices(source.derived, facts);
  throw new Error('a literal as the value of a marker');
}

function originalOf(which: number | string, { query, values }: Facts): Value {
  const at = typeof which === 'number' ? which : (query.names ?? []).indexOf(which);
  const value = values[at];
  if (value === undefined) throw new Error(`the original has no marker ${which}`);
  return value;
}

/** The values of IN, each once; a marker for the whole list gives several. */
function eachOf(sources: readonly BindSource[], facts: Facts): readonly Value[] {
  const lists = facts.query.relations.filter((relation) => relation.kind === 'in');
  const list = lists.find((relation) => relation.whole);
  const found = sources.flatMap((source): readonly Value[] => {
    if ('literal' in source) return [literalValue(source.literal, facts.query)];
    const value = choicesOf(source, facts)[0]!;
    return list !== undefined && sources.length === 1 ? (value as readonly Value[]) : [value];
  });
  const seen = new Set<string>();
  return found.filter((value) => !seen.has(canonical(value)) && seen.add(canonical(value)));
}

/** A constant of the original: the value that the query was written from. */
function literalValue(text: string, query: Query): Value {
  for (const relation of query.relations) {
    if (relation.kind !== 'in') continue;
    for (const { value, marker } of relation.operands)
      if (!marker && literalOf(value, relation.column.type) === text) return value;
  }
  throw new Error(`no constant ${text} in the original`);
}

function derivedChoices(column: string, { proposal, query, values, stored }: Facts): readonly Value[] {
  const derived = proposal.derived.find((one) => one.column === column);
  if (derived === undefined) throw new Error(`no derived column ${column}`);
  if (derived.function === 'hash-bucket') return Array.from({ length: derived.count! }, (_, index) => BigInt(index));
  if (derived.function === 'time-bucket' || derived.function === 'prefix')
    return bucketsOf(derived, query, values, stored);
  throw new Error(`no choice of values for ${derived.function}`);
}

/** The buckets in which rows of the window may be, in the order asked for; those without any row are left out. */
function bucketsOf(derived: Derived, query: Query, values: readonly Value[], stored: readonly Row[]): readonly Value[] {
  const source = derived.from[0]!;
  const isFixed = (column: Column): boolean =>
    query.relations.some((one) => one.kind === 'compare' && one.operator === '=' && one.column === column);
  const order = orderOf(query).find(({ column }) => !isFixed(column));
  const window = matching(query, values, stored, (one) => 'column' in one && one.column.name === source);
  const all = window.map((row) => ({ at: row.get(source) ?? null, bucket: computed(derived, row, query.base) }));
  const column = query.base.columns.find(({ name }) => name === source)!;
  const sorted = all.toSorted((a, b) => compare(a.at, b.at, column.type));
  const directed = order?.column === column && order.direction === 'DESC' ? sorted.toReversed() : sorted;
  const seen = new Set<string>();
  return directed.flatMap(({ bucket }) => {
    const id = canonical(bucket);
    if (bucket === null || seen.has(id)) return [];
    seen.add(id);
    return [bucket];
  });
}

/** Several answers as one: merged by the order asked for, sorted by the client, or one behind the other; limited as a whole. */
function united(answers: readonly Answer[], { merge, select }: Proposal, query: Query, values: readonly Value[]): Rows {
  const order = orderOf(query).filter(() => query.order.length > 0);
  const limit = query.limit === undefined ? undefined : Number(limitOf(query.limit, values));
  const [first] = answers;
  if (first === undefined) return [];
  const { columns } = first;
  const names = select ?? columns.slice(0, query.selected?.length ?? 1);
  let rows = answers.flatMap((answer) => answer.rows);
  const known = order.filter(({ column }) => columns.includes(column.name));
  if (known.length > 0 && (merge === 'sort' || (merge === undefined && answers.length > 1))) {
    const places = new Map(columns.map((name, index) => [name, index]));
    const asRow = (row: readonly Value[]): Row => new Map([...places].map(([name, index]) => [name, row[index]!]));
    rows = rows
      .map((row) => ({ row, asRow: asRow(row) }))
      .toSorted((a, b) => compareRows(a.asRow, b.asRow, known))
      .map(({ row }) => row);
  }
  return rows.slice(0, limit).map((row) => names.map((name) => row[columns.indexOf(name)]!));
}
