import { wordSet } from '../hosts/alternatives.ts';
import { leftOf } from '../hosts/beside.ts';
import type { Chain } from '../programs/chains.ts';
import { type Seen, usesInReach } from '../programs/program.ts';
import type { HostTokens } from '../hosts/tokens.ts';

/** A text for people, or for a test: what is said, logged, thrown or compared; a text alone, as Python's about a function. */
export function isSaid(program: Seen, chain: Chain): boolean {
  const {
    text,
    host,
    reading: { tokens },
  } = program;
  const { first, argument, callee, calleeSign, receiver, last } = chain;
  const isSaying = SAYING.test(callee) && !isHandedWithSession(program, chain);
  if (isSaying || SAYERS.test(receiver) || (callee === 'New' && host.name === 'go')) return true;
  // Other languages are handed to what is named after them, or marked by it.
  if ((OF_SQL.has(callee) && calleeSign === '') || tokens.text(first)!.tag === 'sql') return true;
  if (isHandedToSql(program, chain)) return true;
  if (OF_FLINK.has(callee) && FLINK.test(text)) return true;
  // What an annotation says of a function: `@DisplayName("…")`.
  if (calleeSign === '@' && !ASKING.test(callee)) return true;
  const start = tokens.start(argument);
  if (WRITTEN_OUT.test(leftOf(text, start, NEAR))) return true;
  const before = text.slice(Math.max(0, tokens.start(argument - 1)), Math.max(0, tokens.end(argument - 1)));
  const word = tokens.isWord(argument - 1) ? before : '';
  if (isThrown(text, tokens, argument)) return true;
  const isLineEnd = argument > 0 && text.slice(tokens.end(argument - 1), start).includes('\n');
  // Scala, Groovy and Ruby need no brackets for a call.
  if (word !== '' && SAYING.test(word) && !isLineEnd) return true;
  if (before === '{' && SAYING.test(callOfBlock(text, tokens, argument - 1))) return true;
  if (/[=!]=\s*$/.test(leftOf(text, start, 6))) return true;
  // A text in the place of a statement of Python says what a function is for.
  const isAlone =
    host.name === 'python' &&
    tokens.isFresh(first) &&
    tokens.depth(first) === 0 &&
    (last + 1 >= tokens.count || tokens.isFresh(last + 1)) &&
    (first === 0 || before.startsWith(':') || isLineEnd);
  return isAlone && tokens.text(first)!.literal.form.open.length === 3 && !CONTINUES.test(before);
}

/** What prints what a statement gives is handed the session as well: `printQuery(session, "…")`. */
const isHandedWithSession = ({ text, reading: { tokens } }: Seen, { callee, argument }: Chain): boolean =>
  /^print[A-Z_]/.test(callee) &&
  /[\s(,]\w*[sS]ession\s*,\s*$/.test(text.slice(Math.max(0, tokens.start(argument) - NEAR), tokens.start(argument)));

/** The text has a name, by which it is handed to what is named after SQL. */
function isHandedToSql(program: Seen, { name, first }: Chain): boolean {
  if (name === undefined) return false;
  return usesInReach(program, name, program.reading.tokens.start(first)).some((use) =>
    TO_SQL.test(leftOf(program.text, use.start, NEAR)),
  );
}

const OF_SQL: ReadonlySet<string> = wordSet('sql read_sql read_sql_query sqldf createNativeQuery createSQLQuery');
const TO_SQL = new RegExp(`\\b(?:${[...OF_SQL].join('|')})\\(\\s*$`);

/** Whether a text belongs to what is thrown: `raise Failure, "…"`, `throw new Failure("…")`. */
function isThrown(text: string, tokens: HostTokens, first: number): boolean {
  const written = (at: number): string => text.slice(Math.max(0, tokens.start(at)), Math.max(0, tokens.end(at)));
  const least = Math.max(0, first - FAR);
  // Out of the brackets of calls, and along the line before them.
  let at = first;
  for (let open = first - 1; open >= least; open -= 1) {
    if (tokens.depth(open) >= tokens.depth(at)) continue;
    if (!'(['.includes(written(open))) break;
    at = open;
  }
  for (; at >= least && !tokens.isFresh(at); at -= 1) {
    const before = written(at - 1);
    if (before === 'throw' || before === 'raise') return true;
    if (ENDS.has(before)) return false;
  }
  return false;
}

/** So many tokens are looked at before a text. */
const FAR = 40;

/** What stands between what is thrown and another statement or condition. */
const ENDS: ReadonlySet<string> = wordSet('; { } if unless and or & | do then');

/** What a block is handed to: `info` of `logger.info { "…" }`, `require` of `require(isThere) { "…" }`. */
function callOfBlock(text: string, tokens: HostTokens, brace: number): string {
  let at = brace - 1;
  if (text.startsWith(')', tokens.start(at))) {
    const depth = tokens.depth(at);
    at -= 1;
    while (at >= 0 && tokens.depth(at) > depth) at -= 1;
    at -= 1;
  }
  return tokens.isWord(at) ? text.slice(tokens.start(at), tokens.end(at)) : '';
}

/** Flink has a sink for Cassandra, and a language of its own. */
const FLINK = /\bflink\b/;
const OF_FLINK: ReadonlySet<string> = wordSet('executeSql sqlQuery sqlUpdate execute_sql sql_query');

const ASKING = /query|cql|statement|select|insert|update|delete/i;

const CONTINUES = /^[=+([,]$|^(?:return|yield|const|val|var|let)$/;

/** `fmt.Fprintf(os.Stderr, "…")`; what is written to something else may be put together there. */
const WRITTEN_OUT = /\bFprint(?:f|ln)?\(\s*(?:os\.Std\w+|w|rw|out)\s*,\s*$/;
const NEAR = 60;

const SAYERS = /^_?(?:log|logger|console|assert\w*|tracer|span|statsd|metrics?)$/i;

const SAYING = new RegExp(
  `^(?:(?:${[
    'log|logger|console|print|println|printf|debug|info|warn|warning|error|trace|fatal|panic|fail|puts|echo|say',
    'Log\\w*|Debug|Info|Warn|Error|Fatal|Print|Panic|Write|WriteLine|Trace\\w*',
  ].join('|')})(?:f|ln|w|Async)?|${[
    'assert\\w*|expect\\w*|require|print\\w*|[eE]rrorf|NewError|Msgf?|Wrapf?|WithMessagef?|\\w*(?:Exception|Error)|error_log|trigger_error|syslog|die|exit',
    '(?:module|type|short)?doc|describe|it|test|IsTrue|AreEqual|contains|equals|isEqualTo|startsWith|startswith|unimplemented|bail|anyhow|(?:with_)?context|wrap_err',
  ].join('|')})$`,
);
