import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';
import { NONE, childOf, firstTypeOf, nextOf, ownTokenOf, spanOf } from '../lower/nodes.ts';
import { DIALECT_RULES } from '../parsing/dialect-rules.ts';
import type { FeatureUse, SyntaxProblem } from '../segment.ts';
import { NODE_SIZE, type SyntaxTree, firstTokenOf, endTokenOf, subtreeEndOf } from '../tree.ts';
import {
  type ClauseOrder,
  DELETE_ORDER,
  INSERT_ORDER,
  UPDATE_ORDER,
  checkClauseOrder,
  checkConditionKind,
  eachUsing,
} from './clauses.ts';
import { checkExpression, checkValue } from './expressions.ts';
import { checkHidden } from './hidden.ts';
import { checkConditions, checkWhere } from './relations.ts';
import { checkPlaceholders } from './placeholders.ts';
import { type Report, feature, giveUp, problem, remove, replace } from './report.ts';
import {
  checkDescribe,
  checkLabel,
  checkPassword,
  checkPermissions,
  checkResource,
  checkRoleOption,
  checkUserNames,
} from './roles.ts';
import {
  checkAggregate,
  checkCheckCondition,
  checkClassName,
  checkColumnModifiers,
  checkFunction,
  checkFunctionName,
  checkIndex,
  checkKeyspaceHasOptions,
  checkOptionsThere,
  checkIndexHints,
  checkProperty,
  checkTableChange,
} from './schema.ts';
import {
  checkBypass,
  checkFragments,
  checkGroupBy,
  checkLimit,
  checkScore,
  checkSelect,
  checkSelectors,
} from './select.ts';
import { extraRows, isSqlRule, sqlProblem } from './sql.ts';
import { checkTokens } from './tokens.ts';
import { checkLet, checkReadList, checkTransaction, checkTransactionCondition } from './transactions.ts';
import { checkType, checkTypeName } from './types.ts';
import { checkNotEmpty } from './value-names.ts';
import { checkAssignment, checkJsonValue } from './writes.ts';

/** What is wrong with a statement that the grammar lets pass, and which constructs it uses that not every server has. */
export interface Inspection {
  readonly problems: readonly SyntaxProblem[];
  readonly features: readonly FeatureUse[];
}

/**
 * Checks the tree of a statement that parsed without a problem.
 *
 * The grammar takes more than CQL, so that a tree stays whole. Together with these checks it takes what the parser of at least one
 * Cassandra release takes, or what another dialect does; `features` tell which.
 */
export function inspect(tree: SyntaxTree): Inspection {
  const report: Report = { tree, problems: [], features: [], referencesEnd: 0 };
  walk(report, 0, tree.nodes.length / NODE_SIZE);
  checkTokens(report);
  checkPlaceholders(report);
  checkHidden(report);
  return report;
}

function walk(report: Report, from: number, to: number): void {
  for (let node = from; node < to;) node = visit(report, node) ? node + 1 : subtreeEndOf(report.tree, node);
}

/** Checks one node; gives true where its children are to be visited too. */
function visit(report: Report, node: number): boolean {
  const { tree } = report;
  const rule = tree.nodes[node * NODE_SIZE]!;
  switch (rule) {
    case R.selectStatement:
      checkSelect(report, node);
      return true;
    case R.selectors:
      checkSelectors(report, node);
      return false;
    case R.whereClause:
      checkWhere(report, node);
      return false;
    case R.groupByClause:
      checkGroupBy(report, node);
      return false;
    case R.annOf:
      feature(report, 'ann-of', spanOf(tree, node));
      return true;
    case R.limitClause:
    case R.perPartitionLimitClause:
      checkLimit(report, node, rule === R.limitClause ? 'LIMIT' : 'PER PARTITION LIMIT');
      return false;
    case R.bypassCacheClause:
      feature(report, 'bypass-cache', spanOf(tree, node), remove(report, 'Remove BYPASS CACHE', node));
      return false;
    case R.bypassGuardrailsClause:
      checkBypass(report, node);
      return false;
    case R.ordering: {
      const score = childOf(tree, node, R.searchScore);
      if (score === NONE) return true;
      checkScore(report, node, score);
      return false;
    }
    case R.ttlColumn:
    case R.rowTtl:
      feature(report, 'ttl-column', spanOf(tree, node));
      return false;
    case R.indexHintsClause:
      feature(report, 'index-hints', spanOf(tree, node));
      checkIndexHints(report, node);
      return false;
    case R.mutationFragments:
      checkFragments(report, node);
      return false;
    case R.insertStatement:
      checkInsert(report, node);
      return true;
    case R.sqlExtraRow:
      return false;
    case R.valueRow:
      checkValues(report, node);
      return false;
    case R.jsonValue:
      checkJsonValue(report, node);
      return false;
    case R.updateStatement:
      checkWriteClauses(report, node, UPDATE_ORDER);
      eachUsing(report, node, { statement: 'UPDATE', timestamp: true, ttl: true });
      return true;
    case R.assignment:
      checkAssignment(report, node);
      return false;
    case R.renamePair:
    case R.deleteTarget:
      checkTargetNames(report, node, rule);
      return true;
    case R.deleteStatement:
      checkWriteClauses(report, node, DELETE_ORDER);
      eachUsing(report, node, { statement: 'DELETE', timestamp: 'once', ttl: false });
      return true;
    case R.usingClause:
      return false;
    case R.conditions:
      checkConditions(report, node);
      return false;
    case R.insertCondition:
      return false;
    case R.batch:
      eachUsing(report, node, { statement: 'BATCH', timestamp: true, ttl: true });
      checkSemicolons(report, node);
      return true;
    case R.transaction:
      checkTransaction(report, node);
      report.referencesEnd = subtreeEndOf(tree, node);
      return true;
    case R.loneLetStatement:
      feature(report, 'lone-let', spanOf(tree, node));
      return true;
    case R.letStatement:
      checkLet(report, node);
      return true;
    case R.transactionSelect:
      if (childOf(tree, node, R.fromClause) !== NONE) return true;
      checkReadList(report, node);
      return false;
    case R.transactionCondition:
      checkTransactionCondition(report, node);
      return false;
    case R.truncateStatement:
      eachUsing(report, node, { statement: 'TRUNCATE', timestamp: false, ttl: false });
      return true;
    case R.keyspaceWord:
      checkKeyspaceWord(report, node);
      return false;
    case R.createKeyspace:
      checkKeyspaceHasOptions(report, node);
      return true;
    case R.createTableLike:
      feature(report, 'table-like', spanOf(tree, node));
      return true;
    case R.likeOption:
      if (ownTokenOf(tree, node, T.ALL) !== NONE)
        problem(report, spanOf(tree, node), 'LIKE takes INDEXES, COMMENTS, SECURITY LABELS and options.');
      return true;
    case R.columnDefinition:
      checkColumnModifiers(report, node);
      return true;
    case R.columnConstraint:
      feature(report, 'constraint', spanOf(tree, node), giveUp(report, node));
      return true;
    case R.checkCondition:
      checkCheckCondition(report, node);
      return false;
    case R.mask:
      feature(report, 'mask', spanOf(tree, node));
      return true;
    case R.graphLabel:
      feature(report, 'graph-label', spanOf(tree, node));
      return false;
    case R.property:
      checkProperty(report, node);
      return false;
    case R.createIndex:
      checkIndex(report, node);
      return true;
    case R.createFunction:
      checkFunction(report, node);
      return true;
    case R.createAggregate:
      checkAggregate(report, node);
      return true;
    case R.createTrigger:
      checkClassName(report, node, ownTokenOf(tree, node, T.USING));
      return true;
    case R.alterStatement:
      checkAlter(report, node);
      return true;
    case R.alterTableChange:
      checkTableChange(report, node);
      return true;
    case R.alterTypeChange:
      checkIf(report, node);
      return true;
    case R.alterView:
      checkIf(report, node);
      checkOptionsThere(report, node, 'ALTER MATERIALIZED VIEW');
      return true;
    case R.alterRole:
      checkIf(report, node);
      return true;
    case R.alterUser:
      checkIf(report, node);
      checkUserNames(report, node);
      return true;
    case R.createUser:
      checkUserNames(report, node);
      return true;
    case R.dropStatement:
      if (ownTokenOf(tree, node, T.USER) !== NONE) checkUserNames(report, node);
      return true;
    case R.createGeneratedRole:
      feature(report, 'generated-role', spanOf(tree, node));
      return true;
    case R.roleOption:
      checkRoleOption(report, node);
      return childOf(tree, node, R.braceLiteral) === NONE;
    case R.userPassword:
      checkPassword(report, node);
      return true;
    case R.generatedPassword:
      feature(report, 'generated-password', spanOf(tree, node));
      return false;
    case R.addIdentityStatement:
    case R.dropIdentity:
      feature(report, 'identity', spanOf(tree, node));
      checkUserNames(report, node);
      return false;
    case R.permissions:
      checkPermissions(report, node);
      return false;
    case R.resource:
      checkResource(report, node);
      return true;
    case R.listStatement:
      checkPermissions(report, node);
      if (ownTokenOf(tree, node, T.SUPERUSERS) !== NONE) feature(report, 'list-superusers', spanOf(tree, node));
      return true;
    case R.describeStatement:
      checkDescribe(report, node);
      return true;
    case R.commentStatement:
      feature(report, 'comment-on', spanOf(tree, node));
      checkLabel(report, node);
      return true;
    case R.securityLabelStatement:
      feature(report, 'security-label', spanOf(tree, node));
      checkLabel(report, node);
      return true;
    case R.pruneView:
    case R.useSearchIndex:
    case R.restrictRows:
    case R.restrictPermissions:
    case R.giveServiceLevel:
    case R.createServiceLevel:
    case R.alterServiceLevel:
    case R.dropServiceLevel:
    case R.listServiceLevels:
    case R.serviceLevelOption:
    case R.createSearchIndex:
    case R.alterSearchIndex:
    case R.dropSearchIndex:
      feature(report, DIALECT_RULES.get(rule)!, spanOf(tree, node));
      return false;
    case R.type:
      checkType(report, node);
      return false;
    case R.typeName:
      checkTypeName(report, node);
      return false;
    case R.functionName:
      checkFunctionName(report, node);
      return false;
    case R.expression:
      checkExpression(report, node, 'term');
      return false;
    case R.ident:
    case R.columnName:
    case R.tableName:
    case R.templateClause:
    case R.templateStatement:
    case R.shellCommand:
      return false;
  }
  if (!isSqlRule(rule)) return true;
  sqlProblem(report, node);
  return false;
}

/** A column of a table made by Thrift may be called ""; no field may, and no column that is renamed. */
function checkTargetNames(report: Report, node: number, rule: number): void {
  const { tree } = report;
  let name = childOf(tree, node, R.columnName);
  if (rule === R.deleteTarget && name !== NONE) name = nextOf(tree, node, name, R.columnName);
  for (; name !== NONE; name = nextOf(tree, node, name, R.columnName)) checkNotEmpty(report, name);
}

function checkInsert(report: Report, node: number): void {
  checkWriteClauses(report, node, INSERT_ORDER);
  eachUsing(report, node, { statement: 'INSERT', timestamp: true, ttl: true });
  extraRows(report, node);
}

function checkWriteClauses(report: Report, node: number, order: ClauseOrder): void {
  checkClauseOrder(report, node, order);
  checkConditionKind(report, node, order);
}

function checkValues(report: Report, row: number): void {
  const { tree } = report;
  let value = childOf(tree, row, R.expression);
  for (; value !== NONE; value = nextOf(tree, row, value, R.expression)) checkValue(report, value);
}

/** A batch takes one `;` behind each of its statements. */
function checkSemicolons(report: Report, node: number): void {
  const { types, starts, ends } = report.tree.tokens;
  const end = endTokenOf(report.tree, node);
  for (let token = firstTokenOf(report.tree, node) + 1; token < end; token++) {
    if (types[token] !== T.SEMI || types[token - 1] !== T.SEMI) continue;
    const span = { start: starts[token]!, end: ends[token]! };
    problem(report, span, 'One `;` ends a statement of a batch.', [
      { title: 'Remove the ;', edits: [{ span, text: '' }] },
    ]);
    return;
  }
}

function checkAlter(report: Report, node: number): void {
  checkIf(report, node);
  if (childOf(report.tree, node, R.keyspaceWord) !== NONE) checkOptionsThere(report, node, 'ALTER KEYSPACE');
}

function checkKeyspaceWord(report: Report, node: number): void {
  if (firstTypeOf(report.tree, node) !== T.SCHEMA) return;
  const span = spanOf(report.tree, node);
  feature(report, 'schema-for-keyspace', span, replace('Change to KEYSPACE', span, 'KEYSPACE'));
}

/** IF EXISTS and IF NOT EXISTS of ALTER. */
function checkIf(report: Report, node: number): void {
  const { tree } = report;
  const exists = childOf(tree, node, R.ifExists);
  const clause = exists === NONE ? childOf(tree, node, R.ifNotExists) : exists;
  if (clause !== NONE) feature(report, 'alter-if-exists', spanOf(tree, clause));
}
