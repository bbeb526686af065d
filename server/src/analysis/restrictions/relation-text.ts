import type { Expression, Operand, Relation } from '../../syntax/ast.ts';
import { quoteIfNeeded } from '../judging/quote.ts';
import { textOfTerm } from '../typing/terms.ts';
import type { CassandraRelease } from '../../text/release.ts';
import type { RestrictionOperator } from './model.ts';

/** An operator as the server prints it. */
export const textOfOperator = (operator: RestrictionOperator): string =>
  operator === 'IS NOT NULL' ? 'IS NOT' : operator;

/** A relation as the server prints it in its messages (`Relation.toCQLString`). */
export function textOfRelation(relation: Relation, release: CassandraRelease): string {
  switch (relation.kind) {
    case 'column':
      return withOperand(quoteIfNeeded(relation.column.name, release), relation, release);
    case 'element':
      return withOperand(
        `${quoteIfNeeded(relation.column.name, release)}[${textOfTerm(relation.key)}]`,
        relation,
        release,
      );
    case 'field':
      return withOperand(`${quoteIfNeeded(relation.column.name, release)}.${relation.field.name}`, relation, release);
    case 'tuple':
      return withOperand(textOfColumns(relation.columns, release), relation, release, '()');
    case 'token':
      return withOperand(`token${textOfColumns(relation.columns, release)}`, relation, release);
    case 'expr':
      return `expr(${quoteIfNeeded(relation.index.name, release)},${textOfTerm(relation.value)})`;
    case 'unknown':
      return '';
  }
}

/** `(a, b)`. */
export const textOfColumns = (columns: readonly { readonly name: string }[], release: CassandraRelease): string =>
  `(${columns.map(({ name }) => quoteIfNeeded(name, release)).join(', ')})`;

type WithOperand = Extract<Relation, { readonly operand: Operand }>;

/** 3.11 prints several values as a Java list, but for tuples. */
function withOperand(
  left: string,
  { operator, operand }: WithOperand,
  release: CassandraRelease,
  [open, close] = release === '3.11' ? '[]' : '()',
): string {
  const text =
    operand.kind === 'several'
      ? `${open}${textOfTerms(operand.items, release)}${close}`
      : textOfOperand(operand, release);
  return `${left} ${textOfOperator(operator)} ${text}`;
}

function textOfOperand(operand: Exclude<Operand, { kind: 'several' }>, release: CassandraRelease): string {
  switch (operand.kind) {
    case 'one':
      return textOfTerm(operand.value, release);
    case 'between':
      return `${textOfTerm(operand.low, release)} AND ${textOfTerm(operand.high, release)}`;
    case 'none':
      return 'NULL';
  }
}

const textOfTerms = (terms: readonly Expression[], release: CassandraRelease): string =>
  terms.map((term) => textOfTerm(term, release)).join(', ');
