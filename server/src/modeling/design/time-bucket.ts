import type { Column, Table } from '../../catalog/model.ts';
import { isNative } from '../../catalog/types.ts';
import { type BucketForm, bucketForm, computedBucket } from './bucket-form.ts';
import { type BucketColumn, bucketConstants, bucketsOf, isNamedAsBucket } from '../evidence/buckets.ts';
import { type Resolution, resolutionOf, usualFormat } from '../evidence/bucket-values.ts';
import { isTimeWindow } from './design.ts';
import { ROW_LIMIT } from './growth.ts';
import { bucketName } from '../proposal/names.ts';
import { isBase, type Plan, type PlannedBucket, type PlannedColumn } from '../question/plan.ts';
import type { DerivedColumn } from '../proposal/proposal.ts';
import type { Question } from '../question/question.ts';
import { estimateRows, partitionBytes, type RowEstimate, rowsOfStep, type Shape } from './size.ts';
import { definitionOf } from '../proposal/source.ts';
import { isMoved } from '../evidence/small-partitions.ts';
import { isOfClock, isTimeIn, timeEvidence } from '../evidence/time-columns.ts';
import type { Surroundings } from '../evidence/surroundings.ts';
import { longest, oneOf, stepText, TIME_UNITS, type TimeStep, type TimeUnit } from '../evidence/time-units.ts';
import { ttlOf } from '../evidence/ttl.ts';
import { windowOf } from '../evidence/window.ts';

/** Bytes of a partition that buckets aim at. */
const TARGET_BYTES = 50_000_000;
/** A query names at most so many buckets; beyond that the client asks them one by one. */
export const MOST_BUCKETS = 10;

/** How partitions are cut by time. */
interface Choice {
  readonly step: TimeStep;
  readonly why: string;
  /** The text speaks for it. */
  readonly evident: boolean;
  /** A bucket column that the base has. */
  readonly reuse?: { readonly bucket: BucketColumn; readonly form: BucketForm };
}

/**
 * The plan with partitions cut by time: by the bucket that the base has, by a declared rate, by the window of its compaction, or by
 * the day where nothing says more. `undefined` where the query's rows have no time to cut by, or no end to look for.
 */
export function bucketByTime(plan: Plan, question: Question, shape: Shape): Plan | undefined {
  const { pattern, table, surroundings } = question;
  const [first] = plan.clustering;
  if (first?.part.kind !== 'base' || plan.bucket !== undefined) return undefined;
  if (!isTimeIn(first.part.column, table, surroundings)) return undefined;
  const time = first.part.column;
  const window = windowOf(pattern.select, time);
  const limited = pattern.select.limit !== undefined && !pattern.aggregates;
  if (window === undefined && !limited) return undefined;
  if (
    plan.clientSorts ||
    pattern.group.length > 0 ||
    plan.partition.some((part) => part.kind === 'base' && isOwnBucket(part.column, question))
  )
    return undefined;
  const choice = chooseStep(plan, question, time, shape);
  if (choice === undefined) return undefined;
  const { reuse } = choice;
  const resolution = reuse?.bucket.resolution ?? resolutionFor(time, question);
  const derived = derivedBucket(choice, time, table, resolution);
  const format = reuse === undefined ? usualFormat(derived.type, choice.step) : reuse.form.format;
  const constants =
    window === undefined || format === undefined
      ? undefined
      : bucketConstants(windowOf(pattern.select, time, resolution) ?? window, {
          step: choice.step,
          type: derived.type,
          format,
        });
  const values =
    constants !== undefined && constants.length > 0 && constants.length <= MOST_BUCKETS ? constants : undefined;
  // Sums over several answers are no sum.
  if (pattern.aggregates && values === undefined) return undefined;
  const ordered = pattern.order.length > 0;
  const asked = ordered && pattern.order[0]!.direction === 'DESC' ? values?.toReversed() : values;
  const part: PlannedColumn =
    reuse === undefined ? { kind: 'derived', derived } : { kind: 'base', column: reuse.bucket.column };
  return {
    ...plan,
    shape: 'bucketed',
    partition: [...plan.partition, part],
    clustering: plan.clustering.filter(
      ({ part: sorted }) => reuse === undefined || !isBase(sorted, reuse.bucket.column),
    ),
    added: [...plan.added, { column: derived.column, values: asked, apart: ordered || values === undefined }],
    bucket: {
      column: derived.column,
      kind: 'time',
      step: choice.step,
      why: choice.why,
      evident: choice.evident,
      type: derived.type,
      derived,
      ...(reuse !== undefined && computedBucket(reuse.bucket, reuse.form) === undefined && { opaque: reuse.bucket }),
    },
    notes: [...plan.notes, ...notesOf(time, resolution, derived)],
  };
}

const isOwnBucket = (column: Column, { table, surroundings }: Question): boolean =>
  bucketsOf(table, surroundings).some((bucket) => bucket.column.name === column.name);

function chooseStep(plan: Plan, question: Question, time: Column, shape: Shape): Choice | undefined {
  return (
    reused(plan, question, time) ??
    byDeclaration(plan, question, shape) ??
    byCompaction(question.table) ??
    // Each change would move its row to another bucket.
    (isMoved(time) && plan.partition.length > 0 ? undefined : outlived(byGuess(question, time), question))
  );
}

/** A bucket that no row lives longer than holds as many rows as a partition without one. */
function outlived(choice: Choice, { table, declared }: Question): Choice | undefined {
  const seconds = declared.retention ?? ttlOf(table);
  return typeof seconds === 'number' && seconds * 1000 <= longest(choice.step) ? undefined : choice;
}

function reused(plan: Plan, { table, surroundings, pattern }: Question, time: Column): Choice | undefined {
  for (const bucket of bucketsOf(table, surroundings)) {
    if (bucket.kind !== 'time' || bucket.sources[0]?.name !== time.name) continue;
    // The rewritten query computes its values: a guess would look for rows where they are not.
    if (!bucket.declared && !isNamedAsBucket(bucket.column)) continue;
    if (plan.partition.some((part) => isBase(part, bucket.column))) continue;
    const restricted = pattern.relations.some(
      (relation) => relation.kind === 'column' && relation.column.name === bucket.column.name,
    );
    const form = bucketForm(bucket, table, surroundings);
    const { step } = form;
    if (restricted || step === undefined) continue;
    return {
      step,
      why: `\`${table.name}\` has the bucket \`${bucket.column.name}\` already`,
      evident: true,
      reuse: { bucket, form },
    };
  }
  return undefined;
}

function byDeclaration(
  plan: Plan,
  { table, declared, pattern, session, surroundings }: Question,
  shape: Shape,
): Choice | undefined {
  const partition = plan.partition.flatMap((part) => (part.kind === 'base' ? [part.column.name] : []));
  const estimate = estimateRows(table, partition, declared, bucketsOf(table, surroundings));
  if (estimate?.perSecond === undefined) return undefined;
  return stepForRate(
    estimate,
    pattern.limit,
    windowOf(pattern.select, table.columns.get(shape.clustering[0]!.name)!) !== undefined,
    {
      bytes: (rows) => partitionBytes(shape, rows, declared, session.catalog),
    },
  );
}

/** The bucket for a rate: as many days as give the newest rows that are asked for, or the coarsest unit within the limits. */
export function stepForRate(
  { perSecond, rows, from }: RowEstimate,
  limit: number | undefined,
  windowed: boolean,
  { bytes }: { bytes(rows: number): number },
): Choice | undefined {
  const rate = perSecond!;
  const fits = (step: TimeStep): boolean => {
    const count = rowsOfStep(rate, step);
    return count <= ROW_LIMIT && bytes(count) <= TARGET_BYTES;
  };
  if (rows <= ROW_LIMIT && bytes(rows) <= TARGET_BYTES) return undefined;
  const days = limit === undefined ? undefined : Math.ceil(limit / (rate * 86_400));
  if (!windowed && days !== undefined && fits({ unit: 'day', size: days })) {
    const step: TimeStep = { unit: 'day', size: days };
    return {
      step,
      why: `${from}: ${limit === 1 ? '1 row comes' : `${limit} rows come`} in ${days === 1 ? 'a day' : stepText(step)}, so one or two buckets answer`,
      evident: true,
    };
  }
  const unit: TimeUnit = TIME_UNITS.findLast((unit) => fits({ unit, size: 1 })) ?? 'minute';
  const step: TimeStep = { unit, size: 1 };
  const count = Math.round(rowsOfStep(rate, step)).toLocaleString('en-US');
  const coarser = TIME_UNITS[TIME_UNITS.indexOf(unit) + 1];
  const next =
    coarser === undefined
      ? ''
      : `, ${oneOf(coarser)} ${Math.round(rowsOfStep(rate, { unit: coarser, size: 1 })).toLocaleString('en-US')}`;
  return { step, why: `${from}: ${oneOf(unit)} holds ${count} rows${next}`, evident: true };
}

function byCompaction(table: Table): Choice | undefined {
  const compaction = table.options.get('compaction');
  if (compaction?.kind !== 'map' || !isTimeWindow(compaction)) return undefined;
  const value = (name: string): string | undefined =>
    compaction.entries.flatMap(({ key, value: one }) =>
      key.kind === 'literal' && key.value === name && one.kind === 'literal' ? [one.value] : [],
    )[0];
  const unit = WINDOW_UNITS.get((value('compaction_window_unit') ?? 'DAYS').toUpperCase());
  const size = Number(value('compaction_window_size') ?? 1);
  if (unit === undefined || !Number.isInteger(size) || size < 1) return undefined;
  const step = { unit, size };
  return {
    step,
    why: `the window of the compaction of \`${table.name}\` is one ${stepText(step)}`.replace('one 1 ', 'one '),
    evident: true,
  };
}

const WINDOW_UNITS: ReadonlyMap<string, TimeUnit> = new Map([
  ['MINUTES', 'minute'],
  ['HOURS', 'hour'],
  ['DAYS', 'day'],
]);

/** The bucket for a table as such, whatever is asked of it. */
export function timeStepOf(
  time: Column,
  { table, surroundings }: { readonly table: Table; readonly surroundings: Surroundings },
  estimate: RowEstimate | undefined,
  limit: number | undefined,
  bytes: (rows: number) => number,
): { readonly derived: DerivedColumn; readonly bucket: PlannedBucket; readonly notes: readonly string[] } {
  const rated =
    estimate?.perSecond === undefined ? undefined : stepForRate(estimate, limit, limit === undefined, { bytes });
  const choice = rated ?? byCompaction(table) ?? guessed(finestGuess(time));
  const resolution = resolutionIn(time, table, surroundings);
  const derived = derivedBucket(choice, time, table, resolution);
  const { step, why, evident } = choice;
  return {
    derived,
    bucket: { column: derived.column, kind: 'time', step, why, evident, type: derived.type, derived },
    notes: notesOf(time, resolution, derived),
  };
}

/** Nothing speaks for a unit: the finest guess, or the finest unit above in which a window of constants lies in few buckets. */
function byGuess({ pattern }: Question, time: Column): Choice {
  const window = windowOf(pattern.select, time);
  const finest = finestGuess(time);
  if (window?.from === undefined || window.to === undefined) return guessed(finest);
  const isFew = (unit: TimeUnit): boolean => {
    const step: TimeStep = { unit, size: 1 };
    const constants = bucketConstants(window, { step, type: { kind: 'native', name: 'date' }, format: 'date' });
    return constants !== undefined && constants.length <= MOST_BUCKETS;
  };
  return guessed(TIME_UNITS.slice(TIME_UNITS.indexOf(finest)).find(isFew) ?? 'year');
}

/** The day of a date is the date itself. */
const finestGuess = ({ type }: Column): TimeUnit => (isNative(type, 'date') ? 'month' : 'day');

export const guessed = (unit: TimeUnit): Choice => ({
  step: { unit, size: 1 },
  why: `no rate is declared; ${oneOf(unit)} is a guess that \`@rate\` would replace by a number`,
  evident: false,
});

function derivedBucket(
  { step, reuse }: Choice,
  time: Column,
  table: Table,
  resolution: Resolution | undefined,
): DerivedColumn {
  const computed = reuse === undefined ? undefined : computedBucket(reuse.bucket, reuse.form);
  if (computed !== undefined) return computed;
  const fine = step.unit === 'minute' || step.unit === 'hour';
  const counts = timeEvidence(time) === 'type' ? 'ms' : (resolution ?? usualResolution(time));
  return {
    column: reuse?.bucket.column.name ?? bucketName(table, time.name, step.unit, step.size),
    type: reuse?.bucket.column.type ?? { kind: 'native', name: fine ? 'timestamp' : 'date' },
    from: [time.name],
    function: 'time-bucket',
    unit: step.unit,
    ...(step.size !== 1 && { size: step.size }),
    ...(counts !== 'ms' && { resolution: counts }),
  };
}

/** What a number column counts: as the constants of the query, or else the project, say. */
function resolutionFor(
  time: Column,
  { pattern: { relations }, table, surroundings }: Question,
): Resolution | undefined {
  if (timeEvidence(time) === 'type') return undefined;
  for (const relation of relations) {
    if (relation.kind !== 'column' || relation.column.name !== time.name || relation.operand.kind !== 'one') continue;
    const { value } = relation.operand;
    const known = value.kind === 'literal' ? resolutionOf(Number(value.value)) : undefined;
    if (known !== undefined) return known;
  }
  return resolutionIn(time, table, surroundings);
}

/** As a word behind its declaration says, its name, or a write that takes it from the clock. */
function resolutionIn(time: Column, table: Table, surroundings: Surroundings): Resolution | undefined {
  if (timeEvidence(time) === 'type') return undefined;
  return (
    resolutionInComment(time) ??
    NAME_WORDS.find(([pattern]) => pattern.test(time.name))?.[1] ??
    (isOfClock(time, table, surroundings) ? 'ms' : undefined)
  );
}

/** Where nothing says it: an int holds no milliseconds of our time. */
const usualResolution = ({ type }: Column): Resolution => (isNative(type, 'int') ? 's' : 'ms');

const NAME_WORDS: readonly (readonly [RegExp, Resolution])[] = [
  [/(?:^|_)(?:us|micros|usec|microseconds)$/i, 'us'],
  [/(?:^|_)(?:ns|nanos|nsec|nanoseconds)$/i, 'ns'],
  [/(?:^|_)(?:ms|millis|msec|milliseconds)$/i, 'ms'],
  [/(?:^|_)(?:s|sec|secs|seconds)$/i, 's'],
];

function resolutionInComment(time: Column): Resolution | undefined {
  const found = definitionOf(time);
  if (found === undefined) return undefined;
  const { definition, segment } = found;
  const line = segment.text.slice(definition.span.end).split('\n', 1)[0]!;
  return COMMENT_WORDS.find(([pattern]) => pattern.test(line))?.[1];
}

const COMMENT_WORDS: readonly (readonly [RegExp, Resolution])[] = [
  [/(?:--|\/\/|\/\*).*(?:microsec|µs|\bus\b)/i, 'us'],
  [/(?:--|\/\/|\/\*).*(?:nanosec|\bns\b)/i, 'ns'],
  [/(?:--|\/\/|\/\*).*(?:millisec|\bms\b)/i, 'ms'],
  [/(?:--|\/\/|\/\*).*\b(?:unix )?seconds\b/i, 's'],
];

function notesOf(
  time: Column,
  resolution: Resolution | undefined,
  { column, unit = 'day', resolution: counts }: DerivedColumn,
): readonly string[] {
  if (timeEvidence(time) === 'type' || resolution !== undefined) return [];
  const [counted, other] = counts === 's' ? ['seconds', 'ms'] : ['milliseconds', 'us'];
  return [
    `\`${time.name}\` is taken to count ${counted} since 1970; if it does not, say so: \`-- @bucket ${column} = ${unit}(${time.name}, ${other})\`.`,
  ];
}
