import type { Catalog, Column, CqlType } from '../../catalog/model.ts';
import { userType } from '../../catalog/types.ts';
import { type Receiver, textOfTerm } from '../terms/index.ts';
import type { Expression } from '../../syntax/ast.ts';

/** `value(c)`: an element of a collection, the value of a map. */
export function valueReceiver(column: Column): Receiver {
  return { name: `value(${column.name})`, type: elementType(column.type) };
}

/** `m['a']`: what 6.0 calls the element of a collection where it is compared. */
export const entryReceiver = (column: Column, key: Expression): Receiver => ({
  name: `${column.name}[${key.kind === 'marker' || key.kind === 'call' ? '?' : textOfTerm(key)}]`,
  type: elementType(column.type),
});

/** `key(m)`: the key of a map. */
export function keyReceiver(column: Column): Receiver {
  return { name: `key(${column.name})`, type: column.type.kind === 'map' ? column.type.key : UNKNOWN };
}

/** `idx(l)`: the place in a list. */
export const indexReceiver = (column: Column): Receiver => ({ name: `idx(${column.name})`, type: INT });

/** A duration stands in the type, so that its values have no order (`AbstractType.referencesDuration`). */
export function referencesDuration(type: CqlType, catalog: Catalog, depth = 0): boolean {
  if (depth > DEEP) return false;
  switch (type.kind) {
    case 'native':
      return type.name === 'duration';
    case 'list':
      return referencesDuration(type.element, catalog, depth + 1);
    case 'map':
      return referencesDuration(type.value, catalog, depth + 1);
    case 'tuple':
      return type.items.some((item) => referencesDuration(item, catalog, depth + 1));
    case 'user':
      return [...(userType(type, catalog)?.fields.values() ?? [])].some((field) =>
        referencesDuration(field, catalog, depth + 1),
      );
    default:
      return false;
  }
}

const UNKNOWN: CqlType = { kind: 'unknown' };
const INT: CqlType = { kind: 'native', name: 'int' };
/** Types that hold themselves exist only in broken schemas. */
const DEEP = 64;

const elementType = (type: CqlType): CqlType => {
  if (type.kind === 'list' || type.kind === 'set') return type.element;
  return type.kind === 'map' ? type.value : UNKNOWN;
};
