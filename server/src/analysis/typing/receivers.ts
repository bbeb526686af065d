import type { Column, CqlType } from '../../catalog/model.ts';
import { type Receiver, textOfTerm } from './terms.ts';
import type { Expression } from '../../syntax/ast.ts';

/** `value(c)`: an element of a collection, the value of a map. */
export function valueReceiver(column: Column): Receiver {
  return { name: `value(${column.name})`, type: elementType(column.type) };
}

/** `m['a']`: what 6.0 calls the element of a collection where it is compared. */
export const entryReceiver = (column: Column, key: Expression): Receiver => ({
  name: `${column.name}[${textOfKey(key)}]`,
  type: elementType(column.type),
});

/** A key as 6.0 writes it once it has read it: without the type before it, and what is computed not at all. */
export function textOfKey(key: Expression): string {
  if (key.kind === 'hint') return textOfKey(key.value);
  if (key.kind === 'null') return 'null';
  return COMPUTED.has(key.kind) ? '?' : textOfTerm(key);
}

const COMPUTED: ReadonlySet<Expression['kind']> = new Set(['marker', 'call', 'cast', 'arithmetic', 'negate']);

/** `key(m)`: the key of a map. */
export function keyReceiver(column: Column): Receiver {
  return { name: `key(${column.name})`, type: column.type.kind === 'map' ? column.type.key : UNKNOWN };
}

/** `idx(l)`: the place in a list. */
export const indexReceiver = (column: Column): Receiver => ({ name: `idx(${column.name})`, type: INT });

const UNKNOWN: CqlType = { kind: 'unknown' };
const INT: CqlType = { kind: 'native', name: 'int' };

const elementType = (type: CqlType): CqlType => {
  if (type.kind === 'list' || type.kind === 'set') return type.element;
  return type.kind === 'map' ? type.value : UNKNOWN;
};
