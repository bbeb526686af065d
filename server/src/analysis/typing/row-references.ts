import { isBackwards } from '../../catalog/table-columns.ts';
import type { Column, CqlType, Table } from '../../catalog/model.ts';
import { containsUnknown, printType, userType } from '../../catalog/types.ts';
import type { Expression, RowReference } from '../../syntax/ast.ts';
import { rawName, rowReferenceOf } from '../../syntax/row-references.ts';
import type { Scope } from '../judging/names.ts';
import { valueReceiver } from './receivers.ts';
import { type Outcome, refuse, UNKNOWN_SCHEMA } from '../judging/outcome.ts';
import { type Receiver, textOfTerm } from './terms.ts';
import { marshalText } from './types/marshal-text.ts';
import { fitOf } from './types/relations.ts';
import type { Session } from '../judging/verdict-model.ts';

/** The column of a reference that is resolved, with its table. */
export function referredColumn(
  { row, column }: RowReference,
  { rows }: Session,
): { readonly column: Column; readonly table: Table } | undefined {
  const table = rows?.get(rawName(row));
  const found = column && table?.columns.get(rawName(column));
  return table === undefined || found === undefined ? undefined : { column: found, table };
}

/** A value as the server prints it; what was read stands there without quotes. */
export function textOfValue(value: Expression, { session, release }: Scope): string {
  const reference = session.rows && rowReferenceOf(value);
  if (reference === undefined) return textOfTerm(value, release);
  const { row, column, field, key } = reference;
  const part = key === undefined ? field?.name : textOfTerm(key, release);
  return [rawName(row), column && rawName(column), part].filter((each) => each !== undefined).join('.');
}

/** What PREPARE says to a part of a row in place of a value (`RowDataReference.Raw.prepare`). */
export function checkReference(reference: RowReference, receiver: Receiver, { session, release }: Scope): Outcome {
  const column = referredColumn(reference, session)?.column;
  const type = column && typeOf(reference, column, session);
  const { catalog } = session;
  // Without a column the server fails.
  if (column === undefined || type === undefined) return UNKNOWN_SCHEMA;
  if (containsUnknown(type, catalog) || containsUnknown(receiver.type, catalog)) return UNKNOWN_SCHEMA;
  const fit = fitOf(type, receiver.type, catalog);
  if (fit !== 'not') return fit === 'weak' && isBackwards(column) ? UNKNOWN_SCHEMA : undefined;
  const message = `Invalid reference type ${textOf(column, session)} (${column.name}) for "${receiver.name}" of type ${printType(receiver.type, release)}`;
  return refuse('transaction-value', message, reference.span, [column.name, receiver.name]);
}

function textOf(column: Column, { catalog }: Session): string {
  const text = marshalText(column.type, catalog);
  return isBackwards(column) ? `org.apache.cassandra.db.marshal.ReversedType(${text})` : text;
}

/** The type of what is read; the server takes parts of collections and user types only. */
function typeOf({ field, key }: RowReference, { type }: Column, { catalog }: Session): CqlType | undefined {
  switch (type.kind) {
    case 'list':
    case 'set':
      return key === undefined ? type : type.element;
    case 'map':
      return key === undefined ? type : type.value;
    case 'user':
      return field === undefined ? type : userType(type, catalog)?.fields.get(field.name);
    default:
      return type;
  }
}

/** What a condition of a transaction compares (`RowDataReference.getValueReceiver`). */
export function conditionReceiver(reference: RowReference, session: Session): Receiver | undefined {
  const column = referredColumn(reference, session)?.column;
  if (column === undefined) return undefined;
  const { type, name } = column;
  if (reference.key !== undefined && (type.kind === 'list' || type.kind === 'map')) return valueReceiver(column);
  if (reference.field === undefined || type.kind !== 'user')
    return isBackwards(column) ? { name, type, reversed: true } : { name, type };
  const field = userType(type, session.catalog)?.fields.get(reference.field.name);
  return field && { name: `${name}.${reference.field.name}`, type: field };
}
