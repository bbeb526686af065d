import { BITS, PLACEHOLDER, isDigit, isLetter, isWord } from './characters.ts';

/**
 * Searches for a closing mark that found none: what stands in `[start, end)` decided about the token at `start`, though the token
 * itself ends long before.
 */
export interface FailedSearches {
  readonly starts: number[];
  readonly ends: number[];
  /** No `}` stands before this offset: without this memory a long line of `${` would be read once for each of them. */
  noBraceBefore: number;
  /** Whether placeholders are searched for at all. */
  readonly templates: boolean;
}

/** Notes a search that failed. */
export function fail(failed: FailedSearches, start: number, end: number): -1 {
  failed.starts.push(start);
  failed.ends.push(end);
  return -1;
}

/**
 * End of the TEMPLATE of which the characters before `at` are a name (or nothing), `at` being where a placeholder may begin;
 * -1 where none does. The longest match, as ANTLR's.
 */
export function templateEnd(text: string, at: number, failed: FailedSearches): number {
  if (!failed.templates) return -1;
  let end = -1;
  let next = at;
  // What may still close the placeholder that was read last: `$name$`, `@name@`.
  let closer = 0;
  for (;;) {
    const code = text.charCodeAt(next);
    if (end >= 0 && isWord(code)) {
      next += 1;
      end = next;
      continue;
    }
    // `$a${{b}}` is `$a$` and `{{b}}`, which is longer than `$a` and `${{b}`.
    const closedEnd = code === DOLLAR && closer === DOLLAR ? mustacheEnd(text, next + 1, failed) : -1;
    if (closedEnd >= 0) {
      next = end = closedEnd;
      closer = 0;
      continue;
    }
    const after = placeholderEnd(text, next, code, failed);
    if (after >= 0) {
      closer = code === AT || (code === DOLLAR && text.charCodeAt(next + 1) !== OPEN) ? code : 0;
      next = end = after;
    } else if (closer !== 0 && code === closer) {
      next += 1;
      end = next;
      closer = 0;
    } else {
      return end;
    }
  }
}

function placeholderEnd(text: string, at: number, code: number, failed: FailedSearches): number {
  if (!(code < 128) || (BITS[code]! & PLACEHOLDER) === 0) return -1;
  const second = text.charCodeAt(at + 1);
  switch (code) {
    case DOLLAR:
      if (second === OPEN) return bracedEnd(text, at + 2, failed);
      if (second === PAREN) return parenthesisEnd(text, at + 2, failed);
      return isWord(second) ? wordEnd(text, at + 2) : -1;
    case HASH:
      return second === OPEN ? bracedEnd(text, at + 2, failed) : -1;
    case OPEN:
      return second === OPEN ? mustacheEnd(text, at, failed) : qualifierEnd(text, at, failed);
    case PERCENT:
      if (second === BRACKET) return isLetter(text.charCodeAt(at + 2)) ? bracketEnd(text, at + 2, failed) : -1;
      return isCapital(second) ? percentEnd(text, at, failed) : -1;
    case LESS:
      if (second === PERCENT) return tagEnd(text, at + 2, failed);
      return second === LESS && !isTypeEnd(text.charCodeAt(at - 1)) ? doubleEnd(text, at + 2, failed) : -1;
    default:
      return isWord(second) && !isDigit(second) ? dottedEnd(text, at + 2) : -1;
  }
}

/** `${…}` and `#{…}`. */
function bracedEnd(text: string, at: number, failed: FailedSearches): number {
  if (at < failed.noBraceBefore) return -1;
  let end = at;
  for (let code = text.charCodeAt(end); isWithinLine(code) && code !== CLOSE; code = text.charCodeAt(end)) end += 1;
  if (text.charCodeAt(end) === CLOSE) return end + 1;
  failed.noBraceBefore = end;
  return fail(failed, at, end + 1);
}

/** The `{name}` of `{name}.`: what else stands in braces is a value. */
function qualifierEnd(text: string, at: number, failed: FailedSearches): number {
  if (!isLetter(text.charCodeAt(at + 1))) return -1;
  const close = wordEnd(text, at + 2);
  if (text.charCodeAt(close) !== CLOSE || text.charCodeAt(close + 1) !== DOT) return fail(failed, at, close + 2);
  fail(failed, at, close + 2);
  return close + 1;
}

/** `{{…}}`; what else begins so is a map of maps. */
function mustacheEnd(text: string, at: number, failed: FailedSearches): number {
  if (text.charCodeAt(at) !== OPEN || text.charCodeAt(at + 1) !== OPEN) return -1;
  let end = at + 2;
  while (MUSTACHE_SPACE.includes(text.charAt(end) || NONE)) end += 1;
  const begin = end;
  if (!isLetter(text.charCodeAt(end)) && !MUSTACHE_MARKS.includes(text.charAt(end) || NONE))
    return fail(failed, at, end + 1);
  for (let code = text.charCodeAt(end); isWithinLine(code) && !endsMustache(code); code = text.charCodeAt(end))
    end += 1;
  if (isJoining(text.charCodeAt(end)) && isNoValue(text, begin)) {
    for (let code = text.charCodeAt(end); isWithinLine(code) && !isBrace(code); code = text.charCodeAt(end)) end += 1;
  }
  if (text.charCodeAt(end) === CLOSE && text.charCodeAt(end + 1) === CLOSE) return end + 2;
  return fail(failed, at, end + 2);
}

const endsMustache = (code: number): boolean => isBrace(code) || isJoining(code);
const isBrace = (code: number): boolean => code === OPEN || code === CLOSE;
const isJoining = (code: number): boolean => code === COMMA || code === COLON;

/** Whether no value of CQL begins so: `$i, $v := .all` and `range .a, .b`, and not `street: 'x'` or `f(1), 2`. */
function isNoValue(text: string, at: number): boolean {
  if (!isLetter(text.charCodeAt(at))) return !VALUE_MARKS.includes(text.charAt(at));
  const end = wordEnd(text, at);
  let next = end;
  while (text.charAt(next) === ' ' || text.charAt(next) === '\t') next += 1;
  const code = text.charCodeAt(next);
  return next > end && isWithinLine(code) && !isBrace(code) && !isJoining(code) && code !== PAREN;
}

/** `<%…%>`. */
function tagEnd(text: string, at: number, failed: FailedSearches): number {
  let end = at;
  for (let code = text.charCodeAt(end); isWithinLine(code) && code !== PERCENT; code = text.charCodeAt(end)) end += 1;
  return text.charCodeAt(end) === PERCENT && text.charCodeAt(end + 1) === GREATER ? end + 2 : fail(failed, at, end + 2);
}

const isTypeEnd = (code: number): boolean => isWord(code) && code !== UNDERSCORE;

/** `<<…>>`, not the `<<type>>` of `list<<type>>`. */
function doubleEnd(text: string, at: number, failed: FailedSearches): number {
  let end = at;
  while (text.charAt(end) === ' ' || text.charAt(end) === '\t') end += 1;
  if (!isLetter(text.charCodeAt(end)) && text.charCodeAt(end) !== UNDERSCORE) return fail(failed, at, end + 1);
  for (
    let code = text.charCodeAt(end);
    isWithinLine(code) && code !== LESS && code !== GREATER;
    code = text.charCodeAt(end)
  )
    end += 1;
  const closes = text.charCodeAt(end) === GREATER && text.charCodeAt(end + 1) === GREATER;
  return closes ? end + 2 : fail(failed, at, end + 2);
}

/** `%[…]%`. */
function bracketEnd(text: string, at: number, failed: FailedSearches): number {
  let end = at;
  for (
    let code = text.charCodeAt(end);
    isWithinLine(code) && code !== CLOSE_BRACKET && code !== PERCENT;
    code = text.charCodeAt(end)
  )
    end += 1;
  const closes = text.charCodeAt(end) === CLOSE_BRACKET && text.charCodeAt(end + 1) === PERCENT;
  return closes ? end + 2 : fail(failed, at, end + 2);
}

/** The `%NAME%` of `users_%NAME%` and `%NAME%_users`; what else begins so is a calculation, or stands alone. */
function percentEnd(text: string, at: number, failed: FailedSearches): number {
  let end = at + 2;
  for (let code = text.charCodeAt(end); isCapital(code) || isDigit(code) || code === UNDERSCORE;) {
    end += 1;
    code = text.charCodeAt(end);
  }
  if (end === at + 2 || text.charCodeAt(end) !== PERCENT) return fail(failed, at, end + 1);
  const isPart = text.charCodeAt(at - 1) === UNDERSCORE || text.charCodeAt(end + 1) === UNDERSCORE;
  return isPart ? end + 1 : fail(failed, at, end + 2);
}

const isCapital = (code: number): boolean => code >= 0x41 && code <= 0x5a;

/** `$(…)`. */
function parenthesisEnd(text: string, at: number, failed: FailedSearches): number {
  let end = at;
  for (
    let code = text.charCodeAt(end);
    isWithinLine(code) && code !== PAREN && code !== CLOSE_PAREN;
    code = text.charCodeAt(end)
  )
    end += 1;
  return text.charCodeAt(end) === CLOSE_PAREN ? end + 1 : fail(failed, at, end + 1);
}

/** Neither the end of the line nor (NaN) that of the text. */
const isWithinLine = (code: number): boolean => code >= 0 && code !== CR && code !== LF;

function wordEnd(text: string, at: number): number {
  let end = at;
  while (isWord(text.charCodeAt(end))) end += 1;
  return end;
}

function dottedEnd(text: string, at: number): number {
  let end = at;
  for (let code = text.charCodeAt(end); isWord(code) || code === DOT; code = text.charCodeAt(end)) end += 1;
  return end;
}

const MUSTACHE_SPACE = ' \t-';
const MUSTACHE_MARKS = '_.#/^&>$"(!=';
/** Is part of no such set, as the empty string would be. */
const NONE = '\0';

/** Those of them that a name or a type hint begins with. */
const VALUE_MARKS = '"(';

const LF = 0x0a;
const CR = 0x0d;
const HASH = 0x23;
const DOLLAR = 0x24;
const PERCENT = 0x25;
const PAREN = 0x28;
const CLOSE_PAREN = 0x29;
const COMMA = 0x2c;
const DOT = 0x2e;
const COLON = 0x3a;
const LESS = 0x3c;
const GREATER = 0x3e;
const AT = 0x40;
const BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const UNDERSCORE = 0x5f;
const OPEN = 0x7b;
const CLOSE = 0x7d;
