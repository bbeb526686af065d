import type { Table } from '../../server/src/catalog/model.ts';
import type { BindSource, DerivedColumn, Proposal, WriteBind, WriteStep } from '../../server/src/modeling/index.ts';
import type { Delete, Expression, Insert, Relation, Select, Statement, Update } from '../../server/src/syntax/ast.ts';
import { openDocument } from '../../server/src/syntax/index.ts';

/** A value of CQL: texts and uuids are strings, times are milliseconds. */
export type Value = string | number | boolean | null;
export type Row = Readonly<Record<string, Value>>;

/** A table of one node that never fails: rows by primary key, as they are visible. */
export class Store {
  readonly table: Table;
  private readonly rows = new Map<string, { marker: boolean; values: Record<string, Value> }>();

  constructor(table: Table) {
    this.table = table;
  }

  private get key(): readonly string[] {
    return [...this.table.partitionKey, ...this.table.clustering].map(({ name }) => name);
  }

  write(values: Row, marker: boolean): void {
    // No copy gets a row with a null in its key.
    if (this.key.some((name) => values[name] === null || values[name] === undefined)) return;
    const id = JSON.stringify(this.key.map((name) => values[name]));
    const row = this.rows.get(id) ?? { marker: false, values: {} };
    row.marker ||= marker;
    Object.assign(row.values, values);
    this.rows.set(id, row);
  }

  remove(matches: (row: Row) => boolean): void {
    for (const [id, { values }] of this.rows) if (matches(values)) this.rows.delete(id);
  }

  all(): readonly Row[] {
    const key = new Set(this.key);
    return [...this.rows.values()]
      .filter(
        ({ marker, values }) =>
          marker || Object.entries(values).some(([name, value]) => !key.has(name) && value !== null),
      )
      .map(({ values }) =>
        Object.fromEntries([...this.table.columns.keys()].map((name) => [name, values[name] ?? null])),
      );
  }
}

export const statementOf = (cql: string): Statement =>
  openDocument(cql)
    .segments.find((one) => one.statement() !== undefined)!
    .statement()!;

/** Values of bind markers in the order of the text. */
export type Binds = () => Value | readonly Value[];

const fromList = (values: readonly (Value | readonly Value[])[]): Binds => {
  let next = 0;
  return () => values[next++]!;
};

function valueOf(expression: Expression, binds: Binds): Value | readonly Value[] {
  if (expression.kind === 'marker') return binds();
  if (expression.kind === 'null') return null;
  if (expression.kind !== 'literal') throw new Error(`no value: ${expression.kind}`);
  if (expression.type === 'boolean') return expression.value.toLowerCase() === 'true';
  return expression.type === 'integer' ? Number(expression.value) : expression.value;
}

/** A test for each relation; markers are taken in the order of the text. */
function testsOf(relations: readonly Relation[], binds: Binds): readonly ((row: Row) => boolean)[] {
  return relations.map((relation) => {
    if (relation.kind !== 'column') throw new Error(`no relation: ${relation.kind}`);
    const { operator, operand, column } = relation;
    const list =
      operand.kind === 'several'
        ? operand.items.map((item) => valueOf(item, binds))
        : operand.kind === 'one'
          ? [valueOf(operand.value, binds)]
          : [];
    const values = list.flat() as Value[];
    return (row) => {
      const value = row[column.name] ?? null;
      if (value === null) return false;
      const [first = null] = values;
      if (first === null) return false;
      switch (operator) {
        case '=':
          return value === first;
        case 'IN':
          return values.includes(value);
        case '<':
          return value < first;
        case '<=':
          return value <= first;
        case '>':
          return value > first;
        case '>=':
          return value >= first;
        default:
          throw new Error(`no operator: ${operator}`);
      }
    };
  });
}

type Order = readonly { readonly name: string; readonly direction: 'ASC' | 'DESC' }[];

const sorted = (rows: readonly Row[], order: Order): readonly Row[] =>
  rows.toSorted((a, b) => {
    for (const { name, direction } of order) {
      const [left, right] = [a[name]!, b[name]!];
      if (left !== right) return (left < right ? -1 : 1) * (direction === 'DESC' ? -1 : 1);
    }
    return 0;
  });

/** The rows of a query that match, in its order; without LIMIT. */
export function matching(
  select: Select,
  rows: readonly Row[],
  values: readonly (Value | readonly Value[])[],
  stored: Order = [],
): readonly Row[] {
  const tests = testsOf(select.where?.relations ?? [], fromList(values));
  const order = select.orderBy.map(({ column, direction }) => ({
    name: column.name,
    direction: direction ?? ('ASC' as const),
  }));
  return sorted(
    rows.filter((row) => tests.every((test) => test(row))),
    order.length > 0 ? order : stored,
  );
}

const storedOrder = ({ clustering }: Table): Order => clustering.map(({ name, order }) => ({ name, direction: order }));

/** The computed columns of a row of the base. */
export function withDerived(row: Row, derived: readonly DerivedColumn[]): Row {
  return { ...row, ...Object.fromEntries(derived.map((one) => [one.column, computed(one, row)])) };
}

const DAYS = 86_400_000;

function computed({ function: how, from, count, value, unit }: DerivedColumn, row: Row): Value {
  const sources = from.map((name) => row[name] ?? null);
  if (how !== 'constant' && sources.includes(null)) return null;
  switch (how) {
    case 'constant':
      return value!;
    case 'hash-bucket':
      return [...JSON.stringify(sources)].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7) % count!;
    case 'time-bucket':
      return dayOf(Number(sources[0]), unit!);
    default:
      throw new Error(`no function: ${how}`);
  }
}

const dayOf = (instant: number, unit: string): string => {
  if (unit !== 'day') throw new Error(`no unit: ${unit}`);
  return new Date(Math.floor(instant / DAYS) * DAYS).toISOString().slice(0, 10);
};

/** Runs the queries of a proposal: each marker by its source, derived ones for every value there is. */
export function answers(
  { queries, binds }: Proposal,
  store: Store,
  original: readonly (Value | readonly Value[])[],
): readonly Row[] {
  const rows = store.all();
  return queries.flatMap((query, index) => {
    const select = statementOf(query) as Select;
    const sources: readonly BindSource[] = binds?.[index] ?? original.map((_, at) => ({ original: at }));
    let combinations: readonly (readonly (Value | readonly Value[])[])[] = [[]];
    for (const source of sources) {
      const values = choices(source, rows, original);
      combinations = combinations.flatMap((before) => values.map((value) => [...before, value]));
    }
    return combinations.flatMap((values) => {
      const found = matching(select, rows, values, storedOrder(store.table));
      const limit = select.limit?.value;
      return limit?.kind === 'literal' ? found.slice(0, Number(limit.value)) : found;
    });
  });
}

function choices(
  source: BindSource,
  rows: readonly Row[],
  original: readonly (Value | readonly Value[])[],
): readonly (Value | readonly Value[])[] {
  if ('original' in source) return [original[Number(source.original)]!];
  if ('derived' in source) return [...new Set(rows.map((row) => row[source.derived]!))];
  if ('each' in source) {
    return [...new Set(source.each.flatMap((one) => ('original' in one ? original[Number(one.original)]! : [])))];
  }
  throw new Error('no such source');
}

/** Plays one write of the base through the steps or the text that a proposal puts in its place. */
export function play(
  change: { readonly replacement: string; readonly steps: readonly WriteStep[] } | undefined,
  statement: Insert | Update | Delete,
  original: readonly Value[],
  base: Store,
  copy: Store,
  derived: readonly DerivedColumn[],
): void {
  const before = affected(statement, original, base);
  const after = afterwards(statement, original, before);
  const run = (cql: string, values: readonly Value[]): void =>
    execute(statementOf(cql) as Insert | Update | Delete, values, [base, copy]);
  if (change === undefined) return execute(statement, original, [base, copy]);
  const expanded = (row: Row | undefined): Row | undefined =>
    row === undefined ? undefined : withDerived(row, derived);
  const pairs = before.map((row, index) => ({ before: expanded(row), after: expanded(after[index]) }));
  if (change.steps.length === 0) {
    const statements = openDocument(change.replacement).segments.flatMap((one) => one.statement() ?? []);
    for (const one of statements.flatMap((it): readonly Statement[] => (it.kind === 'batch' ? it.statements : [it]))) {
      if (one.kind === 'select') throw new Error('a read without steps');
      textual(one as Insert | Update | Delete, expanded(before[0]), expanded(after[0] ?? after.at(-1)), [base, copy]);
    }
    return;
  }
  let rows: typeof pairs = [];
  for (const { cql, binds, when, each } of change.steps) {
    if (/^select/i.test(cql)) {
      rows = pairs.filter((pair) => pair.before !== undefined);
      continue;
    }
    const runs = each === false ? [{ before: pairs[0]?.before, after: pairs[0]?.after ?? expanded(after[0]) }] : rows;
    for (const pair of runs) {
      if (!holds(when, pair)) continue;
      const values = binds.map((bind) => bound(bind, pair, original));
      // No row of a copy has a null in its key: there is nothing to delete either.
      if (/^delete/i.test(cql) && values.includes(null)) continue;
      run(cql, values);
    }
  }
}

interface Pair {
  readonly before: Row | undefined;
  readonly after: Row | undefined;
}

function holds(when: string | undefined, { before, after }: Pair): boolean {
  if (when === undefined) return true;
  if (when === 'found') return before !== undefined;
  const [, column, how] = /^(\S+) (.+)$/.exec(when)!;
  const changed = (before?.[column!] ?? null) !== (after?.[column!] ?? null);
  switch (how) {
    case 'changed':
      return changed;
    case 'unchanged':
      return !changed;
    case 'is null':
      return (after?.[column!] ?? null) === null;
    default:
      return (after?.[column!] ?? null) !== null;
  }
}

function bound(bind: WriteBind, { before, after }: Pair, original: readonly Value[]): Value {
  if ('original' in bind) return original[Number(bind.original)]!;
  if ('before' in bind) return before?.[bind.before] ?? null;
  if ('after' in bind) return after?.[bind.after] ?? null;
  throw new Error('no literal');
}

/** The rows that a write is about, as they are; one that is not there yet is `undefined`. */
function affected(
  statement: Insert | Update | Delete,
  binds: readonly Value[],
  base: Store,
): readonly (Row | undefined)[] {
  const key = keyOf(statement, binds);
  const found = base.all().filter((row) => Object.entries(key).every(([name, value]) => row[name] === value));
  return found.length > 0 ? found : [undefined];
}

function afterwards(
  statement: Insert | Update | Delete,
  binds: readonly Value[],
  before: readonly (Row | undefined)[],
): readonly (Row | undefined)[] {
  if (statement.kind === 'delete') return before.map(() => undefined);
  const values = { ...keyOf(statement, binds), ...setOf(statement, binds) };
  return before.map((row) => ({ ...row, ...values }));
}

function setOf(statement: Insert | Update, values: readonly Value[]): Row {
  const binds = fromList(values);
  if (statement.kind === 'insert') {
    if (statement.values.kind !== 'values') throw new Error('no values');
    const { columns, values: terms } = statement.values;
    return Object.fromEntries(columns.map(({ name }, index) => [name, valueOf(terms[index]!, binds) as Value]));
  }
  return Object.fromEntries(
    statement.assignments.map((one) =>
      one.kind === 'set' ? [one.column.name, valueOf(one.value, binds) as Value] : fail(),
    ),
  );
}

const fail = (): never => {
  throw new Error('no such assignment');
};

function keyOf(statement: Insert | Update | Delete, values: readonly Value[]): Row {
  if (statement.kind === 'insert') return {};
  const sets = statement.kind === 'update' ? statement.assignments.length : 0;
  const binds = fromList(
    values.slice(
      statement.kind === 'update'
        ? statement.assignments.filter((one) => one.kind === 'set' && one.value.kind === 'marker').length
        : sets,
    ),
  );
  return Object.fromEntries(
    (statement.where?.relations ?? []).map((relation) =>
      relation.kind === 'column' && relation.operand.kind === 'one'
        ? [relation.column.name, valueOf(relation.operand.value, binds) as Value]
        : fail(),
    ),
  );
}

function execute(statement: Insert | Update | Delete, values: readonly Value[], stores: readonly Store[]): void {
  const name = (
    statement.kind === 'insert' ? statement.into : statement.kind === 'update' ? statement.table : statement.from
  )!.name.name;
  const store = stores.find(({ table }) => table.name === name)!;
  if (statement.kind === 'delete') {
    const key = keyOf(statement, values);
    return store.remove((row) => Object.entries(key).every(([column, value]) => row[column] === value));
  }
  const set = { ...keyOf(statement, values), ...setOf(statement, values) };
  store.write(set, statement.kind === 'insert');
}

/** A statement by the convention of texts: DELETE takes the values before, INSERT and UPDATE those after. */
function textual(
  statement: Insert | Update | Delete,
  before: Row | undefined,
  after: Row | undefined,
  stores: readonly Store[],
): void {
  const row = statement.kind === 'delete' ? before : after;
  const columns = markedColumns(statement);
  execute(
    statement,
    columns.map((name) => row?.[name] ?? null),
    stores,
  );
}

function markedColumns(statement: Insert | Update | Delete): readonly string[] {
  if (statement.kind === 'insert') {
    if (statement.values.kind !== 'values') throw new Error('no values');
    const { columns, values } = statement.values;
    return columns.flatMap(({ name }, index) => (values[index]!.kind === 'marker' ? [name] : []));
  }
  const sets =
    statement.kind === 'update'
      ? statement.assignments.flatMap((one) =>
          one.kind === 'set' && one.value.kind === 'marker' ? [one.column.name] : [],
        )
      : [];
  const compared = (statement.where?.relations ?? []).flatMap((relation) =>
    relation.kind === 'column' && relation.operand.kind === 'one' && relation.operand.value.kind === 'marker'
      ? [relation.column.name]
      : [],
  );
  return [...sets, ...compared];
}
