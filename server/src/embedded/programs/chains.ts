import { wordSet } from '../hosts/alternatives.ts';
import { leftOf } from '../hosts/beside.ts';
import {
  closeOf,
  expressionEnd,
  joinerEnd,
  JOINS,
  LISTS,
  skipped,
  UNCHANGING,
  unchangedEnd,
  type Words,
  wordsOf,
} from '../hosts/expressions.ts';
import {
  behindFilled,
  goesOnFrom,
  isExtended,
  isFollowedByMore,
  isHandedToMore,
  isListed,
  isPutTogether,
} from './going-on.ts';
import type { Host } from '../hosts/host.ts';
import type { HostReading } from '../hosts/host-reading.ts';
import { type Literal, writtenIn } from '../hosts/literal.ts';
import { isNamedForCassandra } from './receivers.ts';
import type { HostTokens } from '../hosts/tokens.ts';

/** A part of a text that is put together, in its order; offsets in the program. */
export type Part =
  /** `apart` from what stands before it: blanks are put between them. */
  | { readonly kind: 'text'; readonly literal: Literal; readonly apart?: boolean }
  /** An expression that is joined to what stands before it, up to what stands behind it. */
  | { readonly kind: 'hole'; readonly start: number; readonly end: number; readonly apart?: boolean };

/** A text that a program puts together in one expression. */
export interface Chain {
  readonly parts: readonly [Part, ...Part[]];
  /** Of its first and last token. */
  readonly first: number;
  readonly last: number;
  /** The first token of what is handed on: the text, or what gives it with values put into it. */
  readonly argument: number;
  /** What it is an argument of: the last word before the brackets. */
  readonly callee: string;
  /** The callee is a macro of Rust, an annotation. */
  readonly calleeSign: '!' | '@' | '';
  /** What the callee belongs to: `session` of `this.session.execute`; empty where it stands alone. */
  readonly receiver: string;
  /** What it is assigned to. */
  readonly name: string | undefined;
  /** Signs in it stand for values, which are put in right here. */
  readonly formatted: boolean;
  /** More is put behind it. */
  readonly goesOn: boolean;
  /** What begins its lines and the program takes away; empty where nothing does. */
  readonly margin: string;
}

/** The text that begins with the token at an index. */
export function chainAt(text: string, { tokens }: HostReading, host: Host, first: number): Chain {
  const words = wordsOf(text, tokens);
  const { is, word } = words;
  const list = listAt(text, words, tokens, host, first);
  const { parts, last } = list ?? joinedParts(words, tokens, host, first);
  const kept = skipped(words, last + 1, ')');
  const behind = skipped(words, unchangedEnd(words, kept), ')');
  const calls = word(behind + 1);
  const formats = (is(behind, '%') && FORMATS_BY_PERCENT.has(host.name)) || (is(behind, '.') && FORMATTERS.has(calls));
  const own = calleeOf(words, text, tokens, first);
  const fills = FORMATTERS.has(own.callee) || (own.sign === '!' && own.callee !== 'concat');
  // What is handed on is the text with its values: `session.execute(String.format("…", x))`.
  const isFilled = is(first - 1, '(') || isBehindLocale(words, tokens, own, first);
  const isHandedOn = GIVING.test(own.callee) && isFilled && !(is(own.at - 1, '.') && tokens.isText(own.at - 2));
  const { callee, sign, receiver } = isHandedOn ? calleeOf(words, text, tokens, own.at) : own;
  const argument = isHandedOn ? beginOf(words, own.at) : first;
  const end = isHandedOn ? closeOf(tokens, last + 1, tokens.depth(first)) : last;
  const place = { text, words, tokens, host };
  return {
    parts,
    first,
    last,
    argument,
    callee,
    calleeSign: sign,
    receiver,
    name: nameOf(text, words, tokens, host, first),
    formatted: formats || fills,
    goesOn:
      (callee !== 'concat' && isPutTogether(callee)) ||
      goesOnFrom(place, behind) ||
      isExtended(place, unchangedEnd(words, last + 1)) ||
      isHandedToMore(place, callee, closeOf(tokens, last + 1, tokens.depth(argument)) + 1) ||
      // One of several texts in brackets: `(x ? "…" : "…") + "…"`.
      (callee === '' && goesOnFrom(place, closeOf(tokens, last + 1, tokens.depth(first)) + 1)) ||
      (formats && goesOnFrom(place, behindFilled(place, behind, first))) ||
      (fills && goesOnFrom(place, skipped(words, closeOf(tokens, last + 1, tokens.depth(first)) + 1, ')'))) ||
      isFollowedByMore(place, argument, end) ||
      (list === undefined && isListed(place, argument)),
    margin: marginOf(text, words, tokens, first, kept + 2),
  };
}

/** Whether a text is filled as a place of the world wants: `String.format(Locale.US, "…", x)`. */
function isBehindLocale({ is }: Words, tokens: HostTokens, { callee, receiver, at }: Callee, first: number): boolean {
  if (!/^[fF]ormat$/.test(callee) || !/^[sS]tring$/.test(receiver) || !is(first - 1, ',')) return false;
  const depth = tokens.depth(first);
  for (let before = first - 2; before > at + 1; before -= 1)
    if (tokens.isText(before) || (is(before, ',') && tokens.depth(before) === depth)) return false;
  return true;
}

export interface Parts {
  readonly parts: Chain['parts'];
  readonly last: number;
}

/** Texts and values that are joined by signs, or by standing side by side. */
export function joinedParts(words: Words, tokens: HostTokens, host: Host, first: number): Parts {
  const depth = tokens.depth(first);
  const begin = tokens.text(first);
  let last = begin === undefined ? Math.max(first, expressionEnd(words, tokens, host, first, depth) - 1) : first;
  const parts: [Part, ...Part[]] =
    begin === undefined
      ? [{ kind: 'hole', start: tokens.start(first), end: tokens.end(last) }]
      : [{ kind: 'text', literal: begin.literal }];
  for (let next = last + 1; next < tokens.count; next = last + 1) {
    const adjacent = host.adjacent && (!tokens.isFresh(next) || depth > 0) ? tokens.text(next) : undefined;
    if (adjacent !== undefined) {
      parts.push({ kind: 'text', literal: adjacent.literal });
      last += 1;
      continue;
    }
    const joined = joinerEnd(words, host, host.joiner === '.' ? last + 1 : unchangedEnd(words, last + 1));
    if (joined < 0 || joined >= tokens.count) break;
    const operand = tokens.text(joined);
    if (operand !== undefined && !isCalled(words, host, joined + 1)) {
      parts.push({ kind: 'text', literal: operand.literal });
      last = joined;
      continue;
    }
    const end = expressionEnd(words, tokens, host, joined, depth);
    if (end <= joined) break;
    const before = parts.at(-1)!;
    const hole = { kind: 'hole' as const, start: tokens.end(last), end: tokens.end(end - 1) };
    if (before.kind === 'hole') parts[parts.length - 1] = { ...hole, start: before.start };
    else parts.push(hole);
    last = end - 1;
  }
  return { parts, last };
}

/** Whether what stands before is only the beginning of an expression: `"a".repeat(3)`. */
const isCalled = ({ is, word }: Words, { joiner }: Host, at: number): boolean =>
  joiner !== '.' &&
  is(at, '.') &&
  word(at + 1) !== '' &&
  !UNCHANGING.has(word(at + 1)) &&
  !FORMATTERS.has(word(at + 1));

/** The margin that one of some tokens takes away: the one that it is told, else a bar. */
function marginOf(text: string, { word }: Words, tokens: HostTokens, from: number, to: number): string {
  for (let at = from; at < to; at += 1) {
    if (!MARGINS.has(word(at))) continue;
    const told = tokens.text(at + 2)?.literal;
    return told === undefined ? '|' : writtenIn(text, told);
  }
  return '';
}

const MARGINS: ReadonlySet<string> = wordSet('stripMargin trimMargin');

/** The list that begins with a text, and is joined: `["a", b].join(" ")`, `String.join(" ", "a", "b")`, `concat!("a", "b")`. */
function listAt(text: string, words: Words, tokens: HostTokens, host: Host, first: number): Parts | undefined {
  const { is, word } = words;
  const { open, separator } = openingOf(words, tokens, first);
  // Go
  const isOfGo = is(open, '{') && word(open - 1) === 'string' && is(open - 4, '(') && JOINS.has(word(open - 5));
  if (!isOfGo && !is(open, '(') && !is(open, '[')) return undefined;
  const called = is(open - 1, '!') ? word(open - 2) : word(open - 1);
  if (is(open, '(') && separator < 0 && !CONCATS.has(called) && !LISTS.has(called)) return undefined;
  const elements = [joinedParts(words, tokens, host, first)];
  let end = elements[0]!.last + 1;
  while (is(end, ',') && !CLOSING.some((sign) => is(end + 1, sign))) {
    const element = joinedParts(words, tokens, host, end + 1);
    elements.push(element);
    end = element.last + 1;
  }
  const close = is(end, ',') ? end + 1 : end;
  if (!is(close, isOfGo ? '}' : is(open, '(') ? ')' : ']')) return undefined;
  const list = (between: number): Parts => ({ parts: listed(text, tokens, elements, between), last: end - 1 });
  // Elixir
  const isOfElixir = is(open, '[') && is(open - 1, '(') && word(open - 2) === 'join' && word(open - 4) === 'Enum';
  if (isOfGo || isOfElixir) return is(close + 1, ',') && tokens.isText(close + 2) ? list(close + 2) : undefined;
  if (separator >= 0) return is(open, '(') || is(close + 1, ')') ? list(separator) : undefined;
  if (is(open, '(') && CONCATS.has(called)) return list(-1);
  const joins = is(close + 1, '.') && JOINS.has(word(close + 2)) && (is(open, '[') || LISTS.has(called));
  return joins && elements.length > 1 && tokens.isText(close + 4) ? list(close + 4) : undefined;
}

const CLOSING = [')', ']', '}'];

/** What a list is joined to, with the text of a token between its elements. */
function listed(text: string, tokens: HostTokens, elements: readonly Parts[], separator: number): Chain['parts'] {
  const between = tokens.text(separator)?.literal;
  const apart = between !== undefined && /^(?:\s|\\n)+$/.test(writtenIn(text, between));
  const [begin, ...rest] = elements;
  const parts: [Part, ...Part[]] = [...begin!.parts];
  for (const element of rest) {
    for (const [index, part] of element.parts.entries()) {
      const before = parts.at(-1)!;
      if (part.kind === 'hole' && before.kind === 'hole') parts[parts.length - 1] = { ...part, start: before.start };
      else parts.push(index === 0 ? { ...part, apart } : part);
    }
  }
  return parts;
}

/** The brackets of a list. */
interface Opening {
  readonly open: number;
  /** The text that is put between its elements, where that stands before them; -1 where it does not. */
  readonly separator: number;
}

/** The brackets before a text that is the first of a list, and what is put between its texts where that stands before them. */
function openingOf({ is, word }: Words, tokens: HostTokens, first: number): Opening {
  const isText = (at: number): boolean => tokens.isText(at);
  const found = (open: number, separator: number): Opening => ({ open, separator });
  // `String.join(" ", "a", "b")`
  if (is(first - 1, ',') && isText(first - 2) && is(first - 3, '(') && JOINS.has(word(first - 4)))
    return found(first - 3, first - 2);
  const open = first - 1;
  // `" ".join(["a", "b"])`, `implode(" ", ["a", "b"])`
  const isBracket = is(open, '[') || is(open, '(');
  if (isBracket && is(open - 1, '(') && word(open - 2) === 'join' && isText(open - 4)) return found(open, open - 4);
  if (is(open, '[') && is(open - 1, ',') && isText(open - 2) && is(open - 3, '(') && word(open - 4) === 'implode')
    return found(open, open - 2);
  return found(open, -1);
}

const CONCATS: ReadonlySet<string> = wordSet('concat Concat');

/** The name that a text is given: `const x = "…"`, `x := "…"`, `x: "…"`, `String X = ("…"`, `let x: &str = "…"`; in Ruby `x = +"…"`. */
function nameBefore(text: string, host: Host, start: number): string | undefined {
  const attribute = host.name === 'elixir' ? ATTRIBUTE.exec(leftOf(text, start, LONGEST_NAME)) : null;
  if (attribute !== null) return attribute[1];
  let at = start - 1;
  while (at >= 0 && ' \t\r\n(&+'.includes(text[at]!)) at -= 1;
  // Rust makes a text of its own of one that stands in the program.
  if (text[at] === 'm' && text.endsWith(COPIES, at + 1)) return nameBefore(text, host, at + 1 - COPIES.length);
  const before = text.slice(Math.max(0, at - LONGEST_NAME), start);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const choice = CHOOSES.test(line) ? CHOICE.exec(line) : null;
  if (choice !== null) return choice[1];
  if (text[at] !== '=' && text[at] !== ':') return undefined;
  const ofGo = host.name === 'go' ? OF_GO.exec(before) : null;
  if (ofGo !== null) return ofGo[1];
  return /([A-Za-z_$][\w$]*)(?:[ \t]*\{[^{}\n]*\}|[ \t]*:(?:[^=;{}(),"'`<\n]|<[^=;{}()"'`]*>)*)?\s*[:+.]?[=:]\s*[(&+\s]*$/.exec(
    before,
  )?.[1];
}

/** The same of what a call gives that leaves a text what it is, or puts values into it: `q := fmt.Sprintf("…", x)`. */
export function nameOf(text: string, words: Words, tokens: HostTokens, host: Host, first: number): string | undefined {
  const own = nameBefore(text, host, tokens.start(first));
  if (own !== undefined) return own;
  const { callee, sign, at } = calleeOf(words, text, tokens, first);
  if (sign !== '!' && !FORMATTERS.has(callee) && !KEEPERS.has(callee)) return undefined;
  return nameBefore(text, host, tokens.start(beginOf(words, at)));
}

/** The first token of a name with what it belongs to: `java` of `java.lang.String.format`. */
function beginOf({ is, word }: Words, at: number): number {
  let begin = at;
  while (
    word(begin) !== '' &&
    (is(begin - 1, '.') || is(begin - 1, ':')) &&
    word(begin - (is(begin - 1, '.') ? 2 : 3)) !== ''
  )
    begin -= is(begin - 1, '.') ? 2 : 3;
  return begin;
}

const KEEPERS: ReadonlySet<string> = wordSet('dedent cleandoc TrimSpace Trim trim strip str String from');

/** In Go the type stands behind: `const x query = "…"`, also in a block; and others may be given values with it: `x, args := "…", y`. */
const OF_GO =
  /(?:[\n,;{]|\b(?:const|var|if)\b)[ \t]*(?!(?:const|var)\b)([A-Za-z_]\w*)(?:[ \t]+[\w.]+[ \t]*=|(?:,[ \t]*\w+)+[ \t]*:?=)\s*$/;

/** `@find "…"` */
const ATTRIBUTE = /@([a-z_]\w*)[ \t]+$/;

/** One of several texts: `q = x ? "…" : "…"`, `let q = if x { "…" } else { "…" }`. */
const CHOOSES = /\?(?![.?])|\b(?:if|else)\b/;
const WITHIN = '(?:[^;,\\n"\'`]|"[^"\\n]*"|\'[^\'\\n]*\'|`[^`\\n]*`)*';
const CHOICE = new RegExp(
  `([A-Za-z_$][\\w$]*)(?:[ \\t]*:[ \\t]*[\\w&<>.]+)?[ \\t]*:?=(?![=>])${WITHIN}(?:${CHOOSES.source})${WITHIN}$`,
);

const LONGEST_NAME = 160;
const COPIES = 'String::from';

/** What the text is an argument of. */
function calleeOf(words: Words, text: string, tokens: HostTokens, first: number): Callee {
  const { is, word } = words;
  const depth = tokens.depth(first);
  if (depth === 0) return NO_CALLEE;
  let at = first - 1;
  for (; at >= Math.max(0, first - FAR); at -= 1) {
    if (tokens.depth(at) < depth) break;
    if (is(at, ';') || is(at, '{')) return NO_CALLEE;
  }
  // Brackets that only group.
  while (at > 0 && is(at, '(') && word(at - 1) === '' && !is(at - 1, '!') && !is(at - 1, '>')) {
    const outer = tokens.depth(at);
    at -= 1;
    while (at >= Math.max(0, first - FAR) && tokens.depth(at) >= outer) at -= 1;
  }
  if (!is(at, '(')) return NO_CALLEE;
  let before = at - 1;
  // The types of a generic call.
  if (is(before, '>')) before = openingOfTypes(words, before);
  if (is(before, '<')) before -= 1;
  if (is(before, ':')) before -= 2;
  const sign = is(before, '!') ? '!' : '';
  const named = sign === '!' ? before - 1 : before;
  return {
    callee: word(named),
    sign: is(named - 1, '@') ? '@' : sign,
    receiver: receiverBefore(words, text, tokens, named - 1),
    at: named,
  };
}

/** The `<` before the types that end at a token. */
function openingOfTypes({ is }: Words, close: number): number {
  let open = 1;
  let at = close;
  while (open > 0 && at > close - FAR) {
    at -= 1;
    if (is(at, '<')) open -= 1;
    else if (is(at, '>') && !is(at - 1, '=')) open += 1;
  }
  return at;
}

interface Callee extends Pick<Chain, 'callee' | 'receiver'> {
  readonly sign: Chain['calleeSign'];
  /** Its token. */
  readonly at: number;
}

const NO_CALLEE: Callee = { callee: '', sign: '', receiver: '', at: -1 };

/**
 * What stands before the sign that leads to a part of it: a name, or that of what was called for it; of several that a call may give, the
 * one that is asked for: `cassandra` of `DB::connection('cassandra')->select`.
 */
function receiverBefore({ is, word }: Words, text: string, tokens: HostTokens, sign: number): string {
  let at = is(sign, '.') ? sign - 1 : (is(sign, '>') && is(sign - 1, '-')) || is(sign, ':') ? sign - 2 : undefined;
  if (at === undefined) return '';
  if (is(at, '?') || is(at, '!')) at -= 1;
  if (is(at, ')') || is(at, ']')) {
    const depth = tokens.depth(at);
    const asked = at - 1;
    at -= 1;
    while (at >= 0 && tokens.depth(at) > depth) at -= 1;
    at -= 1;
    const literal = at === asked - 2 ? tokens.text(asked)?.literal : undefined;
    const name = literal === undefined ? '' : writtenIn(text, literal);
    if (isNamedForCassandra(name)) return name;
  }
  return word(at);
}

/** So many tokens are looked back for the brackets around. */
const FAR = 60;

const FORMATS_BY_PERCENT: ReadonlySet<string> = wordSet('python ruby');

export const FORMATTERS: ReadonlySet<string> = wordSet(
  'format formatted Format sprintf Sprintf Fprintf Printf printf vsprintf AppendFormat',
);

/** What gives the text that it is handed, or that with values in it. */
const GIVING = /^(?:v?sprintf|Sprintf|[fF]ormat(?:ted)?|dedent|cleandoc|[tT]rim(?:Space)?)$/;

export const startOf = ({ parts: [first] }: Chain): number =>
  first.kind === 'hole' ? first.start : first.literal.start;

/** Where a text must end: behind the closing quotes, or what is joined last. */
export function endOf({ parts }: Chain): number {
  const last = parts.at(-1)!;
  return last.kind === 'hole' ? last.end : last.literal.end;
}
