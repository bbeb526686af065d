import { setTimeout } from 'node:timers/promises';
import type { Random } from '../../conformance/generate/random.ts';
import { type Base, clusteringOf, type Column, keyOf, partitionOf, valueIn } from '../model.ts';
import { isMultiCell, type Type } from '../types.ts';
import { canonical, compare, jsonText, literalOf, type Row, type Value } from '../values.ts';
import type { Answer } from '../wire.ts';
import { unique } from './pools.ts';

/** How a column changes: to a value, or by elements added or taken away (`drop`: by DELETE, one by its key). */
export interface Assignment {
  readonly column: Column;
  readonly how: 'set' | 'add' | 'remove' | 'put' | 'drop';
  /** A constant; absent where a marker stands for it. */
  readonly constant?: Value;
}

/** A write of a project; markers are its assignments' and then its key's, in the order of the text. */
export interface Write {
  readonly kind: 'insert' | 'update' | 'delete';
  /** As the project has it: the statement, or a batch around it. */
  readonly cql: string;
  readonly statement: string;
  /** The batch around it has a write time, whose marker comes first. */
  readonly batchTimed?: true;
  /** One marker stands for all values, as JSON. */
  readonly json?: true;
  readonly assignments: readonly Assignment[];
  /** Columns given by `=`; of an INSERT too. */
  readonly key: readonly Column[];
  /** The column that is given by IN, after the others. */
  readonly listed?: Column;
  /** Its values are the ends of a range instead, or the lower one. */
  readonly ranged?: 'between' | 'above';
  /** With a time to live or a write time, which comes where the text has it. */
  readonly using?: Using;
  /** The server may refuse it, and says so. */
  readonly condition?: Condition;
  /** What the condition compares with the last marker. */
  readonly compared?: Column;
}

type Using = 'TTL' | 'TIMESTAMP' | undefined;
type Condition = 'IF EXISTS' | 'IF NOT EXISTS' | 'IF' | undefined;

/** The writes that a project has for a table, one a line. */
export function writesOf(base: Base, random: Random): readonly Write[] {
  const key = keyOf(base);
  const regulars = base.columns.filter(({ role }) => role === 'regular');
  const statics = base.columns.filter(({ role }) => role === 'static');
  const set = (column: Column): Assignment => ({ column, how: 'set' });
  const rows = [...statics, ...regulars];
  const inserts = [
    insert(base, rows.map(set), { using: usingBy(random, 0.2) }),
    insert(base, random.some(regulars, Math.max(1, regulars.length - 1)).map(set)),
    ...(random.chance(0.3) ? [insert(base, rows.map(set), { condition: 'IF NOT EXISTS' })] : []),
    ...(statics.length > 0 ? [insert(base, statics.map(set), {}, partitionOf(base))] : []),
    ...(random.chance(0.4) ? [insertJson(base, random.some(rows, random.between(1, rows.length)))] : []),
  ];
  const constant = random.pick(regulars);
  const updates = [
    ...regulars.map((column) => update(base, [set(column)], key)),
    update(base, random.some(regulars, 2).map(set), key),
    update(base, random.some(regulars, 2).map(set), key, { using: usingBy(random, 0.5) }),
    ...(random.chance(0.3) ? [update(base, random.some(regulars, 2).map(set), key, { condition: 'IF EXISTS' })] : []),
    ...(constant.pool.length > 0
      ? [update(base, [{ column: constant, how: 'set', constant: random.pick(constant.pool) }], key)]
      : []),
    ...statics.map((column) => update(base, [set(column)], partitionOf(base))),
    ...(statics.length > 1 ? [update(base, statics.map(set), partitionOf(base))] : []),
    ...statics.map((column) => update(base, random.shuffled([set(column), set(random.pick(regulars))]), key)),
    ...rows.flatMap((column) => partial(base, column, random)),
    update(base, random.some(regulars, random.chance(0.5) ? 1 : 2).map(set), key.slice(0, -1), { listed: key.at(-1)! }),
    ...(statics.length > 0 ? [update(base, [set(random.pick(statics))], ...lastListed(partitionOf(base)))] : []),
  ];
  const deletes = [
    remove(base, [], key, { using: random.chance(0.3) ? 'TIMESTAMP' : undefined }),
    ...(random.chance(0.3) ? [remove(base, [], key, { condition: 'IF EXISTS' })] : []),
    remove(base, [random.pick(regulars)], key),
    ...(clusteringOf(base).length > 0 ? [remove(base, [], partitionOf(base))] : []),
    ...(clusteringOf(base).length > 1 ? [remove(base, [], key.slice(0, -1))] : []),
    ...(clusteringOf(base).length > 0
      ? (['between', 'above'] as const).map((ranged) =>
          remove(base, [], key.slice(0, -1), { listed: key.at(-1)!, ranged }),
        )
      : []),
    ...(random.chance(0.3) ? [remove(base, [], key.slice(0, -1), { listed: key.at(-1)! })] : []),
    ...(statics.length > 0 && random.chance(0.5) ? [remove(base, [random.pick(statics)], partitionOf(base))] : []),
    ...(statics.length > 1 && random.chance(0.5) ? [remove(base, statics, partitionOf(base))] : []),
    ...rows.flatMap((column) => dropped(base, column, random)),
  ];
  const all = [...inserts, ...updates, ...deletes, ...(random.chance(0.6) ? compared(base, random) : [])];
  return [...all, ...random.some(all, BATCHES).map((write) => inBatch(write, random))];
}

/** Writes that run only where a column of the row, or of its partition, has a value. */
function compared(base: Base, random: Random): readonly Write[] {
  const of = (role: Column['role']): readonly Column[] =>
    base.columns.filter((column) => column.role === role && column.type.kind === 'native' && column.pool.length > 0);
  const [regulars, statics] = [of('regular'), of('static')];
  if (regulars.length === 0) return [];
  const besides = (columns: readonly Column[]): Besides => ({ condition: 'IF', compared: random.pick(columns) });
  const set = (column: Column): Assignment => ({ column, how: 'set' });
  const key = keyOf(base);
  return [
    update(base, random.some(regulars, 2).map(set), key, besides(regulars)),
    remove(base, [], key, besides(regulars)),
    remove(base, [random.pick(regulars)], key, besides(regulars)),
    ...(statics.length === 0
      ? []
      : [
          update(base, [set(random.pick(statics))], partitionOf(base), besides(statics)),
          update(base, [random.pick(statics), random.pick(regulars)].map(set), key, besides([...statics, ...regulars])),
          update(base, [set(random.pick(regulars))], key, besides(statics)),
          remove(base, [random.pick(statics)], partitionOf(base), besides(statics)),
        ]),
  ];
}

const BATCHES = 4;

/** A batch of the project's own around a write. */
function inBatch(write: Write, random: Random): Write {
  const batchTimed = write.using !== 'TIMESTAMP' && write.condition === undefined && random.chance(0.4);
  const head = `BEGIN${random.chance(0.3) ? ' UNLOGGED' : ''} BATCH${batchTimed ? ' USING TIMESTAMP ?' : ''}`;
  const cql = `${head} ${write.statement}; APPLY BATCH`;
  return { ...write, cql, ...(batchTimed && { batchTimed }) };
}

const isCounter = ({ type }: Column): boolean => type.kind === 'native' && type.name === 'counter';

const usingBy = (random: Random, share: number): Using =>
  random.chance(share) ? random.pick(['TTL', 'TIMESTAMP'] as const) : undefined;

type Besides = Pick<Write, 'listed' | 'ranged' | 'using' | 'condition' | 'compared'>;

const wordsBehind = ({ condition, compared: column }: Besides): string =>
  condition === undefined ? '' : ` ${condition}${column === undefined ? '' : ` ${column.written} = ?`}`;
const usingOf = ({ using }: Besides): string => (using === undefined ? '' : ` USING ${using} ?`);

function insert(base: Base, assignments: readonly Assignment[], besides: Besides = {}, key = keyOf(base)): Write {
  const columns = [...key, ...assignments.map(({ column }) => column)];
  const names = columns.map(({ written }) => written).join(', ');
  const markers = columns.map(() => '?').join(', ');
  const cql = `INSERT INTO ${base.written} (${names}) VALUES (${markers})${wordsBehind(besides)}${usingOf(besides)}`;
  return { kind: 'insert', cql, statement: cql, assignments, key, ...besides };
}

/** What its values do not name becomes null. */
function insertJson(base: Base, named: readonly Column[]): Write {
  const cql = `INSERT INTO ${base.written} JSON ?`;
  const assignments = base.columns
    .filter(({ role }) => role === 'static' || role === 'regular')
    .map((column): Assignment => ({ column, how: 'set', ...(!named.includes(column) && { constant: null }) }));
  return { kind: 'insert', cql, statement: cql, assignments, key: keyOf(base), json: true };
}

const lastListed = (key: readonly Column[]): readonly [readonly Column[], Besides] => [
  key.slice(0, -1),
  { listed: key.at(-1)! },
];

function update(base: Base, assignments: readonly Assignment[], key: readonly Column[], besides: Besides = {}): Write {
  const sets = assignments.map(({ column, how, constant }) => {
    const value = constant === undefined ? '?' : literalOf(constant, column.type);
    const { written } = column;
    if (how === 'set') return `${written} = ${value}`;
    if (how === 'put') return `${written}[?] = ?`;
    return `${written} = ${written} ${how === 'add' ? '+' : '-'} ${value}`;
  });
  const where = whereOf(key, besides);
  const cql = `UPDATE ${base.written}${usingOf(besides)} SET ${sets.join(', ')} WHERE ${where}${wordsBehind(besides)}`;
  return { kind: 'update', cql, statement: cql, assignments, key, ...besides };
}

/** Without columns the rows whole. */
function remove(base: Base, columns: readonly Column[], key: readonly Column[], besides: Besides = {}): Write {
  const list = columns.length === 0 ? '' : ` ${columns.map(({ written }) => written).join(', ')}`;
  const cql = `DELETE${list} FROM ${base.written}${usingOf(besides)} WHERE ${whereOf(key, besides)}${wordsBehind(besides)}`;
  const assignments = columns.map((column): Assignment => ({ column, how: 'set', constant: null }));
  return { kind: 'delete', cql, statement: cql, assignments, key, ...besides };
}

function whereOf(key: readonly Column[], { listed, ranged }: Besides = {}): string {
  const name = listed?.written;
  const list =
    name === undefined
      ? []
      : ranged === 'between'
        ? [`${name} >= ?`, `${name} <= ?`]
        : ranged === 'above'
          ? [`${name} > ?`]
          : [`${name} IN (?, ?)`];
  return [...key.map(({ written }) => `${written} = ?`), ...list].join(' AND ');
}

/** Elements of a collection one by one. */
function partial(base: Base, column: Column, random: Random): readonly Write[] {
  const { type, role } = column;
  if (!isMultiCell(type) || (type.kind !== 'list' && type.kind !== 'set' && type.kind !== 'map')) return [];
  const key = role === 'static' ? partitionOf(base) : keyOf(base);
  const ways: readonly Assignment['how'][] =
    type.kind === 'list' ? ['add'] : type.kind === 'set' ? ['add', 'remove'] : ['add', 'put'];
  return ways.filter(() => random.chance(0.7)).map((how) => update(base, [{ column, how }], key));
}

/** An entry of a map or an element of a set, taken away by DELETE; with a marker or as a constant. */
function dropped(base: Base, column: Column, random: Random): readonly Write[] {
  const { type, role, written } = column;
  if (!isMultiCell(type) || (type.kind !== 'set' && type.kind !== 'map')) return [];
  const key = role === 'static' ? partitionOf(base) : keyOf(base);
  const element = partsOf(random.pick(column.pool), type)[0]!;
  const keyType = type.kind === 'map' ? type.key : type.element;
  const constant = random.chance(0.5) ? element : undefined;
  const text = constant === undefined ? '?' : literalOf(constant, keyType);
  const cql = `DELETE ${written}[${text}] FROM ${base.written} WHERE ${whereOf(key)}`;
  const assignment: Assignment = { column, how: 'drop', ...(constant !== undefined && { constant }) };
  return [{ kind: 'delete', cql, statement: cql, assignments: [assignment], key }];
}

/** What names the parts of a collection: the elements of a set, the keys of a map. */
const partsOf = (value: Value, type: Type): readonly Value[] =>
  type.kind === 'map' ? (value as readonly (readonly Value[])[]).map(([key]) => key!) : (value as readonly Value[]);

/** A write with values for its markers, and what it does to a row. */
export interface Play {
  readonly write: Write;
  readonly values: readonly Value[];
  /** Those of the statement, without the batch around it. */
  readonly own: readonly Value[];
  /** The key columns that it gives by one value. */
  readonly key: Row;
  /** The values of the column that it gives by IN. */
  readonly list: readonly Value[];
  /** A row of the base as the write leaves it; `undefined` where it goes. */
  after(before: Row): Row | undefined;
}

const DAY_SECONDS = 86_400n;

const micros = (): bigint => BigInt(Date.now()) * 1000n;

/**
 * With the time at which it is played, a little after what was written before and before what comes after; what is asked of the server
 * under a condition gets its time from there.
 */
export async function timed(play: Play): Promise<Play> {
  const { using, kind, condition, batchTimed } = play.write;
  const isTimed = using === 'TIMESTAMP' || batchTimed === true;
  if (!isTimed && condition === undefined) return play;
  await setTimeout(2);
  if (!isTimed) return play;
  const time = micros();
  await setTimeout(2);
  if (batchTimed === true) return { ...play, values: [time, ...play.own] };
  const own = play.own.with(kind === 'insert' ? -1 : 0, time);
  return { ...play, values: own, own };
}

/** Whether the server has done what it was asked under a condition. */
export const isApplied = ({ columns, rows }: Answer): boolean => rows[0]?.[columns.indexOf('[applied]')] !== false;

export function playOf(
  write: Write,
  key: Row,
  chosen: ReadonlyMap<Column, Value>,
  { other, wanted }: { readonly other?: Value; readonly wanted?: Value } = {},
): Play {
  const { listed, ranged } = write;
  const pair = listed === undefined ? [] : [valueIn(key, listed), other!];
  const sorted = ranged === undefined ? pair : pair.toSorted((a, b) => compare(a, b, listed!.type));
  const list = ranged === 'above' ? sorted.slice(0, 1) : sorted;
  const given = [...write.key.map((column) => valueIn(key, column)), ...list];
  const bound = write.assignments.flatMap((one): readonly Value[] => {
    if (one.constant !== undefined) return [];
    const value = chosen.get(one.column) ?? null;
    return one.how === 'put' ? (value as readonly Value[]) : [value];
  });
  const using = write.using === undefined ? [] : [write.using === 'TTL' ? DAY_SECONDS : micros()];
  const own =
    write.json === true
      ? [jsonOf(write, key, chosen)]
      : write.kind === 'insert'
        ? [...given, ...bound, ...using]
        : [...using, ...bound, ...given, ...(write.compared === undefined ? [] : [wanted!])];
  const keyValues = new Map(write.key.map((column) => [column.name, valueIn(key, column)]));
  return {
    write,
    values: write.batchTimed === true ? [micros(), ...own] : own,
    own,
    key: keyValues,
    list,
    after: (before) => {
      if (write.kind === 'delete' && write.assignments.length === 0) return undefined;
      // Other rows of the partition change in what they share.
      const isOther =
        [...keyValues].some(([name, value]) => before.has(name) && canonical(before.get(name)!) !== canonical(value)) ||
        (listed !== undefined &&
          before.has(listed.name) &&
          !list.some((value) => canonical(value) === canonical(before.get(listed.name)!)));
      const changed = write.assignments
        .filter(({ column }) => !isOther || column.role === 'static')
        .map((one): readonly [string, Value] => [
          one.column.name,
          changedBy(one, valueIn(before, one.column), chosen.get(one.column) ?? null),
        ]);
      return new Map([...before, ...changed]);
    },
  };
}

/** The columns that the write names, with their values. */
function jsonOf({ key, assignments }: Write, row: Row, chosen: ReadonlyMap<Column, Value>): string {
  const named = assignments.flatMap(({ column, constant }) =>
    constant === undefined ? [[column, chosen.get(column) ?? null] as const] : [],
  );
  const given = [...key.map((column) => [column, valueIn(row, column)] as const), ...named];
  const entries = given.map(([{ written, type }, value]) => `${JSON.stringify(written)}: ${jsonText(value, type)}`);
  return `{${entries.join(', ')}}`;
}

function changedBy({ column, how, constant }: Assignment, before: Value, value: Value): Value {
  if (how === 'drop') {
    const gone = canonical(constant ?? value);
    const kept = ((before ?? []) as readonly Value[]).filter(
      (one) => canonical(partsOf([one], column.type)[0]!) !== gone,
    );
    return emptyAsNull(kept, column.type);
  }
  if (how !== 'set' && isCounter(column))
    return ((before ?? 0n) as bigint) + (how === 'add' ? 1n : -1n) * ((constant ?? value) as bigint);
  if (constant !== undefined) return constant;
  if (how === 'set') return emptyAsNull(value, column.type);
  const old = (before ?? []) as readonly Value[];
  const parts = (how === 'put' ? [value] : (value ?? [])) as readonly Value[];
  return emptyAsNull(changedParts(column.type, how, old, parts), column.type);
}

function changedParts(type: Type, how: Assignment['how'], old: readonly Value[], parts: readonly Value[]): Value {
  if (how === 'remove') return old.filter((one) => !parts.some((part) => canonical(part) === canonical(one)));
  if (type.kind === 'map') {
    const keyOf = (entry: Value): Value => (entry as readonly Value[])[0]!;
    const kept = old.filter((one) => !parts.some((part) => compare(keyOf(part), keyOf(one), type.key) === 0));
    // The value's null takes the entry away.
    return unique([...kept, ...parts.filter((part) => (part as readonly Value[])[1] !== null)], type.key, keyOf);
  }
  if (type.kind === 'set') return unique([...old, ...parts], type.element, (one) => one);
  return [...old, ...parts];
}

/** A collection of cells without any is not there. */
const emptyAsNull = (value: Value, type: Type): Value =>
  isMultiCell(type) && type.kind !== 'user' && Array.isArray(value) && value.length === 0 ? null : value;

/** Values for what a write sets; now and then those that the row has. */
export function chosenFor(write: Write, row: Row, random: Random): ReadonlyMap<Column, Value> {
  return new Map(
    write.assignments.map(({ column, how }) => {
      if (write.kind === 'insert') return [column, valueIn(row, column)];
      const value = column.pool.length === 0 ? null : random.pick(column.pool);
      if (how === 'put') return [column, random.pick(value as readonly Value[])];
      if (how === 'drop') return [column, random.pick(partsOf(value, column.type))];
      if (how === 'set' && random.chance(0.2)) return [column, valueIn(row, column)];
      return [column, how === 'set' && random.chance(0.12) ? null : value];
    }),
  );
}

/** A write that does something to a row that is there, or to one that it makes. */
export function changeOf(
  base: Base,
  writes: readonly Write[],
  stored: readonly Row[],
  random: Random,
): Play | undefined {
  const write = random.pick(writes);
  const there = random.pick(stored);
  const isNew = write.kind !== 'delete' && random.chance(0.3);
  const key = keyOf(base);
  const last = key.at(-1)!;
  const row = new Map([...there, ...(isNew ? [[last.name, random.pick(last.pool)] as const] : [])]);
  // What an INSERT overwrites gets the values of another row.
  const values = write.kind === 'insert' ? new Map([...random.pick(base.rows), ...keyPart(row, key)]) : row;
  const { listed } = write;
  const different = (listed?.pool ?? []).filter((one) => canonical(one) !== canonical(valueIn(row, listed!)));
  const other = different.length === 0 ? undefined : random.pick(different);
  // A list of keys has each but once.
  if (listed !== undefined && other === undefined) return undefined;
  return playOf(write, row, chosenFor(write, values, random), {
    ...(other !== undefined && { other }),
    ...(write.compared !== undefined && { wanted: wantedBy(write.compared, there, random) }),
  });
}

/** Mostly what is there, so that the condition holds. */
function wantedBy(column: Column, row: Row, random: Random): Value {
  const held = valueIn(row, column);
  return held !== null && random.chance(0.7) ? held : random.pick(column.pool);
}

const keyPart = (row: Row, key: readonly Column[]): readonly (readonly [string, Value])[] =>
  key.map((column) => [column.name, valueIn(row, column)]);

/** It may leave a column without a value. */
export const takesValues = ({ write, values }: Play): boolean =>
  write.kind === 'delete' || values.includes(null) || write.assignments.some(({ how }) => how === 'remove');

export const writable = (base: Base): boolean => !base.columns.some(isCounter);
