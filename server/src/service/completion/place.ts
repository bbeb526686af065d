import type { Session } from '../../analysis/judging/verdict-model.ts';
import type { Keyspace, Table } from '../../catalog/index.ts';
import type { Statement } from '../../syntax/ast.ts';
import * as T from '../../syntax/generated/token-types.ts';
import type { Caret } from '../../syntax/index.ts';
import { tableNameOf } from '../../syntax/table-names.ts';
import { type CassandraRelease, DEFAULT_TARGET, releaseOf } from '../../text/release.ts';
import { tablesOf } from '../at.ts';
import type { Subject } from '../subject.ts';
import { lastWord, type TokensBefore, tokensBefore } from './tokens-before.ts';

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
  /** The folded name before the dot that the caret stands behind. */
  readonly qualifier: string | undefined;
}

export function placeOf(subject: Subject, caret: Caret, offset: number): Place {
  const session = subject.session(caret.segment);
  const tokens = tokensBefore(subject, caret);
  const statement = tokens.types[tokens.count - 1] === T.SEMI ? caret.beginning : innermost(caret.beginning);
  const clauseAt = lastWord(tokens, CLAUSES);
  const whole = statement === caret.beginning ? caret.statement : undefined;
  const name = (whole && tableNameOf(whole)) ?? (statement && tableNameOf(statement));
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
    qualifier: tokens.count > 1 && tokens.types[tokens.count - 1] === T.DOT ? tokens.name(tokens.count - 2) : undefined,
  };
}

/** A word as words are compared. */
export const bare = (word: string): string => word.replaceAll('"', '').toLowerCase();

/** The keyspace written before the dot, else the one in which an unqualified name is looked for. */
export function keyspaceOf({ subject, session, qualifier }: Place): Keyspace | undefined {
  const name = qualifier ?? session.keyspace ?? '';
  return session.catalog.keyspace(name) ?? subject.project.final.keyspace(name);
}

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
