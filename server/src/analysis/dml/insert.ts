import { isCounterTable } from '../../catalog/table-columns.ts';
import type { Column } from '../../catalog/model.ts';
import type { Expression, Insert, Name, Relation } from '../../syntax/ast.ts';
import { rowReferenceOf } from '../../syntax/row-references.ts';
import { areGuarded } from '../guardrails/limits.ts';
import { inServerOrder } from '../judging/server-order.ts';
import { textOfValue } from '../typing/row-references.ts';
import { isColumn, isStaticCompact, resolveColumn, type Scope, undefinedColumn } from '../judging/names.ts';
import { isRefused, PLACEHOLDER, refuse } from '../judging/outcome.ts';
import { since } from '../../text/release.ts';
import { restrict } from '../restrictions/restrict.ts';
import type { Refused, Undecided } from '../judging/verdict-model.ts';
import { valueOf, readInsertedJson } from './insert-json.ts';
import { checkSet, type PreparedOperation } from './operations.ts';
import type { Body } from './prepare-write.ts';
import { appliesOnlyToStatics } from './write.ts';

/** What PREPARE says to the columns and values of an INSERT (`UpdateStatement.ParsedInsert`). */
export function prepareInsert(statement: Insert, scope: Scope): Body | Refused | Undecided {
  const { values, into } = statement;
  if (isCounterTable(scope.table)) {
    const message = 'INSERT statements are not allowed on counter tables, use UPDATE instead';
    return refuse('insert-on-counter', message, into?.span ?? statement.span);
  }
  if (values.kind === 'unknown') return PLACEHOLDER;
  if (values.kind === 'json') return prepareJson(statement, values, scope);
  const { columns, columnsSpan, valuesSpan } = values;
  if (columns.length === 0) return refuse('insert-columns', 'No columns provided to INSERT', columnsSpan);
  const counted = !columns.some(isTemplate) && !values.values.some(isTemplate);
  if (counted && columns.length !== values.values.length) {
    return refuse('insert-columns', 'Unmatched column names/values', [valuesSpan, columnsSpan]);
  }
  const twice = secondOf(columns);
  if (twice !== undefined) {
    return refuse('insert-columns', 'The column names contains duplicates', twice.span, [twice.name]);
  }
  return prepareValues(statement, columns, values.values, scope);
}

/** The first name that was given before. */
function secondOf(names: readonly Name[]): Name | undefined {
  const given = new Set<string>();
  return names.find(({ name }) => given.size === given.add(name).size);
}

const isTemplate = (item: Name | Expression): boolean =>
  'kind' in item ? item.kind === 'unknown' : item.template === true;

function prepareValues(
  statement: Insert,
  names: readonly Name[],
  values: readonly Expression[],
  scope: Scope,
): Body | Refused | Undecided {
  const operations: PreparedOperation[] = [];
  const relations: Relation[] = [];
  let hidden = statement.template === true;
  let doubt: Undecided | undefined;
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index]!;
    const column = resolveColumn(name, scope);
    if (isRefused(column)) return column;
    const value = values[index];
    if (!isColumn(column) || value === undefined) {
      hidden = true;
      continue;
    }
    const unfit = scope.session.rows && checkInserted(value, column, scope);
    if (unfit !== undefined) return unfit;
    if (column.kind === 'partition' || column.kind === 'clustering') {
      relations.push({
        kind: 'column',
        column: name,
        operator: '=',
        operand: { kind: 'one', value },
        span: value.span,
      });
      continue;
    }
    const problem = column.type.kind === 'unknown' ? PLACEHOLDER : checkSet(column, value, value.span, scope);
    if (isRefused(problem)) return problem;
    doubt ??= problem;
    operations.push({ column, what: 'set', value });
  }
  const span = statement.values.kind === 'values' ? statement.values.columnsSpan : statement.span;
  return conclude(statement, operations, relations, { hidden, doubt, span }, scope);
}

/** Where a transaction inserts what it has read. */
function checkInserted(value: Expression, column: Column, scope: Scope): Refused | undefined {
  const reference = rowReferenceOf(value);
  if (reference === undefined) return undefined;
  const text = textOfValue(value, scope);
  const refused = (message: string): Refused => refuse('transaction-value', message, value.span, [column.name]);
  if (column.kind === 'partition' || column.kind === 'clustering')
    return refused(`Value reference ${text} cannot be used to insert PRIMARY KEY column ${column.name}`);
  if (reference.column !== undefined) return undefined;
  return refused(`substitution references must reference a column (${text})`);
}

function prepareJson(
  statement: Insert,
  values: Insert['values'] & { kind: 'json' },
  scope: Scope,
): Body | Refused | Undecided {
  const row = readInsertedJson(values.json, scope);
  if (row.kind !== 'row') return row;
  const { table } = scope;
  const { span } = values.json;
  if (isStaticCompact(table) && since(scope.release, '4.0')) {
    // The row has a value for each column of the key, also for the one that the storage hides.
    const [hidden] = table.hiddenColumns;
    const name = hidden?.name ?? '';
    return refuse('undefined-column', undefinedColumn(name, table, scope.release), span, [name]);
  }
  const relations = [...table.partitionKey, ...table.clustering].map((column) =>
    equality(column, valueOf(column, row, values)),
  );
  // The order matters where several values are too large.
  const columns = areGuarded(scope) ? inServerOrder(table, scope.release) : [...table.columns.values()];
  const operations = columns.flatMap((column): readonly PreparedOperation[] =>
    (column.kind === 'static' || column.kind === 'regular') && table.columns.has(column.name)
      ? [{ column, what: 'set', value: valueOf(column, row, values) }]
      : [],
  );
  return conclude(statement, operations, relations, { hidden: false, doubt: row.doubt, span }, scope);
}

const equality = ({ name }: Column, value: Expression): Relation => ({
  kind: 'column',
  column: { name, text: name, quoted: false, span: value.span },
  operator: '=',
  operand: { kind: 'one', value },
  span: value.span,
});

function conclude(
  statement: Insert,
  operations: readonly PreparedOperation[],
  relations: readonly Relation[],
  { hidden, doubt, span }: Pick<Body, 'doubt'> & { readonly hidden: boolean; readonly span: Relation['span'] },
  scope: Scope,
): Body | Refused | Undecided {
  const { table } = scope;
  const clustered = relations.some(
    (relation) => relation.kind === 'column' && table.columns.get(relation.column.name)?.kind === 'clustering',
  );
  const restrictions = restrict(
    {
      type: 'INSERT',
      relations,
      onlyStatic:
        !clustered &&
        appliesOnlyToStatics(
          operations.map(({ column }) => column),
          [],
        ),
      allowFiltering: false,
      forView: false,
      selectsCollection: false,
      hidden: hidden || statement.template === true,
      span,
    },
    scope,
  );
  if (restrictions.kind !== 'restrictions') return restrictions;
  if (operations.length === 0 && isStaticCompact(table)) {
    // The clustering column that such tables hide.
    const names = table.hiddenColumns.slice(0, 1).map(({ name }) => name);
    return refuse('clustering-key-missing', `Some clustering keys are missing: ${names.join(', ')}`, span, names);
  }
  return { kind: 'body', operations, restrictions, doubt: doubt ?? restrictions.doubt };
}
