import type { Expression } from '../../../syntax/ast.ts';
import { isVerdict } from '../../judging/refuse.ts';
import { type CassandraRelease, since } from '../../../text/release.ts';
import { printTerm } from '../terms/text.ts';
import { printTypeRef } from '../types/text.ts';
import { isCountRows, isOldToJson, isTerm, type SelectorScope, writeTimeFunction } from './calls.ts';

/** A selector as the server prints it (`Selectable.toString`). */
export function printSelector(expression: Expression, scope: SelectorScope): string {
  const print = (inner: Expression): string => printSelector(inner, scope);
  const all = (items: readonly Expression[]): string => items.map(print).join(', ');
  if (isTerm(expression, scope)) return printTerm(expression, scope.release, scope.table.keyspace);
  switch (expression.kind) {
    case 'column':
      return expression.column.name;
    case 'call': {
      const writeTime = writeTimeFunction(expression, scope);
      if (writeTime !== undefined) return `${writeTime}(${all(expression.arguments)})`;
      if (isCountRows(expression)) return since(scope.release, '4.0') ? 'count' : 'system.countRows()';
      return `${callName(expression, scope)}(${all(expression.arguments)})`;
    }
    case 'negate':
      return `-${print(expression.value)}`;
    case 'arithmetic':
      return `${print(expression.left)} ${expression.operator} ${print(expression.right)}`;
    case 'cast':
      return `cast(${print(expression.value)} as ${printTypeRef(expression.type)})`;
    case 'hint':
      return `(${printTypeRef(expression.type, false, scope.table.keyspace)})${print(expression.value)}`;
    case 'field':
      return `${print(expression.of)}.${expression.field.name}`;
    case 'element':
      return `${print(expression.of)}[${printTerm(expression.key, scope.release, scope.table.keyspace)}]`;
    case 'slice': {
      const bound = (term: Expression | undefined): string =>
        term === undefined ? '' : printTerm(term, scope.release, scope.table.keyspace);
      return `${print(expression.of)}[${bound(expression.from)}..${bound(expression.to)}]`;
    }
    case 'tuple':
      return `(${all(expression.items)})`;
    case 'list':
      return `[${all(expression.items)}]`;
    case 'set':
      return `{${all(expression.items)}}`;
    case 'map':
      return `{${expression.entries.map(({ key, value }) => `${print(key)}: ${print(value)}`).join(', ')}}`;
    case 'udt':
      return `{${expression.fields.map(({ field, value }) => `${field.name}: ${print(value)}`).join(', ')}}`;
    default:
      return printTerm(expression, scope.release, scope.table.keyspace);
  }
}

/** A function's full name; a user's own stands in the table's keyspace. */
function callName(call: Extract<Expression, { kind: 'call' }>, scope: SelectorScope): string {
  if (isOldToJson(call, scope)) return 'system.tojson';
  const signature = scope.signatures?.get(call);
  if (signature !== undefined && !isVerdict(signature)) return `${signature.keyspace}.${signature.name}`;
  const { keyspace, name } = call.function;
  return `${keyspace?.name ?? 'system'}.${name.name}`;
}

/** The server prints its objects with their addresses, which are others each time. */
export const printObject = (name: string): string => `org.apache.cassandra.cql3.selection.${name}@0`;

/** A selector that the server has not prepared yet (`Selectable.Raw`). */
export function printRaw(expression: Expression, release: CassandraRelease): string {
  if (expression.kind === 'element' || expression.kind === 'slice') return printTerm(expression, release);
  return printObject(classOf(expression, release));
}

function classOf(expression: Expression, release: CassandraRelease): string {
  if (expression.kind === 'list' && since(release, '5.0')) return 'Selectable$WithArrayLiteral$Raw';
  if (expression.kind === 'call' && WRITE_TIMES.has(expression.function.name.name))
    return 'Selectable$WritetimeOrTTL$Raw';
  return `Selectable$${CLASSES.get(expression.kind) ?? 'WithFunction'}$Raw`;
}

const WRITE_TIMES: ReadonlySet<string> = new Set(['writetime', 'maxwritetime', 'ttl']);
const CLASSES: ReadonlyMap<Expression['kind'], string> = new Map([
  ['literal', 'WithTerm'],
  ['null', 'WithTerm'],
  ['marker', 'WithTerm'],
  ['cast', 'WithCast'],
  ['field', 'WithFieldSelection'],
  ['hint', 'WithTypeHint'],
  ['tuple', 'BetweenParenthesesOrWithTuple'],
  ['list', 'WithList'],
  ['set', 'WithSet'],
  ['map', 'WithMapOrUdt'],
  ['udt', 'WithMapOrUdt'],
]);
