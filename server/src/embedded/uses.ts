import { FORMATTERS, joinerEnd, wordsOf, type Words } from './chains.ts';
import type { Host } from './host.ts';
import type { HostReading } from './host-tokens.ts';

/** What becomes of texts that have a name, anywhere in the program. */
export interface Uses {
  /** More is put to what has this name. */
  readonly joined: ReadonlySet<string>;
  /** Values are put into what has this name: `QUERY.format(…)`, `QUERY % …`, `String.format(QUERY`. */
  readonly formatted: ReadonlySet<string>;
}

/** Of all names at once: a program may name hundreds of texts. */
export function usesOf(text: string, { tokens }: HostReading, host: Host): Uses {
  const words = wordsOf(text, tokens);
  const { is, word } = words;
  const joined = new Set<string>();
  const formatted = new Set<string>();
  for (let at = 0; at < tokens.length; at += 1) {
    const { kind } = tokens[at]!;
    if (kind !== 'word') continue;
    const calls = is(at + 1, '.') ? word(at + 2) : '';
    const isAppended = is(at + 1, '<') && is(at + 2, '<') && !is(at + 3, '<');
    if (joinerEnd(words, host, at + 1) >= 0 || isIncreased(words, at + 1) || isAppended || JOINING_CALLS.has(calls))
      joined.add(word(at));
    if ((is(at + 1, '%') && !is(at + 2, '=')) || FORMATTERS.has(calls)) formatted.add(word(at));
    // Before it, where it does not begin a call or another name.
    if (['.', '(', ':', '='].some((sign) => is(at + 1, sign))) continue;
    const first = qualifiedFrom(words, host, at);
    if (isJoinedTo(words, host, first - 1)) joined.add(word(at));
    if (!is(first - 1, '(')) continue;
    const called = is(first - 2, '!') ? word(first - 3) : word(first - 2);
    if (FORMATTERS.has(called)) formatted.add(word(at));
    if (PUTTING_CALLS.has(called)) joined.add(word(at));
  }
  for (const { 1: name } of text.matchAll(PUT_IN)) joined.add(name!);
  return { joined, formatted };
}

/** The first token of `a.b.c`, of which one is the last. */
function qualifiedFrom({ is, word }: Words, { joiner }: Host, last: number): number {
  let first = last;
  // `$x` of PHP is two tokens.
  if (is(first - 1, '$')) first -= 1;
  while (joiner !== '.' && is(first - 1, '.') && word(first - 2) !== '') first -= 2;
  return first;
}

/** `+=`, `.=` */
const isIncreased = ({ is }: Words, at: number): boolean => (is(at, '+') || is(at, '.')) && is(at + 1, '=');

function isJoinedTo({ is }: Words, { joiner }: Host, at: number): boolean {
  if (joiner === '<>') return is(at, '>') && is(at - 1, '<');
  return is(at, joiner);
}

const JOINING_CALLS: ReadonlySet<string> = new Set(['concat', 'push_str', 'append']);
const PUTTING_CALLS: ReadonlySet<string> = new Set(['concat', 'append', 'push_str', 'WriteString']);

/** A name within a text: `${QUERY}`, `#{QUERY}`, `{QUERY}`. */
const PUT_IN = /[$#{]\{?\s*([A-Za-z_]\w*)\s*\}/g;
