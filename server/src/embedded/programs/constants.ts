import { wordsOf, type Words } from '../hosts/expressions.ts';
import type { Host } from '../hosts/host.ts';
import type { HostReading } from '../hosts/host-reading.ts';
import type { HostTokens } from '../hosts/tokens.ts';
import { once, remembered } from './remembered.ts';

/** A text that a name is given, and nothing else, as it stands between its quotes. */
export interface Constant {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** What an expression stands for whenever the program runs. */
export type Constants = (expression: string) => Constant | undefined;

interface Declared extends Constant {
  /** Where its name begins. */
  readonly nameStart: number;
  /** Nobody else can give it another text: it is constant, or private. */
  readonly fixed: boolean;
}

/** The texts are names of tables, perhaps with that of a keyspace. */
export function constantsIn(text: string, host: Host, { tokens }: HostReading): Constants {
  const words = wordsOf(text, tokens);
  const declared = once(() => declaredIn(text, host, tokens, words));
  const places = once(() => placesOf(declared(), tokens, words));
  const valueOf = remembered((name: string): Declared | undefined => {
    const own = declared().get(name) ?? [];
    const [only] = own;
    if (only === undefined || own.length > 1) return undefined;
    return isGivenAgain(text, host, tokens, words, places().get(name) ?? [], only.nameStart) ? undefined : only;
  });
  return (expression) => {
    const { owner, name }: Readonly<Partial<Record<string, string>>> = PATH.exec(expression.trim())?.groups ?? {};
    if (name === undefined) return undefined;
    const isOwn = owner === undefined || SELVES.has(owner);
    if (!isOwn && !new RegExp(`\\b(?:${OWNERS})\\s+${owner.replaceAll('$', '\\$')}\\b`).test(text)) return undefined;
    // Another class may have its own.
    if (host.name === 'python' && owner === 'self') return undefined;
    const found = valueOf(name);
    return found !== undefined && (owner === undefined || found.fixed) ? found : undefined;
  };
}

const PATH = /^&?(?:(?<owner>\$?[A-Za-z_]\w*)(?:\.|::|->))?[@$]{0,2}(?<name>[A-Za-z_]\w*)$/;
const SELVES: ReadonlySet<string> = new Set(['this', '$this', 'self', 'Self', 'Companion']);
const OWNERS = 'class|object|enum|interface|struct|trait|record|module|impl';

/** The names that are given the name of a table where they stand. */
function declaredIn(
  text: string,
  host: Host,
  tokens: HostTokens,
  words: Words,
): ReadonlyMap<string, readonly Declared[]> {
  const declared = new Map<string, Declared[]>();
  for (const { at, literal } of tokens.texts) {
    const { closed, marks, start, end, textStart, textEnd } = literal;
    if (!closed || marks.length > 0 || textEnd - textStart > LONGEST) continue;
    const value = text.slice(textStart, textEnd);
    if (!TABLE.test(value) || !ALONE.test(text.slice(end, end + NEAR))) continue;
    const before = text.slice(Math.max(0, start - NEAR), start);
    const found = (host.name === 'elixir' ? ATTRIBUTE.exec(before) : null) ?? GIVEN.exec(before);
    const name = found?.groups?.['name'];
    if (found === null || name === undefined) continue;
    const opening = openingBefore(tokens, at);
    const isBlock = host.name === 'go' && BLOCKS.has(words.word(opening - 1));
    if (words.is(opening, '(') && !isBlock) continue;
    const head = found.groups!['head'] ?? '';
    const isFixed =
      /^[A-Z][A-Z\d_]+$/.test(name) ||
      head.endsWith('@') ||
      (isBlock && words.word(opening - 1) === 'const') ||
      ((FIXED.test(head) || (host.name === 'csharp' && /\breadonly\b/.test(head))) &&
        !/\b(?:open|override|protected)\b/.test(head));
    const nameStart = start - before.length + found.indices!.groups!['name']![0];
    const one = { text: value, start: textStart, end: textEnd, nameStart, fixed: isFixed };
    const own = declared.get(name);
    if (own === undefined) declared.set(name, [one]);
    else own.push(one);
  }
  return declared;
}

const LONGEST = 100;
const NEAR = 160;

const TABLE = /^(?:[A-Za-z]\w*|"\w+")(?:\.(?:[A-Za-z]\w*|"\w+"))?$/;

/** Nothing is done with the text, nor is it one of several. */
const ALONE =
  /^(?:\.freeze|\.to_string\(\)|\.to_owned\(\))?[ \t]*(?:[;,)}]|$|\/\/|\/\*|#|\r?\n)(?!\s*(?:\+|\.|<>|\?|:|%|\|\||or\b|if\b))/;

/** `private static final String TABLE = "…"`, `const table = "…"`, `TABLE: &str = "…"`, `table string = "…"`, `self.table = "…"`. */
const GIVEN =
  /(?:^|[\n;{(,])(?<head>[ \t]*(?:[\w.<>@]+[ \t]+)*(?:(?:this|self)\.|[$@]{1,2})?)(?<name>(?!string\b)[A-Za-z_]\w*)(?:[ \t]*:[ \t]*&?[ \t]*(?:'\w+[ \t]+)?[\w.<>]+|[ \t]+string)?[ \t]*:?=[ \t]*$/d;
const ATTRIBUTE = /(?:^|\n)(?<head>[ \t]*@)(?<name>[a-z_]\w*)[ \t]+$/d;
const FIXED = /\b(?:const|final|val|private)\b/;
const BLOCKS: ReadonlySet<string> = new Set(['const', 'var']);

/** The bracket in which a token stands; -1 where it stands in none. */
function openingBefore(tokens: HostTokens, at: number): number {
  const depth = tokens.depth(at);
  let before = at - 1;
  while (before >= 0 && tokens.depth(before) >= depth) before -= 1;
  return depth === 0 ? -1 : before;
}

/** Where each of the names stands, by tokens. */
function placesOf(
  declared: ReadonlyMap<string, unknown>,
  tokens: HostTokens,
  { word }: Words,
): ReadonlyMap<string, readonly number[]> {
  const places = new Map([...declared.keys()].map((name): [string, number[]] => [name, []]));
  for (let at = 0; at < tokens.count; at += 1) places.get(word(at))?.push(at);
  return places;
}

/** Whether a name stands for something else, too: it is given anew, or is that of a parameter, of an element or of an import. */
function isGivenAgain(
  text: string,
  host: Host,
  tokens: HostTokens,
  words: Words,
  places: readonly number[],
  declaration: number,
): boolean {
  for (const at of places) {
    if (tokens.start(at) === declaration) continue;
    const before = text.slice(Math.max(0, tokens.start(at) - NEAR), tokens.start(at));
    const behind = text.slice(tokens.end(at), tokens.end(at) + NEAR);
    if (ANEW.test(behind) || BROUGHT.test(before)) return true;
    if (OF_LOOP.test(before) && /^[\w\s,()&]*(?:\bin\b|\bof\b|:|<-|=)/.test(behind)) return true;
    if (/\|[\w\s,&:*()]*$/.test(before) && /^[\w\s,&:*()]*\|/.test(behind)) return true;
    if (host.name === 'go' && (before.endsWith('&') || /^[ \t]+[\w*.[\]]+[ \t]*[,)]/.test(behind))) return true;
    if (host.name !== 'php' && /^\s*(?:=>|->)/.test(behind)) return true;
    // A pattern may stand in another: `({ table }) =>`.
    for (let opening = openingBefore(tokens, at); opening >= 0; opening = openingBefore(tokens, opening)) {
      if (binds(text, host, tokens, words, opening, behind)) return true;
      if (words.is(opening, '(')) break;
    }
  }
  return false;
}

const ANEW = /^\s*(?:,\s*[\w$]+\s*)*(?::(?!:)[^=;\n"'`(){}]{0,40})?(?::|\+|\.|\|\||\?\?|<<)?=(?![=>~])/;
const BROUGHT =
  /\b(?:for|foreach|as|lambda|ref|out|global|nonlocal|let|var|val|const|mut|def)\s+[$@(]*$|(?:^|\n)[ \t]*(?:import|from|use|export \* from)\b[^\n;]*$|\blambda\b[^:\n]*$|\bdef[ \t]+[\w.?!]+[ \t]+[^\n()=]*$/;
const OF_LOOP = /\bfor(?:each)?\b[^\n;{]*$/;

/** Whether what stands in brackets are names that something is given to: parameters, parts of a pattern. */
function binds(
  text: string,
  host: Host,
  tokens: HostTokens,
  { is, word }: Words,
  opening: number,
  behind: string,
): boolean {
  const depth = tokens.depth(opening);
  let close = opening + 1;
  while (close < tokens.count && tokens.depth(close) > depth) close += 1;
  const next = text.slice(tokens.end(close), tokens.end(close) + NEAR);
  if (/^\s*=(?![=>~])/.test(next)) return true;
  if (!is(opening, '(')) return false;
  if (/^\s*:(?!:)/.test(behind) || DEFINING.has(word(opening - 2)) || DEFINING.has(word(opening - 1))) return true;
  return (
    !STEERING.has(word(opening - 1)) &&
    (/^\s*(?:\{|=>|throws\b|\)\s*=>)/.test(next) || (host.name !== 'php' && /^\s*->/.test(next)))
  );
}

const DEFINING: ReadonlySet<string> = new Set(['def', 'defp', 'func', 'function', 'fn', 'fun', 'constructor']);
const STEERING: ReadonlySet<string> = new Set(
  'if for foreach while switch when match catch until elif elseif synchronized using lock'.split(' '),
);
