import { FORMATTERS } from './chains.ts';
import type { Host } from './host.ts';
import type { HostReading } from './host-reading.ts';

/** A name of a text where it stands in the program. */
export interface Use {
  readonly start: number;
  readonly end: number;
  /** Within another text, for a value: `${QUERY}`, `#{QUERY}`, `{QUERY}`. */
  readonly isPutIn: boolean;
}

/** Where some names stand: looked for once for all of them, since a program may name hundreds of texts. */
export function usesOf(
  text: string,
  { tokens }: HostReading,
  names: ReadonlySet<string>,
): ReadonlyMap<string, readonly Use[]> {
  const uses = new Map<string, Use[]>();
  const take = (name: string, use: Use): void => {
    const own = uses.get(name);
    if (own === undefined) uses.set(name, [use]);
    else own.push(use);
  };
  const lengths = new Set([...names].map(({ length }) => length));
  for (let at = 0; at < tokens.count; at += 1) {
    const [start, end] = [tokens.start(at), tokens.end(at)];
    if (!tokens.isWord(at) || !lengths.has(end - start)) continue;
    const name = text.slice(start, end);
    if (names.has(name)) take(name, { start, end, isPutIn: false });
  }
  for (const { 0: put, 1: marked, 2: braced, index } of text.matchAll(PUT_IN)) {
    const name = (marked ?? braced)!;
    const start = index + put.indexOf(name);
    if (names.has(name)) take(name, { start, end: start + name.length, isPutIn: true });
  }
  return uses;
}

const PUT_IN = /(?:[$#]\{\s*([A-Za-z_]\w*)\b|\{([A-Za-z_]\w*)\})/g;

/** Whether a name is given a text. */
export const isAssigned = (text: string, { start, end, isPutIn }: Use): boolean =>
  !isPutIn && text[start - 1] !== '.' && GIVEN.test(text.slice(end, end + NEAR));

const GIVEN = /^[^=;\n"'`+(){}]{0,40}?:?=(?![=>])/;

/** Whether more is put to what has the name. */
export function isJoined(text: string, { joiner }: Host, { start, end, isPutIn }: Use): boolean {
  if (isPutIn) return true;
  const behind = text.slice(end, end + NEAR);
  const before = text.slice(Math.max(0, start - NEAR), start);
  const { follows, leads } = JOINING[joiner];
  return follows.test(behind) || PUTTING.test(before) || (leads.test(before) && !/^\s*[.(:=]/.test(behind));
}

const MORE = '\\+=|\\.=|<<(?![<~-])|\\.\\s*(?:concat|push_str|append)\\b';
const JOINING: Readonly<Record<Host['joiner'], { readonly follows: RegExp; readonly leads: RegExp }>> = {
  '+': { follows: new RegExp(`^\\s*(?:\\+(?![+\\w])|${MORE})`), leads: /\+\s*(?:\w+\s*\.\s*)*$/ },
  '.': { follows: new RegExp(`^\\s*(?:\\.(?!\\w)|${MORE})`), leads: /\.\s*\$?$/ },
  '<>': { follows: new RegExp(`^\\s*(?:<>|${MORE})`), leads: /<>\s*@?(?:\w+\s*\.\s*)*$/ },
};
const PUTTING = /(?:\bconcat!|\b(?:append|push_str|WriteString))\(\s*$/;

/** Whether values are put into what has the name: `QUERY.format(…)`, `QUERY % …`, `String.format(QUERY`. */
export const isFormatted = (text: string, { start, end }: Use): boolean =>
  FORMATS_BEHIND.test(text.slice(end, end + NEAR)) || FORMATS_BEFORE.test(text.slice(Math.max(0, start - NEAR), start));

const FORMATS = [...FORMATTERS].join('|');
const FORMATS_BEHIND = new RegExp(`^\\s*(?:%[^=]|\\.\\s*(?:${FORMATS})\\b)`);
const FORMATS_BEFORE = new RegExp(`\\b(?:${FORMATS})\\s*!?\\(\\s*$`);

/** So many characters are looked at beside a name. */
const NEAR = 60;
