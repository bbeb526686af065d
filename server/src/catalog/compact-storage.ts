import type { Column, CqlType, Table } from './model.ts';
import { hasCounters, keyColumns } from './table-columns.ts';

/** What ALTER TABLE … DROP COMPACT STORAGE leaves: the columns that the storage had all along come to light. */
export function withoutCompactStorage(table: Table): Table {
  if (!table.compactStorage) return table;
  const columns = new Map(table.columns);
  if (table.clustering.length === 0) {
    for (const [name, column] of columns) {
      if (column.kind === 'regular') columns.set(name, { ...column, kind: 'static' });
    }
  }
  for (const column of table.hiddenColumns) columns.set(column.name, column);
  return { ...table, compactStorage: false, hiddenColumns: [], ...keyColumns(columns) };
}

/**
 * The columns that a compact table has besides the declared ones (`TableMetadata.CompactTableMetadata`).
 *
 * Without clustering columns: a clustering column `column1 text` and a `value blob`; the declared ones are static. With
 * clustering columns and no other: a column `value` of the empty type.
 */
export function columnsHiddenBeside(
  table: Pick<Table, 'columns' | 'partitionKey' | 'clustering'>,
): Table['hiddenColumns'] {
  const { columns, partitionKey, clustering } = table;
  const value = free('value', columns);
  if (clustering.length > 0) {
    return columns.size > clustering.length + partitionKey.length ? [] : [hidden(value, 'empty', 'regular')];
  }
  return [
    hidden(free('column', columns, 1), 'text', 'clustering'),
    hidden(value, hasCounters({ columns }) ? 'counter' : 'blob', 'regular'),
  ];
}

export const hasHidden = (table: Table, name: string): boolean =>
  table.hiddenColumns.some((column) => column.name === name);

const hidden = (name: string, type: Extract<CqlType, { kind: 'native' }>['name'], kind: Column['kind']): Column => ({
  name,
  type: { kind: 'native', name: type },
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
