import { wordSet } from '../hosts/alternatives.ts';
import {
  closeOf,
  expressionEnd,
  joinerEnd,
  JOINS,
  LISTS,
  type Place,
  skipped,
  unchangedEnd,
} from '../hosts/expressions.ts';
import { writtenIn } from '../hosts/literal.ts';
import type { HostTokens } from '../hosts/tokens.ts';

/** Whether what a call is handed becomes a part of something longer. */
export const isPutTogether = (callee: string): boolean => APPENDERS.has(callee) || REPLACERS.has(callee);

/** Whether more is put behind what ends before a token. */
export function goesOnFrom({ text, words, tokens, host }: Place, at: number): boolean {
  const { is, word } = words;
  const called = is(at, '.') ? word(at + 1) : '';
  return (
    joinerEnd(words, host, at) >= 0 ||
    APPENDERS.has(called) ||
    CONCATENATES.has(called) ||
    replacesWords(text, called, tokens, at + 1) ||
    (is(at, '<') && is(at + 1, '<')) ||
    (is(at, '+') && is(at + 1, '+'))
  );
}

/** Whether something is made of a text, from the sign behind it: `"…".where("…")`, `"…".let { … }`, `"…" |> f()`, in Scala and Kotlin `"…" where x`. */
export function isExtended({ words: { is, word }, tokens, host }: Place, at: number): boolean {
  if (is(at, '|') && is(at + 1, '>')) {
    let called = at + 2;
    while (is(called + 1, '.')) called += 2;
    return !HANDING.has(word(called));
  }
  if (INFIX.has(host.name) && word(at) !== '' && !tokens.isFresh(at) && !BETWEEN.has(word(at))) return true;
  if (!is(at, '.') || HANDING.has(word(at + 1)) || REPLACERS.has(word(at + 1)) || FILLING.has(word(at + 1)))
    return false;
  return is(at + 2, '{') || (is(at + 2, '(') && !is(at + 3, ')'));
}

/** Languages in which a function may stand between what it is called on and handed, and words between texts that are none. */
const INFIX: ReadonlySet<string> = wordSet('scala kotlin');
const BETWEEN: ReadonlySet<string> = wordSet('else to in is as match yield if case catch with for');

/** Whether what is made of a text by a call is told of more at once: `new Query("…").where("…")`, `Option("…").map(…)`. */
export const isHandedToMore = ({ words: { is, word } }: Place, callee: string, behind: number): boolean =>
  callee !== '' &&
  is(behind, '.') &&
  (CONDITIONS.test(word(behind + 1)) || (HOLDERS.has(callee) && word(behind + 1) === 'map'));

const CONDITIONS = /^(?:and_?)?where|^order_?by$/i;
const HOLDERS: ReadonlySet<string> = wordSet('Option Some of ofNullable just');

/** What is called on a text and makes no other of it, or hands it on. */
const HANDING: ReadonlySet<string> = wordSet(
  'execute executeAsync query prepare prepareAsync run bind encode decode getBytes toByteArray split also as trim strip',
);

/** What puts values into a text: that is looked at by itself. */
const FILLING: ReadonlySet<string> = wordSet('format formatted format_map Format');

/** Behind a text and the values that are put into it: `"…".format(x)`, `"…" % x`, from the sign behind the text. */
export function behindFilled({ words, tokens, host }: Place, sign: number, first: number): number {
  const { is } = words;
  const end = is(sign, '%')
    ? expressionEnd(words, tokens, host, sign + 1, tokens.depth(sign))
    : is(sign + 2, '(')
      ? closeOf(tokens, sign + 3, tokens.depth(sign + 2) + 1) + 1
      : sign + 2;
  return tokens.depth(sign) < tokens.depth(first) ? end : skipped(words, unchangedEnd(words, end), ')');
}

/** Whether a text beside it, in a call or a list, can only be its end, or has a place for it: `("SELECT a FROM t", "WHERE k = 1")`. */
export function isFollowedByMore({ text, words, tokens }: Place, first: number, last: number): boolean {
  const { is, word } = words;
  const written = (at: number): string => {
    const literal = tokens.text(at)?.literal;
    return literal === undefined ? '' : writtenIn(text, literal);
  };
  const isNamed = is(last + 3, '=') || is(last + 3, ':');
  if (is(last + 1, ',') && (ENDING.test(written(last + 2)) || (isNamed && ENDING.test(written(last + 4))))) return true;
  // `"%s %s", "…"`, `"%s %s" % ("…"`, in Ruby `"%s %s" % ["…"`, `"{} {}".format("…"`
  const opens = is(first - 1, '(') || is(first - 1, '[');
  const back = is(first - 1, ',') ? 2 : opens && is(first - 2, '%') ? 3 : opens && FILLING.has(word(first - 2)) ? 4 : 0;
  return back > 0 && PLACE.test(written(first - back));
}

const ENDING = /^\s*(?:WHERE|AND|FROM|VALUES|SET|USING|LIMIT|ORDER\s+BY|GROUP\s+BY|ALLOW|PER|IF)\s/i;
const PLACE = /^\s*(?:%[sv]|\{\d?\})\s*[\w%{]/;

/** Whether a text is one of several that are joined, not all of which can be read. */
export function isListed({ words: { is, word }, tokens }: Place, first: number): boolean {
  let inner = first;
  for (let level = 0; level < DEEPEST; level += 1) {
    const open = openOf(tokens, inner);
    if (open < 0) return false;
    const called = word(is(open - 1, '!') ? open - 2 : open - 1);
    if (JOINS.has(called) || JOINING.has(called)) return true;
    if (called !== '' && !LISTS.has(called) && !LISTING.has(called)) return false;
    // A block of statements.
    if (is(open, '{') && called === '' && !is(open - 1, ']') && (!is(open - 1, '>') || is(open - 2, '='))) return false;
    let at = closeOf(tokens, inner + 1, tokens.depth(open) + 1) + 1;
    // Elixir
    if (is(at, '|') && is(at + 1, '>') && (JOINS.has(word(at + 4)) || JOINING.has(word(at + 4)))) return true;
    while (is(at, '.')) {
      if (JOINS.has(word(at + 1)) || JOINING.has(word(at + 1))) return true;
      const close = is(at + 2, '(') ? closeOf(tokens, at + 3, tokens.depth(at + 2) + 1) : at + 1;
      for (let inside = at + 3; inside < close; inside += 1) if (JOINING.has(word(inside))) return true;
      at = close + 1;
    }
    inner = open;
  }
  return false;
}

/** The bracket around a token; -1 where none is near. */
function openOf(tokens: HostTokens, inner: number): number {
  const depth = tokens.depth(inner);
  if (depth === 0) return -1;
  const least = Math.max(0, inner - FAR);
  let open = inner - 1;
  while (open >= least && tokens.depth(open) >= depth) open -= 1;
  return open < least ? -1 : open;
}

const DEEPEST = 4;

/** So many tokens are looked back for the brackets around. */
const FAR = 60;

const JOINING: ReadonlySet<string> = wordSet(
  'concat Concat implode joining reduce Sprint Sprintln iodata_to_binary iolist_to_binary',
);

/** What gives a list of what it is handed. */
const LISTING: ReadonlySet<string> = wordSet(
  'array append filter string String vec listOfNotNull mutableListOf arrayListOf sequenceOf',
);

/** Whether a call puts something else into a text: not where it only takes out blanks. */
const replacesWords = (text: string, called: string, tokens: HostTokens, at: number): boolean =>
  REPLACERS.has(called) && !BLANKS.test(text.slice(at + 2 < tokens.count ? tokens.start(at + 2) : text.length));

const REPLACERS: ReadonlySet<string> = wordSet('replace replaceAll Replace ReplaceAll gsub str_replace');
const BLANKS = /^r?["'`/](?:\s|\\+[nrts]|[[\]+*|])+["'`/]/;

const CONCATENATES: ReadonlySet<string> = wordSet('concat plus');

/** What a text is the beginning of, or is put behind. */
const APPENDERS: ReadonlySet<string> = wordSet(
  'StringBuilder StringBuffer StringJoiner NewBufferString reduce fold foldLeft inject Aggregate ' +
    'append Append AppendFormat AppendLine appendLine WriteString push_str write_str write writeln Fprint Fprintf Fprintln',
);
