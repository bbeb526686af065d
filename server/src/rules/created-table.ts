import type { Table } from '../catalog/model.ts';
import type { CreateTable } from '../syntax/ast.ts';
import type { Span } from '../text/span.ts';
import type { RuleContext } from './rule.ts';

/** The statement that makes a table, with the table as all later changes leave it. */
export interface CreatedTable {
  readonly create: CreateTable;
  readonly table: Table;
}

/** The table that the statement makes; `undefined` where it makes none, is refused, or hides a part of it. */
export function createdTable({ statement, table, verdict }: RuleContext): CreatedTable | undefined {
  if (statement.kind !== 'create-table' || statement.template || verdict.kind === 'refused') return undefined;
  if (table === undefined || table.kind !== 'table' || table.system || table.partial) return undefined;
  return { create: statement, table };
}

/** Of the table's name. */
export const nameOf = ({ name, span }: CreateTable): Span => name?.span ?? span;

/** Of the type of a column in its definition; else of the table's name. */
export const typeOf = (create: CreateTable, column: string): Span =>
  create.columns.find(({ name }) => name.name === column)?.type.span ?? nameOf(create);

/** Of the value of an option, where the statement sets it; else of the table's name. */
export const optionOf = (create: CreateTable, option: string): Span =>
  create.options.find(({ name }) => name === option)?.value.span ?? nameOf(create);
