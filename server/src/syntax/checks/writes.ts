import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';
import { NONE, childOf, firstTypeOf, nextOf, ownTokenOf, spanOf, tokenSpan } from '../lower/nodes.ts';
import { endTokenOf, firstTokenOf } from '../tree.ts';
import { checkExpression, checkOperand, checkValue } from './expressions.ts';
import { isColumnExpression, isPlaceholderName } from './shapes.ts';
import { joinedMinus } from './tokens.ts';
import { checkNotEmpty } from './value-names.ts';
import { type Report, feature, problem, shown } from './report.ts';
import { isNameToken } from './words.ts';

/** Checks an `assignment` of UPDATE. */
export function checkAssignment(report: Report, node: number): void {
  const { tree } = report;
  const first = childOf(tree, node, R.expression);
  if (first === NONE) return;
  const second = nextOf(tree, node, first, R.expression);
  if (second !== NONE) {
    checkExpression(report, first, 'term');
    checkValue(report, second);
    return;
  }
  if (ownTokenOf(tree, node, T.DOT) !== NONE || ownTokenOf(tree, node, T.EQ) === NONE) {
    const field = nextOf(tree, node, childOf(tree, node, R.columnName), R.columnName);
    checkNotEmpty(report, field);
    checkValue(report, first);
    return;
  }
  const number = endTokenOf(tree, node) - 1;
  if (number >= endTokenOf(tree, first)) {
    const { start, end } = tokenSpan(tree, number);
    if (!isColumnExpression(report, first)) {
      problem(report, { start: spanOf(tree, first).start, end }, 'An operator is missing before the number.');
    } else if (tree.tokens.types[number] !== T.INTEGER) {
      joinedMinus(report, start);
    }
    return;
  }
  if (!checkSum(report, first)) checkValue(report, first);
}

/** Checks the value of an `insertJson`. */
export function checkJsonValue(report: Report, node: number): void {
  const { tree } = report;
  const name = childOf(tree, node, R.ident);
  const literal = childOf(tree, node, R.literal);
  const type = firstTypeOf(tree, node);
  if (name !== NONE ? isPlaceholderName(report, name) : literal === NONE || STRINGS.has(type)) return;
  problem(report, spanOf(tree, node), `JSON takes a string or a bind marker, not ${shown(tree, node)}.`);
}

/**
 * `column ± value` and `value + column`, the only sums that may hold a column; gives false for everything else.
 *
 * The server reads what follows `column ±`, and what stands before `+ column`, as one value, which may be a calculation itself.
 */
function checkSum(report: Report, expression: number): boolean {
  const { tree } = report;
  const operands: number[] = [];
  let operand = childOf(tree, expression, R.operand);
  for (; operand !== NONE; operand = nextOf(tree, expression, operand, R.operand)) operands.push(operand);
  const { length } = operands;
  if (length < 2) return false;
  const first = operands[0]!;
  const last = operands[length - 1]!;
  const sign = operatorBefore(report, operands[1]!);
  if (isColumnOperand(report, first) && (sign === T.PLUS || sign === T.MINUS)) {
    for (const each of operands.slice(1)) checkOperand(report, each, 'term');
  } else if (isColumnOperand(report, last) && operatorBefore(report, last) === T.PLUS) {
    for (const each of operands.slice(0, -1)) checkOperand(report, each, 'term');
  } else {
    return false;
  }
  if (length > 2) feature(report, 'arithmetic', spanOf(tree, expression));
  return true;
}

function isColumnOperand(report: Report, operand: number): boolean {
  const first = firstTokenOf(report.tree, operand);
  const type = report.tree.tokens.types[first]!;
  return endTokenOf(report.tree, operand) - first === 1 && isNameToken(type);
}

const operatorBefore = (report: Report, operand: number): number =>
  report.tree.tokens.types[firstTokenOf(report.tree, operand) - 1] ?? 0;

const STRINGS: ReadonlySet<number> = new Set([T.STRING, T.UNTERMINATED_STRING, T.TYPOGRAPHIC_STRING]);
