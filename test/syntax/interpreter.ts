import {
  BailErrorStrategy,
  CommonToken,
  CommonTokenStream,
  ListTokenSource,
  ParseCancellationException,
  ParserInterpreter,
  ParserRuleContext,
  TerminalNode,
  Token,
} from 'antlr4ng';
import { CqlParser } from '../../server/src/syntax/generated/CqlParser.ts';
import { TreeParser } from '../../server/src/syntax/parsing/tree-parser.ts';
import { root } from '../../server/src/syntax/generated/rules.ts';
import { NODE_SIZE } from '../../server/src/syntax/tree.ts';

/** The tree that ANTLR's own interpreter of the grammar gives, in the flat form; `undefined` where it refuses the tokens. */
export function interpretedTree(types: Uint8Array): number[] | undefined {
  const tokens = Array.from(types, (type, index) => tokenOf(type, index));
  const stream = new CommonTokenStream(new ListTokenSource([...tokens, tokenOf(Token.EOF, types.length)]));
  const { ruleNames } = CqlParser;
  const interpreter = new ParserInterpreter(
    'Cql',
    { getDisplayName: () => '' } as never,
    ruleNames,
    new TreeParser().atn,
    stream,
  );
  interpreter.removeErrorListeners();
  interpreter.errorHandler = new BailErrorStrategy();
  try {
    const nodes: number[] = [];
    flatten(interpreter.parse(root), nodes);
    return nodes;
  } catch (error) {
    if (error instanceof ParseCancellationException) return undefined;
    throw error;
  }
}

function tokenOf(type: number, index: number): Token {
  const token = CommonToken.fromType(type);
  token.tokenIndex = index;
  return token;
}

function flatten(context: ParserRuleContext, nodes: number[]): number {
  const at = nodes.length;
  const first = context.start!.tokenIndex;
  nodes.push(context.ruleIndex, first, first, 0);
  let end = first;
  for (const child of context.children) {
    if (child instanceof ParserRuleContext) end = Math.max(end, flatten(child, nodes));
    else if (child instanceof TerminalNode && child.symbol.type !== Token.EOF) end = child.symbol.tokenIndex + 1;
  }
  nodes[at + 2] = end;
  nodes[at + 3] = nodes.length / NODE_SIZE;
  return end;
}
