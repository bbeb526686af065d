import type { CqlType } from '../../../catalog/model.ts';
import { isLegacyDate, isNative, userType } from '../../../catalog/types.ts';
import { complaintAboutNumber } from '../literals/numbers.ts';
import { complaintAboutHex, complaintAboutText, type LiteralScope } from '../literals/parse.ts';
import { since } from '../../../text/release.ts';
import { emptyIsNull } from '../empty-is-null.ts';
import { textOfProblem } from './problem-text.ts';
import { type JsonValue, readJson } from './read-json.ts';
import { printDouble } from '../../java/numbers.ts';

/**
 * The server's objection; `doubt` where it cannot be told; a `bare` one is not told with the column's name, a `late` one
 * only when the statement runs.
 */
export type JsonComplaint = { readonly text: string; readonly bare?: true; readonly late?: true } | 'doubt' | undefined;

/** What the server says when a vector's element is computed and there is none (`Vectors`). */
export const NO_NULL_IN_VECTOR = 'null is not supported inside vectors';

/** What the server says of a JSON value, not null, that should be of a type (`AbstractType.fromJSONObject`). */
export function complaintAboutJson(value: JsonValue, type: CqlType, scope: LiteralScope): JsonComplaint {
  switch (type.kind) {
    case 'native':
      return complaintAboutNative(value, type.name, scope);
    case 'custom':
      return isLegacyDate(type) ? complaintAboutTime(value, legacyDateIn(scope), scope) : 'doubt';
    case 'unknown':
      return 'doubt';
    default:
      return value.kind === 'string'
        ? complaintAboutNested(value.value, type, scope)
        : complaintAboutParts(value, type, scope);
  }
}

/** Collections and the like may come as a string that holds JSON again. */
function complaintAboutNested(text: string, type: CqlType, scope: LiteralScope): JsonComplaint {
  const read = readJson(text);
  if (read.kind !== 'problem') return read.kind === 'null' ? 'doubt' : complaintAboutParts(read, type, scope);
  return read.cause === 'depth'
    ? 'doubt'
    : { text: `Error decoding JSON string: ${textOfProblem(read, text, scope.release)}` };
}

function complaintAboutParts(value: JsonValue, type: CqlType, scope: LiteralScope): JsonComplaint {
  switch (type.kind) {
    case 'list':
      return complaintAboutItems(value, type.element, 'list', 'Expected a list', scope);
    case 'set':
      return complaintAboutItems(value, type.element, 'set', 'Expected a list (representing a set)', scope);
    case 'vector':
      return complaintAboutVector(value, type, scope);
    case 'map':
      return complaintAboutMap(value, type, scope);
    case 'tuple':
      return complaintAboutTuple(value, type.items, scope);
    case 'user':
      return complaintAboutFields(value, type, scope);
    default:
      return 'doubt';
  }
}

function complaintAboutItems(
  value: JsonValue,
  element: CqlType,
  what: 'list' | 'set',
  expected: string,
  scope: LiteralScope,
): JsonComplaint {
  if (value.kind !== 'list') return unfit(expected, value);
  return firstOf(value.items, (item) =>
    item.kind === 'null' ? { text: `Invalid null element in ${what}` } : complaintAboutJson(item, element, scope),
  );
}

function complaintAboutVector(
  value: JsonValue,
  { element, dimension }: Extract<CqlType, { kind: 'vector' }>,
  scope: LiteralScope,
): JsonComplaint {
  if (value.kind !== 'list') return unfit('Expected a list', value);
  if (dimension === undefined) return 'doubt';
  const given = value.items.length;
  if (given === dimension) {
    const complaint = complaintAboutItems(value, element, 'list', 'Expected a list', scope);
    // An empty text is false.
    const emptyIsNone = emptyIsNull(element) && !isNative(element, 'boolean');
    const hasNull = emptyIsNone && value.items.some((item) => item.kind === 'string' && item.value === '');
    return complaint === undefined && hasNull ? { text: NO_NULL_IN_VECTOR, bare: true, late: true } : complaint;
  }
  return { text: `List had incorrect size: expected ${dimension} but given ${given}; ${printJson(value)}` };
}

function complaintAboutMap(
  value: JsonValue,
  type: Extract<CqlType, { kind: 'map' }>,
  scope: LiteralScope,
): JsonComplaint {
  if (value.kind !== 'map') return unfit('Expected a map', value);
  return firstOf([...value.entries], ([key, item]) => {
    if (item.kind === 'null') return { text: 'Invalid null value in map' };
    return (
      complaintAboutJson({ kind: 'string', value: key }, type.key, scope) ?? complaintAboutJson(item, type.value, scope)
    );
  });
}

function complaintAboutTuple(value: JsonValue, types: readonly CqlType[], scope: LiteralScope): JsonComplaint {
  if (value.kind !== 'list') return unfit('Expected a list representation of a tuple', value);
  const given = value.items.length;
  const expected = `(expected ${types.length}): ${printJson(value)}`;
  if (given > types.length) return { text: `Tuple contains extra items ${expected}` };
  if (given < types.length) return { text: `Tuple is missing items ${expected}` };
  return firstOf(types, (type, index) => {
    const item = value.items[index];
    return item === undefined || item.kind === 'null' ? undefined : complaintAboutJson(item, type, scope);
  });
}

function complaintAboutFields(
  value: JsonValue,
  type: Extract<CqlType, { kind: 'user' }>,
  scope: LiteralScope,
): JsonComplaint {
  if (value.kind !== 'map') return unfit('Expected a map', value);
  const declared = userType(type, scope.catalog);
  if (declared === undefined) return 'doubt';
  const given = withoutCase(value.entries);
  const fields = [...declared.fields];
  const wrong = firstOf(fields, ([name, fieldType]) => {
    const item = given.get(name);
    return item === undefined || item.kind === 'null' ? undefined : complaintAboutJson(item, fieldType, scope);
  });
  if (wrong !== undefined) return wrong;
  const names = new Set(fields.map(([name]) => name));
  const unknown = [...given.keys()].find((name) => !names.has(name));
  if (unknown === undefined) return undefined;
  return declared.partial ? 'doubt' : { text: `Unknown field '${unknown}' in value of user defined type ${type.name}` };
}

/** The keys of a JSON object are names: without quotes of their own they are read in lower case (`handleCaseSensitivity`). */
export function withoutCase(entries: ReadonlyMap<string, JsonValue>): ReadonlyMap<string, JsonValue> {
  const names = new Map(entries);
  for (const [key, value] of entries) {
    const name = /^".*"$/s.test(key) ? key.slice(1, -1) : key.toLowerCase();
    if (name === key) continue;
    names.delete(key);
    names.set(name, value);
  }
  return names;
}

function complaintAboutNative(value: JsonValue, type: string, scope: LiteralScope): JsonComplaint {
  const asText = (text: string): JsonComplaint => complaintOfText(type, text, scope);
  switch (type) {
    case 'int':
    case 'bigint':
      if (value.kind === 'string') return asText(value.value);
      return value.kind === 'number' && (value.class === 'Integer' || (type === 'bigint' && value.class === 'Long'))
        ? undefined
        : unfit(`Expected ${type === 'int' ? 'an int' : 'a bigint'} value`, value);
    case 'smallint':
    case 'tinyint':
      if (value.kind === 'string') return asText(value.value);
      return value.kind === 'number' ? asText(printJson(value)) : unfit(`Expected a ${SHORT_NAMES[type]} value`, value);
    case 'double':
    case 'float':
      if (value.kind === 'number') return undefined;
      return value.kind === 'string' ? asText(value.value) : unfit(`Expected a ${type} value`, value);
    case 'boolean':
      if (value.kind === 'boolean') return undefined;
      return value.kind === 'string' ? asText(value.value) : unfit('Expected a boolean value', value);
    case 'decimal':
    case 'varint':
      return complaintAboutBigNumber(value, type, scope);
    case 'blob':
      return complaintAboutBlob(value);
    case 'timestamp':
      return complaintAboutTime(value, 'timestamp', scope);
    case 'counter':
      return 'doubt';
    case 'empty':
      if (value.kind !== 'string') return { text: `Expected an empty string, but got: ${printJson(value)}` };
      return value.value === '' ? undefined : { text: `'${value.value}' is not empty` };
    default: {
      const expected = STRINGS[type];
      if (value.kind === 'string') return asText(value.value);
      return expected === undefined ? 'doubt' : unfit(expected, value);
    }
  }
}

function complaintAboutTime(value: JsonValue, what: 'timestamp' | 'date', scope: LiteralScope): JsonComplaint {
  if (value.kind === 'string') return complaintOfText('timestamp', value.value, scope);
  return value.kind === 'number' && value.class === 'Long'
    ? undefined
    : unfit(`Expected a long or a datestring representation of a ${what} value`, value);
}

/** 3.11 reads `TimestampType` from its schema. */
const legacyDateIn = ({ release }: LiteralScope) => (since(release, '4.0') ? 'date' : 'timestamp');

const SHORT_NAMES = { smallint: 'short', tinyint: 'byte' } as const;

/** Types that are written as strings only. */
const STRINGS: Readonly<Record<string, string>> = {
  text: 'Expected a UTF-8 string',
  varchar: 'Expected a UTF-8 string',
  ascii: 'Expected an ascii string',
  date: 'Expected a string representation of a date value',
  time: 'Expected a string representation of a time value',
  duration: 'Expected a string representation of a duration',
  inet: 'Expected a string representation of an inet value',
  timeuuid: 'Expected a string representation of a timeuuid',
  uuid: 'Expected a string representation of a uuid',
};

function complaintOfText(type: string, text: string, scope: LiteralScope): JsonComplaint {
  const complaint = complaintAboutText({ kind: 'native', name: type }, text, scope);
  if (complaint === undefined) return undefined;
  return type === 'duration' ? { text: complaint, bare: true } : { text: complaint };
}

function complaintAboutBigNumber(value: JsonValue, type: 'decimal' | 'varint', scope: LiteralScope): JsonComplaint {
  const text = printJson(value);
  const fits =
    (type === 'varint' ? complaintAboutNumber(type, text) : complaintOfText(type, text, scope)) === undefined;
  return fits ? undefined : { text: `Value '${text}' is not a valid representation of a ${type} value` };
}

function complaintAboutBlob(value: JsonValue): JsonComplaint {
  const refused = (why: string): JsonComplaint => ({
    text: `Value '${printJson(value)}' is not a valid blob representation: ${why}`,
  });
  if (value.kind !== 'string') {
    const name = classOf(value);
    const cast = `class ${packageOf(name)}.${name} cannot be cast to class java.lang.String`;
    return refused(
      `${cast} (${packageOf(name)}.${name} and java.lang.String are in module java.base of loader 'bootstrap')`,
    );
  }
  if (!value.value.startsWith('0x'))
    return refused(`String representation of blob is missing 0x prefix: ${value.value}`);
  const complaint = complaintAboutHex(value.value.slice(2));
  return complaint === undefined ? undefined : refused(complaint);
}

const unfit = (expected: string, value: JsonValue): JsonComplaint => ({
  text: `${expected}, but got a ${classOf(value)}: ${printJson(value)}`,
});

function classOf(value: JsonValue): string {
  switch (value.kind) {
    case 'number':
      return value.class;
    case 'boolean':
      return 'Boolean';
    case 'list':
      return 'ArrayList';
    case 'map':
      return 'LinkedHashMap';
    default:
      return 'String';
  }
}

const packageOf = (name: string): string => {
  if (name === 'BigInteger') return 'java.math';
  return name === 'ArrayList' || name === 'LinkedHashMap' ? 'java.util' : 'java.lang';
};

/** As Java prints the value. */
export function printJson(value: JsonValue): string {
  switch (value.kind) {
    case 'null':
      return 'null';
    case 'boolean':
      return String(value.value);
    case 'number':
      return value.class === 'Double' ? printDouble(Number(value.text)) : value.text;
    case 'string':
      return value.value;
    case 'list':
      return `[${value.items.map(printJson).join(', ')}]`;
    case 'map':
      return `{${[...value.entries].map(([key, item]) => `${key}=${printJson(item)}`).join(', ')}}`;
  }
}

/** The first complaint, else the first doubt, else the first that is late. */
function firstOf<T>(items: readonly T[], complain: (item: T, index: number) => JsonComplaint): JsonComplaint {
  let doubt: JsonComplaint;
  let late: JsonComplaint;
  for (const [index, item] of items.entries()) {
    const complaint = complain(item, index);
    if (complaint === 'doubt') doubt = complaint;
    else if (complaint?.late === true) late ??= complaint;
    else if (complaint !== undefined) return complaint;
  }
  return doubt ?? late;
}
