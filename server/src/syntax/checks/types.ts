import type { Span } from '../../text/span.ts';
import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';
import { NONE, childOf, firstChildOf, firstTypeOf, nextOf, spanOf, tokenText } from '../lower/nodes.ts';
import { fold } from '../names.ts';
import { NODE_SIZE, endTokenOf, firstTokenOf } from '../tree.ts';
import { type Report, feature, problem, quoted, replace, shown, textOf } from './report.ts';
import { NATIVE_TYPES, OWN_SYNTAX, laterWord, wordOf } from './words.ts';

/** Checks a `type` or a `genericType`. */
export function checkType(report: Report, node: number): void {
  const { tree } = report;
  checkLength(report, node);
  const first = childOf(tree, node, R.typeArgument);
  if (first === NONE) {
    checkPlainType(report, node);
    return;
  }
  const word = fold(tokenText(tree, firstTokenOf(tree, node)));
  const parameters = parametersOf(report, node, first);
  const expected = ARITY[word];
  if (expected === undefined || endTokenOf(tree, node) - firstTokenOf(tree, node) < 2) {
    const name = tree.nodes[(node + 1) * NODE_SIZE] === R.typeWord ? shown(tree, node + 1) : quoted(word);
    problem(
      report,
      spanOf(tree, node),
      `${name} takes no types in \`< >\`: only list, set, map, tuple, vector and frozen do.`,
    );
    return;
  }
  if (word === 'vector') {
    feature(report, 'vector-type', spanOf(tree, node));
    checkVector(report, node, parameters);
    return;
  }
  if (expected !== 0 && parameters.length !== expected) {
    const count = expected === 1 ? 'one type' : 'two types';
    problem(report, spanOf(tree, node), `\`${word}\` takes ${count} in \`< >\`, not ${parameters.length}.`);
  }
  for (const parameter of parameters) checkParameter(report, parameter);
}

/** Checks the name of a user-defined type where it is created, changed or dropped. */
export function checkTypeName(report: Report, node: number): void {
  const token = endTokenOf(report.tree, node) - 1;
  if (token >= firstTokenOf(report.tree, node)) checkTypeWord(report, token, spanOf(report.tree, node));
}

/** Checks the last word of the name of a user-defined type. */
export function checkTypeWord(report: Report, token: number, name: Span): void {
  const word = wordOf(report.tree, token);
  laterWord(report, token);
  if (word !== undefined && (NATIVE_TYPES.has(word) || OWN_SYNTAX.has(word) || word === 'count')) {
    problem(
      report,
      name,
      `\`${word}\` ${NATIVE_TYPES.has(word) ? 'is a built-in type' : 'is a word of CQL'}: quote it to name a type so.`,
      replace(`Change to "${word}"`, spanOfToken(report, token), `"${word}"`),
    );
  }
}

/** Checks the type of a CAST, which must be a built-in one. */
export function checkCastType(report: Report, node: number): void {
  const { tree } = report;
  const token = firstTokenOf(tree, node);
  const alone = endTokenOf(tree, node) - token === 1;
  if (alone && (tree.tokens.types[token] === T.TEMPLATE || NATIVE_TYPES.has(wordOf(tree, token) ?? ''))) return;
  if (!alone && childOf(tree, node, R.sqlTypeLength) !== NONE) {
    checkLength(report, node);
    return;
  }
  if (isPlaceholder(report, node)) return;
  problem(report, spanOf(tree, node), `CAST makes values of built-in types only; ${shown(tree, node)} is none.`);
}

function checkPlainType(report: Report, node: number): void {
  const { tree } = report;
  const token = firstTokenOf(tree, node);
  if (firstTypeOf(tree, node) === T.SET) {
    problem(report, spanOf(tree, node), 'A set needs the type of its elements: `set<text>`.', [
      { ...replace('Change to `set<text>`', spanOf(tree, node), 'set<text>')[0]!, isChoice: true },
    ]);
    return;
  }
  const last = tree.tokens.types[token + 1] === T.DOT ? token + 2 : token;
  const word = wordOf(tree, last);
  if (word === undefined) return;
  laterWord(report, last);
  const wrong = OWN_SYNTAX.has(word) || word === 'count' || (last !== token && NATIVE_TYPES.has(word));
  if (wrong && last < endTokenOf(tree, node)) {
    problem(
      report,
      spanOf(tree, node),
      `${shown(tree, node)} is no type. A user-defined type of that name must be quoted.`,
    );
  }
}

function checkVector(report: Report, node: number, parameters: readonly number[]): void {
  const { tree } = report;
  const [element, dimension] = parameters;
  if (element === undefined || dimension === undefined || parameters.length !== 2) {
    problem(
      report,
      spanOf(tree, node),
      'A vector needs the type of its elements and their number: `vector<float, 3>`.',
    );
    return;
  }
  if (!checkParameter(report, element)) return;
  const inner = firstChildOf(tree, dimension);
  if (inner !== NONE && !isPlaceholder(report, inner)) {
    problem(
      report,
      spanOf(tree, dimension),
      `The number of elements of a vector is a whole number, not ${shown(tree, dimension)}.`,
    );
  }
}

/** Gives false where no type stands. */
function checkParameter(report: Report, parameter: number): boolean {
  const type = firstChildOf(report.tree, parameter);
  if (type === NONE) {
    problem(report, spanOf(report.tree, parameter), 'A type must stand here, not a number.');
    return false;
  }
  checkType(report, type);
  return true;
}

function parametersOf(report: Report, node: number, first: number): number[] {
  const parameters: number[] = [];
  for (let child = first; child !== NONE; child = nextOf(report.tree, node, child, R.typeArgument))
    parameters.push(child);
  return parameters;
}

function checkLength(report: Report, node: number): void {
  const { tree } = report;
  const length = childOf(tree, node, R.sqlTypeLength);
  if (length === NONE) return;
  const span = spanOf(tree, length);
  const word = fold(
    textOf(tree, node)
      .slice(0, span.start - spanOf(tree, node).start)
      .trim(),
  );
  const name = LENGTH_LESS[word] ?? word;
  problem(
    report,
    span,
    `Types have no length in CQL: write \`${name}\`.`,
    replace(`Change to ${name}`, spanOf(tree, node), name),
  );
}

/** A single placeholder, which may be any type or number. */
function isPlaceholder(report: Report, node: number): boolean {
  const type = firstTypeOf(report.tree, node);
  return type === T.TEMPLATE || type === T.LT || type === T.PERCENT || type === T.QMARK;
}

const spanOfToken = (report: Report, token: number) => ({
  start: report.tree.tokens.starts[token]!,
  end: report.tree.tokens.ends[token]!,
});

/** Number of types in `< >`; 0 for one or more. */
const ARITY: Readonly<Record<string, number>> = { list: 1, set: 1, frozen: 1, map: 2, tuple: 0, vector: 2 };

/** SQL's types that have a length or precision. */
const LENGTH_LESS: Readonly<Record<string, string>> = {
  char: 'text',
  character: 'text',
  nchar: 'text',
  nvarchar: 'text',
  varchar: 'text',
  varchar2: 'text',
  string: 'text',
  numeric: 'decimal',
  number: 'decimal',
  integer: 'int',
  binary: 'blob',
  varbinary: 'blob',
  bit: 'boolean',
  datetime: 'timestamp',
};
