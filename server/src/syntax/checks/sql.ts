import type { Span } from '../../text/span.ts';
import type { Dialect } from '../../text/release.ts';
import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';
import { NONE, childOf, firstTypeOf, nextOf, spanOf, tokenSpan } from '../lower/nodes.ts';
import { NODE_SIZE, endTokenOf, subtreeEndOf } from '../tree.ts';
import {
  type Fixes,
  type Report,
  foreignProblem,
  giveUp,
  problem,
  quoted,
  remove,
  replace,
  shown,
  textOf,
} from './report.ts';

/** Reports a rule that is SQL's and no CQL: what it is, and how the same is done in CQL. */
export function sqlProblem(report: Report, node: number): void {
  const { tree } = report;
  const span = spanOf(tree, node);
  switch (tree.nodes[node * NODE_SIZE]) {
    case R.sqlComparison: {
      const operator = firstTypeOf(tree, node) === T.SQL_NE ? '!=' : '=';
      const late = operator === '!=' && isWithin(report, R.whereClause, node);
      problem(
        report,
        span,
        `CQL writes ${shown(tree, node)} as \`${operator}\`${late ? ', and takes it in WHERE from Cassandra 6.0 on' : ''}.`,
        replace(`Change to ${operator}`, span, operator),
      );
      return;
    }
    case R.sqlDeleteStar:
      problem(
        report,
        span,
        'DELETE takes no `*`: without columns it deletes whole rows.',
        remove(report, 'Remove *', node),
      );
      return;
    case R.sqlOr:
      foreignProblem(report, span, MESSAGES[R.sqlOr]!, WITH_SEARCH);
      return;
    case R.sqlMatch: {
      const colon = { start: span.start, end: span.start + 1 };
      const fix = replace('Change to =', colon, '=');
      foreignProblem(report, colon, '`:` does not fit here: write `=`.', WITH_SEARCH, fix);
      return;
    }
    case R.sqlTableStar:
      problem(
        report,
        span,
        `CQL has no ${shown(tree, node)}: a query reads one table, and \`*\` alone selects all of its columns.`,
      );
      return;
    case R.sqlTableAlias:
      if (has(report, [R.sqlJoin, R.sqlCommaJoin])) return;
      problem(report, span, 'A table has no alias in CQL: a query reads one table.', unusedAlias(report, node));
      return;
    case R.sqlQualifier:
      if (namesItsTables(report)) return;
      problem(
        report,
        span,
        'A column is named alone, without its table.',
        replace(`Remove ${quoted(textOf(tree, node))}`, span, ''),
      );
      return;
    case R.sqlImplicitAlias:
      if (TOP.test(tree.text.slice(Math.max(0, span.start - TOP_LENGTH), span.start))) {
        problem(report, span, 'CQL has no TOP: write LIMIT at the end.');
        return;
      }
      problem(report, span, `${shown(tree, node)} does not fit here: an alias needs AS, another column a comma.`);
      return;
    case R.sqlColumnModifier:
      columnModifier(report, node);
      return;
    case R.sqlConstraint:
      constraint(report, node);
      return;
    default: {
      const message = MESSAGES[tree.nodes[node * NODE_SIZE]!];
      if (message !== undefined) problem(report, span, message);
    }
  }
}

/** Reports `DISTINCT (a)` within the brackets of a function, which reads like a function of that name. */
export function distinctArgument(report: Report, node: number): void {
  problem(report, spanOf(report.tree, node), MESSAGES[R.sqlDistinctArgument]!);
}

/** Whether a rule is one that is never valid CQL. */
export const isSqlRule = (rule: number): boolean => SQL_RULES.has(rule);

/** A table has an alias, or another one stands beside it: where columns are named with their tables, that alone was the mistake. */
export const namesItsTables = (report: Report): boolean => has(report, [R.sqlTableAlias, R.sqlJoin, R.sqlCommaJoin]);

function has({ tree }: Report, rules: readonly number[]): boolean {
  for (let node = 0; node * NODE_SIZE < tree.nodes.length; node += 1) {
    if (rules.includes(tree.nodes[node * NODE_SIZE]!)) return true;
  }
  return false;
}

function isWithin({ tree }: Report, rule: number, inner: number): boolean {
  for (let node = 0; node < inner; node += 1) {
    if (tree.nodes[node * NODE_SIZE] === rule && subtreeEndOf(tree, node) > inner) return true;
  }
  return false;
}

/** Rows behind the first of an INSERT: one problem for all of them, with the INSERTs that say the same. */
export function extraRows(report: Report, insert: number): void {
  const { tree } = report;
  const row = childOf(tree, insert, R.valueRow);
  let extra = childOf(tree, insert, R.sqlExtraRow);
  if (row === NONE || extra === NONE) return;
  const first = extra;
  const { start, end } = spanOf(tree, insert);
  const gaps: Span[] = [];
  let last = row;
  for (; extra !== NONE; extra = nextOf(tree, insert, extra, R.sqlExtraRow)) {
    gaps.push({ start: spanOf(tree, last).end, end: spanOf(tree, extra).start });
    last = extra;
  }
  const begin = tree.text.slice(start, spanOf(tree, row).start);
  const text = `${tree.text.slice(spanOf(tree, last).end, end)};\n${begin}`;
  const span = { start: spanOf(tree, first).start, end: spanOf(tree, last).end };
  const complete = childOf(tree, insert, R.columnList) !== NONE;
  problem(
    report,
    span,
    'An INSERT writes one row in CQL: write one for each row.',
    complete
      ? [{ title: 'Write one INSERT for each row', edits: gaps.map((gap) => ({ span: gap, text })) }]
      : undefined,
  );
}

function columnModifier(report: Report, node: number): void {
  const { tree } = report;
  const span = spanOf(tree, node);
  switch (firstTypeOf(tree, node)) {
    case T.AUTO_INCREMENT:
      problem(
        report,
        span,
        'Cassandra does not number rows. Use a uuid or timeuuid key, filled with uuid() or now().',
        giveUp(report, node),
      );
      return;
    case T.UNIQUE:
      problem(
        report,
        span,
        'Only the primary key is unique in Cassandra; INSERT … IF NOT EXISTS checks it.',
        giveUp(report, node),
      );
      return;
    case T.NULL:
      problem(
        report,
        span,
        'Every column outside the primary key may be null: leave `NULL` out.',
        remove(report, 'Remove NULL', node),
      );
      return;
    case T.DEFAULT:
      problem(report, span, 'A column has no default in CQL: write the value with each row.', giveUp(report, node));
      return;
    default:
      problem(report, span, MESSAGES[R.sqlForeignKey]!, giveUp(report, node));
  }
}

function constraint(report: Report, node: number): void {
  const { tree } = report;
  const key = childOf(tree, node, R.primaryKey);
  if (key !== NONE) {
    const words = { start: spanOf(tree, node).start, end: spanOf(tree, key).start };
    problem(report, words, 'A primary key has no name in CQL.', replace('Remove CONSTRAINT and its name', words, ''));
    return;
  }
  const foreign = childOf(tree, node, R.sqlForeignKey) !== NONE;
  problem(
    report,
    spanOf(tree, node),
    foreign ? MESSAGES[R.sqlForeignKey]! : 'Only the primary key is unique in Cassandra.',
  );
}

/** Removing the alias is certain to be right only where nothing else uses it. */
function unusedAlias(report: Report, node: number): Fixes | undefined {
  const { tree } = report;
  const token = endTokenOf(tree, node) - 1;
  const alias = tree.text.slice(tree.tokens.starts[token]!, tree.tokens.ends[token]!).toLowerCase();
  for (let other = 0; other < tree.tokens.types.length; other++) {
    if (other === token) continue;
    const { start, end } = tokenSpan(tree, other);
    if (end - start === alias.length && tree.text.slice(start, end).toLowerCase() === alias) return undefined;
  }
  return remove(report, `Remove ${quoted(textOf(tree, node))}`, node);
}

/** `SELECT TOP (10) a`, which reads as a function with an alias. */
const TOP = /\btop\s*\(\s*\d+\s*\)\s*$/i;
const TOP_LENGTH = 40;

const MESSAGES: Readonly<Record<number, string>> = {
  [R.sqlJoin]:
    'CQL has no JOIN: a query reads one table. Keep a table that holds what this query needs, or join in the application.',
  [R.sqlCommaJoin]:
    'A query reads one table. Keep a table that holds what this query needs, or join in the application.',
  [R.sqlOr]: 'CQL has no OR. Use IN for several values of one column, or several queries.',
  [R.sqlCalculation]: 'A column stands alone left of the operator: calculate with the value right of it.',
  [R.sqlLimitOffset]: 'LIMIT takes one number. There is no offset in Cassandra: drivers page through a result.',
  [R.sqlOffset]: 'CQL has no OFFSET: drivers page through a result, or continue behind the last row by its key.',
  [R.sqlHaving]: 'CQL has no HAVING: filter the groups in the application.',
  [R.sqlUnion]: 'CQL has no UNION: run several queries.',
  [R.sqlNotLike]: 'CQL has no NOT LIKE: let the client leave out the rows that do not match.',
  [R.sqlNotBetween]: 'CQL has no NOT BETWEEN: ask for both sides in two queries.',
  [R.sqlIsNull]:
    'Cassandra cannot look for what is missing: there is no IS NULL. Let the client look through the rows, or keep a column that says so.',
  [R.sqlSubquery]:
    'CQL has no sub-queries: run the inner query first and pass on its result, or keep a table for this query.',
  [R.sqlDistinctArgument]:
    'CQL counts rows, not different values. SELECT DISTINCT lists partition keys; count the rest in the application.',
  [R.sqlNoColumnList]: 'INSERT needs the names of the columns: `INSERT INTO t (a, b) VALUES (…)`.',
  [R.sqlForeignKey]: 'Cassandra has no foreign keys: the application keeps tables in step.',
};

const SQL_RULES: ReadonlySet<number> = new Set([
  ...Object.keys(MESSAGES).map(Number),
  R.sqlComparison,
  R.sqlDeleteStar,
  R.sqlTableStar,
  R.sqlTableAlias,
  R.sqlQualifier,
  R.sqlImplicitAlias,
  R.sqlColumnModifier,
  R.sqlConstraint,
  R.sqlMatch,
]);

/**
 * `:` asks analyzed indexes of DSE, HCD and Astra DB, OR those of Astra DB at least (docs.datastax.com, "Use SAI text analyzers with CQL"
 * and "Query with SAI" of each, read 2026-11-25).
 */
const WITH_SEARCH: readonly Dialect[] = ['dse', 'hcd', 'astra'];
