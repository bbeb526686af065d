import { printName } from '../../catalog/names.ts';
import type { Plan, Split } from '../question/plan.ts';
import type { DerivedColumn } from '../proposal/proposal.ts';
import type { Question } from '../question/question.ts';
import { stepText, type TimeUnit } from '../evidence/time-units.ts';
import { formNote } from './form-note.ts';
import { windowOf } from '../evidence/window.ts';

/** What the texts of the queries cannot say: how the client computes columns, which queries it asks, what it does with the answers. */
export function readingNotes(plan: Plan, derived: readonly DerivedColumn[], question: Question): readonly string[] {
  const { table } = question;
  const asked = askedNote(plan, question);
  return [
    ...derived.filter(({ column }) => !table.columns.has(column)).flatMap((one) => computedNote(one) ?? []),
    ...(asked === undefined ? [] : [asked]),
    ...(plan.bucket?.opaque === undefined ? [] : [formNote(plan.bucket.opaque, plan.bucket.step)]),
    ...(plan.clientSorts ? [`The client sorts the rows by ${orderText(question)}${keptText(question)}.`] : []),
    ...droppedNotes(plan.clientFilter, question),
  ];
}

export const droppedNotes = (
  clientFilter: readonly number[],
  { pattern: { relations, textOf } }: Question,
): readonly string[] =>
  clientFilter.map((index) => `The client drops the rows that do not match \`${textOf(relations[index]!)}\`.`);

export function computedNote(derived: DerivedColumn): string | undefined {
  const what = computedText(derived);
  return what === undefined ? undefined : `\`${printName(derived.column)}\` is ${what}.`;
}

function computedText({
  function: computed,
  from,
  unit,
  size = 1,
  count,
  length,
  value,
}: DerivedColumn): string | undefined {
  const source = from.map((name) => `\`${printName(name)}\``).join(', ');
  switch (computed) {
    case 'time-bucket':
      return size === 1
        ? `${STARTS[unit!]} of ${source}, in UTC`
        : `the first ${unit!} of the ${stepText({ unit: unit!, size })} of ${source}, counted from 1970-01-01, in UTC`;
    case 'hash-bucket':
      return `a hash of ${source}, from 0 to ${count! - 1}`;
    case 'prefix':
      return length === 1 ? `the first character of ${source}` : `the first ${length!} characters of ${source}`;
    case 'reverse':
      return `${source} from its last character to its first`;
    case 'lower':
      return `${source} in lower case`;
    case 'field':
      return `the field \`${printName(value!)}\` of ${source}`;
    case 'element':
      return `an element of ${source}: each gets a row`;
    case 'map-key':
      return `a key of ${source}: each gets a row`;
    case 'map-value':
      return `a value of ${source}: each gets a row`;
    default:
      return undefined;
  }
}

const STARTS: Readonly<Record<TimeUnit, string>> = {
  minute: 'the full minute',
  hour: 'the full hour',
  day: 'the day',
  week: 'the Monday of the week',
  month: 'the first day of the month',
  year: 'the first day of the year',
};

/** Which queries are asked one after the other or at once, and how their answers become one. */
function askedNote({ added, splits, bucket, clustering }: Plan, question: Question): string | undefined {
  const { pattern, table } = question;
  const open =
    bucket !== undefined && added.some(({ column, values }) => column === bucket.column && values === undefined);
  const rows = rowsKept(question);
  const times = splits.map(eachValue);
  if (open && bucket.kind === 'hash') times.push(`each of the ${bucket.derived.count!} values of \`${bucket.column}\``);
  if (open && bucket.kind === 'time') {
    const time = table.columns.get(bucket.derived.from[0]!);
    const bounded = time === undefined ? undefined : windowOf(pattern.select, time)?.bounded;
    const closed = bounded?.below === true && bounded.above;
    const newest = clustering[0]?.order === 'DESC';
    if (rows !== undefined && splits.length === 0 && !(pattern.order.length > 0 && pattern.order[0]!.column !== time)) {
      const start = `the ${newest ? 'newest' : 'oldest'} \`${bucket.column}\`${closed ? ' of the range' : ''}`;
      return `Ask for ${start} first, then for the ${newest ? 'one before' : 'next one'}, until ${pattern.limit === 1 ? 'there is' : 'there are'} ${rows}.`;
    }
    times.push(`each \`${bucket.column}\` ${closed ? 'that the range touches' : 'that may hold rows'}`);
  }
  return times.length === 0 ? undefined : onceForEach(times, question);
}

export const eachValue = ({ column }: Split): string => `each value of \`${printName(column.name)}\``;

/** What the client does with the answers of several queries. */
export function onceForEach(times: readonly string[], question: Question): string {
  const rows = rowsKept(question);
  const merged = question.pattern.order.length === 0 ? [] : [`merge the answers by ${orderText(question)}`];
  const kept = rows === undefined ? [] : [`keep ${rows}`];
  return [`Ask once for ${times.join(' and ')}`, ...merged, ...kept].join(', ').replace(/, (?=keep )/, ' and ') + '.';
}

const keptText = (question: Question): string => {
  const rows = rowsKept(question);
  return rows === undefined ? '' : ` and keeps ${rows}`;
};

/** How many rows LIMIT lets the client keep. */
function rowsKept({ pattern: { select, limit } }: Question): string | undefined {
  if (select.limit === undefined) return undefined;
  if (limit === undefined) return 'as many rows as LIMIT says';
  return limit === 1 ? '1 row' : `${limit} rows`;
}

const orderText = ({ pattern: { order } }: Question): string =>
  order
    .map(({ column, direction }) => `\`${printName(column.name)}\`${direction === 'DESC' ? ' DESC' : ''}`)
    .join(', ');
