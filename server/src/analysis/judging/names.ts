import type { Column, Table } from '../../catalog/model.ts';
import type { Name, QualifiedName } from '../../syntax/ast.ts';
import { isRefused, isUndecided, type Outcome, PLACEHOLDER, refuse, UNKNOWN_SCHEMA } from './outcome.ts';
import { quoteIfNeeded } from './quote.ts';
import { type CassandraRelease, releaseFor, since } from '../../text/release.ts';
import type { Refused, Session, Undecided } from './verdict-model.ts';

/** A table with all that its statements are judged by. */
export interface Scope {
  readonly table: Table;
  readonly session: Session;
  readonly release: CassandraRelease;
  /** The names of indexes that the hints of a query forbid. */
  readonly excludedIndexes?: ReadonlySet<string>;
}

/** The release that judges; a dialect is described, never judged, as 5.0 would. */
export const judgingRelease = ({ target }: Session): CassandraRelease => releaseFor(target);

/** The table that a statement names (`QualifiedStatement.setKeyspace`, `Schema.validateTable`). */
export function resolveTable(name: QualifiedName | undefined, session: Session): Scope | Refused | Undecided {
  if (name === undefined) return { kind: 'undecided', why: 'broken' };
  const release = judgingRelease(session);
  const keyspace = name.keyspace?.name ?? session.keyspace;
  const table = keyspace === undefined ? undefined : session.catalog.table(keyspace, name.name.name);
  if (table !== undefined) return { table, session, release };
  // A placeholder equals only itself: what is declared under the same one is meant, everything else may be.
  if (name.name.template === true || name.keyspace?.template === true) return PLACEHOLDER;
  if (keyspace === undefined) return session.complete ? noKeyspace(name) : UNKNOWN_SCHEMA;
  if (!session.complete) return UNKNOWN_SCHEMA;
  if (session.catalog.keyspace(keyspace) === undefined) {
    return refuse(
      'keyspace-not-found',
      `keyspace ${keyspace} does not exist`.replace(/^k/, release === '3.11' ? 'K' : 'k'),
      name.keyspace?.span ?? name.span,
      [keyspace],
    );
  }
  const sentence =
    release === '3.11' ? `unconfigured table ${name.name.name}` : `table ${name.name.name} does not exist`;
  return refuse('table-not-found', sentence, name.name.span, [name.name.name]);
}

export const isScope = (value: Scope | Refused | Undecided): value is Scope => !isRefusedOrUndecided(value);

/** Without clustering columns, compact storage keeps its columns as statics, under a clustering column that it hides. */
export const isStaticCompact = ({ compactStorage, clustering }: Table): boolean =>
  compactStorage && clustering.length === 0;

/** A column by its name (`TableMetadata.getExistingColumn`). */
export function resolveColumn(name: Name, { table, release }: Scope): Column | Refused | Undecided {
  const column = table.columns.get(name.name);
  if (column !== undefined) return column;
  if (name.template === true || table.partial) return PLACEHOLDER;
  return refuse('undefined-column', undefinedColumn(name.name, table, release), name.span, [name.name]);
}

export const isColumn = (value: Column | Refused | Undecided): value is Column => !isRefusedOrUndecided(value);

/** The sentence about a column that a table does not have. */
export const undefinedColumn = (name: string, table: Table, release: CassandraRelease): string =>
  since(release, '4.0')
    ? `Undefined column name ${quoteIfNeeded(name, release)} in table ${textOfTable(table, release)}`
    : `Undefined column name ${quoteIfNeeded(name, release)}`;

/** `ks.t`, as the server prints a table; 3.11 never quotes its names. */
export function textOfTable({ keyspace, name }: Table, release: CassandraRelease): string {
  const print = (part: string): string => (since(release, '4.0') ? quoteIfNeeded(part, release) : part);
  // A table declared without a keyspace is in one that only the server knows.
  return keyspace === '' ? print(name) : `${print(keyspace)}.${print(name)}`;
}

/** What is wrong with a looked-up thing, if anything is. */
export const problemOf = (value: Column | Scope | Refused | Undecided): Outcome =>
  isRefusedOrUndecided(value) ? value : undefined;

const isRefusedOrUndecided = (value: Column | Scope | Refused | Undecided): value is Refused | Undecided =>
  isRefused(value) || isUndecided(value);

const noKeyspace = (name: QualifiedName): Refused =>
  refuse(
    'no-keyspace',
    'No keyspace has been specified. USE a keyspace, or explicitly specify keyspace.tablename',
    name.span,
    [name.name.name],
  );
