import type { Random } from '../../conformance/generate/random.ts';
import { elementsOf } from '../evaluate.ts';
import {
  type Base,
  clusteringOf,
  type Column,
  type Comparison,
  type Operand,
  type Ordering,
  partitionOf,
  partitionsOf,
  type Query,
  type Relation,
  starOf,
  valueIn,
} from '../model.ts';
import type { Type } from '../types.ts';
import { compare, literalOf, type Row, type Value } from '../values.ts';
import { isAskable, isComparable } from './pools.ts';

/** A question that some stored rows answer. */
export function queryOf(base: Base, random: Random): Query {
  if (base.columns.some(({ role }) => role === 'static') && random.chance(0.12))
    return partitionsQuery(partitionsOf(base), random);
  const seed = random.pick(base.rows);
  const wanted = relationsFor(base, seed, random);
  const relations = wanted.length > 0 ? wanted : [equality(random.pick(partitionOf(base)), seed, random)];
  const counts = random.chance(0.03);
  const order = counts ? [] : orderFor(base, random);
  const limit: Operand | undefined =
    !counts && random.chance(0.3) ? { value: BigInt(random.between(1, 12)), marker: random.chance(0.4) } : undefined;
  const star = !counts && random.chance(0.35);
  const selected = counts
    ? undefined
    : star
      ? starOf(base)
      : random.some(base.columns, random.between(1, Math.min(4, base.columns.length)));
  return writeQuery({ base, distinct: false, selected, relations, order, limit }, star, random);
}

/** A question about the partitions of a table and what is static in them. */
function partitionsQuery(base: Base, random: Random): Query {
  const seed = random.pick(base.rows);
  const wanted = relationsFor(base, seed, random);
  const relations = wanted.length > 0 ? wanted : [equality(random.pick(partitionOf(base)), seed, random)];
  const others = base.columns.filter(({ role }) => role !== 'partition');
  const selected = [...partitionOf(base), ...random.some(others, random.between(0, others.length))];
  return writeQuery({ base, distinct: true, selected, relations, order: [], limit: undefined }, false, random);
}

function relationsFor(base: Base, seed: Row, random: Random): readonly Relation[] {
  const usable = base.columns.filter((column) => valueIn(seed, column) !== null && !isCounter(column.type));
  const count = random.weighted([
    [5, 1],
    [4, 2],
    [2, 3],
  ]);
  // Questions that the table answers already are of no interest: something beside its partition key comes first.
  const others = usable.filter(({ role }) => role !== 'partition');
  const first = random.chance(0.85) && others.length > 0 ? [random.pick(others)] : [];
  const chosen = [...new Set([...first, ...random.some(usable, count)])].slice(0, count);
  const slice = random.chance(0.06) ? tupleSlice(base, seed, random) : undefined;
  const free = chosen.filter((column) => slice?.columns.includes(column) !== true);
  return [...free.flatMap((column) => relationsOn(column, seed, random)), ...(slice === undefined ? [] : [slice])];
}

const isCounter = (type: Type): boolean => type.kind === 'native' && type.name === 'counter';

const operand = (value: Value, random: Random): Operand => ({ value, marker: random.chance(0.7) });

const equality = (column: Column, seed: Row, random: Random): Relation => ({
  kind: 'compare',
  column,
  operator: '=',
  operand: operand(rewritten(valueIn(seed, column), column.type, random), random),
});

/** A decimal may be asked for by another text of the same value. */
const rewritten = (value: Value, type: Type, random: Random): Value =>
  type.kind === 'native' && type.name === 'decimal' && String(value).includes('.') && random.chance(0.3)
    ? `${String(value)}0`
    : value;

function relationsOn(column: Column, seed: Row, random: Random): readonly Relation[] {
  const { type } = column;
  const value = valueIn(seed, column);
  if (type.kind === 'list' || type.kind === 'set' || type.kind === 'map') {
    const elements = elementsOf(value, type);
    if (isAskable(type) && random.chance(0.3)) return [equality(column, seed, random)];
    if (elements.length === 0) return [];
    if (type.kind === 'map' && random.chance(0.6)) {
      const [key, of] = random.pick(value as readonly (readonly [Value, Value])[]);
      return random.chance(0.5)
        ? [{ kind: 'contains', column, key: true, operand: operand(key, random) }]
        : [{ kind: 'entry', column, key: operand(key, random), operand: operand(of, random) }];
    }
    return [{ kind: 'contains', column, key: false, operand: operand(random.pick(elements), random) }];
  }
  if (!isAskable(type)) return [];
  const isText = type.kind === 'native' && type.name === 'text';
  return random.weighted<() => readonly Relation[]>([
    [8, () => [equality(column, seed, random)]],
    [isComparable(type) ? 4 : 0, () => rangeOn(column, value, random)],
    [2, () => [choiceOn(column, value, random)]],
    [
      isText ? 0.7 : 0,
      () => [{ kind: 'like', column, prefix: [...String(value)].slice(0, random.between(1, 3)).join('') }],
    ],
  ])();
}

/** A range with the seed's value in it: open to one side, or between two. */
function rangeOn(column: Column, value: Value, random: Random): readonly Relation[] {
  const bound = (operator: Comparison): Relation => ({
    kind: 'compare',
    column,
    operator,
    operand: operand(boundFor(operator, value, column, random), random),
  });
  if (column.type.kind === 'native' && column.type.name === 'timestamp' && random.chance(0.15)) {
    const from = Math.floor(Number(value) / DAY) * DAY;
    const edge = (operator: Comparison, at: number): Relation => ({
      kind: 'compare',
      column,
      operator,
      operand: { value: at, marker: false },
    });
    return [edge('>=', from), edge('<', from + DAY)];
  }
  const low = random.pick(['>', '>='] as const);
  const high = random.pick(['<', '<='] as const);
  return random.weighted([
    [2, [bound(low)]],
    [2, [bound(high)]],
    [3, [bound(low), bound(high)]],
  ]);
}

/** A value of the column that leaves this one within. */
export function boundFor(operator: Comparison, value: Value, column: Column, random: Random): Value {
  const fits = column.pool.filter((one) => {
    const order = compare(value, one, column.type);
    return operator === '>' ? order > 0 : operator === '<' ? order < 0 : operator === '>=' ? order >= 0 : order <= 0;
  });
  return fits.length > 0 ? random.pick(fits) : value;
}

function choiceOn(column: Column, value: Value, random: Random): Relation {
  const others = random.some(column.pool, random.between(1, 2));
  const whole = random.chance(0.3);
  const values = random.shuffled([value, ...others]);
  return {
    kind: 'in',
    column,
    operands: values.map((one) => ({ value: one, marker: !whole && random.chance(0.5) })),
    whole,
  };
}

/** `(a, b) >= (x, y)` over clustering columns next to each other. */
function tupleSlice(base: Base, seed: Row, random: Random): Extract<Relation, { kind: 'tuple' }> | undefined {
  const clustering = clusteringOf(base);
  if (clustering.length < 2) return undefined;
  const columns = clustering.slice(0, 2);
  return {
    kind: 'tuple',
    columns,
    operator: random.pick(['>', '>=', '<', '<='] as const),
    operands: columns.map((column) => operand(valueIn(seed, column), random)),
  };
}

function orderFor(base: Base, random: Random): readonly Ordering[] {
  if (random.chance(0.6)) return [];
  const columns = base.columns.filter(
    ({ type, role }) => isComparable(type) && role !== 'partition' && !isCounter(type),
  );
  const clustering = clusteringOf(base).filter(({ type }) => isComparable(type));
  const first = random.chance(0.5) && clustering.length > 0 ? clustering : columns;
  if (first.length === 0) return [];
  const chosen = [...new Set([random.pick(first), ...(random.chance(0.3) ? [random.pick(columns)] : [])])];
  return chosen.map((column) => ({ column, direction: random.pick(['ASC', 'DESC'] as const) }));
}

/** How a query is spelled: in CQL, or as people write it who come from SQL. */
interface Spelling {
  readonly table: string;
  readonly column: (column: Column) => string;
  readonly sql: boolean;
}

const cqlOf = (base: Base): Spelling => ({ table: base.written, column: ({ written }) => written, sql: false });

/** With an alias, or the table's name, before the columns. */
function sqlOf(base: Base, random: Random): Spelling {
  const alias = ['t', 'x0', 'src'].find((name) => base.columns.every((column) => column.name !== name))!;
  return random.weighted<Spelling>([
    [3, { table: `${base.written} ${alias}`, column: ({ written }) => `${alias}.${written}`, sql: true }],
    [1, { table: `${base.written} AS ${alias}`, column: ({ written }) => `${alias}.${written}`, sql: true }],
    [2, { ...cqlOf(base), sql: true }],
  ]);
}

/** The text, with its markers by place or by name; some in the words of SQL. */
function writeQuery(query: Omit<Query, 'text' | 'cql' | 'names'>, star: boolean, random: Random): Query {
  const { base, relations, order, limit } = query;
  const named = random.chance(0.2);
  const unsaid = order.map(({ direction }) => direction === 'ASC' && random.chance(0.5));
  const spelled = (spelling: Spelling) => {
    const names: string[] = [];
    const marker = (name: string): string => {
      if (!named) return '?';
      const free = names.includes(name) ? `${name}_${names.length}` : name;
      names.push(free);
      return `:${free}`;
    };
    const written: Written = ({ value, marker: bound }, type, name) => (bound ? marker(name) : literalOf(value, type));
    const list = query.selected?.map(spelling.column).join(', ');
    const where = inWords(relations, spelling, written, marker);
    const orderBy = order.map(
      ({ column, direction }, index) => `${spelling.column(column)}${unsaid[index] === true ? '' : ` ${direction}`}`,
    );
    const text = [
      `SELECT ${query.distinct ? 'DISTINCT ' : ''}${list === undefined ? 'count(*)' : star ? '*' : list} FROM ${spelling.table} WHERE ${where.join(' AND ')}`,
      ...(orderBy.length === 0 ? [] : [`ORDER BY ${orderBy.join(', ')}`]),
      ...(limit === undefined ? [] : [`LIMIT ${written(limit, { kind: 'native', name: 'int' }, 'most')}`]),
    ].join(' ');
    return { text, names: named ? names : undefined };
  };
  const { text: cql, names } = spelled(cqlOf(base));
  return { ...query, cql, names, text: random.chance(0.15) ? spelled(sqlOf(base, random)).text : cql };
}

type Written = (operand: Operand, type: Type, name: string) => string;

const DAY = 86_400_000;

/** The relations one after the other; in SQL some take two together. */
function inWords(
  relations: readonly Relation[],
  spelling: Spelling,
  written: Written,
  marker: (name: string) => string,
): readonly string[] {
  const words: string[] = [];
  for (let index = 0; index < relations.length; index++) {
    const [low, high] = [relations[index]!, relations[index + 1]];
    const both = spelling.sql && high !== undefined ? pairText(low, high, spelling, written) : undefined;
    words.push(both ?? relationText(low, spelling, written, marker));
    if (both !== undefined) index++;
  }
  return words;
}

/** `a BETWEEN x AND y`, and the day of a time by its date. */
function pairText(low: Relation, high: Relation, { column }: Spelling, written: Written): string | undefined {
  if (low.kind !== 'compare' || high.kind !== 'compare' || low.column !== high.column || low.operator !== '>=')
    return undefined;
  const { name, type } = low.column;
  const [from, to] = [low.operand, high.operand];
  if (high.operator === '<=') {
    const bounds = [from, to].map((one) => written(one, type, name.toLowerCase()));
    return `${column(low.column)} BETWEEN ${bounds.join(' AND ')}`;
  }
  if (high.operator !== '<' || !isDay(from, to, type)) return undefined;
  return `toDate(${column(low.column)}) = '${new Date(Number(from.value)).toISOString().slice(0, 10)}'`;
}

const isDay = (from: Operand, to: Operand, type: Type): boolean =>
  type.kind === 'native' &&
  type.name === 'timestamp' &&
  !from.marker &&
  !to.marker &&
  Number(from.value) % DAY === 0 &&
  Number(to.value) - Number(from.value) === DAY;

function relationText(
  relation: Relation,
  spelling: Spelling,
  written: Written,
  marker: (name: string) => string,
): string {
  if (relation.kind === 'tuple') {
    const values = relation.operands.map((one, index) => written(one, relation.columns[index]!.type, `t${index}`));
    return `(${relation.columns.map(spelling.column).join(', ')}) ${relation.operator} (${values.join(', ')})`;
  }
  const { column } = relation;
  const name = column.name.toLowerCase();
  const subject = spelling.column(column);
  switch (relation.kind) {
    case 'compare':
      return `${subject} ${relation.operator} ${written(relation.operand, column.type, name)}`;
    case 'in':
      if (spelling.sql && !relation.whole && relation.operands.length > 1)
        return `(${relation.operands.map((one) => `${subject} = ${written(one, column.type, name)}`).join(' OR ')})`;
      return relation.whole
        ? `${subject} IN ${marker(`${name}_list`)}`
        : `${subject} IN (${relation.operands.map((one) => written(one, column.type, name)).join(', ')})`;
    case 'contains':
      return `${subject} CONTAINS ${relation.key ? 'KEY ' : ''}${written(relation.operand, elementType(column.type, relation.key), name)}`;
    case 'entry': {
      const { key, value } = column.type as Extract<Type, { kind: 'map' }>;
      return `${subject}[${written(relation.key, key, `${name}_key`)}] = ${written(relation.operand, value, name)}`;
    }
    case 'like':
      return `${subject} LIKE '${relation.prefix.replaceAll("'", "''")}%'`;
  }
}

export function elementType(type: Type, key: boolean): Type {
  if (type.kind === 'map') return key ? type.key : type.value;
  return (type as Extract<Type, { kind: 'list' | 'set' }>).element;
}

/** Values for the markers of a query: most of the time those of a stored row that its constants let through. */
export function parametersFor(query: Query, stored: readonly Row[], random: Random): readonly Value[] {
  const seeds = random.chance(0.9) ? stored.filter((row) => fitsConstants(query, row)) : [];
  const seed = random.pick(seeds.length > 0 ? seeds : [...stored, ...query.base.rows]);
  const values: Value[] = [];
  const ask = ({ value, marker }: Operand, wanted: Value): void => {
    if (marker) values.push(wanted ?? value);
  };
  for (const relation of query.relations) {
    switch (relation.kind) {
      case 'compare': {
        const own = valueIn(seed, relation.column);
        const { operator } = relation;
        const bound = own === null || operator === '=' ? own : boundFor(operator, own, relation.column, random);
        ask(relation.operand, rewritten(bound, relation.column.type, random));
        break;
      }
      case 'in': {
        const own = valueIn(seed, relation.column) ?? relation.operands[0]!.value;
        const others = random.some(relation.column.pool, 2);
        if (relation.whole) values.push([own, ...others]);
        else relation.operands.forEach((one, index) => ask(one, index === 0 ? own : random.pick(relation.column.pool)));
        break;
      }
      case 'contains': {
        const elements = elementsOf(valueIn(seed, relation.column), relation.column.type, relation.key);
        ask(relation.operand, elements.length > 0 ? random.pick(elements) : null);
        break;
      }
      case 'entry': {
        const entries = (valueIn(seed, relation.column) ?? []) as readonly (readonly [Value, Value])[];
        const entry = entries.length > 0 ? random.pick(entries) : undefined;
        ask(relation.key, entry?.[0] ?? null);
        ask(relation.operand, entry?.[1] ?? null);
        break;
      }
      case 'tuple':
        relation.operands.forEach((one, index) => ask(one, valueIn(seed, relation.columns[index]!)));
        break;
      case 'like':
    }
  }
  if (query.limit?.marker === true) values.push(BigInt(random.between(1, 12)));
  return values;
}

/** What the constants of `=` say about a row. */
const fitsConstants = ({ relations }: Query, row: Row): boolean =>
  relations.every((relation) => {
    if (relation.kind !== 'compare') return true;
    const value = valueIn(row, relation.column);
    if (value === null) return false;
    return (
      relation.operator !== '=' ||
      relation.operand.marker ||
      compare(value, relation.operand.value, relation.column.type) === 0
    );
  });
