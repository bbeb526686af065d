import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';
import { NONE, childOf, firstTypeOf, nextOf, spanOf } from '../lower/nodes.ts';
import { quoteString } from '../names.ts';
import { type Report, problem, quoted, replace, shown, textOf } from './report.ts';

/** Reports a name where only a value may stand. */
export function reportColumn(report: Report, node: number, token: number): void {
  const { tree } = report;
  const text = textOf(tree, node);
  const span = spanOf(tree, node);
  const inner = QUOTES.exec(text)?.[1];
  const string = quoteString(inner ?? text);
  if (inner === undefined) {
    const { types } = tree.tokens;
    const isCalculated = [types[token - 1], types[token + 1]].some((type) => OPERATORS.has(type ?? NONE));
    const instead = isCalculated
      ? 'Nothing is calculated from what a row holds: read it, and give the result'
      : `Text needs single quotes: \`${string}\``;
    problem(report, span, `A value must stand here, and ${quoted(text)} is a name. ${instead}.`);
    return;
  }
  const message =
    tree.tokens.types[token] === T.QUOTED
      ? `A value must stand here. Double quotes are for names; text is written \`${string}\`.`
      : `A value must stand here, and text stands in plain single quotes: \`${string}\`.`;
  problem(report, span, message, replace(`Change to ${string}`, span, string));
}

/** TOKEN, which only the name of a function may be. */
export function reservedName(report: Report, node: number): void {
  const name = `"${textOf(report.tree, node).toLowerCase()}"`;
  const span = spanOf(report.tree, node);
  problem(
    report,
    span,
    `${shown(report.tree, node)} is a reserved word: quote it to use it as a name.`,
    replace(`Change to ${name}`, span, name),
  );
}

/** A column may be called "", a field may not. */
export function checkFieldNames(report: Report, path: number): void {
  const first = childOf(report.tree, path, R.columnName);
  let name = first === NONE ? NONE : nextOf(report.tree, path, first, R.columnName);
  for (; name !== NONE; name = nextOf(report.tree, path, name, R.columnName)) checkNotEmpty(report, name);
}

/** Checks that a name is not "". */
export function checkNotEmpty(report: Report, name: number): void {
  if (name === NONE || firstTypeOf(report.tree, name) !== T.EMPTY_QUOTED) return;
  problem(report, spanOf(report.tree, name), 'A name cannot be empty here.');
}

/** A minus may be a hyphen in a text without quotes. */
const OPERATORS: ReadonlySet<number> = new Set([T.PLUS, T.STAR, T.SLASH, T.PERCENT]);

/** A name in quotes of any kind, those that are pasted from the web among them. */
const QUOTES = /^["\u201c\u201d\u201e`\u00b4]([^]*)["\u201c\u201d\u201e`\u00b4]$/;
