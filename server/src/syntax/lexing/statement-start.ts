import * as T from '../generated/token-types.ts';
import type { TokenTable } from '../token-table.ts';
import { isName, isReservedWord, isUnreservedWord, mayEnd } from '../token-classes.ts';

/** Where the splitter stands. */
export interface LinePlace {
  readonly text: string;
  readonly tokens: TokenTable;
  /** The statement's first token. */
  readonly from: number;
  /** Open brackets. */
  depth: number;
  /** Index behind the last token that was looked at. */
  seen: number;
}

/**
 * Whether a statement begins at token `at` although no `;` stands before it.
 *
 * Words that begin statements also stand within them (`GRANT SELECT`, `AS SELECT`, `ALTER TABLE t DROP x`) or are meant as names
 * (`SELECT desc FROM t`). So the words behind must fit a beginning, the word before must fit an end, and within brackets, or where
 * something is missing before it, only what can be nothing else at the start of a line counts.
 */
export function startsStatement(place: LinePlace, at: number): boolean {
  const { types } = place.tokens;
  const type = types[at]!;
  const before = types[at - 1]!;
  if (STAYS_WITHIN.includes(before)) return false;
  if (before === T.ALL && at - 2 >= place.from && types[at - 2] === T.UNION) return false;
  const atLineStart = startsLine(place, at);
  // The name that belongs here is not written yet.
  if (before === T.DOT || before === T.ON) {
    place.seen = Math.max(place.seen, at + LOOK_AHEAD);
    return atLineStart && fitsOnlyStart(place, at);
  }
  // No bracket and no comma counts behind a string that ran away with what would close them, nor in prose.
  if (
    atLineStart &&
    (before === T.UNTERMINATED_STRING || before === T.UNTERMINATED_QUOTED || isProse(types[place.from]!))
  ) {
    place.seen = Math.max(place.seen, at + LOOK_AHEAD);
    return fitsStart(place, at);
  }
  if (
    place.depth === 0 &&
    LEADS_TO.includes(before) &&
    (isProse(types[place.from]!) || !fitsStart(place, place.from))
  ) {
    place.seen = Math.max(place.seen, at + LOOK_AHEAD);
    return fitsOnlyStart(place, at);
  }
  if (!atLineStart && (place.depth > 0 || at === place.from + 1 || !isComplete(place, at) || isMostlyName(type))) {
    return false;
  }
  if (continuesStatement(place, at)) return false;
  if (atLineStart && lacksOperand(place, at)) {
    place.seen = Math.max(place.seen, at + LOOK_AHEAD);
    return fitsBehindGap(place, at);
  }
  const sure = place.depth > 0 || !isComplete(place, at);
  if (sure && before === T.LPAREN && type === T.SELECT && !declares(place, at - 1)) return false;
  place.seen = Math.max(place.seen, at + LOOK_AHEAD);
  return sure ? fitsOnlyStart(place, at) : fitsStart(place, at);
}

/** Whether an open bracket holds what a CREATE declares, of which no language makes a query. */
const declares = ({ tokens: { types }, from }: LinePlace, bracket: number): boolean =>
  types[from] === T.CREATE && types[bracket - 1] !== T.AS;

/** Whether the statement may end before token `at`. DESCRIBE KEYSPACE without a name is about the one in use. */
function isComplete({ tokens: { types }, from }: LinePlace, at: number): boolean {
  const before = types[at - 1]!;
  return mayEnd(before) || (before === T.KEYSPACE && at === from + 2 && isDescription(types[from]!));
}

/** Outside of brackets a table, a column or a value is missing before token `at`, which no type follows. */
export const lacksOperand = ({ tokens: { types }, depth }: LinePlace, at: number): boolean =>
  depth === 0 && BEFORE_OPERANDS.includes(types[at - 1]!);

const isDescription = (type: number): boolean => type === T.DESCRIBE || type === T.DESC;

/** Behind these a statement stands in prose: `as follows: DROP …`, `cqlsh> DROP …`. */
const LEADS_TO: readonly number[] = [T.COLON, T.GT];

/** Words that may be names are mostly names, DESC is a direction, and ADD a change. */
const isMostlyName = (type: number): boolean => isUnreservedWord(type) || type === T.DESC || type === T.ADD;

/** Whether nothing that begins with this token is a statement. */
const isProse = (type: number): boolean => type !== T.TEMPLATE && !STARTERS.includes(type);

/** Whether the statement that begins at token `from` is a command of cqlsh that ends with its line. */
export function isShellLine(text: string, tokens: TokenTable, from: number): boolean {
  const type = tokens.types[from];
  if (type === T.LOGIN || type === T.QMARK) return true;
  return type === T.IDENT && SHELL_COMMANDS.has(wordAt(text, tokens, from));
}

/** Whether a command of cqlsh begins a line at token `at`, with the words that belong to it. */
export function isShellShape(place: LinePlace, at: number): boolean {
  if (!startsLine(place, at)) return false;
  const { text, tokens } = place;
  const next = tokens.types[at + 1]!;
  const fits = shellShapeFits(wordAt(text, tokens, at), next, () => wordAt(text, tokens, at + 1));
  if (fits) place.seen = Math.max(place.seen, at + 2);
  return fits;
}

/** Whether a line ends between two offsets. */
export function hasLineBreak(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i += 1) {
    const code = text.charCodeAt(i);
    if (code === 0x0a || code === 0x0d) return true;
  }
  return false;
}

function startsLine({ text, tokens }: LinePlace, at: number): boolean {
  return hasLineBreak(text, tokens.ends[at - 1]!, tokens.starts[at]!);
}

/** Whether the statement so far lacks what this very word brings. */
function continuesStatement(place: LinePlace, at: number): boolean {
  const { text, tokens, from } = place;
  const { types } = tokens;
  switch (types[at]) {
    case T.SELECT: {
      // INSERT INTO … SELECT and CREATE … SELECT are SQL: one mistake, not two statements.
      if (types[from] !== T.INSERT && types[from] !== T.CREATE) return false;
      if (!lacksBody(place, at)) return false;
      if (types[from] === T.INSERT && startsLine(place, at) && isBeingWritten(place, at)) return false;
      return !EMPTY_LINE.test(text.slice(tokens.ends[at - 1], tokens.starts[at]));
    }
    case T.ADD:
    case T.ALTER:
    case T.DROP:
      return types[from] === T.ALTER && lacksChange(place, at);
    default:
      return false;
  }
}

/** An INSERT without VALUES or JSON, a view without AS. */
function lacksBody({ tokens, from }: LinePlace, at: number): boolean {
  const { types } = tokens;
  if (types[from] === T.CREATE && types[from + 1] !== T.MATERIALIZED) return false;
  for (let i = from + 1; i < at; i += 1) {
    if (types[i] === T.VALUES || types[i] === T.JSON || types[i] === T.AS) return false;
  }
  return true;
}

/**
 * An INSERT above a query: without its table, within its brackets, into the table that is read, which SQL does not copy into
 * itself, or above what asks for some rows, of which nobody makes a copy.
 */
function isBeingWritten(place: LinePlace, at: number): boolean {
  const { text, tokens, from } = place;
  const { types, count } = tokens;
  if (place.depth > 0 || types[at - 1] === T.INTO) return true;
  let read = at + 1;
  while (read < count && types[read] !== T.FROM && types[read] !== T.SEMI && read - at < SELECTED) read += 1;
  let end = read;
  while (end < count && types[end] !== T.SEMI && end - read < SELECTED) end += 1;
  place.seen = Math.max(place.seen, end + LOOK_AHEAD);
  if (types[read] !== T.FROM) return false;
  const written = lastOfName(tokens, from + 2);
  const source = lastOfName(tokens, read + 1);
  if (isName(types[source]!) && wordAt(text, tokens, written) === wordAt(text, tokens, source)) return true;
  const rest = types.subarray(read, end);
  if (OF_SOME_ROWS.some((type) => rest.includes(type))) return true;
  if (types[written + 1] !== T.LPAREN) return rest.includes(T.WHERE);
  const listed = listLength(tokens, written + 2, at - 1);
  const selected = listLength(tokens, at + 1, read);
  return types[at + 1] !== T.STAR && selected !== listed;
}

/** What a query has that is asked by an application. */
const OF_SOME_ROWS: readonly number[] = [T.QMARK, T.COLON, T.LIMIT, T.ALLOW];

/** How many things between two tokens commas part, those within brackets aside. */
function listLength({ types }: TokenTable, start: number, end: number): number {
  let length = 1;
  let depth = 0;
  for (let i = start; i < end; i += 1) {
    const type = types[i]!;
    if (type === T.LPAREN || type === T.LBRACKET || type === T.LBRACE) depth += 1;
    else if (type === T.RPAREN || type === T.RBRACKET || type === T.RBRACE) depth -= 1;
    else if (type === T.COMMA && depth === 0) length += 1;
  }
  return length;
}

/** The table of `keyspace.table`. */
const lastOfName = ({ types }: TokenTable, at: number): number => (types[at + 1] === T.DOT ? at + 2 : at);

/** ALTER TABLE t, and nothing of what is to change. */
function lacksChange({ tokens, from }: LinePlace, at: number): boolean {
  for (let i = from + 2; i < at; i += 1) if (CHANGES.includes(tokens.types[i]!)) return false;
  return true;
}

/** The words behind fit the beginning of a statement. */
function fitsStart({ text, tokens }: LinePlace, at: number): boolean {
  const { types, starts, ends } = tokens;
  const next = types[at + 1]!;
  const alone = next === 0;
  switch (types[at]) {
    case T.SELECT:
      return (
        next !== T.ON &&
        next !== T.OF &&
        next !== T.COMMA &&
        next !== T.PERMISSION &&
        next !== T.RPAREN &&
        next !== T.EQ &&
        next !== T.NORECURSIVE &&
        next !== T.SEMI
      );
    case T.INSERT:
      return next === T.INTO || alone;
    case T.UPDATE:
      return (isName(next) && UPDATE_GOES_ON.includes(types[at + 2]!)) || alone;
    case T.DELETE:
      return next === T.FROM || (isName(next) && DELETE_GOES_ON.includes(types[at + 2]!)) || alone;
    case T.BEGIN:
      return next === T.BATCH || next === T.UNLOGGED || next === T.COUNTER || next === T.TRANSACTION;
    case T.USE:
      return isName(next) && endsBehind(text, tokens, at + 1);
    case T.TRUNCATE:
      return next === T.TABLE || next === T.COLUMNFAMILY || (isName(next) && next !== T.PERMISSION);
    case T.CREATE:
    case T.ALTER:
    case T.DROP:
      return SCHEMA_OBJECTS.includes(next);
    case T.GRANT:
    case T.REVOKE:
      return isName(next) || PERMISSIONS.includes(next) || next === T.STRING;
    case T.DESC:
    case T.DESCRIBE:
      return DESCRIBED.includes(next) || (isName(next) && next !== T.PERMISSION && endsBehind(text, tokens, at + 1));
    case T.ADD:
      return next === T.IDENTITY;
    case T.LIST:
      return LISTED.includes(next) || PERMISSIONS.includes(next);
    case T.COMMENT:
      return next === T.ON;
    case T.SECURITY:
      return next === T.LABEL;
    case T.PRUNE:
      return next === T.MATERIALIZED;
    case T.REBUILD:
    case T.RELOAD:
    case T.COMMIT:
      return next === T.SEARCH && starts[at + 1]! > ends[at]!;
    case T.RESTRICT:
    case T.UNRESTRICT:
      return next === T.ROWS;
    case T.ATTACH:
    case T.DETACH:
      return next === T.SERVICE || next === T.SERVICE_LEVEL;
    default:
      return false;
  }
}

/** The words behind fit nothing but the beginning of a statement, not even a name and its type. */
function fitsOnlyStart(place: LinePlace, at: number): boolean {
  const { types } = place.tokens;
  const next = types[at + 1]!;
  const third = types[at + 2]!;
  switch (types[at]) {
    case T.SELECT:
      return (
        next === T.STAR ||
        ((isName(next) || next === T.TOKEN) &&
          (third === T.FROM || (third === T.COMMA && (place.depth === 0 || namesUpToFrom(place, at + 1)))))
      );
    case T.UPDATE:
      return isName(next) && (third === T.SET || third === T.USING || (third === T.DOT && types[at + 4] === T.SET));
    case T.DELETE:
      return next === T.FROM && isName(third);
    case T.INSERT:
    case T.BEGIN:
      return fitsStart(place, at) && next !== 0;
    case T.TRUNCATE:
      return next === T.TABLE || next === T.COLUMNFAMILY;
    case T.CREATE:
    case T.ALTER:
    case T.DROP:
      return (
        SCHEMA_OBJECTS.includes(next) && (isReservedWord(next) || isName(third) || third === T.IF || third === T.INDEX)
      );
    default:
      return false;
  }
}

/** A list of names that FROM follows. */
function namesUpToFrom(place: LinePlace, from: number): boolean {
  const { types } = place.tokens;
  let at = from;
  while (isName(types[at]!) && types[at + 1] === T.COMMA) at += 2;
  place.seen = Math.max(place.seen, at + 2);
  return isName(types[at]!) && types[at + 1] === T.FROM;
}

/** The words behind fit nothing but the beginning of a statement where a name could only stand by itself. */
function fitsBehindGap(place: LinePlace, at: number): boolean {
  const { types } = place.tokens;
  const next = types[at + 1]!;
  const third = types[at + 2]!;
  switch (types[at]) {
    case T.SELECT:
      return (
        next === T.STAR || ((isName(next) || next === T.TOKEN) && (isName(third) || SELECT_GOES_ON.includes(third)))
      );
    case T.DELETE:
      return fitsOnlyStart(place, at) || (isName(next) && third !== 0 && DELETE_GOES_ON.includes(third));
    case T.CREATE:
    case T.ALTER:
    case T.DROP:
    case T.INSERT:
    case T.UPDATE:
    case T.BEGIN:
      return fitsOnlyStart(place, at);
    default:
      return fitsStart(place, at);
  }
}

/** Whether the statement or its line ends behind token `at`. */
function endsBehind(text: string, { types, starts, ends, count }: TokenTable, at: number): boolean {
  return at + 1 >= count || types[at + 1] === T.SEMI || hasLineBreak(text, ends[at]!, starts[at + 1]!);
}

function shellShapeFits(word: string, next: number, nextWord: () => string): boolean {
  switch (word) {
    case 'source':
      return next === T.STRING;
    case 'capture':
      return next === T.STRING || (next === T.IDENT && nextWord() === 'off');
    case 'consistency':
      return next === T.IDENT && CONSISTENCY_LEVELS.has(nextWord());
    case 'tracing':
    case 'expand':
    case 'paging':
      return next === T.ON || next === T.INTEGER || (next === T.IDENT && nextWord() === 'off');
    case 'show':
      return next === T.IDENT && SHOWN.has(nextWord());
    default:
      return false;
  }
}

function wordAt(text: string, { starts, ends, count }: TokenTable, at: number): string {
  return at < count ? text.slice(starts[at], ends[at]).toLowerCase() : '';
}

/** A beginning is told by so many tokens. */
const LOOK_AHEAD = 5;

/** The table that is read is looked for within so many tokens. */
const SELECTED = 64;

const EMPTY_LINE = /\r\n\s*\r\n|\n\s*\n|\r[ \t]*\r/;

/** Commands of cqlsh that end with their line (cqlsh's `my_commands_ending_with_newline`, and ELAPSED of 6.0). */
export const SHELL_COMMANDS: ReadonlySet<string> = new Set([
  'capture',
  'clear',
  'cls',
  'consistency',
  'debug',
  'elapsed',
  'exit',
  'expand',
  'help',
  'history',
  'paging',
  'quit',
  'serial',
  'show',
  'source',
  'tracing',
]);

const CONSISTENCY_LEVELS: ReadonlySet<string> = new Set([
  'any',
  'one',
  'two',
  'three',
  'quorum',
  'local_quorum',
  'each_quorum',
  'serial',
  'local_serial',
  'local_one',
  'node_local',
]);

const SHOWN: ReadonlySet<string> = new Set(['version', 'host', 'session', 'replicas']);

/** The words that statements begin with. */
export const STARTERS: readonly number[] = [
  T.ADD,
  T.ALTER,
  T.ATTACH,
  T.BEGIN,
  T.COMMENT,
  T.COMMIT,
  T.CREATE,
  T.DELETE,
  T.DESC,
  T.DESCRIBE,
  T.DETACH,
  T.DROP,
  T.GRANT,
  T.INSERT,
  T.LIST,
  T.PRUNE,
  T.REBUILD,
  T.RELOAD,
  T.RESTRICT,
  T.REVOKE,
  T.SECURITY,
  T.SELECT,
  T.TRUNCATE,
  T.UNRESTRICT,
  T.UPDATE,
  T.USE,
];

/** Words behind which the beginning of a statement is a part of this one. */
const STAYS_WITHIN: readonly number[] = [T.AS, T.UNION, T.FOR, T.GRANT, T.REVOKE, T.LIST];

const CHANGES: readonly number[] = [T.ADD, T.ALTER, T.DROP, T.RENAME, T.WITH];

const UPDATE_GOES_ON: readonly number[] = [0, T.SET, T.USING, T.DOT];

/** Behind the first word of what is selected. */
const SELECT_GOES_ON: readonly number[] = [T.FROM, T.COMMA, T.LPAREN, T.LBRACKET, T.DOT, T.AS, T.STAR, T.TOKEN];

/** Words and signs that a table, a column or a value follows, but no name with its type. */
const BEFORE_OPERANDS: readonly number[] = [
  T.SELECT,
  T.FROM,
  T.INTO,
  T.UPDATE,
  T.WHERE,
  T.AND,
  T.SET,
  T.BY,
  T.LIMIT,
  T.TABLE,
  T.EQ,
  T.LT,
  T.GT,
  T.GE,
  T.LE,
  T.NE,
];

const DELETE_GOES_ON: readonly number[] = [0, T.FROM, T.COMMA, T.LBRACKET, T.DOT];

const SCHEMA_OBJECTS: readonly number[] = [
  T.AGGREGATE,
  T.COLUMNFAMILY,
  T.CUSTOM,
  T.FUNCTION,
  T.GENERATED,
  T.IDENTITY,
  T.INDEX,
  T.KEYSPACE,
  T.MATERIALIZED,
  T.OR,
  T.ROLE,
  T.SCHEMA,
  T.SEARCH,
  T.SERVICE,
  T.SERVICE_LEVEL,
  T.TABLE,
  T.TRIGGER,
  T.TYPE,
  T.USER,
];

const PERMISSIONS: readonly number[] = [
  T.ALTER,
  T.AUTHORIZE,
  T.CREATE,
  T.DESCRIBE,
  T.DROP,
  T.EXECUTE,
  T.MODIFY,
  T.SELECT,
  T.SELECT_MASKED,
  T.UNMASK,
];

const LISTED: readonly number[] = [T.ALL, T.EFFECTIVE, T.ROLES, T.SERVICE, T.SERVICE_LEVEL, T.SUPERUSERS, T.USERS];

const DESCRIBED: readonly number[] = [
  T.COLUMNFAMILY,
  T.FULL,
  T.INDEX,
  T.KEYSPACE,
  T.KEYSPACES,
  T.MATERIALIZED,
  T.SCHEMA,
  T.TABLE,
  T.TABLES,
];
