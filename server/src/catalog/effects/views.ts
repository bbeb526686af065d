import type { AlterView, CreateView, Expression, Name, Relation } from '../../syntax/ast.ts';
import { withOptions } from './keyspaces.ts';
import { changeable, keyspaceOf, locate, type ApplyContext } from './context.ts';
import type { Column, Table } from '../model.ts';
import { withKeyspace, withTable, type CatalogState } from './state.ts';
import { keyColumns, withColumn } from '../table-columns.ts';
import { UNKNOWN } from '../types.ts';

export function createView(catalog: CatalogState, statement: CreateView, context: ApplyContext): CatalogState {
  const { name, select } = statement;
  if (name === undefined) return catalog;
  const keyspace = changeable(catalog, keyspaceOf(name, context));
  if (keyspace === undefined || keyspace.tables.has(name.name.name)) return catalog;

  const named = select?.from === undefined ? undefined : keyspace.tables.get(select.from.name.name);
  const base = named?.kind === 'view' ? named.hidden : named;
  const selectors = select?.selectors ?? [];
  const selectsAll = selectors.some(({ expression }) => expression.kind === 'star');
  const selected = selectsAll
    ? [...(base?.columns.keys() ?? [])]
    : selectors.flatMap((one) => columnName(one.expression));
  const columns = viewColumns(statement, selected, base, context);
  const view: Table = {
    keyspace: keyspace.name,
    name: name.name.name,
    kind: 'view',
    ...keyColumns(columns),
    indexes: [],
    options: withOptions(new Map(), statement.options),
    compactStorage: false,
    hiddenColumns: [],
    dropped: new Map(),
    base:
      select?.from === undefined
        ? undefined
        : { table: select.from.name.name, where: select.where?.relations ?? [], selectsAll },
    partial: context.broken || base === undefined || base.partial || statement.primaryKey === undefined,
    system: false,
    triggers: [],
    location: locate(name.name, context),
  };
  return withKeyspace(catalog, withTable(keyspace, view));
}

export function alterView(catalog: CatalogState, { name, options }: AlterView, context: ApplyContext): CatalogState {
  const keyspace = name === undefined ? undefined : catalog.declared.get(keyspaceOf(name, context));
  const view = name === undefined ? undefined : keyspace?.tables.get(name.name.name);
  if (keyspace === undefined || view === undefined || view.kind !== 'view') return catalog;
  return withKeyspace(catalog, withTable(keyspace, { ...view, options: withOptions(view.options, options) }));
}

/** The view after a key column of its base got a new name; its WHERE then has it, too. */
export function renamedInView(view: Table, from: Name, to: Name): Table {
  const column = view.columns.get(from.name);
  if (column === undefined || view.base === undefined) return view;
  const rename = (name: Name): Name => (name.name === from.name ? to : name);
  const where = view.base.where.map((relation) => renamedIn(relation, rename));
  return withColumn({ ...view, base: { ...view.base, where } }, { ...column, name: to.name }, from.name);
}

/** In the order of the base where all are selected, else as written; the key's are always among them. */
function viewColumns(
  { primaryKey, clusteringOrder }: CreateView,
  selected: readonly string[],
  base: Table | undefined,
  context: ApplyContext,
): ReadonlyMap<string, Column> {
  const partition = (primaryKey?.partition ?? []).map((column) => column.name);
  const clustering = (primaryKey?.clustering ?? []).map((column) => column.name);
  const orders = new Map(clusteringOrder.map(({ column, direction }) => [column.name, direction]));
  const keyNames = new Map(
    [...(primaryKey?.partition ?? []), ...(primaryKey?.clustering ?? [])].map((key) => [key.name, key]),
  );

  const columns = new Map<string, Column>();
  for (const name of new Set([...selected, ...partition, ...clustering])) {
    const inPartition = partition.indexOf(name);
    const inClustering = clustering.indexOf(name);
    const kind = inPartition >= 0 ? 'partition' : inClustering >= 0 ? 'clustering' : 'regular';
    const key = keyNames.get(name);
    const column = base?.columns.get(name) ?? {
      name,
      type: UNKNOWN,
      order: 'ASC',
      location: key === undefined ? undefined : locate(key, context),
    };
    // Without CLUSTERING ORDER BY a clustering column is sorted as it is in the base (`CreateViewStatement.getType`).
    const order = kind === 'clustering' ? (orders.get(name) ?? column.order) : 'ASC';
    columns.set(name, { ...column, kind, position: Math.max(inPartition, inClustering, 0), order });
  }
  return columns;
}

const columnName = (expression: Expression): readonly string[] =>
  expression.kind === 'column' ? [expression.column.name] : [];

function renamedIn(relation: Relation, rename: (name: Name) => Name): Relation {
  switch (relation.kind) {
    case 'column':
    case 'element':
    case 'field':
      return { ...relation, column: rename(relation.column) };
    case 'tuple':
    case 'token':
      return { ...relation, columns: relation.columns.map(rename) };
    default:
      return relation;
  }
}
