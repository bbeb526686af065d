import type { Catalog, CqlType } from '../../catalog/model.ts';
import { userType } from '../../catalog/types.ts';
import { printJson, withoutCase } from '../json/json-value.ts';
import { type JsonValue, readJson } from '../json/read-json.ts';
import { floatingBytes, integerBytes } from './bytes.ts';
import { listOf, mapOf, setOf, tupleOf, vectorOf } from './collections.ts';
import { valueOfText } from './constants.ts';
import { known, NULL, SOMETHING, type Value } from './value.ts';

/** The value of a JSON value that the server takes for the type (`AbstractType.fromJSONObject`). */
export function valueOfJson(value: JsonValue, type: CqlType, catalog: Catalog): Value {
  if (value.kind === 'null') return NULL;
  if (type.kind === 'native') return valueOfScalar(value, type);
  if (value.kind === 'string') {
    const nested = readJson(value.value);
    return nested.kind === 'problem' || nested.kind === 'null' ? SOMETHING : valueOfJson(nested, type, catalog);
  }
  const inside = (item: JsonValue, of: CqlType): Value => valueOfJson(item, of, catalog);
  if (value.kind === 'list') {
    switch (type.kind) {
      case 'list':
        return listOf(value.items.map((item) => inside(item, type.element)));
      case 'set':
        return setOf(
          value.items.map((item) => inside(item, type.element)),
          type.element,
        );
      case 'vector':
        return vectorOf(
          value.items.map((item) => inside(item, type.element)),
          type.element,
        );
      case 'tuple':
        return tupleOf(value.items.map((item, at) => inside(item, type.items[at] ?? UNKNOWN)));
      default:
        return SOMETHING;
    }
  }
  if (value.kind !== 'map') return SOMETHING;
  if (type.kind === 'map') {
    const entries = [...value.entries].map(
      ([key, item]) => [inside({ kind: 'string', value: key }, type.key), inside(item, type.value)] as const,
    );
    return mapOf(entries, type.key);
  }
  const fields = userType(type, catalog)?.fields;
  if (fields === undefined) return SOMETHING;
  const given = withoutCase(value.entries);
  return tupleOf([...fields].map(([name, of]) => inside(given.get(name) ?? { kind: 'null' }, of)));
}

function valueOfScalar(value: JsonValue, type: Extract<CqlType, { kind: 'native' }>): Value {
  switch (value.kind) {
    case 'string':
      return valueOfText(type.name === 'blob' ? value.value.slice(2) : value.value, type);
    case 'boolean':
      return known([value.value ? 1 : 0]);
    case 'number':
      if (type.name === 'float' || type.name === 'double')
        return known(floatingBytes(Number(value.text), type.name === 'float' ? 4 : 8));
      if (type.name === 'timestamp') return known(integerBytes(BigInt(value.text), 8));
      return valueOfText(printJson(value), type);
    default:
      return SOMETHING;
  }
}

const UNKNOWN: CqlType = { kind: 'unknown' };
