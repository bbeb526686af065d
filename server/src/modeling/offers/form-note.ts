import { printName } from '../../catalog/names.ts';
import type { BucketColumn } from '../buckets.ts';
import type { TimeStep, TimeUnit } from '../time-units.ts';

/** What to bind for a bucket where nothing shows how its values are written, and what would tell. */
export function formNote({ column, sources, step: known }: BucketColumn, step: TimeStep | undefined): string {
  const name = printName(column.name);
  const unit = (step ?? known)?.unit ?? 'day';
  const [time] = sources;
  const example = EXAMPLES[unit];
  return (
    `Nothing shows how \`${name}\` is written (\`${example.value}\`, or a number of seconds): bind what the rows have. ` +
    `\`-- @bucket ${name} = ${unit}(${time === undefined ? '…' : printName(time.name)}) as ${example.format}\` before the table would tell.`
  );
}

const EXAMPLES: Readonly<Record<TimeUnit, { readonly value: string; readonly format: string }>> = {
  minute: { value: '2014-09-21T10:15', format: 'iso' },
  hour: { value: '2014092110', format: 'yyyymmddhh' },
  day: { value: '20140921', format: 'yyyymmdd' },
  week: { value: '20140915', format: 'yyyymmdd' },
  month: { value: '201409', format: 'yyyymm' },
  year: { value: '2014', format: 'yyyy' },
};
