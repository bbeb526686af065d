import { isNative } from '../catalog/types.ts';
import type { Column, Location, Table } from '../catalog/model.ts';
import { declaredOf } from '../modeling/evidence/annotations.ts';
import { baseOf, namedBase } from '../modeling/evidence/copies.ts';
import { knownUsesOf, type Surroundings } from '../modeling/evidence/surroundings.ts';
import { isFickle } from '../modeling/writes/terms.ts';
import { casesIn } from '../modeling/writes/case-comments.ts';
import { writesIn } from '../modeling/writes/stale-copies.ts';
import type { Insert, Select } from '../syntax/ast.ts';
import type { RuleContext } from './rule.ts';

export interface PlainInsert {
  readonly insert: Insert;
  readonly table: Table;
  readonly key: readonly Column[];
  /** The query that asks whether the row is there, where nothing else says that it is unique. */
  readonly asked?: Location;
}

/** The INSERTs of a statement, without a condition, of rows whose key is declared or asked to be unique, and chosen by whoever writes. */
export function plainInsertsOfUnique(context: RuleContext): readonly PlainInsert[] {
  if (context.verdict.kind === 'refused') return [];
  const isInCase = casesIn(context.segment.text, context.statement.span);
  return writesIn(context).flatMap(({ write, table }): readonly PlainInsert[] => {
    if (write.kind !== 'insert' || write.condition !== undefined || write.template === true) return [];
    // Where the value stays it was reserved before.
    if (isInCase(write.span.start)) return [];
    const key = [...table.partitionKey, ...table.clustering];
    if (key.some(isOfItself) || makesKey(write, key)) return [];
    if (isDeclaredUnique(key, table, context.surroundings)) return [{ insert: write, table, key }];
    const asked = write === context.statement ? askedBefore(key, write, table, context) : undefined;
    return asked === undefined ? [] : [{ insert: write, table, key, asked }];
  });
}

/** Where the statement before asks for the row of a key that a client gives, and for nothing that it would not know: whether it is there. */
function askedBefore(
  key: readonly Column[],
  { values }: Insert,
  table: Table,
  { uri, segment, statement, surroundings }: RuleContext,
): Location | undefined {
  if (values.kind !== 'values') return undefined;
  const isBound = key.every(({ name }) => {
    const value = values.values[values.columns.findIndex((column) => column.name === name)];
    return value !== undefined && value.kind !== 'literal';
  });
  const before = isBound ? surroundings.before({ uri, segment, span: statement.span }) : undefined;
  const asking = before?.statement();
  if (asking?.kind !== 'select' || !asksWhetherThere(asking, key)) return undefined;
  if (surroundings.isProgram(uri) && !surroundings.isRunBehind({ uri, segment, span: statement.span }))
    return undefined;
  return knownUsesOf(surroundings, table).find((one) => one.segment === before)?.at;
}

function asksWhetherThere({ selectors, where, ...select }: Select, key: readonly Column[]): boolean {
  const isKey = (name: string): boolean => key.some((column) => column.name === name);
  const relations = where?.relations ?? [];
  return (
    select.template !== true &&
    select.groupBy.length === 0 &&
    relations.length === key.length &&
    relations.every((one) => one.kind === 'column' && one.operator === '=' && isKey(one.column.name)) &&
    selectors.every(
      ({ expression }) =>
        (expression.kind === 'column' && isKey(expression.column.name)) ||
        (expression.kind === 'call' && expression.function.name.name === 'count'),
    )
  );
}

/** Of the table, or of the one that it is a copy of or looks up. */
function isDeclaredUnique(key: readonly Column[], table: Table, surroundings: Surroundings): boolean {
  const base = baseOf(table, surroundings) ?? namedBase(table, surroundings);
  return [table, ...(base === undefined ? [] : [base])].some((one) =>
    declaredOf(one, surroundings).unique.some(
      (columns) => columns.length === key.length && key.every(({ name }) => columns.includes(name)),
    ),
  );
}

/** Nobody chooses the same time or UUID as somebody else. */
const isOfItself = ({ type }: Column): boolean =>
  ['uuid', 'timeuuid', 'timestamp', 'date', 'time'].some((name) => isNative(type, name));

const makesKey = ({ values }: Insert, key: readonly Column[]): boolean =>
  values.kind === 'values' &&
  values.columns.some(
    ({ name }, index) =>
      key.some((column) => column.name === name) &&
      values.values[index] !== undefined &&
      isFickle(values.values[index]),
  );
