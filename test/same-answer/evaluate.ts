import {
  type Base,
  clusteringOf,
  type Column,
  type Comparison,
  compareRows,
  type Operand,
  type Ordering,
  partitionOf,
  type Query,
  type Relation,
  valueIn,
} from './model.ts';
import type { Type } from './types.ts';
import { canonical, compare, type Row, type Value } from './values.ts';

/** What a query owes: groups of rows that may stand in any order among themselves, one group after the other. */
export interface Expected {
  readonly groups: readonly (readonly Row[])[];
  /** So many of them. */
  readonly count: number;
}

/** The answer to a query over the rows of its table, worked out apart from any server; markers take `values` in the order of the text. */
export function evaluate(query: Query, values: readonly Value[], stored: readonly Row[]): Expected {
  const rows = matching(query, values, stored);
  const limit = query.limit === undefined ? rows.length : Number(limitOf(query.limit, values));
  return { groups: grouped(rows, orderOf(query)), count: Math.min(rows.length, limit) };
}

/** The rows that pass the relations, or those of them that are asked about. */
export function matching(
  { base, relations }: Query,
  values: readonly Value[],
  stored: readonly Row[],
  counts: (relation: Relation) => boolean = () => true,
): readonly Row[] {
  const binds = values.values();
  const named = namesPartitions(base, relations);
  const tests = relations.flatMap((relation) => {
    const test = testOf(relation, binds, named);
    return counts(relation) ? [test] : [];
  });
  // A partition that has only static values gives a row without its clustering key, which no other table can hold.
  return stored.filter(
    (row) => clusteringOf(base).every((column) => valueIn(row, column) !== null) && tests.every((test) => test(row)),
  );
}

/** LIMIT comes last in the text. */
export const limitOf = ({ marker, value }: Operand, values: readonly Value[]): Value =>
  marker ? values.at(-1)! : value;

/** ORDER BY; of a query that reads one partition, its clustering order. */
export function orderOf({ base, relations, order }: Query): readonly Ordering[] {
  if (order.length > 0) return order;
  return isOnePartition(base, relations)
    ? clusteringOf(base).map((column) => ({ column, direction: column.order }))
    : [];
}

export const isOnePartition = (base: Base, relations: readonly Relation[]): boolean =>
  partitionOf(base).every((column) =>
    relations.some((one) => one.kind === 'compare' && one.operator === '=' && one.column === column),
  );

/** Partitions that are named are found by the bytes of their key: 1.0 is not 1.00. */
const namesPartitions = (base: Base, relations: readonly Relation[]): boolean =>
  partitionOf(base).every((column) =>
    relations.some(
      (one) => (one.kind === 'in' || (one.kind === 'compare' && one.operator === '=')) && one.column === column,
    ),
  );

function grouped(rows: readonly Row[], order: readonly Ordering[]): readonly (readonly Row[])[] {
  const groups: Row[][] = [];
  for (const row of rows.toSorted((a, b) => compareRows(a, b, order))) {
    const last = groups.at(-1);
    if (last !== undefined && compareRows(last[0]!, row, order) === 0) last.push(row);
    else groups.push([row]);
  }
  return groups;
}

const valueOf = ({ marker, value }: Operand, binds: Iterator<Value>): Value =>
  marker ? (binds.next().value as Value) : value;

function testOf(relation: Relation, binds: Iterator<Value>, named: boolean): (row: Row) => boolean {
  const isEqual = (row: Row, column: Column, wanted: Value): boolean =>
    named && column.role === 'partition'
      ? canonical(valueIn(row, column)) === canonical(wanted)
      : holds(valueIn(row, column), '=', wanted, column.type);
  switch (relation.kind) {
    case 'compare': {
      const { column, operator } = relation;
      const wanted = valueOf(relation.operand, binds);
      return operator === '='
        ? (row) => isEqual(row, column, wanted)
        : (row) => holds(valueIn(row, column), operator, wanted, column.type);
    }
    case 'in': {
      const { column, operands, whole } = relation;
      const list = whole ? (binds.next().value as readonly Value[]) : operands.map((one) => valueOf(one, binds));
      return (row) => list.some((wanted) => isEqual(row, column, wanted));
    }
    case 'contains': {
      const { column, key } = relation;
      const wanted = canonical(valueOf(relation.operand, binds));
      return (row) => elementsOf(valueIn(row, column), column.type, key).some((one) => canonical(one) === wanted);
    }
    case 'entry': {
      const { column } = relation;
      const { key, value } = column.type as Extract<Type, { kind: 'map' }>;
      const wanted = [valueOf(relation.key, binds), valueOf(relation.operand, binds)];
      // By their values, whereas CONTAINS looks for elements as they are written: 1.0 is not 1.00.
      return (row) =>
        ((valueIn(row, column) ?? []) as readonly (readonly [Value, Value])[]).some(
          ([left, right]) => compare(left, wanted[0]!, key) === 0 && compare(right, wanted[1]!, value) === 0,
        );
    }
    case 'like':
      return (row) => String(valueIn(row, relation.column) ?? '').startsWith(relation.prefix);
    case 'tuple': {
      const { columns, operator } = relation;
      const wanted = relation.operands.map((one) => valueOf(one, binds));
      return (row) => {
        for (const [index, column] of columns.entries()) {
          const value = valueIn(row, column);
          const order = compare(value, wanted[index]!, column.type);
          if (order !== 0) return SIGNS[operator](order);
        }
        return SIGNS[operator](0);
      };
    }
  }
}

const holds = (value: Value, operator: Comparison, wanted: Value, type: Type): boolean =>
  value !== null && SIGNS[operator](compare(value, wanted, type));

const SIGNS: Readonly<Record<Comparison, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/** The elements of a collection; of a map, its keys or its values. */
export function elementsOf(value: Value, type: Type, key = false): readonly Value[] {
  if (value === null) return [];
  if (type.kind !== 'map') return value as readonly Value[];
  return (value as readonly (readonly [Value, Value])[]).map(([left, right]) => (key ? left : right));
}
