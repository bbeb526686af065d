import type { Catalog, CqlType } from '../../../catalog/model.ts';
import { hasOneForm, userType } from '../../../catalog/types.ts';
import { printJson, withoutCase } from '../json/json-value.ts';
import { type JsonValue, readJson } from '../json/read-json.ts';
import type { CassandraRelease } from '../../../text/release.ts';
import { floatingBytes, integerBytes } from '../../java/bytes.ts';
import { listOf, mapOf, setOf, tupleOf, vectorOf } from './collections.ts';
import { valueOfText } from './constants.ts';
import { known, NULL, SOMETHING, type Value } from './value.ts';

/** What a JSON value is read with. */
interface JsonScope {
  readonly catalog: Catalog;
  readonly release: CassandraRelease;
}

/** The value of a JSON value that the server takes for the type (`AbstractType.fromJSONObject`). */
export function valueOfJson(value: JsonValue, type: CqlType, scope: JsonScope): Value {
  if (value.kind === 'null') return NULL;
  if (type.kind === 'native') return valueOfScalar(value, type, scope.release);
  if (value.kind === 'string') {
    const nested = readJson(value.value);
    return nested.kind === 'problem' || nested.kind === 'null' ? SOMETHING : valueOfJson(nested, type, scope);
  }
  const inside = (item: JsonValue, of: CqlType): Value => valueOfJson(item, of, scope);
  if (value.kind === 'list') {
    switch (type.kind) {
      case 'list':
        return listOf(value.items.map((item) => inside(item, type.element)));
      case 'set':
        return setOf(
          value.items.map((item) => inside(item, type.element)),
          { type: type.element, hasOneForm: hasOneForm(type.element, scope.catalog) },
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
    return mapOf(entries, { type: type.key, hasOneForm: hasOneForm(type.key, scope.catalog) });
  }
  const fields = userType(type, scope.catalog)?.fields;
  if (fields === undefined) return SOMETHING;
  const given = withoutCase(value.entries);
  return tupleOf([...fields].map(([name, of]) => inside(given.get(name) ?? { kind: 'null' }, of)));
}

function valueOfScalar(value: JsonValue, type: Extract<CqlType, { kind: 'native' }>, release: CassandraRelease): Value {
  switch (value.kind) {
    case 'string':
      return valueOfText(type.name === 'blob' ? value.value.slice(2) : value.value, type, release);
    case 'boolean':
      return known([value.value ? 1 : 0]);
    case 'number':
      if (type.name === 'float' || type.name === 'double')
        return known(floatingBytes(Number(value.text), type.name === 'float' ? 4 : 8));
      if (type.name === 'timestamp') return known(integerBytes(BigInt(value.text), 8));
      return valueOfText(printJson(value), type, release);
    default:
      return SOMETHING;
  }
}

const UNKNOWN: CqlType = { kind: 'unknown' };
