import { withAppended } from './programs/appended.ts';
import { bestReading, HOLE, LONE_HOLE, shownBy } from './readings/chain-readings.ts';
import { chainAt, startOf, type Chain } from './programs/chains.ts';
import { declaringComments } from './signs/declaring-comments.ts';
import { hasOnlyCql, hasOnlySql } from './programs/evidence.ts';
import type { Stretch } from './hosts/functions.ts';
import type { HostComment } from './hosts/host-reading.ts';
import { type Known, knownOf } from './signs/known.ts';
import type { Literal } from './hosts/literal.ts';
import { markedTexts } from './signs/markers.ts';
import type { Masked, Piece } from './readings/mask.ts';
import { type Program, type Seen, seenIn } from './programs/program.ts';
import type { Reader } from './readings/reader.ts';
import { isSaid } from './signs/said.ts';
import { hasShape, isBegun, isBegunInCapitals, isMeantAsStatement } from './readings/shape.ts';
import { isShown } from './signs/shown.ts';
import { type Stand, standsIn } from './readings/stands.ts';
import {
  isDriverCall,
  isEvident,
  isForCassandra,
  isGivenToCassandra,
  isHandedOver,
  isPerhapsForAnother,
  isTaken,
  readsKnownTable,
  speaksWithCassandra,
} from './signs/takers.ts';

/** A statement, or several, in a text of a program. */
export interface Embedded extends Masked {
  readonly known: Known;
  /** It is CQL for certain, so that what cannot be read of it is a mistake. */
  readonly certain: boolean;
  /** It cannot be read yet, as while it is typed: nothing is said of it, and its names stand for nothing. */
  readonly draft: boolean;
  /** What it is written in, in its order. */
  readonly pieces: readonly Piece[];
  readonly chain: Chain;
  /** The tables of which only the names are put in. */
  readonly stands: readonly Stand[];
  /** The keyspace of the session that it is handed to, where the program says one. */
  readonly session: string | undefined;
}

/** What is found in a program. */
export interface Extraction {
  readonly statements: readonly Embedded[];
  /** Comments that speak to us. */
  readonly directives: readonly HostComment[];
}

/** Finds the statements of CQL in a program; where it is said which, of those alone that begin at some offsets. */
export function extract(program: Program, reader: Reader, starts?: ReadonlySet<number>): Extraction {
  const { text, host, reading } = program;
  const { tokens } = reading;
  reader.beginProgram();
  const marked = markedTexts(text, reading);
  /** The texts that may be statements, by their tokens. */
  const beginnings = tokens.texts
    .filter(({ at, literal }) => literal.closed && (marked.has(at) || beginsAsStatement(text, literal)))
    .map(({ at }) => at)
    .toSorted((a, b) => a - b);
  const seen = seenIn(program, beginnings);
  const statements: Embedded[] = [];
  const tested = program.tests ? [] : testModules(program);
  let behind = 0;
  for (const at of beginnings) {
    const begin = tokens.start(at);
    if (at < behind || starts?.has(begin) === false || tested.some(({ start, end }) => begin > start && begin < end))
      continue;
    const chain = wholeChain(seen, chainAt(text, reading, host, at), reader);
    const found = marked.has(at) ? markedStatement(seen, chain, reader) : likelyStatement(seen, chain, reader);
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

/** A text with what is put behind it, where that can be read. */
function wholeChain(program: Seen, chain: Chain, reader: Reader): Chain {
  const longer = withAppended(program, chain);
  return longer !== undefined && bestReading(program, longer, reader)?.broken === false ? longer : chain;
}

/** The modules of Rust that are there for tests alone: `#[cfg(test)] mod tests { … }`. */
function testModules({ text, host, reading: { tokens } }: Program): readonly Stretch[] {
  if (host.name !== 'rust') return [];
  return [...text.matchAll(/#\[cfg\(test\)\]\s*(?:pub\s+)?mod\s+\w+\s*\{/g)].flatMap(({ 0: head, index }) => {
    const open = index + head.length - 1;
    const brace = tokens.firstFrom(open);
    if (tokens.start(brace) !== open) return [];
    let close = brace + 1;
    while (close < tokens.count && (tokens.depth(close) > tokens.depth(brace) || text[tokens.start(close)] !== '}'))
      close += 1;
    return [{ start: index, end: close < tokens.count ? tokens.end(close) : text.length }];
  });
}

const DECLARES = /^\s*(?:CREATE|ALTER)\b/i;

const DIRECTIVE = /^(?:\/\/|#|\/\*)[ \t]*cql-analyzer:/;

const beginsAsStatement = (text: string, { textStart, textEnd, marks }: Literal): boolean => {
  // Escapes at the beginning are line breaks.
  const first =
    marks[0]?.kind === 'escape' && text.slice(textStart, marks[0].start).trim() === '' ? marks[0].end : textStart;
  return FIRST_WORD.test(text.slice(first, Math.min(textEnd, first + 400)));
};

const FIRST_WORD =
  /^(?:\s|[|>#]|--[^\n]*\n|\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|TRUNCATE|BEGIN)\b/i;

/**
 * A text that is said to be CQL is, whatever stands in it; but pages show parts of statements and mistakes on purpose, and of what a shell
 * puts together nobody knows what it becomes.
 */
function markedStatement(program: Seen, chain: Chain, reader: Reader): Embedded | undefined {
  const read = bestReading(program, chain, reader);
  if (read === undefined) return undefined;
  const { host } = program;
  const certain = host.fences !== true && (host.shell !== true || read.pieces.every(({ kind }) => kind === 'text'));
  if (read.broken && !certain) return undefined;
  return {
    ...read.masked,
    known: knownOf(program, chain, read),
    certain,
    draft: false,
    pieces: read.pieces,
    chain,
    stands: standsIn(program, chain, read),
    session: sessionOf(program, chain),
  };
}

/** The keyspace of the session that takes a text; where the program opens none, that of the sessions that others of its module open. */
function sessionOf({ sessions, neighbourhood }: Seen, { receiver }: Chain): string | undefined {
  return sessions().all.size === 0 ? neighbourhood.session() : sessions().of(receiver);
}

/** A text that looks like a statement, where everything says that it is one of CQL. */
function likelyStatement(program: Seen, chain: Chain, reader: Reader): Embedded | undefined {
  const shown = shownBy(program.text, chain);
  if (isSaid(program, chain) || isShown(program, chain, shown)) return undefined;
  const called = isDriverCall(chain, program.host) && speaksWithCassandra(program, chain);
  const isHoled = shown.includes(HOLE);
  const shaped =
    hasShape(shown.replaceAll(LONE_HOLE, ' _ ').replaceAll(HOLE, '_')) ||
    (called && !isHoled && isMeantAsStatement(shown)) ||
    (/\0\s*$/.test(shown) && /^\s*(?:SELECT|DELETE)\s/i.test(shown));
  const onlyCql = hasOnlyCql(shown);
  const evident = onlyCql || isEvident(program, chain) || isGivenToCassandra(program, chain);
  const begun = isBegun(shown) && (evident || isPerhapsMeant(program, chain, shown));
  if (!shaped && !begun) return undefined;
  const onlySql = hasOnlySql(shown);
  if (!called && onlySql) return undefined;
  const read = bestReading(program, chain, reader);
  if (read === undefined) return undefined;
  // Another database has calls of the same name.
  if (onlySql && !isForCassandra(program, chain) && !readsKnownTable(program, chain, read)) return undefined;
  const certain =
    read.pieces.every(({ kind }) => kind !== 'hole') && (called || (shaped && isHandedOver(program, chain)));
  const draft = !shaped || (read.broken && !certain);
  if (draft && !begun) return undefined;
  if (!evident && !draft && !readsKnownTable(program, chain, read)) return undefined;
  // `Select a colour from the list` is no statement.
  if (
    TITLE_CASE.test(shown) &&
    !onlyCql &&
    (read.broken || !(called || COMPARES.test(shown) || isTaken(program, chain)))
  )
    return undefined;
  return {
    ...read.masked,
    known: isPerhapsGoneOn(program, chain, shown) ? 'in part' : knownOf(program, chain, read),
    certain,
    draft,
    pieces: read.pieces,
    chain,
    stands: standsIn(program, chain, read),
    session: sessionOf(program, chain),
  };
}

/** Nothing speaks for another database, and a call takes the text, or capitals begin it: enough for what nothing is said of. */
function isPerhapsMeant(program: Seen, chain: Chain, shown: string): boolean {
  return (
    !program.neighbourhood.declaresTables() &&
    !isPerhapsForAnother(program, chain) &&
    (isDriverCall(chain, program.host) || isBegunInCapitals(shown))
  );
}

/** The text is kept for later, by no name that tells where it is used, and there are ends of statements to which it may be the beginning. */
const isPerhapsGoneOn = (program: Seen, chain: Chain, shown: string): boolean =>
  program.looseEndings().goOn(shown) && !isDriverCall(chain, program.host) && !isTaken(program, chain);

const TITLE_CASE = /^\s*(?:Select|Delete|Update|Insert|Create|Drop)\b/;

/** What sentences do not have: all columns, a value that is compared, set or listed, or a key. */
const COMPARES = /^\s*select\s+\*|[=<>]\s*(?:[?:'\d%\0]|\w+\s*$)|\bvalues\s*\(|\bprimary\s+key\b/i;
