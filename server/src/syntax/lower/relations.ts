import type { Alternatives, Conditions, Expression, Name, Operand, Operator, Relation, Where } from '../ast.ts';
import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';
import { NODE_SIZE, type SyntaxTree, subtreeEndOf } from '../tree.ts';
import { expressionIn, expressionOf, expressionsIn, markerOf, modifiersOf, pathOf } from './expressions.ts';
import { nameIn } from './names.ts';
import { NONE, childOf, firstChildOf, firstTypeOf, nextOf, ownTokenOf, spanOf, tokenAt, tokenText } from './nodes.ts';

/** Reads a `whereClause`. */
export function whereOf(tree: SyntaxTree, node: number): Where | undefined {
  if (node === NONE) return undefined;
  const or: Alternatives[] = [];
  const relations = relationsIn(tree, node, or);
  const span = spanOf(tree, node);
  return or.length === 0 ? { relations, span } : { relations, or, span };
}

/** All children that are relations; those in parentheses are read as if they stood without. */
export function relationsIn(tree: SyntaxTree, node: number, or: Alternatives[] = []): Relation[] {
  const relations: Relation[] = [];
  addRelations(tree, node, R.relation, relations, or);
  return relations;
}

/** Whether a placeholder stands for relations: more may be there than is seen. */
export function hasTemplateRelation(tree: SyntaxTree, node: number): boolean {
  for (let child = childOf(tree, node, R.relation); child !== NONE; child = nextOf(tree, node, child, R.relation)) {
    if (childOf(tree, child, R.templateClause) !== NONE) return true;
  }
  return false;
}

/** Reads `conditions`, or the `insertCondition` of INSERT. */
export function conditionsOf(tree: SyntaxTree, node: number): Conditions | undefined {
  if (node === NONE) return undefined;
  const span = spanOf(tree, node);
  const misplaced = childOf(tree, node, R.misplacedCondition);
  const first = tokenAt(tree, node, 1);
  switch (first === NONE ? NONE : tree.tokens.types[first]) {
    case T.NOT:
      return { kind: 'not-exists', span };
    default: {
      // A column may be called EXISTS.
      const conditions = relationsIn(tree, misplaced === NONE ? node : misplaced);
      const isExists = first !== NONE && tree.tokens.types[first] === T.EXISTS && conditions.length === 0;
      return isExists ? { kind: 'exists', span } : { kind: 'if', conditions, span };
    }
  }
}

function addRelations(tree: SyntaxTree, node: number, rule: number, into: Relation[], or: Alternatives[]): void {
  const sides: (readonly number[])[] = [];
  let begun = into.length;
  const side = (): readonly number[] => Array.from({ length: into.length - begun }, (_, index) => begun + index);
  const end = subtreeEndOf(tree, node);
  for (let child = node + 1; child < end; child = subtreeEndOf(tree, child)) {
    if (tree.nodes[child * NODE_SIZE] === R.sqlOr) {
      sides.push(side());
      begun = into.length;
    }
    if (tree.nodes[child * NODE_SIZE] !== rule) continue;
    const group = childOf(tree, child, R.relationGroup);
    if (group !== NONE && childOf(tree, child, R.relationTail) === NONE)
      addRelations(tree, group, R.groupedRelation, into, or);
    else into.push(relationOf(tree, child));
  }
  if (sides.length > 0) or.push([...sides, side()]);
}

function relationOf(tree: SyntaxTree, node: number): Relation {
  const span = spanOf(tree, node);
  const left = firstChildOf(tree, node);
  if (left === NONE) return { kind: 'unknown', span };
  if (tree.nodes[left * NODE_SIZE] === R.customExpression) {
    const index = nameIn(tree, left, R.ident);
    return index === undefined
      ? { kind: 'unknown', span }
      : { kind: 'expr', index, value: expressionIn(tree, left), span };
  }
  const tail = childOf(tree, node, R.relationTail);
  const operator = tail === NONE ? undefined : operatorOf(tree, tail);
  if (operator === undefined) {
    const before = tail === NONE || !isOfSql(tree, tail) ? undefined : subjectOf(tree, left);
    return before?.kind === 'column' ? { kind: 'unknown', compared: before.column, span } : { kind: 'unknown', span };
  }
  const operand = operandOf(tree, tail, operator);
  if (tree.nodes[left * NODE_SIZE] === R.relationGroup) {
    const columns = columnsOfGroup(tree, left);
    return columns === undefined
      ? { kind: 'unknown', span }
      : { kind: 'tuple', columns, columnsSpan: spanOf(tree, left), operator, operand, span };
  }
  const subject = subjectOf(tree, left);
  switch (subject?.kind) {
    case 'column':
      return { kind: 'column', column: subject.column, operator, operand, span };
    case 'element':
      if (subject.of.kind !== 'column') break;
      return { kind: 'element', column: subject.of.column, key: subject.key, operator, operand, span };
    case 'field':
      if (subject.of.kind !== 'column') break;
      return { kind: 'field', column: subject.of.column, field: subject.field, operator, operand, span };
    case 'call': {
      if (subject.function.name.name !== 'token')
        return { kind: 'unknown', computed: { call: subject, operator, operand }, span };
      const columns = columnsOf(subject.arguments);
      if (columns === undefined || subject.function.keyspace !== undefined) break;
      const columnsSpan = { start: subject.function.span.start, end: subject.span.end };
      return { kind: 'token', columns, columnsSpan, operator, operand, span };
    }
  }
  return { kind: 'unknown', span };
}

/** What stands left of the operator, read as an expression; a placeholder for a name stays a column. */
export function subjectOf(tree: SyntaxTree, left: number): Expression | undefined {
  const path = childOf(tree, left, R.path);
  if (path === NONE || childOf(tree, left, R.sqlCalculation) !== NONE) return undefined;
  const value = pathOf(tree, path);
  if (value.kind === 'unknown') {
    const column = nameIn(tree, path, R.columnName);
    const alone = column !== undefined && column.span.end === value.span.end;
    return modifiersOf(tree, left, alone ? { kind: 'column', column, span: value.span } : value);
  }
  return modifiersOf(tree, left, value);
}

/** The columns of `(a, b)`; `undefined` where anything but columns stands in it. */
function columnsOfGroup(tree: SyntaxTree, group: number): Name[] | undefined {
  const columns: Name[] = [];
  let child = childOf(tree, group, R.groupedRelation);
  for (; child !== NONE; child = nextOf(tree, group, child, R.groupedRelation)) {
    if (childOf(tree, child, R.relationTail) !== NONE) return undefined;
    const left = childOf(tree, child, R.relationLeft);
    const subject = left === NONE ? undefined : subjectOf(tree, left);
    if (subject?.kind !== 'column') return undefined;
    columns.push(subject.column);
  }
  return columns;
}

function columnsOf(expressions: readonly Expression[]): Name[] | undefined {
  const columns: Name[] = [];
  for (const expression of expressions) {
    if (expression.kind !== 'column') return undefined;
    columns.push(expression.column);
  }
  return columns;
}

/** `undefined` where the operator is missing, or is one that CQL does not have. */
function operatorOf(tree: SyntaxTree, tail: number): Operator | undefined {
  const inner = firstChildOf(tree, tail);
  switch (inner === NONE ? R.relationTail : tree.nodes[inner * NODE_SIZE]) {
    case R.comparison:
      return COMPARISONS[tokenText(tree, tree.nodes[inner * NODE_SIZE + 1]!)];
    case R.between:
      return 'BETWEEN';
    case R.notOperator:
      if (ownTokenOf(tree, inner, T.IN) !== NONE) return 'NOT IN';
      if (ownTokenOf(tree, inner, T.CONTAINS) === NONE) return undefined;
      return ownTokenOf(tree, inner, T.KEY) === NONE ? 'NOT CONTAINS' : 'NOT CONTAINS KEY';
    case R.isTail:
      return ownTokenOf(tree, inner, T.NULL) === NONE ? undefined : 'IS NOT NULL';
  }
  switch (firstTypeOf(tree, tail)) {
    case T.IN:
      return 'IN';
    case T.LIKE:
      return 'LIKE';
    case T.CONTAINS:
      return ownTokenOf(tree, tail, T.KEY) === NONE ? 'CONTAINS' : 'CONTAINS KEY';
    default:
      return undefined;
  }
}

/** IS NULL, NOT LIKE and NOT BETWEEN, read whole. */
function isOfSql(tree: SyntaxTree, tail: number): boolean {
  const inner = firstChildOf(tree, tail);
  if (inner === NONE) return false;
  switch (tree.nodes[inner * NODE_SIZE]) {
    case R.isTail:
    case R.notOperator:
      return [R.sqlIsNull, R.sqlNotLike, R.sqlNotBetween].some((rule) => childOf(tree, inner, rule) !== NONE);
    default:
      return false;
  }
}

function operandOf(tree: SyntaxTree, tail: number, operator: Operator): Operand {
  switch (operator) {
    case 'IS NOT NULL':
      return { kind: 'none' };
    case 'BETWEEN': {
      const [low, high] = expressionsIn(tree, childOf(tree, tail, R.between));
      const nothing: Expression = { kind: 'unknown', span: spanOf(tree, tail) };
      return { kind: 'between', low: low ?? nothing, high: high ?? nothing };
    }
    case 'IN':
      return inOperandOf(tree, tail);
    case 'NOT IN':
      return inOperandOf(tree, childOf(tree, tail, R.notOperator));
    case 'NOT CONTAINS':
    case 'NOT CONTAINS KEY':
      return { kind: 'one', value: expressionIn(tree, childOf(tree, tail, R.notOperator)) };
    default:
      return { kind: 'one', value: expressionIn(tree, tail) };
  }
}

function inOperandOf(tree: SyntaxTree, parent: number): Operand {
  const node = childOf(tree, parent, R.inOperand);
  if (node === NONE) return { kind: 'one', value: { kind: 'unknown', span: spanOf(tree, parent) } };
  const marker = childOf(tree, node, R.marker);
  if (marker !== NONE) return { kind: 'one', value: markerOf(tree, marker) };
  if (firstTypeOf(tree, node) !== T.LPAREN || childOf(tree, node, R.sqlSubquery) !== NONE) {
    return { kind: 'one', value: { kind: 'unknown', span: spanOf(tree, node) } };
  }
  const items: Expression[] = [];
  const end = subtreeEndOf(tree, node);
  for (let child = node + 1; child < end; child = subtreeEndOf(tree, child)) {
    if (tree.nodes[child * NODE_SIZE] === R.expression) items.push(expressionOf(tree, child));
  }
  return { kind: 'several', items, span: spanOf(tree, node) };
}

/** By their text; what is pasted from the web or brought from SQL is read as what was meant. */
const COMPARISONS: Readonly<Record<string, Operator>> = {
  '=': '=',
  '==': '=',
  '!=': '!=',
  '<>': '!=',
  '\u2260': '!=',
  '<': '<',
  '<=': '<=',
  '\u2264': '<=',
  '\u21d0': '<=',
  '>': '>',
  '>=': '>=',
  '\u2265': '>=',
  '\u21d2': '>=',
};
