import type { Column, Table } from '../../catalog/model.ts';
import type { Insert, Statement } from '../../syntax/ast.ts';
import { declaredOf } from './annotations.ts';
import { everyUseOf, type Surroundings, type Use } from './surroundings.ts';

/** A column that says something of the whole partition, and is kept with each of its rows. */
export interface RepeatedValue {
  readonly column: Column;
  /** `names`: its name is that of a part of what the partition is named by; `moving`: of one that rows may keep as it was. */
  readonly evidence: 'names' | 'moving' | 'declared' | 'written';
}

/** Regular columns of a table that have one value in all rows of a partition, as far as the project shows. */
export function repeatedValues(table: Table, surroundings: Surroundings): readonly RepeatedValue[] {
  const { partitionKey, clustering, columns } = table;
  if (clustering.length === 0 || table.kind !== 'table' || table.compactStorage) return [];
  const { dependencies } = declaredOf(table, surroundings);
  const key = new Set(partitionKey.map(({ name }) => name));
  const isDecided = (name: string): boolean =>
    dependencies.some(({ from, to }) => to.includes(name) && from.every((one) => key.has(one)));
  const regular = [...columns.values()].filter(({ kind }) => kind === 'regular');
  return regular.flatMap((column): RepeatedValue[] => {
    if (isDecided(column.name)) return [{ column, evidence: 'declared' }];
    if (!partitionKey.some(({ name }) => isPartOf(column.name, name))) return [];
    const written = isWrittenAlike(column, table, surroundings);
    if (written === 'not') return [];
    return [{ column, evidence: written === 'alike' ? 'written' : MOVING.test(column.name) ? 'moving' : 'names' }];
  });
}

/** `ward_phone` beside `ward`, `user_email` beside `user_id`. */
function isPartOf(name: string, of: string): boolean {
  const thing = /^(.{2,}?)_?(?:id|uuid|key|no|number|code|name)?$/i.exec(of)?.[1]?.toLowerCase();
  const column = name.toLowerCase();
  if (thing === undefined || !column.startsWith(thing) || column === of.toLowerCase()) return false;
  return PARTS.test(column.slice(thing.length));
}

/** What a person or a thing has one of. Not what happens to it: a status, a value. */
const PARTS =
  /^_?(?:(?:full|first|last|given|family|display|long|short|legal)_?)?(?:name|title|e?mail|email_address|phone|phone_number|address|street|city|country|region|zip|post_?code|birthday|birth_date|date_of_birth|dob|description|logo|avatar|picture|url|website|homepage|flag|manager|owner|capital|timezone|currency)$/i;

/** An order keeps the address to which it went. */
const MOVING = /(?:address|street|city|country|region|zip|post_?code|owner|manager|currency)$/i;

/** Whether INSERTs that write two rows of a partition give them the same value; `unknown` where none do. */
function isWrittenAlike({ name }: Column, table: Table, surroundings: Surroundings): 'alike' | 'not' | 'unknown' {
  const values = new Map<string, string>();
  const batches: Statement[] = [];
  let alike = false;
  for (const use of everyUseOf(surroundings, table)) {
    const { statement, whole } = use;
    if (statement.kind !== 'insert') continue;
    if (whole !== statement && batches.at(-1) !== whole) batches.push(whole);
    const partition = table.partitionKey.map((column) => textOf(statement, column.name, use, batches.length));
    const value = textOf(statement, name, use, batches.length);
    if (value === undefined || partition.includes(undefined)) continue;
    const where = partition.join(', ');
    const before = values.get(where);
    if (before !== undefined && before !== value) return 'not';
    alike ||= before === value;
    values.set(where, value);
  }
  return alike ? 'alike' : 'unknown';
}

/** The literal that an INSERT gives a column, as it is written, or a marker with a name, which has one value in a batch. */
function textOf({ values }: Insert, column: string, { segment, whole }: Use, batch: number): string | undefined {
  if (values.kind !== 'values') return undefined;
  const value = values.values[values.columns.findIndex(({ name }) => name === column)];
  if (value === undefined) return undefined;
  const text = segment.text.slice(value.span.start, value.span.end);
  if (value.kind === 'literal') return text;
  return value.kind === 'marker' && value.name !== undefined && whole.kind === 'batch' ? `${batch} ${text}` : undefined;
}
