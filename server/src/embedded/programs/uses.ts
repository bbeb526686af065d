import { wordSet } from '../hosts/alternatives.ts';
import { leftOf } from '../hosts/beside.ts';
import { FORMATTERS } from './chains.ts';
import type { Host } from '../hosts/host.ts';
import type { HostReading } from '../hosts/host-reading.ts';

/** A name of a text where it stands in the program. */
export interface Use {
  readonly start: number;
  readonly end: number;
  /** Within another text, for a value: `${QUERY}`, `#{QUERY}`, `{QUERY}`. */
  readonly isPutIn: boolean;
}

/** Where some names stand, each in the order of the text: looked for once for all of them, since a program may name hundreds of texts. */
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
  const put = (name: string | undefined, sign: string, at: number): void => {
    if (name === undefined || !names.has(name)) return;
    const start = at + sign.lastIndexOf(name);
    take(name, { start, end: start + name.length, isPutIn: true });
  };
  for (const { 0: sign, 1: marked, 2: braced, index } of text.matchAll(PUT_IN)) put(marked ?? braced, sign, index);
  for (const { literal } of tokens.texts) {
    for (const { kind, start, end } of literal.marks) {
      if (kind === 'escape') continue;
      const sign = text.slice(start, end);
      put(VARIABLE.exec(sign)?.[1], sign, start);
    }
  }
  for (const own of uses.values()) own.sort((a, b) => a.start - b.start);
  return uses;
}

const PUT_IN =
  /(?:[$#]\{\s*@{0,2}(?:(?:this|self)\.|[A-Z]\w*\.(?=\w+\s*\}))?([A-Za-z_]\w*)\b|\{(?:self\.)?([A-Za-z_]\w*)\})/g;

/** `$x`, `{$x}` */
const VARIABLE = /^\{?\$([A-Za-z_]\w*)\}?$/;

/** Whether a name is given a text. */
export const isAssigned = (text: string, { start, end, isPutIn }: Use): boolean =>
  !isPutIn && text[start - 1] !== '.' && GIVEN.test(text.slice(end, end + NEAR));

const GIVEN = /^[^=;\n"'`+(){}]{0,40}?:?=(?![=>])/;

/** Whether more is put to what has the name. */
export function isJoined(text: string, { joiner }: Host, { start, end, isPutIn }: Use): boolean {
  if (isPutIn) return true;
  const behind = text.slice(end, end + NEAR);
  const before = leftOf(text, start, FAR).replace(/[$@]$/, '');
  const { follows, leads } = JOINING[joiner];
  return (
    follows.test(behind) ||
    PUTTING.test(before) ||
    PLACED_BEFORE.test(before) ||
    (LISTED.test(before) && LIST_JOINED.test(behind)) ||
    isGivenAnew(before, text.slice(start, end)) ||
    (leads.test(before) && !/^\s*[.(:=]/.test(behind))
  );
}

/** What is given to a name is made of what has it: `q = withCondition(q, …)`. */
function isGivenAnew(before: string, name: string): boolean {
  const made = /[(,]\s*$/.test(before) ? MADE.exec(before) : null;
  return made !== null && made[1] === name && !KEEPING.has(made[2]!);
}

const MADE = /\b(\w+)\s*:?=\s*(?:await\s+)?[$&]?(?:\w+(?:\.|->|::))*(\w+)\((?:[^()\n;]*,\s*)?$/;
const KEEPING: ReadonlySet<string> = wordSet(
  'prepare Prepare prepareAsync PrepareAsync execute Execute executeAsync query Query SimpleStatement newInstance trim strip dedent TrimSpace',
);

const MORE =
  '\\+=|\\.=|<<(?![<~-])|\\.\\s*(?:concat|plus|push_str|append)\\b|\\.\\s*(?:replace|replaceAll|Replace|gsub)\\((?!r?["\'`/](?:\\s|\\\\+[nrts]|[[\\]+*|])+["\'`/])';
/** What leaves a text what it is may stand between: `q.strip() + "…"`. */
const KEPT = '^\\s*(?:\\.\\s*\\w*(?:strip|[tT]rim)\\w*\\(\\)\\s*)*';
const JOINING: Readonly<Record<Host['joiner'], { readonly follows: RegExp; readonly leads: RegExp }>> = {
  '+': { follows: new RegExp(`${KEPT}(?:\\+\\+?(?![+\\w])|${MORE})`), leads: /\+\s*(?:\w+\s*\.\s*)*$/ },
  '.': { follows: new RegExp(`^\\s*(?:\\.(?!\\w)|${MORE})`), leads: /\.\s*\$?$/ },
  '<>': { follows: new RegExp(`^\\s*(?:<>|${MORE})`), leads: /<>\s*@?(?:\w+\s*\.\s*)*$/ },
};
const PUTTING =
  /(?:\bconcat!|\b(?:append|push_str|WriteString|Sprint|Sprintln|strings\.Replace(?:All)?))\(\s*[[(]?\s*$|\b(?:[cC]oncat|[jJ]oin|implode)\([^()\n]*$/;

/** Among what is put into a text, at its beginning: `"%s WHERE k = ?" % QUERY`, `Sprintf("%s LIMIT 1", QUERY`. */
export const PLACED = String.raw`["'\x60]\s*(?:%(?:\d\$)?[sv]|\{\d?\})\s+(?:(?:WHERE|AND|LIMIT|ORDER|GROUP|ALLOW|USING|IF|VALUES|SET|PER)\b|%|\{)[^"'\x60\n]*["'\x60]\s*(?:,|%\s*\(?|\.\s*format(?:ted)?\()[^()\n]*`;
const PLACED_BEFORE = new RegExp(`${PLACED}$`, 'i');

const LISTED = /(?:\[|\b(?:of|listOf|listOfNotNull|asList|List|Seq|Array)\()[^()[\]\n]*$/;
const LIST_JOINED = /^[^;\n]{0,60}[\])]\s*(?:\.\s*\w+\([^()\n]*\)\s*)*\.\s*(?:join|joinToString|mkString)\b/;

/** More is put to what stands before. */
export const PUT_BEHIND = `\\s*(?:\\+(?![+=])|<>|%\\s|\\.(?:\\s*["'$]|\\s*(?:concat|plus|append|format|formatted)\\b))`;

/** The keys under which texts are kept to which more is put: `Q["base"] + "…"`, `"#{Q[:base]} …"`, `q.get("base") + "…"`. */
export const joinedKeysIn = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(KEPT_AND_JOINED)].map(([, behind, within]) => behind ?? within!));

const KEPT_UNDER = '[\\[(]\\s*[:"\'\\x60](\\w+)["\'\\x60]?\\s*[\\])]';
const KEPT_AND_JOINED = new RegExp(`${KEPT_UNDER}${PUT_BEHIND}|(?:${PLACED}|\\{[\\w.$ \\t]*)${KEPT_UNDER}`, 'gi');

/** Whether values are put into what has the name: `QUERY.format(…)`, `QUERY % …`, `String.format(QUERY`. */
export const isFormatted = (text: string, { start, end }: Use): boolean =>
  FORMATS_BEHIND.test(text.slice(end, end + NEAR)) || FORMATS_BEFORE.test(leftOf(text, start, NEAR));

const FORMATS = [...FORMATTERS].join('|');
const FORMATS_BEHIND = new RegExp(`^\\s*(?:%[^=]|\\.\\s*(?:${FORMATS})\\b)`);
const FORMATS_BEFORE = new RegExp(`\\b(?:${FORMATS})\\s*!?\\(\\s*$`);

/** So many characters are looked at behind a name, and before it. */
const NEAR = 60;
const FAR = 160;

/** What the call is made on that takes the value which stands at an offset: `session` of `this.session.prepare(NAME`. */
export const takerBefore = (text: string, offset: number): string | undefined =>
  TAKEN_BY.exec(leftOf(text, offset, LONGEST_CALL))?.[1];

/** What a name is handed to by any call: `session` of `this.session.prepare(NAME`, `this.session!.prepare(NAME`, `session['client'].prepare(NAME`, `Xandra` of `Xandra.execute(conn, NAME`. */
const TAKEN_BY =
  /([\w$]+)(?:[!?]|\[["']\w+["']\])*\s*(?:\.|->|::)\s*\w+!?\(\s*(?:(?<=\b[A-Z]\w*\.\w+!?\(\s*)[@\w]+,\s*)?(?:[\w$]+(?:\.|->|::))?\$?$/;

const LONGEST_CALL = 80;
