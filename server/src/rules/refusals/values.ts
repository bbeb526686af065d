import type { Column } from '../../catalog/model.ts';
import { printName } from '../../catalog/names.ts';
import { isNative, printType } from '../../catalog/types.ts';
import type { Expression } from '../../syntax/ast.ts';
import type { Fix } from '../rule.ts';
import { always, statementFix, textAt, type AdviceByCheck, type Refusal } from './advice.ts';

/** Refusals of values: the second name of the refusal is the type that is wanted. */
export const VALUES: AdviceByCheck = {
  'invalid-constant': { says: wrongForm, fixes: rightForm },
  'result-type': { says: wrongResult, fixes: rightResult },
  'unreadable-constant': { says: ({ refused }) => howToWrite(refused.names[1]) },
  'invalid-list': { says: (refusal) => wrongPart(refusal) ?? collectionForm(refusal), fixes: swapBrackets },
  'invalid-set': { says: (refusal) => wrongPart(refusal) ?? collectionForm(refusal), fixes: swapBrackets },
  'invalid-map': { says: (refusal) => wrongPart(refusal) ?? collectionForm(refusal) },
  'null-in-collection': always('A collection holds no nulls; leave the element out.'),
  'marker-in-collection': always(
    'A collection is bound as a whole: write `?` in its place, or give every element as text.',
  ),
  'null-value': {
    says: ({ name, context: { statement } }) =>
      statement.kind === 'select'
        ? `\`${name}\` is compared with null, which no row of the key has, nor can be looked for.`
        : `\`${name}\` is part of the key, and a key cannot be null: it says where the row lies.`,
  },
  'invalid-operation': { says: invalidOperation },
  'unknown-field': { says: ({ name }) => `The type has no field \`${name}\`.` },
  'json-value': { says: jsonValue },
  'invalid-user-type': { says: (refusal) => wrongPart(refusal) ?? namesForKeys(refusal), fixes: textKeys },
  'invalid-tuple': { says: (refusal) => wrongPart(refusal) ?? wrongComponent(refusal) },
  'invalid-vector': always('A vector has exactly as many elements as its type says.'),
  'no-matching-function': { says: wrongArguments, fixes: rightCall },
  'function-argument-count': { says: ({ name }) => `\`${name}\` takes another number of arguments.` },
  'operator-not-supported': {
    says: (refusal) =>
      countsWithTimeuuid(refusal) ??
      'Operators take numbers, or a date and a duration; text is put together in the client.',
  },
  'ambiguous-call': { says: (refusal) => movesByNumber(refusal) ?? countsWithTimeuuid(refusal) },
  'field-of-no-user-type': always('Only user-defined types have fields.'),
  'write-time-of-key': {
    says: () => 'What is in the key has no time of writing and no TTL: ask for those of another column.',
  },
  'write-time-of-collection': always(
    'Each element of a collection has a time of its own; freeze it, or keep the time in a column.',
  ),
  'assigned-twice': { says: ({ name }) => `\`${name}\` is set twice in one UPDATE, and only one of the two can hold.` },
  'null-counter': always('A counter moves by a number, never by null.'),
  'ttl-range': always('A TTL is given in seconds, from 0 (none) to 630,720,000 (20 years).'),
  'vector-dimension': always('A vector has exactly as many elements as its type says.'),
};

/** `toTimestamp(now()) + 3600`. */
function movesByNumber({ context: { table }, refused: { message } }: Refusal): string | undefined {
  const [, moved = '', number] = /^Ambiguous '[+-]' operation with args (.+) and (\d[\d.]*):/s.exec(message) ?? [];
  const type = table?.columns.get(moved)?.type;
  const isTime =
    TIME_CALL.test(moved) || (type !== undefined && ['timestamp', 'date'].some((name) => isNative(type, name)));
  return number === undefined || !isTime
    ? undefined
    : `A time moves by a duration, which says its unit: \`1h30m\`, \`7d\`. \`${number}\` says none.`;
}

const TIME_CALL = /^(?:to_?timestamp|to_?date|current_?(?:timestamp|date))\(/i;

/** `now() + 1h`, alone or as an argument. */
const countsWithTimeuuid = (refusal: Refusal): string | undefined =>
  /\b(?:now|current_?timeuuid)\s*\(\s*\)\s*[+-]/i.test(textAt(refusal, refusal.refused.spans[0]))
    ? 'A timeuuid cannot be counted with. Its time can, by a duration: `toTimestamp(now()) + 1h`.'
    : undefined;

/** `cannot assign result of function system.now (type timeuuid) to seen (type timestamp)`. */
function typesOfResult({
  message,
}: Refusal['refused']): { readonly given: string; readonly wanted: string } | undefined {
  const types = /\(type ([^()]+)\) to .* \(type ([^()]+)\)$/s.exec(message);
  return types === null ? undefined : { given: types[1]!, wanted: types[2]! };
}

function wrongResult(refusal: Refusal): string | undefined {
  const { name, refused } = refusal;
  const types = typesOfResult(refused);
  if (types === undefined) return undefined;
  const call = textAt(refusal, refused.spans[0]);
  const text = converted(call, types);
  const means = `\`${call}\` gives ${withArticle(types.given)}, and \`${name}\` is ${withArticle(types.wanted)}`;
  return text === undefined ? `${means}.` : `${means}: write \`${text}\`.`;
}

function rightResult(refusal: Refusal): readonly Fix[] {
  const span = refusal.refused.spans[0];
  const types = typesOfResult(refusal.refused);
  const text = types && converted(textAt(refusal, span), types);
  return text === undefined ? [] : [statementFix(refusal, 'converted', `Write \`${text}\``, [{ span, text }])];
}

/** The functions that make a value of one type of one of another, by the types. */
const CONVERSIONS: readonly (readonly [given: string, wanted: string, name: string])[] = [
  ['timeuuid', 'timestamp', 'toTimestamp'],
  ['timeuuid', 'date', 'toDate'],
  ['timeuuid', 'bigint', 'toUnixTimestamp'],
  ['timestamp', 'date', 'toDate'],
  ['timestamp', 'bigint', 'toUnixTimestamp'],
  ['date', 'timestamp', 'toTimestamp'],
  ['date', 'bigint', 'toUnixTimestamp'],
];

/** A call whose result is of the type that is wanted; that of what a function was written around, where that will do. */
function converted(
  call: string,
  { given, wanted }: { readonly given: string; readonly wanted: string },
): string | undefined {
  if (given === 'uuid' && wanted === 'timeuuid' && /^uuid\s*\(/i.test(call)) return 'now()';
  const name = CONVERSIONS.find(([from, to]) => from === given && to === wanted)?.[2];
  return name === undefined ? undefined : `${name}(${call})`;
}

/** What is done to a column that its type, or `frozen`, does not allow. */
function invalidOperation({ name, refused: { message } }: Refusal): string {
  if (/\bfrozen\b/.test(message))
    return `\`${name}\` is frozen: it is written as a whole, or declared without \`frozen\`.`;
  if (message.includes('for set column'))
    return `\`${name}\` is a set, and what is in it has no key: \`${name} = ${name} + {…}\` adds, \`- {…}\` takes away.`;
  if (message.startsWith('Value for a map addition'))
    return `\`${name}\` is a map, and a map is added to it: \`{key: value}\`.`;
  if (message.startsWith('Value for a map'))
    return `\`${name}\` is a map, and what is taken from it is a set of its keys: \`{key}\`.`;
  if (message.includes('for non list column')) return `Only a list has a beginning to which something is added.`;
  if (message.includes('non-UDT')) return 'Only user-defined types have fields.';
  if (message.includes('for tuple column')) return `\`${name}\` is one value: it is written as a whole.`;
  if (message.includes('non counter'))
    return `\`${name}\` is no counter: read it, and write the new value. What only counts is declared as \`counter\`.`;
  return `\`${name}\` is no collection, so nothing can be added to it or taken from it.`;
}

/** What is wrong with a row that is written as JSON, or with one of its values. */
function jsonValue({ name, refused: { message } }: Refusal): string {
  const unknown = /unrecognized column: (.*)$/.exec(message);
  if (unknown !== null) return `The table has no column \`${unknown[1]}\`.`;
  const value = /^Error decoding JSON value for (\S+): (.*)$/s.exec(message);
  if (value !== null) return `\`${value[1]}\` cannot have this value: ${value[2]}.`;
  const nothing = /^Invalid null value .*column (\S+)$/.exec(message);
  if (nothing !== null) return `\`${nothing[1]}\` is part of the key and is not given.`;
  return name === ''
    ? 'The text is no JSON object: `{"column": value}`, names and texts in double quotes.'
    : `\`${name}\` is not given as JSON that its type can be made of.`;
}

function wrongForm(refusal: Refusal): string | undefined {
  const [name, type] = refusal.refused.names;
  if (name === undefined || type === undefined) return undefined;
  const bound = boundOfTime(refusal);
  const how = bound === undefined ? howToWrite(type) : `A time is compared with it as \`${bound}\`.`;
  return `\`${name}\` is ${withArticle(type)}.${how === undefined ? '' : ` ${how}`}`;
}

/** A function whose result is of another type than the column that it is for: the server speaks of its arguments. */
function wrongArguments(refusal: Refusal): string {
  const better = callFor(refusal);
  if (better === undefined) return 'The function does not take arguments of these types.';
  const { column, text } = better;
  const type = withArticle(printType(column.type));
  return `\`${printName(column.name)}\` is ${type}, which \`${textAt(refusal, refusal.refused.spans[0])}\` does not give: write \`${text}\`.`;
}

function rightCall(refusal: Refusal): readonly Fix[] {
  const text = callFor(refusal)?.text;
  const span = refusal.refused.spans[0];
  return text === undefined ? [] : [statementFix(refusal, 'converted', `Write \`${text}\``, [{ span, text }])];
}

/** What gives the moment of `toTimestamp(now())` and the like as the column that it is for has it. */
function callFor(refusal: Refusal): { readonly column: Column; readonly text: string } | undefined {
  const call = textAt(refusal, refusal.refused.spans[0]);
  const moment = /^to(?:Timestamp|Date|UnixTimestamp)\s*\(\s*(now\s*\(\s*\))\s*\)$/i.exec(call)?.[1];
  const { name, operator } = comparedWith(refusal) ?? {};
  const column = name === undefined ? undefined : refusal.context.table?.columns.get(name);
  if (moment === undefined || column?.type.kind !== 'native') return undefined;
  if (column.type.name !== 'timeuuid') {
    const text = converted(moment, { given: 'timeuuid', wanted: column.type.name });
    return text === undefined ? undefined : { column, text };
  }
  if (operator === '=') return { column, text: moment };
  return { column, text: `${operator === '>=' || operator === '<' ? 'min' : 'max'}Timeuuid(toTimestamp(${moment}))` };
}

/** The column that a refused value is compared with, or is for. */
function comparedWith({
  refused,
  context: { statement },
}: Refusal): { readonly name: string; readonly operator: string } | undefined {
  const isIt = ({ span }: Expression): boolean => span.start === refused.spans[0].start;
  if (statement.kind === 'insert') {
    const index = statement.values.kind === 'values' ? statement.values.values.findIndex(isIt) : -1;
    if (statement.values.kind !== 'values' || index < 0) return undefined;
    const name = statement.values.columns[index]?.name;
    return name === undefined ? undefined : { name, operator: '=' };
  }
  const relations = 'where' in statement ? (statement.where?.relations ?? []) : [];
  for (const relation of relations)
    if (relation.kind === 'column' && relation.operand.kind === 'one' && isIt(relation.operand.value))
      return /^(?:[<>]=?|=)$/.test(relation.operator)
        ? { name: relation.column.name, operator: relation.operator }
        : undefined;
  return undefined;
}

/** The first or last timeuuid of the time with which a timeuuid is compared. */
function boundOfTime(refusal: Refusal): string | undefined {
  const { refused, context } = refusal;
  const span = refused.spans[0];
  const written = textAt(refusal, span);
  const operator = /([<>]=?)\s*$/.exec(context.segment.text.slice(0, span.start))?.[1];
  // Seconds since 1970 would be taken for milliseconds.
  if (
    refused.names[1] !== 'timeuuid' ||
    operator === undefined ||
    !/^(?:'\d{4}-\d\d-\d\d\b.*'|\d{12,13})$/.test(written)
  )
    return undefined;
  return `${operator === '>=' || operator === '<' ? 'min' : 'max'}Timeuuid(${written})`;
}

const withArticle = (type: string): string => `${/^[aeio]/.test(type) ? 'an' : 'a'} \`${type}\``;

/** How a value of a type is written in CQL. */
function howToWrite(type: string | undefined): string | undefined {
  switch (type) {
    case 'text':
    case 'ascii':
    case 'varchar':
      return "Text stands in single quotes: `'…'`.";
    case 'tinyint':
    case 'smallint':
    case 'int':
    case 'bigint':
    case 'varint':
    case 'counter':
      return 'It takes a whole number, without quotes.';
    case 'float':
    case 'double':
    case 'decimal':
      return 'It takes a number, without quotes.';
    case 'boolean':
      return 'It takes true or false, without quotes.';
    case 'uuid':
    case 'timeuuid':
      return `A ${type} is written without quotes, as 8-4-4-4-12 hexadecimal digits${type === 'timeuuid' ? ' of version 1' : ''}.`;
    case 'blob':
      return 'A blob is written `0x…`, two hexadecimal digits a byte, without quotes.';
    case 'inet':
      return "An address is written `'192.168.0.1'` or `'2001:db8::1'`.";
    case 'date':
      return "A date is written `'2026-11-20'`.";
    case 'time':
      return "A time is written `'08:15:30.000000000'`.";
    case 'timestamp':
      return "A timestamp is written `'2026-11-20 08:15:30+0000'`, or as milliseconds since 1970.";
    case undefined:
      return undefined;
    case 'duration':
      return 'A duration is written `1h30m`, `3d` or `P1Y2M3D`, without quotes.';
    default:
      return type.startsWith('set<')
        ? 'It takes a set: `{a, b}`.'
        : type.startsWith('list<')
          ? 'It takes a list: `[a, b]`.'
          : type.startsWith('map<')
            ? 'It takes a map: `{key: value}`.'
            : undefined;
  }
}

function rightForm(refusal: Refusal): readonly Fix[] {
  const span = refusal.refused.spans[0];
  const written = textAt(refusal, span);
  const type = refusal.refused.names[1];
  if (type === undefined) return [];
  const bound = boundOfTime(refusal);
  if (bound !== undefined) return [statementFix(refusal, 'bound', `Write \`${bound}\``, [{ span, text: bound }])];
  const text = asTheType(written, type);
  if (text !== undefined) return [statementFix(refusal, 'form', `Write \`${text}\``, [{ span, text }], { safe: true })];
  const whole = asCollection(written, type);
  // Only to lists something is added in front.
  const isInFront = /^\s*\+/.test(refusal.context.segment.text.slice(span.end));
  if (whole === undefined || (isInFront && type.startsWith('set<'))) return [];
  return [statementFix(refusal, 'form', `Write \`${whole}\``, [{ span, text: whole }])];
}

const FORMS: readonly { readonly types: string; readonly form: RegExp }[] = [
  { types: 'tinyint smallint int bigint varint counter', form: /^-?\d+$/ },
  { types: 'float double decimal', form: /^-?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?$/ },
  { types: 'boolean', form: /^(?:true|false)$/i },
  { types: 'uuid timeuuid', form: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i },
  { types: 'blob', form: /^0x(?:[0-9a-f]{2})*$/i },
  { types: 'duration', form: /^-?(?:\d+(?:y|mo|w|d|h|m|s|ms|us|µs|ns))+$/i },
];

const TEXTS: ReadonlySet<string> = new Set(['text', 'ascii', 'varchar']);

/** The same value in the form that the type takes, where there is one. */
function asTheType(written: string, type: string): string | undefined {
  const quoted = /^'(.*)'$/s.exec(written)?.[1];
  if (quoted === undefined) return TEXTS.has(type) ? `'${written}'` : undefined;
  return FORMS.find(({ types }) => types.split(' ').includes(type))?.form.test(quoted) ? quoted : undefined;
}

/** A single value as the list or set that the type takes, where it is one of its elements. */
function asCollection(written: string, type: string): string | undefined {
  const [, kind, element] = /^(list|set)<(\w+)>$/.exec(type) ?? [];
  if (element === undefined) return undefined;
  const isText = written.startsWith("'");
  const form = FORMS.find(({ types }) => types.split(' ').includes(element))?.form;
  if (TEXTS.has(element) ? !isText : form?.test(written) !== true) return undefined;
  return kind === 'set' ? `{${written}}` : `[${written}]`;
}

/** `value 'y' is not of type int`. */
function wrongPart({ refused: { message } }: Refusal): string | undefined {
  const part = /(?:value|key|field) (.+) is not of type (.+?)\.?$/.exec(message);
  return part === null ? undefined : `\`${part[1]}\` is not \`${part[2]}\`, the type that belongs here.`;
}

/** `{"a": 1}`, as JSON writes it, is a value with fields. */
function namesForKeys(refusal: Refusal): string | undefined {
  const { context, name } = refusal;
  const type = context.table?.columns.get(name)?.type;
  if (type?.kind !== 'map') return collectionForm(refusal);
  return `\`${name}\` is a map, and its keys are values: double quotes are for names, text is written \`'…'\`.`;
}

function textKeys(refusal: Refusal): readonly Fix[] {
  const { context, name, refused } = refusal;
  const type = context.table?.columns.get(name)?.type;
  const value = textAt(refusal, refused.spans[0]);
  if (type?.kind !== 'map' || !isNative(type.key, 'text') || /['\\{]/.test(value.slice(1))) return [];
  const text = value.replaceAll(/"([^"]*)"/g, "'$1'");
  return text === value
    ? []
    : [statementFix(refusal, 'quotes', `Write \`${text}\``, [{ span: refused.spans[0], text }])];
}

/** The parts of a tuple have no names. */
function wrongComponent({ refused: { message } }: Refusal): string | undefined {
  if (message.includes('too many elements')) return 'A tuple has no more parts than its type says.';
  const component = /component (\d+) is not of type (.+?)\.?$/.exec(message);
  return component === null
    ? undefined
    : `Part ${Number(component[1]) + 1} of this tuple is not \`${component[2]}\`, the type that belongs there.`;
}

function collectionForm({ context: { table }, name }: Refusal): string | undefined {
  switch (table?.columns.get(name)?.type.kind) {
    case 'list':
      return `\`${name}\` is a list: \`[a, b]\`.`;
    case 'set':
      return `\`${name}\` is a set: \`{a, b}\`.`;
    case 'map':
      return `\`${name}\` is a map: \`{key: value}\`.`;
    case 'vector':
      return `\`${name}\` is a vector: \`[1.0, 2.0]\`.`;
    case 'tuple':
      return `\`${name}\` is a tuple: \`(a, b)\`.`;
    case 'user':
      return `\`${name}\` is a user-defined type: \`{field: value}\`.`;
    default:
      return undefined;
  }
}

function swapBrackets(refusal: Refusal): readonly Fix[] {
  const { context, name, refused } = refusal;
  const kind = context.table?.columns.get(name)?.type.kind;
  const span = refused.spans[0];
  const inner = /^([[{])(.*)([\]}])$/s.exec(textAt(refusal, span));
  if (inner === null || !((kind === 'set' && inner[1] === '[') || (kind === 'list' && inner[1] === '{'))) return [];
  const text = kind === 'set' ? `{${inner[2]}}` : `[${inner[2]}]`;
  return [statementFix(refusal, 'brackets', `Write it as a ${kind}: \`${text}\``, [{ span, text }])];
}
