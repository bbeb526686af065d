import type { SyntaxDocument } from '../syntax/index.ts';
import * as T from '../syntax/generated/token-types.ts';
import type { Segment } from '../syntax/segment.ts';
import { tableNamesOf } from '../syntax/table-names.ts';
import { chainAt, nameBefore, type Chain } from './chains.ts';
import { declaringComments } from './declaring-comments.ts';
import {
  databasesNamed,
  type Databases,
  importsOfCassandra,
  hasOnlyCql,
  hasOnlySql,
  type Neighbourhood,
} from './evidence.ts';
import { type Functions, functionsIn, type Stretch } from './functions.ts';
import type { Host } from './host.ts';
import { type HostComment, type HostReading, readHost } from './host-tokens.ts';
import { hasRoom, MARGIN, maskOf, piecesOf, type HoleRules, type Masked, type Piece } from './mask.ts';
import type { Reader } from './reader.ts';
import { sessionKeyspacesIn, type SessionKeyspaces } from './session-keyspaces.ts';
import { isNamedForAnother, isNamedForCassandra, receiversIn, type Receivers } from './receivers.ts';
import { hasShape, isBegun, isMeantAsStatement } from './shape.ts';
import { isShown } from './shown.ts';
import { isAssigned, isFormatted, isJoined, usesOf, type Use } from './uses.ts';

/** A statement, or several, in a text of a program. */
export interface Embedded extends Masked {
  /** All of it is known; all but values and what is selected; or more may stand in it or behind it. */
  readonly known: 'whole' | 'but values' | 'in part';
  /** It is CQL for certain, so that what cannot be read of it is a mistake. */
  readonly certain: boolean;
  /** It cannot be read yet, as while it is typed: nothing is said of it, and its names stand for nothing. */
  readonly draft: boolean;
  /** What it is written in, in its order. */
  readonly pieces: readonly Piece[];
  readonly chain: Chain;
  /** The keyspace of the session that it is handed to, where the program says one. */
  readonly session: string | undefined;
}

/** What is found in a program. */
export interface Extraction {
  readonly statements: readonly Embedded[];
  /** Comments that speak to us. */
  readonly directives: readonly HostComment[];
}

/** A program, and what is known around it. */
export interface Program {
  readonly text: string;
  readonly host: Host;
  /** Relative to the project, with `/`. */
  readonly path: string;
  readonly databases: Databases;
  /** What comments may declare of statements and tables, without the `@`. */
  readonly annotations: ReadonlySet<string>;
  /** Those of its statements are wanted that only its tests hold. */
  readonly tests: boolean;
  readonly neighbourhood: Neighbourhood;
}

/** A program, with what becomes of the texts in it: worked out where a text has a name. */
interface Seen extends Program {
  /** Where a name of a text stands. */
  readonly uses: (name: string) => readonly Use[];
  readonly functions: () => Functions;
  /** Whom its calls speak with, where it speaks with several. */
  readonly receivers: () => Receivers;
  readonly sessions: () => SessionKeyspaces;
}

/** Finds the statements of CQL in a program. */
export function extract(program: Program, reader: Reader): Extraction {
  const { text, host } = program;
  const reading = readHost(text, host);
  const markers = markersIn(text, reading);
  const mayBegin = (index: number): boolean => {
    const { literal, tag } = reading.tokens[index]!;
    const isMarked = TAGS.has(tag ?? '') || markers.has(index);
    return literal?.closed === true && (isMarked || beginsAsStatement(text, literal));
  };
  let all: ReadonlyMap<string, readonly Use[]> | undefined;
  let functions: Functions | undefined;
  let receivers: Receivers | undefined;
  let sessions: SessionKeyspaces | undefined;
  const seen: Seen = {
    ...program,
    uses(name) {
      all ??= usesOf(text, reading, namesOf(text, reading, mayBegin));
      return all.get(plainName(name)) ?? NO_USES;
    },
    functions: () => (functions ??= functionsIn(text)),
    receivers: () => (receivers ??= receiversIn(text, importsOfCassandra(text, host))),
    sessions: () => (sessions ??= sessionKeyspacesIn(text)),
  };
  const statements: Embedded[] = [];
  const tested = program.tests ? [] : testModules(program, reading);
  let behind = 0;
  for (let index = 0; index < reading.tokens.length; index += 1) {
    const token = reading.tokens[index]!;
    const { literal } = token;
    if (literal === undefined || !literal.closed || index < behind) continue;
    if (tested.some(({ start, end }) => token.start > start && token.start < end)) continue;
    const marked = TAGS.has(token.tag ?? '') || markers.has(index);
    if (!marked && !beginsAsStatement(text, literal)) continue;
    const chain = chainAt(text, reading, host, index);
    const found = marked ? markedStatement(seen, chain, reader) : likelyStatement(seen, reading, chain, reader);
    if (found === undefined) continue;
    statements.push(found);
    behind = chain.last + 1;
  }
  const declaring = declaringComments(
    text,
    reading.comments,
    statements.map((one) => ({ start: startOf(one.chain), declares: DECLARES.test(one.text) })),
    program.annotations,
  );
  const isSpoken = (comment: HostComment): boolean =>
    DIRECTIVE.test(text.slice(comment.start, comment.end)) || declaring.includes(comment);
  return { statements, directives: reading.comments.filter(isSpoken) };
}

/** The names that a program gives to what may be statements. */
const namesOf = (text: string, { tokens }: HostReading, mayBegin: (index: number) => boolean): ReadonlySet<string> =>
  new Set(
    tokens.flatMap(({ kind, start }, index) => {
      const name = kind === 'text' && mayBegin(index) ? nameBefore(text, start) : undefined;
      return name === undefined ? [] : [plainName(name)];
    }),
  );

/** Without the sign of PHP. */
const plainName = (name: string): string => name.replace(/^\$/, '');

const NO_USES: readonly Use[] = [];

/** The modules of Rust that are there for tests alone: `#[cfg(test)] mod tests { … }`. */
function testModules({ text, host }: Program, { tokens }: HostReading): readonly Stretch[] {
  if (host.name !== 'rust') return [];
  return [...text.matchAll(/#\[cfg\(test\)\]\s*(?:pub\s+)?mod\s+\w+\s*\{/g)].flatMap(({ 0: head, index }) => {
    const brace = tokens.findIndex(({ start }) => start === index + head.length - 1);
    if (brace < 0) return [];
    const { depth } = tokens[brace]!;
    const close = tokens.findIndex((token, at) => at > brace && token.depth <= depth && text[token.start] === '}');
    return [{ start: index, end: close < 0 ? text.length : tokens[close]!.end }];
  });
}

const DECLARES = /^\s*(?:CREATE|ALTER)\b/i;

const DIRECTIVE = /^(?:\/\/|#|\/\*)[ \t]*cql-analyzer:/;

/** Words in front of quotes that say what is in them. */
const TAGS: ReadonlySet<string> = new Set(['cql', 'CQL']);

const beginsAsStatement = (
  text: string,
  { textStart, textEnd, marks }: NonNullable<HostReading['tokens'][number]['literal']>,
): boolean => {
  // Escapes at the beginning are line breaks.
  const first =
    marks[0]?.kind === 'escape' && text.slice(textStart, marks[0].start).trim() === '' ? marks[0].end : textStart;
  return FIRST_WORD.test(text.slice(first, Math.min(textEnd, first + 400)));
};

const FIRST_WORD =
  /^(?:\s|\||--[^\n]*\n|\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|TRUNCATE|BEGIN)\b/i;

/** The texts that a comment says to be CQL, by token: `/* cql *\/` before them, `// language=CQL` on the line before. */
function markersIn(text: string, { tokens, comments }: HostReading): ReadonlySet<number> {
  const marked = new Set<number>();
  for (const comment of comments) {
    if (!MARKER.test(text.slice(comment.start, comment.end))) continue;
    const index = tokens.findIndex(({ kind, start }) => kind === 'text' && start >= comment.end);
    const between = index < 0 ? '' : text.slice(comment.end, tokens[index]!.start);
    const lines = between.split('\n').length - 1;
    const isNext = comment.kind === 'block' && !/language/i.test(text.slice(comment.start, comment.end));
    if (index >= 0 && (isNext ? between.trim() === '' : lines <= 1)) marked.add(index);
  }
  for (let index = 0; index < tokens.length; index += 1) {
    const { kind, start } = tokens[index]!;
    if (kind !== 'text' || !/^["']CQL["']/.test(text.slice(start, start + 5))) continue;
    if (!/@Language\(\s*(?:value\s*=\s*)?$/.test(text.slice(Math.max(0, start - 40), start))) continue;
    const next = tokens.findIndex((token, at) => at > index && token.kind === 'text');
    if (next > index) marked.add(next);
  }
  return marked;
}

const MARKER = /^(?:\/\*+|\/\/|#|--)[ \t]*(?:cql|language[ \t]*[=:][ \t]*cql)[ \t]*(?:\*\/)?[ \t]*\r?$/i;

/** A text that is said to be CQL is, whatever stands in it; but pages show parts of statements and mistakes on purpose. */
function markedStatement(program: Seen, chain: Chain, reader: Reader): Embedded | undefined {
  const read = bestReading(program, chain, reader);
  if (read === undefined || (read.broken && program.host.fences === true)) return undefined;
  return {
    ...read.masked,
    known: knownOf(program, chain, read),
    certain: program.host.fences !== true,
    draft: false,
    pieces: read.pieces,
    chain,
    session: program.sessions().of(chain.receiver),
  };
}

/** A text that looks like a statement, where everything says that it is one of CQL. */
function likelyStatement(program: Seen, reading: HostReading, chain: Chain, reader: Reader): Embedded | undefined {
  if (isSaid(program, reading, chain) || isShown(program.path, program.databases, chain)) return undefined;
  const shown = shownBy(program.text, chain);
  const called = isDriverCall(chain, program.host) && speaksWithCassandra(program, chain);
  const isHoled = shown.includes(HOLE);
  const shaped =
    hasShape(shown.replaceAll(LONE_HOLE, ' _ ').replaceAll(HOLE, '_')) ||
    (called && !isHoled && isMeantAsStatement(shown)) ||
    (/\0\s*$/.test(shown) && /^\s*(?:SELECT|DELETE)\s/i.test(shown));
  const onlyCql = hasOnlyCql(shown);
  const evident = onlyCql || isEvident(program, chain) || isGivenToCassandra(program, chain);
  if (!shaped && !(evident && isBegun(shown))) return undefined;
  const onlySql = hasOnlySql(shown);
  if (!called && onlySql) return undefined;
  const read = bestReading(program, chain, reader);
  if (read === undefined) return undefined;
  // Another database has calls of the same name.
  if (onlySql && !isForCassandra(program, chain) && !readsKnownTable(program, chain, read)) return undefined;
  const certain =
    read.pieces.every(({ kind }) => kind !== 'hole') && (called || (shaped && isHandedOver(program, chain)));
  const draft = !shaped || (read.broken && !certain);
  if (draft && !(evident && isBegun(shown))) return undefined;
  if (!evident && !readsKnownTable(program, chain, read)) return undefined;
  // `Select a colour from the list` is no statement.
  if (
    TITLE_CASE.test(shown) &&
    !onlyCql &&
    (read.broken || !(called || COMPARES.test(shown) || isTaken(program, chain)))
  )
    return undefined;
  return {
    ...read.masked,
    known: knownOf(program, chain, read),
    certain,
    draft,
    pieces: read.pieces,
    chain,
    session: program.sessions().of(chain.receiver),
  };
}

const TITLE_CASE = /^\s*(?:Select|Delete|Update|Insert|Create|Drop)\b/;

/** What sentences do not have: all columns, a value that is compared, set or listed, or a key. */
const COMPARES = /^\s*select\s+\*|[=<>]\s*(?:[?:'\d%\0]|\w+\s*$)|\bvalues\s*\(|\bprimary\s+key\b/i;

/** A call of the driver takes the text, by itself or by its name. */
const isTaken = (program: Seen, chain: Chain): boolean =>
  isGivenToCassandra(program, chain) || isHandedOver(program, chain);

/** Stands in no text. */
const HOLE = '\0';

/** A hole that is no part of a name with a keyspace. */
const LONE_HOLE = /(?<!\.)\0(?!\.)/g;

/** What a text says, a hole as one sign. */
function shownBy(text: string, { parts, margin }: Chain): string {
  const shown = parts
    .map((part) => {
      if (part.kind === 'hole') return HOLE;
      const { textStart, textEnd, marks } = part.literal;
      let at = textStart;
      let shown = '';
      for (const mark of marks) {
        shown += text.slice(at, mark.start) + (mark.kind === 'hole' ? HOLE : mark.value);
        at = mark.end;
      }
      return (part.apart === true ? ' ' : '') + shown + text.slice(at, textEnd);
    })
    .join('');
  return margin ? shown.replaceAll(MARGIN, '\n') : shown;
}

/** The program speaks with Cassandra and with nothing else, or with both and the text is handed to what is Cassandra's. */
function speaksWithCassandra(program: Seen, chain: Chain): boolean {
  const { cassandra, other } = program.databases;
  if (!cassandra || other) return cassandra && isForCassandra(program, chain);
  return !takersOf(program, chain).some((taker) => program.receivers().isOfAnother(taker));
}

/** A text is handed to what is Cassandra's, by itself or by its name. */
function isForCassandra(program: Seen, chain: Chain): boolean {
  if (isNamedForCassandra(chain.callee)) return true;
  const takers = takersOf(program, chain);
  return takers.length > 0 && takers.every((taker) => program.receivers().isOfCassandra(taker));
}

/** What a text is handed to, by itself or by its name. */
function takersOf(program: Seen, { receiver, name, parts: [first] }: Chain): readonly string[] {
  if (receiver !== '') return [receiver];
  if (name === undefined || first.kind !== 'text') return [];
  const { text, uses } = program;
  const found = uses(name);
  const { start, end } = reachOf(program, found, first.literal.start);
  return found.flatMap((use) => {
    const before = text.slice(Math.max(0, use.start - NEAR), use.start);
    const taker = use.start < start || use.start >= end ? undefined : TAKEN_BY.exec(before)?.[1];
    return taker === undefined ? [] : [taker];
  });
}

/** The imports, the path or the neighbours of a program speak for Cassandra, and nothing for another database. */
function isEvident(program: Seen, chain: Chain): boolean {
  const { path, databases, neighbourhood } = program;
  const { calleeSign, callee, receiver } = chain;
  if (databases.cassandra) return speaksWithCassandra(program, chain);
  if (databases.other) return false;
  if (isNamedForCassandra(callee)) return true;
  if (isNamedForAnother(receiver) && !CASSANDRA_CALLS.has(callee)) return false;
  // JPQL stands in the same annotation.
  if (calleeSign === '@' && callee === 'Query') return false;
  const named = databasesNamed(path);
  if (named.other) return false;
  return named.cassandra || isNamedForCassandra(receiver) || neighbourhood.besideCassandra;
}

/** A statement about a table that a schema file declares, in a program that speaks with no other database, nor does anything beside it. */
function readsKnownTable(
  { path, databases, neighbourhood }: Program,
  { receiver }: Chain,
  { document }: Read,
): boolean {
  if (databases.other || neighbourhood.besideOther || isNamedForAnother(receiver) || databasesNamed(path).other)
    return false;
  const names = document.segments.flatMap((segment) => {
    const statement = segment.statement();
    return statement === undefined ? [] : tableNamesOf(statement);
  });
  return names.length > 0 && names.every(({ name }) => neighbourhood.isTable(name.name));
}

/** The text, or the name that it has, stands in a call that only drivers of Cassandra have, beside whatever other database. */
function isGivenToCassandra(program: Seen, chain: Chain): boolean {
  const { text, host, databases } = program;
  const { name, callee, calleeSign, receiver } = chain;
  if (!databases.cassandra || isNamedForAnother(receiver)) return false;
  if (calleeSign === '' && (CASSANDRA_CALLS.has(callee) || (PREPARERS.has(host.name) && callee === 'prepare')))
    return true;
  if (/\bSimpleStatement\s*\.\s*builder\(\s*$/.test(text.slice(Math.max(0, startOf(chain) - NEAR), startOf(chain))))
    return true;
  if (isBatched(program, startOf(chain), endOf(chain))) return true;
  if (name === undefined) return false;
  const found = program.uses(name);
  const { start, end } = reachOf(program, found, startOf(chain));
  return found.some(
    (use) =>
      use.start >= start &&
      use.start < end &&
      ((PREPARERS.has(host.name) ? GIVING_AND_PREPARING : GIVING).test(
        text.slice(Math.max(0, use.start - NEAR), use.start),
      ) ||
        isBatched(program, use.start, use.end)),
  );
}

/** `{ query: …, params: … }` is a statement of a batch in JavaScript; other databases call the two by other names. */
const isBatched = ({ text, host }: Program, start: number, end: number): boolean =>
  (host.name === 'javascript' || host.name === 'typescript') &&
  /[{,]\s*query\s*:\s*$/.test(text.slice(Math.max(0, start - NEAR), start)) &&
  /^\s*,\s*params\b/.test(text.slice(end, end + NEAR));

const CASSANDRA_CALLS: ReadonlySet<string> = new Set(
  'SimpleStatement executeReactive executeAsync prepareAsync execute_async prepare_async eachRow execute_unpaged query_unpaged execute_iter'.split(
    ' ',
  ),
);

/** Languages in which other databases prepare by another name. */
const PREPARERS: ReadonlySet<string> = new Set(['python', 'java', 'kotlin', 'scala', 'groovy']);

const GIVING = new RegExp(
  `\\b(?:${[...CASSANDRA_CALLS].join('|')}|SimpleStatement\\s*\\.\\s*(?:builder|newInstance))\\(\\s*$`,
);
const GIVING_AND_PREPARING = new RegExp(`${GIVING.source}|\\.prepare\\(\\s*$`);

/** Of Elixir's functions those that raise end with `!`; of Rust macros do. */
const isDriverCall = ({ callee, calleeSign }: Chain, host: Host): boolean =>
  DRIVER_CALLS.has(callee) && (calleeSign !== '!' || host.name === 'elixir');

/** The text has a name under which it is handed to a call of the driver as it stands, in a program that speaks with no other database. */
function isHandedOver(program: Seen, chain: Chain): boolean {
  const { text, uses } = program;
  const { name, parts } = chain;
  const [first] = parts;
  if (name === undefined || first.kind !== 'text' || !speaksWithCassandra(program, chain)) return false;
  const found = uses(name);
  const { start, end } = reachOf(program, found, first.literal.start);
  const isHanded = (use: Use): boolean =>
    use.start >= start &&
    use.start < end &&
    HANDING.test(text.slice(Math.max(0, use.start - NEAR), use.start)) &&
    /^\s*[,)]/.test(text.slice(use.end, use.end + NEAR));
  return found.some(isHanded) && !goesOnElsewhere(program, chain);
}

const DRIVER_CALLS: ReadonlySet<string> = new Set(
  (
    'execute executeAsync executeReactive execute_async prepare prepareAsync prepare_async Prepare PrepareAsync Execute ExecuteAsync ' +
    'Query query eachRow SimpleStatement newInstance query_unpaged query_iter execute_unpaged execute_iter ExecuteBatch'
  ).split(' '),
);

const HANDING = new RegExp(
  `[\\w)]\\s*(?:\\.|->|::)\\s*(?:${[...DRIVER_CALLS].join('|')})\\(\\s*(?:[\\w$]+(?:\\.|->|::))?\\$?$`,
);

/** What a name is handed to by any call: `session` of `this.session.prepare(NAME`. */
const TAKEN_BY = /([\w$]+)\s*(?:\.|->|::)\s*\w+!?\(\s*(?:[\w$]+(?:\.|->|::))?\$?$/;

/** So many characters are looked at beside a name. */
const NEAR = 80;

/** A text for people, or for a test: what is said, logged, thrown or compared; a text alone, as Python's about a function. */
function isSaid({ text, host }: Program, { tokens }: HostReading, { first, callee, calleeSign, last }: Chain): boolean {
  if (SAYING.test(callee) || (callee === 'New' && host.name === 'go')) return true;
  // Other languages are handed to what is named after them.
  if (callee === 'sql' && calleeSign === '') return true;
  const [before, behind] = [tokens[first - 1], tokens[last + 1]];
  const word = before?.kind === 'word' ? text.slice(before.start, before.end) : '';
  if (word === 'throw' || word === 'raise') return true;
  // Scala, Groovy and Ruby need no brackets for a call.
  if (word !== '' && SAYING.test(word) && !isLineEnd(text, before!.end, tokens[first]!.start)) return true;
  if (/[=!]=\s*$/.test(text.slice(Math.max(0, tokens[first]!.start - 6), tokens[first]!.start))) return true;
  // A text in the place of a statement of Python says what a function is for.
  const token = tokens[first]!;
  const isAlone =
    token.fresh &&
    token.depth === 0 &&
    (behind === undefined || behind.fresh) &&
    (before === undefined || text[before.start] === ':' || isLineEnd(text, before.end, token.start));
  return (
    isAlone &&
    token.literal!.form.open.length === 3 &&
    !CONTINUES.test(text.slice(before?.start ?? 0, before?.end ?? 0))
  );
}

const isLineEnd = (text: string, from: number, to: number): boolean => text.slice(from, to).includes('\n');

const CONTINUES = /^[=+([,]$|^(?:return|yield|const|val|var|let)$/;

const SAYING = new RegExp(
  `^(?:(?:${[
    'log|logger|console|print|println|printf|debug|info|warn|warning|error|trace|fatal|panic|fail|puts|echo|say',
    'Log\\w*|Debug|Info|Warn|Error|Fatal|Print|Panic|Write|WriteLine|Trace\\w*',
  ].join('|')})(?:f|ln|w|Async)?|${[
    'assert\\w*|expect\\w*|require|print\\w*|[eE]rrorf|NewError|Msgf?|Wrapf?|WithMessagef?|\\w*(?:Exception|Error)|error_log|trigger_error|syslog|die|exit',
    'describe|it|test|IsTrue|AreEqual|contains|equals|isEqualTo|startsWith|startswith|unimplemented|bail|anyhow',
  ].join('|')})$`,
);

interface Read {
  readonly masked: Masked;
  readonly document: SyntaxDocument;
  readonly pieces: readonly Piece[];
  /** Holes that were left out because nothing can be read with them. */
  readonly blank: ReadonlySet<number>;
  readonly broken: boolean;
}

/** The first reading of a text that has no mistake; else the first of all. */
function bestReading(program: Seen, chain: Chain, reader: Reader): Read | undefined {
  let first: Read | undefined;
  for (const rules of rulesFor(program, chain)) {
    const read = readWith(program.text, chain, rules, reader);
    if (read !== undefined && !read.broken) return read;
    first ??= read;
  }
  return first;
}

/** What signs may mean, the likeliest first. */
function rulesFor({ text, host, uses }: Seen, chain: Chain): readonly HoleRules[] {
  const { name } = chain;
  const formatted = chain.formatted || (name !== undefined && uses(name).some((use) => isFormatted(text, use)));
  const percentBinds = host.name === 'python' && !formatted;
  const anyNameBinds = chain.calleeSign === '@';
  const doubledBinds = host.name === 'python' && formatted;
  const plain = { percentBinds, doubledBinds, braces: false, anyNameBinds };
  const braced = { ...plain, braces: true };
  return formatted && host.name !== 'go' ? [braced, plain] : [plain, braced];
}

/** Reads a chain; a hole beside which nothing can be read becomes blank, one after the other. */
function readWith(text: string, chain: Chain, rules: HoleRules, reader: Reader): Read | undefined {
  const pieces = piecesOf(text, chain, rules);
  const end = endOf(chain);
  const holes = pieces.flatMap(({ kind }, index) => (kind === 'hole' ? [index] : []));
  const blank = new Set(holes.filter((index) => !hasRoom(text.slice(pieces[index]!.start, pieces[index]!.end))));
  for (let round = 0; round <= Math.min(holes.length, MOST_ROUNDS); round += 1) {
    const masked = maskOf(text, pieces, end, blank);
    if (masked === undefined) return undefined;
    const { document, error } = reader.read(masked.text);
    if (error === undefined) return { masked, document, pieces, blank, broken: false };
    const left = holes.filter((index) => !blank.has(index));
    const placeOf = (index: number): number => pieces[index]!.start - masked.start;
    const guilty =
      left.find((index) => placeOf(index) >= error && masked.text.slice(error, placeOf(index)).trim() === '') ??
      left.findLast((index) => placeOf(index) <= error) ??
      left[0];
    if (guilty === undefined) return { masked, document, pieces, blank, broken: true };
    blank.add(guilty);
  }
  return undefined;
}

const MOST_ROUNDS = 12;

const startOf = ({ parts: [first] }: Chain): number => (first.kind === 'hole' ? first.start : first.literal.start);

/** Where a text must end: behind the closing quotes, or what is joined last. */
function endOf({ parts }: Chain): number {
  const last = parts.at(-1)!;
  return last.kind === 'hole' ? last.end : last.literal.end;
}

/** How much of a statement is known. */
function knownOf(program: Seen, chain: Chain, { pieces, blank, document }: Read): Embedded['known'] {
  if (blank.size > 0 || chain.goesOn || goesOnElsewhere(program, chain) || isJoinedByOthers(program, chain))
    return 'in part';
  if (!pieces.some(({ kind }) => kind === 'hole')) return 'whole';
  return document.segments.every(holesAreValues) ? 'but values' : 'in part';
}

/** The text has a name, and more is put behind what has this name, or it behind more. */
function goesOnElsewhere(program: Seen, { name, parts: [first] }: Chain): boolean {
  const { text, host, uses } = program;
  const found = name === undefined ? [] : uses(name);
  const joined = found.filter((use) => isJoined(text, host, use));
  if (joined.length === 0 || first.kind !== 'text') return false;
  const { start, end } = reachOf(program, found, first.literal.start);
  return joined.some((use) => {
    if (use.start < start || use.start >= end) return false;
    return !SAID_BEFORE.test(text.slice(text.lastIndexOf('\n', use.start) + 1, use.start));
  });
}

/** The text has a name outside of functions, and another program joins more to it. */
function isJoinedByOthers({ text, neighbourhood, functions }: Seen, chain: Chain): boolean {
  const { name } = chain;
  if (name === undefined || !neighbourhood.isJoined(name)) return false;
  return functions().around(text.lastIndexOf(name, startOf(chain))).start === 0;
}

/** Where a name stands for a text: everywhere, or where it is given several texts, in the function of this one. */
const reachOf = ({ text, functions }: Seen, uses: readonly Use[], start: number): Stretch =>
  uses.filter((use) => isAssigned(text, use)).length < 2 ? { start: 0, end: text.length } : functions().around(start);

/** On a line before a name: what is put together there is for people to read. */
const SAID_BEFORE =
  /\b(?:log\w*|console|print\w*|echo|puts|debug|info|warn\w*|error|fatal|raise|throw|\w+Exception)\b[^;]*$/i;

/** Whether placeholders stand only where values do, in the place of a name of a table, or among what is selected. */
function holesAreValues({ tokens: { types, starts }, text }: Segment): boolean {
  for (let token = 0; token < types.length; token += 1) {
    if (types[token] === T.TEMPLATE) {
      if (!"$'".includes(text.charAt(starts[token]!))) return false;
      const before = types[token - 1] ?? 0;
      const behind = types[token + 1] ?? 0;
      const isName = NAMING.has(before) || behind === T.DOT || before === T.DOT;
      if (!isName && isSelected(types, token)) continue;
      if (!isName && !VALUED.has(before)) return false;
      if ((before === T.LPAREN || before === T.COMMA) && !isAmongValues(types, token)) return false;
    }
  }
  return true;
}

const NAMING: ReadonlySet<number> = new Set([T.FROM, T.INTO, T.UPDATE, T.TRUNCATE, T.TABLE]);

const VALUED: ReadonlySet<number> = new Set([
  T.EQ,
  T.LT,
  T.LE,
  T.GT,
  T.GE,
  T.NE,
  T.IN,
  T.LIKE,
  T.CONTAINS,
  T.KEY,
  T.LIMIT,
  T.TTL,
  T.TIMESTAMP,
  T.PLUS,
  T.MINUS,
  T.LPAREN,
  T.COMMA,
  T.LBRACKET,
  T.JSON,
]);

/** Whether a token is one of what a SELECT gives, by itself. */
function isSelected(types: ArrayLike<number>, token: number): boolean {
  const [before, behind] = [types[token - 1], types[token + 1]];
  if (behind !== T.COMMA && behind !== T.FROM) return false;
  if (before !== T.COMMA && before !== T.SELECT && before !== T.DISTINCT) return false;
  let depth = 0;
  for (let at = token - 1; at >= 0; at -= 1) {
    const type = types[at];
    if (type === T.SELECT) return depth === 0;
    if (type === T.FROM) return false;
    if (type === T.RPAREN) depth += 1;
    if (type === T.LPAREN) depth -= 1;
    if (depth < 0) return false;
  }
  return false;
}

/** Whether the brackets around a token are those of VALUES, of IN or of a call. */
function isAmongValues(types: ArrayLike<number>, token: number): boolean {
  let depth = 0;
  for (let at = token - 1; at > 0; at -= 1) {
    const type = types[at];
    if (type === T.RPAREN) depth += 1;
    if (type !== T.LPAREN) continue;
    if (depth === 0) {
      const before = types[at - 1];
      return before === T.VALUES || before === T.IN || before === T.EQ || before === T.LPAREN || before === T.TOKEN;
    }
    depth -= 1;
  }
  return false;
}

/** A program as CQL: everything that is none is blank, and every statement stands where it stood. */
export function maskedProgram(text: string, { statements, directives }: Extraction): string {
  const spans = [
    ...statements.map(({ start, end, text: cql }) => ({ start, end, cql })),
    ...directives.map(({ start, end }) => ({ start, end, cql: commentOf(text.slice(start, end)) })),
  ].toSorted((a, b) => a.start - b.start);
  let out = '';
  let at = 0;
  for (const { start, end, cql } of spans) {
    // A comment between two literals of a statement.
    if (start < at) continue;
    out += blanked(text.slice(at, start)) + cql;
    at = end;
  }
  return out + blanked(text.slice(at));
}

const blanked = (text: string): string => text.replaceAll(/[^\r\n]+/g, (line) => ' '.repeat(line.length));

/** A comment of a program as one of CQL of the same length. */
const commentOf = (comment: string): string =>
  comment.startsWith('#') ? (/^#[ \t]/.test(comment) ? `--${comment.slice(2)}` : ' '.repeat(comment.length)) : comment;
