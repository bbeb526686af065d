import type { CreateTrigger, Drop, QualifiedName } from '../../syntax/ast.ts';
import { keyspaceOf, type ApplyContext } from './context.ts';
import { withKeyspace, withTable, type CatalogState } from './state.ts';

export const createTrigger = (
  catalog: CatalogState,
  { name, table }: CreateTrigger,
  context: ApplyContext,
): CatalogState =>
  withTriggers(catalog, table, context, (triggers) =>
    name === undefined || triggers.includes(name.name) ? triggers : [...triggers, name.name],
  );

export const dropTrigger = (catalog: CatalogState, { name, on }: Drop, context: ApplyContext): CatalogState =>
  withTriggers(catalog, on, context, (triggers) => triggers.filter((trigger) => trigger !== name?.name.name));

function withTriggers(
  catalog: CatalogState,
  on: QualifiedName | undefined,
  context: ApplyContext,
  change: (triggers: readonly string[]) => readonly string[],
): CatalogState {
  const keyspace = on === undefined ? undefined : catalog.declared.get(keyspaceOf(on, context));
  const table = on === undefined ? undefined : keyspace?.tables.get(on.name.name);
  if (keyspace === undefined || table === undefined) return catalog;
  return withKeyspace(catalog, withTable(keyspace, { ...table, triggers: change(table.triggers) }));
}
