import type { Host } from './host.ts';
import type { HostReading, HostToken } from './host-tokens.ts';
import type { Literal } from './literal.ts';

/** A part of a text that is put together, in its order; offsets in the program. */
export type Part =
  /** `apart` from what stands before it: blanks are put between them. */
  | { readonly kind: 'text'; readonly literal: Literal; readonly apart?: boolean }
  /** An expression that is joined to what stands before it, up to what stands behind it. */
  | { readonly kind: 'hole'; readonly start: number; readonly end: number };

/** A text that a program puts together in one expression. */
export interface Chain {
  readonly parts: readonly [Part, ...Part[]];
  /** Of its first and last token. */
  readonly first: number;
  readonly last: number;
  /** What it is an argument of: the last word before the brackets. */
  readonly callee: string;
  /** The callee is a macro of Rust, an annotation. */
  readonly calleeSign: '!' | '@' | '';
  /** What it is assigned to. */
  readonly name: string | undefined;
  /** Signs in it stand for values, which are put in right here. */
  readonly formatted: boolean;
  /** More is put behind it. */
  readonly goesOn: boolean;
  /** A `|` begins its lines, which the program takes away. */
  readonly margin: boolean;
}

/** The text that begins with the token at an index. */
export function chainAt(text: string, { tokens }: HostReading, host: Host, first: number): Chain {
  const words = wordsOf(text, tokens);
  const { is, word } = words;
  const listed = listedEnd(words, tokens, first);
  const { parts, last } =
    listed < 0 ? joinedParts(words, tokens, host, first) : listedParts(text, words, tokens, first, listed);
  const kept = skipped(words, last + 1, ')');
  const behind = skipped(words, unchangedEnd(words, kept), ')');
  const calls = word(behind + 1);
  const formats = (is(behind, '%') && FORMATS_BY_PERCENT.has(host.name)) || (is(behind, '.') && FORMATTERS.has(calls));
  const { callee, sign } = calleeOf(words, tokens, first);
  return {
    parts,
    first,
    last,
    callee,
    calleeSign: sign,
    name: nameBefore(text, tokens[first]!.start),
    formatted: formats || FORMATTERS.has(callee) || (sign === '!' && callee !== 'concat'),
    goesOn:
      APPENDERS.has(callee) ||
      BUILDERS.has(callee) ||
      (is(behind, '.') && (APPENDERS.has(calls) || calls === 'concat')),
    margin: tokens.slice(first, kept + 2).some((_, at) => MARGINS.has(word(first + at))),
  };
}

interface Parts {
  readonly parts: Chain['parts'];
  readonly last: number;
}

/** Texts and values that are joined by signs, or by standing side by side. */
function joinedParts(words: Words, tokens: readonly HostToken[], host: Host, first: number): Parts {
  const parts: [Part, ...Part[]] = [{ kind: 'text', literal: tokens[first]!.literal! }];
  const { depth } = tokens[first]!;
  let last = first;
  for (let next = tokens[first + 1]; next !== undefined; next = tokens[last + 1]) {
    if (host.adjacent && next.kind === 'text' && (!next.fresh || depth > 0)) {
      parts.push({ kind: 'text', literal: next.literal! });
      last += 1;
      continue;
    }
    const joined = joinerEnd(words, host, host.joiner === '.' ? last + 1 : unchangedEnd(words, last + 1));
    const operand = tokens[joined];
    if (operand === undefined) break;
    if (operand.kind === 'text' && !isCalled(words, host, joined + 1)) {
      parts.push({ kind: 'text', literal: operand.literal! });
      last = joined;
      continue;
    }
    const end = expressionEnd(words, tokens, host, joined, depth);
    if (end <= joined) break;
    const before = parts.at(-1)!;
    const hole = { kind: 'hole' as const, start: tokens[last]!.end, end: tokens[end - 1]!.end };
    if (before.kind === 'hole') parts[parts.length - 1] = { ...hole, start: before.start };
    else parts.push(hole);
    last = end - 1;
  }
  return { parts, last };
}

/** Texts of a list, up to a token. */
function listedParts(text: string, { is }: Words, tokens: readonly HostToken[], first: number, end: number): Parts {
  const separator = tokens.slice(end).find(({ kind }) => kind === 'text')?.literal;
  const apart = is(first - 1, '[') && /^(?:\s|\\n)+$/.test(text.slice(separator?.textStart, separator?.textEnd));
  const others = tokens
    .slice(first + 1, end)
    .flatMap(({ literal }) => (literal === undefined ? [] : [{ kind: 'text' as const, literal, apart }]));
  return { parts: [{ kind: 'text', literal: tokens[first]!.literal! }, ...others], last: end - 1 };
}

/** How the tokens of a program are written. */
interface Words {
  readonly is: (at: number, sign: string) => boolean;
  readonly word: (at: number) => string;
}

const wordsOf = (text: string, tokens: readonly HostToken[]): Words => ({
  is(at, sign) {
    const token = tokens[at];
    return (
      token !== undefined &&
      token.kind !== 'text' &&
      text.startsWith(sign, token.start) &&
      token.end - token.start <= sign.length
    );
  },
  word(at) {
    const token = tokens[at];
    return token === undefined || token.kind !== 'word' ? '' : text.slice(token.start, token.end);
  },
});

/** Behind the sign that joins; -1 where there is none. */
function joinerEnd({ is }: Words, { joiner }: Host, at: number): number {
  if (joiner === '<>') return is(at, '<') && is(at + 1, '>') ? at + 2 : -1;
  if (!is(at, joiner) || is(at + 1, '+') || is(at + 1, '=')) return -1;
  return at + 1;
}

/** Whether what stands before is only the beginning of an expression: `"a".repeat(3)`. */
const isCalled = ({ is, word }: Words, { joiner }: Host, at: number): boolean =>
  joiner !== '.' &&
  is(at, '.') &&
  word(at + 1) !== '' &&
  !UNCHANGING.has(word(at + 1)) &&
  !FORMATTERS.has(word(at + 1));

/** Behind the calls that leave a text what it is. */
function unchangedEnd({ is, word }: Words, from: number): number {
  let at = from;
  while (is(at, '.') && UNCHANGING.has(word(at + 1)) && word(at + 1) !== 'concat') {
    at += 2;
    if (is(at, '(') && is(at + 1, ')')) at += 2;
  }
  return at;
}

const MARGINS: ReadonlySet<string> = new Set(['stripMargin', 'trimMargin']);

/** What leaves a text what it is, as far as CQL is concerned. */
const UNCHANGING: ReadonlySet<string> = new Set(
  'trim trimIndent trimMargin stripMargin stripIndent strip squish to_string to_owned into String as_str toString intern concat'.split(
    ' ',
  ),
);

/** Behind the expression that begins at a token: before what ends it. */
function expressionEnd(words: Words, tokens: readonly HostToken[], host: Host, from: number, depth: number): number {
  let at = from;
  for (; at < tokens.length; at += 1) {
    const token = tokens[at]!;
    if (token.depth < depth || (token.depth === depth && ENDS.some((sign) => words.is(at, sign)))) return at;
    if (token.depth > depth) continue;
    if (at > from) {
      if (joinerEnd(words, host, at) >= 0 && !(host.joiner === '.' && words.is(at - 1, '-'))) return at;
      if (host.endsWithLine && token.fresh && !words.is(at, '.') && !words.is(at - 1, '.')) return at;
      if (LOW_WORDS.has(words.word(at))) return at;
    }
  }
  return at;
}

const ENDS: readonly string[] = [',', ';', ')', ']', '}', '?'];
const LOW_WORDS: ReadonlySet<string> = new Set(['if', 'unless', 'for', 'and', 'or', 'do', 'then', 'else', 'while']);

/** Behind the last of texts that are listed to be joined, `["a", "b"].join(" ")`, `concat!("a", "b")`; -1 where none are. */
function listedEnd({ is, word }: Words, tokens: readonly HostToken[], first: number): number {
  const brackets = is(first - 1, '[');
  const concat = is(first - 1, '(') && is(first - 2, '!') && word(first - 3) === 'concat';
  if (!brackets && !concat) return -1;
  let at = first + 1;
  while (is(at, ',') && tokens[at + 1]?.kind === 'text') at += 2;
  const end = is(at, ',') ? at + 1 : at;
  if (concat) return is(end, ')') ? at : -1;
  return is(end, ']') && is(end + 1, '.') && word(end + 2) === 'join' && at > first + 1 ? at : -1;
}

/** The next token that is no such sign. */
function skipped({ is }: Words, from: number, sign: string): number {
  let at = from;
  while (is(at, sign)) at += 1;
  return at;
}

/** The name that a text is given: `const x = "…"`, `x := "…"`, `x: "…"`, `String X = ("…"`, `let x: &str = "…"`. */
function nameBefore(text: string, start: number): string | undefined {
  let at = start - 1;
  while (at >= 0 && ' \t\r\n(&'.includes(text[at]!)) at -= 1;
  if (text[at] !== '=' && text[at] !== ':') return undefined;
  const before = text.slice(Math.max(0, at - LONGEST_NAME), start);
  return /([A-Za-z_$][\w$]*)(?:\s+string|\s*:[^=;{}()]*)?\s*[:+.]?[=:]\s*[(&\s]*$/.exec(before)?.[1];
}

const LONGEST_NAME = 160;

/** What the text is an argument of. */
function calleeOf(
  words: Words,
  tokens: readonly HostToken[],
  first: number,
): { readonly callee: string; readonly sign: '!' | '@' | '' } {
  const { is, word } = words;
  const { depth } = tokens[first]!;
  if (depth === 0) return NO_CALLEE;
  let at = first - 1;
  for (; at >= Math.max(0, first - FAR); at -= 1) {
    const token = tokens[at]!;
    if (token.depth < depth) break;
    if (is(at, ';') || is(at, '{')) return NO_CALLEE;
  }
  // Brackets that only group.
  while (at > 0 && is(at, '(') && word(at - 1) === '' && !is(at - 1, '!') && !is(at - 1, '>')) {
    const outer = tokens[at]!.depth;
    at -= 1;
    while (at >= Math.max(0, first - FAR) && tokens[at]!.depth >= outer) at -= 1;
  }
  if (!is(at, '(')) return NO_CALLEE;
  let before = at - 1;
  // The types of a generic call.
  if (is(before, '>')) while (before > at - 12 && !is(before, '<')) before -= 1;
  if (is(before, '<')) before -= 1;
  if (is(before, ':')) before -= 2;
  const sign = is(before, '!') ? '!' : '';
  const named = sign === '!' ? before - 1 : before;
  return { callee: word(named), sign: is(named - 1, '@') ? '@' : sign };
}

const NO_CALLEE = { callee: '', sign: '' } as const;

/** So many tokens are looked back for the brackets around. */
const FAR = 60;

const FORMATS_BY_PERCENT: ReadonlySet<string> = new Set(['python', 'ruby']);

export const FORMATTERS: ReadonlySet<string> = new Set(
  'format formatted Format sprintf Sprintf Fprintf Printf printf vsprintf AppendFormat'.split(' '),
);

/** What a text is the beginning of. */
const BUILDERS: ReadonlySet<string> = new Set(['StringBuilder', 'StringBuffer', 'StringJoiner']);

const APPENDERS: ReadonlySet<string> = new Set(
  'append Append WriteString push_str write_str AppendLine appendLine'.split(' '),
);
