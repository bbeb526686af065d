import type { Column, CqlType, Table } from './model.ts';
import { keyColumns } from './table-columns.ts';

/**
 * What ALTER TABLE … DROP COMPACT STORAGE leaves: the columns that the storage had all along come to light
 * (`TableMetadata.CompactTableMetadata`).
 *
 * Without clustering columns: a clustering column `column1 text`, a `value blob`, and the others static. With clustering columns
 * and no other: a column `value` of the empty type.
 */
export function withoutCompactStorage(table: Table): Table {
  if (!table.compactStorage) return table;
  const plain = { ...table, compactStorage: false };
  const columns = new Map(table.columns);
  if (table.clustering.length > 0) {
    if (columns.size > table.clustering.length + table.partitionKey.length) return plain;
    const value = hidden(free('value', columns), EMPTY, 'regular');
    return { ...plain, ...keyColumns(columns.set(value.name, value)) };
  }
  for (const [name, column] of columns) {
    if (column.kind === 'regular') columns.set(name, { ...column, kind: 'static' });
  }
  const clustering = hidden(free('column', columns, 1), { kind: 'native', name: 'text' }, 'clustering');
  columns.set(clustering.name, clustering);
  const counters = [...columns.values()].some(({ type }) => type.kind === 'native' && type.name === 'counter');
  const value = hidden(free('value', columns), { kind: 'native', name: counters ? 'counter' : 'blob' }, 'regular');
  return { ...plain, ...keyColumns(columns.set(value.name, value)) };
}

const EMPTY: CqlType = { kind: 'native', name: 'empty' };

const hidden = (name: string, type: CqlType, kind: 'clustering' | 'regular'): Column => ({
  name,
  type,
  kind,
  position: 0,
  order: 'ASC',
});

/** The first of `value`, `value1`, `value2` … that no column has. */
function free(name: string, columns: ReadonlyMap<string, Column>, from?: number): string {
  let number = from;
  for (;;) {
    const candidate = `${name}${number ?? ''}`;
    if (!columns.has(candidate)) return candidate;
    number = (number ?? 0) + 1;
  }
}
