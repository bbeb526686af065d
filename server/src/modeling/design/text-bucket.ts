import type { Column, Table } from '../../catalog/model.ts';
import { quoteString } from '../../syntax/names.ts';
import { bucketsBetween, bucketsOf } from '../evidence/buckets.ts';
import { type IsoTexts, isoTextsOf, textBoundsOf } from '../evidence/text-times.ts';
import { instantOf, type TimeStep, type TimeUnit } from '../evidence/time-units.ts';
import { bucketName } from '../proposal/names.ts';
import type { DerivedColumn } from '../proposal/proposal.ts';
import type { Plan, PlannedBucket } from '../question/plan.ts';
import type { Question } from '../question/question.ts';
import { estimateRows, partitionBytes, type RowEstimate, type Shape } from './size.ts';
import { guessed, MOST_BUCKETS, stepForRate } from './time-bucket.ts';

/** How many letters of an ISO text name its bucket. */
const LETTERS: ReadonlyMap<TimeUnit, number> = new Map([
  ['minute', 16],
  ['hour', 13],
  ['day', 10],
  ['month', 7],
  ['year', 4],
]);

/**
 * The plan with partitions cut by the first letters of a time that is kept as text. They are compared as the texts are, so no row is
 * looked for in another bucket, whatever zone the texts are of.
 */
export function bucketByText(plan: Plan, question: Question, shape: Shape): Plan | undefined {
  const { pattern, table, declared, session, surroundings } = question;
  const [first] = plan.clustering;
  if (first?.part.kind !== 'base' || plan.bucket !== undefined || plan.clientSorts || pattern.group.length > 0)
    return undefined;
  const time = first.part.column;
  const texts = isoTextsOf(time, table, surroundings);
  if (texts === undefined || pattern.aggregates || bucketsOf(table, surroundings).length > 0) return undefined;
  if (textBoundsOf(pattern.select, time.name).length === 0 && pattern.select.limit === undefined) return undefined;
  const partition = plan.partition.flatMap((part) => (part.kind === 'base' ? [part.column.name] : []));
  const estimate = estimateRows(table, partition, declared, bucketsOf(table, surroundings));
  const bytes = (rows: number): number => partitionBytes(shape, rows, declared, session.catalog);
  const { derived, bucket } = textStepOf(time, table, texts, estimate, pattern.limit, true, bytes);
  const values = beginningsOf(time, bucket.step.unit, texts, question);
  const ordered = pattern.order.length > 0;
  const descending = ordered && pattern.order[0]!.direction === 'DESC';
  return {
    ...plan,
    shape: 'bucketed',
    partition: [...plan.partition, { kind: 'derived', derived }],
    added: [
      ...plan.added,
      {
        column: derived.column,
        values: descending ? values?.toReversed() : values,
        apart: ordered || values === undefined,
      },
    ],
    bucket,
  };
}

/** The bucket by the first letters of a time, for a declared rate or as a guess; no text begins with a week. */
export function textStepOf(
  time: Column,
  table: Table,
  { timed }: IsoTexts,
  estimate: RowEstimate | undefined,
  limit: number | undefined,
  windowed: boolean,
  bytes: (rows: number) => number,
): { readonly derived: DerivedColumn; readonly bucket: PlannedBucket & { readonly step: TimeStep } } {
  const rated = estimate?.perSecond === undefined ? undefined : stepForRate(estimate, limit, windowed, { bytes });
  const { step, why, evident } = rated ?? guessed('day');
  const fine = step.unit === 'hour' || step.unit === 'minute';
  const unit = step.unit === 'week' || (fine && !timed) ? 'day' : step.unit;
  const derived: DerivedColumn = {
    column: bucketName(table, time.name, unit, 1),
    type: time.type,
    from: [time.name],
    function: 'prefix',
    length: LETTERS.get(unit)!,
  };
  return {
    derived,
    bucket: {
      column: derived.column,
      kind: 'time',
      step: { unit, size: 1 },
      why,
      evident,
      type: derived.type,
      derived,
    },
  };
}

/** The beginnings of all texts in the range, as constants; `undefined` where a bound is not known, or there are many. */
function beginningsOf(
  { name }: Column,
  unit: TimeUnit,
  { separator }: IsoTexts,
  { pattern }: Question,
): readonly string[] | undefined {
  const length = LETTERS.get(unit)!;
  const bounds = textBoundsOf(pattern.select, name);
  const textOf = (signs: readonly string[]): { readonly operator: string; readonly text: string } | undefined => {
    const [one, ...others] = bounds.filter(({ operator }) => signs.includes(operator));
    return one?.value.kind === 'literal' && others.length === 0 && one.value.value.length >= length
      ? { operator: one.operator, text: one.value.value }
      : undefined;
  };
  const from = textOf(['>', '>=']);
  const to = textOf(['<', '<=']);
  const start = from === undefined ? undefined : startOf(from.text.slice(0, length));
  const end = to === undefined ? undefined : startOf(to.text.slice(0, length));
  if (start === undefined || end === undefined || to === undefined) return undefined;
  // A text that is no more than its beginning is the first of its bucket.
  const isOut = to.operator === '<' && to.text.length === length;
  const starts = bucketsBetween(start, isOut ? end : end + 1, { unit, size: 1 });
  if (starts === undefined || starts.length === 0 || starts.length > MOST_BUCKETS) return undefined;
  return starts.map((one) => quoteString(new Date(one).toISOString().slice(0, length).replace('T', separator)));
}

/** `2024`, `2024-05`, `2024-05-01`, `2024-05-01T10`, `2024-05-01T10:30`. */
const startOf = (text: string): number | undefined =>
  instantOf(`${text}${['-01-01', '-01', '', ':00', ''][[4, 7, 10, 13, 16].indexOf(text.length)] ?? ''}`);
