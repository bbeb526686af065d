import { printType, type Table } from '../catalog/index.ts';
import type { Expression, Marker, Relation, Statement, Using } from '../syntax/ast.ts';

/** A bind marker whose value is known by its place. */
export interface KnownMarker {
  readonly marker: Marker;
  /** Of the value, as CQL writes it. */
  readonly type: string;
  /** What the value may be called: the column with the end of a range, or what it says. */
  readonly name: string;
}

/** The markers of a statement whose value its table tells. */
export function knownMarkers(statement: Statement, table: Table): readonly KnownMarker[] {
  switch (statement.kind) {
    case 'select':
      return [
        ...ofRelations(statement.where?.relations, table),
        ...known(statement.perPartitionLimit?.value, 'int', 'max_per_partition'),
        ...known(statement.limit?.value, 'int', 'max_rows'),
      ];
    case 'insert':
      return [...ofValues(statement.values, table), ...ofUsing(statement.using)];
    case 'update':
      return [
        ...ofUsing(statement.using),
        ...statement.assignments.flatMap((assignment) =>
          assignment.kind === 'set' || assignment.kind === 'add' || assignment.kind === 'prepend'
            ? ofColumn(assignment.value, assignment.column.name, table)
            : [],
        ),
        ...ofRelations(statement.where?.relations, table),
      ];
    case 'delete':
      return [...ofUsing(statement.using), ...ofRelations(statement.where?.relations, table)];
    default:
      return [];
  }
}

const known = (expression: Expression | undefined, type: string, name: string): readonly KnownMarker[] =>
  expression?.kind === 'marker' ? [{ marker: expression, type, name }] : [];

function ofColumn(
  expression: Expression,
  column: string,
  { columns }: Table,
  { list = false, suffix = '' } = {},
): readonly KnownMarker[] {
  const found = columns.get(column);
  if (found === undefined) return [];
  const type = printType(found.type);
  return known(expression, list ? `list<${type}>` : type, column + suffix);
}

const ofUsing = (using: Using | undefined): readonly KnownMarker[] => [
  ...known(using?.timestamp?.value, 'bigint', 'timestamp'),
  ...known(using?.ttl?.value, 'int', 'ttl'),
];

function ofValues(
  values: Extract<Statement, { readonly kind: 'insert' }>['values'],
  table: Table,
): readonly KnownMarker[] {
  if (values.kind === 'json') return known(values.json, 'text', 'json');
  if (values.kind !== 'values') return [];
  return values.values.flatMap((value, index) => ofColumn(value, values.columns[index]?.name ?? '', table));
}

const ofRelations = (relations: readonly Relation[] | undefined, table: Table): readonly KnownMarker[] =>
  (relations ?? []).flatMap((relation) => ofRelation(relation, table));

function ofRelation(relation: Relation, table: Table): readonly KnownMarker[] {
  if (relation.kind !== 'column') return [];
  const { operand, operator, column } = relation;
  switch (operand.kind) {
    case 'one':
      if (operator.includes('CONTAINS')) return [];
      return ofColumn(operand.value, column.name, table, {
        list: operator === 'IN',
        suffix: operator.startsWith('>') ? '_from' : operator.startsWith('<') ? '_to' : '',
      });
    case 'several':
      return operand.items.flatMap((item) => ofColumn(item, column.name, table));
    case 'between':
      return [
        ...ofColumn(operand.low, column.name, table, { suffix: '_from' }),
        ...ofColumn(operand.high, column.name, table, { suffix: '_to' }),
      ];
    case 'none':
      return [];
  }
}
