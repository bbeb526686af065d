import type { CreateAggregate, CreateFunction, Drop, Name, TypeRef } from '../ast.ts';
import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';
import { NODE_SIZE, type SyntaxTree, subtreeEndOf } from '../tree.ts';
import { expressionOf, expressionOfToken } from './expressions.ts';
import { functionNameOf, nameIn, nameOrMarkerIn, qualifiedIn, unqualified } from './names.ts';
import { NONE, childOf, nextOf, ownTokenOf, spanOf } from './nodes.ts';
import { typeIn, typeOf, typesIn } from './types.ts';

/** Reads a `createFunction` that `statement` encloses. */
export function createFunctionOf(tree: SyntaxTree, statement: number, node: number): CreateFunction {
  const parameters: { name: Name; type: TypeRef }[] = [];
  let child = childOf(tree, node, R.functionParameter);
  for (; child !== NONE; child = nextOf(tree, node, child, R.functionParameter)) {
    const name = nameIn(tree, child, R.ident);
    const type = typeIn(tree, child);
    if (name !== undefined && type !== undefined) parameters.push({ name, type });
  }
  const called = ownTokenOf(tree, node, T.CALLED) !== NONE;
  const returnsNull = ownTokenOf(tree, node, T.NULL) !== NONE;
  const last = expressionOfToken(tree, Math.max(0, tree.nodes[node * NODE_SIZE + 2]! - 1));
  return {
    kind: 'create-function',
    name: functionNameOf(tree, childOf(tree, node, R.functionName)),
    orReplace: childOf(tree, statement, R.orReplace) !== NONE,
    ifNotExists: childOf(tree, node, R.ifNotExists) !== NONE,
    parameters,
    onNull: called ? 'called' : returnsNull ? 'returns-null' : undefined,
    returns: typeIn(tree, node),
    language: ownTokenOf(tree, node, T.LANGUAGE) === NONE ? undefined : nameIn(tree, node, R.ident),
    body: last.kind === 'literal' && last.type === 'string' ? last : undefined,
    span: spanOf(tree, statement),
  };
}

/** Reads a `createAggregate` that `statement` encloses. */
export function createAggregateOf(tree: SyntaxTree, statement: number, node: number): CreateAggregate {
  const { nodes } = tree;
  const sfunc = ownTokenOf(tree, node, T.SFUNC);
  const stype = ownTokenOf(tree, node, T.STYPE);
  const finalfunc = ownTokenOf(tree, node, T.FINALFUNC);
  const parameters: TypeRef[] = [];
  let name: CreateAggregate['name'];
  let stateFunction: Name | undefined;
  let stateType: TypeRef | undefined;
  let finalFunction: Name | undefined;
  let initialCondition: CreateAggregate['initialCondition'];
  const end = subtreeEndOf(tree, node);
  // Which word stands right before a child tells what the child is.
  for (let child = node + 1; child < end; child = subtreeEndOf(tree, child)) {
    const before = nodes[child * NODE_SIZE + 1]! - 1;
    switch (nodes[child * NODE_SIZE]) {
      case R.functionName:
        if (before === sfunc && sfunc !== NONE) stateFunction = functionNameOf(tree, child)?.name;
        else if (before === finalfunc && finalfunc !== NONE) finalFunction = functionNameOf(tree, child)?.name;
        else name ??= functionNameOf(tree, child);
        break;
      case R.type:
        if (before === stype && stype !== NONE) stateType = typeOf(tree, child);
        else parameters.push(typeOf(tree, child));
        break;
      case R.expression:
        initialCondition = expressionOf(tree, child);
        break;
    }
  }
  return {
    kind: 'create-aggregate',
    name,
    orReplace: childOf(tree, statement, R.orReplace) !== NONE,
    ifNotExists: childOf(tree, node, R.ifNotExists) !== NONE,
    parameters,
    stateFunction,
    stateType,
    finalFunction,
    initialCondition,
    span: spanOf(tree, statement),
  };
}

/** Reads a `dropStatement` of schema elements. */
export function dropOf(tree: SyntaxTree, node: number): Drop {
  const { what, name } = droppedBy(tree, node);
  const parameters = (what === 'function' || what === 'aggregate') && ownTokenOf(tree, node, T.LPAREN) !== NONE;
  return {
    kind: 'drop',
    what,
    ifExists: childOf(tree, node, R.ifExists) !== NONE,
    name,
    parameters: parameters ? typesIn(tree, node) : undefined,
    on: what === 'trigger' ? qualifiedIn(tree, node, R.tableName) : undefined,
    span: spanOf(tree, node),
  };
}

function droppedBy(tree: SyntaxTree, node: number): Pick<Drop, 'what' | 'name'> {
  const local = nameOrMarkerIn(tree, node);
  const name = local === undefined ? undefined : unqualified(local);
  if (childOf(tree, node, R.keyspaceWord) !== NONE) return { what: 'keyspace', name };
  const first = tree.nodes[node * NODE_SIZE + 1]! + 1;
  switch (first < tree.nodes[node * NODE_SIZE + 2]! ? tree.tokens.types[first] : NONE) {
    case T.TABLE:
    case T.COLUMNFAMILY:
      return { what: 'table', name: qualifiedIn(tree, node, R.tableName) };
    case T.MATERIALIZED:
      return { what: 'view', name: qualifiedIn(tree, node, R.tableName) };
    case T.TYPE:
      return { what: 'type', name: qualifiedIn(tree, node, R.typeName) };
    case T.INDEX:
      return { what: 'index', name: qualifiedIn(tree, node, R.indexName) };
    case T.FUNCTION:
      return { what: 'function', name: functionNameOf(tree, childOf(tree, node, R.functionName)) };
    case T.AGGREGATE:
      return { what: 'aggregate', name: functionNameOf(tree, childOf(tree, node, R.functionName)) };
    case T.TRIGGER:
      return { what: 'trigger', name };
    default:
      return { what: 'other' };
  }
}
