import * as R from '../syntax/generated/rules.ts';
import * as T from '../syntax/generated/token-types.ts';
import { NONE, ownTokenOf } from '../syntax/lower/nodes.ts';
import { ruleOf } from '../syntax/tree.ts';
import { modifierNames, pathNames, within } from './expressions.ts';
import type { Value } from './occurrence.ts';
import { add, type Around, childrenOf, isName, keyspaceOwner, visit, type Visitors, type Walk } from './walk.ts';

/** Names in what WHERE and IF compare. */
export const RELATIONS: Visitors = {
  [R.relation]: relationNames,
  [R.groupedRelation]: relationNames,
  [R.customExpression](walk, node, around) {
    for (const child of childrenOf(walk.tree, node)) {
      if (isName(ruleOf(walk.tree, child))) add(walk, child, 'index', 'reference', keyspaceOwner(around.table));
      else visit(walk, child, {});
    }
  },
};

/** `left operator right`; what stands right is a value of what stands left. */
function relationNames(walk: Walk, node: number, { table }: Around): void {
  let left: Value | undefined;
  for (const child of childrenOf(walk.tree, node)) {
    switch (ruleOf(walk.tree, child)) {
      case R.relationLeft: {
        const [path, ...more] = childrenOf(walk.tree, child);
        const isPath = path !== undefined && ruleOf(walk.tree, path) === R.path;
        left = modifierNames(walk, child, isPath ? pathNames(walk, path, { table }) : undefined);
        for (const one of more) if (ruleOf(walk.tree, one) === R.sqlCalculation) visit(walk, one, { table });
        break;
      }
      case R.relationTail:
        tailNames(walk, child, left);
        break;
      default:
        visit(walk, child, { table });
    }
  }
}

function tailNames(walk: Walk, node: number, left: Value | undefined): void {
  const { tree } = walk;
  const contains = ownTokenOf(tree, node, T.CONTAINS) !== NONE;
  const value = contains ? within(left, ownTokenOf(tree, node, T.KEY) === NONE ? 'value' : 'key') : left;
  for (const child of childrenOf(tree, node)) {
    const rule = ruleOf(tree, child);
    if (rule === R.notOperator) tailNames(walk, child, left);
    else if (rule === R.inOperand) {
      for (const one of childrenOf(tree, child)) {
        if (isName(ruleOf(tree, one))) add(walk, one, 'marker', 'reference');
        else visit(walk, one, { value });
      }
    } else visit(walk, child, { value });
  }
}
