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
  const listed = listedEnd(text, words, tokens, first);
  const { parts, last } =
    listed === undefined ? joinedParts(words, tokens, host, first) : listedParts(tokens, first, listed);
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

/** Texts of a list. */
function listedParts(tokens: readonly HostToken[], first: number, { end, apart }: Listed): Parts {
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
  /** Brackets of its own that are open, of those on its depth. */
  let open = 0;
  for (; at < tokens.length; at += 1) {
    const token = tokens[at]!;
    if (token.depth < depth) return at;
    if (token.depth > depth) continue;
    if (BRACKETS.some(([sign]) => words.is(at, sign))) {
      // A block begins where no expression does: `if (a + b) {`.
      if (words.is(at, '{') && at > from && !WITH_BLOCKS.has(host.name)) return at;
      open += 1;
      continue;
    }
    if (open > 0 && BRACKETS.some(([, sign]) => words.is(at, sign))) {
      open -= 1;
      continue;
    }
    if (ENDS.some((sign) => words.is(at, sign))) return at;
    if (at > from) {
      if (joinerEnd(words, host, at) >= 0 && !(host.joiner === '.' && words.is(at - 1, '-'))) return at;
      if (host.endsWithLine && token.fresh && !words.is(at, '.') && !words.is(at - 1, '.')) return at;
      if (LOW_WORDS.has(words.word(at))) return at;
    }
  }
  return at;
}

/** Where a block may be the argument of a call. */
const WITH_BLOCKS: ReadonlySet<string> = new Set(['kotlin', 'scala', 'groovy']);

const BRACKETS = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
] as const;

const ENDS: readonly string[] = [',', ';', ')', ']', '}', '?'];
const LOW_WORDS: ReadonlySet<string> = new Set(['if', 'unless', 'for', 'and', 'or', 'do', 'then', 'else', 'while']);

interface Listed {
  /** Behind the last text. */
  readonly end: number;
  /** Blanks are put between the texts. */
  readonly apart: boolean;
}

/** Texts that are listed to be joined: `["a", "b"].join(" ")`, `" ".join(["a", "b"])`, `concat!("a", "b")`; else nothing. */
function listedEnd(text: string, { is, word }: Words, tokens: readonly HostToken[], first: number): Listed | undefined {
  const isBlank = (at: number): boolean => {
    const { literal } = tokens[at] ?? {};
    return literal !== undefined && /^(?:\s|\\n)+$/.test(text.slice(literal.textStart, literal.textEnd));
  };
  let last = first;
  while (is(last + 1, ',') && tokens[last + 2]?.kind === 'text') last += 2;
  const end = last + 1;
  const close = is(end, ',') ? end + 1 : end;
  const isOpened = (sign: string, by: number): boolean =>
    is(first - 1, sign) && is(first - 2, '(') && word(first - 3) === 'join' && isBlank(by);
  if (is(first - 1, '(') && is(first - 2, '!') && word(first - 3) === 'concat')
    return is(close, ')') ? { end, apart: false } : undefined;
  if (last === first) return undefined;
  // JavaScript, Ruby
  if (is(first - 1, '[') && is(close, ']') && is(close + 1, '.') && word(close + 2) === 'join')
    return { end, apart: isBlank(close + 4) || isBlank(close + 3) };
  // Python
  if ((is(close, ']') && isOpened('[', first - 5)) || (is(close, ')') && isOpened('(', first - 5)))
    return { end, apart: true };
  // Go
  const ofGo = is(first - 1, '{') && word(first - 2) === 'string' && is(first - 5, '(') && word(first - 6) === 'Join';
  if (ofGo && is(close, '}') && isBlank(close + 2)) return { end, apart: true };
  // Java
  const ofJava = is(first - 1, ',') && isBlank(first - 2) && is(first - 3, '(') && word(first - 4) === 'join';
  return ofJava && is(close, ')') ? { end, apart: true } : undefined;
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
