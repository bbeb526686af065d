import type { Statement } from '../ast.ts';
import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';
import { DIALECT_RULES } from '../parsing/dialect-rules.ts';
import { NODE_SIZE, type SyntaxTree } from '../tree.ts';
import { createAggregateOf, createFunctionOf, dropOf } from './functions.ts';
import { nameOf, qualifiedIn } from './names.ts';
import { NONE, childOf, firstChildOf, spanOf, tokenAt } from './nodes.ts';
import { describeOf, foreignOf, labelOf, searchIndexOf, shellOf, transactionOf } from './other.ts';
import { listOf, permissionOf, roleOf } from './roles.ts';
import {
  alterKeyspaceOf,
  alterTypeOf,
  alterViewOf,
  createIndexOf,
  createKeyspaceOf,
  createTriggerOf,
  createTypeOf,
  createViewOf,
} from './schema.ts';
import { selectOf } from './select.ts';
import { alterTableOf, createTableOf } from './tables.ts';
import { batchOf, writeOf } from './writes.ts';

/**
 * Makes the typed tree of a statement from its flat parse tree; `undefined` where the segment holds none.
 *
 * Total: of a broken statement it keeps what can be known.
 */
export function lower(tree: SyntaxTree): Statement | undefined {
  if (tree.nodes.length === 0) return undefined;
  const statement = tree.nodes[0] === R.root ? childOf(tree, 0, R.statement) : 0;
  if (statement === NONE) return isEmpty(tree) ? undefined : broken(tree, 0);
  const node = tree.nodes[statement * NODE_SIZE] === R.statement ? firstChildOf(tree, statement) : statement;
  if (node === NONE) return broken(tree, statement);
  switch (tree.nodes[node * NODE_SIZE]) {
    case R.selectStatement:
      return selectOf(tree, node);
    case R.loneLetStatement: {
      // The server runs the SELECT.
      const select = childOf(tree, firstChildOf(tree, node), R.selectStatement);
      return select === NONE ? broken(tree, node) : selectOf(tree, select);
    }
    case R.insertStatement:
    case R.updateStatement:
    case R.deleteStatement:
      return writeOf(tree, node);
    case R.beginStatement: {
      const transaction = childOf(tree, node, R.transaction);
      return transaction === NONE ? batchOf(tree, node) : transactionOf(tree, node, transaction);
    }
    case R.useStatement:
      return { kind: 'use', keyspace: nameOf(tree, firstChildOf(tree, node)), span: spanOf(tree, node) };
    case R.truncateStatement:
      return { kind: 'truncate', table: qualifiedIn(tree, node, R.tableName), span: spanOf(tree, node) };
    case R.createStatement:
      return createOf(tree, node);
    case R.alterStatement:
      return alterOf(tree, node);
    case R.dropStatement:
      return droppedBy(tree, node);
    case R.grantStatement:
    case R.revokeStatement:
      return permissionOf(tree, node);
    case R.listStatement:
      return listOf(tree, node);
    case R.describeStatement:
      return describeOf(tree, node);
    case R.addIdentityStatement:
      return roleOf(tree, node, node);
    case R.commentStatement:
      return labelOf(tree, node, 'comment-on');
    case R.securityLabelStatement:
      return labelOf(tree, node, 'security-label');
    case R.foreignStatement:
      return foreignOf(tree, node, DIALECT_RULES.get(tree.nodes[firstChildOf(tree, node) * NODE_SIZE]!)!);
    case R.shellCommand:
      return shellOf(tree, node);
    default:
      return broken(tree, node);
  }
}

/** Nothing stands before the end, or before the `;`. */
const isEmpty = (tree: SyntaxTree): boolean => tree.tokens.types.length === 0 || tree.tokens.types[0] === T.SEMI;

const broken = (tree: SyntaxTree, node: number): Statement => ({ kind: 'broken', span: spanOf(tree, node) });

function createOf(tree: SyntaxTree, statement: number): Statement {
  let node = firstChildOf(tree, statement);
  if (node !== NONE && tree.nodes[node * NODE_SIZE] === R.orReplace) {
    const made = childOf(tree, statement, R.createFunction);
    node = made === NONE ? childOf(tree, statement, R.createAggregate) : made;
  }
  switch (node === NONE ? NONE : tree.nodes[node * NODE_SIZE]) {
    case R.createKeyspace:
      return createKeyspaceOf(tree, statement, node);
    case R.createTable:
      return createTableOf(tree, statement, node);
    case R.createType:
      return createTypeOf(tree, statement, node);
    case R.createIndex:
      return createIndexOf(tree, statement, node);
    case R.createView:
      return createViewOf(tree, statement, node);
    case R.createFunction:
      return createFunctionOf(tree, statement, node);
    case R.createAggregate:
      return createAggregateOf(tree, statement, node);
    case R.createTrigger:
      return createTriggerOf(tree, statement, node);
    case R.createRole:
    case R.createUser:
    case R.createGeneratedRole:
    case R.createServiceLevel:
      return roleOf(tree, statement, node);
    case R.createSearchIndex:
      return searchIndexOf(tree, statement);
    default:
      return broken(tree, statement);
  }
}

function alterOf(tree: SyntaxTree, node: number): Statement {
  if (childOf(tree, node, R.keyspaceWord) !== NONE) return alterKeyspaceOf(tree, node);
  const view = childOf(tree, node, R.alterView);
  if (view !== NONE) return alterViewOf(tree, node, view);
  const word = tokenAt(tree, node, 1);
  switch (word === NONE ? NONE : tree.tokens.types[word]) {
    case T.TABLE:
    case T.COLUMNFAMILY:
      return alterTableOf(tree, node);
    case T.TYPE:
      return alterTypeOf(tree, node);
  }
  const inner = firstChildOf(tree, node);
  switch (inner === NONE ? NONE : tree.nodes[inner * NODE_SIZE]) {
    case R.alterRole:
    case R.alterUser:
    case R.alterServiceLevel:
      return roleOf(tree, node, inner);
    case R.alterSearchIndex:
      return searchIndexOf(tree, node);
    default:
      return broken(tree, node);
  }
}

function droppedBy(tree: SyntaxTree, node: number): Statement {
  const inner = firstChildOf(tree, node);
  switch (inner === NONE ? NONE : tree.nodes[inner * NODE_SIZE]) {
    case R.dropIdentity:
    case R.dropServiceLevel:
      return roleOf(tree, node, inner);
    case R.dropSearchIndex:
      return searchIndexOf(tree, node);
  }
  return childOf(tree, node, R.roleName) === NONE ? dropOf(tree, node) : roleOf(tree, node, node);
}
