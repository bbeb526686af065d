import type { Name } from '../syntax/ast.ts';
import * as R from '../syntax/generated/rules.ts';
import * as T from '../syntax/generated/token-types.ts';
import { nameOf, nameOfToken } from '../syntax/lower/names.ts';
import { firstTypeOf } from '../syntax/lower/nodes.ts';
import { isOwnType } from '../syntax/lower/types.ts';
import { type SyntaxTree, firstTokenOf, ruleOf } from '../syntax/tree.ts';
import { addName, addQualified, childrenOf, namesIn, visitChildren, type Visitors, type Walk } from './walk.ts';

/** Names in types. */
export const TYPES: Visitors = { [R.type]: typeNames, [R.genericType]: typeNames };

/** The names in a type. */
export function typeNames(walk: Walk, node: number): void {
  const { tree } = walk;
  const first = firstTokenOf(tree, node);
  // LIST and its like before `<`, where no expression may stand, are no names to the grammar.
  if (ruleOf(tree, node) === R.genericType && firstTypeOf(tree, node) !== 0)
    addName(walk, nameOfToken(tree, first), 'native-type', 'reference');
  for (const child of childrenOf(tree, node)) {
    if (ruleOf(tree, child) === R.typeWord) typeWordNames(walk, child);
    else visitChildren(walk, child, {});
  }
}

/** The word of a type: one of Cassandra's own, or that of a user-defined type. */
export function typeWordNames(walk: Walk, node: number): void {
  const { tree } = walk;
  const [only, ...more] = namesIn(tree, node);
  const type = only === undefined ? tokenOfSet(tree, node) : more.length > 0 ? undefined : nameOf(tree, only);
  if (type !== undefined && isOwnType(type)) addName(walk, type, 'native-type', 'reference');
  else addQualified(walk, node, 'type', 'reference');
}

/** SET is reserved, and the one type that is no name. */
function tokenOfSet(tree: SyntaxTree, node: number): Name | undefined {
  return firstTypeOf(tree, node) === T.SET ? nameOfToken(tree, firstTokenOf(tree, node)) : undefined;
}
