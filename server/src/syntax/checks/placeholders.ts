import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';
import { NONE, childOf, firstTypeOf, spanOf } from '../lower/nodes.ts';
import { NODE_SIZE, endTokenOf, firstTokenOf } from '../tree.ts';
import { type Report, feature, problem } from './report.ts';

/** Notes what a tool must put a name in place of before a server can read the statement: `%s`, `<table>`, markers for names. */
export function checkPlaceholders(report: Report): void {
  const { types } = report.tree.tokens;
  for (let token = 0; token < types.length; token++) if (isSuspicious(types[token]!)) return checkNames(report);
}

const isSuspicious = (type: number): boolean =>
  type === T.QMARK || type === T.COLON || type === T.LT || type === T.PERCENT;

function checkNames(report: Report): void {
  const { tree } = report;
  const count = tree.nodes.length / NODE_SIZE;
  for (let node = 0; node < count; node++) {
    switch (tree.nodes[node * NODE_SIZE]) {
      case R.placeholder:
        if (isPattern(report, node))
          problem(report, spanOf(tree, node), "The pattern of LIKE is a text: `LIKE '%x%'`.");
        else feature(report, isRemainderOfModifier(report, node) ? 'arithmetic' : 'placeholder', spanOf(tree, node));
        break;
      case R.tableName:
      case R.functionName:
      case R.useStatement:
      case R.createKeyspace:
      case R.alterStatement:
      case R.dropStatement:
      case R.resource: {
        const marker = childOf(tree, node, R.marker);
        if (marker !== NONE) feature(report, 'placeholder', spanOf(tree, marker));
        break;
      }
      case R.roleName:
        if (firstTypeOf(tree, node) === T.QMARK) feature(report, 'placeholder', spanOf(tree, node));
        break;
    }
  }
}

/** `LIKE %x%`. */
function isPattern({ tree }: Report, node: number): boolean {
  const { types } = tree.tokens;
  return types[firstTokenOf(tree, node) - 1] === T.LIKE && types[endTokenOf(tree, node) - 1] === T.PERCENT;
}

/** `SELECT json % a`: a column named as the modifier, divided; a placeholder stands without a gap. */
function isRemainderOfModifier({ tree }: Report, node: number): boolean {
  const percent = firstTokenOf(tree, node);
  const { types, starts, ends } = tree.tokens;
  const before = types[percent - 1];
  return (
    types[percent] === T.PERCENT &&
    (before === T.JSON || before === T.DISTINCT) &&
    ends[percent]! < starts[percent + 1]!
  );
}

/** Notes a bind marker where the server has none: it can only be a placeholder of a tool. */
export function noMarker(report: Report, expression: number): void {
  const type = firstTypeOf(report.tree, expression);
  if (type === T.QMARK || type === T.COLON) feature(report, 'placeholder', spanOf(report.tree, expression));
}
