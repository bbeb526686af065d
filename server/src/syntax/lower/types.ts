import type { Expression, Name, TypeRef } from '../ast.ts';
import { NATIVE_TYPE_NAMES, TYPE_FORMS } from '../built-in-types.ts';
import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';
import { fold } from '../names.ts';
import { NODE_SIZE, type SyntaxTree, subtreeEndOf } from '../tree.ts';
import { qualifiedNameOf, stringOfToken } from './names.ts';
import { NONE, childOf, firstChildOf, firstTypeOf, nextOf, spanOf, tokenText } from './nodes.ts';

/** Reads a `type` or `genericType`. */
export function typeOf(tree: SyntaxTree, node: number): TypeRef {
  const span = spanOf(tree, node);
  if (span.start === span.end) return { kind: 'unknown', span };
  const first = tree.nodes[node * NODE_SIZE + 1]!;
  const parameters = childOf(tree, node, R.typeArgument);
  if (parameters !== NONE) {
    const kind = fold(tokenText(tree, first));
    switch (kind) {
      case 'list':
      case 'set':
      case 'map':
      case 'tuple':
      case 'frozen':
        return { kind, arguments: argumentsOf(tree, node, parameters), span };
      case 'vector':
        return {
          kind,
          arguments: argumentsOf(tree, node, parameters).slice(0, 1),
          dimension: dimensionOf(tree, node),
          span,
        };
      default:
        return { kind: 'unknown', span };
    }
  }
  const word = childOf(tree, node, R.typeWord);
  if (word === NONE) return { kind: 'unknown', span };
  switch (firstTypeOf(tree, word)) {
    case T.SET:
      return { kind: 'unknown', span };
    case T.STRING:
      return { kind: 'custom', className: stringOfToken(tree, first), span };
  }
  const name = qualifiedNameOf(tree, word);
  if (name === undefined) return { kind: 'unknown', span };
  if (name.keyspace !== undefined) return { kind: 'user', type: name, span };
  return typeOfName(name.name) ?? { kind: 'unknown', span };
}

/** The type in the first child of a rule `type`; `undefined` where there is none. */
export function typeIn(tree: SyntaxTree, node: number): TypeRef | undefined {
  const type = childOf(tree, node, R.type);
  return type === NONE ? undefined : typeOf(tree, type);
}

/** All children that are types. */
export function typesIn(tree: SyntaxTree, node: number): TypeRef[] {
  const types: TypeRef[] = [];
  for (let type = childOf(tree, node, R.type); type !== NONE; type = nextOf(tree, node, type, R.type)) {
    types.push(typeOf(tree, type));
  }
  return types;
}

/** The type that an expression in parentheses stands for, as in `(int) ?`; `undefined` where it cannot be one. */
export function typeOfExpression(expression: Expression): TypeRef | undefined {
  switch (expression.kind) {
    case 'column':
      return typeOfName(expression.column);
    case 'field':
      if (expression.of.kind !== 'column') return undefined;
      return {
        kind: 'user',
        type: { keyspace: expression.of.column, name: expression.field, span: expression.span },
        span: expression.span,
      };
    case 'literal':
      if (expression.type !== 'string') return undefined;
      return { kind: 'custom', className: expression.value, span: expression.span };
    case 'unknown':
      return { kind: 'unknown', span: expression.span };
    default:
      return undefined;
  }
}

/** Whether a name is that of one of Cassandra's own types, `list` and its like among them. */
export const isOwnType = ({ name, quoted }: Name): boolean => !quoted && (NATIVE.has(name) || FORMS.has(name));

function typeOfName(name: Name): TypeRef {
  const { span } = name;
  if (name.template) return { kind: 'unknown', span };
  if (!name.quoted && NATIVE.has(name.name)) return { kind: 'native', name: name.name, span };
  return { kind: 'user', type: { name, span }, span };
}

function argumentsOf(tree: SyntaxTree, node: number, first: number): TypeRef[] {
  const types: TypeRef[] = [];
  for (let child = first; child !== NONE; child = nextOf(tree, node, child, R.typeArgument)) {
    const type = firstChildOf(tree, child);
    if (type !== NONE) types.push(typeOf(tree, type));
  }
  return types;
}

function dimensionOf(tree: SyntaxTree, node: number): number | undefined {
  const end = subtreeEndOf(tree, node);
  for (let child = node + 1; child < end; child = subtreeEndOf(tree, child)) {
    const token = tree.nodes[child * NODE_SIZE + 1]!;
    if (firstTypeOf(tree, child) === T.INTEGER) return Number(tokenText(tree, token));
  }
  return undefined;
}

const NATIVE: ReadonlySet<string> = new Set(NATIVE_TYPE_NAMES);

const FORMS: ReadonlySet<string> = new Set(TYPE_FORMS.map(({ name }) => name));
