import type { Expression } from '../../syntax/ast.ts';
import { since } from '../release.ts';
import { printTerm } from '../terms/text.ts';
import type { CassandraRelease } from '../verdict-model.ts';

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
