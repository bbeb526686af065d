import type { AlterTable, ColumnDefinition, Name } from '../../syntax/ast.ts';
import { withOptions } from './keyspaces.ts';
import { declaredColumn } from './tables.ts';
import { renamedInView } from './views.ts';
import { hasHidden, withoutCompactStorage } from '../compact-storage.ts';
import { withEarlierConstraints } from '../constraints.ts';
import { keyspaceOf, type ApplyContext } from './context.ts';
import { GrowingMap } from './growing-map.ts';
import type { Column, Table } from '../model.ts';
import { viewsOf, withKeyspace, withTable, type CatalogState, type KeyspaceState } from './state.ts';
import { keyColumns, withColumn } from '../table-columns.ts';
import { resolveType } from '../types.ts';
import { withoutUserTypes } from './without-user-types.ts';

export function alterTable(catalog: CatalogState, statement: AlterTable, context: ApplyContext): CatalogState {
  const { name } = statement;
  const keyspace = name === undefined ? undefined : catalog.declared.get(keyspaceOf(name, context));
  const table = name === undefined ? undefined : keyspace?.tables.get(name.name.name);
  if (keyspace === undefined || table === undefined || table.kind !== 'table') return catalog;
  const changed = changedKeyspace(keyspace, table, statement, context);
  if (!context.broken) return changed === keyspace ? catalog : withKeyspace(catalog, changed);
  const after = changed.tables.get(table.name) ?? table;
  return withKeyspace(catalog, withTable(changed, { ...after, partial: true }));
}

function changedKeyspace(
  keyspace: KeyspaceState,
  table: Table,
  { change }: AlterTable,
  context: ApplyContext,
): KeyspaceState {
  switch (change.kind) {
    case 'add':
      return addColumns(keyspace, table, change.columns, context);
    case 'drop':
      return withTable(
        keyspace,
        change.columns.reduce((state, name) => withoutColumn(state, name, keyspace), table),
      );
    case 'rename':
      return renamesOf(change).reduce((state, { from, to }) => renameColumn(state, table.name, from, to), keyspace);
    case 'alter-type': {
      // Refused since 3.11; scripts written for older servers still have it.
      const type = resolveType(change.type, keyspace.name);
      return changeColumn(keyspace, table, change.column, (column) => ({ ...column, type }));
    }
    case 'mask': {
      const mask = change.mask === 'drop' ? undefined : change.mask;
      return changeColumn(keyspace, table, change.column, (column) => ({ ...column, mask }));
    }
    case 'check': {
      const constraints = change.constraint?.conditions ?? [];
      return changeColumn(keyspace, table, change.column, (column) => ({ ...column, constraints }));
    }
    case 'drop-compact-storage':
      return withTable(keyspace, withoutCompactStorage(table));
    case 'options':
      return withTable(keyspace, { ...table, options: withOptions(table.options, change.options) });
    case 'row-ttl':
    case 'unknown':
      return keyspace;
  }
}

/** New regular columns also appear in the views that select all of the table. */
function addColumns(
  keyspace: KeyspaceState,
  table: Table,
  definitions: readonly ColumnDefinition[],
  context: ApplyContext,
): KeyspaceState {
  const added = withEarlierConstraints(definitions)
    .filter(({ name }) => !table.columns.has(name.name) && !hasHidden(table, name.name))
    .map((definition) =>
      declaredColumn(definition, definition.static ? 'static' : 'regular', 0, 'ASC', keyspace.name, context),
    );
  const regular = added.filter((column) => column.kind === 'regular');
  return viewsOf(keyspace, table.name)
    .filter((view) => view.base?.selectsAll === true)
    .reduce(
      (state, view) => withTable(state, withNewColumns(view, regular)),
      withTable(keyspace, withNewColumns(table, added)),
    );
}

/** Migrations add columns one by one, and each state of the table is kept. */
function withNewColumns(table: Table, added: readonly Column[]): Table {
  const columns = added.reduce(
    (all, column) => (all.has(column.name) ? all : all.with(column.name, column)),
    GrowingMap.from(table.columns),
  );
  return { ...table, columns };
}

function withoutColumn(table: Table, { name }: Name, keyspace: KeyspaceState): Table {
  const column = table.columns.get(name);
  if (column === undefined || column.kind === 'partition' || column.kind === 'clustering') return table;
  // The server fails to: rows under clustering columns cannot be stored without their one value.
  if (table.compactStorage && table.clustering.length > 0) return table;
  const columns = new Map(table.columns);
  columns.delete(name);
  // A compact table without clustering columns stores its columns as static ones.
  const kind = table.compactStorage ? 'static' : column.kind;
  const dropped = new Map(table.dropped).set(name, { type: withoutUserTypes(column.type, keyspace), kind });
  return {
    ...table,
    columns,
    dropped,
    indexes: table.indexes.filter((index) => index.targets.every((target) => target.column !== name)),
  };
}

/** What RENAME asks of each column: of two new names for one, the last. */
export const renamesOf = ({ pairs }: Extract<AlterTable['change'], { kind: 'rename' }>) => [
  ...new Map(pairs.map((pair) => [pair.from.name, pair])).values(),
];

/** A key column keeps its place under its new name, in the table and in each of its views. */
function renameColumn(keyspace: KeyspaceState, tableName: string, from: Name, to: Name): KeyspaceState {
  const table = keyspace.tables.get(tableName);
  const column = table?.columns.get(from.name);
  if (table === undefined || column === undefined || table.columns.has(to.name)) return keyspace;
  const indexes = table.indexes.map((index) => ({
    ...index,
    targets: index.targets.map((target) => (target.column === from.name ? { ...target, column: to.name } : target)),
  }));
  const renamed = withColumn({ ...table, indexes }, { ...column, name: to.name }, from.name);
  return viewsOf(keyspace, tableName).reduce(
    (state, view) => withTable(state, renamedInView(view, from, to)),
    withTable(keyspace, renamed),
  );
}

/** A changed type or mask shows in the views, too. */
function changeColumn(
  keyspace: KeyspaceState,
  table: Table,
  name: Name,
  change: (column: Column) => Column,
): KeyspaceState {
  return [table, ...viewsOf(keyspace, table.name)].reduce((state, part) => {
    const column = part.columns.get(name.name);
    if (column === undefined) return state;
    const columns = new Map(part.columns).set(name.name, change(column));
    return withTable(state, { ...part, ...keyColumns(columns) });
  }, keyspace);
}
