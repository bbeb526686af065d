import type { Table } from '../../catalog/model.ts';
import { isFilled, nameWithin } from '../../catalog/names.ts';

/** What 3.11 takes; later releases take more, but a name should be taken everywhere. */
const LONGEST_NAME = 48;

/** `users_by_email` is about users. */
export const entityOf = (name: string): string => name.replace(/_by(?:_[^]*)?$/i, '') || name;

/** The parts that a name of a table is made of. */
export interface Naming {
  /** The base's name as its text has it, without quotes. */
  readonly base: string;
  /** By which the new table is partitioned; of a sparse table, what its rows have in common. */
  readonly partition: readonly string[];
  /** What else tells it from tables with the same partition key. */
  readonly others: readonly string[];
  /** The base is partitioned by the same columns, and sorted otherwise. */
  readonly samePartition: boolean;
  readonly form: 'by' | 'where' | 'list' | 'distinct' | 'values' | 'count' | 'latest';
  readonly columnStems: (name: string) => string;
  /** What makes the name unique when it is cut. */
  readonly signature: string;
}

/**
 * Names for a table, best first: `<entity>_by_<columns>`, with the other key columns where that is taken, then with a number. Endless;
 * the caller takes the first that is free.
 */
export function* tableNames(naming: Naming): Iterable<string> {
  const one = clean(entityOf(naming.base));
  const stems = (columns: readonly string[]): readonly string[] =>
    columns
      .map((column, at) => clean(stemBeside(one, column, columns.slice(0, at), naming)).replace(/^by_/i, ''))
      .filter((stem) => stem !== '');
  const by = stems(naming.partition);
  // `net_by_net` does not tell the thing from what it is found by.
  const entity = by.some((stem) => stem.toLowerCase() === one.toLowerCase()) ? plural(one) : one;
  const others = stems(naming.others).filter((stem) => !by.includes(stem));
  const candidates: string[] = [];
  switch (naming.form) {
    case 'list': {
      const [only] = by;
      candidates.push(by.length === 1 && only !== undefined ? plural(only) : join(by.length > 0 ? by : entity, 'list'));
      candidates.push(join(by.length > 0 ? by : entity, 'list'));
      break;
    }
    case 'where':
      candidates.push(join(entity, 'where', by));
      break;
    case 'latest': {
      const rows = entity.replace(/^latest_(?=.)/i, '');
      candidates.push(by.length > 0 ? join('latest', rows, 'by', by) : join('latest', rows));
      break;
    }
    case 'count':
      candidates.push(join(entity, 'count_by', by));
      break;
    case 'distinct':
      candidates.push(join(entity, 'by', by, 'distinct'));
      break;
    case 'values':
      candidates.push(join('distinct', by.slice(0, -1), plural(by.at(-1) ?? 'value'), 'of', one));
      break;
    case 'by':
      if (naming.samePartition) candidates.push(join(entity, 'by', by, others));
      if (naming.samePartition && others.length > 0) candidates.push(join(entity, 'by', others));
      candidates.push(join(entity, 'by', by.length > 0 ? by : others));
      candidates.push(join(entity, 'by', by, others));
      break;
  }
  // How long it gets with what is filled in nobody knows.
  const short = candidates.filter((name) => name.length <= LONGEST_NAME || isFilled(name));
  const first = short[0] ?? cut(candidates[0]!, naming.signature);
  yield* short;
  if (short.length === 0) yield first;
  for (let number = 2; ; number++) {
    const stem = isFilled(first) ? first : first.slice(0, LONGEST_NAME - 1 - String(number).length);
    yield `${stem}_${number}`;
  }
}

/** `orders_by_order` says nothing; `orders_by_order_id` does, as `status_status_id` does beside `status_status`. */
function stemBeside(entity: string, column: string, before: readonly string[], { columnStems }: Naming): string {
  const stem = columnStems(column);
  const said = [entity, singular(entity), ...before, ...before.map(columnStems)];
  return said.some((name) => name.toLowerCase() === stem.toLowerCase()) ? column : stem;
}

const join = (...parts: readonly (string | readonly string[])[]): string => parts.flat().join('_');

const cut = (name: string, signature: string): string =>
  `${name.slice(0, LONGEST_NAME - 5).replace(/_+$/, '')}_${hash(signature)}`;

/** Four hexadecimal digits. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return ((value ^ (value >>> 16)) & 0xffff).toString(16).padStart(4, '0');
}

/** Only letters, digits and `_` may be in a table's name, quoted or not, beside what a tool fills in. */
const clean = (text: string): string => nameWithin(text).replaceAll(/^_+(?=[A-Za-z])|_+$/g, '');

/** `customer_id` speaks of the customer, `userid` of the user; `d_id` and `author_did` of nothing else. */
export function stemOf(name: string): string {
  const [, stem, end] = /^(.+?)(_id|_uuid|id)$/i.exec(name) ?? [];
  if (stem === undefined) return name;
  const last = stem.split('_').at(-1)!;
  return last.length >= (end!.startsWith('_') ? 2 : 3) ? stem : name;
}

/** One of them: `tags` → `tag`. */
export function singular(name: string): string {
  const ending = SINGULARS.find(([plural]) => plural.test(name));
  return ending === undefined ? name : name.replace(ending[0], ending[1]);
}

const SINGULARS: readonly (readonly [RegExp, string])[] = [
  [/(?<=[^aeiou_])ies$/i, 'y'],
  [/(?<=ss|x|z|ch|sh)es$/i, ''],
  [/(?<=[^su_])s$/i, ''],
];

/** Many of them: `network` → `networks`. */
export function plural(name: string): string {
  if (/[^aeiou_]y$/i.test(name)) return name.replace(/y$/i, 'ies');
  if (/(?:s|x|z|ch|sh)$/i.test(name)) return /[^s]s$/i.test(name) ? name : `${name}es`;
  return `${name}s`;
}

/** The first of the names that the table does not have; else the first with a number. */
export function freeColumnName(table: Pick<Table, 'columns'>, names: readonly string[]): string {
  const free = names.find((name) => !table.columns.has(name));
  if (free !== undefined) return free;
  for (let number = 2; ; number++) {
    const name = `${names[0]!}_${number}`;
    if (!table.columns.has(name)) return name;
  }
}

/** The name of a column for buckets of several units: `joined` → `join_date`. */
export function bucketName(table: Table, time: string, unit: string, size: number): string {
  if (size === 1) return freeColumnName(table, [unit, `${unit}_bucket`, 'bucket']);
  const stem = time.replace(/_(?:at|time|ts|on|date|timestamp)$/i, '').replace(/(?<=[a-z]{3})ed$/i, '');
  const word = unit === 'minute' || unit === 'hour' ? 'time' : 'date';
  return freeColumnName(table, [`${stem}_${word}`, 'bucket', 'time_bucket']);
}
