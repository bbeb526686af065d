import type { Catalog, Column, Table } from '../../catalog/model.ts';
import { printName } from '../../catalog/names.ts';
import { freeze, userType } from '../../catalog/types.ts';
import type { Expression, Relation } from '../../syntax/ast.ts';
import { freeColumnName } from '../proposal/names.ts';
import type { DerivedColumn } from '../proposal/proposal.ts';
import type { KeyPart } from './elements.ts';
import type { RangeLike } from './like.ts';
import type { NoPattern, Pattern } from './pattern.ts';
import type { PlannedColumn } from './plan.ts';

/** `home.city = ?`: a field of a user type, which only a column of its own finds. */
export interface Field {
  readonly column: Column;
  readonly field: string;
  readonly relation: number;
  readonly operator: '=' | '<' | '<=' | '>' | '>=';
  readonly value: Expression;
}

/** Reads a relation about a field; `undefined` where no key answers it. */
export function fieldOf(relation: Relation, index: number, table: Table): Field | undefined {
  if (relation.kind !== 'field' || relation.operand.kind !== 'one') return undefined;
  const column = table.columns.get(relation.column.name);
  const { operator, operand, field } = relation;
  if (column?.type.kind !== 'user' || operand.value.kind === 'null') return undefined;
  switch (operator) {
    case '=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return { column, field: field.name, relation: index, operator, value: operand.value };
    default:
      return undefined;
  }
}

/** What it becomes: a column that holds the field, which the key begins with, or sorts by where a range is asked for. */
export function fieldParts(
  { fields, textOf }: Pattern,
  table: Table,
  catalog: Catalog,
): (KeyPart & { readonly slice: readonly RangeLike[] }) | NoPattern {
  const partition: PlannedColumn[] = [];
  const slices = new Map<string, { columns: readonly PlannedColumn[]; relations: number[] }>();
  const relations = new Map<number, string>();
  for (const { column, field, relation, operator, value } of fields) {
    const type = userType(column.type, catalog)?.fields.get(field);
    if (type === undefined) return { why: `\`${printName(column.name)}\` has no field \`${printName(field)}\`.` };
    const derived: DerivedColumn = {
      column: freeColumnName(table, [`${column.name}_${field}`]),
      type: freeze(type),
      from: [column.name],
      function: 'field',
      value: field,
    };
    const part: PlannedColumn = { kind: 'derived', derived };
    relations.set(relation, `${printName(derived.column)} ${operator} ${textOf(value)}`);
    if (operator === '=') {
      if (partition.some((other) => other.kind === 'derived' && other.derived.column === derived.column))
        return { why: 'The query restricts one field by `=` twice.' };
      partition.push(part);
      continue;
    }
    const slice = slices.get(derived.column) ?? { columns: [part], relations: [] };
    slice.relations.push(relation);
    slices.set(derived.column, slice);
  }
  return { partition, relations, filtering: [], slice: [...slices.values()] };
}
