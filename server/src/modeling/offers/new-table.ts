import { hasCounters } from '../../catalog/table-columns.ts';
import { since } from '../../text/release.ts';
import type { Catalog, Table } from '../../catalog/model.ts';
import { nameWithin, printFilled } from '../../catalog/names.ts';
import { declaredOf } from '../evidence/annotations.ts';
import { bucketsOf } from '../evidence/buckets.ts';
import { containsDecimal, isCounter } from '../../catalog/types.ts';
import { backfillOf } from '../writes/backfill.ts';
import { type Design, type DesignColumn, designOf, neededColumns } from '../design/design.ts';
import { offer } from '../proposal/offer.ts';
import { keepsPartitions, type NoPattern, type Pattern } from '../question/pattern.ts';
import { insertAfter } from '../question/placement.ts';
import { nameOf, type Plan, type PlannedColumn } from '../question/plan.ts';
import type { DerivedColumn, Proposal } from '../proposal/proposal.ts';
import { queryEdits } from '../question/query-edits.ts';
import type { Question } from '../question/question.ts';
import { renderTable } from '../design/render.ts';
import { type Rewritten, rewriteQuery } from '../design/rewrite.ts';
import { afterSchemaChange, type Sandbox, tryQuery } from '../proposal/sandbox.ts';
import { estimateRows, partitionBytes, rowsOfStep, shapeOfDesign } from '../design/size.ts';
import type { Surroundings } from '../evidence/surroundings.ts';
import { type Style, words } from '../proposal/style.ts';
import { timeEvidence } from '../evidence/time-columns.ts';
import { bucketText } from '../evidence/time-units.ts';
import { copyOf } from '../writes/copy.ts';
import { syncCounts, syncNewRows, syncOf } from '../writes/sync.ts';
import { writeEdits } from '../writes/edits.ts';
import { inStepWith } from '../writes/index.ts';
import { copyOfSource, sourceOf } from '../writes/source.ts';
import { priceOfCopy } from './price.ts';
import { writtenName } from '../proposal/source.ts';
import { readingNotes } from './reading-notes.ts';
import { growthNotes, instantNotes, keyOf, nameNotes, oneBucketNotes, tableNotes } from './table-notes.ts';
import { nullableIn } from './left-out.ts';

/** How a table is made, beside its plan. */
export interface TableChoice {
  /** The columns that it holds. */
  readonly needed?: ReadonlySet<string>;
  /** What the key does not find is found by indexes of the new table, instead of filtering. */
  readonly indexed?: true;
}

/** A table of the query's own, and the query reading it; or why it cannot be offered. */
export function newTable(
  plan: Plan,
  question: Question,
  { needed = neededColumns(plan, question.pattern), indexed }: TableChoice = {},
): Proposal | NoPattern {
  const { pattern, table, session, style, surroundings } = question;
  const source = sourceOf(question);
  const followed =
    source !== undefined && (table.kind !== 'view' || FOLLOWS_VIEWS.has(plan.shape)) ? source : undefined;
  const design = designOf(plan, table, needed, session, losesRows(plan, followed ?? question));
  if ('why' in design) return design;
  const several = plan.splits.length > 0 || plan.added.some(({ values, apart }) => apart || values === undefined);
  if (several && pattern.aggregates && !keepsGroups(plan, pattern, session.catalog))
    return {
      why: 'Several answers cannot be summed up into one; what goes over all rows is for a job that keeps its result in a table.',
    };
  const limited = pattern.select.perPartitionLimit !== undefined && plan.shape !== 'latest';
  if (limited && (several || !keepsPartitions(plan.partition.map(nameOf), pattern))) {
    return { why: 'PER PARTITION LIMIT counts the rows of partitions as they are now.' };
  }
  const filtered = indexed === undefined ? [] : filteredColumns(plan, question, design);
  if (filtered === undefined || (indexed !== undefined && filtered.length === 0))
    return { why: 'No index finds what the key does not.' };
  // Buckets of constants are asked for in the order of their time: their answers follow each other.
  const concat = follows(plan, question);
  const rewritten = rewriteQuery(pattern, question.text, {
    table: tableText(design),
    relations: plan.relations,
    added: plan.added,
    splits: plan.splits,
    filters: plan.filtering.length > 0 && indexed === undefined,
    clientFilter: plan.clientFilter,
    order: 'drop',
    distinct: distinctIn(plan, pattern),
    key: [...design.partition, ...design.clustering].map(({ name }) => name),
    partition: plan.partition.flatMap((part) => askedBy(part, plan)),
    needsOrder: (several && !concat) || plan.clientSorts,
    // What is cut off is known once the rows are sorted.
    limit: plan.clientSorts ? 'drop' : 'keep',
  });
  if ('why' in rewritten) return rewritten;
  const ddl = renderTable(design, style);
  const indexes = filtered.map((column) => indexOn(design, column, style));
  const judged = verified([ddl, ...indexes], rewritten, plan, indexed !== undefined, question.sandbox);
  if (judged === undefined) return { why: 'What could be made for it, Cassandra would not take.' };
  const { after, one } = judged;
  const result = after.session.catalog.table(table.keyspace, design.name);
  const derived = [...derivedOf(design, plan), ...countedAgain(design)];
  const own = copyOf(design, plan, pattern, question.declared);
  const copy = followed === undefined ? own : copyOfSource(own, followed);
  const sync = plan.shape === 'latest' ? syncNewRows : hasCounters(table) ? syncCounts : syncOf;
  const inStep = inStepWith(copy, { surroundings, ...(followed ?? question) }, after, sync, () => sync);
  const bound = rewritten.queries.some(({ sameBinds }) => !sameBinds);
  return offer({
    kind: 'new-table',
    preferred: followed !== undefined && plan.shape !== 'distinct' && plan.shape !== 'latest' && !hasCounters(table),
    title: titleOf(design, plan, question, filtered),
    why: whyOf(design, plan, !several && one, filtered),
    price: priceOfCopy(copy, question),
    table: design.written,
    ddl: [ddl, ...indexes],
    undo: [`DROP TABLE ${design.written}`],
    queries: rewritten.queries.map(({ text }) => text),
    binds: bound ? rewritten.queries.map(({ binds }) => binds) : undefined,
    merge: plan.clientSorts ? 'sort' : concat && rewritten.queries.length > 1 ? 'concat' : undefined,
    clientFilter: plan.clientFilter,
    select: rewritten.select,
    derived,
    copySelect: copySelectOf(plan, question),
    size: sizeOf(design, plan, table, surroundings),
    ...inStep,
    backfill: backfillOf(copy),
    notes: [
      ...readingNotes(plan, derived, question),
      ...plan.notes,
      ...(followed === undefined ? [UNFOLLOWED] : []),
      ...nameNotes(design, question),
      ...growthNotes(result, question),
      ...oneBucketNotes(result, question),
      ...instantNotes(question.table, result, surroundings),
      ...tableNotes(design, plan, question),
    ],
    leftOut: nullableIn(keyOf(design), question).leftOut.map((column) => column.name),
    result,
    holding: (columns) => {
      const wider = newTable(plan, question, { needed: new Set([...needed, ...columns]), ...(indexed && { indexed }) });
      return isOffer(wider) ? wider : undefined;
    },
    beside:
      plan.shape === 'partitions' || plan.shape === 'list'
        ? () => queryEdits(question, rewritten.queries, rewritten.changes)
        : undefined,
    edits: (withWrites) => [
      ...insertAfter(
        table,
        columnsOf(design),
        [
          ddlWithComments(
            ddl,
            derived,
            style,
            followed !== undefined && holdsAll(plan, derived) ? printFilled(followed.table.name) : undefined,
          ),
          ...indexes,
        ],
        style,
        surroundings,
        'the new table',
      ),
      ...queryEdits(question, rewritten.queries, rewritten.changes),
      ...(withWrites ? writeEdits(inStep.sync().changes, surroundings) : []),
    ],
  });
}

/** Tables with a row for each of a view's, which the writes of its table keep. */
const FOLLOWS_VIEWS: ReadonlySet<Plan['shape']> = new Set(['plain', 'bucketed', 'sharded']);

const UNFOLLOWED =
  'Nobody writes a view: what its table gets has to be written here as well, and no text for that is made.';

/** All rows of a group are in one shard: equal decimals may be written differently, and have different hashes. */
const keepsGroups = ({ bucket, splits }: Plan, { group }: Pattern, catalog: Catalog): boolean =>
  bucket?.kind === 'hash' &&
  splits.length === 0 &&
  group.length > 0 &&
  !group.some(({ type }) => containsDecimal(type, catalog)) &&
  bucket.derived.from.every((name) => group.some((column) => column.name === name));

const isOffer = (value: Proposal | NoPattern): value is Proposal => 'kind' in value;

export const columnsOf = ({
  partition,
  clustering,
  statics,
  regulars,
}: Design): NonNullable<DesignColumn['column']>[] =>
  [...partition, ...clustering, ...statics, ...regulars].flatMap(({ column }) => column ?? []);

/** The columns of the query by which a column of the partition key is asked for. */
function askedBy(part: PlannedColumn, { bucket }: Plan): readonly string[] {
  if (part.kind === 'base') return [part.column.name];
  const { function: computed, from } = part.derived;
  return part.derived === bucket?.derived || computed === 'hash-bucket' ? [] : from;
}

/** Counters are not copied: each counts what the one of the base does. */
const countedAgain = ({ regulars }: Design): readonly DerivedColumn[] =>
  regulars.flatMap(({ name, type }) =>
    isCounter(type) ? [{ column: name, type, from: [name], function: 'sum' }] : [],
  );

/** The name without its keyspace: the query has its own way of naming that. */
export const tableText = ({ written }: Pick<Design, 'written'>): string => written.slice(written.lastIndexOf('.') + 1);

function follows({ added, splits, bucket }: Plan, { pattern }: Question): boolean {
  const [first] = pattern.order;
  const lists = added.filter(({ values }) => values !== undefined);
  return (
    bucket?.kind === 'time' &&
    splits.length === 0 &&
    added.length === 1 &&
    lists.length === 1 &&
    first !== undefined &&
    timeEvidence(first.column) !== undefined
  );
}

function distinctIn({ shape, lists }: Plan, { select }: Pattern): 'keep' | 'drop' | 'groups' {
  if (lists === true) return select.distinct ? 'keep' : 'groups';
  return shape === 'list' || shape === 'latest' || shape === 'partitions' || shape === 'distinct' ? 'drop' : 'keep';
}

/**
 * The table is taken, and so is each query, which reads one partition or a known number of them, unless it lists all; and whether it is
 * one.
 */
function verified(
  ddl: readonly string[],
  { queries }: Rewritten,
  { lists, filtering }: Plan,
  indexed: boolean,
  sandbox: Sandbox,
): { readonly after: Sandbox; readonly one: boolean } | undefined {
  const after = ddl.reduce<Sandbox | undefined>((one, cql) => one && afterSchemaChange(one, cql), sandbox);
  if (after === undefined) return undefined;
  const paths = queries.map(({ text }) => tryQuery(after, text)?.path);
  const filters = filtering.length > 0 && !indexed;
  const fine = paths.every(
    (path) => path !== undefined && (path.partitions.kind === 'all') === (lists === true) && path.filters === filters,
  );
  return fine ? { after, one: paths.every((path) => path?.partitions.kind === 'one') } : undefined;
}

/** A write of the project takes rows of the base away, or moves them to another key of the new table. */
function losesRows({ partition, clustering }: Plan, { uses, table }: Pick<Question, 'uses' | 'table'>): boolean {
  const key = new Set([...partition, ...clustering.map(({ part }) => part)].map(nameOf));
  const moves = (names: readonly string[]): boolean => names.some((name) => key.has(name) && table.columns.has(name));
  return uses().some(({ statement }) => {
    if (statement.kind === 'delete')
      return statement.targets.length === 0 || moves(statement.targets.map(({ column }) => column.name));
    return (
      statement.kind === 'update' &&
      moves(statement.assignments.flatMap((one) => (one.kind === 'unknown' ? [] : [one.column.name])))
    );
  });
}

/** The columns by which the query filters within the partition; `undefined` where an index would not find them. */
function filteredColumns(
  { filtering }: Plan,
  { pattern, session: { target } }: Question,
  { regulars }: Design,
): readonly DesignColumn[] | undefined {
  if (target.kind !== 'cassandra' || !since(target.release, '5.0')) return undefined;
  const columns = filtering.map((index) => {
    const relation = pattern.relations[index];
    return relation?.kind === 'column' && SEARCHED.has(relation.operator)
      ? regulars.find(({ name }) => name === relation.column.name)
      : undefined;
  });
  const found = columns.filter((column) => column !== undefined);
  return found.length < columns.length ? undefined : [...new Set(found)];
}

const SEARCHED: ReadonlySet<string> = new Set(['=', '<', '<=', '>', '>=']);

const indexOn = ({ name, written }: Design, column: DesignColumn, style: Style): string =>
  `${words('CREATE INDEX', style)} ${printFilled(nameWithin(`${name}_${column.name}_sai`))} ` +
  `${words('ON', style)} ${written} (${column.written}) ${words('USING', style)} 'sai'`;

export function derivedOf({ partition, clustering, regulars }: Design, { bucket }: Plan): readonly DerivedColumn[] {
  const computed = [...partition, ...clustering, ...regulars].flatMap(({ derived }) => derived ?? []);
  // A bucket that the base has is copied, but a query must still be able to compute it.
  const reused =
    bucket !== undefined && bucket.opaque === undefined && !computed.some(({ column }) => column === bucket.column)
      ? [bucket.derived]
      : [];
  return [...computed, ...reused];
}

function titleOf(design: Design, plan: Plan, { pattern }: Question, indexed: readonly DesignColumn[]): string {
  const [first] = pattern.order;
  const newest =
    first?.direction === 'DESC' && timeEvidence(first.column) !== undefined && !plan.clientSorts
      ? ' (newest first)'
      : '';
  const moved = plan.clustering.find(
    ({ part }) =>
      part.kind === 'base' &&
      part.column.kind === 'partition' &&
      pattern.ranges.some(({ column }) => column.name === nameOf(part)),
  );
  const bucket = plan.bucket;
  const parts = [
    ...(moved === undefined ? [] : [`\`${nameOf(moved.part)}\` as clustering column`]),
    ...(bucket?.kind === 'time' ? [bucket.step === undefined ? 'a time bucket' : bucketText(bucket.step)] : []),
  ];
  const [sorted] = plan.clustering;
  const within =
    bucket?.kind === 'time' && sorted !== undefined && nameOf(sorted.part) !== bucket.derived.from[0]
      ? `, sorted by \`${nameOf(sorted.part)}\``
      : '';
  const how =
    parts.length > 0
      ? ` with ${parts.join(' and ')}${within}`
      : bucket?.kind === 'hash' && plan.shape === 'bucketed'
        ? ' spread over shards'
        : '';
  // Another answer must be told, whatever else there is to say.
  const fewer =
    plan.shape === 'distinct'
      ? plan.lists === true || pattern.group.length > 0
        ? ', one row for each value (fewer rows than there are; a value stays when its last row goes)'
        : pattern.select.distinct
          ? ', one row for each partition (fewer rows than there are; one stays when its last row goes)'
          : `, one row for each ${eachOf(design)} (fewer rows)`
      : plan.shape === 'latest'
        ? `, one row for each ${eachOf(design)} (fewer rows: what is written last)`
        : '';
  const counted = countedAgain(design).length > 0 ? ' that counts along (counters: filled while nothing counts)' : '';
  const searched = indexed.length === 0 ? '' : `${how === '' ? ' with' : ' and'} an SAI index on ${namesOf(indexed)}`;
  return `Create table \`${tableText(design)}\`${newest}${how}${fewer}${searched}${counted} and use it here`;
}

/** What of the base tells the rows apart. */
const eachOf = ({ partition, clustering }: Design): string =>
  namesOf([...partition, ...clustering].filter(({ column }) => column !== undefined));

function whyOf({ partition, clustering }: Design, plan: Plan, one: boolean, indexed: readonly DesignColumn[]): string {
  const key = partition.map(({ written }) => `\`${written}\``).join(', ');
  const how =
    plan.lists === true
      ? 'each partition is one of the values'
      : one
        ? 'one partition answers'
        : 'a few partitions answer';
  const sorted =
    clustering.length === 0
      ? ''
      : `, sorted by ${clustering.map(({ written, order }) => `\`${written}\`${order === 'DESC' ? ' DESC' : ''}`).join(', ')}`;
  const bucket = plan.bucket === undefined ? '' : ` Why this bucket: ${plan.bucket.why}.`;
  const filter =
    plan.filtering.length === 0
      ? ''
      : indexed.length === 0
        ? ' The rest is filtered within the partition.'
        : ` An index within the partition finds ${namesOf(indexed)}; each write pays for it.`;
  return `With a table partitioned by ${key}${sorted}, ${how}.${filter}${bucket}`;
}

const namesOf = (columns: readonly DesignColumn[]): string =>
  columns.map(({ written }) => `\`${written}\``).join(' and ');

/** The rows that a table holds which does not hold all. */
function copySelectOf(plan: Plan, { pattern, table }: Question): string | undefined {
  const name = pattern.select.from!;
  const written = name.keyspace === undefined ? name.name.text : `${name.keyspace.text}.${name.name.text}`;
  if (plan.shape === 'latest') return newestRows(table, written);
  if (plan.shape === 'partitions') return `SELECT DISTINCT ${partitionColumns(table)} FROM ${written}`;
  if (plan.shape !== 'sparse') return undefined;
  const relation = [...plan.relations].find(([, text]) => text === undefined)?.[0];
  if (relation === undefined) return undefined;
  return `SELECT * FROM ${written} WHERE ${pattern.textOf(pattern.relations[relation]!)} ALLOW FILTERING`;
}

/** Where the oldest row comes first, all that is kept of the newest is its time. */
function newestRows({ partitionKey, clustering: [time] }: Table, written: string): string {
  if (time?.order !== 'ASC') return `SELECT * FROM ${written} PER PARTITION LIMIT 1`;
  const key = partitionKey.map(writtenName).join(', ');
  const name = writtenName(time);
  return `SELECT ${key}, max(${name}) AS ${name} FROM ${written} GROUP BY ${key}`;
}

const partitionColumns = ({ columns }: Table): string =>
  [...columns.values()]
    .filter(({ kind }) => kind === 'partition' || kind === 'static')
    .map(writtenName)
    .join(', ');

/** What declared numbers say about a partition of the new table. */
export function sizeOf(
  design: Design,
  { partition, bucket }: Plan,
  table: Table,
  surroundings: Surroundings,
): Proposal['size'] {
  const declared = declaredOf(table, surroundings);
  const columns = partition.flatMap((part) => (part.kind === 'base' ? [part.column.name] : []));
  const estimate = estimateRows(table, columns, declared, bucketsOf(table, surroundings));
  const unbounded = bucket === undefined && estimate?.rows === Number.POSITIVE_INFINITY;
  if (estimate === undefined) return undefined;
  const shards = partition.reduce(
    (product, part) => product * (part.kind === 'base' ? 1 : (part.derived.count ?? 1)),
    1,
  );
  const rows = Math.ceil(
    (bucket?.step !== undefined && estimate.perSecond !== undefined
      ? Math.min(estimate.rows, rowsOfStep(estimate.perSecond, bucket.step))
      : estimate.rows) / shards,
  );
  if (!Number.isFinite(rows)) return { rowsPerPartition: undefined, bytesPerPartition: undefined, unbounded };
  const bytes = partitionBytes(shapeOfDesign(design), rows, declared, surroundings.catalog);
  return { rowsPerPartition: Math.round(rows), bytesPerPartition: Math.round(bytes), unbounded };
}

/** What the text of the table cannot say stands above it: how its computed columns are made. */
export function ddlWithComments(
  ddl: string,
  derived: readonly DerivedColumn[],
  style: Style,
  copyOf: string | undefined,
): string {
  const lines = [
    ...(copyOf === undefined ? [] : [`@copy-of ${copyOf}`]),
    ...derived.flatMap((one) => annotationOf(one) ?? []),
  ];
  return [...lines.map((line) => `-- ${line}`), ddl].join(`${style.newline}${style.margin}`);
}

/** The table holds every row of its base, one by one, and its comments can say how. */
const holdsAll = ({ shape }: Plan, derived: readonly DerivedColumn[]): boolean =>
  (shape === 'plain' || shape === 'bucketed' || shape === 'sharded') &&
  derived.every((one) => annotationOf(one) !== undefined);

function annotationOf({
  function: computed,
  column,
  from,
  unit,
  size,
  resolution,
  as,
  count,
}: DerivedColumn): string | undefined {
  if (computed === 'time-bucket') {
    const step = size === undefined ? unit! : `${size} ${unit!}s`;
    return `@bucket ${column} = ${step}(${from[0]!}${resolution === undefined ? '' : `, ${resolution}`})${as === undefined ? '' : ` as ${as}`}`;
  }
  return computed === 'hash-bucket' ? `@bucket ${column} = hash(${from.join(', ')}) % ${count!}` : undefined;
}
