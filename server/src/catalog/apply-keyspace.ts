import type { AlterKeyspace, CreateKeyspace, Option, OptionValue } from '../syntax/ast.ts';
import { changeable, locate, type ApplyContext } from './context.ts';
import { withKeyspace, type CatalogState } from './state.ts';

export function createKeyspace(
  catalog: CatalogState,
  { name, options }: CreateKeyspace,
  context: ApplyContext,
): CatalogState {
  const keyspace = name === undefined ? undefined : changeable(catalog, name.name);
  if (name === undefined || keyspace === undefined || keyspace.declared) return catalog;
  return withKeyspace(catalog, {
    ...keyspace,
    options: withOptions(keyspace.options, options),
    declared: true,
    location: locate(name, context),
  });
}

export function alterKeyspace(catalog: CatalogState, { name, options }: AlterKeyspace): CatalogState {
  const keyspace = name === undefined ? undefined : catalog.declared.get(name.name);
  if (keyspace === undefined) return catalog;
  return withKeyspace(catalog, { ...keyspace, options: withOptions(keyspace.options, options) });
}

/** Options of a keyspace, table or view after `WITH …`; each keeps the value set last. */
export function withOptions(
  before: ReadonlyMap<string, OptionValue>,
  options: readonly Option[],
): ReadonlyMap<string, OptionValue> {
  if (options.length === 0) return before;
  return new Map([...before, ...options.map(({ name, value }) => [name, value] as const)]);
}
