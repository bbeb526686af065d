import { isBackwards } from '../table-columns.ts';
import type { CreateIndex, Drop, IndexTarget, Option } from '../../syntax/ast.ts';
import { keyspaceOf, locate, type ApplyContext } from './context.ts';
import type { Index, Table } from '../model.ts';
import { withKeyspace, withTable, type CatalogState, type KeyspaceState } from './state.ts';
import { LEGACY_INDEX } from './schema-rules.ts';
import { isCollection } from '../types.ts';

export function createIndex(catalog: CatalogState, statement: CreateIndex, context: ApplyContext): CatalogState {
  const { name, table: on } = statement;
  if (on === undefined) return catalog;
  const keyspace = catalog.declared.get(on.keyspace?.name ?? name?.keyspace?.name ?? context.keyspace ?? '');
  const table = keyspace?.tables.get(on.name.name);
  if (keyspace === undefined || table === undefined) return catalog;
  if (name !== undefined && keyspace.indexes.has(name.name.name)) return catalog;

  const targets = statement.targets.map((target) => indexTarget(target, table));
  const index: Index = {
    name: name?.name.name ?? freeIndexName(keyspace, defaultIndexName(table.name, targets)),
    keyspace: keyspace.name,
    table: table.name,
    ...indexImplementation(
      statement.using?.value ?? (statement.custom ? undefined : context.rules.defaultIndex),
      statement.custom,
    ),
    targets,
    options: indexOptions(statement.options),
    ...(statement.local !== undefined && { local: true }),
    ...(table.compactStorage && { ofCompact: true }),
    location: locate(name?.name ?? on.name, context),
  };
  if (table.indexes.some((other) => sameIndex(other, index, context))) return catalog;
  return withKeyspace(catalog, withTable(keyspace, { ...table, indexes: [...table.indexes, index] }));
}

export function dropIndex(catalog: CatalogState, { name }: Drop, context: ApplyContext): CatalogState {
  const keyspace = name === undefined ? undefined : catalog.declared.get(keyspaceOf(name, context));
  const index = name === undefined ? undefined : keyspace?.indexes.get(name.name.name);
  const table = index === undefined ? undefined : keyspace?.tables.get(index.table);
  if (keyspace === undefined || index === undefined || table === undefined) return catalog;
  const indexes = table.indexes.filter((other) => other.name !== index.name);
  return withKeyspace(catalog, withTable(keyspace, { ...table, indexes }));
}

/**
 * CREATE TABLE … LIKE … WITH INDEXES: custom indexes other than SAI are left out. A generated name is generated anew, any other kept
 * with a number behind it (`CopyTableStatement.CreateLikeOption`).
 */
export function copyIndexes(catalog: CatalogState, source: Table, target: Table): CatalogState {
  return source.indexes
    .filter((index) => index.family === 'legacy' || index.family === 'sai')
    .reduce((state, index) => {
      const keyspace = state.declared.get(target.keyspace);
      const table = keyspace?.tables.get(target.name);
      // What a view hides is indexed out of reach.
      if (keyspace === undefined || table?.kind !== 'table') return state;
      const isGenerated = index.name.startsWith(`${source.name}_${index.targets[0]?.column}_idx`);
      const name = freeIndexName(keyspace, isGenerated ? defaultIndexName(target.name, index.targets) : index.name);
      const copy = { ...index, name, keyspace: target.keyspace, table: target.name, location: target.location };
      return withKeyspace(state, withTable(keyspace, { ...table, indexes: [...table.indexes, copy] }));
    }, catalog);
}

/** The name that the server gives an index without one, before it looks whether that is taken (`IndexMetadata`). */
export function defaultIndexName(table: string, targets: readonly { readonly column: string }[]): string {
  const [only] = targets;
  const column = targets.length === 1 && only !== undefined ? `${only.column}_` : '';
  return `${table}_${column}idx`.replaceAll(/\W/g, '');
}

/** Which kind of index USING names, and the class behind it (`IndexMetadata.getIndexClassName`). */
export function indexImplementation(
  using: string | undefined,
  custom: boolean,
): Pick<Index, 'family' | 'className' | 'using'> {
  const word = using?.toLowerCase();
  if (word === undefined) return { family: custom ? 'custom' : 'legacy' };
  // As a class, this word names none.
  if (word === LEGACY_INDEX && !custom) return { family: 'legacy' };
  if (word === 'sai' || word === 'storageattachedindex' || using === SAI)
    return { family: 'sai', className: SAI, using };
  if (word === 'sasiindex' || using === SASI) return { family: 'sasi', className: SASI, using };
  return { family: 'custom', className: using, using };
}

/** What `WITH OPTIONS = {…}` holds, values as text. */
export function indexOptions(options: readonly Option[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { name, value } of options) {
    if (name !== 'options' || value.kind !== 'map') continue;
    for (const entry of value.entries) {
      if (entry.key.kind === 'literal' && entry.value.kind === 'literal') found.set(entry.key.value, entry.value.value);
    }
  }
  return found;
}

const SAI = 'org.apache.cassandra.index.sai.StorageAttachedIndex';
const SASI = 'org.apache.cassandra.index.sasi.SASIIndex';

/** A bare target on a collection, frozen or not, means its values, unless it sorts backwards (`IndexTarget.Raw.prepare`). */
function indexTarget({ of, column }: IndexTarget, table: Table): Index['targets'][number] {
  const found = table.columns.get(column.name);
  const meansValues = found !== undefined && isCollection(found.type) && !isBackwards(found);
  return { column: column.name, of: of ?? (meansValues ? 'values' : 'simple') };
}

function freeIndexName(keyspace: KeyspaceState, base: string): string {
  let name = base;
  for (let number = 1; keyspace.indexes.has(name); number += 1) name = `${base}_${number}`;
  return name;
}

/** Equal in all but the name (`IndexMetadata.equalsWithoutName`). */
function sameIndex(a: Index, b: Index, { rules }: ApplyContext): boolean {
  return (
    !(rules.compactIndexesDiffer && a.family === 'legacy' && a.ofCompact !== b.ofCompact) &&
    a.family === b.family &&
    a.using === b.using &&
    a.local === b.local &&
    a.targets.length === b.targets.length &&
    a.targets.every((target, at) => target.column === b.targets[at]?.column && target.of === b.targets[at]?.of) &&
    a.options.size === b.options.size &&
    [...a.options].every(([key, value]) => b.options.get(key) === value)
  );
}
