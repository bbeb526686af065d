import { printName } from '../../../catalog/names.ts';
import type { Expression, Literal, Name } from '../../../syntax/ast.ts';
import { castFunction, NEGATION, OPERATOR_FUNCTIONS } from '../functions/natives.ts';
import { printTypeRef } from '../types/text.ts';
import { namedInHashOrder } from '../../java/hash-order.ts';
import { literalsIn } from '../../judging/markers.ts';
import type { CassandraRelease } from '../../../text/release.ts';

/** A term as the server prints it in messages (`Term.Raw.getText`); user types stand there with the keyspace they are `within`. */
export function printTerm(term: Expression, release: CassandraRelease = '5.0', within?: string): string {
  const print = (inner: Expression): string => printTerm(inner, release, within);
  const all = (items: readonly Expression[]): string => items.map(print).join(', ');
  switch (term.kind) {
    case 'literal':
      return printLiteral(term, release);
    case 'null':
      return 'NULL';
    case 'marker':
      return '?';
    case 'list':
      return `[${all(term.items)}]`;
    case 'set':
      return `{${all(term.items)}}`;
    case 'tuple':
      return `(${all(term.items)})`;
    case 'map':
      return `{${term.entries.map(({ key, value }) => `${print(key)}: ${print(value)}`).join(', ')}}`;
    case 'udt':
      return `{${fieldsInHashOrder(term.fields)
        .map(({ field, value }) => `${field.name}: ${print(value)}`)
        .join(', ')}}`;
    case 'hint':
      return `(${printTypeRef(term.type, false, within)})${print(term.value)}`;
    case 'call':
      return `${printCallName(term.function.keyspace?.name, term.function.name.name, release)}(${all(term.arguments)})`;
    case 'cast': {
      const type = term.type.kind === 'native' ? term.type.name : printTypeRef(term.type);
      return `${printCallName('system', castFunction(type, release), release)}(${print(term.value)})`;
    }
    case 'negate':
      return `${printCallName('system', NEGATION, release)}(${print(term.value)})`;
    case 'arithmetic': {
      const name = OPERATOR_FUNCTIONS.get(term.operator) ?? term.operator;
      return `${printCallName('system', name, release)}(${print(term.left)}, ${print(term.right)})`;
    }
    case 'column':
      return printName(term.column.name, release);
    case 'star':
      return '*';
    case 'field':
      return `${print(term.of)}.${printName(term.field.name, release)}`;
    case 'element':
      return `${print(term.of)}[${print(term.key)}]`;
    case 'slice':
      return `${print(term.of)}[${term.from === undefined ? '' : print(term.from)}..${term.to === undefined ? '' : print(term.to)}]`;
    case 'unknown':
      return '?';
  }
}

/** Read again as it is printed, with each quote inside its constants once, the last string of the term would not end. */
export function isLeftOpen(term: Expression): boolean {
  const texts = literalsIn(term).flatMap(({ type, value }) => (type === 'string' ? [value] : []));
  const quotes = texts.flatMap((text) => text.split("'").slice(1));
  return quotes.length % 2 === 1 && !texts.some((text) => /--|\/\/|\/\*|\$\$/.test(text));
}

/** A constant as the server prints it: a string in quotes, without doubling those inside. */
const printLiteral = (literal: Literal, release: CassandraRelease): string =>
  literal.type === 'string' ? `'${literal.value}'` : constantText(literal, release);

/** The text that the server keeps of a constant: since 4.0 NaN has one spelling and Infinity two. */
export function constantText({ type, value }: Literal, release: CassandraRelease = '5.0'): string {
  if (type !== 'float' || release === '3.11') return value;
  if (/^-?nan$/i.test(value)) return 'NaN';
  return /^-?infinity$/i.test(value) ? value.replace(/infinity/i, 'Infinity') : value;
}

const printCallName = (keyspace: string | undefined, name: string, release: CassandraRelease): string => {
  if (name === 'token' && (keyspace === undefined || keyspace === 'system')) return name;
  return keyspace === undefined
    ? printName(name, release)
    : `${printName(keyspace, release)}.${printName(name, release)}`;
};

/**
 * The fields of a user type's literal in the order in which the server goes through them, which is that of a HashMap; the last of two
 * values for one field counts.
 */
export const fieldsInHashOrder = <T extends { readonly field: Name }>(fields: readonly T[]): readonly T[] =>
  namedInHashOrder([...new Map(fields.map((field) => [field.field.name, field])).values()], ({ field }) => field.name);
