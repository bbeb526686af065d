import { readJson, type JsonValue } from '../../analysis/values/json/read-json.ts';
import { withoutCase } from '../../analysis/values/json/json-value.ts';
import type { Column, Table } from '../../catalog/model.ts';
import type { Insert, LiteralType } from '../../syntax/ast.ts';
import { quoteString } from '../../syntax/names.ts';
import type { Span } from '../../text/span.ts';
import { boundAfter, type Given, type MarkerStyle } from './terms.ts';

/**
 * What an INSERT JSON gives each column; `undefined` where that cannot be told. What its text does not name becomes null, unless
 * DEFAULT UNSET leaves it as it is.
 */
export function jsonValues(
  values: Extract<Insert['values'], { readonly kind: 'json' }>,
  table: Table,
  style: MarkerStyle,
): ReadonlyMap<string, Given> | undefined {
  const { json } = values;
  const columns = [...table.columns.values()];
  const isBound = json.kind === 'marker';
  if (isBound && values.default === 'UNSET') return undefined;
  // The client knows the whole row, whatever its text names.
  if (isBound) return new Map(columns.map(({ name }) => [name, bound(name, style)]));
  if (json.kind !== 'literal' || json.type !== 'string') return undefined;
  const read = readJson(json.value);
  if (read.kind !== 'map') return undefined;
  const given = new Map<string, Given>();
  for (const [name, value] of withoutCase(read.entries)) {
    const column = table.columns.get(name);
    if (column === undefined) return undefined;
    given.set(name, valueOf(value, column, json.span, style));
  }
  if (values.default === 'UNSET') return given;
  const left = columns.filter(({ name, kind }) => !given.has(name) && (kind === 'regular' || kind === 'static'));
  return new Map([...given, ...left.map(({ name }): readonly [string, Given] => [name, { kind: 'null' }])]);
}

const bound = (name: string, style: MarkerStyle): Given => ({ kind: 'bound', term: boundAfter(name, style) });

/** A constant where its text in CQL is plain; else the client binds it. */
function valueOf(value: JsonValue, { name, type }: Column, span: Span, style: MarkerStyle): Given {
  if (value.kind === 'null') return { kind: 'null' };
  const native = type.kind === 'native' ? type.name : '';
  const constant = (of: LiteralType, text: string, written = text): Given => ({
    kind: 'constant',
    expression: { kind: 'literal', type: of, value: text, span },
    text: written,
  });
  if (value.kind === 'string') {
    const { value: text } = value;
    if (QUOTED.has(native)) return constant('string', text, quoteString(text));
    if ((native === 'uuid' || native === 'timeuuid') && UUID.test(text)) return constant('uuid', text);
    return native === 'blob' && /^0x(?:[0-9a-f]{2})*$/i.test(text) ? constant('hex', text) : bound(name, style);
  }
  if (value.kind === 'boolean' && native === 'boolean') return constant('boolean', String(value.value));
  if (value.kind !== 'number') return bound(name, style);
  if (WHOLE.has(native) && /^-?\d+$/.test(value.text)) return constant('integer', value.text);
  return REAL.has(native) && /^-?\d+(?:\.\d+)?$/.test(value.text) ? constant('float', value.text) : bound(name, style);
}

const QUOTED: ReadonlySet<string> = new Set(['text', 'ascii', 'varchar', 'timestamp', 'date', 'time', 'inet']);
const WHOLE: ReadonlySet<string> = new Set(['tinyint', 'smallint', 'int', 'bigint', 'varint', 'timestamp']);
const REAL: ReadonlySet<string> = new Set(['float', 'double', 'decimal']);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
