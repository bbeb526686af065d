import type { Expression, Name, RowReference } from './ast.ts';

/** A value, or what is returned, as the part of a row that LET has read; `undefined` where it is something else. */
export function rowReferenceOf(expression: Expression): RowReference | undefined {
  const { span } = expression;
  if (expression.kind === 'column') return { row: expression.column, span };
  if (expression.kind !== 'field' && expression.kind !== 'element') return undefined;
  const { of } = expression;
  if (expression.kind === 'field' && of.kind === 'column') return { row: of.column, column: expression.field, span };
  if (of.kind !== 'field' || of.of.kind !== 'column') return undefined;
  const part = { row: of.of.column, column: of.field, span };
  return expression.kind === 'field' ? { ...part, field: expression.field } : { ...part, key: expression.key };
}

/** A name of a reference as it is written, as which the server looks for it: unquoted names keep their case. */
export const rawName = ({ name, text, quoted }: Name): string => (quoted ? name : text);

export const isRowReference = (expression: Expression): boolean => rowReferenceOf(expression) !== undefined;
