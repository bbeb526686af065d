import * as T from '../generated/token-types.ts';
import { lex } from './lexer.ts';
import type { TokenTable } from '../token-table.ts';
import { hasLineBreak } from './statement-start.ts';
import { isName } from '../token-classes.ts';

/** What a `.cql` file may be written in: Cassandra's language, or others that share its name or its files' ending. */
export type Language =
  | 'cql'
  | 'cypher'
  | 'clinical-quality-language'
  | 'spatial-filter'
  | 'log-query'
  | 'corpus-query'
  | 'categorical-query'
  | 'csv-query'
  | 'chess-query'
  | 'cassandra-cli';

/**
 * Tells from a text's beginning which language it is written in. One statement of Cassandra's makes the file Cassandra's, and so does
 * everything that no sign of another language stands in.
 */
export function languageOf(text: string): Language {
  if (isCli(text.slice(0, MOST_READ))) return 'cassandra-cli';
  const begun = languageOfTokens(text.slice(0, FIRST_READ), text.length <= FIRST_READ);
  if (begun === 'cql' || text.length <= FIRST_READ) return begun ?? 'cql';
  return languageOfTokens(text.slice(0, MOST_READ), text.length <= MOST_READ) ?? 'cql';
}

/** Scripts of cassandra-cli make column families, say `placement_strategy`, and share no other statement with CQL. */
const isCli = (text: string): boolean =>
  /^[ \t]*(?:(?:create|update|drop)[ \t]+column[ \t]+family\b|create[ \t]+keyspace\b[^;]*\bplacement_strategy\b)/im.test(
    text,
  ) &&
  !/^[ \t]*(?:select|insert[ \t]+into|(?:create|alter|drop)[ \t]+(?:table|columnfamily|index|type))\b/im.test(text);

const HASH_COMMENT = /^[ \t]*#.*/gm;

/** So much of a text is read: a little first, for most files begin with a statement. */
const FIRST_READ = 512;
const MOST_READ = 65_536;

/** `cql` only where that is certain. */
function languageOfTokens(text: string, isWhole: boolean): Language | undefined {
  // Other languages' comments may hold quotes that are not closed.
  const tokens = lex(text.replace(HASH_COMMENT, (line) => ' '.repeat(line.length))).visible;
  const page: Page = { text, tokens };
  const { types, starts, ends, count } = page.tokens;
  let found: Language | undefined;
  for (let at = 0; at < count; at += 1) {
    const begins = at === 0 || types[at - 1] === T.SEMI || hasLineBreak(text, ends[at - 1]!, starts[at]!);
    if (!begins) continue;
    if (beginsCassandra(page, at)) return 'cql';
    if (found !== undefined) continue;
    if (beginsCypher(page, at)) found = 'cypher';
    else if (beginsClinical(page, at)) found = 'clinical-quality-language';
    else found = beginsRare(page, at);
  }
  return found ?? (isWhole && isFilter(page) ? 'spatial-filter' : undefined);
}

interface Page {
  readonly text: string;
  readonly tokens: TokenTable;
}

/** A statement that the other languages do not have; CREATE INDEX, ROLE and USER are Cypher's too. */
function beginsCassandra({ text, tokens }: Page, at: number): boolean {
  const { types } = tokens;
  const next = types[at + 1]!;
  switch (types[at]) {
    case T.SELECT:
      return comesBeforeEnd(tokens, at, T.FROM);
    case T.INSERT:
      return next === T.INTO;
    case T.UPDATE:
      return isName(next) && (comesBeforeEnd(tokens, at, T.SET) || types[at + 2] === T.USING);
    case T.DELETE:
      return next === T.FROM || (isName(next) && types[at + 2] === T.FROM);
    case T.CREATE:
    case T.ALTER:
    case T.DROP:
      return SCHEMA_OBJECTS.includes(next) || (next === T.INDEX && indexIsCassandras(tokens, at));
    case T.BEGIN:
      return next === T.BATCH || next === T.UNLOGGED || next === T.COUNTER;
    case T.APPLY:
      return next === T.BATCH;
    case T.TRUNCATE:
      return isName(next) || next === T.TABLE;
    case T.USE:
      return isName(next) && types[at + 2] === T.SEMI;
    case T.IDENT:
      return SHELL_WORDS.has(wordAt(text, tokens, at)) && (next === T.STRING || isName(next));
    default:
      return false;
  }
}

/** `CREATE INDEX … ON table (column)`, where Cypher writes `ON :Label(…)` or `FOR (n:Label) ON (…)`. */
function indexIsCassandras({ types, count }: TokenTable, at: number): boolean {
  if (types[at] !== T.CREATE) return false;
  for (let i = at + 2; i < Math.min(count, at + 10); i += 1) {
    if (types[i] === T.ON) return isName(types[i + 1]!);
    if (types[i] === T.FOR || types[i] === T.LPAREN) return false;
  }
  return false;
}

function beginsCypher({ text, tokens }: Page, at: number): boolean {
  const { types } = tokens;
  const next = types[at + 1]!;
  if (types[at] === T.CREATE) {
    const named = types[at + 2] === T.EQ;
    if (named && types[at + 3] === T.LBRACE) return true;
    const opens = next === T.LPAREN ? at + 1 : named && types[at + 3] === T.LPAREN ? at + 3 : 0;
    if (opens > 0) return isNodePattern(tokens, opens);
    if (next === T.CONSTRAINT) return true;
    return (
      next === T.INDEX && (comesBeforeEnd(tokens, at, T.FOR) || (types[at + 2] === T.ON && types[at + 3] === T.COLON))
    );
  }
  if (types[at] === T.DETACH) return next === T.DELETE;
  if (types[at] !== T.IDENT) return false;
  switch (wordAt(text, tokens, at)) {
    case 'match':
    case 'merge':
      return next === T.LPAREN || (isName(next) && types[at + 2] === T.EQ);
    case 'start':
      return isName(next) && types[at + 2] === T.EQ && /^(?:node|rel)/.test(wordAt(text, tokens, at + 3));
    case 'profile':
    case 'explain':
    case 'optional':
      return wordAt(text, tokens, at + 1) === 'match';
    case 'unwind':
      return next === T.LBRACKET || isName(next);
    case 'call':
      return next === T.LBRACE || (isName(next) && types[at + 2] === T.DOT);
    case 'load':
      return wordAt(text, tokens, at + 1) === 'csv';
    default:
      return false;
  }
}

/** `(n:Label …)`, `(:Label)`, `(n {…})`, `(n)`. */
function isNodePattern({ types }: TokenTable, open: number): boolean {
  const behind = isName(types[open + 1]!) ? open + 2 : open + 1;
  if (types[behind] === T.COLON) return isName(types[behind + 1]!);
  return types[behind] === T.LBRACE || types[behind] === T.RPAREN;
}

function beginsClinical({ text, tokens }: Page, at: number): boolean {
  const { types } = tokens;
  const next = types[at + 1]!;
  if (types[at] === T.USING)
    return isName(next) && wordAt(text, tokens, at + 2) === 'version' && types[at + 3] === T.STRING;
  if (types[at] !== T.IDENT) return false;
  switch (wordAt(text, tokens, at)) {
    case 'library':
      return isName(next) && (at === 0 || wordAt(text, tokens, at + 2) === 'version');
    case 'define':
      return next === T.QUOTED || next === T.FUNCTION || (isName(next) && types[at + 2] === T.COLON);
    case 'valueset':
    case 'codesystem':
    case 'concept':
    case 'code':
      return next === T.QUOTED && types[at + 2] === T.COLON;
    case 'parameter':
      return next === T.QUOTED;
    case 'context':
      return CONTEXTS.has(wordAt(text, tokens, at + 1));
    default:
      return false;
  }
}

/** Languages of one tool each, by a sign that no statement of CQL has at the beginning of a line. */
function beginsRare({ text, tokens }: Page, at: number): Language | undefined {
  const { types, starts } = tokens;
  const next = types[at + 1]!;
  // A query of LogScale is a pipeline: `#type=login | groupBy(user)`.
  if (text[starts[at]!] === '|' && isName(next) && (types[at + 2] === T.LPAREN || text[starts[at + 2]!] === ':'))
    return 'log-query';
  // `[lemma="be"] [tag="V.*"]`
  const value = types[at + 3];
  if (types[at] === T.LBRACKET && isName(next) && types[at + 2] === T.EQ && (value === T.QUOTED || value === T.STRING))
    return 'corpus-query';
  const word = wordAt(text, tokens, at);
  // `import "a.csv" as A`, `import users './users.csv'`
  if (at === 0 && IMPORT.test(word) && (isText(next) || isText(types[at + 2]!))) return 'csv-query';
  // `cql(input games.pgn)`
  if (word === 'cql' && next === T.LPAREN) return 'chess-query';
  // `typeside Ty = literal { … }`, `command run = exec_jdbc …`
  const defines = isName(next) && types[at + 2] === T.EQ;
  if (defines && (CATEGORICAL.has(word) || wordAt(text, tokens, at + 3) === 'literal')) return 'categorical-query';
  return undefined;
}

const CATEGORICAL: ReadonlySet<string> = new Set([
  'command',
  'constraints',
  'instance',
  'mapping',
  'query',
  'schema',
  'transform',
  'typeside',
]);

const IMPORT = /^import$/;
const isText = (type: number): boolean => type === T.QUOTED || type === T.STRING;

/** Whether a text is one bare condition, such as `INTERSECTS(geom, POINT(1 2)) AND height > 5`. */
function isFilter({ text, tokens }: Page): boolean {
  const { types, count } = tokens;
  let compares = false;
  let wantsOperand = true;
  for (let at = 0; at < count; at += 1) {
    const type = types[at]!;
    const word = isName(type) ? wordAt(text, tokens, at) : '';
    if (type === T.LPAREN || type === T.RPAREN || type === T.COMMA) {
      if (at === 0 && types[1] !== T.IDENT && types[1] !== T.LPAREN) return false;
      if (type === T.LPAREN && at > 0 && types[at - 1] === T.IDENT && SPATIAL.has(wordAt(text, tokens, at - 1)))
        compares = true;
      wantsOperand = type !== T.RPAREN;
    } else if (COMPARES.includes(type) || FILTER_OPERATORS.has(word)) {
      compares = true;
      wantsOperand = true;
    } else if (JOINS.includes(type)) {
      wantsOperand = true;
    } else if (
      type === T.IDENT ||
      type === T.QUOTED ||
      type === T.STRING ||
      (type >= T.INTEGER && type <= T.ISO_DURATION)
    ) {
      // Coordinates stand side by side.
      if (!wantsOperand && !(isNumber(type) && isNumber(types[at - 1]!))) return false;
      if (at === 0 && type !== T.IDENT && type !== T.QUOTED) return false;
      wantsOperand = false;
    } else {
      return false;
    }
  }
  return compares && !wantsOperand;
}

const isNumber = (type: number): boolean => type === T.INTEGER || type === T.FLOAT;

/** Whether a token comes before the statement's `;`, within what a statement can be expected to have. */
function comesBeforeEnd({ types, count }: TokenTable, at: number, type: number): boolean {
  for (let i = at + 1; i < Math.min(count, at + 400) && types[i] !== T.SEMI; i += 1) if (types[i] === type) return true;
  return false;
}

function wordAt(text: string, { starts, ends, count }: TokenTable, at: number): string {
  return at < count ? text.slice(starts[at], ends[at]).toLowerCase() : '';
}

const SCHEMA_OBJECTS: readonly number[] = [
  T.AGGREGATE,
  T.COLUMNFAMILY,
  T.CUSTOM,
  T.FUNCTION,
  T.KEYSPACE,
  T.MATERIALIZED,
  T.SCHEMA,
  T.TABLE,
  T.TRIGGER,
  T.TYPE,
];

const SHELL_WORDS: ReadonlySet<string> = new Set([
  'source',
  'copy',
  'consistency',
  'tracing',
  'paging',
  'expand',
  'capture',
]);

const CONTEXTS: ReadonlySet<string> = new Set(['patient', 'practitioner', 'population', 'unfiltered', 'specimen']);

const SPATIAL: ReadonlySet<string> = new Set(
  (
    'bbox beyond crosses disjoint dwithin equals intersects overlaps relate touches within contains ' +
    's_contains s_crosses s_disjoint s_equals s_intersects s_overlaps s_touches s_within ' +
    't_after t_before t_contains t_disjoint t_during t_equals t_intersects a_containedby a_contains a_equals a_overlaps'
  ).split(' '),
);

const FILTER_OPERATORS: ReadonlySet<string> = new Set([
  'after',
  'before',
  'between',
  'during',
  'ilike',
  'like',
  'tequals',
]);

const COMPARES: readonly number[] = [T.EQ, T.LT, T.LE, T.GT, T.GE, T.NE, T.SQL_NE, T.IN, T.IS];

const JOINS: readonly number[] = [T.AND, T.OR, T.NOT, T.PLUS, T.MINUS, T.STAR, T.SLASH, T.DOT];
