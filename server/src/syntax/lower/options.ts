import type { Option, OptionValue } from '../ast.ts';
import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';
import { NODE_SIZE, type SyntaxTree, subtreeEndOf } from '../tree.ts';
import { entriesOf, expressionIn } from './expressions.ts';
import { nameIn } from './names.ts';
import { NONE, childOf, firstChildOf, spanOf, tokenText } from './nodes.ts';

/** The options of a `withProperties` in `node`; none where there is no WITH. */
export function optionsIn(tree: SyntaxTree, node: number): Option[] {
  return optionsOf(tree, childOf(tree, node, R.withProperties));
}

/** The `property` nodes of a WITH clause, whatever rules stand between. */
export function optionsOf(tree: SyntaxTree, clause: number): Option[] {
  const options: Option[] = [];
  if (clause === NONE) return options;
  const end = subtreeEndOf(tree, clause);
  for (let child = clause + 1; child < end; child = subtreeEndOf(tree, child)) {
    const property = tree.nodes[child * NODE_SIZE] === R.property ? child : childOf(tree, child, R.property);
    const option = property === NONE ? undefined : optionOf(tree, property);
    if (option !== undefined) options.push(option);
  }
  return options;
}

function optionOf(tree: SyntaxTree, node: number): Option | undefined {
  const name = nameIn(tree, node, R.ident);
  if (name === undefined) return undefined;
  return { name: name.name, nameSpan: name.span, value: valueOf(tree, node), span: spanOf(tree, node) };
}

function valueOf(tree: SyntaxTree, property: number): OptionValue {
  const node = childOf(tree, property, R.expression);
  if (node === NONE) return { kind: 'unknown', span: spanOf(tree, property) };
  const map = braceIn(tree, node);
  const span = spanOf(tree, node);
  if (map !== NONE) return { kind: 'map', entries: entriesOf(tree, map), span };
  const value = expressionIn(tree, property);
  switch (value.kind) {
    case 'literal':
      return value.type === 'boolean'
        ? { kind: 'word', word: value.value.toLowerCase(), span }
        : { kind: 'literal', literal: value, span };
    case 'column': {
      const word = tree.nodes[node * NODE_SIZE + 1]!;
      const unreserved = tree.tokens.types[word]! >= T.ACCESS && tree.tokens.types[word]! <= T.VERTEX;
      return unreserved ? { kind: 'word', word: tokenText(tree, word), span } : { kind: 'unknown', span };
    }
    default:
      return { kind: 'unknown', span };
  }
}

/** The `braceLiteral` that an expression consists of. */
function braceIn(tree: SyntaxTree, expression: number): number {
  const operand = firstChildOf(tree, expression);
  const brace = operand === NONE ? NONE : childOf(tree, operand, R.braceLiteral);
  if (brace === NONE) return NONE;
  return tree.nodes[brace * NODE_SIZE + 2] === tree.nodes[expression * NODE_SIZE + 2] ? brace : NONE;
}
