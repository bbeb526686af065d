import * as R from '../syntax/generated/rules.ts';
import * as T from '../syntax/generated/token-types.ts';
import type { Lexeme } from './lexemes.ts';

/** Whether a space stands between two tokens of one line. */
export function isSpaced(before: Lexeme, after: Lexeme): boolean {
  // Templates are put together with what touches them, but for the sign before a value.
  if (before.type === T.TEMPLATE || after.type === T.TEMPLATE)
    return (!after.gap.empty || before.type === T.EQ) && !isWithin(before, after);
  if (before.rule === R.placeholder && after.rule === R.placeholder) return !after.gap.empty;
  if (isWithin(before, after)) return false;
  switch (after.type) {
    case T.LPAREN:
      return !CALLS.has(after.rule) && !(after.rule === R.createFunction || after.rule === R.createAggregate);
    case T.LBRACKET:
      return after.rule === R.listLiteral && before.type !== T.LPAREN;
    case T.COLON:
      return after.rule !== R.braceEntry;
  }
  if (before.type === T.COLON) return before.rule !== R.marker;
  if (before.type === T.MINUS && before.rule === R.operand) return false;
  return true;
}

/** One of the two clings to the other. */
function isWithin(before: Lexeme, after: Lexeme): boolean {
  if (CLINGS_TO_BEFORE.has(after.type) || CLINGS_TO_AFTER.has(before.type)) return true;
  const angle = (type: number, rule: number): boolean =>
    (type === T.LT || type === T.GT) && (rule === R.type || rule === R.genericType);
  return angle(after.type, after.rule) || (before.type === T.LT && angle(before.type, before.rule));
}

const CLINGS_TO_BEFORE: ReadonlySet<number> = new Set([
  T.COMMA,
  T.SEMI,
  T.RPAREN,
  T.RBRACKET,
  T.RBRACE,
  T.DOT,
  T.RANGE,
]);

const CLINGS_TO_AFTER: ReadonlySet<number> = new Set([T.LPAREN, T.LBRACKET, T.LBRACE, T.DOT, T.RANGE, T.EXPR_OPEN]);

/** Rules in which a parenthesis follows a name that it belongs to. */
const CALLS: ReadonlySet<number> = new Set([
  R.callArguments,
  R.sqlTypeLength,
  R.mutationFragments,
  R.indexTarget,
  R.checkCondition,
  R.mask,
  R.resource,
  R.dropStatement,
]);
