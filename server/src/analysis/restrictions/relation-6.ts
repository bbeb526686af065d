import { hasDurations, isBackwards } from '../../catalog/table-columns.ts';
import type { Column } from '../../catalog/model.ts';
import type { Relation } from '../../syntax/ast.ts';
import { inEach, isRefused, type Outcome, PLACEHOLDER, refuse, UNKNOWN_SCHEMA } from '../judging/outcome.ts';
import { isColumn, resolveColumn, type Scope } from '../judging/names.ts';
import type { Receiver } from '../typing/terms.ts';
import { isCollection, isMultiCell } from '../../catalog/types.ts';
import { tokenTypeOf } from '../typing/types/token-type.ts';
import { checkValue, columnReceiver } from '../typing/values.ts';
import type { Refused, Undecided } from '../judging/verdict-model.ts';
import type { Part } from './model.ts';
import { entryReceiver, indexReceiver, keyReceiver, textOfKey } from '../typing/receivers.ts';
import {
  checkInMarker,
  checkMultiCell,
  checkTokenColumns,
  checkTupleColumn,
  checkValues,
  type ComparingRelation,
  countOf,
  durations,
  effectiveOperator,
  hidden,
  prepared,
  type PreparedRelation,
  resolveColumns,
  valuesOf,
} from './relation.ts';
import { textOfColumns, textOfOperator, textOfRelation } from './relation-text.ts';

/** `Relation.toRestriction` as 6.0 rewrote it. */
export function prepareRelationIn6(relation: ComparingRelation, scope: Scope): PreparedRelation | Refused {
  const columns = columnsOf(relation, scope);
  if ('kind' in columns) return isRefused(columns) ? columns : hidden(columns);
  const [column] = columns;
  if (column === undefined) return hidden(PLACEHOLDER);
  const { operator, operand } = relation;
  const part: Part = {
    on: relation.kind === 'field' ? 'element' : relation.kind,
    columns,
    operator: effectiveOperator(operator, operand),
    values: valuesOf(operand),
    key: relation.kind === 'element' ? relation.key : undefined,
    count: countOf(operator, operand),
    source: relation,
  };
  if (columns.some(({ type }) => type.kind === 'unknown')) return prepared(UNKNOWN_SCHEMA, part);
  return prepared(
    checkExpression(column, columns, relation, scope) ??
      checkOperator(column, relation, scope) ??
      checkOperand(column, columns, relation, scope),
    part,
  );
}

/** The columns on the left, each looked up before anything else is asked (`ColumnsExpression.Raw.prepare`). */
function columnsOf(relation: ComparingRelation, scope: Scope): readonly Column[] | Refused | Undecided {
  if (relation.kind === 'tuple' || relation.kind === 'token') return resolveColumns(relation.columns, scope);
  const column = resolveColumn(relation.column, scope);
  return isColumn(column) ? [column] : column;
}

function checkExpression(
  column: Column,
  columns: readonly Column[],
  relation: ComparingRelation,
  scope: Scope,
): Outcome {
  switch (relation.kind) {
    case 'tuple':
      return inEach(columns, (item, index) => {
        const twice = columns.lastIndexOf(item) !== index;
        const text = (): string => (twice ? 'multi-column' : textOfColumns(columns, scope.release));
        const before = columns.slice(0, index);
        return checkTupleColumn(item, twice ? [...before, item] : before, relation.columnsSpan, text);
      });
    case 'token':
      return checkTokenColumns(columns, relation, scope) ?? notEqualToken(relation, scope);
    case 'element':
      return checkElement(column, relation, scope);
    default:
      return undefined;
  }
}

function notEqualToken(relation: Relation & { kind: 'token' }, { release }: Scope): Outcome {
  if (relation.operator !== '!=') return undefined;
  return refuse(
    'unsupported-not-equal',
    `Unsupported '!=' relation: ${textOfRelation(relation, release)}`,
    relation.span,
  );
}

/** `ElementExpression.Raw.prepare`, and what `Relation.toRestriction` adds. */
function checkElement(column: Column, relation: ComparingRelation & { kind: 'element' }, scope: Scope): Outcome {
  const { type, name } = column;
  const refused = (message: string): Refused => refuse('element-relation', message, relation.span, [name]);
  if (!isCollection(type)) return refused(`Invalid element access syntax for non-collection column ${name}`);
  if (type.kind === 'set') return refused(`Invalid element access syntax for set column ${name}`);
  const receiver = type.kind === 'list' ? indexReceiver(column) : keyReceiver(column);
  const key = checkValue(relation.key, receiver, scope);
  if (isRefused(key)) return key;
  if (type.kind === 'map' && column.kind === 'clustering' && !isMultiCell(type)) {
    const message = `Map-entry predicates on frozen map column ${name} are not supported`;
    return refuse('frozen-map-entry', message, relation.span, [name]);
  }
  return key;
}

/** `Operator.validateFor`. */
function checkOperator(column: Column, relation: ComparingRelation, scope: Scope): Outcome {
  const { operator } = relation;
  const { type, name } = column;
  if (!isSupported(relation)) {
    const message = `${textOfOperator(operator)} cannot be used with ${textOfExpression(column, relation, scope)} relations`;
    return refuse('element-relation', message, relation.span, [name]);
  }
  if (relation.kind === 'column') {
    const slice = ['<', '<=', '>', '>=', 'BETWEEN', 'NOT IN'].includes(operator);
    if (slice && hasDurations(column, scope.session.catalog, scope.release)) {
      const message = `Slice restrictions are not supported on ${durations(column)}`;
      return refuse('slice-on-duration', message, relation.span, [name]);
    }
    if (operator.endsWith('CONTAINS KEY') && (type.kind !== 'map' || isBackwards(column))) {
      return refuse('contains-on-other-type', `Cannot use ${operator} on non-map column ${name}`, relation.span, [
        name,
      ]);
    }
    if (operator.endsWith('CONTAINS') && (!isCollection(type) || isBackwards(column))) {
      return refuse(
        'contains-on-other-type',
        `Cannot use ${operator} on non-collection column ${name}`,
        relation.span,
        [name],
      );
    }
  }
  return relation.kind === 'column' || relation.kind === 'element'
    ? checkMultiCell(column, relation, scope)
    : undefined;
}

function isSupported({ kind, operator }: ComparingRelation): boolean {
  if (kind === 'column' || operator === '=' || operator === '!=') return true;
  if (kind === 'element') return false;
  if (operator === 'IN' || operator === 'NOT IN') return kind === 'tuple';
  return ['<', '<=', '>', '>=', 'BETWEEN'].includes(operator);
}

function textOfExpression(column: Column, relation: ComparingRelation, { release }: Scope): string {
  switch (relation.kind) {
    case 'tuple':
      return `tuple ${textOfColumns(relation.columns, release)}`;
    case 'token':
      return `token${textOfColumns(relation.columns, release)}`;
    case 'element':
      return `${column.name}[${textOfKey(relation.key)}]`;
    default:
      return `column ${column.name}`;
  }
}

function checkOperand(column: Column, columns: readonly Column[], relation: ComparingRelation, scope: Scope): Outcome {
  switch (relation.kind) {
    case 'column':
      return relation.operator === 'IS NOT NULL' ? undefined : checkValues(column, relation, scope);
    case 'element':
      return inEach(valuesOf(relation.operand), (value) =>
        checkValue(value, entryReceiver(column, relation.key), scope),
      );
    case 'tuple':
    case 'token':
      return checkSeveral(columns, relation, scope);
    case 'field':
      return PLACEHOLDER;
  }
}

/** Tuples are typed as one tuple of all columns, tokens as the partitioner's. */
function checkSeveral(
  columns: readonly Column[],
  relation: ComparingRelation & { kind: 'tuple' | 'token' },
  scope: Scope,
): Outcome {
  const { operand, operator } = relation;
  const receiver: Receiver =
    relation.kind === 'token'
      ? { name: `token${textOfColumns(columns, scope.release)}`, type: tokenTypeOf(scope.table, scope.session) }
      : {
          name: textOfColumns(columns, scope.release),
          type: { kind: 'tuple', items: columns.map(({ type }) => type) },
          components: columns.map(columnReceiver),
        };
  if ((operator === 'IN' || operator === 'NOT IN') && operand.kind === 'one') {
    return checkInMarker(operand.value, receiver, scope);
  }
  return inEach(valuesOf(operand), (value) => checkValue(value, receiver, scope));
}
