import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';
import { NONE, childOf, firstChildOf, firstTypeOf, nextOf, spanOf, tokenText } from '../lower/nodes.ts';
import { NODE_SIZE, endTokenOf, firstTokenOf, subtreeEndOf } from '../tree.ts';
import { checkWholeNumber } from './expressions.ts';
import { type Fixes, type Report, feature, problem, remove, textOf } from './report.ts';

/** What a statement's clauses are called and in which order they stand; a rule that is missing may not stand there at all. */
export interface ClauseOrder {
  /** `SELECT`, for messages. */
  readonly statement: string;
  /** Rank by rule. */
  readonly ranks: ReadonlyMap<number, number>;
}

export const SELECT_ORDER: ClauseOrder = {
  statement: 'SELECT',
  ranks: new Map([
    [R.fromClause, 0],
    [R.whereClause, 1],
    [R.groupByClause, 2],
    [R.orderByClause, 3],
    [R.perPartitionLimitClause, 4],
    [R.limitClause, 5],
    [R.allowFilteringClause, 6],
    [R.bypassCacheClause, 7],
    [R.indexHintsClause, 7],
    [R.usingClause, 8],
  ]),
};

export const INSERT_ORDER: ClauseOrder = {
  statement: 'INSERT',
  ranks: new Map([
    [R.valueRow, 0],
    [R.insertJson, 0],
    [R.insertCondition, 1],
    [R.conditions, 1],
    [R.usingClause, 2],
  ]),
};

export const UPDATE_ORDER: ClauseOrder = {
  statement: 'UPDATE',
  ranks: new Map([
    [R.tableName, 0],
    [R.usingClause, 1],
    [R.assignment, 2],
    [R.whereClause, 3],
    [R.conditions, 4],
  ]),
};

export const DELETE_ORDER: ClauseOrder = {
  statement: 'DELETE',
  ranks: new Map([
    [R.tableName, 0],
    [R.usingClause, 1],
    [R.whereClause, 2],
    [R.conditions, 3],
    [R.bypassGuardrailsClause, 4],
  ]),
};

/** Checks that the clauses of a statement stand in their order, each once. */
export function checkClauseOrder(report: Report, node: number, order: ClauseOrder): void {
  const { tree } = report;
  const end = subtreeEndOf(tree, node);
  const seen: number[] = [];
  for (let child = node + 1; child < end; child = subtreeEndOf(tree, child)) {
    const wrapper = tree.nodes[child * NODE_SIZE]!;
    const wrapped = WRAPPERS.has(wrapper);
    const clause = wrapped ? firstChildOf(tree, child) : child;
    if (clause === NONE) continue;
    const rank = order.ranks.get(tree.nodes[clause * NODE_SIZE]!);
    const isCondition = tree.nodes[clause * NODE_SIZE] === R.conditions;
    // Another condition than IF NOT EXISTS is told elsewhere.
    if (order === INSERT_ORDER && isCondition && childOf(tree, clause, R.misplacedNotExists) === NONE) continue;
    if (rank === undefined) {
      if (wrapped) foreignClause(report, clause, order);
      continue;
    }
    if (wrapper === R.earlyClause && isCondition) tooEarly(report, node, clause);
    else if (wrapped) place(report, clause, rank, seen, order);
    seen.push(clause);
  }
}

/** Rules that hold clauses which stand in the wrong order, or may. */
const WRAPPERS: ReadonlySet<number> = new Set([R.misplacedClause, R.misplacedWriteClause, R.earlyClause]);

function place(report: Report, clause: number, rank: number, seen: readonly number[], order: ClauseOrder): void {
  const { tree } = report;
  const later = seen.find((other) => rankOf(report, other, order) >= rank);
  if (later === undefined) return;
  const name = nameOf(report, clause);
  const twice = seen.some((other) => rankOf(report, other, order) === rank);
  if (twice) {
    const same = seen.some((other) => nameOf(report, other) === name);
    if (same) problem(report, spanOf(tree, clause), `${order.statement} takes ${name} once.`);
    return;
  }
  const before = nameOf(report, later);
  const fixes = moved(report, clause, later, `Move ${name} before ${before}`);
  problem(report, spanOf(tree, clause), `${name} must stand before ${before}.`, fixes);
}

/** A condition before WHERE. */
function tooEarly(report: Report, node: number, clause: number): void {
  const { tree } = report;
  const where = childOf(tree, node, R.whereClause);
  const span = spanOf(tree, clause);
  const { end } = where === NONE ? span : spanOf(tree, where);
  const gap = { start: span.start, end: tree.tokens.starts[endTokenOf(tree, clause)] ?? span.end };
  const edits = [
    { span: gap, text: '' },
    { span: { start: end, end }, text: ` ${textOf(tree, clause)}` },
  ];
  problem(
    report,
    span,
    'IF must stand behind WHERE.',
    where === NONE ? undefined : [{ title: 'Move IF behind WHERE', edits }],
  );
}

const rankOf = (report: Report, clause: number, order: ClauseOrder): number =>
  order.ranks.get(report.tree.nodes[clause * NODE_SIZE]!) ?? 0;

/** A clause that the statement does not have. SQL's own and placeholders are none of this check's business. */
function foreignClause(report: Report, clause: number, order: ClauseOrder): void {
  const { tree } = report;
  const message = FOREIGN[tree.nodes[clause * NODE_SIZE]!];
  if (message !== undefined) problem(report, spanOf(tree, clause), message(order.statement));
}

const FOREIGN: Readonly<Record<number, (statement: string) => string>> = {
  [R.whereClause]: (statement) => `${statement} has no WHERE: the key of the row stands among its values.`,
  [R.bypassGuardrailsClause]: (statement) => `${statement} has no BYPASS: only DELETE passes by guardrails.`,
  [R.limitClause]: (statement) => `${statement} has no LIMIT.`,
  [R.allowFilteringClause]: (statement) => `${statement} has no ALLOW FILTERING: it names its rows by their key.`,
};

/** SET is named by its word, which stands before the first assignment. */
function nameOf(report: Report, clause: number): string {
  const { tree } = report;
  switch (tree.nodes[clause * NODE_SIZE]) {
    case R.assignment:
      return 'SET';
    case R.valueRow:
      return 'VALUES';
    case R.groupByClause:
      return 'GROUP BY';
    case R.orderByClause:
      return 'ORDER BY';
    case R.perPartitionLimitClause:
      return 'PER PARTITION LIMIT';
    case R.allowFilteringClause:
      return 'ALLOW FILTERING';
    case R.bypassCacheClause:
      return 'BYPASS CACHE';
    case R.bypassGuardrailsClause:
      return 'BYPASS LARGE_DATA_GUARDRAILS';
    case R.insertCondition:
      return 'IF NOT EXISTS';
    case R.conditions:
      return childOf(tree, clause, R.misplacedNotExists) === NONE ? 'IF' : 'IF NOT EXISTS';
    default:
      return tokenText(tree, firstTokenOf(tree, clause)).toUpperCase();
  }
}

function moved(report: Report, clause: number, later: number, title: string): Fixes {
  const { tree } = report;
  const { starts, ends } = tree.tokens;
  const first = firstTokenOf(tree, clause);
  const at = firstTokenOf(tree, later) - (tree.nodes[later * NODE_SIZE] === R.assignment ? 1 : 0);
  const span = spanOf(tree, clause);
  const gap = { start: first > 0 ? ends[first - 1]! : span.start, end: span.start };
  const blank = tree.text.slice(gap.start, gap.end).trim() === '';
  const to = starts[at]!;
  return [
    {
      title,
      edits: [
        { span: { start: to, end: to }, text: `${textOf(tree, clause)} ` },
        { span: { start: blank ? gap.start : span.start, end: span.end }, text: '' },
      ],
    },
  ];
}

/** Which items a USING clause may have; all but DELETE take an item again, and its last value counts. */
export interface UsingItems {
  readonly timestamp: boolean | 'once';
  readonly ttl: boolean;
  readonly statement: string;
}

function checkUsing(report: Report, node: number, allowed: UsingItems): void {
  const { tree } = report;
  let timestamps = 0;
  for (let item = childOf(tree, node, R.usingItem); item !== NONE; item = nextOf(tree, node, item, R.usingItem)) {
    switch (firstTypeOf(tree, item)) {
      case T.TIMESTAMP:
        checkItem(report, item, allowed.timestamp !== false, 'TIMESTAMP', allowed.statement);
        if (++timestamps === 2 && allowed.timestamp === 'once')
          problem(report, spanOf(tree, item), `${allowed.statement} takes one TIMESTAMP.`);
        break;
      case T.TTL:
        checkItem(report, item, allowed.ttl, 'TTL', allowed.statement);
        break;
      case T.TIMEOUT:
        feature(report, 'using-timeout', spanOf(tree, item), withoutTimeout(report, node, item));
        break;
      case T.SERVICE:
      case T.SERVICE_LEVEL:
        if (allowed.statement === 'SELECT') feature(report, 'service-level', spanOf(tree, item));
        else problem(report, spanOf(tree, item), `${allowed.statement} takes no SERVICE LEVEL.`);
        break;
    }
  }
}

/** The whole clause may go where it holds nothing else. */
function withoutTimeout(report: Report, clause: number, item: number): Fixes | undefined {
  const { tree } = report;
  const alone = childOf(tree, clause, R.usingItem) === item && nextOf(tree, clause, item, R.usingItem) === NONE;
  return alone ? remove(report, 'Remove USING TIMEOUT', clause) : undefined;
}

function checkItem(report: Report, item: number, allowed: boolean, what: string, statement: string): void {
  const value = childOf(report.tree, item, R.expression);
  if (!allowed) problem(report, spanOf(report.tree, item), `${statement} takes no ${what}.`);
  else if (value !== NONE) checkWholeNumber(report, value, what);
}

/** Checks the USING clauses of a statement, in their place or not. */
export function eachUsing(report: Report, node: number, items: UsingItems): void {
  const { tree } = report;
  const end = subtreeEndOf(tree, node);
  for (let child = node + 1; child < end; child = subtreeEndOf(tree, child)) {
    const rule = tree.nodes[child * NODE_SIZE]!;
    const clause = WRAPPERS.has(rule) ? firstChildOf(tree, child) : child;
    if (clause !== NONE && tree.nodes[clause * NODE_SIZE] === R.usingClause) checkUsing(report, clause, items);
  }
}

/** Checks that IF NOT EXISTS stands in INSERT, and other conditions in UPDATE and DELETE. */
export function checkConditionKind(report: Report, node: number, { statement }: ClauseOrder): void {
  const { tree } = report;
  const end = subtreeEndOf(tree, node);
  for (let child = node + 1; child < end; child = subtreeEndOf(tree, child)) {
    const clause = WRAPPERS.has(tree.nodes[child * NODE_SIZE]!) ? firstChildOf(tree, child) : child;
    if (clause === NONE) continue;
    const rule = tree.nodes[clause * NODE_SIZE];
    const isInsert = rule === R.insertCondition;
    if (!isInsert && rule !== R.conditions) continue;
    const misplaced = childOf(tree, clause, isInsert ? R.misplacedCondition : R.misplacedNotExists);
    if (statement === 'INSERT') {
      if ((misplaced === NONE) === isInsert) continue;
      problem(report, spanOf(tree, clause), 'INSERT takes no condition but IF NOT EXISTS.');
    } else if (misplaced !== NONE) {
      const message = `${statement} takes IF EXISTS or conditions; only INSERT takes IF NOT EXISTS.`;
      problem(report, spanOf(tree, clause), message);
    }
  }
}
