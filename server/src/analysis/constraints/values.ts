import { isMet, subjectOf } from '../../catalog/constraints.ts';
import type { Column, CqlType } from '../../catalog/model.ts';
import { isNative } from '../../catalog/types.ts';
import type { CheckCondition, Delete, Expression, Insert, Literal, Update } from '../../syntax/ast.ts';
import { type Bytes, utf8Bytes, integerBytes, textOfBytes } from '../java/bytes.ts';
import { textOfValue } from '../values/evaluation/casts.ts';
import { compareValues } from '../values/evaluation/collections.ts';
import { valueOfText } from '../values/evaluation/constants.ts';
import { compareMoments } from '../values/evaluation/moments.ts';
import { matchesWhole } from '../java/regular-expression.ts';
import { type Known, known, type Open } from '../values/evaluation/value.ts';
import { inServerOrder } from '../judging/server-order.ts';
import { readJson } from '../values/json/read-json.ts';
import { complaintAboutText } from '../values/literals/parse.ts';
import { isStaticCompact, type Scope } from '../judging/names.ts';
import { inEach, inOrder, type Outcome, refuse, UNKNOWN_SCHEMA } from '../judging/outcome.ts';
import type { Restriction, Restrictions, RestrictionSet } from '../restrictions/model.ts';
import { textOfTerm } from '../typing/terms.ts';
import { constantText } from '../typing/terms/text.ts';
import { columnReceiver, runningValue } from '../typing/values.ts';
import { parseInteger } from '../java/numbers.ts';

/** A write that passed PREPARE, as far as constraints look at it. */
interface ConstrainedWrite {
  readonly statement: Insert | Update | Delete;
  readonly scope: Scope;
  readonly restrictions: Restrictions;
  readonly operations: readonly { readonly column: Column; readonly what: string; readonly value?: Expression }[];
}

/** What the constraints of the key say to the row or partition that is written. */
export function checkKeyConstraints({ statement, restrictions, scope }: ConstrainedWrite): Outcome {
  const { partition, clustering } = restrictions;
  const { table } = scope;
  if (![...table.partitionKey, ...table.clustering].some(isConstrained)) return undefined;
  const wholeRow = clustering.entries.length === table.clustering.length && !clustering.hasSlice;
  if (statement.kind === 'delete' && !wholeRow && clustering.entries.length > 0) return undefined;
  const check = ({ column, restriction }: RestrictedColumn): Outcome =>
    inEach(valuesFor(column, restriction), (value) => complaintAboutValue(column, value, scope));
  return inOrder(
    () =>
      table.partitionKey.length === 1 ? inEach(partition.entries, check) : checkWholeKey(partition.entries, scope),
    () => inEach(wholeRow ? clustering.entries : [], check),
  );
}

const isConstrained = ({ constraints = [] }: Column): boolean => constraints.length > 0;

type RestrictedColumn = RestrictionSet['entries'][number];

/**
 * Of a partition key of several columns the server gives the whole to each column's constraints: to REGEXP its text, with colons
 * between the columns, to OCTET_LENGTH and JSON its bytes (`CompositeType`). What the others find in it is chance, and left open.
 */
function checkWholeKey(entries: readonly RestrictedColumn[], scope: Scope): Outcome {
  return inEach(entries, ({ column, restriction }) =>
    inEach(column.constraints ?? [], (condition) => {
      const subject = subjectOf(condition);
      if (subject !== 'REGEXP' && subject !== 'OCTET_LENGTH' && subject !== 'JSON') return undefined;
      const key = wholeKey(entries, subject === 'REGEXP', scope);
      const complaint = key === undefined ? 'doubt' : complaintAboutBytes(key, condition, column, scope);
      if (complaint === 'doubt') return UNKNOWN_SCHEMA;
      const [value] = valuesFor(column, restriction);
      return complaint === undefined || value === undefined
        ? undefined
        : refuse('constraint-value', complaint, value.span, [column.name]);
    }),
  );
}

/** A partition key of several columns, as the server stores or as it prints it; `undefined` where there are several or it is not known. */
function wholeKey(entries: readonly RestrictedColumn[], printed: boolean, scope: Scope): Bytes | undefined {
  const parts: Bytes[] = [];
  for (const { column, restriction } of entries) {
    const [value, ...others] = valuesFor(column, restriction);
    const running =
      value === undefined || others.length > 0 ? undefined : runningValue(value, columnReceiver(column), scope);
    if (running?.kind !== 'known') return undefined;
    const part = printed ? printedPart(running, column.type) : storedPart(running.bytes);
    if (part === undefined) return undefined;
    parts.push(...(printed && parts.length > 0 ? [utf8Bytes(':')] : []), part);
  }
  return parts.flat();
}

/** Its length, itself, and a byte that ends it. */
const storedPart = (bytes: Bytes): Bytes => [...integerBytes(BigInt(bytes.length), 2), ...bytes, 0];

/** Colons within are escaped: left out here. */
function printedPart(value: Known, type: CqlType): Bytes | undefined {
  if (type.kind !== 'native') return undefined;
  const printed = type.name === 'text' || type.name === 'ascii' ? value : textOfValue(value, type.name);
  return printed?.kind === 'known' && !printed.bytes.includes(COLON) ? printed.bytes : undefined;
}

const COLON = 0x3a;

const valuesFor = (column: Column, { parts }: Restriction): readonly Expression[] =>
  parts.flatMap(({ on, columns, values }) => {
    if (on === 'column') return values;
    const position = columns.findIndex(({ name }) => name === column.name);
    return values.flatMap((value) => (value.kind === 'tuple' ? (value.items[position] ?? []) : []));
  });

/** What the constraints of other columns say to the values that are written; the server forgets those of static ones. */
export function checkWrittenConstraints({ operations, scope }: ConstrainedWrite): Outcome {
  if (isStaticCompact(scope.table)) return undefined;
  const set = operations.filter(
    ({ column, what }) => what === 'set' && column.kind === 'regular' && isConstrained(column),
  );
  if (set.length === 0) return undefined;
  return inEach(inServerOrder(scope.table, scope.release), ({ name }) => {
    const operation = set.find(({ column }) => column.name === name);
    if (operation === undefined) return undefined;
    return operation.value === undefined
      ? UNKNOWN_SCHEMA
      : complaintAboutValue(operation.column, operation.value, scope);
  });
}

function complaintAboutValue(column: Column, value: Expression, scope: Scope): Outcome {
  const { constraints = [], name } = column;
  if (constraints.length === 0 || (value.kind === 'null' && value.unset === true)) return undefined;
  const running = runningValue(value, columnReceiver(column), scope);
  switch (running.kind) {
    case 'refused':
      return undefined;
    case 'null':
      return refuse('constraint-value', `${unsatisfied(name)} as it is null.`, value.span, [name]);
    default:
      return inEach(constraints, (condition) => {
        const complaint =
          running.kind === 'known'
            ? complaintAboutBytes(running.bytes, condition, column, scope)
            : complaintAboutOpen(running, condition, column, scope);
        if (complaint === 'doubt') return UNKNOWN_SCHEMA;
        return complaint === undefined ? undefined : refuse('constraint-value', complaint, value.span, [name]);
      });
  }
}

/** What a condition says to a value that is not wholly known. */
function complaintAboutOpen(
  value: Open,
  condition: CheckCondition,
  column: Column,
  scope: Scope,
): string | 'doubt' | undefined {
  if (value.nullable) return 'doubt';
  const subject = subjectOf(condition);
  if (subject !== '') return subject === 'NOT_NULL' ? undefined : 'doubt';
  return complaintAboutOrder(value, condition, column, scope);
}

function complaintAboutOrder(
  value: Known | Open,
  { operator = '', value: limit }: CheckCondition,
  column: Column,
  scope: Scope,
): string | 'doubt' | undefined {
  const order = limit?.kind === 'literal' ? compared(value, limit, column, scope) : undefined;
  if (limit === undefined || order === undefined) return 'doubt';
  if (isMet(order, operator)) return undefined;
  return `${unsatisfied(column.name)}. It should be ${column.name} ${operator} ${textOfTerm(limit)}`;
}

const unsatisfied = (column: string): string => `Column value does not satisfy value constraint for column '${column}'`;

/** What a condition says to a value; `doubt` where it cannot be told (`ColumnConstraint.evaluate`). */
function complaintAboutBytes(
  bytes: Bytes,
  condition: CheckCondition,
  column: Column,
  scope: Scope,
): string | 'doubt' | undefined {
  const { operator = '', value } = condition;
  const limit = value?.kind === 'literal' ? value : undefined;
  const text = value === undefined ? '' : textOfTerm(value);
  switch (subjectOf(condition)) {
    case '':
      return bytes.length === 0
        ? `${unsatisfied(column.name)} as it is empty.`
        : complaintAboutOrder(known(bytes), condition, column, scope);
    case 'NOT_NULL':
      return undefined;
    case 'LENGTH': {
      const length = isNative(column.type, 'blob') ? bytes.length : textOfBytes(bytes)?.length;
      const wrong = isOff(length, operator, limit);
      return wrong === true
        ? `${unsatisfied(column.name)}. It has a length of ${length} and it should be ${operator} ${text}`
        : wrong;
    }
    case 'OCTET_LENGTH': {
      const wrong = isOff(bytes.length, operator, limit);
      return wrong === true
        ? `${unsatisfied(column.name)}. It has a length of ${bytes.length} and it should be should be ${operator} ${text}`
        : wrong;
    }
    case 'JSON': {
      const written = textOfBytes(bytes);
      const read = written === undefined ? undefined : readJson(written);
      if (read === undefined || (read.kind === 'problem' && read.cause === 'depth')) return 'doubt';
      return read.kind === 'problem'
        ? `Value for column '${column.name}' violated JSON constraint as it is not a valid JSON.`
        : undefined;
    }
    case 'REGEXP': {
      const written = textOfBytes(bytes);
      // Of quotes the server has lost some, or has not, by the way in which the constraint came to be.
      const sure = written !== undefined && limit !== undefined && !limit.value.includes("'");
      const matches = sure ? matchesWhole(limit.value, written) : undefined;
      if (matches === undefined) return 'doubt';
      if (matches === (operator === '=')) return undefined;
      return `Value does ${operator === '=' ? 'not ' : ''}match regular expression ${text}`;
    }
    default:
      return 'doubt';
  }
}

/** Whether a length is another than the condition wants. */
function isOff(length: number | undefined, operator: string, limit: Literal | undefined): true | 'doubt' | undefined {
  const number = limit?.type === 'integer' ? parseInteger(limit.value) : undefined;
  if (length === undefined || number === undefined) return 'doubt';
  return isMet(length - number, operator) ? undefined : true;
}

/** How a value sorts beside that of the condition. */
function compared(
  value: Known | Open,
  limit: Literal,
  { type }: Column,
  { release, session: { catalog } }: Scope,
): number | undefined {
  if (limit.type === 'hex') return undefined;
  const text = constantText(limit, release);
  if (complaintAboutText(type, text, { catalog, release }) !== undefined) return undefined;
  const other = valueOfText(text, type, release);
  return value.kind === 'known' && other.kind === 'known'
    ? compareValues(value.bytes, other.bytes, type)
    : compareMoments(value, other);
}
