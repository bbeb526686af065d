import { wordSet } from '../hosts/alternatives.ts';
import { leftOf } from '../hosts/beside.ts';
import { type Chain, joinedParts, type Part, startOf } from './chains.ts';
import { joinerEnd, unchangedEnd, type Words, wordsOf } from '../hosts/expressions.ts';
import type { Host } from '../hosts/host.ts';
import type { Seen } from './program.ts';
import type { HostTokens } from '../hosts/tokens.ts';

/** What more is put behind: a variable that holds a text, or one that builds it. */
interface Target {
  /** Absent where `append(…)` alone says it: in `buildString { … }`. */
  readonly name: string | undefined;
  /** Of its token. */
  readonly depth: number;
  readonly builds: boolean;
}

interface Place {
  readonly words: Words;
  readonly tokens: HostTokens;
  readonly host: Host;
}

/** What is put behind a text, and the first token behind that. */
interface Appended {
  readonly parts: Chain['parts'];
  readonly end: number;
  /** A line break is put behind them. */
  readonly line: boolean;
}

/**
 * A text with what the program puts behind it at once: `"…".concat("…")`, `new StringBuilder("…").append("…")`, and statements that
 * follow each other: `q += "…";`, `sb.append("…");`. `undefined` where nothing is.
 */
export function withAppended(program: Seen, chain: Chain): Chain | undefined {
  const { text, host, reading } = program;
  const { tokens } = reading;
  const place: Place = { words: wordsOf(text, tokens), tokens, host };
  const { is } = place.words;
  const isPut = BUILDERS.has(chain.callee) || APPENDERS.has(chain.callee);
  const target = isPut || chain.name !== undefined ? targetOf(program, chain) : undefined;
  const isInCall = isPut || (host.name === 'rust' && chain.callee === 'from');
  if (isInCall && !is(chain.last + 1, ')')) return undefined;
  const parts: [Part, ...Part[]] = [...chain.parts];
  let end = isInCall ? chain.last + 2 : unchangedEnd(place.words, chain.last + 1);
  let apart = LINES.has(chain.callee);
  for (;;) {
    const more = calledOn(place, end) ?? nextStatement(place, end, target);
    if (more === undefined) break;
    const [first, ...others] = more.parts;
    parts.push({ ...first, apart }, ...others);
    end = more.end;
    apart = more.line;
  }
  if (parts.length === chain.parts.length) return undefined;
  const isBuilt = target?.builds === true ? !isChanged(program, place, end, target) : !isPut || isRead(place, end);
  return { ...chain, parts, last: end - 1, goesOn: !isBuilt || joinerEnd(place.words, host, end) >= 0 };
}

const BUILDERS: ReadonlySet<string> = wordSet('StringBuilder StringBuffer');
const APPENDERS: ReadonlySet<string> = wordSet('append Append AppendLine appendLine WriteString push_str');
const LINES: ReadonlySet<string> = wordSet('AppendLine appendLine');
const CALLED: ReadonlySet<string> = new Set([...APPENDERS, 'concat', 'plus']);

/** What a call puts behind what stands before it: `.append(…)`. */
function calledOn(place: Place, from: number): Appended | undefined {
  const { is, word } = place.words;
  return is(from, '.') && CALLED.has(word(from + 1)) && is(from + 2, '(') ? argumentOf(place, from + 1) : undefined;
}

/** The only argument of a call, by the token of its name. */
function argumentOf({ words, tokens, host }: Place, called: number): Appended | undefined {
  const from = called + 2;
  if (words.is(from, ')')) return undefined;
  const { parts, last } = joinedParts(words, tokens, host, from);
  return words.is(last + 1, ')') ? { parts, end: last + 2, line: LINES.has(words.word(called)) } : undefined;
}

/** What the next statement puts behind, where it does nothing else. */
function nextStatement(place: Place, from: number, target: Target | undefined): Appended | undefined {
  if (target === undefined) return undefined;
  const { name, depth, builds } = target;
  const { words, tokens, host } = place;
  const { is, word } = words;
  const begin = is(from, ';') ? from + 1 : from;
  if (name === undefined) {
    const isNext = tokens.depth(begin) === depth && (begin !== from || tokens.isFresh(begin));
    return isNext && APPENDERS.has(word(begin)) && is(begin + 1, '(') ? argumentOf(place, begin) : undefined;
  }
  const at = is(begin, '$') ? begin + 1 : begin;
  if (word(at) !== name || tokens.depth(at) !== depth || (begin === from && !tokens.isFresh(begin))) return undefined;
  if (is(at + 1, '.') && is(at + 3, '('))
    return (builds ? APPENDERS.has(word(at + 2)) : word(at + 2) === 'push_str') ? argumentOf(place, at + 2) : undefined;
  if (builds && !isShifted(is, at)) return undefined;
  const operand = operandOf(words, host, at, name);
  if (operand < 0) return undefined;
  const { parts, last } = joinedParts(words, tokens, host, operand);
  const end = last + 1;
  return end >= tokens.count || is(end, ';') || is(end, '}') || tokens.isFresh(end)
    ? { parts, end, line: false }
    : undefined;
}

/** What is put behind a name: `q += …`, `$q .= …`, `q << …`, `q = q + …`; -1 where nothing is. */
function operandOf({ is, word }: Words, host: Host, name: number, written: string): number {
  if ((is(name + 1, host.joiner) && is(name + 2, '=')) || isShifted(is, name)) return name + 3;
  const again = is(name + 2, '$') ? name + 3 : name + 2;
  return is(name + 1, '=') && word(again) === written ? joinerEndOr(is, host, again + 1) : -1;
}

const isShifted = (is: Words['is'], name: number): boolean => is(name + 1, '<') && is(name + 2, '<');

const joinerEndOr = (is: Words['is'], { joiner }: Host, at: number): number =>
  joiner !== '<>' && is(at, joiner) ? at + 1 : -1;

/** The variable that a text is given to, or that it is the first to be put into. */
function targetOf(program: Seen, chain: Chain): Target | undefined {
  const { text, reading, functions } = program;
  const start = startOf(chain);
  const head = leftOf(text, start, NEAR);
  const { tokens } = reading;
  if (chain.name === undefined && IN_BLOCK.test(head))
    return { name: undefined, depth: tokens.depth(tokens.firstFrom(start)) - 1, builds: true };
  const name = chain.name?.replace(/^\$/, '') ?? BUILT.exec(head)?.[1] ?? PUT.exec(head)?.[1];
  if (name === undefined) return undefined;
  const offset = text.lastIndexOf(name, start - 1);
  if (text[offset - 1] === '.') return undefined;
  const builds = chain.name === undefined;
  if (builds && !BUILT.test(head)) {
    const made = new RegExp(`^[^]*(?:${MADE.replaceAll('NAME', name)})`);
    const before = text.slice(functions().around(start).start, offset);
    const rest = before.slice(made.exec(before)?.[0].length ?? 0);
    if (rest === before || new RegExp(`\\b${name}\\b`).test(rest)) return undefined;
  }
  return { name, depth: tokens.depth(tokens.firstFrom(offset)), builds };
}

/** So many characters are looked at before a text. */
const NEAR = 160;

const NAME = '([A-Za-z_]\\w*)';
const OF_TEXT = 'String(?:Builder|Buffer)';
const BUILT = new RegExp(
  `${NAME}\\s*(?::\\s*\\w+\\s*)?=\\s*(?:new\\s+)?${OF_TEXT}\\s*\\((?:\\s*\\d*\\s*\\)\\s*\\.\\s*[aA]ppend\\()?\\s*$`,
);
const PUT = new RegExp(`(?<![.\\w])${NAME}\\s*\\.\\s*(?:${[...APPENDERS].join('|')})\\(\\s*$`);

/** In Kotlin a block says what is built. */
const IN_BLOCK = /\bbuildString\s*(?:\(\s*\d*\s*\)\s*)?\{\s*append(?:Line)?\(\s*$/;

/** What makes an empty one. */
const MADE = [
  `\\bNAME\\s*(?::\\s*\\w+\\s*)?=\\s*(?:new\\s+)?${OF_TEXT}\\s*\\(\\s*\\d*\\s*\\)`,
  `\\b${OF_TEXT}\\s+NAME\\s*=\\s*new\\s*\\(\\s*\\)`,
  '\\bvar\\s+NAME\\s+(?:strings\\.Builder|bytes\\.Buffer)\\b',
  '\\bNAME\\s*:=\\s*(?:&|new\\()?(?:strings\\.Builder|bytes\\.Buffer)\\b(?:\\{\\}|\\))',
  '\\blet\\s+mut\\s+NAME\\s*(?::\\s*String\\s*)?=\\s*String::(?:new\\(\\)|with_capacity\\([^()]*\\))',
].join('|');

/** Whether a builder may hold something else than what was put into it up to a token. */
function isChanged({ text, host, functions }: Seen, { words, tokens }: Place, from: number, { name }: Target): boolean {
  if (name === undefined) return !words.is(from, '}');
  const { end } = functions().around(tokens.start(from - 1));
  const { is, word } = words;
  for (let at = from; at < tokens.count && tokens.start(at) < end; at += 1) {
    if (word(at) !== name || text[tokens.start(at) - 1] === '.') continue;
    const isOnlyRead = is(at + 1, '.') ? READERS.has(word(at + 2)) : host.name === 'rust' && is(at - 1, '&');
    if (!isOnlyRead) return true;
  }
  return false;
}

/** Whether what a builder holds is taken from it at a token. */
const isRead = ({ words: { is, word } }: Place, at: number): boolean => is(at, '.') && READERS.has(word(at + 1));

const READERS: ReadonlySet<string> = wordSet('toString ToString String as_str length Len clone');
