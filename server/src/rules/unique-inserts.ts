import { isNative } from '../catalog/types.ts';
import type { Column, Table } from '../catalog/model.ts';
import { declaredOf } from '../modeling/evidence/annotations.ts';
import { baseOf, namedBase } from '../modeling/evidence/copies.ts';
import type { Surroundings } from '../modeling/evidence/surroundings.ts';
import { isFickle } from '../modeling/writes/terms.ts';
import { isInCase } from '../modeling/writes/case-comments.ts';
import { writesIn } from '../modeling/writes/stale-copies.ts';
import type { Insert } from '../syntax/ast.ts';
import type { RuleContext } from './rule.ts';

export interface PlainInsert {
  readonly insert: Insert;
  readonly table: Table;
  readonly key: readonly Column[];
}

/** The INSERTs of a statement, without a condition, of rows whose key is declared unique and chosen by whoever writes. */
export function plainInsertsOfUnique(context: RuleContext): readonly PlainInsert[] {
  if (context.verdict.kind === 'refused') return [];
  return writesIn(context).flatMap(({ write, table }): readonly PlainInsert[] => {
    if (write.kind !== 'insert' || write.condition !== undefined || write.template === true) return [];
    // Where the value stays it was reserved before.
    if (isInCase(context.segment.text.slice(context.statement.span.start, write.span.start))) return [];
    const key = [...table.partitionKey, ...table.clustering];
    if (!isDeclaredUnique(key, table, context.surroundings) || key.some(isOfItself) || makesKey(write, key)) return [];
    return [{ insert: write, table, key }];
  });
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
