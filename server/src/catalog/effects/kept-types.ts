import type { CqlType, Table, UserFunction, UserType } from '../model.ts';
import type { KeyspaceState } from './state.ts';
import { keyColumns } from '../table-columns.ts';
import { mapParts, subTypes } from '../types.ts';

/**
 * A keyspace after a user type was changed or dropped. Until the server starts again, its vectors hold the type as it was before
 * (`VectorType` of 5.0 and later has no `withUpdatedUserType`).
 */
export function keptInVectors(after: KeyspaceState, before: KeyspaceState, changed: string): KeyspaceState {
  const { refersTo, asItWas } = lookingBack(before, changed);
  const isAffected = (type: CqlType): boolean =>
    type.kind === 'vector' ? refersTo(type.element) : subTypes(type).some(isAffected);
  const keep = (type: CqlType): CqlType => mapParts(type, type.kind === 'vector' ? asItWas : keep);
  const keepAffected = (type: CqlType): CqlType => (isAffected(type) ? keep(type) : type);

  const types = [...after.types.values()].filter(({ fields }) => [...fields.values()].some(isAffected));
  const tables = [...after.tables.values()].filter(({ columns, dropped }) =>
    [...columns.values(), ...dropped.values()].some(({ type }) => isAffected(type)),
  );
  return {
    ...after,
    types: types.reduce((map, type) => map.set(type.name, withFields(type, keepAffected)), after.types),
    tables: tables.reduce((map, table) => map.set(table.name, withTypes(table, keepAffected)), after.tables),
  };
}

/**
 * A keyspace after the change of a user type in 3.11: its functions hear of it only where a parameter is of the type itself, or of one
 * that has it in its fields (`UDFunction.userTypeUpdated`).
 */
export function keptInFunctions(after: KeyspaceState, before: KeyspaceState, changed: string): KeyspaceState {
  const { refersTo, asItWas } = lookingBack(before, changed);
  const isAffected = ({ kind, parameters, returns }: UserFunction): boolean =>
    kind === 'function' && [...parameters, returns].some(refersTo);
  const keep = (one: UserFunction): UserFunction => ({
    ...one,
    parameters: one.parameters.map((type) => (type.kind === 'user' ? type : asItWas(type))),
    returns: asItWas(one.returns),
  });
  const affected = [...after.functions].filter(([, overloads]) => overloads.some(isAffected));
  return {
    ...after,
    functions: affected.reduce(
      (map, [name, overloads]) =>
        map.set(
          name,
          overloads.map((one) => (isAffected(one) ? keep(one) : one)),
        ),
      after.functions,
    ),
  };
}

const withFields = (type: UserType, change: (type: CqlType) => CqlType): UserType => ({
  ...type,
  fields: new Map([...type.fields].map(([name, field]) => [name, change(field)])),
});

const withTypes = (table: Table, change: (type: CqlType) => CqlType): Table => ({
  ...table,
  ...keyColumns(changed(table.columns, change)),
  dropped: changed(table.dropped, change),
});

const changed = <Typed extends { readonly type: CqlType }>(
  columns: ReadonlyMap<string, Typed>,
  change: (type: CqlType) => CqlType,
): ReadonlyMap<string, Typed> =>
  new Map([...columns].map(([name, column]) => [name, { ...column, type: change(column.type) }]));

type Fields = ReadonlyMap<string, CqlType>;

interface LookingBack {
  /** Whether a type is the changed one, or holds it in its fields. */
  refersTo(type: CqlType): boolean;
  /** The type with its fields as they were. */
  asItWas(type: CqlType): CqlType;
}

/** Each user type is looked at once: many fields may be of the same type, and a broken schema may go round. */
function lookingBack({ types }: KeyspaceState, changed: string): LookingBack {
  type UserRef = Extract<CqlType, { kind: 'user' }>;
  const fieldsOf = (type: UserRef): Fields => type.fields ?? types.get(type.name)?.fields ?? new Map();
  const keyOf = (type: UserRef): Fields | string => type.fields ?? type.name;
  const referring = new Map<Fields | string, boolean>();
  const kept = new Map<Fields | string, Fields>();

  const refersTo = (type: CqlType): boolean => {
    if (type.kind !== 'user') return subTypes(type).some(refersTo);
    if (type.name === changed) return true;
    const key = keyOf(type);
    let found = referring.get(key);
    if (found === undefined) {
      referring.set(key, false);
      referring.set(key, (found = [...fieldsOf(type).values()].some(refersTo)));
    }
    return found;
  };
  const asItWas = (type: CqlType): CqlType => {
    if (!refersTo(type)) return type;
    if (type.kind !== 'user') return mapParts(type, asItWas);
    const key = keyOf(type);
    let fields = kept.get(key);
    if (fields === undefined) {
      kept.set(key, fieldsOf(type));
      kept.set(key, (fields = new Map([...fieldsOf(type)].map(([name, field]) => [name, asItWas(field)]))));
    }
    return { ...type, fields };
  };
  return { refersTo, asItWas };
}
