/** A value of JSON as Cassandra's reader (Jackson) makes it. */
export type JsonValue =
  | { readonly kind: 'null' }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'number'; readonly class: 'Integer' | 'Long' | 'BigInteger' | 'Double'; readonly text: string }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'list'; readonly items: readonly JsonValue[] }
  /** In the order of their first mention; of a key given twice the last value counts. */
  | { readonly kind: 'map'; readonly entries: ReadonlyMap<string, JsonValue> };

/** Where and why a text is no JSON; `complaint` is Jackson's sentence where it is known. */
export interface JsonProblem {
  readonly kind: 'problem';
  readonly complaint: string;
  readonly cause: 'empty' | 'end' | 'unexpected' | 'token' | 'depth' | 'shape' | 'blank';
  /** UTF-16 offset behind the guilty character. */
  readonly offset: number;
  /** Where the object or list begins that has no end, or another one than it should. */
  readonly open?: { readonly what: 'Object' | 'Array'; readonly start: number };
  /** What the older Jackson of 3.11 finds instead. */
  readonly older?: JsonProblem;
}

/** Reads the first value of a text; what follows it is left alone, as the server leaves it. */
export function readJson(text: string): JsonValue | JsonProblem {
  if (/^[ \t\r\n]*$/.test(text)) return problem('empty', 'No content to map due to end-of-input', text.length);
  const read = readValue({ text, depth: 0 }, skipSpace(text, 0));
  return read.kind === 'problem' ? read : read.value;
}

interface Input {
  readonly text: string;
  readonly depth: number;
}

interface Read<T> {
  readonly kind: 'read';
  readonly value: T;
  /** Where reading goes on. */
  readonly end: number;
}

/** Jackson gives up at a thousand; so deep nobody writes. */
const DEEPEST = 500;

const problem = (cause: JsonProblem['cause'], complaint: string, offset: number): JsonProblem => ({
  kind: 'problem',
  complaint,
  cause,
  offset,
});

const read = <T>(value: T, end: number): Read<T> => ({ kind: 'read', value, end });

function readValue(input: Input, start: number): Read<JsonValue> | JsonProblem {
  const { text, depth } = input;
  const first = text[start];
  if (first === undefined) return problem('end', 'Unexpected end-of-input', start);
  if (depth > DEEPEST) return problem('depth', 'Too deep', start);
  if (first === '"') {
    const string = readString(text, start);
    return string.kind === 'problem' ? string : read({ kind: 'string', value: string.value }, string.end);
  }
  if (first === '{') return readMap({ text, depth: depth + 1 }, start);
  if (first === '[') return readList({ text, depth: depth + 1 }, start);
  return readScalar(input, start);
}

const WORD = /true|false|null/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WANTED = "(JSON String, Number, Array, Object or token 'null', 'true' or 'false')";
const WORD_PART = /[\p{L}\p{N}_$]/u;

function readScalar({ text, depth }: Input, start: number): Read<JsonValue> | JsonProblem {
  const isNegative = text[start] === '-';
  const digits = isNegative ? start + 1 : start;
  if (text[start] === '+' || (isNegative && !/\d/.test(text[digits] ?? ''))) return badNumber(text, start);
  if (text[start] === '/') return unexpected(text, start, COMMENT);
  if (depth === 0 && (text[start] === '}' || text[start] === ']')) {
    const what = text[start] === '}' ? 'Object' : 'Array';
    return problem('unexpected', `Unexpected close marker '${text[start]}': no open ${what} to close`, start + 1);
  }
  if (text[digits] === '0' && /\d/.test(text[digits + 1] ?? ''))
    return problem('token', 'Invalid numeric value: Leading zeroes not allowed', digits + 2);
  const word = matchAt(WORD, text, start);
  const number = word === undefined ? matchAt(NUMBER, text, start) : undefined;
  const end = start + (word ?? number ?? '').length;
  if (end === start || (word !== undefined && WORD_PART.test(text[end] ?? ''))) {
    const token = /^[\p{L}_$][\p{L}\p{N}_$]*/u.exec(text.slice(start, start + 256))?.[0];
    if (token === 'NaN' || token === 'Infinity') return nonStandard(token, start);
    return token === undefined
      ? unexpected(text, start, `expected a valid value ${WANTED}`)
      : unrecognized(token, start);
  }
  const cut = number === undefined ? undefined : cutNumber(text, number, end);
  if (cut !== undefined) return cut;
  if (number !== undefined && depth === 0 && /\S/.test(text[end] ?? '')) {
    return unexpected(text, end, 'Expected space separating root-level values');
  }
  if (word === 'null') return read({ kind: 'null' }, end);
  if (word !== undefined) return read({ kind: 'boolean', value: word === 'true' }, end);
  return read(numberOf(number ?? '0'), end);
}

/** A number that ends in its point or in its exponent's sign. */
function cutNumber(text: string, number: string, end: number): JsonProblem | undefined {
  if (text[end] === '.' && !number.includes('.')) {
    const at = end + 1 < text.length ? end + 1 : end;
    const message = `Unexpected character (${describe(text, at)}) in numeric value: Decimal point not followed by a digit`;
    return problem('unexpected', message, end + 1);
  }
  if (!/[eE]/.test(text[end] ?? '') || /[eE]/.test(number)) return undefined;
  const at = /[+-]/.test(text[end + 1] ?? '') ? end + 2 : end + 1;
  if (at >= text.length) return problem('end', 'Unexpected end-of-inputexpected a digit for number exponent', at + 1);
  const message = `Unexpected character (${describe(text, at)}) in numeric value: Exponent indicator not followed by a digit`;
  return problem('unexpected', message, at);
}

const PLUS =
  'JSON spec does not allow numbers to have plus signs: enable `JsonReadFeature.ALLOW_LEADING_PLUS_SIGN_FOR_NUMBERS` to allow';
const COMMENT =
  "maybe a (non-standard) comment? (not recognized as one since Feature 'ALLOW_COMMENTS' not enabled for parser)";

const nonStandard = (token: string, start: number): JsonProblem =>
  problem(
    'token',
    `Non-standard token '${token}': enable \`JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS\` to allow`,
    start + token.length + 1,
  );

const unrecognized = (token: string, start: number): JsonProblem =>
  problem('token', `Unrecognized token '${token}': was expecting ${WANTED}`, start + token.length + 1);

/** A sign before anything but a digit (`_handleInvalidNumberStart`): infinity has names, which are not enabled. */
function badNumber(text: string, start: number): JsonProblem {
  const sign = text[start] ?? '';
  const at = start + 1;
  if (at >= text.length && sign === '-')
    return problem('end', 'Unexpected end-of-inputNo digit following sign', at + 1);
  const isName = text[at] === 'I';
  const letter = isName ? at + 1 : at;
  if (letter >= text.length) return problem('end', 'Unexpected end-of-input in a Number value', letter + 1);
  if (isName && (text[letter] === 'N' || text[letter] === 'n')) {
    const name = text[letter] === 'N' ? 'INF' : 'Infinity';
    const token = /^[\p{L}\p{N}_$]+/u.exec(text.slice(at, at + 256))?.[0] ?? '';
    return token === name ? nonStandard(sign + token, start) : unrecognized(sign + token, start);
  }
  const complaint = `Unexpected character (${describe(text, letter)}) in numeric value: expected digit (0-9) to follow minus sign, for valid numeric value`;
  const noDigit = problem('unexpected', complaint, letter + 1);
  if (sign === '-')
    return text[at] === '.' ? { ...unexpected(text, at, `expected a valid value ${WANTED}`), older: noDigit } : noDigit;
  const plus = `Unexpected character (${describe(text, start)}) in numeric value: ${PLUS}`;
  return { ...problem('unexpected', plus, letter + 1), older: noDigit };
}

function matchAt(pattern: RegExp, text: string, start: number): string | undefined {
  const sticky = new RegExp(pattern, 'y');
  sticky.lastIndex = start;
  return sticky.exec(text)?.[0];
}

/** Numbers get the smallest class of Java's that holds them. */
function numberOf(text: string): JsonValue {
  if (/[.eE]/.test(text)) return { kind: 'number', class: 'Double', text };
  if (text.length > 400) return { kind: 'number', class: 'BigInteger', text };
  const value = BigInt(text);
  const fits = (bits: bigint): boolean => value >= -(1n << (bits - 1n)) && value < 1n << (bits - 1n);
  const name = fits(32n) ? 'Integer' : fits(64n) ? 'Long' : 'BigInteger';
  return { kind: 'number', class: name, text: String(value) };
}

function readList(input: Input, start: number): Read<JsonValue> | JsonProblem {
  const { text } = input;
  const items: JsonValue[] = [];
  let at = skipSpace(text, start + 1);
  if (text[at] === ']') return read({ kind: 'list', items }, at + 1);
  for (;;) {
    if (items.length === 0 && at >= text.length) return unexpected(text, at, '', { what: 'Array', start });
    if (items.length === 0 && text[at] === '}') return wrongEnd(text, at, { what: 'Array', start });
    const item = readValue(input, at);
    if (item.kind === 'problem') return item;
    items.push(item.value);
    at = skipSpace(text, item.end);
    if (text[at] === ']') return read({ kind: 'list', items }, at + 1);
    if (text[at] === '}') return wrongEnd(text, at, { what: 'Array', start });
    if (text[at] !== ',')
      return unexpected(text, at, 'was expecting comma to separate Array entries', { what: 'Array', start });
    at = skipSpace(text, at + 1);
    if (at >= text.length) return problem('unexpected', BETWEEN.replace('Object', 'Array'), at + 1);
    if (text[at] === '}') return unexpected(text, at, 'expected a value');
  }
}

function readMap(input: Input, start: number): Read<JsonValue> | JsonProblem {
  const { text } = input;
  const entries = new Map<string, JsonValue>();
  let at = skipSpace(text, start + 1);
  if (text[at] === '}') return read({ kind: 'map', entries }, at + 1);
  if (text[at] === ']') return wrongEnd(text, at, { what: 'Object', start });
  for (;;) {
    if (text[at] !== '"')
      return unexpected(text, at, 'was expecting double-quote to start field name', { what: 'Object', start });
    const key = readString(text, at, ' in field name');
    if (key.kind === 'problem') return key;
    at = skipSpace(text, key.end);
    if (at >= text.length) return problem('end', BETWEEN, at + 1);
    if (text[at] !== ':') return unexpected(text, at, 'was expecting a colon to separate field name and value');
    at = skipSpace(text, at + 1);
    if (at >= text.length) return problem('end', BETWEEN, at + 1);
    const value = readValue(input, at);
    if (value.kind === 'problem') return value;
    entries.set(key.value, value.value);
    at = skipSpace(text, value.end);
    if (text[at] === '}') return read({ kind: 'map', entries }, at + 1);
    if (text[at] === ']') return wrongEnd(text, at, { what: 'Object', start });
    if (text[at] !== ',')
      return unexpected(text, at, 'was expecting comma to separate Object entries', { what: 'Object', start });
    at = skipSpace(text, at + 1);
    if (at >= text.length) return problem('unexpected', BETWEEN, at + 1);
  }
}

const BETWEEN = 'Unexpected end-of-input within/between Object entries';

/** An object that ends as a list does, or the other way round. */
const wrongEnd = (text: string, at: number, open: NonNullable<JsonProblem['open']>): JsonProblem => ({
  ...problem(
    'unexpected',
    `Unexpected close marker '${text[at]}': expected '${open.what === 'Array' ? ']' : '}'}'`,
    at + 1,
  ),
  open,
});

function describe(text: string, at: number): string {
  const code = text.charCodeAt(at);
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return `(CTRL-CHAR, code ${code})`;
  return `'${text[at]}' (code ${code}${code > 255 ? ` / 0x${code.toString(16)}` : ''})`;
}

function unexpected(text: string, at: number, why: string, open?: JsonProblem['open']): JsonProblem {
  if (at >= text.length) {
    const end = problem('end', 'Unexpected end-of-input', at + 1);
    return open === undefined ? end : { ...end, open };
  }
  return problem('unexpected', `Unexpected character (${describe(text, at)}): ${why}`, at + 1);
}

const skipSpace = (text: string, start: number): number => {
  let at = start;
  while (' \t\r\n'.includes(text[at] ?? 'x')) at += 1;
  return at;
};

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

function readString(
  text: string,
  start: number,
  where = ': was expecting closing quote for a string value',
): Read<string> | JsonProblem {
  const pieces: string[] = [];
  let at = start + 1;
  for (;;) {
    const from = at;
    while (at < text.length && text[at] !== '"' && text[at] !== '\\' && text.charCodeAt(at) >= 0x20) at += 1;
    pieces.push(text.slice(from, at));
    const here = text[at];
    if (here === undefined) return problem('end', `Unexpected end-of-input${where}`, at + 1);
    if (here === '"') return read(pieces.join(''), at + 1);
    if (here !== '\\') {
      const complaint = `Illegal unquoted character (${describe(text, at)}): has to be escaped using backslash to be included in string value`;
      return problem('unexpected', complaint, at + 1);
    }
    const escape = text[at + 1];
    if (escape === undefined) return problem('end', 'Unexpected end-of-input in character escape sequence', at + 2);
    const digits = /^[\da-fA-F]{4}$/.exec(text.slice(at + 2, at + 6))?.[0];
    const plain = ESCAPES[escape];
    if (escape === 'u' && digits !== undefined) {
      pieces.push(String.fromCharCode(Number.parseInt(digits, 16)));
      at += 6;
    } else if (plain !== undefined) {
      pieces.push(plain);
      at += 2;
    } else if (escape === 'u') {
      const wrong = at + 2 + (/^[\da-fA-F]*/.exec(text.slice(at + 2, at + 6))?.[0].length ?? 0);
      return wrong < text.length
        ? unexpected(text, wrong, 'expected a hex-digit for character escape sequence')
        : problem('end', 'Unexpected end-of-input in character escape sequence', wrong + 1);
    } else {
      return problem('unexpected', `Unrecognized character escape '${escape}' (code ${escape.charCodeAt(0)})`, at + 2);
    }
  }
}
