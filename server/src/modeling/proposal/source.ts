import type { Column, Table } from '../../catalog/model.ts';
import { printName } from '../../catalog/names.ts';
import { sameType, resolveType, writeType } from '../../catalog/types.ts';
import type { ColumnDefinition, CreateTable, Option } from '../../syntax/ast.ts';
import type { Segment } from '../../syntax/segment.ts';

/** The CREATE TABLE of a table, where its text is at hand. */
export function createOf(table: Table): { readonly statement: CreateTable; readonly segment: Segment } | undefined {
  const segment = table.location?.segment;
  const statement = segment?.statement();
  return segment !== undefined && statement?.kind === 'create-table' ? { statement, segment } : undefined;
}

/** The definition of a column in CREATE TABLE or ALTER TABLE ADD. */
export function definitionOf({
  location,
  name,
}: Column): { readonly definition: ColumnDefinition; readonly segment: Segment } | undefined {
  const segment = location?.segment;
  const statement = segment?.statement();
  if (segment === undefined || statement === undefined) return undefined;
  const definitions =
    statement.kind === 'create-table'
      ? statement.columns
      : statement.kind === 'alter-table' && statement.change.kind === 'add'
        ? statement.change.columns
        : [];
  const definition = definitions.find((one) => one.name.name === name);
  return definition === undefined ? undefined : { definition, segment };
}

/** A column's name as its definition has it. */
export const writtenName = (column: Column): string =>
  definitionOf(column)?.definition.name.text ?? printName(column.name);

/** A column's type as its definition has it, so that `varchar` stays `varchar`. */
export function writtenType(column: Column, table: Table): string {
  const found = definitionOf(column);
  if (found !== undefined) {
    const { type } = found.definition;
    const text = found.segment.text.slice(type.span.start, type.span.end);
    const plain = !/[\n\r]|--|\/\/|\/\*/.test(text);
    if (plain && sameType(resolveType(type, table.keyspace), column.type)) return text;
  }
  return writeType(column.type);
}

/** Whether rows end at the time that a column says: its definition has TTL. */
export const tellsEnd = (column: Column): boolean => definitionOf(column)?.definition.ttl !== undefined;

/** What follows a column's type: MASKED WITH …, and outside of keys TTL and CHECK …; without `STATIC` and PRIMARY KEY. */
export function writtenSuffix(column: Column, inKey: boolean): string {
  const found = definitionOf(column);
  if (found === undefined) return '';
  const { definition, segment } = found;
  const masks = definition.mask === undefined ? [] : [definition.mask.span];
  const ttl = definition.ttl === undefined ? [] : [definition.ttl];
  const spans = inKey ? masks : [...ttl, ...masks, ...definition.constraints.map(({ span }) => span)];
  return spans.map(({ start, end }) => ` ${segment.text.slice(start, end)}`).join('');
}

/** An option as its text has it. */
export function writtenOption(table: Table, name: string): string | undefined {
  const source = createOf(table);
  const option = source?.statement.options.find((one: Option) => one.name === name);
  const value = table.options.get(name);
  if (value === undefined) return undefined;
  // An ALTER may have set it since: only the very value of the CREATE has its span there.
  return source !== undefined && option?.value === value
    ? source.segment.text.slice(option.value.span.start, option.value.span.end)
    : undefined;
}
