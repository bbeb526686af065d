import type { Column, CqlType, Table, UserType } from './model.ts';
import type { KeyspaceState } from './state.ts';
import { keyColumns } from './table-columns.ts';
import { mapParts, subTypes } from './types.ts';

/**
 * A keyspace after the change of a user type. Until the server starts again, its vectors hold the type as it was before
 * (`VectorType` of 5.0 and later has no `withUpdatedUserType`).
 */
export function keptInVectors(after: KeyspaceState, before: KeyspaceState, changed: string): KeyspaceState {
  const isAffected = (type: CqlType): boolean =>
    type.kind === 'vector' ? refersTo(type.element, changed, before) : subTypes(type).some(isAffected);
  const keep = (type: CqlType): CqlType =>
    mapParts(type, type.kind === 'vector' ? (element) => asItWas(element, changed, before) : keep);
  const keepAffected = (type: CqlType): CqlType => (isAffected(type) ? keep(type) : type);

  const types = [...after.types.values()].filter(({ fields }) => [...fields.values()].some(isAffected));
  const tables = [...after.tables.values()].filter(({ columns }) =>
    [...columns.values()].some(({ type }) => isAffected(type)),
  );
  return {
    ...after,
    types: types.reduce((map, type) => map.set(type.name, withFields(type, keepAffected)), after.types),
    tables: tables.reduce((map, table) => map.set(table.name, withTypes(table, keepAffected)), after.tables),
  };
}

const withFields = (type: UserType, change: (type: CqlType) => CqlType): UserType => ({
  ...type,
  fields: new Map([...type.fields].map(([name, field]) => [name, change(field)])),
});

const withTypes = (table: Table, change: (type: CqlType) => CqlType): Table => ({
  ...table,
  ...keyColumns(
    new Map(
      [...table.columns].map(([name, column]): [string, Column] => [name, { ...column, type: change(column.type) }]),
    ),
  ),
});

const fieldsOf = (type: Extract<CqlType, { kind: 'user' }>, { types }: KeyspaceState): ReadonlyMap<string, CqlType> =>
  type.fields ?? types.get(type.name)?.fields ?? new Map();

/** The type is the changed one, or holds it in its fields; `within` are the types around it, as a broken schema may go round. */
function refersTo(type: CqlType, changed: string, before: KeyspaceState, within: readonly string[] = []): boolean {
  if (type.kind !== 'user') return subTypes(type).some((part) => refersTo(part, changed, before, within));
  if (type.name === changed) return true;
  if (within.includes(type.name)) return false;
  return [...fieldsOf(type, before).values()].some((field) => refersTo(field, changed, before, [...within, type.name]));
}

/** The type with its fields as they were. */
function asItWas(type: CqlType, changed: string, before: KeyspaceState, within: readonly string[] = []): CqlType {
  if (!refersTo(type, changed, before) || (type.kind === 'user' && within.includes(type.name))) return type;
  if (type.kind !== 'user') return mapParts(type, (part) => asItWas(part, changed, before, within));
  const fields = [...fieldsOf(type, before)].map(([name, field]): [string, CqlType] => [
    name,
    asItWas(field, changed, before, [...within, type.name]),
  ]);
  return { ...type, fields: new Map(fields) };
}
