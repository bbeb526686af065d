import { canonical, compare, type Row, type Value } from './values.ts';
import type { Field, Type } from './types.ts';

export interface Column {
  readonly name: string;
  /** As CQL writes it. */
  readonly written: string;
  readonly type: Type;
  readonly role: 'partition' | 'clustering' | 'static' | 'regular';
  readonly order: 'ASC' | 'DESC';
  /** The values that its rows hold. */
  readonly pool: readonly Value[];
}

export interface UserType {
  readonly name: string;
  readonly fields: readonly Field[];
}

/** A table to ask, and rows to fill it with. */
export interface Base {
  readonly name: string;
  /** With its keyspace where the project writes that. */
  readonly written: string;
  readonly columns: readonly Column[];
  /** Comment lines above it, such as `-- @rate …`. */
  readonly annotations: readonly string[];
  readonly options: readonly string[];
  readonly rows: readonly Row[];
}

export const partitionOf = ({ columns }: Base): readonly Column[] => columns.filter(({ role }) => role === 'partition');
export const clusteringOf = ({ columns }: Base): readonly Column[] =>
  columns.filter(({ role }) => role === 'clustering');
export const keyOf = (base: Base): readonly Column[] => [...partitionOf(base), ...clusteringOf(base)];

export const columnNamed = ({ columns }: Base, name: string): Column => {
  const found = columns.find((column) => column.name === name);
  if (found === undefined) throw new Error(`no column ${name}`);
  return found;
};

/** A value in a query: a constant, or what the client binds. */
export interface Operand {
  readonly value: Value;
  readonly marker: boolean;
}

export type Comparison = '=' | '<' | '<=' | '>' | '>=';

export type Relation =
  | { readonly kind: 'compare'; readonly column: Column; readonly operator: Comparison; readonly operand: Operand }
  /** One marker stands for the list where `whole`. */
  | { readonly kind: 'in'; readonly column: Column; readonly operands: readonly Operand[]; readonly whole: boolean }
  | { readonly kind: 'contains'; readonly column: Column; readonly key: boolean; readonly operand: Operand }
  | { readonly kind: 'entry'; readonly column: Column; readonly key: Operand; readonly operand: Operand }
  | { readonly kind: 'like'; readonly column: Column; readonly prefix: string }
  | {
      readonly kind: 'tuple';
      readonly columns: readonly Column[];
      readonly operator: Comparison;
      readonly operands: readonly Operand[];
    };

export interface Ordering {
  readonly column: Column;
  readonly direction: 'ASC' | 'DESC';
}

export interface Query {
  /** Of a query by DISTINCT the partitions of its table, each with what is static in it. */
  readonly base: Base;
  readonly distinct: boolean;
  /** As the project has it, perhaps in words of SQL. */
  readonly text: string;
  /** The same in CQL, its markers in the same order. */
  readonly cql: string;
  /** The selected columns; absent for `count(*)`. */
  readonly selected: readonly Column[] | undefined;
  readonly relations: readonly Relation[];
  readonly order: readonly Ordering[];
  readonly limit: Operand | undefined;
  /** The names of its markers, where they have any, in the order of the text. */
  readonly names: readonly string[] | undefined;
}

/** A table's partitions as rows of their own, each with what is static in it. */
export const partitionsOf = (base: Base): Base => ({
  ...base,
  columns: base.columns.flatMap((column): readonly Column[] =>
    column.role === 'partition' ? [column] : column.role === 'static' ? [{ ...column, role: 'regular' }] : [],
  ),
  rows: eachPartition(base.rows, base),
});

/** The rows that a query sees of those of its table. */
export const rowsFor = ({ base, distinct }: Query, stored: readonly Row[]): readonly Row[] =>
  distinct ? eachPartition(stored, base) : stored;

const eachPartition = (rows: readonly Row[], base: Base): readonly Row[] => [
  ...new Map(rows.map((row) => [identity(row, partitionOf(base)), row])).values(),
];

/** The order in which a table's `*` gives its columns. */
export function starOf(base: Base): readonly Column[] {
  const byName = (columns: readonly Column[]): readonly Column[] =>
    columns.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return [
    ...keyOf(base),
    ...byName(base.columns.filter(({ role }) => role === 'static')),
    ...byName(base.columns.filter(({ role }) => role === 'regular')),
  ];
}

export const valueIn = (row: Row, { name }: Column): Value => row.get(name) ?? null;

export const identity = (row: Row, columns: readonly Column[]): string =>
  columns.map((column) => canonical(valueIn(row, column))).join('|');

export const compareRows = (a: Row, b: Row, order: readonly Ordering[]): number => {
  for (const { column, direction } of order) {
    const result = compare(valueIn(a, column), valueIn(b, column), column.type);
    if (result !== 0) return direction === 'DESC' ? -result : result;
  }
  return 0;
};
