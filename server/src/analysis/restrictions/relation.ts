import { hasDurations, isBackwards } from '../../catalog/table-columns.ts';
import type { Column } from '../../catalog/model.ts';
import type { Expression, Name, Operand, Operator, Relation } from '../../syntax/ast.ts';
import { inEach, isRefused, type Outcome, PLACEHOLDER, refuse, UNKNOWN_SCHEMA } from '../judging/outcome.ts';
import { isColumn, resolveColumn, type Scope } from '../judging/names.ts';
import { since } from '../../text/release.ts';
import { type Receiver, textOfTerm } from '../typing/terms.ts';
import { isCollection, isMultiCell, printType as textOfType } from '../../catalog/types.ts';
import { tokenTypeOf } from '../typing/types/token-type.ts';
import { checkValue, columnReceiver } from '../typing/values.ts';
import type { Refused, Undecided } from '../judging/verdict-model.ts';
import type { Part, Restriction } from './model.ts';
import { isInequality } from './predicates.ts';
import { keyReceiver, valueReceiver } from '../typing/receivers.ts';
import { textOfOperator, textOfRelation } from './relation-text.ts';

/** A relation's restriction, as far as it can be known; `restriction` is absent where a placeholder hides what it is about. */
export interface PreparedRelation {
  readonly kind: 'prepared';
  readonly restriction: Restriction | undefined;
  readonly doubt: Undecided | undefined;
}

export type ComparingRelation = Extract<Relation, { readonly operand: Operand }>;

/** `Relation.toRestriction` of 3.11 to 5.0: its checks in the server's order. */
export function prepareRelation(relation: ComparingRelation, scope: Scope): PreparedRelation | Refused {
  if (relation.operator === '!=') {
    const message = `Unsupported "!=" relation: ${textOfRelation(relation, scope.release)}`;
    return refuse('unsupported-not-equal', message, relation.span);
  }
  switch (relation.kind) {
    case 'column':
    case 'element':
      return prepareSingle(relation, scope);
    case 'tuple':
      return prepareTuple(relation, scope);
    case 'token':
      return prepareToken(relation, scope);
    case 'field':
      return hidden(PLACEHOLDER);
  }
}

/** What stands behind the operator. */
export function valuesOf(operand: Operand): readonly Expression[] {
  switch (operand.kind) {
    case 'one':
      return [operand.value];
    case 'several':
      return operand.items;
    case 'between':
      return [operand.low, operand.high];
    case 'none':
      return [];
  }
}

/** `= x` gives one value, `IN (…)` as many as it lists, `IN ?` and placeholders nobody knows. */
export function countOf(operator: Operator, operand: Operand): number | undefined {
  if (operator === 'IN') {
    const known = operand.kind === 'several' && operand.items.every((item) => item.kind !== 'unknown');
    return known ? operand.items.length : undefined;
  }
  return 1;
}

/** `IN (x)` is `= x`. */
export const effectiveOperator = (operator: Operator, operand: Operand): Operator =>
  operator === 'IN' && countOf(operator, operand) === 1 ? '=' : operator;

export const hidden = (doubt: Undecided): PreparedRelation => ({ kind: 'prepared', restriction: undefined, doubt });

/** Puts the outcome of the value's checks and the restriction together. */
export const prepared = (problem: Outcome, part: Part): PreparedRelation | Refused =>
  isRefused(problem)
    ? problem
    : {
        kind: 'prepared',
        restriction: { columns: part.columns, parts: [part], multi: part.on === 'tuple' },
        doubt: problem,
      };

/** Looks up all columns; the first that is not there decides. */
export function resolveColumns(names: readonly Name[], scope: Scope): readonly Column[] | Refused | Undecided {
  const columns: Column[] = [];
  let doubt: Undecided | undefined;
  for (const name of names) {
    const column = resolveColumn(name, scope);
    if (isColumn(column)) columns.push(column);
    else if (isRefused(column)) return column;
    else doubt = column;
  }
  return doubt ?? columns;
}

/** Columns of `token(…)` are exactly the partition key (`TokenRelation.toReceivers`). */
export function checkTokenColumns(
  columns: readonly Column[],
  relation: Relation & { kind: 'token' },
  { table }: Scope,
): Outcome {
  const names = columns.map(({ name }) => name);
  const key = table.partitionKey.map(({ name }) => name);
  if (names.join('\0') === key.join('\0')) return undefined;
  const refused = (message: string): Refused => refuse('token-columns', message, relation.columnsSpan, key);
  if (!key.every((name) => names.includes(name))) {
    return refused('The token() function must be applied to all partition key components or none of them');
  }
  if (new Set(names).size < names.length)
    return refused('The token() function contains duplicate partition key components');
  if (!names.every((name) => key.includes(name))) {
    return refused('The token() function must contains only partition key components');
  }
  return refused(`The token function arguments must be in the partition key order: ${key.join(', ')}`);
}

function prepareSingle(
  relation: ComparingRelation & { kind: 'column' | 'element' },
  scope: Scope,
): PreparedRelation | Refused {
  const { operator, operand } = relation;
  if (operator === 'LIKE' && relation.kind === 'element') {
    return refuse('like-on-map-entry', "LIKE can't be used with collections.", relation.span, [relation.column.name]);
  }
  const column = resolveColumn(relation.column, scope);
  if (!isColumn(column)) return isRefused(column) ? column : hidden(column);
  const part: Part = {
    on: relation.kind,
    columns: [column],
    operator: effectiveOperator(operator, operand),
    values: valuesOf(operand),
    key: relation.kind === 'element' ? relation.key : undefined,
    count: countOf(operator, operand),
    source: relation,
  };
  if (operator === 'IS NOT NULL') return prepared(undefined, part);
  if (column.type.kind === 'unknown') return prepared(UNKNOWN_SCHEMA, part);
  const problem =
    checkSlice(column, relation, scope) ??
    checkReceiver(column, relation, scope) ??
    checkValues(column, relation, scope);
  return prepared(problem, part);
}

/** `SingleColumnRelation.newSliceRestriction`: what holds durations has no order. */
function checkSlice(column: Column, relation: ComparingRelation, { session, release }: Scope): Outcome {
  if (!isInequality(relation.operator) || !hasDurations(column, session.catalog, release)) return undefined;
  return refuse('slice-on-duration', `Slice restrictions are not supported on ${durations(column)}`, relation.span, [
    column.name,
  ]);
}

/** "duration columns", "collections containing durations" … */
export function durations(column: Column): string {
  const { type } = column;
  if (isBackwards(column)) return 'duration columns';
  if (isCollection(type)) return 'collections containing durations';
  if (type.kind === 'user') return 'UDTs containing durations';
  return type.kind === 'tuple' ? 'tuples containing durations' : 'duration columns';
}

/** `SingleColumnRelation.toReceivers`. */
function checkReceiver(
  column: Column,
  relation: ComparingRelation & { kind: 'column' | 'element' },
  scope: Scope,
): Outcome {
  const { release } = scope;
  const { type, name } = column;
  const { operator, operand } = relation;
  const outsideKey = column.kind !== 'partition' && column.kind !== 'clustering';
  if (operator === 'IN' && outsideKey && !since(release, '4.1') && countOf(operator, operand) !== 1) {
    if (operand.kind === 'several' && operand.items.some((item) => item.kind === 'unknown')) return PLACEHOLDER;
    return refused('in-on-regular-column', `IN predicates on non-primary-key columns (${name}) is not yet supported`);
  }
  if (operator === 'CONTAINS KEY' && (type.kind !== 'map' || isBackwards(column))) {
    return refused('contains-on-other-type', `Cannot use CONTAINS KEY on non-map column ${name}`);
  }
  if (operator === 'CONTAINS' && (!isCollection(type) || isBackwards(column))) {
    return refused('contains-on-other-type', `Cannot use CONTAINS on non-collection column ${name}`);
  }
  if (relation.kind === 'element') {
    if (type.kind === 'list' && !isBackwards(column)) {
      return refused(
        'element-relation',
        `Indexes on list entries (${name}[index] = value) are not currently supported.`,
      );
    }
    if (type.kind !== 'map' || isBackwards(column))
      return refused('element-relation', `Column ${name} cannot be used as a map`);
    if (!isMultiCell(type)) {
      return refused(
        'frozen-map-entry',
        `Map-entry equality predicates on frozen map column ${name} are not supported`,
      );
    }
    if (operator !== '=') return refused('element-relation', 'Only EQ relations are supported on map entries');
  }
  return checkMultiCell(column, relation, scope);

  function refused(
    check: 'in-on-regular-column' | 'contains-on-other-type' | 'element-relation' | 'frozen-map-entry',
    message: string,
  ): Refused {
    return refuse(check, message, relation.span, [name]);
  }
}

/** Whole collections and user types that are not frozen cannot be compared. */
export function checkMultiCell(column: Column, relation: ComparingRelation, { release }: Scope): Outcome {
  const { type, name } = column;
  if (!isMultiCell(type) || isBackwards(column)) return undefined;
  const { operator } = relation;
  if (type.kind === 'user') {
    const message = `Non-frozen UDT column '${name}' (${textOfType(type, release)}) cannot be restricted by any relation`;
    return refuse('unfrozen-type-relation', message, relation.span, [name]);
  }
  if (relation.kind === 'element' || CONTAINING.has(operator)) return undefined;
  const message = `Collection column '${name}' (${textOfType(type, release)}) cannot be restricted by a '${textOfOperator(operator)}' relation`;
  return refuse('collection-relation', message, relation.span, [name]);
}

const CONTAINING: ReadonlySet<Operator> = new Set<Operator>([
  'CONTAINS',
  'CONTAINS KEY',
  'NOT CONTAINS',
  'NOT CONTAINS KEY',
]);

/** The values fit the column: its elements, keys and values where they are asked for. */
export function checkValues(
  column: Column,
  relation: ComparingRelation & { kind: 'column' | 'element' },
  scope: Scope,
): Outcome {
  const { operator, operand } = relation;
  const keyed = relation.kind === 'element' ? checkValue(relation.key, keyReceiver(column), scope) : undefined;
  if (isRefused(keyed)) return keyed;
  const receiver = receiverOf(column, relation);
  const checked =
    operator === 'IN' && operand.kind === 'one'
      ? checkInMarker(operand.value, receiver, scope)
      : inEach(valuesOf(operand), (value) => checkValue(value, receiver, scope));
  return checked ?? keyed;
}

/** `IN ?` wants a list. */
export function checkInMarker(value: Expression, { name, type }: Receiver, scope: Scope): Outcome {
  return checkValue(value, { name: `in(${name})`, type: { kind: 'list', element: type, frozen: false } }, scope);
}

function receiverOf(column: Column, relation: ComparingRelation & { kind: 'column' | 'element' }): Receiver {
  const { operator } = relation;
  if (operator === 'CONTAINS KEY' || operator === 'NOT CONTAINS KEY') return keyReceiver(column);
  if (relation.kind === 'element' || CONTAINING.has(operator)) return valueReceiver(column);
  return columnReceiver(column);
}

/** `MultiColumnRelation`. */
function prepareTuple(relation: ComparingRelation & { kind: 'tuple' }, scope: Scope): PreparedRelation | Refused {
  const { operator, operand } = relation;
  const columns: Column[] = [];
  for (const name of relation.columns) {
    const column = resolveColumn(name, scope);
    if (!isColumn(column)) return isRefused(column) ? column : hidden(column);
    const problem = checkTupleColumn(column, columns, name.span, () => textOfRelation(relation, scope.release));
    if (problem !== undefined) return problem;
    columns.push(column);
  }
  const part: Part = {
    on: 'tuple',
    columns,
    operator: effectiveOperator(operator, operand),
    values: valuesOf(operand),
    count: countOf(operator, operand),
    source: relation,
  };
  const inMarker = operator === 'IN' && operand.kind === 'one';
  return prepared(inMarker ? undefined : inEach(valuesOf(operand), (value) => checkTuple(value, columns, scope)), part);
}

/** Only clustering columns, each once, neighbours in key order. */
export function checkTupleColumn(
  column: Column,
  before: readonly Column[],
  span: Name['span'],
  text: () => string,
): Refused | undefined {
  const { name } = column;
  if (column.kind !== 'clustering') {
    const message = `Multi-column relations can only be applied to clustering columns but was applied to: ${name}`;
    return refuse('tuple-relation-column', message, span, [name]);
  }
  if (before.includes(column)) {
    return refuse('tuple-relation-order', `Column "${name}" appeared twice in a relation: ${text()}`, span, [name]);
  }
  const previous = before.at(-1);
  if (previous !== undefined && column.position !== previous.position + 1) {
    const message = `Clustering columns must appear in the PRIMARY KEY order in multi-column relations: ${text()}`;
    return refuse('tuple-relation-order', message, span, [name]);
  }
  return undefined;
}

function checkTuple(value: Expression, columns: readonly Column[], scope: Scope): Outcome {
  if (value.kind !== 'tuple') return value.kind === 'marker' ? undefined : PLACEHOLDER;
  if (value.items.length !== columns.length) {
    const message = `Expected ${columns.length} elements in value tuple, but got ${value.items.length}: ${textOfTerm(value, scope.release)}`;
    return refuse(
      'tuple-size',
      message,
      value.span,
      columns.map(({ name }) => name),
    );
  }
  return inEach(columns, (column, index) => {
    const item = value.items[index];
    return item === undefined ? undefined : checkValue(item, columnReceiver(column), scope);
  });
}

function prepareToken(relation: ComparingRelation & { kind: 'token' }, scope: Scope): PreparedRelation | Refused {
  const { operator, operand } = relation;
  if (!['=', '<', '<=', '>', '>='].includes(operator)) {
    const message = `${textOfOperator(operator)} cannot be used with the token function`;
    return refuse('token-operator', message, relation.span);
  }
  const columns = resolveColumns(relation.columns, scope);
  if ('kind' in columns) return isRefused(columns) ? columns : hidden(columns);
  const problem = checkTokenColumns(columns, relation, scope);
  if (isRefused(problem)) return problem;
  const receiver: Receiver = { name: 'partition key token', type: tokenTypeOf(scope.table, scope.session) };
  const checked = inEach(valuesOf(operand), (value) => checkValue(value, receiver, scope));
  return prepared(checked, { on: 'token', columns, operator, values: valuesOf(operand), count: 1, source: relation });
}
