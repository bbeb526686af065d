import { readsOption } from '../analysis/dialects/heeded.ts';
import type { Table } from '../catalog/model.ts';
import type { CreateTable, Option, OptionValue } from '../syntax/ast.ts';
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

/** A table as all changes leave it, and where the statement that set an option of it last says so. */
export interface TableOption {
  readonly table: Table;
  /** Of the option's value; of the table's name in its CREATE where nothing sets the option. */
  readonly span: Span;
}

/**
 * Of the CREATE or the ALTER that decides on an option of its table; `undefined` of one that a later statement overrules, or that the
 * target reads over.
 */
export function optionOf(context: RuleContext, option: string): TableOption | undefined {
  const { statement, surroundings, verdict, session } = context;
  if (!readsOption(option, session.target)) return undefined;
  if (statement.kind !== 'alter-table') {
    const made = createdTable(context);
    if (made === undefined) return undefined;
    const set = made.table.options.get(option);
    const span = set === undefined ? nameOf(made.create) : spanIn(made.create.options, option, set);
    return span === undefined ? undefined : { table: made.table, span };
  }
  if (statement.change.kind !== 'options' || verdict.kind === 'refused' || context.table === undefined)
    return undefined;
  const table = surroundings.catalog.table(context.table.keyspace, context.table.name);
  if (table === undefined || table.kind !== 'table' || table.system || table.partial) return undefined;
  const set = table.options.get(option);
  const span = set === undefined ? undefined : spanIn(statement.change.options, option, set);
  return span === undefined ? undefined : { table, span };
}

/** Where an option is set to the value that it has in the end. */
const spanIn = (options: readonly Option[], option: string, value: OptionValue): Span | undefined =>
  options.find((one) => one.name === option && isSame(one.value, value))?.value.span;

/** Trees may be made anew of the same text. */
const isSame = (a: OptionValue, b: OptionValue): boolean =>
  a.kind === b.kind &&
  a.span.start === b.span.start &&
  a.span.end === b.span.end &&
  (a.kind !== 'literal' || b.kind !== 'literal' || a.literal.value === b.literal.value);
