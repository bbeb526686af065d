import type { Expression } from '../../syntax/ast.ts';
import { quoteIfNeeded } from '../judging/quote.ts';
import type { Scope } from '../judging/names.ts';
import { refuse } from '../judging/outcome.ts';
import { since } from '../../text/release.ts';
import { firstColumn, type Part, type Restriction } from '../restrictions/model.ts';
import { isContains, isIn, isInequality, isLike, isSlice } from '../restrictions/predicates.ts';
import { keyReceiver, valueReceiver } from '../typing/receivers.ts';
import { textOfColumns } from '../restrictions/relation-text.ts';
import { type Receiver, textOfTerm } from '../typing/terms.ts';
import { tokenTypeOf } from '../typing/types/token-type.ts';
import { columnReceiver, isConstant, isNull, lateComplaint } from '../typing/values.ts';
import type { Refused } from '../judging/verdict-model.ts';

/** What the values of a restriction are used for when the statement runs. */
export type Use = 'key' | 'bound' | 'filter';

/** What the server says to a restriction's values when it computes them: most of all, to null. */
export function checkPartValues(restriction: Restriction, use: Use, scope: Scope): Refused | undefined {
  const forbidden = use === 'filter' ? checkFilter(restriction, scope) : undefined;
  if (forbidden !== undefined) return forbidden;
  for (const part of restriction.parts) {
    if (part.on !== 'element' && part.values.every(isConstant)) continue;
    const problem = since(scope.release, '6.0') ? checkIn6(part, scope) : checkPart(part, use, scope);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Filters that the server does not have. */
function checkFilter(restriction: Restriction, { release, table }: Scope): Refused | undefined {
  const [part] = restriction.parts;
  const refused = (message: string): Refused => refuse('unsupported-filter', message, part.source.span);
  // On 6.0 it may stand beside LIKE.
  const sliced = isSlice(restriction) || (isLike(restriction) && restriction.parts.some(isTupleSlice));
  if (restriction.multi && sliced) return refused('Multi-column slice restrictions cannot be used for filtering.');
  if (isIn(restriction) && !since(release, '4.1'))
    return refused('IN restrictions are not supported on indexed columns');
  if (isIn(restriction) && restriction.multi && part.columns.length > 1)
    return refused('Multicolumn IN filters are not supported');
  const column = firstColumn(part);
  const blind = table.indexes.some(
    (index) => index.family !== 'sai' && index.targets.some((target) => target.column === column.name),
  );
  if (since(release, '6.0') && part.on === 'element' && column.type.kind === 'map' && column.type.frozen && blind) {
    const message = `Map-entry predicates on frozen map column ${column.name} are not supported`;
    return refuse('frozen-map-entry', message, part.source.span, [column.name]);
  }
  return undefined;
}

const isTupleSlice = (part: Part): boolean => part.on === 'tuple' && isSlice({ parts: [part] });

/** `SingleColumnRestriction`, `MultiColumnRestriction` and `RowFilter` of 3.11 to 5.0. */
function checkPart(part: Part, use: Use, scope: Scope): Refused | undefined {
  const late = lateOf(part, scope);
  if (late !== undefined) return late;
  if (part.on === 'element') return checkEntry(part, scope);
  if (part.on === 'token') {
    return holdsNull(part, scope) ? refuse('null-value', 'Invalid null token value', part.source.span) : undefined;
  }
  if (part.on === 'tuple') return checkTuple(part, use, scope);
  const column = firstColumn(part);
  const unasked =
    part.operator === 'LIKE' ||
    (use === 'bound' && isInequality(part.operator)) ||
    (use === 'filter' && part.operator === 'IN');
  if (unasked || !holdsNull(part, scope)) return undefined;
  const message = isUnset(part)
    ? 'Invalid unset value for column'
    : use === 'filter'
      ? 'Unsupported null value for column'
      : 'Invalid null value in condition for column';
  return refuse('null-value', `${message} ${column.name}`, part.source.span, [column.name]);
}

function checkEntry(part: Part, scope: Scope): Refused | undefined {
  const column = firstColumn(part);
  const refused = (what: 'key' | 'value'): Refused =>
    refuse('null-value', `Unsupported null map ${what} for column ${column.name}`, part.source.span, [column.name]);
  if (part.key !== undefined && isNull(part.key, keyReceiver(column), scope)) return refused('key');
  return holdsNull(part, scope) ? refused('value') : undefined;
}

function checkTuple(part: Part, use: Use, scope: Scope): Refused | undefined {
  const column = nullComponent(part, scope);
  if (column === undefined) return undefined;
  const refused = (message: string): Refused => refuse('null-value', message, part.source.span, [column]);
  if (use === 'filter') return refused(`Unsupported null value for column ${column}`);
  if (part.operator === '=') return refused(`Invalid null value for column ${column}`);
  if (isInequality(part.operator)) return refused(`Invalid null value in condition for column ${column}`);
  return refused(`Invalid null value in condition for columns: [${part.columns.map(({ name }) => name).join(', ')}]`);
}

/** `SimpleRestriction`: no value may be null, whatever it is for. */
function checkIn6(part: Part, scope: Scope): Refused | undefined {
  const { release } = scope;
  const column = firstColumn(part);
  // The element of a list is never looked at.
  if (part.on === 'element' && column.type.kind !== 'map') return undefined;
  const late = lateOf(part, scope);
  if (late !== undefined) return late;
  const name = quoteIfNeeded(column.name, release);
  const refused = (message: string): Refused => refuse('null-value', message, part.source.span, [column.name]);
  if (part.on === 'tuple') {
    const component = nullComponent(part, scope);
    const text = textOfColumns(part.columns, release);
    return component === undefined
      ? undefined
      : refused(`Invalid null value for ${quoteIfNeeded(component, release)} in tuple ${text}`);
  }
  if (part.key !== undefined && isNull(part.key, keyReceiver(column), scope))
    return refused(`Invalid null map key for column ${name}`);
  if (!holdsNull(part, scope)) return undefined;
  if (isUnset(part)) return refused(`Invalid unset value for column ${name}`);
  if (part.on === 'token') return refused(`Invalid null value for token${textOfColumns(part.columns, release)}`);
  return refused(
    `Invalid null value for ${part.key === undefined ? `column ${name}` : `${name}[${textOfTerm(part.key, release)}]`}`,
  );
}

const isUnset = ({ values: [value] }: Part): boolean => value?.kind === 'null' && value.unset === true;

const holdsNull = (part: Part, scope: Scope): boolean =>
  part.values.some((value) => isNull(value, receiverOf(part, scope), scope));

/** The first column for which some tuple holds null. */
function nullComponent(part: Part, scope: Scope): string | undefined {
  for (const value of part.values) {
    if (value.kind !== 'tuple') continue;
    const column = part.columns.find((each, index) => {
      const item = value.items[index];
      return item !== undefined && isNull(item, columnReceiver(each), scope);
    });
    if (column !== undefined) return column.name;
  }
  return undefined;
}

function lateOf(part: Part, scope: Scope): Refused | undefined {
  for (const value of part.values) {
    const complaint =
      part.on === 'tuple' ? lateOfTuple(value, part, scope) : lateComplaint(value, receiverOf(part, scope), scope);
    if (complaint !== undefined) return complaint;
  }
  return undefined;
}

function lateOfTuple(value: Expression, { columns }: Part, scope: Scope): Refused | undefined {
  if (value.kind !== 'tuple') return undefined;
  for (const [index, item] of value.items.entries()) {
    const column = columns[index];
    const complaint = column && lateComplaint(item, columnReceiver(column), scope);
    if (complaint !== undefined) return complaint;
  }
  return undefined;
}

function receiverOf(part: Part, { table, session }: Scope): Receiver {
  const column = firstColumn(part);
  if (part.on === 'token') return { name: 'partition key token', type: tokenTypeOf(table, session) };
  if (part.operator === 'CONTAINS KEY' || part.operator === 'NOT CONTAINS KEY') return keyReceiver(column);
  return isContains(part) ? valueReceiver(column) : columnReceiver(column);
}
