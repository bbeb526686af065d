import type { AlterType, CreateType, Drop } from '../../syntax/ast.ts';
import { changeable, keyspaceOf, locate, type ApplyContext } from './context.ts';
import { keptInFunctions, keptInVectors } from './kept-types.ts';
import type { CqlType, UserType } from '../model.ts';
import { withKeyspace, type CatalogState } from './state.ts';
import { resolveType } from '../types.ts';

export function createType(catalog: CatalogState, { name, fields }: CreateType, context: ApplyContext): CatalogState {
  if (name === undefined) return catalog;
  const keyspace = changeable(catalog, keyspaceOf(name, context));
  if (keyspace === undefined || keyspace.types.has(name.name.name)) return catalog;
  const declared = new Map<string, CqlType>();
  for (const field of fields) {
    if (!declared.has(field.name.name)) declared.set(field.name.name, resolveType(field.type, keyspace.name));
  }
  const type: UserType = {
    keyspace: keyspace.name,
    name: name.name.name,
    fields: declared,
    partial: context.broken,
    location: locate(name.name, context),
  };
  return withKeyspace(catalog, { ...keyspace, types: keyspace.types.set(type.name, type) });
}

/** Columns and other types refer to a user type by name, so they have the new fields at once; not so everywhere in a running server. */
export function alterType(catalog: CatalogState, { name, change }: AlterType, context: ApplyContext): CatalogState {
  const keyspace = name === undefined ? undefined : catalog.declared.get(keyspaceOf(name, context));
  const type = name === undefined ? undefined : keyspace?.types.get(name.name.name);
  if (keyspace === undefined || type === undefined) return catalog;
  const fields = changedFields(type, change);
  if (fields === type.fields && !context.broken) return catalog;
  const partial = type.partial || context.broken;
  const changed = { ...keyspace, types: keyspace.types.set(type.name, { ...type, fields, partial }) };
  if (context.rules.vectorsKeepTypes) return withKeyspace(catalog, keptInVectors(changed, keyspace, type.name));
  if (context.rules.functionsKeepTypes) return withKeyspace(catalog, keptInFunctions(changed, keyspace, type.name));
  return withKeyspace(catalog, changed);
}

export function dropType(catalog: CatalogState, { name }: Drop, context: ApplyContext): CatalogState {
  const keyspace = name === undefined ? undefined : catalog.declared.get(keyspaceOf(name, context));
  if (name === undefined || keyspace === undefined || !keyspace.types.has(name.name.name)) return catalog;
  const dropped = { ...keyspace, types: keyspace.types.delete(name.name.name) };
  // The server does not look into vectors for what still uses a type.
  return withKeyspace(
    catalog,
    context.rules.vectorsKeepTypes ? keptInVectors(dropped, keyspace, name.name.name) : dropped,
  );
}

function changedFields(type: UserType, change: AlterType['change']): ReadonlyMap<string, CqlType> {
  switch (change.kind) {
    case 'add':
      return type.fields.has(change.field.name.name)
        ? type.fields
        : new Map(type.fields).set(change.field.name.name, resolveType(change.field.type, type.keyspace));
    case 'rename': {
      const names = new Map(change.pairs.map(({ from, to }) => [from.name, to.name]));
      return new Map([...type.fields].map(([name, field]) => [names.get(name) ?? name, field]));
    }
    case 'alter':
      // Refused since 3.11; scripts written for older servers still have it.
      return type.fields.has(change.field.name)
        ? new Map(type.fields).set(change.field.name, resolveType(change.type, type.keyspace))
        : type.fields;
    case 'unknown':
      return type.fields;
  }
}
