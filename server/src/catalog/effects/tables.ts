import type { ColumnDefinition, CreateTable, CreateTableLike, Drop, Name } from '../../syntax/ast.ts';
import { withOptions } from './keyspaces.ts';
import { copyIndexes } from './indexes.ts';
import { columnsHiddenBeside } from '../compact-storage.ts';
import { conditionsIn } from '../constraints.ts';
import { changeable, keyspaceOf, locate, type ApplyContext } from './context.ts';
import { isReversedClass, parseMarshal } from '../marshal.ts';
import type { Column, ColumnKind, CqlType, Table } from '../model.ts';
import { keyColumns } from '../table-columns.ts';
import { isNative, mapParts, resolveType } from '../types.ts';
import { withKeyspace, withoutTable, withTable, type CatalogState, type KeyspaceState } from './state.ts';

export function createTable(catalog: CatalogState, statement: CreateTable, context: ApplyContext): CatalogState {
  const { name } = statement;
  if (name === undefined) return catalog;
  const keyspace = changeable(catalog, keyspaceOf(name, context));
  if (keyspace === undefined) return catalog;
  if (!isFree(name.name.name, keyspace, context)) return catalog;
  return withKeyspace(catalog, withNew(declaredTable(statement, name.name, keyspace.name, context), keyspace));
}

/** Whether a table may get the name: there is no other, and a view, if there is one, hides it. */
function isFree(name: string, { tables }: KeyspaceState, { rules }: ApplyContext): boolean {
  const existing = tables.get(name);
  return existing === undefined || (existing.kind === 'view' && existing.hidden === undefined && rules.viewsHide);
}

function withNew(table: Table, keyspace: KeyspaceState): KeyspaceState {
  const view = keyspace.tables.get(table.name);
  return withTable(keyspace, view === undefined ? table : { ...view, hidden: table });
}

export function createTableLike(
  catalog: CatalogState,
  statement: CreateTableLike,
  context: ApplyContext,
): CatalogState {
  const { name, source: from } = statement;
  if (name === undefined || from === undefined) return catalog;
  const keyspace = changeable(catalog, keyspaceOf(name, context));
  const source = catalog.table(keyspaceOf(from, context), from.name.name);
  if (keyspace === undefined || source === undefined || !isFree(name.name.name, keyspace, context)) return catalog;

  const moved = (type: CqlType): CqlType => inKeyspace(type, keyspace.name);
  const columns = new Map([...source.columns].map(([key, column]) => [key, { ...column, type: moved(column.type) }]));
  const table: Table = {
    ...source,
    ...keyColumns(columns),
    keyspace: keyspace.name,
    name: name.name.name,
    kind: 'table',
    indexes: [],
    options: withOptions(source.options, statement.options),
    dropped: new Map(),
    triggers: [],
    partial: source.partial || context.broken,
    system: false,
    location: locate(name.name, context),
  };
  const copied = withKeyspace(catalog, withNew(table, keyspace));
  const { copies = [] } = statement;
  return copies.includes('indexes') || copies.includes('all') ? copyIndexes(copied, source, table) : copied;
}

/** DROP TABLE and DROP MATERIALIZED VIEW; views of the table go with it, as their rows would. */
export function dropTable(catalog: CatalogState, { name, what }: Drop, context: ApplyContext): CatalogState {
  const keyspace = name === undefined ? undefined : catalog.declared.get(keyspaceOf(name, context));
  const table = name === undefined ? undefined : keyspace?.tables.get(name.name.name);
  if (name === undefined || keyspace === undefined || table === undefined) return catalog;
  // DROP MATERIALIZED VIEW IF EXISTS is taken where the name is a table's, and does nothing.
  if (what === 'view' && table.kind !== 'view') return catalog;
  const views = table.kind === 'view' ? [] : (keyspace.views.get(name.name.name) ?? []);
  const rest = [...views, name.name.name].reduce(withoutTable, keyspace);
  return withKeyspace(catalog, table.hidden === undefined ? rest : withTable(rest, table.hidden));
}

/** The column that a definition in CREATE TABLE or ALTER TABLE declares. */
export function declaredColumn(
  definition: ColumnDefinition,
  kind: ColumnKind,
  position: number,
  order: 'ASC' | 'DESC',
  keyspace: string,
  context: ApplyContext,
): Column {
  return {
    name: definition.name.name,
    type: isOddCounter(definition, kind) ? { kind: 'unknown' } : resolveType(definition.type, keyspace),
    kind,
    position,
    order,
    mask: definition.mask,
    constraints: conditionsIn(definition.constraints),
    location: locate(definition.name, context),
  };
}

/** A counter by its class that sorts backwards and is no part of the key: neither it nor its table counts, and releases differ. */
const isOddCounter = ({ type }: ColumnDefinition, kind: ColumnKind): boolean =>
  (kind === 'regular' || kind === 'static') &&
  type.kind === 'custom' &&
  isReversedClass(type) &&
  isNative(parseMarshal(type.className), 'counter');

/** Which way a clustering column sorts: a class may say so itself. */
const orderOf = ({ type }: ColumnDefinition, written: 'ASC' | 'DESC' | undefined): 'ASC' | 'DESC' =>
  isReversedClass(type) ? 'DESC' : (written ?? 'ASC');

function declaredTable(statement: CreateTable, name: Name, keyspace: string, context: ApplyContext): Table {
  const inline = statement.columns.filter((column) => column.primaryKey !== undefined);
  const [key] = statement.primaryKeys;
  const partition = (key?.partition ?? inline.slice(0, 1).map((column) => column.name)).map((column) => column.name);
  const clustering = (key?.clustering ?? []).map((column) => column.name);
  const orders = new Map(statement.clusteringOrder.map(({ column, direction }) => [column.name, direction]));
  const compactStorage = statement.compactStorage !== undefined;

  const columns = new Map<string, Column>();
  for (const definition of statement.columns) {
    const inPartition = partition.indexOf(definition.name.name);
    const inClustering = clustering.indexOf(definition.name.name);
    const kind =
      inPartition >= 0 ? 'partition' : inClustering >= 0 ? 'clustering' : definition.static ? 'static' : 'regular';
    const order = kind === 'clustering' ? orderOf(definition, orders.get(definition.name.name)) : 'ASC';
    if (columns.has(definition.name.name)) continue;
    const position = Math.max(inPartition, inClustering, 0);
    const column = declaredColumn(definition, kind, position, order, keyspace, context);
    // Of what a compact table holds beside its key the server keeps the type alone.
    const isBare = compactStorage && kind === 'regular';
    columns.set(column.name, isBare ? { ...column, constraints: [] } : column);
  }

  // Without one sound key nothing can be told of a query: the declaration has its own finding.
  const soundKey =
    inline.length + statement.primaryKeys.length === 1 &&
    partition.length > 0 &&
    [...partition, ...clustering].every((column) => columns.has(column)) &&
    new Set([...partition, ...clustering]).size === partition.length + clustering.length;
  const keyed = keyColumns(columns);
  return {
    keyspace,
    name: name.name,
    kind: 'table',
    ...keyed,
    indexes: [],
    options: withOptions(new Map(), statement.options),
    compactStorage,
    hiddenColumns: compactStorage ? columnsHiddenBeside(keyed) : [],
    dropped: new Map(),
    partial: statement.template === true || context.broken || !soundKey,
    system: false,
    triggers: [],
    location: locate(name, context),
  };
}

/** The same type where its user types are those of a keyspace, as they are now: vectors may have kept them as they were. */
export function inKeyspace(type: CqlType, keyspace: string): CqlType {
  if (type.kind !== 'user') return mapParts(type, (part) => inKeyspace(part, keyspace));
  const { fields: _, ...declared } = type;
  return { ...declared, keyspace };
}
