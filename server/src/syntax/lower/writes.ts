import type {
  Assignment,
  Batch,
  Conditions,
  Delete,
  DeleteTarget,
  Expression,
  Insert,
  Name,
  Update,
  Using,
  Where,
} from '../ast.ts';
import type { Span } from '../../text/span.ts';
import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';
import { NODE_SIZE, type SyntaxTree, endTokenOf, subtreeEndOf } from '../tree.ts';
import {
  arithmeticOf,
  columnOfOperand,
  expressionOf,
  expressionOfToken,
  expressionsIn,
  markerOf,
  operandsOf,
  operatorBefore,
} from './expressions.ts';
import { nameOf, namesIn, qualifiedIn } from './names.ts';
import { NONE, childOf, firstChildOf, nextOf, ownTokenOf, spanOf } from './nodes.ts';
import { conditionsOf, hasTemplateRelation, whereOf } from './relations.ts';
import { usingOf } from './clauses.ts';

/** Reads an `insertStatement`. */
export function insertOf(tree: SyntaxTree, node: number): Insert {
  const clauses = clausesOf(tree, node);
  return {
    kind: 'insert',
    into: qualifiedIn(tree, node, R.tableName),
    values: valuesOf(tree, node),
    using: clauses.using,
    condition: clauses.condition,
    template: clauses.template,
    span: spanOf(tree, node),
  };
}

/** Reads an `updateStatement`. */
export function updateOf(tree: SyntaxTree, node: number): Update {
  const clauses = clausesOf(tree, node);
  const assignments: Assignment[] = [];
  let child = childOf(tree, node, R.assignment);
  for (; child !== NONE; child = nextOf(tree, node, child, R.assignment)) assignments.push(assignmentOf(tree, child));
  return {
    kind: 'update',
    table: qualifiedIn(tree, node, R.tableName),
    using: clauses.using,
    assignments,
    where: clauses.where,
    condition: clauses.condition,
    template: clauses.template,
    span: spanOf(tree, node),
  };
}

/** Reads a `deleteStatement`. */
export function deleteOf(tree: SyntaxTree, node: number): Delete {
  const clauses = clausesOf(tree, node);
  const targets: DeleteTarget[] = [];
  for (
    let child = childOf(tree, node, R.deleteTarget);
    child !== NONE;
    child = nextOf(tree, node, child, R.deleteTarget)
  ) {
    const first = childOf(tree, child, R.columnName);
    const column = nameOf(tree, first);
    if (column === undefined) continue;
    const key = childOf(tree, child, R.expression);
    targets.push({
      column,
      key: key === NONE ? undefined : expressionOf(tree, key),
      field: nameOf(tree, nextOf(tree, child, first, R.columnName)),
      span: spanOf(tree, child),
    });
  }
  return {
    kind: 'delete',
    targets,
    from: qualifiedIn(tree, node, R.tableName),
    using: clauses.using,
    where: clauses.where,
    condition: clauses.condition,
    template: clauses.template,
    span: spanOf(tree, node),
  };
}

/** Reads a `batch`, which `node` encloses. */
export function batchOf(tree: SyntaxTree, node: number): Batch {
  const batch = childOf(tree, node, R.batch);
  const unlogged = ownTokenOf(tree, batch, T.UNLOGGED) !== NONE;
  const counter = ownTokenOf(tree, batch, T.COUNTER) !== NONE;
  const statements: (Insert | Update | Delete)[] = [];
  for (let child = childOf(tree, batch, R.batchItem); child !== NONE; child = nextOf(tree, batch, child, R.batchItem)) {
    const write = writeOf(tree, firstChildOf(tree, child));
    if (write !== undefined) statements.push(write);
  }
  return {
    kind: 'batch',
    type: unlogged ? 'unlogged' : counter ? 'counter' : 'logged',
    using: usingOf(tree, childOf(tree, batch, R.usingClause)),
    statements,
    span: spanOf(tree, node),
  };
}

/** Reads an insert, update or delete; `undefined` where the node is neither. */
export function writeOf(tree: SyntaxTree, node: number): Insert | Update | Delete | undefined {
  if (node === NONE) return undefined;
  switch (tree.nodes[node * NODE_SIZE]) {
    case R.insertStatement:
      return insertOf(tree, node);
    case R.updateStatement:
      return updateOf(tree, node);
    case R.deleteStatement:
      return deleteOf(tree, node);
    default:
      return undefined;
  }
}

interface Clauses {
  using?: Using;
  where?: Where;
  condition?: Conditions;
  template?: true;
}

/** The clauses that INSERT, UPDATE and DELETE share; those in the wrong order count as if they stood right. */
function clausesOf(tree: SyntaxTree, node: number): Clauses {
  const clauses: Clauses = { using: undefined, where: undefined, condition: undefined, template: undefined };
  collect(tree, node, clauses);
  return clauses;
}

function collect(tree: SyntaxTree, node: number, clauses: Clauses): void {
  const end = subtreeEndOf(tree, node);
  for (let child = node + 1; child < end; child = subtreeEndOf(tree, child)) {
    switch (tree.nodes[child * NODE_SIZE]) {
      case R.usingClause:
        clauses.using ??= usingOf(tree, child);
        if (childOf(tree, childOf(tree, child, R.usingItem), R.templateClause) !== NONE) clauses.template = true;
        break;
      case R.whereClause:
        clauses.where ??= whereOf(tree, child);
        if (hasTemplateRelation(tree, child)) clauses.template = true;
        break;
      case R.conditions:
      case R.insertCondition:
        clauses.condition ??= conditionsOf(tree, child);
        if (hasTemplateRelation(tree, child)) clauses.template = true;
        break;
      case R.templateClause:
        clauses.template = true;
        break;
      case R.assignment:
        if (childOf(tree, child, R.templateClause) !== NONE) clauses.template = true;
        break;
      case R.misplacedWriteClause:
      case R.earlyClause:
        collect(tree, child, clauses);
        break;
    }
  }
}

function valuesOf(tree: SyntaxTree, node: number): Insert['values'] {
  const json = childOf(tree, node, R.insertJson);
  if (json !== NONE) {
    const value = jsonValueOf(tree, childOf(tree, json, R.jsonValue));
    if (ownTokenOf(tree, json, T.DEFAULT) === NONE) return { kind: 'json', json: value };
    return { kind: 'json', json: value, default: ownTokenOf(tree, json, T.UNSET) === NONE ? 'NULL' : 'UNSET' };
  }
  const columns = childOf(tree, node, R.columnList);
  const row = childOf(tree, node, R.valueRow);
  const isPutIn = childOf(tree, node, R.templateClause) !== NONE;
  if (isPutIn || (columns === NONE && row === NONE)) return { kind: 'unknown' };
  const place = spanOf(tree, node);
  return {
    kind: 'values',
    columns: columns === NONE ? [] : namesIn(tree, columns, R.columnName),
    columnsSpan: columns === NONE ? { start: place.end, end: place.end } : spanOf(tree, columns),
    values: row === NONE ? [] : expressionsIn(tree, row),
    valuesSpan: row === NONE ? { start: place.end, end: place.end } : spanOf(tree, row),
  };
}

function jsonValueOf(tree: SyntaxTree, node: number): Expression {
  if (node === NONE) return { kind: 'unknown', span: { start: 0, end: 0 } };
  const marker = childOf(tree, node, R.marker);
  if (marker !== NONE) return markerOf(tree, marker);
  const value = childOf(tree, node, R.literal);
  if (value === NONE) return { kind: 'unknown', span: spanOf(tree, node) };
  return expressionOfToken(tree, tree.nodes[value * NODE_SIZE + 1]!);
}

function assignmentOf(tree: SyntaxTree, node: number): Assignment {
  const span = spanOf(tree, node);
  const target = childOf(tree, node, R.columnName);
  const column = nameOf(tree, target);
  const first = childOf(tree, node, R.expression);
  if (column === undefined || first === NONE) return { kind: 'unknown', span };
  if (ownTokenOf(tree, node, T.PLUS_EQ) !== NONE)
    return { kind: 'add', column, value: expressionOf(tree, first), span };
  if (ownTokenOf(tree, node, T.MINUS_EQ) !== NONE) {
    return { kind: 'subtract', column, value: expressionOf(tree, first), span };
  }
  const second = nextOf(tree, node, first, R.expression);
  if (ownTokenOf(tree, node, T.LBRACKET) !== NONE) {
    return second === NONE
      ? { kind: 'unknown', span }
      : { kind: 'set-element', column, key: expressionOf(tree, first), value: expressionOf(tree, second), span };
  }
  if (ownTokenOf(tree, node, T.DOT) !== NONE) {
    const field = nameOf(tree, nextOf(tree, node, target, R.columnName));
    return field === undefined
      ? { kind: 'unknown', span }
      : { kind: 'set-field', column, field, value: expressionOf(tree, first), span };
  }
  // `c = c -3`, where the lexer reads the minus as the number's.
  const number = endTokenOf(tree, node) - 1;
  if (number >= endTokenOf(tree, first)) {
    const operand = expressionOf(tree, first);
    if (operand.kind !== 'column') return { kind: 'unknown', span };
    const value = expressionOfToken(tree, number);
    return tree.tokens.types[number] === T.INTEGER
      ? { kind: 'add', column, operand: operand.column, value, bare: true, span }
      : { kind: 'subtract', column, operand: operand.column, value: withoutSign(value), span };
  }
  return sumOf(tree, first, column, span) ?? { kind: 'set', column, value: expressionOf(tree, first), span };
}

/** `nan` for `-nan`. */
const withoutSign = (value: Expression): Expression =>
  value.kind === 'literal'
    ? { ...value, value: value.value.slice(1), span: { start: value.span.start + 1, end: value.span.end } }
    : value;

/** `c ± value` and `value + c`, where `c` is a column; `undefined` for everything else. */
function sumOf(tree: SyntaxTree, expression: number, column: Name, span: Span): Assignment | undefined {
  const operands = operandsOf(tree, expression);
  const { length } = operands;
  if (length < 2) return undefined;
  const sign = operatorBefore(tree, operands[1]!);
  if (sign === T.PLUS || sign === T.MINUS) {
    const operand = columnOfOperand(tree, operands[0]!);
    const kind = sign === T.PLUS ? 'add' : 'subtract';
    if (operand !== undefined) return { kind, column, operand, value: arithmeticOf(tree, operands, 1, length), span };
  }
  if (operatorBefore(tree, operands[length - 1]!) !== T.PLUS) return undefined;
  const operand = columnOfOperand(tree, operands[length - 1]!);
  if (operand === undefined) return undefined;
  return { kind: 'prepend', column, operand, value: arithmeticOf(tree, operands, 0, length - 1), span };
}
