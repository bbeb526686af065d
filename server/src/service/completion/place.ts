import type { Session } from '../../analysis/judging/verdict-model.ts';
import type { Keyspace, Table } from '../../catalog/index.ts';
import { isFilled } from '../../catalog/names.ts';
import type { NameKind, Occurrence } from '../../names/occurrence.ts';
import { occurrencesOf } from '../../names/occurrences.ts';
import type { Name, QualifiedName, Statement } from '../../syntax/ast.ts';
import * as T from '../../syntax/generated/token-types.ts';
import type { Caret } from '../../syntax/index.ts';
import { isName } from '../../syntax/token-classes.ts';
import { tableNameOf } from '../../syntax/table-names.ts';
import { type CassandraRelease, DEFAULT_TARGET, releaseOf } from '../../text/release.ts';
import { tablesOf } from '../at.ts';
import type { Subject } from '../subject.ts';
import { folded, lastWord, type TokensBefore, tokensBefore } from './tokens-before.ts';

/** The place of a caret, with all that is known about it. */
export interface Place {
  readonly subject: Subject;
  readonly caret: Caret;
  /** What is typed of the word, in lower case and without quotes. */
  readonly typed: string;
  readonly session: Session;
  /** Of dialects: the one that they are likest. */
  readonly release: CassandraRelease;
  readonly tokens: TokensBefore;
  /** The innermost statement that the caret stands in, as far as it is written before it. */
  readonly statement: Statement | undefined;
  /** The word that begins the clause; 0 where there is none. */
  readonly clause: number;
  /** Its token. */
  readonly clauseAt: number;
  /** The table that the statement is about, where one is known. */
  readonly table: Table | undefined;
  /** The folded name, or the placeholder of a keyspace, before the dot that the caret stands behind. */
  readonly qualifier: string | undefined;
}

export function placeOf(subject: Subject, caret: Caret, offset: number): Place {
  const session = subject.session(caret.segment);
  const tokens = tokensBefore(subject, caret);
  const statement = tokens.types[tokens.count - 1] === T.SEMI ? caret.beginning : innermost(caret.beginning);
  const clauseAt = clauseBefore(tokens);
  const whole = statement === caret.beginning ? caret.statement : undefined;
  const name = (whole && sourceOf(whole)) ?? (statement && sourceOf(statement)) ?? sourceBehind(subject, caret);
  return {
    subject,
    caret,
    typed: bare(subject.document.slice(caret.wordStart, offset)),
    session,
    release: releaseOf(session) ?? DEFAULT_TARGET.release,
    tokens,
    statement,
    clause: tokens.types[clauseAt] ?? 0,
    clauseAt,
    table: name && tablesOf(subject, caret.segment, name)[0],
    qualifier: qualifierOf(subject, session, caret, tokens),
  };
}

/** Index of the word that begins the clause. The order of rows is one only in its brackets; behind them stand further options. */
function clauseBefore(tokens: TokensBefore): number {
  const at = lastWord(tokens, CLAUSES);
  // CLUSTERING ORDER BY (
  const isBehind = tokens.types[at - 1] === T.CLUSTERING && !tokens.open.includes(at + 2);
  return isBehind ? lastWord({ ...tokens, count: at }, CLAUSES) : at;
}

function qualifierOf(
  { document }: Subject,
  { catalog }: Session,
  { segment, before }: Caret,
  { types, count, name }: TokensBefore,
): string | undefined {
  if (count < 2 || types[count - 1] !== T.DOT) return undefined;
  const dot = document.startOf(segment) + before.starts[count - 1]!;
  // A placeholder may be several tokens.
  const hidden = [...catalog.keyspaces()].find(
    (keyspace) => isFilled(keyspace.name) && document.slice(dot - keyspace.name.length, dot) === keyspace.name,
  );
  return hidden?.name ?? name(count - 2);
}

/** The table whose columns a statement names: of a view the one that it is made of. */
const sourceOf = (statement: Statement): QualifiedName | undefined =>
  statement.kind === 'create-view' ? statement.select?.from : tableNameOf(statement);

/** The table behind the first FROM after the caret, where what stands before it cannot be read. */
function sourceBehind({ document }: Subject, { segment, wordEnd, beginning }: Caret): QualifiedName | undefined {
  if (beginning?.kind !== 'select' && beginning?.kind !== 'delete') return undefined;
  const start = document.startOf(segment);
  const { types, starts, ends } = document.segments[segment]!.tokens;
  const from = types.findIndex((type, index) => type === T.FROM && start + starts[index]! >= wordEnd);
  if (from < 0) return undefined;
  const nameAt = (index: number): Name | undefined => {
    if (index >= types.length || !isName(types[index]!)) return undefined;
    const span = { start: starts[index]!, end: ends[index]! };
    const text = document.slice(start + span.start, start + span.end);
    return { name: folded(text), text, quoted: text.startsWith('"'), span };
  };
  const [first, second] = [nameAt(from + 1), types[from + 2] === T.DOT ? nameAt(from + 3) : undefined];
  if (first === undefined || second === undefined) return first && { name: first, span: first.span };
  return { keyspace: first, name: second, span: { start: first.span.start, end: second.span.end } };
}

/** A word as words are compared. */
export const bare = (word: string): string => word.replaceAll('"', '').toLowerCase();

/** The keyspace written before the dot, else the one in which an unqualified name is looked for. */
export const keyspaceOf = (place: Place): Keyspace | undefined =>
  keyspaceNamed(place, place.qualifier ?? place.session.keyspace ?? '');

function keyspaceNamed({ subject, session, statement }: Place, name: string): Keyspace | undefined {
  const here = session.catalog.keyspace(name);
  const final = subject.project.final.keyspace(name);
  if (here === undefined || final === undefined || statement?.kind !== 'drop') return here ?? final;
  // A script drops first what it makes behind that.
  return {
    ...here,
    tables: new Map([...here.tables, ...final.tables]),
    types: new Map([...here.types, ...final.types]),
    indexes: new Map([...here.indexes, ...final.indexes]),
    functions: new Map([...here.functions, ...final.functions]),
  };
}

/** The keyspace written before the dot, else the one in which the statement looks for types and functions. */
export function homeOf(place: Place): Keyspace | undefined {
  const { qualifier, table, caret } = place;
  if (qualifier !== undefined) return keyspaceOf(place);
  const written = table?.keyspace ?? subjectIn(caret)?.owner;
  const name = typeof written === 'object' ? (written.kind === 'keyspace' ? written.name : undefined) : written;
  return name === undefined ? keyspaceOf(place) : keyspaceNamed(place, name);
}

/** What the statement before a caret makes or changes, as it is named there. */
const subjectIn = ({ expected }: Caret): Occurrence | undefined =>
  occurrencesOf(expected.tree).find(({ kind }) => SUBJECTS.has(kind));

const SUBJECTS: ReadonlySet<NameKind> = new Set(['table', 'view', 'type', 'function', 'aggregate']);

const CLAUSES: ReadonlySet<number> = new Set([
  T.SELECT,
  T.FROM,
  T.WHERE,
  T.ORDER,
  T.GROUP,
  T.LIMIT,
  T.ALLOW,
  T.SET,
  T.IF,
  T.INTO,
  T.VALUES,
  T.USING,
  T.WITH,
  T.DELETE,
  T.PRIMARY,
  T.ADD,
  T.DROP,
  T.RENAME,
  T.ALTER,
]);

function innermost(statement: Statement | undefined): Statement | undefined {
  switch (statement?.kind) {
    case 'batch':
      return statement.statements.at(-1) ?? statement;
    case 'transaction':
      return statement.writes.at(-1) ?? statement.result ?? statement.lets.at(-1)?.select ?? statement;
    default:
      return statement;
  }
}
