import type { Catalog, Column, ColumnKind, Table } from './model.ts';
import { type CassandraRelease, existsIn } from '../text/release.ts';
import { containsDuration, isCounter } from './types.ts';

/** The columns of a table together with its key as they say it. */
export function keyColumns(
  columns: ReadonlyMap<string, Column>,
): Pick<Table, 'columns' | 'partitionKey' | 'clustering'> {
  return { columns, partitionKey: ofKind(columns, 'partition'), clustering: ofKind(columns, 'clustering') };
}

/** The table with a column put in place of one (keeping its rank), or at the end. */
export function withColumn(table: Table, column: Column, name: string = column.name): Table {
  if (!table.columns.has(name)) return { ...table, ...keyColumns(new Map(table.columns).set(column.name, column)) };
  const columns = [...table.columns].map(([key, before]): [string, Column] =>
    key === name ? [column.name, column] : [key, before],
  );
  return { ...table, ...keyColumns(new Map(columns)) };
}

function ofKind(columns: ReadonlyMap<string, Column>, kind: ColumnKind): readonly Column[] {
  const found: Column[] = [];
  for (const column of columns.values()) if (column.kind === kind) found.push(column);
  return found.toSorted((a, b) => a.position - b.position);
}

/** To the server, what sorts backwards has a type of its own (`ReversedType`), in which it often does not see the column's. */
export const isBackwards = ({ kind, order }: Column): boolean => kind === 'clustering' && order === 'DESC';

/** Whether the server sees durations in a column; in what sorts backwards it does since 6.0. */
export const hasDurations = (column: Column, catalog: Catalog, release: CassandraRelease): boolean =>
  (!isBackwards(column) || existsIn(release, { since: '6.0' })) && containsDuration(column.type, catalog, release);

export const hasCounters = ({ columns }: Pick<Table, 'columns'>): boolean => holdsCounters(columns);

/** It has counters, or had some: dropping the last does not make it another kind of table. */
export const isCounterTable = (table: Pick<Table, 'columns' | 'dropped'>): boolean =>
  hasCounters(table) || holdsCounters(table.dropped);

export function hasStatics({ columns }: Pick<Table, 'columns'>): boolean {
  for (const { kind } of columns.values()) if (kind === 'static') return true;
  return false;
}

/** No server lets counters stand beside other columns, so the first beside the key tells it of all. */
function holdsCounters(columns: ReadonlyMap<string, Pick<Column, 'type' | 'kind'>>): boolean {
  for (const { type, kind } of columns.values())
    if (kind !== 'partition' && kind !== 'clustering' && type.kind !== 'unknown') return isCounter(type);
  return false;
}
