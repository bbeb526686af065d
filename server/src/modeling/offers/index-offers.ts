import { accessPath } from '../../analysis/access-path.ts';
import { type Dialect, since, type Target } from '../../text/release.ts';
import type { Column } from '../../catalog/model.ts';
import { foldedName, nameWithin, printFilled, printName } from '../../catalog/names.ts';
import { offer } from '../proposal/offer.ts';
import { insertAfter } from '../question/placement.ts';
import type { Edit, Proposal } from '../proposal/proposal.ts';
import type { QueryInput, Question } from '../question/question.ts';
import { afterSchemaChange, failsToFilter, isAccepted, type Sandbox, sandboxOf } from '../proposal/sandbox.ts';
import { styleOf, words } from '../proposal/style.ts';
import { writtenTable } from './existing-table.ts';
import { writtenName } from '../proposal/source.ts';

/** Indexes that answer the query as it stands: storage-attached where the target has them, else of the old kind for one equality. */
export function indexes(question: Question): readonly Proposal[] {
  const { pattern, session, table, path } = question;
  const kind = indexKindOf(session.target);
  if (kind === undefined || table.kind !== 'table') return [];
  if (pattern.select.orderBy.length > 0) return sorting(kind, question);
  const columns = toIndex(question);
  if (columns.length === 0 || columns.length > 4) return [];
  const sai = isStorageAttached(kind);
  // A second index on a column by equality finds no more than the one that is there.
  if (sai && columns.some((target) => isFound(target, question))) return [];
  if (!sai && (columns.length > 1 || pattern.ranges.length + pattern.slices.length > 0)) return [];
  const proposal = indexed(columns, kind, path.partitions.kind !== 'all', question);
  return proposal === undefined ? [] : [proposal];
}

/**
 * Which indexes a target has: `legacy` and ScyllaDB's take one equality, `vector` is ScyllaDB's for the nearest, the others are
 * storage-attached and differ in how they are made.
 */
export type IndexKind = 'sai' | 'custom-sai' | 'legacy' | 'scylla' | 'vector';

/**
 * docs.datastax.com, "CREATE CUSTOM INDEX" of Astra DB and DSE 6.8, docs.scylladb.com, "Global Secondary Indexes" and "Local Secondary
 * Indexes"; Amazon Keyspaces has none ("Supported Cassandra APIs, operations, functions, and data types"). Read 2026-11-25.
 */
export function indexKindOf(target: Target): IndexKind | undefined {
  if (target.kind === 'cassandra') return since(target.release, '5.0') ? 'sai' : 'legacy';
  switch (target.dialect) {
    case 'scylla':
      return 'scylla';
    case 'keyspaces':
      return undefined;
    default:
      return 'custom-sai';
  }
}

/**
 * The index of the column by which the query sorts, where indexes of the target sort, and those on what else it asks for.
 *
 * Rows in the order of an index need a LIMIT of at most 1,000: tests of datastax/cassandra, on which HCD and Astra DB are built. They are
 * read at ONE or LOCAL_ONE, as those of ANN are: a pull request there. Read 2026-11-28.
 */
function sorting(kind: IndexKind, question: Question): readonly Proposal[] {
  const { pattern, session, table, path, statement, at } = question;
  const { target } = session;
  if (target.kind !== 'dialect' || !SORTED_BY_INDEX.has(target.dialect)) return [];
  const [order, ...more] = statement.orderBy;
  const column = order === undefined || order.annOf !== undefined ? undefined : table.columns.get(order.column.name);
  const limit = statement.limit?.value;
  if (column?.kind !== 'regular' || more.length > 0 || limit === undefined) return [];
  if (limit.kind !== 'marker' && (pattern.limit === undefined || pattern.limit > MOST_SORTED)) return [];
  const others = toIndex(question).filter((other) => other.column !== column);
  const targets: readonly IndexTarget[] = [{ column, of: 'simple' }, ...others];
  const within = path.partitions.kind !== 'all';
  const made = targets.length > 4 ? undefined : withIndexes(targets, kind, within, question);
  if (made === undefined || !isAccepted(made.sandbox, statement, at.segment)) return [];
  const query = at.segment.text.slice(statement.span.start, statement.span.end);
  const name = printName(column.name);
  return [
    offerOf(made, titleFor(targets, kind, within), query, question, {
      price: priceOf(kind, within),
      why: `The query stays as it is: the index gives its rows in the order of \`${name}\`.`,
      notes: [
        `Rows come so at ONE or LOCAL_ONE alone, and at most ${MOST_SORTED.toLocaleString('en-US')} of them: a LIMIT over that is refused.`,
        `Rows whose \`${name}\` is null are not in the index: they will be missing from the answer.`,
      ],
      edits: [],
    }),
  ];
}

const SORTED_BY_INDEX: ReadonlySet<Dialect> = new Set<Dialect>(['hcd', 'astra']);

const MOST_SORTED = 1000;

const isStorageAttached = (kind: IndexKind): boolean => kind === 'sai' || kind === 'custom-sai';

/** What the key does not find: each such column needs an index. */
interface IndexTarget {
  readonly column: Column;
  readonly of: 'values' | 'keys' | 'entries' | 'simple';
}

/** By an index of the old kind, which SAI indexes do not work together with. */
const isFound = ({ column }: IndexTarget, { table, pattern }: Question): boolean =>
  pattern.equal.some((one) => one.column === column) &&
  table.indexes.some(
    ({ family, targets }) => family === 'legacy' && targets.some((target) => target.column === column.name),
  );

function toIndex({ pattern, path, table }: Question): readonly IndexTarget[] {
  const found = new Set(
    path.restricted.filter(({ use }) => use === 'partition' || use === 'rows').map(({ column }) => column.name),
  );
  const keyed = path.partitions.kind !== 'all';
  const columns = [
    ...pattern.equal.map(({ column }) => ({ column, of: 'simple' as const })),
    ...pattern.several.flatMap(({ columns: many }) => many.map((column) => ({ column, of: 'simple' as const }))),
    ...pattern.ranges.map(({ column }) => ({ column, of: 'simple' as const })),
    ...pattern.elements.map(({ column, kind }) => ({
      column,
      of: kind === 'entry' ? ('entries' as const) : kind === 'key' ? ('keys' as const) : ('values' as const),
    })),
  ].filter(
    ({ column }) =>
      !(keyed && found.has(column.name)) && !(column.kind === 'partition' && table.partitionKey.length === 1),
  );
  return columns.filter(({ column }, index) => columns.findIndex((other) => other.column === column) === index);
}

function indexed(
  targets: readonly IndexTarget[],
  kind: IndexKind,
  within: boolean,
  question: Question,
): Proposal | undefined {
  const made = withIndexes(targets, kind, within, question);
  if (made === undefined) return undefined;
  // The query stays, but for ALLOW FILTERING, which it no longer needs.
  const query = withoutFiltering(question);
  if (!isAnswered(made.sandbox, question)) return undefined;
  return offerOf(made, titleFor(targets, kind, within), query, question, {
    price: priceOf(kind, within),
    why: within
      ? 'The index is asked within the partition.'
      : kind === 'scylla'
        ? 'The index is a table of its own: each query asks its partition for the keys, and then for the rows one by one.'
        : 'The rows stay where they are; without the partition key each query asks nodes all around the ring, so this is for rare queries.',
    notes: [
      ...(within || kind === 'scylla'
        ? []
        : ['Every read asks as many nodes as cover all token ranges, however few rows it finds.']),
      ...replacedNotes(targets, question),
    ],
    edits: filteringEdits(question),
  });
}

const titleFor = (targets: readonly IndexTarget[], kind: IndexKind, within: boolean): string => {
  const names = targets.map(({ column }) => `\`${printName(column.name)}\``);
  if (kind === 'scylla') return `Add a ${within ? 'local' : 'global'} index on ${names.join(' and ')}`;
  if (kind === 'vector') return `Add a vector index on ${names.join(' and ')}`;
  if (kind === 'legacy') return `Add a secondary index on ${names.join(' and ')}`;
  if (names.length === 1) return `Add an SAI index on ${names[0]!}`;
  return `Add SAI indexes on ${names.join(', ')}${names.length > 2 ? ' (two are intersected, the rest is filtered)' : ''}`;
};

/** An index of the old kind on the same column only costs writes, once the new one is there. */
const replacedNotes = (targets: readonly IndexTarget[], { table }: Question): readonly string[] =>
  targets.flatMap(({ column }) =>
    table.indexes
      .filter((index) => index.family === 'legacy' && index.targets.some((target) => target.column === column.name))
      .map(
        ({ name }) =>
          `\`${name}\` on \`${printName(column.name)}\` answers \`=\` only: drop it once the new index is built.`,
      ),
  );

/** The index that finds nearest neighbours, and those on what else the query asks for. */
export function nearestIndex(input: QueryInput): Proposal | undefined {
  const { statement, table, session, path, at } = input;
  const [order] = statement.orderBy;
  const nearest = order?.annOf === undefined ? undefined : table.columns.get(order.column.name);
  if (nearest === undefined || table.kind !== 'table' || table.system || at.segment.errors.length > 0) return undefined;
  const own = indexKindOf(session.target);
  const kind = own === 'scylla' ? 'vector' : own;
  if (kind === undefined || kind === 'legacy') return undefined;
  const others = path.restricted.filter(
    ({ by, use, column }) => by !== 'ann' && use === 'filter' && column !== nearest,
  );
  const targets = [...new Set([nearest, ...others.map(({ column }) => column)])].map((column): IndexTarget => ({
    column,
    of: 'simple',
  }));
  const ground = { ...input, style: styleOf(table), sandbox: sandboxOf(session, table, input.surroundings.workshop) };
  if (kind === 'vector' && targets.length > 1) return undefined;
  const made = withIndexes(targets, kind, false, ground);
  if (made === undefined || !isAccepted(made.sandbox, statement, at.segment)) return undefined;
  const query = at.segment.text.slice(statement.span.start, statement.span.end);
  return offerOf(made, titleFor(targets, kind, false), query, ground, {
    price: priceOf(kind, path.partitions.kind !== 'all'),
    why: 'An order by likeness is found by an index on the vector, and only so.',
    notes: [],
    edits: [],
  });
}

/** What making an index needs to know. */
type Ground = Pick<Question, 'table' | 'style' | 'surroundings' | 'sandbox' | 'session' | 'statement' | 'path'>;

export interface Indexes {
  readonly targets: readonly IndexTarget[];
  readonly ddl: readonly string[];
  readonly names: readonly string[];
  /** The schema that has them. */
  readonly sandbox: Sandbox;
}

/** The indexes that are not there yet; `undefined` where none is to be made, or Cassandra would not take one. */
function withIndexes(
  targets: readonly IndexTarget[],
  kind: IndexKind,
  within: boolean,
  ground: Ground,
): Indexes | undefined {
  const sai = isStorageAttached(kind);
  const { table, style } = ground;
  const base = writtenTable(table, ground);
  const word = (part: string): string => words(part, style);
  let { sandbox } = ground;
  const ddl: string[] = [];
  const names: string[] = [];
  for (const target of targets) {
    const has = table.indexes.some(
      (index) =>
        index.family === (sai ? 'sai' : 'legacy') &&
        index.targets.some(({ column, of }) => column === target.column.name && of === target.of),
    );
    if (has) continue;
    const name = indexName(table.name, target.column.name, sai ? '_sai' : '_idx', ground, names);
    const column =
      target.of === 'simple'
        ? writtenName(target.column)
        : `${word(target.of.toUpperCase())}(${writtenName(target.column)})`;
    const className = CLASSES[kind];
    const create = word(kind === 'custom-sai' || kind === 'vector' ? 'CREATE CUSTOM INDEX' : 'CREATE INDEX');
    const local = kind === 'scylla' && within ? `(${table.partitionKey.map(writtenName).join(', ')}), ` : '';
    const using = className === undefined ? '' : ` ${word('USING')} '${className}'`;
    const statement = `${create} ${name} ${word('ON')} ${base} (${local}${column})${using}`;
    const after = afterSchemaChange(sandbox, statement);
    if (after === undefined) return undefined;
    sandbox = after;
    ddl.push(statement);
    names.push(name);
  }
  return ddl.length === 0 ? undefined : { targets, ddl, names, sandbox };
}

const CLASSES: Readonly<Partial<Record<IndexKind, string>>> = {
  sai: 'sai',
  'custom-sai': 'StorageAttachedIndex',
  vector: 'vector_index',
};

export function offerOf(
  { targets, ddl, names, sandbox }: Indexes,
  title: string,
  query: string,
  { table, style, surroundings, statement }: Ground,
  {
    price,
    why,
    notes,
    edits,
    preferred = true,
  }: Pick<Proposal, 'price' | 'why' | 'notes'> & { readonly edits: readonly Edit[]; readonly preferred?: boolean },
): Proposal {
  const base = writtenTable(table, { statement });
  const prefix = base.includes('.') ? base.slice(0, base.lastIndexOf('.') + 1) : '';
  return offer({
    kind: 'index',
    preferred,
    title,
    why,
    price,
    table: names[0],
    ddl,
    undo: names.map((name) => `DROP INDEX ${prefix}${name}`),
    queries: [query],
    notes,
    result: sandbox.session.catalog.table(table.keyspace, table.name),
    edits: () => [
      ...insertAfter(
        table,
        targets.map(({ column }) => column),
        ddl,
        style,
        surroundings,
        'the index',
      ),
      ...edits,
    ],
  });
}

export function priceOf(kind: IndexKind, within: boolean): string {
  if (within || kind === 'vector') return 'each write also writes the index';
  return kind === 'scylla'
    ? 'each read asks the index and then the rows, each write also writes the index'
    : 'for rare queries: each read asks nodes all around the ring, each write also writes the index';
}

/** The index answers, and nothing is left to filter. */
export function isAnswered(sandbox: Sandbox, { statement, table, at }: Question): boolean {
  const { allowFiltering: _, ...select } = statement;
  const after = sandbox.session.catalog.table(table.keyspace, table.name);
  if (after === undefined || !isAccepted(sandbox, select, at.segment)) return false;
  const path = accessPath(select, after, sandbox.session);
  return path?.index !== undefined && !failsToFilter(path);
}

export function filteringEdits({ pattern, text, at }: Question): readonly Edit[] {
  const words = pattern.select.allowFiltering;
  if (words === undefined) return [];
  const span = { start: text.slice(0, words.start).trimEnd().length, end: words.end };
  return [{ at: { ...at, span }, text: '', label: 'the query no longer filters' }];
}

export function withoutFiltering({ pattern, text }: Question): string {
  const { span, allowFiltering } = pattern.select;
  return allowFiltering === undefined
    ? text.slice(span.start, span.end)
    : text.slice(span.start, allowFiltering.start).trimEnd() + text.slice(allowFiltering.end, span.end);
}

export function indexName(
  table: string,
  column: string,
  suffix: '_sai' | '_sasi' | '_idx',
  { session, table: { keyspace } }: Ground,
  taken: readonly string[] = [],
): string {
  const indexes = session.catalog.keyspace(keyspace)?.indexes;
  const name = foldedName(nameWithin(`${table}_${column}`)) + suffix;
  const isFree = (candidate: string): boolean => !taken.includes(candidate) && indexes?.has(candidate) !== true;
  if (isFree(name)) return printFilled(name);
  for (let number = 2; ; number++) if (isFree(`${name}_${number}`)) return printFilled(`${name}_${number}`);
}
