import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';
import { NONE, childOf, firstChildOf, firstTypeOf, ownTokenOf, spanOf, tokenSpan } from '../lower/nodes.ts';
import { NODE_SIZE, subtreeEndOf } from '../tree.ts';
import { checkExpressionsIn } from './expressions.ts';
import { type Report, feature, problem, shown } from './report.ts';

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

/** Checks a relation of a transaction's IF: `row.column operator value`, the other way round, or `IS [NOT] NULL`. */
export function checkTransactionCondition(report: Report, node: number): void {
  const { tree } = report;
  const left = childOf(tree, node, R.relationLeft);
  const tail = childOf(tree, node, R.relationTail);
  if (left === NONE || tail === NONE) {
    if (childOf(tree, node, R.templateClause) !== NONE) return;
    problem(report, spanOf(tree, node), `${shown(tree, node)} does not compare a row that was read with a value.`);
    return;
  }
  const inner = firstChildOf(tree, tail);
  const rule = inner === NONE ? NONE : tree.nodes[inner * NODE_SIZE];
  if (rule === R.comparison) checkExpressionsIn(report, tail, 'term');
  else if (rule !== R.isTail)
    problem(report, spanOf(tree, tail), 'A transaction compares with =, !=, <, <=, >, >= and IS [NOT] NULL.');
}

/** Checks a `letStatement`, whose SELECT takes fewer clauses. */
export function checkLet(report: Report, node: number): void {
  const { tree } = report;
  const name = childOf(tree, node, R.ident);
  const select = childOf(tree, node, R.selectStatement);
  if (name !== NONE && firstTypeOf(tree, name) !== T.IDENT && firstTypeOf(tree, name) !== T.TEMPLATE) {
    problem(report, spanOf(tree, name), `LET takes a plain name; ${shown(tree, name)} is none.`);
  }
  if (select === NONE) return;
  let where = false;
  const end = subtreeEndOf(tree, select);
  for (let child = select + 1; child < end; child = subtreeEndOf(tree, child)) {
    const rule = tree.nodes[child * NODE_SIZE]!;
    if (rule === R.whereClause || rule === R.templateClause) where = true;
    else if (NOT_IN_LET.has(rule))
      problem(report, spanOf(tree, child), 'The SELECT of LET takes WHERE and LIMIT only.');
  }
  if (!where) problem(report, spanOf(tree, select), 'The SELECT of LET needs WHERE.');
}

const NOT_IN_LET: ReadonlySet<number> = new Set([
  R.groupByClause,
  R.orderByClause,
  R.perPartitionLimitClause,
  R.allowFilteringClause,
]);
