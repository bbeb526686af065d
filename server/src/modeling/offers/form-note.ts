import { printName } from '../../catalog/names.ts';
import { isNative } from '../../catalog/types.ts';
import type { BucketColumn } from '../evidence/buckets.ts';
import type { TimeStep, TimeUnit } from '../evidence/time-units.ts';

/** What to bind for a bucket where nothing shows how its values are written, and what would tell. */
export function formNote({ column, sources, step: known }: BucketColumn, step: TimeStep | undefined): string {
  const name = printName(column.name);
  const unit = (step ?? known)?.unit ?? 'day';
  const [time] = sources;
  const example = EXAMPLES[unit];
  const isText = isNative(column.type, 'text') || isNative(column.type, 'ascii');
  const forms = isText
    ? `\`'${example.text}'\`, or \`'${example.value}'\``
    : `\`${example.value}\`, or a number of seconds`;
  return (
    `Nothing shows how \`${name}\` is written (${forms}): bind what the rows have. ` +
    `\`-- @bucket ${name} = ${unit}(${time === undefined ? '…' : printName(time.name)}) as ${example.format}\` before the table would tell.`
  );
}

const EXAMPLES: Readonly<Record<TimeUnit, { readonly value: string; readonly text: string; readonly format: string }>> =
  {
    minute: { value: '201409211015', text: '2014-09-21T10:15', format: 'ms' },
    hour: { value: '2014092110', text: '2014-09-21T10', format: 'yyyymmddhh' },
    day: { value: '20140921', text: '2014-09-21', format: 'yyyymmdd' },
    week: { value: '20140915', text: '2014-09-15', format: 'yyyymmdd' },
    month: { value: '201409', text: '2014-09', format: 'yyyymm' },
    year: { value: '2014', text: '2014', format: 'yyyy' },
  };
