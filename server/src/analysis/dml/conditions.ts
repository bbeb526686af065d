import type { Column } from '../../catalog/model.ts';
import { isBackwards } from '../../catalog/table-columns.ts';
import { containsDuration, isCollection, isCounter, isMultiCell, userType } from '../../catalog/types.ts';
import type { Expression, Relation } from '../../syntax/ast.ts';
import { isColumn, resolveColumn, type Scope } from '../judging/names.ts';
import { inEach, inOrder, isRefused, type Outcome, PLACEHOLDER, refuse, UNKNOWN_SCHEMA } from '../judging/outcome.ts';
import { since } from '../../text/release.ts';
import { entryReceiver, indexReceiver, keyReceiver, valueReceiver } from '../typing/receivers.ts';
import { checkInMarker, type ComparingRelation, valuesOf } from '../restrictions/relation.ts';
import type { Receiver } from '../typing/terms.ts';
import { readInteger } from '../java/bytes.ts';
import { checkValue, columnReceiver, isNull, lateComplaint, runningValue } from '../typing/values.ts';
import type { Refused, Undecided } from '../judging/verdict-model.ts';

/** The columns that IF compares, or what PREPARE says to one of its conditions (`ColumnCondition.Raw.prepare`). */
export function prepareConditions(conditions: readonly Relation[], scope: Scope): PreparedConditions | Refused {
  const columns: Column[] = [];
  let doubt: Undecided | undefined;
  for (const condition of conditions) {
    if (!isCondition(condition)) {
      doubt ??= PLACEHOLDER;
      continue;
    }
    const column = resolveColumn(condition.column, scope);
    if (isRefused(column)) return column;
    if (!isColumn(column)) {
      doubt ??= column;
      continue;
    }
    const problem = checkCondition(condition, column, scope);
    if (isRefused(problem)) return problem;
    doubt ??= problem;
    columns.push(column);
  }
  return { kind: 'conditions', columns, doubt };
}

export interface PreparedConditions {
  readonly kind: 'conditions';
  readonly columns: readonly Column[];
  readonly doubt: Undecided | undefined;
}

type Condition = ComparingRelation & { readonly kind: 'column' | 'element' | 'field' };

const isCondition = (relation: Relation): relation is Condition =>
  relation.kind === 'column' || relation.kind === 'element' || relation.kind === 'field';

/** 6.0 asks about the primary key first, the others last. */
function checkCondition(condition: Condition, column: Column, scope: Scope): Outcome {
  const key = (): Outcome => checkKeyColumn(condition, column, scope);
  if (column.type.kind === 'unknown') return inOrder(key, () => UNKNOWN_SCHEMA);
  return since(scope.release, '6.0')
    ? inOrder(
        () => checkPlace(condition, column, scope),
        () => checkPlaceValue(condition, column, scope),
        key,
        () => checkCounter(condition, column),
        () => checkSlice(condition, column, scope),
        () => checkOperand(condition, column, scope),
      )
    : inOrder(
        () => checkCounter(condition, column),
        () => checkPlace(condition, column, scope),
        () => checkSlice(condition, column, scope),
        () => checkPlaceValue(condition, column, scope),
        () => checkOperand(condition, column, scope),
        key,
      );
}

function checkKeyColumn(condition: Condition, column: Column, scope: Scope): Outcome {
  const { kind, name } = column;
  if (kind !== 'partition' && kind !== 'clustering') return undefined;
  const text = since(scope.release, '6.0') ? receiverOf(condition, column, scope).name : name;
  return refuse('condition-on-key', `PRIMARY KEY column '${text}' cannot have IF conditions`, condition.span, [name]);
}

const checkCounter = (condition: Condition, { type, name }: Column): Outcome =>
  isCounter(type)
    ? refuse('condition-on-counter', 'Conditions on counters are not supported', condition.span, [name])
    : undefined;

/** `column[key]` and `column.field` are there. */
function checkPlace(condition: Condition, column: Column, scope: Scope): Outcome {
  const { type, name } = column;
  const refused = (message: string): Refused => refuse('condition-element', message, condition.span, [name]);
  if (condition.kind === 'element') {
    const hidden = isBackwards(column) && !since(scope.release, '6.0');
    if (!isCollection(type) || hidden)
      return refused(`Invalid element access syntax for non-collection column ${name}`);
    return type.kind === 'set' ? refused(`Invalid element access syntax for set column ${name}`) : undefined;
  }
  if (condition.kind !== 'field') return undefined;
  // The server takes the column for a user type without looking.
  if (type.kind !== 'user') return UNKNOWN_SCHEMA;
  const fields = userType(type, scope.session.catalog)?.fields;
  if (fields === undefined) return UNKNOWN_SCHEMA;
  if (fields.has(condition.field.name)) return undefined;
  return condition.field.template === true
    ? PLACEHOLDER
    : refused(`Unknown field ${condition.field.name} for column ${name}`);
}

/** Durations have no order. */
function checkSlice(condition: Condition, column: Column, scope: Scope): Outcome {
  const { operator } = condition;
  if (!['<', '<=', '>', '>='].includes(operator)) return undefined;
  const receiver = receiverOf(condition, column, scope);
  if (!containsDuration(receiver.type, scope.session.catalog, scope.release)) return undefined;
  const message = durationMessage(receiver, operator, scope.release);
  return refuse('condition-on-duration', message, condition.span, [column.name]);
}

/** What stands in brackets is a key of the map, or a place in the list. */
const checkPlaceValue = (condition: Condition, column: Column, scope: Scope): Outcome =>
  condition.kind === 'element' ? checkValue(condition.key, placeReceiver(column), scope) : undefined;

function checkOperand(condition: Condition, column: Column, scope: Scope): Outcome {
  const { operator, operand, span } = condition;
  const receiver = receiverOf(condition, column, scope);
  const { type } = receiver;
  if (operator === 'CONTAINS KEY' && type.kind !== 'map') {
    return refuse('contains-on-other-type', `Cannot use CONTAINS KEY on non-map column ${receiver.name}`, span, [
      column.name,
    ]);
  }
  if (operator === 'CONTAINS' && !isCollection(type)) {
    return refuse('contains-on-other-type', `Cannot use CONTAINS on non-collection column ${receiver.name}`, span, [
      column.name,
    ]);
  }
  const inMarker = operator === 'IN' && operand.kind === 'one' ? operand.value : undefined;
  if (inMarker !== undefined) return checkInMarker(inMarker, receiver, scope);
  const given = givenTo(operator, receiver, column);
  if (operand.kind === 'none') return PLACEHOLDER;
  return inEach(valuesOf(operand), (value) => checkValue(value, given, scope));
}

/** What the operand of a comparison is given for: all of what is compared, or, to CONTAINS, a part of it. */
function givenTo(operator: string, receiver: Receiver, column: Column): Receiver {
  const part = { ...column, name: receiver.name, type: receiver.type };
  if (operator === 'CONTAINS KEY') return keyReceiver(part);
  return operator === 'CONTAINS' ? valueReceiver(part) : receiver;
}

/** What a condition compares. */
function receiverOf(condition: Condition, column: Column, { session, release }: Scope): Receiver {
  const named = since(release, '6.0');
  if (condition.kind === 'element') return named ? entryReceiver(column, condition.key) : valueReceiver(column);
  if (condition.kind === 'column') return columnReceiver(column);
  const { name } = condition.field;
  const type = userType(column.type, session.catalog)?.fields.get(name) ?? { kind: 'unknown' };
  return { name: `${column.name}.${named ? `'${name}'` : name}`, type };
}

function durationMessage({ type }: Receiver, operator: string, release: Scope['release']): string {
  if (isCollection(type)) return 'Slice conditions are not supported on collections containing durations';
  if (type.kind === 'tuple') return 'Slice conditions are not supported on tuples containing durations';
  if (type.kind === 'user') return 'Slice conditions are not supported on UDTs containing durations';
  return release === '3.11'
    ? 'Slice conditions are not supported on durations'
    : `Slice conditions ( ${operator} ) are not supported on durations`;
}

/** What the server says to the values of conditions when it computes them: those of statics last (`ColumnConditions`). */
export function computeConditions(conditions: readonly Relation[], scope: Scope): Outcome {
  const bound = conditions.flatMap((condition) => {
    const column = isCondition(condition) ? resolveColumn(condition.column, scope) : undefined;
    return isCondition(condition) && column !== undefined && isColumn(column) ? [{ condition, column }] : [];
  });
  const statics = bound.filter(({ column }) => column.kind === 'static');
  const others = bound.filter(({ column }) => column.kind !== 'static');
  return inEach([...others, ...statics], ({ condition, column }) => {
    const key =
      condition.kind === 'element'
        ? (lateComplaint(condition.key, placeReceiver(column), scope) ??
          (since(scope.release, '6.0') ? checkNullPlace(condition.key, column, scope) : undefined))
        : undefined;
    const given = givenTo(condition.operator, receiverOf(condition, column, scope), column);
    return key ?? inEach(valuesOf(condition.operand), (value) => lateComplaint(value, given, scope));
  });
}

/** Comparisons with null that have no answer, whatever the row holds (`ColumnCondition.Bound`). */
export function checkConditionValues(conditions: readonly Relation[], scope: Scope): Outcome {
  return inEach(conditions, (condition) => {
    const column = isCondition(condition) ? resolveColumn(condition.column, scope) : undefined;
    if (column === undefined || !isColumn(column) || !isCondition(condition)) return undefined;
    const receiver = receiverOf(condition, column, scope);
    if (condition.kind === 'element') {
      const missing = checkNullPlace(condition.key, column, scope);
      if (missing !== undefined) return missing;
      // 6.0 looks at it only where there is a list.
      const index = since(scope.release, '6.0') ? undefined : indexOf(condition.key, column, scope);
      if (index !== undefined && index < 0n) {
        const message = `Invalid negative list index ${index}`;
        return refuse('negative-list-index', message, condition.key.span, [column.name]);
      }
    }
    const unordered = ['<', '<=', '>', '>=', 'CONTAINS', 'CONTAINS KEY'].includes(condition.operator);
    const [value] = valuesOf(condition.operand);
    if (!unordered || value === undefined) return undefined;
    if (isNull(value, givenTo(condition.operator, receiver, column), scope)) {
      const message = `Invalid comparison with null for operator "${condition.operator}"`;
      return refuse('condition-with-null', message, condition.span, [column.name]);
    }
    const compares = condition.kind === 'column' && !condition.operator.startsWith('CONTAINS');
    return compares && since(scope.release, '4.0') ? checkEmpty(condition, column, value, scope) : undefined;
  });
}

function checkNullPlace(key: Expression, column: Column, scope: Scope): Refused | undefined {
  if (!isNull(key, placeReceiver(column), scope)) return undefined;
  const message = `Invalid null value for ${column.type.kind === 'map' ? 'map' : 'list'} element access`;
  return refuse('null-value', message, key.span, [column.name]);
}

/** What stands in brackets after a collection. */
const placeReceiver = (column: Column): Receiver =>
  column.type.kind === 'list' ? indexReceiver(column) : keyReceiver(column);

function checkEmpty({ operator, span }: Condition, column: Column, value: Expression, scope: Scope): Outcome {
  const { type, name } = column;
  if (!isCollection(type) || !isMultiCell(type)) return undefined;
  const written = (value.kind === 'list' || value.kind === 'set') && value.items.length === 0;
  const running = written ? undefined : runningValue(value, columnReceiver(column), scope);
  // Nothing but the number of its elements: none.
  const empty = written || (running?.kind === 'known' && running.bytes.every((byte) => byte === 0));
  if (!empty) return undefined;
  const message = `Invalid comparison with an empty ${type.kind} for operator "${operator}"`;
  return refuse('condition-with-empty-collection', message, span, [name]);
}

/** The place in a list that a term says. */
function indexOf(key: Expression, column: Column, scope: Scope): bigint | undefined {
  if (column.type.kind !== 'list' || !isMultiCell(column.type)) return undefined;
  const value = runningValue(key, indexReceiver(column), scope);
  return value.kind === 'known' && value.bytes.length === 4 ? readInteger(value.bytes) : undefined;
}
