import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';
import { NONE, childOf, firstTypeOf, nextOf, spanOf, tokenSpan, tokenText } from '../lower/nodes.ts';
import { aliasedModifierOf } from '../lower/select.ts';
import { fold } from '../names.ts';
import { NODE_SIZE, endTokenOf, firstTokenOf } from '../tree.ts';
import { SELECT_ORDER, checkClauseOrder, eachUsing } from './clauses.ts';
import { checkExpression, checkWholeNumber } from './expressions.ts';
import { endsInComment } from './hidden.ts';
import { type Report, feature, problem, remove } from './report.ts';
import { isColumnExpression, isSearchScore, isValue } from './shapes.ts';
import { sqlProblem } from './sql.ts';

/** Checks the clauses of a `selectStatement`. */
export function checkSelect(report: Report, node: number): void {
  checkClauseOrder(report, node, SELECT_ORDER);
  const { tree } = report;
  if (childOf(tree, node, R.withoutTable) !== NONE) checkWithoutTable(report, node);
  for (
    let clause = childOf(tree, node, R.misplacedClause);
    clause !== NONE;
    clause = nextOf(tree, node, clause, R.misplacedClause)
  ) {
    eachUsing(report, clause, { statement: 'SELECT', timestamp: false, ttl: false });
  }
}

/** Checks `selectors`. */
export function checkSelectors(report: Report, node: number): void {
  const { tree } = report;
  let count = 0;
  let star = NONE;
  for (let child = childOf(tree, node, R.selector); child !== NONE; child = nextOf(tree, node, child, R.selector)) {
    count++;
    const expression = childOf(tree, child, R.expression);
    const tableStar = childOf(tree, child, R.sqlTableStar);
    if (tableStar !== NONE) sqlProblem(report, tableStar);
    else if (expression === NONE) star = child;
    else checkExpression(report, expression, 'selector');
    const alias = childOf(tree, child, R.sqlImplicitAlias);
    if (alias !== NONE && (count > 1 || aliasedModifierOf(tree, node) === NONE)) sqlProblem(report, alias);
  }
  checkModifierWord(report, node);
  if (star !== NONE && count > 1)
    problem(report, spanOf(tree, star), '`*` stands alone: it already selects every column.');
}

/** Checks a `groupByClause`. */
export function checkGroupBy(report: Report, node: number): void {
  const { tree } = report;
  let child = childOf(tree, node, R.expression);
  for (; child !== NONE; child = nextOf(tree, node, child, R.expression)) {
    if (endTokenOf(tree, child) - firstTokenOf(tree, child) === 1 && firstTypeOf(tree, child) === T.EMPTY_QUOTED) {
      feature(report, 'empty-name-grouped', spanOf(tree, child));
      continue;
    }
    checkExpression(report, child, 'selector');
    if (!isColumnExpression(report, child)) feature(report, 'group-by-function', spanOf(tree, child));
  }
}

/** Checks a `limitClause` or `perPartitionLimitClause`. */
export function checkLimit(report: Report, node: number, what: string): void {
  const value = childOf(report.tree, node, R.expression);
  if (value !== NONE) checkWholeNumber(report, value, what);
  const offset = childOf(report.tree, node, R.sqlLimitOffset);
  if (offset !== NONE) sqlProblem(report, offset);
}

/** Checks a `bypassGuardrailsClause`. */
export function checkBypass(report: Report, node: number): void {
  const { tree } = report;
  const word = endTokenOf(tree, node) - 1;
  if (fold(tokenText(tree, word)) === 'large_data_guardrails') {
    feature(
      report,
      'bypass-guardrails',
      spanOf(tree, node),
      remove(report, 'Remove BYPASS LARGE_DATA_GUARDRAILS', node),
    );
  } else {
    problem(report, tokenSpan(tree, word), 'Behind BYPASS stands CACHE or LARGE_DATA_GUARDRAILS.');
  }
}

/** Checks an `ordering` by what a function gives. */
export function checkScore(report: Report, node: number, score: number): void {
  const { tree } = report;
  if (isSearchScore(tree, score)) feature(report, 'search-score', spanOf(tree, node));
  else if (fold(tokenText(tree, firstTokenOf(tree, score) - 1)) === 'ann')
    feature(report, 'ann-call', spanOf(tree, node));
  else problem(report, spanOf(tree, node), 'Rows are ordered by columns, not by what a function gives.');
}

/** A SELECT without FROM reads no table, so that it has values only. */
function checkWithoutTable(report: Report, select: number): void {
  const { tree } = report;
  const selectors = childOf(tree, select, R.selectors);
  let child = selectors === NONE ? NONE : childOf(tree, selectors, R.selector);
  for (; child !== NONE; child = nextOf(tree, selectors, child, R.selector)) {
    const expression = childOf(tree, child, R.expression);
    if (expression !== NONE && isValue(report, expression)) continue;
    const { end } = spanOf(tree, selectors);
    // A comment without an end may hold the rest.
    if (!endsInComment(tree.text))
      problem(report, { start: end, end }, 'FROM is missing: what is selected belongs to a table.');
    return;
  }
  feature(report, 'select-without-from', spanOf(tree, select));
}

/** `MUTATION_FRAGMENTS(t)` is the one function that may stand behind FROM. */
export function checkFragments(report: Report, node: number): void {
  const { tree } = report;
  const name = firstTokenOf(tree, node) - 1;
  if (name >= 0 && fold(tokenText(tree, name)) === 'mutation_fragments') {
    feature(report, 'mutation-fragments', spanOf(tree, node));
  } else {
    problem(report, spanOf(tree, node), 'Only the name of a table stands behind FROM.');
  }
}

/** `SELECT json * 2`: the server takes the word before `*` for itself and not for a column. */
function checkModifierWord(report: Report, node: number): void {
  const { tree } = report;
  const word = firstTokenOf(tree, node);
  // A view has no such words.
  if (!MODIFIERS.has(tree.nodes[(node - 1) * NODE_SIZE]!)) return;
  const type = tree.tokens.types[word];
  if ((type !== T.JSON && type !== T.DISTINCT) || tree.tokens.types[word + 1] !== T.STAR) return;
  // The SELECT of LET has no such words either.
  if (tree.tokens.types[word - 2] === T.LPAREN) return;
  // Behind the keyword itself it is a column.
  const before = tree.tokens.types[word - 1];
  if (before === type || (type === T.JSON && before === T.DISTINCT)) return;
  const name = `"${tokenText(tree, word).toLowerCase()}"`;
  const span = { start: tree.tokens.starts[word]!, end: tree.tokens.ends[word]! };
  const message = `Cassandra reads \`${tokenText(tree, word)}\` as a keyword here: quote it to name a column.`;
  problem(report, span, message, [{ title: `Change to ${name}`, edits: [{ span, text: name }] }]);
}

const MODIFIERS: ReadonlySet<number> = new Set([R.selectModifiers, R.jsonModifier, R.distinctModifier]);
