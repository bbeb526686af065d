import type { Session } from '../../analysis/judging/verdict-model.ts';
import { columnReceiver } from '../../analysis/typing/values.ts';
import { evaluateTerm } from '../../analysis/typing/terms.ts';
import { compareValues } from '../../analysis/values/evaluation/collections.ts';
import type { Column, Table } from '../../catalog/model.ts';
import type { Expression } from '../../syntax/ast.ts';
import { markersIn } from '../proposal/pieces.ts';
import { isFickle } from './terms.ts';

/** Compares what two expressions give to a column of a table. */
export interface Comparison {
  readonly text: string;
  readonly table: Table;
  readonly session: Session;
  /** The values that expressions have in the columns for which they were asked. */
  readonly constants: Map<Expression, Evaluated | undefined>;
}

type Evaluated = ReturnType<typeof evaluateTerm>;

/** The two give the same for certain: equal constants, or the same text whose markers have names. */
export function isSameValue(a: Expression, b: Expression, column: Column, comparison: Comparison): boolean {
  if (orderOf(a, b, column, comparison) === 0) return true;
  const textOf = ({ span }: Expression): string => comparison.text.slice(span.start, span.end);
  if (textOf(a) !== textOf(b) || a.kind === 'unknown' || isFickle(a)) return false;
  return markersIn(a).every(({ name }) => name !== undefined);
}

/** How two constants sort in a column, before its CLUSTERING ORDER; `undefined` where they are none. */
export function orderOf(a: Expression, b: Expression, column: Column, comparison: Comparison): number | undefined {
  const [one, other] = [constantOf(a, column, comparison), constantOf(b, column, comparison)];
  return one?.kind === 'known' && other?.kind === 'known'
    ? compareValues(one.bytes, other.bytes, column.type)
    : undefined;
}

function constantOf(
  value: Expression,
  column: Column,
  { table, session, constants }: Comparison,
): Evaluated | undefined {
  if (constants.has(value)) return constants.get(value);
  const constant =
    markersIn(value).length > 0 || value.kind === 'unknown' || isFickle(value)
      ? undefined
      : evaluateTerm(value, columnReceiver(column), table, session);
  constants.set(value, constant);
  return constant;
}
