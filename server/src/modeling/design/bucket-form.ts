import type { Table } from '../../catalog/model.ts';
import type { Expression, Statement } from '../../syntax/ast.ts';
import {
  type BucketFormat,
  type BucketValue,
  isWritten,
  readBucketValue,
  type Resolution,
} from '../evidence/bucket-values.ts';
import { type BucketColumn, bucketsOf, coarsestStep, stepOfName } from '../evidence/buckets.ts';
import type { DerivedColumn } from '../proposal/proposal.ts';
import type { Surroundings } from '../evidence/surroundings.ts';
import { valuesIn } from '../evidence/given-values.ts';
import { bucketStart, nextBucket, TIME_UNITS, type TimeStep } from '../evidence/time-units.ts';
import { instantOfExpression } from '../evidence/window.ts';

/** How the values of a time bucket are computed and written, as far as the project shows it. */
export interface BucketForm {
  readonly step: TimeStep | undefined;
  /** Only where it is known: a value in another form finds no rows, and nothing tells. */
  readonly format: BucketFormat | undefined;
}

/** The form of a time bucket: as it is declared, as constants in reads and writes of the project show it, else what its type and name leave no doubt about. */
export function bucketForm(bucket: BucketColumn, table: Table, surroundings: Surroundings): BucketForm {
  const constants = surroundings.usesOf(table).flatMap(({ statement }) => constantsIn(statement, bucket));
  const values = constants.map(({ value }) => readBucketValue(value, bucket.column.type));
  const known = values.filter((value) => value !== undefined);
  const step = bucket.step ?? (known.length < values.length ? undefined : stepShown(constants, known, bucket));
  if (step === undefined) return { step, format: undefined };
  const format = bucket.format ?? known[0]?.format ?? formOfName(bucket, step, table, surroundings);
  const fits =
    format !== undefined &&
    known.length === values.length &&
    constants.every((constant, index) => fitsIn(constant, known[index]!, format, step, bucket));
  return { step, format: fits ? format : undefined };
}

/** How a client computes a bucket's values; none where their form is not known. */
export function computedBucket(
  { column, sources, resolution }: BucketColumn,
  { step, format }: BucketForm,
): DerivedColumn | undefined {
  const as = format === undefined || step === undefined ? undefined : formName(format, column.type, resolution);
  if (step === undefined || as === undefined) return undefined;
  return {
    column: column.name,
    type: column.type,
    from: sources.map(({ name }) => name),
    function: 'time-bucket',
    unit: step.unit,
    ...(step.size !== 1 && { size: step.size }),
    ...(resolution !== undefined && { resolution }),
    ...(as !== 'start' && { as }),
  };
}

function formName(
  format: BucketFormat,
  type: BucketColumn['column']['type'],
  resolution: Resolution = 'ms',
): DerivedColumn['as'] {
  switch (format) {
    case 'yyyy':
    case 'yyyymm':
    case 'yyyymmdd':
    case 'yyyymmddhh':
    case 'epoch-days':
      return format;
    case 'date':
    case 'timestamp':
    case 'iso':
      return 'start';
    default:
      return format === (type.kind === 'native' && type.name === 'int' ? 's' : resolution) ? 'start' : format;
  }
}

/** A value that a statement gives the bucket, and the time of the row where the statement gives that too. */
interface Constant {
  readonly value: Expression;
  readonly time: Expression | undefined;
}

function constantsIn(statement: Statement, { column, sources }: BucketColumn): readonly Constant[] {
  const given = valuesIn(statement);
  const [time] = sources;
  const times = given.get(time?.name ?? '') ?? [];
  return (given.get(column.name) ?? [])
    .filter(({ kind }) => kind === 'literal')
    .map((value) => ({ value, time: times.length === 1 ? times[0] : undefined }));
}

/** How long a bucket is: as rows with their time show, or buckets that follow each other, or a number that only one unit is written as. */
function stepShown(
  constants: readonly Constant[],
  values: readonly BucketValue[],
  bucket: BucketColumn,
): TimeStep | undefined {
  const timed = constants.flatMap(({ time }, index) => {
    const instant = instantOfTime(time, bucket);
    return instant === undefined ? [] : [{ instant, start: values[index]!.start }];
  });
  const fitting = TIME_UNITS.map((unit) => ({ unit, size: 1 })).filter((step) =>
    timed.every(({ instant, start }) => bucketStart(instant, step) === start),
  );
  if (timed.length > 0 && fitting.length === 1) return fitting[0];
  const starts = new Set(values.map(({ start }) => start));
  const step = starts.size > 1 ? coarsestStep(values) : undefined;
  if (step !== undefined && [...starts].some((start) => starts.has(nextBucket(start, step)))) return step;
  const [first] = values;
  if (first?.format === 'yyyy') return { unit: 'year', size: 1 };
  if (first?.format === 'yyyymm') return { unit: 'month', size: 1 };
  const { type } = bucket.column;
  return type.kind === 'native' && type.name === 'date' && values.length === 0 ? { unit: 'day', size: 1 } : undefined;
}

function instantOfTime(time: Expression | undefined, { sources, resolution }: BucketColumn): number | undefined {
  const [column] = sources;
  return time === undefined || column === undefined ? undefined : instantOfExpression(time, column, resolution);
}

/** The constant is written so, and its bucket is the one of its row's time. */
function fitsIn(
  { time }: Constant,
  value: BucketValue,
  format: BucketFormat,
  step: TimeStep,
  bucket: BucketColumn,
): boolean {
  const instant = instantOfTime(time, bucket);
  return isWritten(value, format, step) && (instant === undefined || bucketStart(instant, step) === value.start);
}

/** The form where no constant shows it. */
function formOfName(
  { column, declared, resolution }: BucketColumn,
  { unit, size }: TimeStep,
  table: Table,
  surroundings: Surroundings,
): BucketFormat | undefined {
  if (column.type.kind !== 'native') return undefined;
  const type = column.type.name;
  // Weeks may begin on Sundays.
  if (unit === 'week' && !declared) return undefined;
  if (type === 'date' || type === 'timestamp') return type;
  if (unit === 'year' && size === 1) return 'yyyy';
  const digits = DIGITS.find((format) => format === column.name.toLowerCase());
  if (digits !== undefined) return digits;
  if (!declared) return undefined;
  if (type === 'text' || type === 'ascii') return 'iso';
  if (resolution !== undefined && type !== 'int') return resolution;
  // A `month` beside a `year` is one of twelve.
  const alone = bucketsOf(table, surroundings).filter(({ kind }) => kind === 'time').length === 1;
  const called = alone && size === 1 && stepOfName(column.name)?.unit === unit;
  if (unit === 'month') return called ? 'yyyymm' : undefined;
  return called && type === 'int' ? NUMBERED.get(unit) : undefined;
}

const DIGITS: readonly BucketFormat[] = ['yyyy', 'yyyymm', 'yyyymmdd', 'yyyymmddhh'];

const NUMBERED: ReadonlyMap<TimeStep['unit'], BucketFormat> = new Map([
  ['day', 'yyyymmdd'],
  ['hour', 'yyyymmddhh'],
]);
