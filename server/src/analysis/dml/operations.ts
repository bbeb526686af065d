import type { Column, CqlType } from '../../catalog/model.ts';
import { isCollection, isCounter, isMultiCell, isNative, userType } from '../../catalog/types.ts';
import type { Assignment, DeleteTarget, Expression, Name } from '../../syntax/ast.ts';
import type { Scope } from '../judging/names.ts';
import { inOrder, isRefused, type Outcome, PLACEHOLDER, refuse, UNKNOWN_SCHEMA } from '../judging/outcome.ts';
import { since } from '../../text/release.ts';
import { indexReceiver, keyReceiver, valueReceiver } from '../typing/receivers.ts';
import { textOfValue } from '../typing/row-references.ts';
import { type Receiver, textOfTerm } from '../typing/terms.ts';
import { checkValue, columnReceiver } from '../typing/values.ts';
import type { Refused } from '../judging/verdict-model.ts';

/** One thing that a write does to a column. */
export interface PreparedOperation {
  readonly column: Column;
  readonly what:
    | 'set'
    | 'set-element'
    | 'set-field'
    | 'add'
    | 'subtract'
    | 'prepend'
    | 'delete'
    | 'delete-element'
    | 'delete-field';
  readonly key?: Expression;
  /** Of `set-field`. */
  readonly field?: Name;
  readonly value?: Expression;
}

export type KnownAssignment = Exclude<Assignment, { readonly kind: 'unknown' }>;

/** What PREPARE says to one assignment of SET (`Operation`); `reads`: the row may be read before it is written. */
export function checkAssignment(assignment: KnownAssignment, column: Column, reads: boolean, scope: Scope): Outcome {
  if (column.type.kind === 'unknown') return UNKNOWN_SCHEMA;
  switch (assignment.kind) {
    case 'set':
      return checkSet(column, assignment.value, assignment.span, scope);
    case 'set-element':
      return checkSetElement(assignment, column, scope);
    case 'set-field':
      return checkSetField(assignment, column, scope);
    case 'add':
      return since(scope.release, '4.0')
        ? checkAdd(assignment, column, reads, scope)
        : inOrder(
            () => checkValue(assignment.value, columnReceiver(column), scope),
            () => checkAdd(assignment, column, false, scope),
          );
    case 'subtract':
      return checkSubtract(assignment, column, reads, scope);
    case 'prepend':
      return inOrder(
        () => checkValue(assignment.value, columnReceiver(column), scope),
        () => checkPrepend(assignment, column, scope),
      );
  }
}

/** `column = value`, and the values of INSERT. */
export function checkSet(column: Column, value: Expression, span: Expression['span'], scope: Scope): Outcome {
  const problem = checkValue(value, columnReceiver(column), scope);
  if (isRefused(problem) || !isCounter(column.type)) return problem;
  const message = `Cannot set the value of counter column ${column.name} (counters can only be incremented/decremented, not set)`;
  return refuse('set-counter', message, span, [column.name]);
}

function checkSetElement(assignment: KnownAssignment & { kind: 'set-element' }, column: Column, scope: Scope): Outcome {
  const { type, name } = column;
  const text = (): string =>
    `${name}[${textOfTerm(assignment.key, scope.release)}] = ${textOfValue(assignment.value, scope)}`;
  if (!isCollection(type))
    return invalid(`Invalid operation (${text()}) for non collection column ${name}`, assignment, column);
  if (!isMultiCell(type))
    return invalid(`Invalid operation (${text()}) for frozen collection column ${name}`, assignment, column);
  if (type.kind === 'set') return invalid(`Invalid operation (${text()}) for set column ${name}`, assignment, column);
  const key = type.kind === 'list' ? indexReceiver(column) : keyReceiver(column);
  return inOrder(
    () => checkValue(assignment.key, key, scope),
    () => checkValue(assignment.value, valueReceiver(column), scope),
  );
}

function checkSetField(assignment: KnownAssignment & { kind: 'set-field' }, column: Column, scope: Scope): Outcome {
  const { type, name } = column;
  const text = (): string => `${name}.${assignment.field.name} = ${textOfValue(assignment.value, scope)}`;
  if (type.kind !== 'user')
    return invalid(`Invalid operation (${text()}) for non-UDT column ${name}`, assignment, column);
  if (type.frozen) return invalid(`Invalid operation (${text()}) for frozen UDT column ${name}`, assignment, column);
  const field = fieldOf(column, assignment.field, scope);
  if (isRefused(field) || 'why' in field) return field;
  return checkValue(assignment.value, field, scope);
}

/** The field as a receiver: `column.field`. */
function fieldOf(column: Column, field: Name, { session }: Scope): Receiver | Refused | typeof UNKNOWN_SCHEMA {
  const fields = userType(column.type, session.catalog)?.fields;
  if (fields === undefined) return UNKNOWN_SCHEMA;
  const type = fields.get(field.name);
  if (type !== undefined) return { name: `${column.name}.${field.name}`, type };
  if (field.template === true) return PLACEHOLDER;
  const message = `UDT column ${column.name} does not have a field named ${field.name}`;
  return refuse('unknown-field', message, field.span, [field.name]);
}

type Change = KnownAssignment & { readonly kind: 'add' | 'subtract' };

function checkAdd(assignment: Change, column: Column, reads: boolean, scope: Scope): Outcome {
  const { type, name } = column;
  const text = (): string => `${name} = ${name} + ${textOfValue(assignment.value, scope)}`;
  if (!isCollection(type)) {
    if (since(scope.release, '4.0') && (type.kind === 'tuple' || type.kind === 'user')) {
      return invalid(`Invalid operation (${text()}) for tuple column ${name}`, assignment, column);
    }
    if (reads && !isNumber(type) && !isNative(type, 'text') && !isNative(type, 'ascii')) {
      return invalid(`Invalid operation (${text()}) for non-numeric and non-text type ${name}`, assignment, column);
    }
    if (!reads && !isCounter(type)) {
      return invalid(`Invalid operation (${text()}) for non counter column ${name}`, assignment, column);
    }
    return checkValue(assignment.value, columnReceiver(column), scope);
  }
  if (!isMultiCell(type))
    return invalid(`Invalid operation (${text()}) for frozen collection column ${name}`, assignment, column);
  const problem = checkValue(assignment.value, columnReceiver(column), scope);
  if (type.kind !== 'map' || !isRefused(problem) || !since(scope.release, '4.0')) return problem;
  return invalid(
    `Value for a map addition has to be a map, but was: '${textOfValue(assignment.value, scope)}'`,
    assignment,
    column,
  );
}

function checkSubtract(assignment: Change, column: Column, reads: boolean, scope: Scope): Outcome {
  const { type, name } = column;
  const text = (): string => `${name} = ${name} - ${textOfValue(assignment.value, scope)}`;
  if (!isCollection(type)) {
    const reading = reads && since(scope.release, '6.0');
    if (reading && !isNumber(type))
      return invalid(`Invalid operation (${text()}) for non-numeric type ${name}`, assignment, column);
    if (!reading && !isCounter(type)) {
      return invalid(`Invalid operation (${text()}) for non counter column ${name}`, assignment, column);
    }
    return checkValue(assignment.value, columnReceiver(column), scope);
  }
  if (!isMultiCell(type))
    return invalid(`Invalid operation (${text()}) for frozen collection column ${name}`, assignment, column);
  if (type.kind !== 'map') return checkValue(assignment.value, columnReceiver(column), scope);
  const problem = checkValue(assignment.value, keysReceiver(column, type, scope), scope);
  if (!isRefused(problem) || !since(scope.release, '4.0')) return problem;
  return invalid(
    `Value for a map substraction has to be a set, but was: '${textOfValue(assignment.value, scope)}'`,
    assignment,
    column,
  );
}

/** What is taken from a map are its keys. */
const keysReceiver = ({ name }: Column, { key }: Extract<CqlType, { kind: 'map' }>, { release }: Scope): Receiver => ({
  name,
  type: { kind: 'set', element: key, frozen: !since(release, '6.0') },
});

/** What the value of an operation is assigned to; `undefined` where that is not known. */
export function writtenReceiver({ column, what, field }: PreparedOperation, scope: Scope): Receiver | undefined {
  if (what === 'set-element') return valueReceiver(column);
  if (what === 'subtract' && column.type.kind === 'map') return keysReceiver(column, column.type, scope);
  if (what !== 'set-field') return columnReceiver(column);
  const receiver = field === undefined ? undefined : fieldOf(column, field, scope);
  return receiver === undefined || 'kind' in receiver ? undefined : receiver;
}

function checkPrepend(assignment: KnownAssignment & { kind: 'prepend' }, column: Column, scope: Scope): Outcome {
  const { type, name } = column;
  // The server prints a minus here.
  const text = (): string => `${name} = ${textOfValue(assignment.value, scope)} - ${name}`;
  if (type.kind !== 'list')
    return invalid(`Invalid operation (${text()}) for non list column ${name}`, assignment, column);
  if (type.frozen) return invalid(`Invalid operation (${text()}) for frozen list column ${name}`, assignment, column);
  return undefined;
}

/** What PREPARE says to one target of DELETE. */
export function checkDeletion(target: DeleteTarget, column: Column, scope: Scope): Outcome {
  const { type, name } = column;
  const refused = (message: string): Refused => refuse('invalid-deletion', message, target.span, [name]);
  if (type.kind === 'unknown') return UNKNOWN_SCHEMA;
  if (target.key !== undefined) {
    if (!isCollection(type)) return refused(`Invalid deletion operation for non collection column ${name}`);
    if (!isMultiCell(type)) return refused(`Invalid deletion operation for frozen collection column ${name}`);
    return checkValue(target.key, elementReceiver(column), scope);
  }
  if (target.field === undefined) return undefined;
  if (type.kind !== 'user') return refused(`Invalid field deletion operation for non-UDT column ${name}`);
  if (type.frozen) return refused(`Frozen UDT column ${name} does not support field deletions`);
  const field = fieldOf(column, target.field, scope);
  return isRefused(field) || 'why' in field ? field : undefined;
}

/** What `column[…]` of DELETE names. */
export function elementReceiver(column: Column): Receiver {
  if (column.type.kind === 'list') return indexReceiver(column);
  return column.type.kind === 'map' ? keyReceiver(column) : valueReceiver(column);
}

const invalid = (message: string, { span }: KnownAssignment, { name }: Column): Refused =>
  refuse('invalid-operation', message, span, [name]);

const NUMBERS: ReadonlySet<string> = new Set(
  'tinyint smallint int bigint varint float double decimal counter'.split(' '),
);

const isNumber = (type: CqlType): boolean => type.kind === 'native' && NUMBERS.has(type.name);
