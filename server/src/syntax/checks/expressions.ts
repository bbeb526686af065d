import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';
import {
  NONE,
  childOf,
  firstChildOf,
  firstTypeOf,
  nextOf,
  ownTokenOf,
  spanOf,
  tokenSpan,
  tokenText,
} from '../lower/nodes.ts';
import { NODE_SIZE, endTokenOf, firstTokenOf, subtreeEndOf } from '../tree.ts';
import { noMarker } from './placeholders.ts';
import { type Report, feature, problem, quoted, shown, textOf } from './report.ts';
import {
  followsPercent,
  isHintedConstant,
  isColumnExpression,
  isPlaceholderExpression,
  isPlaceholderName,
  isReference,
  isSplitConstant,
  isSubscript,
  isTypeLike,
  isValue,
  soleOperandOf,
} from './shapes.ts';
import { distinctArgument, sqlProblem } from './sql.ts';
import { checkFieldNames, checkNotEmpty, reportColumn, reservedName } from './value-names.ts';
import { checkCastType, checkType } from './types.ts';
import { OWN_SYNTAX, isNameToken, laterWord, wordOf } from './words.ts';

/** Where an expression stands: a term is a value only; a selector may hold columns; a part of one holds values and nothing else. */
export type ExpressionRole = 'term' | 'selector' | 'part';

/** Checks an `expression`. */
export function checkExpression(report: Report, node: number, place: ExpressionRole): void {
  const { tree } = report;
  const first = firstTokenOf(tree, node);
  const end = endTokenOf(tree, node);
  if (end - first === 1) {
    if (place === 'term' && isNameToken(tree.tokens.types[first]!)) checkLoneName(report, node);
    else if (tree.tokens.types[first] === T.EMPTY_QUOTED) feature(report, 'empty-name-selected', spanOf(tree, node));
    return;
  }
  // Selected, it takes one type.
  if (isHintedConstant(report, node) && (place === 'term' || end - first === 5)) {
    if (place === 'term' && tree.tokens.types[end - 4] !== T.STRING)
      feature(report, 'split-constant', spanOf(tree, node));
    return;
  }
  let operands = 0;
  for (let child = childOf(tree, node, R.operand); child !== NONE; child = nextOf(tree, node, child, R.operand)) {
    operands++;
    checkOperand(report, child, place);
  }
  if (operands > 1) feature(report, 'arithmetic', spanOf(tree, node));
}

/** Checks a value that, in a transaction, may also be one that it has read: `row.column`. */
export function checkValue(report: Report, node: number): void {
  if (node < report.referencesEnd && isReference(report, node)) checkReference(report, node);
  else checkExpression(report, node, 'term');
}

/** Checks `row`, `row.column`, `row.column.field` and `row.column[key]`. */
export function checkReference(report: Report, expression: number): void {
  const operand = soleOperandOf(report, expression);
  if (operand !== NONE) checkOperand(report, operand, 'selector');
}

/** Checks all expressions among the children. */
export function checkExpressionsIn(report: Report, node: number, place: ExpressionRole): void {
  const { tree } = report;
  let child = childOf(tree, node, R.expression);
  for (; child !== NONE; child = nextOf(tree, node, child, R.expression)) checkExpression(report, child, place);
}

/** Checks that an expression is a whole number or a bind marker, as LIMIT, TTL and TIMESTAMP want it. */
export function checkWholeNumber(report: Report, node: number, what: string): void {
  const { tree } = report;
  const type = firstTypeOf(tree, node);
  if (endTokenOf(tree, node) - firstTokenOf(tree, node) === 1) {
    if (type === T.INTEGER || type === T.QMARK || type === T.TEMPLATE) return;
  } else if (isPlaceholderExpression(report, node)) {
    return;
  }
  problem(report, spanOf(tree, node), `${what} takes a whole number or a bind marker, not ${shown(tree, node)}.`);
}

/** Checks an `operand`. */
export function checkOperand(report: Report, node: number, place: ExpressionRole): void {
  const { tree } = report;
  const inner = firstChildOf(tree, node);
  // NULL has no node of its own.
  if (inner === NONE) return;
  if (tree.nodes[inner * NODE_SIZE] === R.operand) {
    if (!isSplitConstant(report, node)) feature(report, 'arithmetic', spanOf(tree, node));
    if (place === 'term' && firstTypeOf(tree, inner) === T.MINUS) {
      problem(report, spanOf(tree, node), 'A value takes one minus only.');
      return;
    }
    checkOperand(report, inner, place);
    return;
  }
  checkPrimary(report, inner, place);
  const modifier = childOf(tree, node, R.modifier);
  if (modifier !== NONE) checkModifiers(report, node, modifier, place);
}

function checkPrimary(report: Report, node: number, place: ExpressionRole): void {
  const { tree } = report;
  switch (tree.nodes[node * NODE_SIZE]) {
    case R.listLiteral:
      checkElements(report, node, place);
      break;
    case R.braceLiteral:
      checkBrace(report, node, place);
      break;
    case R.parenthesised:
      checkParenthesised(report, node, place);
      break;
    case R.path:
    case R.hintedPath:
      checkPath(report, node, place);
      break;
  }
}

function checkModifiers(report: Report, parent: number, first: number, place: ExpressionRole): void {
  const { tree } = report;
  if (place === 'term') {
    const span = { start: spanOf(tree, first).start, end: spanOf(tree, parent).end };
    problem(report, span, NO_PARTS);
    return;
  }
  for (let modifier = first; modifier !== NONE; modifier = nextOf(tree, parent, modifier, R.modifier)) {
    const subscript = childOf(tree, modifier, R.subscript);
    if (subscript === NONE) {
      checkNotEmpty(report, childOf(tree, modifier, R.columnName));
      continue;
    }
    feature(report, 'selected-element', spanOf(tree, modifier));
    checkExpressionsIn(report, subscript, 'term');
  }
}

/** A single name where a value must stand. */
function checkLoneName(report: Report, node: number): void {
  const { tree } = report;
  const token = firstTokenOf(tree, node);
  const type = tree.tokens.types[token]!;
  if (type === T.TEMPLATE) return;
  reportColumn(report, node, token);
}

function checkPath(report: Report, node: number, place: ExpressionRole): void {
  const { tree } = report;
  const called = childOf(tree, node, R.callArguments);
  if (called !== NONE) {
    checkCall(report, node, called, place);
    return;
  }
  const reserved = childOf(tree, node, R.functionWord);
  if (reserved !== NONE) {
    reservedName(report, reserved);
    return;
  }
  if (place !== 'term') {
    if (firstTypeOf(tree, node) === T.EMPTY_QUOTED) feature(report, 'empty-name-selected', spanOf(tree, node));
    checkFieldNames(report, node);
    return;
  }
  if (isPlaceholderName(report, node)) return;
  if (followsPercent(report, node)) feature(report, 'placeholder', spanOf(tree, node));
  else reportColumn(report, node, firstTokenOf(tree, node));
}

function checkCall(report: Report, node: number, called: number, place: ExpressionRole): void {
  const { tree } = report;
  const distinct = childOf(tree, called, R.sqlDistinctArgument);
  if (distinct !== NONE) {
    sqlProblem(report, distinct);
    return;
  }
  const last = firstTokenOf(tree, called) - 1;
  for (const token of [firstTokenOf(tree, node), last]) {
    if (tree.tokens.types[token] !== T.EMPTY_QUOTED) continue;
    problem(report, tokenSpan(tree, token), 'A name cannot be empty here.');
    return;
  }
  const qualified = last > firstTokenOf(tree, node);
  const word = wordOf(tree, last);
  if (last > firstTokenOf(tree, node) + 2 && !isPlaceholderName(report, node)) {
    problem(
      report,
      { start: spanOf(tree, node).start, end: tree.tokens.ends[last]! },
      'A function is `name` or `keyspace.name`.',
    );
    return;
  }
  if (word === 'maxwritetime') {
    const column = qualified || place === 'term' ? NONE : writtenColumn(report, called);
    if (column !== NONE) {
      // Before 5.0 it is a function like others.
      checkWrittenColumn(report, column, place, false);
      return;
    }
    laterWord(report, last);
  }
  if (word !== undefined && (OWN_SYNTAX.has(word) || word === 'key')) {
    if (!qualified && word === 'cast') checkCast(report, node, called, place);
    else if (!qualified && WRITE_INFO.has(word)) checkWriteInfo(report, node, called, place, word);
    else if (word === 'distinct' && tree.tokens.types[last - 1] === T.LPAREN) distinctArgument(report, node);
    else problem(report, tokenSpan(tree, last), `\`${word}\` cannot be the name of a function unless it is quoted.`);
    return;
  }
  const star = ownTokenOf(tree, called, T.STAR);
  if (star !== NONE) {
    if (word === 'count' && !qualified && place !== 'term') return;
    const message =
      word === 'count'
        ? 'count(*) can only be selected.'
        : `Only \`count\` takes \`*\`; ${shown(tree, node)} does not.`;
    problem(report, tokenSpan(tree, star), message);
    return;
  }
  checkArguments(report, called, place);
}

function checkArguments(report: Report, called: number, place: ExpressionRole): void {
  const { tree } = report;
  let argument = childOf(tree, called, R.callArgument);
  for (; argument !== NONE; argument = nextOf(tree, called, argument, R.callArgument)) {
    const type = childOf(tree, argument, R.type);
    if (type !== NONE) {
      problem(report, spanOf(tree, argument), 'Only CAST takes `AS` and a type.');
      return;
    }
    const value = childOf(tree, argument, R.expression);
    if (value !== NONE) checkExpression(report, value, place);
  }
}

function checkCast(report: Report, node: number, called: number, place: ExpressionRole): void {
  const { tree } = report;
  const argument = childOf(tree, called, R.callArgument);
  const type = argument === NONE ? NONE : childOf(tree, argument, R.type);
  const value = argument === NONE ? NONE : childOf(tree, argument, R.expression);
  if (type === NONE || value === NONE || nextOf(tree, called, argument, R.callArgument) !== NONE) {
    problem(report, spanOf(tree, node), 'CAST is written `CAST(value AS type)`.');
    return;
  }
  checkCastType(report, type);
  if (place === 'term') {
    feature(report, 'cast-of-value', spanOf(tree, node));
    const operand = soleOperandOf(report, value);
    if (operand === NONE || firstTypeOf(tree, operand) === T.MINUS) {
      problem(report, spanOf(tree, value), 'CAST takes a single value here, no calculation.');
      return;
    }
  }
  checkExpression(report, value, place);
}

/** `writetime(column)` and its like: one column, with its elements and fields since 5.0. */
function checkWriteInfo(report: Report, node: number, called: number, place: ExpressionRole, word: string): void {
  const { tree } = report;
  if (place === 'term') {
    problem(report, spanOf(tree, node), `\`${word}\` can only be selected.`);
    return;
  }
  const column = writtenColumn(report, called);
  if (column === NONE) problem(report, spanOf(tree, node), `\`${word}\` takes one column.`);
  else checkWrittenColumn(report, column, place, true);
}

/** The expression in the parentheses of `writetime(column)` and its like; `NONE` where something else stands there. */
function writtenColumn(report: Report, called: number): number {
  const { tree } = report;
  const argument = childOf(tree, called, R.callArgument);
  const value = argument === NONE ? NONE : childOf(tree, argument, R.expression);
  const operand = value === NONE ? NONE : soleOperandOf(report, value);
  const path = operand === NONE ? NONE : childOf(tree, operand, R.path);
  const column =
    path !== NONE &&
    childOf(tree, path, R.callArguments) === NONE &&
    childOf(tree, argument, R.type) === NONE &&
    nextOf(tree, called, argument, R.callArgument) === NONE;
  return column ? value : NONE;
}

function checkWrittenColumn(report: Report, value: number, place: ExpressionRole, wholeBefore5: boolean): void {
  const { tree } = report;
  if (firstTypeOf(tree, value) === T.EMPTY_QUOTED) feature(report, 'empty-name-selected', spanOf(tree, value));
  if (endTokenOf(tree, value) - firstTokenOf(tree, value) > 1 && !isPlaceholderExpression(report, value)) {
    if (wholeBefore5) feature(report, 'writetime-of-element', spanOf(tree, value));
    checkExpression(report, value, place);
  }
}

function checkElements(report: Report, node: number, place: ExpressionRole): void {
  const { tree } = report;
  let structured = false;
  for (let child = childOf(tree, node, R.expression); child !== NONE; child = nextOf(tree, node, child, R.expression)) {
    const part = partOf(report, child, place);
    checkExpression(report, child, part);
    structured ||= part === 'selector';
  }
  if (structured) feature(report, 'selected-structure', spanOf(tree, node));
}

/** 3.11 takes values in braces and brackets of a selector as it takes them elsewhere. */
const partOf = (report: Report, node: number, place: ExpressionRole): ExpressionRole =>
  place === 'selector' && isValue(report, node) ? 'part' : place;

/** A template in place of a whole entry, or of several: `${more}`, `%s`, `%(more)s`. */
function isPlaceholderEntry({ tree }: Report, entry: number): boolean {
  const { types } = tree.tokens;
  const first = firstTokenOf(tree, entry);
  const end = endTokenOf(tree, entry);
  const count = end - first;
  if (types[first] === T.LT) return types[end - 1] === T.GT && !types.subarray(first, end - 1).includes(T.GT);
  if (types[first] !== T.PERCENT) return types[first] === T.TEMPLATE && count === 1;
  if (types[first + 1] === T.LPAREN) return count === 5;
  return count === 2 || (count === 3 && types[end - 1] === T.PERCENT);
}

/** `([1]) : a` is read as a marker behind a hint; where the parentheses hold no type it is a key with its value. */
function isPair(report: Report, entry: number): boolean {
  const { tree } = report;
  if (ownTokenOf(tree, entry, T.COLON) !== NONE) return true;
  const key = childOf(tree, entry, R.expression);
  for (let next = childOf(tree, key, R.operand); next !== NONE; next = nextOf(tree, key, next, R.operand)) {
    let operand = next;
    for (let inner = operand; inner !== NONE; inner = childOf(tree, inner, R.operand)) operand = inner;
    for (let node = childOf(tree, operand, R.parenthesised); node !== NONE;) {
      const hinted = childOf(tree, node, R.typeHintOperand);
      const type = holdsType(report, node);
      if (hinted !== NONE && firstTypeOf(tree, hinted) === T.COLON && !type) {
        (report.keys ??= new Set()).add(node);
        return true;
      }
      // A key may have a hint itself: `(int) (a, b) : c`.
      node = hinted === NONE || !type ? NONE : childOf(tree, hinted, R.parenthesised);
    }
  }
  return false;
}

/** Whether what stands in parentheses can be a type. */
function holdsType(report: Report, node: number): boolean {
  const { tree } = report;
  if (childOf(tree, node, R.genericType) !== NONE) return true;
  const hint = childOf(tree, node, R.expression);
  return hint !== NONE && nextOf(tree, node, hint, R.expression) === NONE && isTypeLike(report, hint);
}

function checkBrace(report: Report, node: number, place: ExpressionRole): void {
  const { tree } = report;
  let first = childOf(tree, node, R.braceEntry);
  while (first !== NONE && isPlaceholderEntry(report, first)) first = nextOf(tree, node, first, R.braceEntry);
  if (first === NONE) return;
  const map = isPair(report, first);
  const firstKey = childOf(tree, first, R.expression);
  const named = map && firstKey !== NONE && isColumnExpression(report, firstKey);
  const fields = named && place === 'term';
  let structured = false;
  for (let entry = first; entry !== NONE; entry = nextOf(tree, node, entry, R.braceEntry)) {
    if (isPlaceholderEntry(report, entry)) continue;
    if (isPair(report, entry) !== map) {
      const what = map ? 'a key and a value' : 'a value alone';
      problem(report, spanOf(tree, entry), `Every entry must be ${what} here, as the first one is.`);
      return;
    }
    const key = childOf(tree, entry, R.expression);
    const value = key === NONE ? NONE : nextOf(tree, entry, key, R.expression);
    if (key === NONE) continue;
    structured ||= named && place !== 'term' && !isColumnExpression(report, key);
    if (fields) {
      checkNotEmpty(report, key);
      noMarker(report, key);
      if (!isColumnExpression(report, key) && !isPlaceholderExpression(report, key)) {
        problem(
          report,
          spanOf(tree, key),
          'Fields of a user-defined type are names; keys of a map are values. One `{ }` holds one kind.',
        );
        return;
      }
    } else if (map && place === 'term' && isColumnExpression(report, key) && !isPlaceholderExpression(report, key)) {
      problem(
        report,
        spanOf(tree, key),
        'Fields of a user-defined type are names; keys of a map are values. One `{ }` holds one kind.',
      );
      return;
    } else {
      const part = partOf(report, key, place);
      checkExpression(report, key, part);
      structured ||= part === 'selector' && !(map && isColumnExpression(report, key));
    }
    if (value === NONE) continue;
    if (place !== 'term') checkColon(report, key, value);
    const part = partOf(report, value, place);
    checkExpression(report, value, part);
    structured ||= part === 'selector';
  }
  if (structured) feature(report, 'selected-structure', spanOf(tree, node));
}

/** `(a) : b` is read as a named marker behind a type, and nothing turns back where `(` makes a function of the name. */
function checkColon(report: Report, key: number, value: number): void {
  const { tree } = report;
  const { types } = tree.tokens;
  const first = firstTokenOf(tree, value);
  const called = types[types[first + 1] === T.DOT ? first + 3 : first + 1] === T.LPAREN;
  if (!called || types[first] === T.TOKEN || !isWrittenName(types[first]!)) return;
  const colon = endTokenOf(tree, key);
  for (let node = key + 1; node < subtreeEndOf(tree, key); node++) {
    if (tree.nodes[node * NODE_SIZE] !== R.parenthesised || endTokenOf(tree, node) !== colon) continue;
    if (childOf(tree, node, R.typeHintOperand) !== NONE || !holdsType(report, node)) continue;
    if (!isWrittenName(types[firstTokenOf(tree, node) + 1]!)) continue;
    const read = quoted(`${textOf(tree, node)}: ${tokenText(tree, first)}`);
    problem(
      report,
      tokenSpan(tree, first),
      `${read} is read as a bind marker behind a type. Write the key without parentheses.`,
    );
  }
}

const isWrittenName = (type: number): boolean => isNameToken(type) && type !== T.TEMPLATE;

function checkParenthesised(report: Report, node: number, place: ExpressionRole): void {
  const { tree } = report;
  const subquery = childOf(tree, node, R.sqlSubquery);
  if (subquery !== NONE) {
    sqlProblem(report, subquery);
    return;
  }
  const generic = childOf(tree, node, R.genericType);
  const hinted = childOf(tree, node, R.typeHintOperand);
  if (generic !== NONE) checkType(report, generic);
  if (hinted === NONE) {
    if (generic !== NONE) problem(report, spanOf(tree, node), 'A type in parentheses needs the value behind it.');
    else checkElements(report, node, place);
    return;
  }
  if (!holdsType(report, node)) {
    if (isSubscript(report, hinted)) {
      checkElements(report, node, place);
      checkSubscriptOf(report, hinted, place);
      return;
    }
    if (place !== 'term' && report.keys?.has(node) === true) {
      checkElements(report, node, place);
      feature(report, 'selected-structure', spanOf(tree, node));
      return;
    }
    problem(report, spanOf(tree, hinted), `An operator or a comma is missing before ${shown(tree, hinted)}.`);
    return;
  }
  if (generic === NONE) laterWord(report, firstTokenOf(tree, hinted) - 2);
  const operand = firstChildOf(tree, hinted);
  if (operand === NONE) return;
  checkPrimary(report, operand, place);
  const rule = tree.nodes[operand * NODE_SIZE];
  const path =
    rule === R.hintedPath || (rule === R.parenthesised && childOf(tree, operand, R.typeHintOperand) !== NONE);
  if (place === 'selector' && path) feature(report, 'selected-structure', spanOf(tree, node));
}

function checkSubscriptOf(report: Report, hinted: number, place: ExpressionRole): void {
  const { tree } = report;
  const list = childOf(tree, hinted, R.listLiteral);
  if (place === 'term') {
    problem(report, spanOf(tree, list), NO_PARTS);
    return;
  }
  feature(report, 'selected-element', spanOf(tree, list));
  checkExpressionsIn(report, list, 'term');
}

const NO_PARTS = 'A value cannot be taken apart here; only SELECT takes elements and fields.';

const WRITE_INFO: ReadonlySet<string> = new Set(['ttl', 'writetime']);
