import type { CqlType } from '../model.ts';
import type { KeyspaceState } from './state.ts';
import { freeze, mapParts, UNKNOWN } from '../types.ts';

/**
 * A type with a tuple in place of each user type, as the server keeps those of dropped columns, which must outlive what they were
 * made of (`AbstractType.expandUserTypes`, which vectors do not have). User types that hold very much, or themselves, are not
 * followed.
 */
export function withoutUserTypes(type: CqlType, { types }: KeyspaceState): CqlType {
  let parts = 0;
  return expand(type);

  function expand(part: CqlType): CqlType {
    if (++parts > MOST_PARTS) return UNKNOWN;
    if (part.kind === 'vector') return part;
    if (part.kind !== 'user') return mapParts(part, expand);
    const fields = part.fields ?? types.get(part.name)?.fields;
    if (fields === undefined) return UNKNOWN;
    return { kind: 'tuple', items: [...fields.values()].map((field) => freeze(expand(field))) };
  }
}

const MOST_PARTS = 1000;
