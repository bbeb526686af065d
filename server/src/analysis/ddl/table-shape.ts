import { isReversedClass } from '../../catalog/marshal.ts';
import type { CqlType } from '../../catalog/model.ts';
import { isCounter, isMultiCell, userType } from '../../catalog/types.ts';
import type { ColumnDefinition, CreateTable, Name } from '../../syntax/ast.ts';
import type { Span } from '../../text/span.ts';
import { inEach, type Outcome } from '../judging/outcome.ts';
import { refuse, undecided } from '../judging/refuse.ts';
import { type CassandraRelease, since } from '../../text/release.ts';
import type { Context, ResolvedName } from './context.ts';

/** A table of that name is there already: refused, or with IF NOT EXISTS nothing more is looked at. */
export function existingTable(
  target: ResolvedName,
  ifNotExists: boolean,
  { session, release }: Context,
): Outcome | 'there' {
  const existing = session.catalog.table(target.keyspace, target.name);
  // A table may have the name of a view, which hides it.
  const isHidden = existing?.kind === 'view' && existing.hidden === undefined && since(release, '4.0');
  if (existing === undefined || isHidden) return undefined;
  if (ifNotExists) return 'there';
  const message = `Cannot add already existing table "${target.name}" to keyspace "${target.keyspace}"`;
  return refuse('already-exists', message, target.nameSpan, [target.name], 'already_exists');
}

/** The primary key, wherever it is written; several are a mistake of their own. */
export interface Key {
  readonly partition: readonly Name[];
  readonly clustering: readonly Name[];
  readonly span: Span;
}

/** The primary keys of a table in the order of the text. */
export function keysOf(statement: CreateTable): readonly Key[] {
  const inline = statement.columns.flatMap(({ name, primaryKey }): readonly Key[] =>
    primaryKey === undefined ? [] : [{ partition: [name], clustering: [], span: primaryKey }],
  );
  return [...inline, ...statement.primaryKeys].toSorted((a, b) => a.span.start - b.span.start);
}

/** A column stands in CLUSTERING ORDER BY twice. */
export function duplicateOrder({ clusteringOrder }: Pick<CreateTable, 'clusteringOrder'>, of: string): Outcome {
  return inEach(clusteringOrder, ({ column }, index) => {
    const twice = clusteringOrder.slice(0, index).some((other) => other.column.name === column.name);
    if (!twice || column.template) return undefined;
    const message = `Duplicate column '${column.name}' in CLUSTERING ORDER BY clause for ${of}`;
    return refuse('duplicate-clustering-order', message, column.span, [column.name]);
  });
}

/** A column whose type is known. */
export interface Prepared {
  readonly definition: ColumnDefinition;
  readonly type: CqlType;
}

export const NESTED_NOT_FROZEN = 'Non-frozen UDTs with nested non-frozen collections are not supported';

/** A user type that is stored in several cells, one of whose fields would be too. */
export function hasNestedCollection(type: CqlType, catalog: Context['session']['catalog']): boolean {
  const declaration = isMultiCell(type) ? userType(type, catalog) : undefined;
  return declaration !== undefined && [...declaration.fields.values()].some(isMultiCell);
}

/** CLUSTERING ORDER BY follows the clustering columns; it may stop early, but skip none. */
export function orderProblem(
  { clusteringOrder, clusteringOrderSpan }: Pick<CreateTable, 'clusteringOrder' | 'clusteringOrderSpan'>,
  clustering: readonly Name[],
  { release }: Context,
): Outcome {
  if (clusteringOrder.some(({ column }) => column.template) || clustering.some(({ template }) => template))
    return undecided('placeholder');
  const names = clustering.map(({ name }) => name);
  const ordered = clusteringOrder.map(({ column }) => column.name);
  const strangers = clusteringOrder.filter(({ column }) => !names.includes(column.name));
  const [stranger] = strangers;
  if (stranger !== undefined) {
    const list = [...new Set(strangers.map(({ column }) => column.name))];
    const message = `Only clustering key columns can be defined in CLUSTERING ORDER directive: [${list.join(', ')}] are not clustering columns`;
    return refuse('clustering-order', message, stranger.column.span, list);
  }
  // A column that comes again keeps its first place (3.11; later releases refuse it while they parse).
  const firsts = clusteringOrder.filter(({ column }, at) => ordered.indexOf(column.name) === at);
  return inEach(firsts, ({ column }, index) => {
    const expected = names[index];
    if (expected === undefined || expected === column.name) return undefined;
    const spans: readonly [Span, ...Span[]] = [
      column.span,
      ...(clusteringOrderSpan === undefined ? [] : [clusteringOrderSpan]),
    ];
    if (!ordered.includes(expected)) {
      return refuse('clustering-order', `Missing CLUSTERING ORDER for column ${expected}`, spans, [expected]);
    }
    const must = since(release, '4.0')
      ? 'must match that of the clustering columns'
      : 'must be the one of the clustering key';
    const message = `The order of columns in the CLUSTERING ORDER directive ${must} (${expected} must appear before ${column.name})`;
    return refuse('clustering-order', message, spans, [expected, column.name]);
  });
}

/** COMPACT STORAGE, and static columns (`validateCompactTable`). */
export function storageProblem(statement: CreateTable, key: Key, rest: readonly Prepared[]): Outcome {
  const statics = statement.columns.find((column) => column.static);
  if (statement.compactStorage === undefined) {
    if (statics === undefined || key.clustering.length > 0) return undefined;
    const message = 'Static columns are only useful (and thus allowed) if the table has at least one clustering column';
    return refuse('static-without-clustering', message, statics.span, [statics.name.name]);
  }
  const several = rest.find(({ type }) => isMultiCell(type));
  if (several !== undefined) {
    const message = 'Non-frozen collections and UDTs are not supported with COMPACT STORAGE';
    return refuse(
      'compact-storage',
      message,
      [several.definition.type.span, statement.compactStorage],
      [several.definition.name.name],
    );
  }
  if (statics !== undefined) {
    return refuse(
      'compact-storage',
      'Static columns are not supported in COMPACT STORAGE tables',
      [statics.span, statement.compactStorage],
      [statics.name.name],
    );
  }
  const [, second] = rest;
  if (key.clustering.length === 0) {
    return rest.length > 0
      ? undefined
      : refuse('compact-storage', 'No definition found that is not part of the PRIMARY KEY', statement.compactStorage);
  }
  if (second === undefined) return undefined;
  const names = rest.map(({ definition }) => definition.name.name).toSorted();
  const message = `COMPACT STORAGE with composite PRIMARY KEY allows no more than one column not part of the PRIMARY KEY (got: ${names.join(', ')})`;
  return refuse('compact-storage', message, [second.definition.span, statement.compactStorage], names);
}

/** The longest name that still fits into the name of a folder with the table's id behind it. */
const LONGEST_NAME = 222;

/** What a table or view may be called (`TableMetadata.validate`). */
export function tableNameProblem({ keyspace, name, nameSpan }: ResolvedName, { release }: Context): Outcome {
  const plain = /^\w+$/.test(name);
  const of = (message: string): Outcome =>
    refuse('table-name', `${keyspace}.${name}: ${message}`, nameSpan, [name], 'config');
  if (release === '4.1') {
    if (plain) return undefined;
    return of(
      `Table name must not be empty, more than 48 characters long, or contain non-alphanumeric-underscore characters (got "${name}")`,
    );
  }
  if (!plain)
    return of(`Table name must not be empty or not contain non-alphanumeric-underscore characters (got "${name}")`);
  if (name.length <= LONGEST_NAME) return undefined;
  return of(
    `Table name must not be more than ${LONGEST_NAME} characters long (got ${name.length} characters for "${name}")`,
  );
}

/** A counter whose class is written instead of its name does not make a table one of counters. */
export const isDeclaredCounter = ({ definition, type }: Prepared): boolean =>
  isCounter(type) && definition.type.kind !== 'custom';

/** Backwards it is none. */
export const countsAsCounter = ({ definition, type }: Prepared): boolean =>
  isCounter(type) && !isReversedClass(definition.type);

/** Without a declared counter the table is none of counters, and takes none. */
export function counterByItsClass(
  columns: readonly Prepared[],
  { keyspace, name: table }: ResolvedName,
  release: CassandraRelease,
): Outcome {
  const counter = columns.find(countsAsCounter);
  if (counter === undefined) return undefined;
  const { name, span } = counter.definition.name;
  const message = since(release, '4.0')
    ? `${keyspace}.${table}: Cannot have a counter column ("${name}") in a non counter table`
    : `Cannot add a counter column (${name}) in a non counter column family`;
  return refuse('mixed-counters', message, span, [name], 'config');
}
