import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';
import { NONE, childOf, firstChildOf, firstTypeOf, nextOf, ownTokenOf, tokenText } from '../lower/nodes.ts';
import { fold } from '../names.ts';
import { NODE_SIZE, type SyntaxTree, endTokenOf, firstTokenOf, subtreeEndOf } from '../tree.ts';
import type { Report } from './report.ts';
import { NATIVE_TYPES, OWN_SYNTAX, isNameToken, wordOf } from './words.ts';

/** The one operand of an expression without operators; `NONE` where there are several. */
export function soleOperandOf(report: Report, expression: number): number {
  const operand = childOf(report.tree, expression, R.operand);
  return operand === NONE || nextOf(report.tree, expression, operand, R.operand) !== NONE ? NONE : operand;
}

/** Whether an expression is a single name of a column, and nothing else. */
export function isColumnExpression(report: Report, node: number): boolean {
  const first = firstTokenOf(report.tree, node);
  return endTokenOf(report.tree, node) - first === 1 && isNameToken(report.tree.tokens.types[first]!);
}

/** Whether a call is one of `BM25`, by which a search index scores rows. */
export const isSearchScore = (tree: SyntaxTree, called: number): boolean =>
  fold(tokenText(tree, firstTokenOf(tree, called) - 1)) === 'bm25';

/** Whether an expression is a name, with fields and elements behind it, and nothing else. */
export function isReference(report: Report, expression: number): boolean {
  const { tree } = report;
  const operand = soleOperandOf(report, expression);
  const path = operand === NONE ? NONE : childOf(tree, operand, R.path);
  return path !== NONE && childOf(tree, path, R.callArguments) === NONE;
}

/** Whether an expression is nothing but a placeholder or a bind marker. */
export function isPlaceholderExpression(report: Report, node: number): boolean {
  const { tree } = report;
  const first = firstTokenOf(tree, node);
  const type = firstTypeOf(tree, node);
  if (endTokenOf(tree, node) - first === 1) return type === T.TEMPLATE || type === T.QMARK;
  const operand = soleOperandOf(report, node);
  if (operand === NONE || childOf(tree, operand, R.modifier) !== NONE) return false;
  if (childOf(tree, operand, R.marker) !== NONE) return true;
  const path = childOf(tree, operand, R.path);
  return path !== NONE && childOf(tree, path, R.callArguments) === NONE && isPlaceholderName(report, path);
}

/** Whether a name is a placeholder, or contains one. */
export function isPlaceholderName(report: Report, node: number): boolean {
  const { tree } = report;
  const end = endTokenOf(tree, node);
  for (let token = firstTokenOf(tree, node); token < end; token++)
    if (tree.tokens.types[token] === T.TEMPLATE) return true;
  const type = firstTypeOf(tree, node);
  return type === T.LT || type === T.PERCENT;
}

/** Whether what stands in parentheses can be read as a type: a name, `keyspace.name`, or a class in quotes. */
export function isTypeLike(report: Report, expression: number): boolean {
  const { tree } = report;
  if (firstTypeOf(tree, expression) === T.STRING)
    return endTokenOf(tree, expression) - firstTokenOf(tree, expression) === 1;
  const operand = soleOperandOf(report, expression);
  const path = operand === NONE ? NONE : childOf(tree, operand, R.path);
  if (path === NONE || childOf(tree, path, R.callArguments) !== NONE || childOf(tree, operand, R.modifier) !== NONE)
    return false;
  return endTokenOf(tree, path) - firstTokenOf(tree, path) <= 3 && mayNameType(report, path);
}

/** Words with a syntax of their own name no type, and those of built-in types stand without a keyspace. */
function mayNameType({ tree }: Report, path: number): boolean {
  const last = endTokenOf(tree, path) - 1;
  const { types } = tree.tokens;
  if (types[last] === T.TOKEN || types[last] === T.EMPTY_QUOTED) return false;
  if (types[firstTokenOf(tree, path)] === T.EMPTY_QUOTED) return false;
  const word = wordOf(tree, last) ?? '';
  if (OWN_SYNTAX.has(word) || word === 'count') return false;
  return last === firstTokenOf(tree, path) || !NATIVE_TYPES.has(word);
}

/** Whether what looks like a hinted list takes an element of the parentheses before it: `(a + b)[1]`. */
export function isSubscript(report: Report, hinted: number): boolean {
  const { tree } = report;
  const list = childOf(tree, hinted, R.listLiteral);
  const item = list === NONE ? NONE : childOf(tree, list, R.expression);
  return item !== NONE && nextOf(tree, list, item, R.expression) === NONE;
}

/** `(int) %s`: what was read as a remainder is a placeholder. */
export function followsPercent({ tree }: Report, node: number): boolean {
  const first = firstTokenOf(tree, node);
  const { types, starts, ends } = tree.tokens;
  return first > 0 && types[first - 1] === T.PERCENT && ends[first - 1] === starts[first];
}

/** `- nan` and `- infinity`, which 3.11 takes for constants. */
export function isSplitConstant({ tree }: Report, operand: number): boolean {
  const inner = childOf(tree, operand, R.operand);
  const type = inner === NONE ? T.MINUS : firstTypeOf(tree, inner);
  return type === T.NAN || type === T.INFINITY;
}

/** `(type) - nan`: types before a constant to 3.11, a calculation to later releases. */
export function isHintedConstant(report: Report, expression: number): boolean {
  const { tree } = report;
  const { types } = tree.tokens;
  const constant = endTokenOf(tree, expression) - 1;
  if ((types[constant] !== T.NAN && types[constant] !== T.INFINITY) || types[constant - 1] !== T.MINUS) return false;
  const first = firstTokenOf(tree, expression);
  let open = constant - 4;
  while (open > first && isNameInParentheses(types, open)) open -= 3;
  return open === first && isNameInParentheses(types, open);
}

/** A name or a class, alone in its parentheses. */
function isNameInParentheses(types: ArrayLike<number>, open: number): boolean {
  const name = types[open + 1]!;
  return types[open] === T.LPAREN && types[open + 2] === T.RPAREN && (name === T.STRING || isNameToken(name));
}

/** Whether an expression is one that 3.11 takes for a value: no column, calculation or element. */
export function isValue(report: Report, expression: number): boolean {
  const { tree } = report;
  const operand = soleOperandOf(report, expression);
  if (operand === NONE || childOf(tree, operand, R.modifier) !== NONE) return false;
  const inner = firstChildOf(tree, operand);
  if (inner === NONE) return true;
  switch (tree.nodes[inner * NODE_SIZE]) {
    case R.operand:
      return isSplitConstant(report, operand);
    case R.path:
      return isCallOfValues(report, inner);
    case R.parenthesised:
      return isHintedValue(report, inner);
    default:
      return everyValueIn(report, inner);
  }
}

/** Neither CAST nor `count(*)`. */
function isCallOfValues(report: Report, path: number): boolean {
  const { tree } = report;
  const called = childOf(tree, path, R.callArguments);
  if (called === NONE || ownTokenOf(tree, called, T.STAR) !== NONE) return false;
  const argument = childOf(tree, called, R.callArgument);
  const isCast = argument !== NONE && childOf(tree, argument, R.type) !== NONE;
  return !isCast && everyValueIn(report, path);
}

/** `(type) value`, whatever stands for the type, or values in parentheses. */
function isHintedValue(report: Report, parenthesised: number): boolean {
  const { tree } = report;
  const hinted = childOf(tree, parenthesised, R.typeHintOperand);
  if (hinted === NONE) return everyValueIn(report, parenthesised);
  const inner = firstChildOf(tree, hinted);
  switch (inner === NONE ? NONE : tree.nodes[inner * NODE_SIZE]) {
    case R.hintedPath:
      return isCallOfValues(report, inner);
    case R.parenthesised:
      return isHintedValue(report, inner);
    default:
      return everyValueIn(report, hinted);
  }
}

/** `name: value`. */
function isField(report: Report, entry: number): boolean {
  const key = childOf(report.tree, entry, R.expression);
  return key !== NONE && ownTokenOf(report.tree, entry, T.COLON) !== NONE && isColumnExpression(report, key);
}

function everyValueIn(report: Report, node: number): boolean {
  const { tree } = report;
  const end = subtreeEndOf(tree, node);
  for (let inner = node + 1; inner < end;) {
    const rule = tree.nodes[inner * NODE_SIZE];
    if (rule === R.expression && !isValue(report, inner)) return false;
    if (rule === R.expression) inner = subtreeEndOf(tree, inner);
    else inner = rule === R.braceEntry && isField(report, inner) ? subtreeEndOf(tree, inner + 1) : inner + 1;
  }
  return true;
}
