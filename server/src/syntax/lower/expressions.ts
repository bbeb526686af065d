import type { Span } from '../../text/span.ts';
import type {
  Arithmetic,
  Expression,
  FieldValue,
  Literal,
  LiteralType,
  MapEntry,
  Marker,
  Name,
  QualifiedName,
  TypeRef,
} from '../ast.ts';
import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';
import { NODE_SIZE, type SyntaxTree, subtreeEndOf } from '../tree.ts';
import { asFunction, nameIn, nameOf, nameOfToken, stringOfToken } from './names.ts';
import {
  NONE,
  between,
  childOf,
  firstChildOf,
  firstTypeOf,
  nextOf,
  ownTokenOf,
  spanOf,
  tokenSpan,
  tokenText,
} from './nodes.ts';
import { typeIn, typeOf, typeOfExpression } from './types.ts';

/** Reads an `expression`. Placeholders, and what is broken, are `unknown`. */
export function expressionOf(tree: SyntaxTree, node: number): Expression {
  const first = tree.nodes[node * NODE_SIZE + 1]!;
  if (tree.nodes[node * NODE_SIZE + 2]! - first === 1) return expressionOfToken(tree, first);
  const operand = childOf(tree, node, R.operand);
  if (operand === NONE) return { kind: 'unknown', span: spanOf(tree, node) };
  if (nextOf(tree, node, operand, R.operand) === NONE) return operandOf(tree, operand);
  return arithmeticOf(tree, operandsOf(tree, node), 0, Number.MAX_SAFE_INTEGER);
}

/** The expression in the first child of that rule; `unknown` where there is none. */
export function expressionIn(tree: SyntaxTree, node: number): Expression {
  const expression = childOf(tree, node, R.expression);
  return expression === NONE ? { kind: 'unknown', span: spanOf(tree, node) } : expressionOf(tree, expression);
}

/** All children that are expressions. */
export function expressionsIn(tree: SyntaxTree, node: number): Expression[] {
  const found: Expression[] = [];
  for (let child = childOf(tree, node, R.expression); child !== NONE; child = nextOf(tree, node, child, R.expression)) {
    found.push(expressionOf(tree, child));
  }
  return found;
}

/** The `operand` nodes of a flat expression. */
export function operandsOf(tree: SyntaxTree, expression: number): number[] {
  const operands: number[] = [];
  let operand = childOf(tree, expression, R.operand);
  for (; operand !== NONE; operand = nextOf(tree, expression, operand, R.operand)) operands.push(operand);
  return operands;
}

/** Type of the operator token that stands before an operand. */
export const operatorBefore = (tree: SyntaxTree, operand: number): number =>
  tree.tokens.types[tree.nodes[operand * NODE_SIZE + 1]! - 1] ?? 0;

/**
 * Builds the tree of the operands `from` to `to` (exclusive) of a flat expression: `*`, `/` and `%` bind tighter than `+` and `-`,
 * and operators of the same strength group from the left.
 */
export function arithmeticOf(tree: SyntaxTree, operands: readonly number[], from: number, to: number): Expression {
  const end = Math.min(to, operands.length);
  let sum: Expression | undefined;
  let sign: Arithmetic['operator'] = '+';
  let product = operandOf(tree, operands[from]!);
  for (let index = from + 1; index < end; index++) {
    const operator = OPERATORS[operatorBefore(tree, operands[index]!)];
    const next = operandOf(tree, operands[index]!);
    if (operator === undefined) return { kind: 'unknown', span: between(product.span, next.span) };
    if (operator === '+' || operator === '-') {
      sum = sum === undefined ? product : combine(sign, sum, product);
      sign = operator;
      product = next;
    } else {
      product = combine(operator, product, next);
    }
  }
  return sum === undefined ? product : combine(sign, sum, product);
}

/** The name of a plain column, where an operand is nothing else. */
export function columnOfOperand(tree: SyntaxTree, operand: number): Name | undefined {
  const first = tree.nodes[operand * NODE_SIZE + 1]!;
  if (tree.nodes[operand * NODE_SIZE + 2]! - first !== 1) return undefined;
  const value = expressionOfToken(tree, first);
  return value.kind === 'column' ? value.column : undefined;
}

/** Reads a `marker`. */
export function markerOf(tree: SyntaxTree, node: number): Marker {
  return { kind: 'marker', name: nameIn(tree, node, R.ident), span: spanOf(tree, node) };
}

/** Reads the `key: value` entries of a `braceLiteral`; entries without a value are left out. */
export function entriesOf(tree: SyntaxTree, node: number): MapEntry[] {
  const entries: MapEntry[] = [];
  for (let child = childOf(tree, node, R.braceEntry); child !== NONE; child = nextOf(tree, node, child, R.braceEntry)) {
    const key = childOf(tree, child, R.expression);
    const value = key === NONE ? NONE : nextOf(tree, child, key, R.expression);
    if (value !== NONE) entries.push({ key: expressionOf(tree, key), value: expressionOf(tree, value) });
  }
  return entries;
}

/** Reads a single token as an expression. */
export function expressionOfToken(tree: SyntaxTree, token: number): Expression {
  const type = tree.tokens.types[token]!;
  switch (type) {
    case T.STRING:
    case T.UNTERMINATED_STRING:
    case T.TYPOGRAPHIC_STRING:
      return { kind: 'literal', type: 'string', value: stringOfToken(tree, token), span: tokenSpan(tree, token) };
    case T.INTEGER:
      return literal(tree, token, 'integer');
    case T.FLOAT:
    case T.NAN:
    case T.INFINITY:
    case T.NEGATIVE_NAN:
    case T.NEGATIVE_INFINITY:
      return literal(tree, token, 'float');
    case T.TRUE:
    case T.FALSE:
      return literal(tree, token, 'boolean');
    case T.UUID:
      return literal(tree, token, 'uuid');
    case T.HEX:
      return literal(tree, token, 'hex');
    case T.DURATION:
    case T.ISO_DURATION:
      return literal(tree, token, 'duration');
    case T.NULL:
      return { kind: 'null', span: tokenSpan(tree, token) };
    case T.QMARK:
      return { kind: 'marker', span: tokenSpan(tree, token) };
    case T.STAR:
      return { kind: 'star', span: tokenSpan(tree, token) };
    case T.IDENT:
    case T.QUOTED:
    case T.EMPTY_QUOTED:
    case T.BAD_NAME:
    case T.BACKTICKED:
    case T.UNTERMINATED_QUOTED:
    case T.TYPOGRAPHIC_QUOTED:
      return column(nameOfToken(tree, token));
    default:
      // What is left of the tokens that may be names are the unreserved words, which stand together.
      if (type >= T.ACCESS && type <= T.VERTEX) return column(nameOfToken(tree, token));
      return { kind: 'unknown', span: tokenSpan(tree, token) };
  }
}

function operandOf(tree: SyntaxTree, node: number): Expression {
  const first = tree.nodes[node * NODE_SIZE + 1]!;
  if (tree.nodes[node * NODE_SIZE + 2]! - first === 1) return expressionOfToken(tree, first);
  const inner = firstChildOf(tree, node);
  if (inner === NONE) return { kind: 'unknown', span: spanOf(tree, node) };
  if (tree.nodes[inner * NODE_SIZE] === R.operand) {
    return { kind: 'negate', value: operandOf(tree, inner), span: spanOf(tree, node) };
  }
  return modifiersOf(tree, node, primaryOf(tree, node));
}

/** Wraps `of` in the `.field`, `[element]` and `[from..to]` that follow it in `parent`. */
export function modifiersOf(tree: SyntaxTree, parent: number, of: Expression): Expression {
  let result = of;
  let modifier = childOf(tree, parent, R.modifier);
  for (; modifier !== NONE; modifier = nextOf(tree, parent, modifier, R.modifier)) {
    const span = between(of.span, spanOf(tree, modifier));
    const subscript = childOf(tree, modifier, R.subscript);
    if (subscript === NONE) {
      const field = nameIn(tree, modifier, R.columnName);
      result = field === undefined ? { kind: 'unknown', span } : { kind: 'field', of: result, field, span };
    } else {
      result = subscriptOf(tree, subscript, result, span);
    }
  }
  return result;
}

function subscriptOf(tree: SyntaxTree, node: number, of: Expression, span: Span): Expression {
  const range = ownTokenOf(tree, node, T.RANGE);
  const first = childOf(tree, node, R.expression);
  if (range === NONE) {
    return first === NONE ? { kind: 'unknown', span } : { kind: 'element', of, key: expressionOf(tree, first), span };
  }
  if (first === NONE) return { kind: 'slice', of, span };
  if (tree.nodes[first * NODE_SIZE + 1]! > range) return { kind: 'slice', of, to: expressionOf(tree, first), span };
  const second = nextOf(tree, node, first, R.expression);
  const from = expressionOf(tree, first);
  return second === NONE
    ? { kind: 'slice', of, from, span }
    : { kind: 'slice', of, from, to: expressionOf(tree, second), span };
}

/** Reads what stands before the modifiers of an `operand`, or behind a type hint. */
function primaryOf(tree: SyntaxTree, node: number): Expression {
  const inner = firstChildOf(tree, node);
  const rule = inner === NONE ? NONE : tree.nodes[inner * NODE_SIZE];
  // NULL has no node of its own.
  if (rule === NONE || rule === R.modifier) {
    const first = tree.nodes[node * NODE_SIZE + 1]!;
    return firstTypeOf(tree, node) === T.NULL
      ? { kind: 'null', span: tokenSpan(tree, first) }
      : { kind: 'unknown', span: spanOf(tree, node) };
  }
  switch (rule) {
    case R.literal:
      return expressionOfToken(tree, tree.nodes[inner * NODE_SIZE + 1]!);
    case R.marker:
      return markerOf(tree, inner);
    case R.listLiteral:
      return { kind: 'list', items: expressionsIn(tree, inner), span: spanOf(tree, inner) };
    case R.braceLiteral:
      return braceOf(tree, inner);
    case R.parenthesised:
      return parenthesisedOf(tree, inner);
    case R.path:
    case R.hintedPath:
      return pathOf(tree, inner);
    default:
      return { kind: 'unknown', span: spanOf(tree, node) };
  }
}

/** Reads a `path` or `hintedPath`: a column, its fields, or the call of a function. */
export function pathOf(tree: SyntaxTree, node: number): Expression {
  const first = firstChildOf(tree, node);
  const name = nameOf(tree, first);
  if (name === undefined) return { kind: 'unknown', span: spanOf(tree, node) };
  const end = subtreeEndOf(tree, node);
  let result = column(name);
  let last = name;
  let depth = 1;
  for (let child = subtreeEndOf(tree, first); child < end; child = subtreeEndOf(tree, child)) {
    if (tree.nodes[child * NODE_SIZE] === R.callArguments) {
      if (depth > 2) return { kind: 'unknown', span: spanOf(tree, node) };
      const called: QualifiedName =
        depth === 1
          ? { name: asFunction(name), span: name.span }
          : { keyspace: name, name: asFunction(last), span: between(name.span, last.span) };
      return callOf(tree, node, called, child);
    }
    const field = nameOf(tree, child);
    if (field === undefined) break;
    result = { kind: 'field', of: result, field, span: between(name.span, field.span) };
    last = field;
    depth++;
  }
  return result;
}

function callOf(tree: SyntaxTree, node: number, called: QualifiedName, parentheses: number): Expression {
  const span = spanOf(tree, node);
  const isCast = called.keyspace === undefined && called.name.name === 'cast' && !called.name.quoted;
  const argumentsThere: Expression[] = [];
  const end = subtreeEndOf(tree, parentheses);
  for (let child = parentheses + 1; child < end; child = subtreeEndOf(tree, child)) {
    const value = childOf(tree, child, R.expression);
    if (value === NONE) continue;
    const type = typeIn(tree, child);
    if (type !== undefined && isCast) {
      return { kind: 'cast', value: expressionOf(tree, value), type, span };
    }
    argumentsThere.push(expressionOf(tree, value));
  }
  const star = ownTokenOf(tree, parentheses, T.STAR);
  if (star !== NONE) argumentsThere.push({ kind: 'star', span: tokenSpan(tree, star) });
  return { kind: 'call', function: called, arguments: argumentsThere, span };
}

function braceOf(tree: SyntaxTree, node: number): Expression {
  const span = spanOf(tree, node);
  const first = childOf(tree, node, R.braceEntry);
  if (first === NONE) return { kind: 'set', items: [], span };
  if (ownTokenOf(tree, first, T.COLON) === NONE) {
    const items: Expression[] = [];
    for (let child = first; child !== NONE; child = nextOf(tree, node, child, R.braceEntry)) {
      items.push(expressionIn(tree, child));
    }
    return { kind: 'set', items, span };
  }
  const entries = entriesOf(tree, node);
  // Keys that are placeholders only: fields or values, who knows.
  if (entries.every(({ key }) => key.kind === 'unknown')) return { kind: 'unknown', span };
  const fields: FieldValue[] = [];
  for (const { key, value } of entries) {
    if (key.kind === 'column') fields.push({ field: key.column, value });
    else if (key.kind !== 'unknown') return { kind: 'map', entries, span };
  }
  return { kind: 'udt', fields, span };
}

function parenthesisedOf(tree: SyntaxTree, node: number): Expression {
  const span = spanOf(tree, node);
  const generic = childOf(tree, node, R.genericType);
  const hinted = childOf(tree, node, R.typeHintOperand);
  if (hinted === NONE) {
    if (generic !== NONE || childOf(tree, node, R.sqlSubquery) !== NONE) return { kind: 'unknown', span };
    return { kind: 'tuple', items: expressionsIn(tree, node), span };
  }
  const value = primaryOf(tree, hinted);
  if (generic !== NONE) return hintOf(typeOf(tree, generic), value, span);
  const items = expressionsIn(tree, node);
  const [inner] = items;
  const type = inner !== undefined && items.length === 1 ? typeOfExpression(inner) : undefined;
  if (type !== undefined) return hintOf(type, value, span);
  // `(a + b)[1]` takes an element of what stands in the parentheses.
  if (value.kind !== 'list' || value.items.length !== 1) return { kind: 'unknown', span };
  const close = ownTokenOf(tree, node, T.RPAREN);
  const of: Expression = { kind: 'tuple', items, span: { start: span.start, end: tree.tokens.ends[close]! } };
  return { kind: 'element', of, key: value.items[0]!, span };
}

/** The type is that of the column alone, whose fields are then looked at. */
function hintOf(type: TypeRef, value: Expression, span: Span): Expression {
  if (value.kind !== 'field') return { kind: 'hint', type, value, span };
  return { ...value, of: hintOf(type, value.of, { start: span.start, end: value.of.span.end }), span };
}

const column = (name: Name): Expression =>
  name.template ? { kind: 'unknown', span: name.span } : { kind: 'column', column: name, span: name.span };

const literal = (tree: SyntaxTree, token: number, type: LiteralType): Literal => ({
  kind: 'literal',
  type,
  value: tokenText(tree, token),
  span: tokenSpan(tree, token),
});

const combine = (operator: Arithmetic['operator'], left: Expression, right: Expression): Arithmetic => ({
  kind: 'arithmetic',
  operator,
  left,
  right,
  span: between(left.span, right.span),
});

const OPERATORS: Readonly<Record<number, Arithmetic['operator']>> = {
  [T.PLUS]: '+',
  [T.MINUS]: '-',
  [T.STAR]: '*',
  [T.SLASH]: '/',
  [T.PERCENT]: '%',
};
