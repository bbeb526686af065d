import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';
import { NONE, childOf, firstChildOf, firstTypeOf, nextOf, ownTokenOf, spanOf, tokenText } from '../lower/nodes.ts';
import { NODE_SIZE, endTokenOf, firstTokenOf, subtreeEndOf } from '../tree.ts';
import { checkExpression, checkExpressionsIn } from './expressions.ts';
import { noMarker } from './placeholders.ts';
import {
  isColumnExpression,
  isPlaceholderExpression,
  isPlaceholderName,
  isSearchScore,
  soleOperandOf,
} from './shapes.ts';
import { type Fixes, type Report, feature, problem, quoted, replace, shown, textOf } from './report.ts';
import { namesItsTables, sqlProblem } from './sql.ts';
import { wordOf } from './words.ts';

/** Checks the relations of a `whereClause`. */
export function checkWhere(report: Report, node: number): void {
  eachRelation(report, node, checkRelation);
}

/** Checks the `conditions` of an UPDATE or DELETE. */
export function checkConditions(report: Report, node: number): void {
  eachRelation(report, node, checkCondition);
}

function eachRelation(report: Report, node: number, check: (report: Report, relation: number) => void): void {
  const { tree } = report;
  const end = subtreeEndOf(tree, node);
  for (let child = node + 1; child < end; child = subtreeEndOf(tree, child)) {
    if (tree.nodes[child * NODE_SIZE] === R.relation) check(report, child);
  }
  // What is said of the first holds for all.
  const or = childOf(tree, node, R.sqlOr);
  if (or !== NONE) sqlProblem(report, or);
}

function checkRelation(report: Report, node: number): void {
  const { tree } = report;
  const left = firstChildOf(tree, node);
  if (left === NONE) return;
  const tail = childOf(tree, node, R.relationTail);
  switch (tree.nodes[left * NODE_SIZE]) {
    case R.templateClause:
      return;
    case R.customExpression:
      checkExpressionsIn(report, left, 'term');
      return;
    case R.relationGroup:
      if (tail === NONE) checkParentheses(report, left);
      else checkTupleRelation(report, left, tail);
      return;
  }
  if (tail === NONE) {
    problem(report, spanOf(tree, node), `${shown(tree, node)} needs an operator and a value.`);
    return;
  }
  const calculation = childOf(tree, left, R.sqlCalculation);
  if (calculation !== NONE) {
    sqlProblem(report, calculation);
    return;
  }
  const subject = subjectOf(report, left);
  switch (subject) {
    case 'column':
      checkColumnTail(report, left, tail);
      return;
    case 'token':
      checkTokenArguments(report, left);
      if (isComparison(report, tail)) checkComparison(report, tail);
      else if (childOf(tree, tail, R.between) !== NONE) checkBetween(report, left, childOf(tree, tail, R.between));
      else problem(report, spanOf(tree, tail), '`token(…)` is compared with =, <, <=, > and >= only.');
      return;
    case 'element':
      checkSubscript(report, left);
      if (isComparison(report, tail)) checkComparison(report, tail);
      else problem(report, spanOf(tree, tail), 'An element of a collection is compared with =, <, <=, > and >= only.');
      return;
    case 'unknown':
      return;
    case 'field':
      checkQualified(report, left);
      return;
    case 'score':
      feature(report, 'search-score', spanOf(tree, left));
      checkExpressionsIn(report, tail, 'term');
      return;
    default:
      problem(report, spanOf(tree, left), leftMessage(report, left, subject));
  }
}

/** `table.column`, or a field. */
function checkQualified(report: Report, left: number): void {
  const { tree } = report;
  const first = firstTokenOf(tree, left);
  if (namesItsTables(report)) return;
  let isTable = false;
  for (let node = 0; node * NODE_SIZE < tree.nodes.length; node += 1) {
    const rule = tree.nodes[node * NODE_SIZE]!;
    if (rule === R.tableName) isTable ||= tokenText(tree, endTokenOf(tree, node) - 1) === tokenText(tree, first);
  }
  if (!isTable) {
    problem(report, spanOf(tree, left), leftMessage(report, left, 'field'));
    return;
  }
  const table = { start: tree.tokens.starts[first]!, end: tree.tokens.starts[first + 2]! };
  const fix = replace(`Remove ${quoted(tree.text.slice(table.start, table.end))}`, table, '');
  problem(report, table, 'A column is named alone, without its table.', fix);
}

/** `( relation )`: one relation may stand in parentheses. */
function checkParentheses(report: Report, group: number): void {
  const { tree } = report;
  const first = childOf(tree, group, R.groupedRelation);
  if (first === NONE) return;
  if (nextOf(tree, group, first, R.groupedRelation) !== NONE) {
    const or = childOf(tree, group, R.sqlOr);
    if (or !== NONE) sqlProblem(report, or);
    else
      problem(
        report,
        spanOf(tree, group),
        'Parentheses hold one relation; AND needs none.',
        withoutParentheses(report, group),
      );
    return;
  }
  if (childOf(tree, first, R.customExpression) !== NONE) {
    problem(report, spanOf(tree, group), '`expr(…)` stands without parentheses.', withoutParentheses(report, group));
    return;
  }
  checkRelation(report, first);
}

function withoutParentheses(report: Report, group: number): Fixes {
  const { tokens } = report.tree;
  const open = firstTokenOf(report.tree, group);
  const close = endTokenOf(report.tree, group) - 1;
  const edits = [open, close].map((token) => ({
    span: { start: tokens.starts[token]!, end: tokens.ends[token]! },
    text: '',
  }));
  return [{ title: 'Remove the parentheses', edits }];
}

/** What stands left of an operator. */
type Subject = 'column' | 'element' | 'field' | 'token' | 'score' | 'function' | 'literal' | 'other' | 'unknown';

function subjectOf(report: Report, left: number): Subject {
  const { tree } = report;
  const path = childOf(tree, left, R.path);
  if (path === NONE) return 'literal';
  const placeholder = tree.tokens.types[endTokenOf(tree, path) - 1] === T.TEMPLATE;
  const modifier = childOf(tree, left, R.modifier);
  const called = childOf(tree, path, R.callArguments);
  if (called !== NONE) {
    if (placeholder) return 'unknown';
    if (modifier === NONE && isSearchScore(tree, called)) return 'score';
    const token = firstTypeOf(tree, path) === T.TOKEN && modifier === NONE && takesColumns(report, called);
    return token && firstTokenOf(tree, called) - firstTokenOf(tree, path) === 1 ? 'token' : 'function';
  }
  if (childOf(tree, path, R.functionWord) !== NONE) return 'other';
  const first = childOf(tree, path, R.columnName);
  const names = first !== NONE && nextOf(tree, path, first, R.columnName) === NONE ? 1 : 2;
  if (modifier === NONE) {
    if (names === 1) return 'column';
    return endTokenOf(tree, path) - firstTokenOf(tree, path) === 3 ? 'field' : 'other';
  }
  const alone = nextOf(tree, left, modifier, R.modifier) === NONE;
  if (names > 1 || !alone) return 'other';
  const subscript = childOf(tree, modifier, R.subscript);
  if (subscript === NONE) return 'field';
  return ownTokenOf(tree, subscript, T.RANGE) === NONE ? 'element' : 'other';
}

/** `token(…)` left of an operator holds names, so that a marker there waits for a tool. */
function checkTokenArguments(report: Report, left: number): void {
  const { tree } = report;
  const called = childOf(tree, childOf(tree, left, R.path), R.callArguments);
  let argument = childOf(tree, called, R.callArgument);
  for (; argument !== NONE; argument = nextOf(tree, called, argument, R.callArgument)) noMarker(report, argument);
}

function takesColumns(report: Report, called: number): boolean {
  const { tree } = report;
  const first = childOf(tree, called, R.callArgument);
  for (let argument = first; argument !== NONE; argument = nextOf(tree, called, argument, R.callArgument)) {
    const value = childOf(tree, argument, R.expression);
    if (value === NONE || childOf(tree, argument, R.type) !== NONE) return false;
    if (!isColumnExpression(report, value) && !isPlaceholderExpression(report, value)) return false;
  }
  return first !== NONE;
}

function leftMessage(report: Report, left: number, subject: Subject): string {
  const { tree } = report;
  switch (subject) {
    case 'function':
      return wordOf(tree, firstTokenOf(tree, left)) === undefined && firstTypeOf(tree, left) === T.TOKEN
        ? '`token(…)` takes the columns of the partition key.'
        : 'WHERE compares columns: no function may stand left of the operator. Keep what it gives in a column of its own.';
    case 'field':
      return 'WHERE compares whole columns, not single fields: what is looked for needs a column of its own.';
    case 'literal':
      return 'The column stands left of the operator, the value right of it.';
    default:
      return `WHERE compares columns; ${shown(tree, left)} is none.`;
  }
}

function checkColumnTail(report: Report, left: number, tail: number): void {
  const { tree } = report;
  const inner = firstChildOf(tree, tail);
  switch (inner === NONE ? NONE : tree.nodes[inner * NODE_SIZE]) {
    case R.comparison:
      checkComparison(report, tail);
      return;
    case R.between:
      checkBetween(report, left, inner);
      return;
    case R.notOperator:
      checkNot(report, inner);
      return;
    case R.isTail:
      checkIsTail(report, inner);
      return;
    case R.sqlMatch:
      sqlProblem(report, inner);
      return;
    case R.inOperand:
      checkInOperand(report, inner);
      return;
    default:
      checkExpressionsIn(report, tail, 'term');
  }
}

const isComparison = (report: Report, tail: number): boolean => childOf(report.tree, tail, R.comparison) !== NONE;

/** An operator and a value. */
function checkComparison(report: Report, tail: number): void {
  checkOperator(report, tail);
  checkExpressionsIn(report, tail, 'term');
}

function checkOperator(report: Report, tail: number): void {
  const sql = childOf(report.tree, childOf(report.tree, tail, R.comparison), R.sqlComparison);
  if (sql !== NONE) sqlProblem(report, sql);
}

function checkBetween(report: Report, left: number, node: number): void {
  const { tree } = report;
  checkExpressionsIn(report, node, 'term');
  const low = childOf(tree, node, R.expression);
  const high = low === NONE ? NONE : nextOf(tree, node, low, R.expression);
  if (high === NONE) return;
  const column = textOf(tree, left);
  const text = `>= ${textOf(tree, low)} AND ${column} <= ${textOf(tree, high)}`;
  const span = spanOf(tree, node);
  feature(report, 'between', span, [{ title: 'Rewrite as >= and <=', edits: [{ span, text }] }]);
}

function checkNot(report: Report, node: number): void {
  const { tree } = report;
  const sql =
    childOf(tree, node, R.sqlNotLike) !== NONE
      ? childOf(tree, node, R.sqlNotLike)
      : childOf(tree, node, R.sqlNotBetween);
  if (sql !== NONE) {
    sqlProblem(report, sql);
    return;
  }
  const values = childOf(tree, node, R.inOperand);
  feature(report, values === NONE ? 'not-contains' : 'not-in', spanOf(tree, node));
  if (values === NONE) checkExpressionsIn(report, node, 'term');
  else checkInOperand(report, values);
}

function checkIsTail(report: Report, node: number): void {
  const sql = childOf(report.tree, node, R.sqlIsNull);
  if (sql !== NONE) sqlProblem(report, sql);
}

/** The values behind IN. */
function checkInOperand(report: Report, node: number): void {
  const { tree } = report;
  const subquery = childOf(tree, node, R.sqlSubquery);
  if (subquery !== NONE) {
    sqlProblem(report, subquery);
    return;
  }
  const name = childOf(tree, node, R.ident);
  if (name !== NONE) {
    if (!isPlaceholderName(report, name)) {
      problem(report, spanOf(tree, node), `IN takes values in parentheses or a bind marker, not ${shown(tree, node)}.`);
    }
    return;
  }
  checkExpressionsIn(report, node, 'term');
}

/** `(a, b) operator (1, 2)`. */
function checkTupleRelation(report: Report, group: number, tail: number): void {
  const { tree } = report;
  if (!isColumnGroup(report, group)) {
    problem(report, spanOf(tree, group), 'Before an operator, parentheses hold columns only: `(a, b)`.');
    return;
  }
  const inner = firstChildOf(tree, tail);
  switch (inner === NONE ? NONE : tree.nodes[inner * NODE_SIZE]) {
    case R.comparison:
      checkOperator(report, tail);
      checkTuple(report, childOf(tree, tail, R.expression));
      return;
    case R.between: {
      const low = childOf(tree, inner, R.expression);
      checkTuple(report, low);
      if (low !== NONE) checkTuple(report, nextOf(tree, inner, low, R.expression));
      feature(report, 'between', spanOf(tree, inner));
      return;
    }
    case R.inOperand:
      checkTuples(report, inner);
      return;
    case R.notOperator: {
      const values = childOf(tree, inner, R.inOperand);
      if (values === NONE) break;
      feature(report, 'not-in', spanOf(tree, inner));
      checkTuples(report, values);
      return;
    }
  }
  problem(report, spanOf(tree, tail), 'Several columns are compared with =, <, <=, >, >= and IN only.');
}

function isColumnGroup(report: Report, group: number): boolean {
  const { tree } = report;
  if (ownTokenOf(tree, group, T.AND) !== NONE || childOf(tree, group, R.sqlOr) !== NONE) return false;
  let child = childOf(tree, group, R.groupedRelation);
  for (; child !== NONE; child = nextOf(tree, group, child, R.groupedRelation)) {
    const left = childOf(tree, child, R.relationLeft);
    if (left === NONE || childOf(tree, child, R.relationTail) !== NONE || !isPlainColumn(report, left)) return false;
  }
  return true;
}

const isPlainColumn = (report: Report, left: number): boolean =>
  subjectOf(report, left) === 'column' && childOf(report.tree, left, R.sqlCalculation) === NONE;

/** A tuple or a bind marker; gives false where it is neither. */
function checkTuple(report: Report, expression: number): boolean {
  const { tree } = report;
  if (expression === NONE || isPlaceholderExpression(report, expression)) return true;
  if (isTuple(report, expression)) {
    checkExpression(report, expression, 'term');
    return true;
  }
  if (/^scylla_clustering_bound\s*\(/i.test(textOf(tree, expression))) {
    feature(report, 'clustering-bound', spanOf(tree, expression));
    return true;
  }
  problem(report, spanOf(tree, expression), 'Several columns are compared with a tuple, `(1, 2)`, or a bind marker.');
  return false;
}

function isTuple(report: Report, expression: number): boolean {
  const { tree } = report;
  const operand = soleOperandOf(report, expression);
  const tuple = operand === NONE ? NONE : childOf(tree, operand, R.parenthesised);
  return (
    tuple !== NONE && childOf(tree, tuple, R.typeHintOperand) === NONE && childOf(tree, operand, R.modifier) === NONE
  );
}

/** `IN ((1, 2), (3, 4))`, `IN (?, ?)` or `IN ?`. */
function checkTuples(report: Report, node: number): void {
  const { tree } = report;
  if (firstTypeOf(tree, node) !== T.LPAREN || childOf(tree, node, R.sqlSubquery) !== NONE) {
    checkInOperand(report, node);
    return;
  }
  let markers = 0;
  let tuples = 0;
  for (let child = childOf(tree, node, R.expression); child !== NONE; child = nextOf(tree, node, child, R.expression)) {
    if (firstTypeOf(tree, child) === T.TEMPLATE || firstTypeOf(tree, child) === T.LT) continue;
    if (isPlaceholderExpression(report, child)) markers++;
    else tuples++;
    if (markers > 0 && tuples > 0) {
      problem(report, spanOf(tree, node), 'IN takes either tuples or bind markers, not both.');
      return;
    }
    if (!checkTuple(report, child)) return;
  }
}

function checkSubscript(report: Report, left: number): void {
  const { tree } = report;
  const subscript = childOf(tree, childOf(tree, left, R.modifier), R.subscript);
  if (subscript !== NONE) checkExpressionsIn(report, subscript, 'term');
}

/** One of the conditions behind IF. */
function checkCondition(report: Report, node: number): void {
  const { tree } = report;
  const left = firstChildOf(tree, node);
  if (left === NONE || tree.nodes[left * NODE_SIZE] === R.templateClause) return;
  const tail = childOf(tree, node, R.relationTail);
  const subject = tree.nodes[left * NODE_SIZE] === R.relationLeft ? subjectOf(report, left) : 'other';
  if (subject === 'unknown') return;
  const calculation = childOf(tree, left, R.sqlCalculation);
  if (calculation !== NONE) {
    sqlProblem(report, calculation);
    return;
  }
  if (tail === NONE || (subject !== 'column' && subject !== 'element' && subject !== 'field')) {
    const message = 'A condition compares one column, element or field with a value, without parentheses.';
    problem(report, spanOf(tree, tail === NONE ? node : left), message);
    return;
  }
  if (subject === 'element') checkSubscript(report, left);
  const inner = firstChildOf(tree, tail);
  switch (inner === NONE ? NONE : tree.nodes[inner * NODE_SIZE]) {
    case R.comparison:
      checkComparison(report, tail);
      return;
    case R.inOperand:
      checkInOperand(report, inner);
      return;
    case R.expression:
      if (subject !== 'column') break;
      if (firstTypeOf(tree, tail) === T.LIKE) feature(report, 'like-condition', spanOf(tree, tail));
      else if (firstTypeOf(tree, tail) === T.CONTAINS) feature(report, 'contains-condition', spanOf(tree, tail));
      else break;
      checkExpressionsIn(report, tail, 'term');
      return;
    case R.notOperator: {
      const values = childOf(tree, inner, R.inOperand);
      if (values === NONE) break;
      feature(report, 'not-in-condition', spanOf(tree, tail));
      checkInOperand(report, values);
      return;
    }
    case R.isTail:
      problem(report, spanOf(tree, tail), 'A condition on null is written with an operator: `= null` or `!= null`.');
      return;
  }
  problem(report, spanOf(tree, tail), 'A condition takes =, !=, <, <=, >, >=, IN and, on columns, CONTAINS.');
}
