import { hasHidden } from '../../catalog/compact-storage.ts';
import type { Column } from '../../catalog/model.ts';
import type { Expression, Insert, Name } from '../../syntax/ast.ts';
import type { Span } from '../../text/span.ts';
import { inServerOrder } from '../judging/server-order.ts';
import { complaintAboutJson, withoutCase } from '../values/json/json-value.ts';
import { exceptionOf } from '../values/json/problem-text.ts';
import { type JsonProblem, type JsonValue, readJson } from '../values/json/read-json.ts';
import { writeJson } from '../values/json/write-json.ts';
import type { Scope } from '../judging/names.ts';
import { PLACEHOLDER, refuse, UNKNOWN_SCHEMA } from '../judging/outcome.ts';
import { type CassandraRelease, since } from '../../text/release.ts';
import type { Refused, Undecided } from '../judging/verdict-model.ts';

/** The row that a JSON text holds, by column. */
export interface JsonRow {
  readonly kind: 'row';
  /** `undefined` where the text comes with a bind marker. */
  readonly values: ReadonlyMap<string, JsonValue> | undefined;
  readonly doubt: Undecided | undefined;
}

/** What PREPARE says to the text of INSERT … JSON (`Json.parseJson`). */
export function readInsertedJson(json: Expression, scope: Scope): JsonRow | Refused | Undecided {
  if (json.kind === 'marker') return { kind: 'row', values: undefined, doubt: undefined };
  if (json.kind !== 'literal' || json.type !== 'string') return PLACEHOLDER;
  const refused = (message: string, ...names: readonly string[]): Refused =>
    refuse('json-value', message, json.span, names);
  if (/^[ \t\r\n]*\[/.test(json.value))
    return refused(undecodable(notAMap({ kind: 'list', items: [] }, json.value), json.value, scope.release));
  const read = readJson(json.value);
  if (read.kind === 'problem') {
    return read.cause === 'depth' ? UNKNOWN_SCHEMA : refused(undecodable(read, json.value, scope.release));
  }
  if (read.kind === 'null') return refused('Got null for INSERT JSON values');
  if (read.kind !== 'map') return refused(undecodable(notAMap(read, json.value), json.value, scope.release));
  return checkRow(withoutCase(read.entries), refused, scope);
}

function checkRow(
  values: ReadonlyMap<string, JsonValue>,
  refused: (message: string, ...names: readonly string[]) => Refused,
  { table, release, session }: Scope,
): JsonRow | Refused {
  let doubt: Undecided | undefined = table.partial ? PLACEHOLDER : undefined;
  for (const { name, type } of inServerOrder(table, release)) {
    const value = values.get(name);
    if (value === undefined || value.kind === 'null') continue;
    const complaint = complaintAboutJson(value, type, { catalog: session.catalog, release });
    if (complaint === 'doubt') doubt ??= UNKNOWN_SCHEMA;
    else if (complaint !== undefined && complaint.late !== true) {
      return refused(
        complaint.bare ? complaint.text : `Error decoding JSON value for ${name}: ${complaint.text}`,
        name,
      );
    }
  }
  const unknown = [...values.keys()].find(
    (name) => !table.columns.has(name) && !(since(release, '4.0') && hasHidden(table, name)),
  );
  if (unknown === undefined || table.partial) return { kind: 'row', values, doubt };
  return refused(`JSON values map contains unrecognized column: ${unknown}`, unknown);
}

type JsonValues = Extract<Insert['values'], { kind: 'json' }>;

/** What the row gives a column, as it would be written in VALUES; a marker stands for what is not known. */
export function valueOf(
  { name, type }: Column,
  { values }: JsonRow,
  { json: { span }, default: otherwise }: JsonValues,
): Expression {
  if (values === undefined) return { kind: 'marker', span };
  if (otherwise === 'UNSET' && !values.has(name)) return { kind: 'null', unset: true, span };
  const value = values.get(name) ?? { kind: 'null' };
  if (value.kind === 'null') return { kind: 'null', span };
  const native = type.kind === 'native' ? type.name : '';
  if (value.kind === 'string' && TEXTS.has(native))
    return { kind: 'literal', type: 'string', value: value.value, span };
  if (value.kind === 'string' && native === 'blob') return { kind: 'literal', type: 'hex', value: value.value, span };
  if (value.kind === 'string' && value.value !== '') {
    if (WRITTEN_AS_TEXTS.has(native)) return { kind: 'literal', type: 'string', value: value.value, span };
    if (UUIDS.has(native)) return { kind: 'literal', type: 'uuid', value: value.value, span };
  }
  if (value.kind === 'number' && INTEGERS.has(native))
    return { kind: 'literal', type: 'integer', value: value.text, span };
  return fromJson(writeJson(value), span);
}

function fromJson(text: string, span: Span): Expression {
  const named = (name: string): Name => ({ name, text: name, quoted: false, span });
  const callee = { keyspace: named('system'), name: named('fromjson'), span };
  return { kind: 'call', function: callee, arguments: [{ kind: 'literal', type: 'string', value: text, span }], span };
}

const TEXTS: ReadonlySet<string> = new Set(['text', 'varchar', 'ascii']);
const WRITTEN_AS_TEXTS: ReadonlySet<string> = new Set(['date', 'time', 'timestamp', 'inet']);
const UUIDS: ReadonlySet<string> = new Set(['uuid', 'timeuuid']);
const INTEGERS: ReadonlySet<string> = new Set(['int', 'bigint', 'smallint', 'tinyint']);

const PREFIX = 'Could not decode JSON string as a map';

const undecodable = (problem: JsonProblem, text: string, release: CassandraRelease): string =>
  `${PREFIX}: ${exceptionOf(problem, text, release)}. (String was: ${text})`;

function notAMap(value: JsonValue, text: string): JsonProblem {
  const offset = text.search(/\S/) + 1;
  const type = '`java.util.LinkedHashMap<java.lang.Object,java.lang.Object>`';
  if (value.kind === 'string') {
    const trimmed = trim(value.value);
    if (trimmed === '') {
      const blank = (what: string): JsonProblem => ({
        kind: 'problem',
        cause: 'blank',
        complaint: `Cannot coerce empty String ("") to element of ${what} (but could if coercion was enabled using \`CoercionConfig\`)`,
        offset,
      });
      return { ...blank('`java.util.LinkedHashMap`'), older: blank(type) };
    }
    const complaint = `Cannot construct instance of \`java.util.LinkedHashMap\` (although at least one Creator exists): no String-argument constructor/factory method to deserialize from String value ('${trimmed}')`;
    return { kind: 'problem', cause: 'shape', complaint, offset };
  }
  const [shape, token] = shapeOf(value);
  const complaint = `Cannot deserialize value of type ${type} from ${shape} value (token \`JsonToken.${token}\`)`;
  return { kind: 'problem', cause: 'shape', complaint, offset };
}

/** Java's `trim`: spaces are what comes before them. */
function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= SPACE) start += 1;
  while (start < end && text.charCodeAt(end - 1) <= SPACE) end -= 1;
  return text.slice(start, end);
}
const SPACE = 0x20;

function shapeOf(value: JsonValue): readonly [string, string] {
  if (value.kind === 'list') return ['Array', 'START_ARRAY'];
  if (value.kind === 'boolean') return ['Boolean', value.value ? 'VALUE_TRUE' : 'VALUE_FALSE'];
  return value.kind === 'number' && value.class === 'Double'
    ? ['Floating-point', 'VALUE_NUMBER_FLOAT']
    : ['Integer', 'VALUE_NUMBER_INT'];
}
