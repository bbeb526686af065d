import { openDocument } from '../../syntax/index.ts';
import {
  BEGIN,
  DELETE,
  INSERT,
  JSON as JSON_WORD,
  LT,
  SELECT,
  STRING,
  TEMPLATE,
  UPDATE,
} from '../../syntax/generated/token-types.ts';
import type { Segment } from '../../syntax/segment.ts';
import type { Span } from '../../text/span.ts';
import type { CheckId } from './checks.ts';
import { refuse, undecided } from './refuse.ts';
import type { Refused, Verdict } from './verdict-model.ts';

/**
 * What a tool puts in the place of a placeholder is not known: a refusal for a value that holds one is none, and what is refused is what
 * would be of a bound value.
 */
export function withPlaceholders(segment: Segment, judge: (segment: Segment) => Verdict): Verdict {
  const verdict = judge(segment);
  if (!isForValue(verdict, segment)) return verdict;
  const bound = boundSegment(segment);
  const other = bound === undefined ? undefined : judge(bound);
  if (other?.kind !== 'refused' || isForValue(other, segment) || other.check === 'marker-in-collection')
    return undecided('placeholder');
  return other;
}

/** What no server reads: a place that is not filled in yet. */
export function unfilledIn({ features }: Segment): Refused | undefined {
  const use = features.find(({ feature }) => feature === 'placeholder');
  return use && unfilled(use.span);
}

/** A place between tokens that a tool fills in, which no server reads; of a program it is part of what joins texts. */
export function templateIn({ tokens: { types, starts, ends, stands } }: Segment): Refused | undefined {
  const at = stands === undefined ? types.indexOf(TEMPLATE) : -1;
  return at < 0 ? undefined : unfilled({ start: starts[at]!, end: ends[at]! });
}

const unfilled = (span: Span): Refused =>
  refuse('unknown-syntax', 'A value must take the place of this.', span, [], 'syntax');

const isForValue = (verdict: Verdict, segment: Segment): boolean =>
  verdict.kind === 'refused' && !WHATEVER_THE_VALUE.has(verdict.check) && holdsPlaceholder(verdict.spans[0], segment);

/** A segment with bind markers where texts hold placeholders; `undefined` where none may stand there, as in DDL. */
function boundSegment({ text, firstType, tokens: { types, starts, ends } }: Segment): Segment | undefined {
  if (!BINDING.has(firstType)) return undefined;
  let bound = '';
  let at = 0;
  for (let token = 0; token < types.length; token += 1) {
    const [start, end] = [starts[token]!, ends[token]!];
    if (types[token] !== STRING || !holdsPlaceholderText(text.slice(start + 1, end - 1))) continue;
    bound += `${text.slice(at, start)}?${' '.repeat(end - start - 1)}`;
    at = end;
  }
  const [segment] = openDocument(bound + text.slice(at)).segments;
  return at > 0 && segment?.statement() !== undefined && segment.errors.length === 0 ? segment : undefined;
}

const BINDING: ReadonlySet<number> = new Set([SELECT, INSERT, UPDATE, DELETE, BEGIN]);

/** What is refused for the columns that are given, and not for their values. */
const WHATEVER_THE_VALUE: ReadonlySet<CheckId> = new Set(['needs-filtering']);

/** Whether a placeholder stands in the text of a value within the span, or where a value would. */
function holdsPlaceholder({ start, end }: Span, { text, tokens: { types, starts, ends } }: Segment): boolean {
  if (FORMATTED.test(text.slice(start, end)) && [...text.matchAll(FORMAT_PLACES)].length > 1) return true;
  for (let token = 0; token < types.length; token += 1) {
    if (starts[token]! < start || ends[token]! > end) continue;
    const isQuoted = types[token] === STRING && text.startsWith("'", starts[token]);
    const value = isQuoted ? text.slice(starts[token]! + 1, ends[token]! - 1) : '';
    // An empty object is JSON like any other.
    const isEmptyJson = value === '{}' && types[token - 1] === JSON_WORD;
    if (!isEmptyJson && holdsPlaceholderText(value)) return true;
    const before = token === 0 ? '' : text.charAt(ends[token - 1]! - 1);
    if (isPlaceholder(types[token]!, text, starts[token]!) && '{[:,'.includes(before || ' ')) return true;
  }
  return false;
}

/** Whether a tool puts something into the text of a string. */
export const holdsPlaceholderText = (value: string): boolean => IN_STRING.test(value);

/** All of a refused value: `{}` and `{0}` are places of a formatter where they are no collection, and not the only ones. */
const FORMATTED = /^\{\d*\}$/;
const FORMAT_PLACES = /\{\d*\}/g;

/** `${x}` is a token; the `%` of `%s` and the `<` of `<x>` are ones of their own. */
const isPlaceholder = (type: number, text: string, at: number): boolean =>
  type === TEMPLATE || /^%[sdr]\b/.test(text.slice(at, at + 3)) || (type === LT && IN_ANGLES.test(text.slice(at)));

const IN_ANGLES = /^<[\w .-]+>/;

/**
 * Anywhere in a text: `${x}`, `#{x}`, `{{x}}`, `<% x %>`, `%s`, `%(x)s`, `%1$s`, `##x##`; all of it: `$x`, `@x`, `@x@`, `#x#`, `:x`,
 * `<x>`, `{x}`, `%NAME%` (another `%` is LIKE's), `[x]`, `__x__`, and what stands for nothing yet: `***`, `...`, `YYYY-MM-DD`.
 */
const IN_STRING =
  /[$#]\{[^}]*\}|\{\{[^}]*\}\}|<%[^%]*%>|\$\([^)]*\)|%\[[^\]]*\]%|%(?:\(\w+\)|\d+\$)?[sdr](?![A-Za-z])|##\w+##|^(?:\$+\w+\$*|@\w+@?|#\w+#|:[A-Za-z]\w+|<[\w .-]+>|\{\w*\}|%[A-Z][A-Z0-9_]+%|\[[A-Z][\w .]+\]|__\w+__|\*{3,}|\.{3}|[Yy]{4}-[Mm]{2}-[Dd]{2}.*)$/;
