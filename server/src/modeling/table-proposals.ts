import { hasCounters } from '../catalog/table-columns.ts';
import { accessPath } from '../analysis/access-path.ts';
import type { Session } from '../analysis/judging/verdict-model.ts';
import type { Location, Table } from '../catalog/model.ts';
import { printFilled } from '../catalog/names.ts';
import type { Select } from '../syntax/ast.ts';
import { declaredOf } from './evidence/annotations.ts';
import { allColumns, shardsBeside } from './design/bucketing.ts';
import { bucketsOf } from './evidence/buckets.ts';
import { backfillOf } from './writes/backfill.ts';
import { copyOf } from './writes/copy.ts';
import { writeEdits } from './writes/edits.ts';
import { inStepWith } from './writes/index.ts';
import { syncOf } from './writes/sync.ts';
import { designOf } from './design/design.ts';
import { growthOf } from './design/growth.ts';
import { countShards, hashColumn } from './design/hash-bucket.ts';
import { offer } from './proposal/offer.ts';
import { keepTable } from './offers/keep.ts';
import { numberedRows } from './evidence/numbered-rows.ts';
import { keyedById } from './offers/unique-key.ts';
import { computedNote } from './offers/reading-notes.ts';
import { instantNotes } from './offers/table-notes.ts';
import { columnsOf, ddlWithComments, derivedOf, sizeOf, tableText } from './offers/new-table.ts';
import { insertAfter } from './question/placement.ts';
import { isBase, type Plan, type PlannedBucket } from './question/plan.ts';
import type { Proposal } from './proposal/proposal.ts';
import { renderTable } from './design/render.ts';
import { afterSchemaChange, sandboxOf } from './proposal/sandbox.ts';
import { estimateRows, partitionBytes, rowsText, shapeOfTable } from './design/size.ts';
import { styleOf } from './proposal/style.ts';
import type { Surroundings, Use } from './evidence/surroundings.ts';
import { textStepOf } from './design/text-bucket.ts';
import { timeStepOf } from './design/time-bucket.ts';
import { isoTextsOf } from './evidence/text-times.ts';
import { isTimeIn } from './evidence/time-columns.ts';
import { bucketText, longest, stepText } from './evidence/time-units.ts';

/** A table whose partitions grow for ever. */
export interface TableInput {
  readonly table: Table;
  readonly at: Location;
  readonly session: Session;
  readonly surroundings: Surroundings;
}

/** What is better for a table as such: a key that keeps its rows apart, smaller partitions. Never empty. */
export function proposalsForTable(input: TableInput): readonly Proposal[] {
  const { table, session, surroundings } = input;
  const keyed = keyedById(table, sandboxOf(session, table, surroundings.workshop), surroundings);
  if (keyed === undefined) return smallerPartitions(input);
  const smaller = growthOf(table, surroundings) === undefined ? [] : smallerPartitions(input);
  return [keyed, ...smaller.map((proposal) => ({ ...proposal, preferred: false }))];
}

/** The table that should take its place: the same rows in smaller partitions. */
function smallerPartitions(input: TableInput): readonly Proposal[] {
  const { table, session, surroundings } = input;
  const growth = growthOf(table, surroundings);
  if (growth === undefined) {
    const why =
      numberedRows(table, surroundings) === undefined
        ? 'Nothing says that its partitions grow for ever.'
        : 'What splits its partitions has to be known to its queries: no text says what they know.';
    return [keepTable(why)];
  }
  const cut = surroundings.copiesOf(table).find((copy) => isWithin(copy.table, table) && isCut(copy.table, input));
  if (cut !== undefined) return [keepTable(`\`${cut.table.name}\` holds its rows in smaller partitions already.`)];
  if (hasCounters(table)) {
    return [keepTable('Counters cannot be copied into a table with other partitions, only counted anew.')];
  }
  // The statement's own schema does not have the table yet.
  const sandbox = sandboxOf({ ...session, catalog: surroundings.catalog }, table, surroundings.workshop);
  const plan = planOf(input);
  if (plan === undefined) return [keepTable('Nothing in its rows can split its partitions.')];
  const design = designOf(plan, table, allColumns(table), { ...session, catalog: surroundings.catalog });
  if ('why' in design) return [keepTable(design.why)];
  const style = styleOf(table);
  const ddl = renderTable(design, style);
  const after = afterSchemaChange(sandbox, ddl);
  if (after === undefined) return [keepTable('What could be made for it, Cassandra would not take.')];
  const derived = derivedOf(design, plan);
  const declared = declaredOf(table, surroundings);
  const copy = copyOf(design, plan, { relations: [], textOf: () => '' }, declared);
  const uses = (): readonly Use[] => surroundings.usesOf(table);
  const inStep = inStepWith(copy, { uses, surroundings, declared }, after, syncOf, () => syncOf);
  const bucket = plan.bucket!;
  const result = after.session.catalog.table(table.keyspace, design.name);
  const how = bucket.step === undefined ? `\`${bucket.column}\` shards` : bucketText(bucket.step);
  return [
    offer({
      kind: 'new-table',
      title: `Create \`${tableText(design)}\` with ${how}`,
      why: `${beginText(bucket)} Why this bucket: ${bucket.why}.`,
      price: 'each INSERT writes 2 tables until the old one is dropped',
      table: design.written,
      ddl: [ddl],
      undo: [`DROP TABLE ${design.written}`],
      derived,
      size: sizeOf(design, plan, table, surroundings),
      ...inStep,
      backfill: backfillOf(copy),
      notes: [
        'Queries on it name the bucket as well; each query of several rows on the old table offers its own rewrite.',
        ...derived.flatMap((one) => (one.function === 'prefix' ? (computedNote(one) ?? []) : [])),
        ...plan.notes,
        ...instantNotes(table, result, surroundings),
      ],
      preferred: bucket.evident,
      result,
      edits: (withWrites) => [
        ...insertAfter(
          table,
          columnsOf(design),
          [ddlWithComments(ddl, derived, style, printFilled(table.name))],
          style,
          surroundings,
          'the new table',
        ),
        ...(withWrites ? writeEdits(inStep.sync().changes, surroundings) : []),
      ],
    }),
  ];
}

function beginText({ step }: PlannedBucket): string {
  if (step === undefined) return 'Each partition then holds a part of the rows.';
  return `A new partition begins ${step.size === 1 ? 'each' : 'every'} ${stepText(step)}.`;
}

/** Each partition of a copy holds rows of one of the base's. */
const isWithin = (copy: Table, { partitionKey }: Table): boolean =>
  partitionKey.every(({ name }) => copy.partitionKey.some((column) => column.name === name));

/** Its partitions are cut by what is computed: a known bucket, or a column that the base does not have. */
const isCut = (copy: Table, { table, surroundings }: TableInput): boolean =>
  bucketsOf(copy, surroundings).length > 0 || copy.partitionKey.some(({ name }) => !table.columns.has(name));

/** The base's own key, cut by time or spread by a hash. */
function planOf(input: TableInput): Plan | undefined {
  const { table, session, surroundings } = input;
  const declared = declaredOf(table, surroundings);
  const plan: Plan = {
    shape: 'bucketed',
    partition: table.partitionKey.map((column) => ({ kind: 'base', column })),
    clustering: table.clustering.map((column) => ({ part: { kind: 'base', column }, order: column.order })),
    relations: new Map(),
    added: [],
    splits: [],
    filtering: [],
    clientFilter: [],
    clientSorts: false,
    naming: { partition: table.partitionKey.map(({ name }) => name), others: [] },
    bucket: undefined,
    unkeyed: [],
    notes: [],
  };
  const [time] = table.clustering;
  const names = table.partitionKey.map(({ name }) => name);
  const estimate = estimateRows(table, names, declared, bucketsOf(table, surroundings));
  const shape = shapeOfTable(table);
  const bytes = (rows: number): number => partitionBytes(shape, rows, declared, session.catalog);
  const there = estimate?.bucket;
  if (
    time !== undefined &&
    isTimeIn(time, table, surroundings) &&
    (there === undefined || estimate?.perSecond !== undefined)
  ) {
    const open = there === undefined ? estimate : { ...estimate!, rows: Number.POSITIVE_INFINITY };
    const { derived, bucket, notes } = timeStepOf(time, input, open, usualLimit(input), bytes);
    // A bucket as coarse as the one that is there, or coarser, splits nothing.
    if (there?.step === undefined || longest(bucket.step!) < longest(there.step)) {
      const kept = plan.partition.filter((part) => there?.step === undefined || !isBase(part, there.column));
      const cut: Plan = { ...plan, partition: [...kept, { kind: 'derived', derived }], bucket, notes };
      return estimate?.perSecond === undefined ? cut : shardsBeside(cut, estimate.perSecond, shape, false, input);
    }
  }
  const texts = time === undefined || there !== undefined ? undefined : isoTextsOf(time, table, surroundings);
  if (time !== undefined && texts !== undefined) {
    const limit = usualLimit(input);
    const { derived, bucket } = textStepOf(time, table, texts, estimate, limit, limit === undefined, bytes);
    // No annotation says how its values are made, so no query would be seen to find them.
    return {
      ...plan,
      partition: [...plan.partition, { kind: 'derived', derived }],
      bucket: { ...bucket, evident: false },
    };
  }
  if (estimate === undefined || !Number.isFinite(estimate.rows)) return undefined;
  const size = { rows: estimate.rows, bytes: bytes(estimate.rows) };
  const derived = hashColumn(table, plan.partition, size, surroundings.shardColumn);
  const why = `${estimate.from}: ${rowsText(estimate)} are about ${Math.round(size.bytes / 1e6)} MB; ${countShards(size)} shards keep each small`;
  return {
    ...plan,
    partition: [...plan.partition, { kind: 'derived', derived }],
    bucket: { column: derived.column, kind: 'hash', why, evident: true, type: derived.type, derived },
  };
}

/** How many of the newest rows the project's queries ask of one partition, where they all ask for so many and for no range of time. */
function usualLimit({ table, session, surroundings }: TableInput): number | undefined {
  const limits = surroundings.usesOf(table).flatMap(({ statement }) => {
    if (statement.kind !== 'select' || accessPath(statement, table, session)?.partitions.kind !== 'one') return [];
    return [limitOf(statement, table)];
  });
  const known = limits.filter((limit) => limit !== undefined);
  return known.length > 0 && known.length === limits.length ? Math.max(...known) : undefined;
}

function limitOf({ limit, where }: Select, table: Table): number | undefined {
  const [time] = table.clustering;
  const ranged = where?.relations.some((relation) => relation.kind === 'column' && relation.column.name === time?.name);
  return ranged !== true && limit?.value.kind === 'literal' ? Number(limit.value.value) : undefined;
}
