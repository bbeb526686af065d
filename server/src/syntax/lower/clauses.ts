import type { Clause, Expression, Using } from '../ast.ts';
import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';
import type { SyntaxTree } from '../tree.ts';
import { expressionIn } from './expressions.ts';
import { NONE, childOf, firstChildOf, firstTypeOf, nextOf, spanOf } from './nodes.ts';

/** A clause whose value is an expression. */
export const clauseOf = (tree: SyntaxTree, node: number): Clause<Expression> => ({
  value: expressionIn(tree, node),
  span: spanOf(tree, node),
});

/** Reads a `usingClause`. */
export function usingOf(tree: SyntaxTree, node: number): Using | undefined {
  if (node === NONE) return undefined;
  let timestamp: Clause<Expression> | undefined;
  let ttl: Clause<Expression> | undefined;
  let timeout: Clause<Expression> | undefined;
  for (let child = childOf(tree, node, R.usingItem); child !== NONE; child = nextOf(tree, node, child, R.usingItem)) {
    switch (firstTypeOf(tree, child)) {
      case T.TIMESTAMP:
        timestamp = clauseOf(tree, child);
        break;
      case T.TTL:
        ttl = clauseOf(tree, child);
        break;
      case T.TIMEOUT:
        timeout = clauseOf(tree, firstChildOf(tree, child));
        break;
    }
  }
  return { timestamp, ttl, timeout, span: spanOf(tree, node) };
}
