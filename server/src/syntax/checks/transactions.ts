import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';
import { NONE, childOf, nextOf, ownTokenOf, spanOf, tokenSpan } from '../lower/nodes.ts';
import { NODE_SIZE, type SyntaxTree, endTokenOf, firstTokenOf, subtreeEndOf } from '../tree.ts';
import { checkExpression, checkExpressionsIn, checkReference } from './expressions.ts';
import { isPlaceholderName, isReference } from './shapes.ts';
import { checkNotEmpty } from './value-names.ts';
import { sqlProblem } from './sql.ts';
import { type Report, feature, problem, shown } from './report.ts';
import { NATIVE_WORDS, wordOf } from './words.ts';

/** Checks a `transaction` for what is not a matter of the statements in it. */
export function checkTransaction(report: Report, node: number): void {
  const { tree } = report;
  feature(report, 'transaction', spanOf(tree, node));
  const condition = ownTokenOf(tree, node, T.THEN);
  const end = ownTokenOf(tree, node, T.END);
  if (condition !== NONE && end === NONE) {
    problem(report, tokenSpan(tree, condition), 'END IF is missing before COMMIT TRANSACTION.');
  } else if (condition === NONE && end !== NONE) {
    problem(report, tokenSpan(tree, end), 'There is no IF that END IF could end.');
  } else if (end !== NONE && tree.tokens.types[end + 2] === T.SEMI) {
    const span = tokenSpan(tree, end + 2);
    problem(report, span, 'No `;` stands behind END IF.', [{ title: 'Remove the ;', edits: [{ span, text: '' }] }]);
  }
}

/** Checks a condition of a transaction's IF: `row.column operator value`, the other way round, or `IS [NOT] NULL`. */
export function checkTransactionCondition(report: Report, node: number): void {
  const { tree } = report;
  const relation = childOf(tree, node, R.relation);
  if (relation !== NONE) {
    checkOtherCondition(report, relation);
    return;
  }
  const sql = childOf(tree, childOf(tree, node, R.comparison), R.sqlComparison);
  if (sql !== NONE) sqlProblem(report, sql);
  const left = childOf(tree, node, R.expression);
  const right = left === NONE ? NONE : nextOf(tree, node, left, R.expression);
  if (right === NONE) return;
  const leftIsRead = isReference(report, left);
  const [read, value] = leftIsRead ? [left, right] : [right, left];
  if (isReference(report, read)) {
    checkReference(report, read);
    checkExpression(report, value, 'term');
  } else if (!isPlaceholderName(report, node)) {
    problem(report, spanOf(tree, node), 'One side of a condition must be what the transaction has read: `row.column`.');
  }
}

/** What compares nothing, which only `IS [NOT] NULL` may do. */
function checkOtherCondition(report: Report, node: number): void {
  const { tree } = report;
  const left = childOf(tree, node, R.relationLeft);
  const tail = childOf(tree, node, R.relationTail);
  if (left === NONE || tail === NONE) {
    if (childOf(tree, node, R.templateClause) !== NONE) return;
    problem(report, spanOf(tree, node), `${shown(tree, node)} does not compare a row that was read with a value.`);
    return;
  }
  const path = childOf(tree, left, R.path);
  const read = path !== NONE && childOf(tree, path, R.callArguments) === NONE;
  if (read && childOf(tree, tail, R.isTail) !== NONE) checkLeft(report, left, path);
  else problem(report, spanOf(tree, tail), 'A transaction compares with =, !=, <, <=, >, >= and IS [NOT] NULL.');
}

/** `row.column`, `row.column.field` or `row.column[key]` left of an operator. */
function checkLeft(report: Report, left: number, path: number): void {
  const { tree } = report;
  const end = subtreeEndOf(tree, left);
  for (let child = left + 1; child < end; child = subtreeEndOf(tree, child)) {
    const subscript = child === path ? NONE : childOf(tree, child, R.subscript);
    if (subscript !== NONE) checkExpressionsIn(report, subscript, 'term');
  }
  for (let name = childOf(tree, path, R.columnName); name !== NONE; name = nextOf(tree, path, name, R.columnName)) {
    checkNotEmpty(report, name);
  }
}

/** Checks the SELECT of a transaction that has no FROM: it lists what was read before. */
export function checkReadList(report: Report, node: number): void {
  const { tree } = report;
  const modifiers = childOf(tree, node, R.selectModifiers);
  const selectors = childOf(tree, node, R.selectors);
  if (selectors === NONE) return;
  for (
    let child = childOf(tree, selectors, R.selector);
    child !== NONE;
    child = nextOf(tree, selectors, child, R.selector)
  ) {
    const value = childOf(tree, child, R.expression);
    if (value !== NONE && endTokenOf(tree, value) === endTokenOf(tree, child) && isReference(report, value)) {
      checkReference(report, value);
      continue;
    }
    if (value !== NONE && isPlaceholderName(report, value)) continue;
    problem(report, spanOf(tree, child), 'Without FROM, SELECT lists what the transaction has read: `row.column`.');
    return;
  }
  if (modifiers !== NONE && subtreeEndOf(tree, modifiers) > modifiers + 1) {
    problem(report, spanOf(tree, modifiers), 'Without FROM, SELECT takes neither JSON nor DISTINCT.');
  }
}

/** Checks a `letStatement`, whose SELECT takes fewer clauses. */
export function checkLet(report: Report, node: number): void {
  const { tree } = report;
  const name = childOf(tree, node, R.ident);
  const select = childOf(tree, node, R.selectStatement);
  if (name !== NONE && !isPlainWord(tree, firstTokenOf(tree, name))) {
    problem(report, spanOf(tree, name), `LET takes a plain name; ${shown(tree, name)} is none.`);
  }
  if (select === NONE) return;
  let where = false;
  const end = subtreeEndOf(tree, select);
  for (let child = select + 1; child < end; child = subtreeEndOf(tree, child)) {
    const rule = tree.nodes[child * NODE_SIZE]!;
    if (rule === R.whereClause || rule === R.templateClause) where = true;
    else if (NOT_IN_LET.has(rule === R.misplacedClause ? tree.nodes[(child + 1) * NODE_SIZE]! : rule))
      problem(report, spanOf(tree, child), 'The SELECT of LET takes WHERE and LIMIT only.');
  }
  if (!where) problem(report, spanOf(tree, select), 'The SELECT of LET needs WHERE.');
  checkLetSelectors(report, select);
}

function checkLetSelectors(report: Report, select: number): void {
  const { tree } = report;
  const modifiers = childOf(tree, select, R.selectModifiers);
  // `json - 1` and `json[1]` are about a column here.
  const next = modifiers === NONE ? NONE : tree.tokens.types[endTokenOf(tree, modifiers)];
  const alone = modifiers !== NONE && endTokenOf(tree, modifiers) - firstTokenOf(tree, modifiers) === 1;
  const isColumn = alone && (next === T.MINUS || next === T.LBRACKET);
  if (modifiers !== NONE && subtreeEndOf(tree, modifiers) > modifiers + 1 && !isColumn) {
    problem(report, spanOf(tree, modifiers), 'The SELECT of LET takes neither JSON nor DISTINCT.');
  }
  const selectors = childOf(tree, select, R.selectors);
  if (selectors === NONE) return;
  for (
    let child = childOf(tree, selectors, R.selector);
    child !== NONE;
    child = nextOf(tree, selectors, child, R.selector)
  ) {
    const alias = childOf(tree, child, R.ident);
    if (alias !== NONE) problem(report, spanOf(tree, alias), 'The SELECT of LET takes no aliases.');
  }
}

/** A name that is no word of Cassandra's grammar. */
function isPlainWord(tree: SyntaxTree, token: number): boolean {
  const type = tree.tokens.types[token]!;
  if (type === T.IDENT) return !NATIVE_WORDS.has(wordOf(tree, token) ?? '');
  return type === T.TEMPLATE || (type >= T.ATTACH && type <= T.VERTEX);
}

const NOT_IN_LET: ReadonlySet<number> = new Set([
  R.groupByClause,
  R.orderByClause,
  R.perPartitionLimitClause,
  R.allowFilteringClause,
  R.indexHintsClause,
]);
