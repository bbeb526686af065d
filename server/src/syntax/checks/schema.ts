import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';
import { NONE, childOf, firstTypeOf, nextOf, ownTokenOf, spanOf, tokenSpan, tokenText } from '../lower/nodes.ts';
import { nameIn } from '../lower/names.ts';
import { fold, quoteString } from '../names.ts';
import { FOREIGN_OPTIONS } from '../features.ts';
import { NODE_SIZE, endTokenOf, firstTokenOf, subtreeEndOf } from '../tree.ts';
import { INDEX_HINTS } from '../token-classes.ts';
import { checkExpression } from './expressions.ts';
import { isColumnExpression, isPlaceholderExpression, isReference, isSplitConstant, soleOperandOf } from './shapes.ts';
import { sqlProblem } from './sql.ts';
import { noMarker } from './placeholders.ts';
import { checkNotEmpty } from './value-names.ts';
import { type Report, feature, problem, replace, shown } from './report.ts';
import { NATIVE_TYPES, OWN_SYNTAX, isUnreservedToken, keywordSince, laterWord, wordOf } from './words.ts';

/** Checks the modifiers of a `columnDefinition`: each once, in the order that the server's grammar has. */
export function checkColumnModifiers(report: Report, node: number): void {
  const { tree } = report;
  const seen: { readonly rank: number; readonly name: string }[] = [];
  let child = childOf(tree, node, R.columnModifier);
  for (; child !== NONE; child = nextOf(tree, node, child, R.columnModifier)) {
    const modifier = modifierOf(report, child);
    if (modifier === undefined) continue;
    const later = seen.find((other) => other.rank >= modifier.rank);
    if (later?.rank === modifier.rank) {
      problem(report, spanOf(tree, child), `A column takes ${modifier.name} once.`);
      return;
    }
    if (later !== undefined) {
      problem(report, spanOf(tree, child), `${modifier.name} must stand before ${later.name}.`);
      return;
    }
    seen.push(modifier);
  }
}

/** Checks a column that ALTER TABLE adds, which takes fewer modifiers. */
export function checkAddedColumn(report: Report, node: number): void {
  const { tree } = report;
  let child = childOf(tree, node, R.columnModifier);
  for (; child !== NONE; child = nextOf(tree, node, child, R.columnModifier)) {
    if (firstTypeOf(tree, child) === T.PRIMARY) {
      problem(report, spanOf(tree, child), 'The primary key of a table cannot be changed: a column is added without.');
    } else if (firstTypeOf(tree, child) === T.NOT) {
      problem(report, spanOf(tree, child), 'An added column takes CHECK, but no NOT NULL.');
    }
  }
}

function modifierOf(report: Report, node: number): { rank: number; name: string } | undefined {
  switch (firstTypeOf(report.tree, node)) {
    case T.TTL:
      return { rank: 0, name: 'TTL' };
    case T.STATIC:
      return { rank: 1, name: 'STATIC' };
    case T.NOT:
      return { rank: 2, name: 'NOT NULL' };
    case T.MASKED:
      return { rank: 3, name: 'MASKED WITH' };
    case T.CHECK:
      return { rank: 4, name: 'CHECK' };
    case T.PRIMARY:
      return { rank: 5, name: 'PRIMARY KEY' };
    default:
      return undefined;
  }
}

/** Checks one `checkCondition` of a CHECK. */
export function checkCheckCondition(report: Report, node: number): void {
  const { tree } = report;
  const end = subtreeEndOf(tree, node);
  const compared = childOf(tree, node, R.comparison);
  for (let child = node + 1; child < end; child = subtreeEndOf(tree, child)) {
    if (tree.nodes[child * NODE_SIZE] !== R.expression) continue;
    const argument = compared === NONE || child < compared;
    // Arguments may be the names of columns; what a condition compares with is a value without calculation.
    if (argument ? isColumnExpression(report, child) : isSimpleValue(report, child)) continue;
    if (argument) checkExpression(report, child, 'term');
    else if (!isCalled(report, node, child))
      problem(report, spanOf(tree, child), `A constraint compares with a plain value, not ${shown(tree, child)}.`);
  }
  const sql = compared === NONE ? NONE : childOf(tree, compared, R.sqlComparison);
  if (sql !== NONE) sqlProblem(report, sql);
}

function isSimpleValue(report: Report, expression: number): boolean {
  if (isPlaceholderExpression(report, expression)) return true;
  const operand = soleOperandOf(report, expression);
  return operand !== NONE && isSimpleOperand(report, operand);
}

function isSimpleOperand({ tree }: Report, operand: number): boolean {
  if (firstTypeOf(tree, operand) === T.MINUS) return false;
  const inParentheses = childOf(tree, operand, R.parenthesised);
  if (inParentheses !== NONE && childOf(tree, inParentheses, R.typeHintOperand) !== NONE) return false;
  return childOf(tree, operand, R.path) === NONE && childOf(tree, operand, R.modifier) === NONE;
}

/** A function that is compared with what does not begin as a plain value is read as one without a comparison, if it is not known as such. */
function isCalled(report: Report, condition: number, value: number): boolean {
  const { tree } = report;
  const name = nameIn(tree, condition, R.columnName);
  const operand = childOf(tree, value, R.operand);
  return (
    name !== undefined &&
    ownTokenOf(tree, condition, T.LPAREN) !== NONE &&
    !/^(?:json|not_null)$/i.test(name.name) &&
    operand !== NONE &&
    !isSimpleOperand(report, operand)
  );
}

/** Checks an option, `name = value`, of CREATE and ALTER. */
export function checkProperty(report: Report, node: number): void {
  const { tree } = report;
  const name = nameIn(tree, node, R.ident);
  if (name === undefined) return;
  const foreign = name.quoted ? undefined : FOREIGN_OPTIONS.get(name.name);
  if (foreign !== undefined) feature(report, foreign, name.span);
  const value = childOf(tree, node, R.expression);
  if (value !== NONE) checkPropertyValue(report, value);
}

/** Checks the options of a SELECT. */
export function checkIndexHints(report: Report, node: number): void {
  const { tree } = report;
  let property = childOf(tree, node, R.property);
  for (; property !== NONE; property = nextOf(tree, node, property, R.property)) {
    const name = nameIn(tree, property, R.ident)?.text ?? '';
    const value = childOf(tree, property, R.expression);
    if (value !== NONE && INDEX_HINTS.has(name)) checkIndexNames(report, value, name);
    else checkProperty(report, property);
  }
}

/** The value of an index hint: names in braces. */
function checkIndexNames(report: Report, node: number, option: string): void {
  const { tree } = report;
  if (isPlaceholderExpression(report, node)) {
    noMarker(report, node);
    return;
  }
  const operand = soleOperandOf(report, node);
  const set = operand === NONE ? NONE : childOf(tree, operand, R.braceLiteral);
  let fine = set !== NONE && childOf(tree, operand, R.modifier) === NONE;
  for (let entry = fine ? childOf(tree, set, R.braceEntry) : NONE; entry !== NONE;) {
    const name = childOf(tree, entry, R.expression);
    if (isPlaceholderExpression(report, name)) noMarker(report, name);
    else fine &&= nextOf(tree, entry, name, R.expression) === NONE && isIndexName(report, name);
    entry = nextOf(tree, set, entry, R.braceEntry);
  }
  if (!fine) problem(report, spanOf(tree, node), `\`${option}\` takes the names of indexes: \`{a, b}\`.`);
}

/** `index` or `keyspace.index`. */
function isIndexName(report: Report, expression: number): boolean {
  const { tree } = report;
  const operand = soleOperandOf(report, expression);
  const path = operand === NONE ? NONE : childOf(tree, operand, R.path);
  if (path === NONE || !isReference(report, expression) || childOf(tree, operand, R.modifier) !== NONE) return false;
  const first = childOf(tree, path, R.columnName);
  const second = first === NONE ? NONE : nextOf(tree, path, first, R.columnName);
  return second === NONE || nextOf(tree, path, second, R.columnName) === NONE;
}

/** A value of an option: a constant, a word of CQL, or a map. */
function checkPropertyValue(report: Report, node: number): void {
  const { tree } = report;
  if (isPlaceholderExpression(report, node)) {
    noMarker(report, node);
    return;
  }
  const first = firstTokenOf(tree, node);
  const span = spanOf(tree, node);
  const operand = soleOperandOf(report, node);
  if (operand !== NONE && childOf(tree, operand, R.modifier) === NONE) {
    if (childOf(tree, operand, R.literal) !== NONE) return;
    if (isSplitConstant(report, operand)) {
      feature(report, 'split-constant', span);
      return;
    }
    const map = childOf(tree, operand, R.braceLiteral);
    if (map !== NONE) {
      checkMap(report, map);
      return;
    }
    if (endTokenOf(tree, node) - first === 1 && childOf(tree, operand, R.path) !== NONE) {
      const type = tree.tokens.types[first]!;
      const word = wordOf(tree, first) ?? '';
      if (!isUnreservedToken(type) && !WORD_VALUES.has(word)) {
        unquoted(report, first);
        return;
      }
      const since = keywordSince(tree, first);
      if (since !== '3.11') feature(report, `word-as-value-${since}`, span);
      return;
    }
  }
  problem(report, span, `An option takes a constant or a map, not ${shown(tree, node)}.`);
}

function checkMap(report: Report, node: number): void {
  const { tree } = report;
  const names: number[] = [];
  let entry = childOf(tree, node, R.braceEntry);
  for (; entry !== NONE; entry = nextOf(tree, node, entry, R.braceEntry)) {
    const key = childOf(tree, entry, R.expression);
    if (key === NONE) continue;
    const value = nextOf(tree, entry, key, R.expression);
    if (value === NONE) {
      if (isPlaceholderExpression(report, key)) {
        noMarker(report, key);
        continue;
      }
      problem(report, spanOf(tree, entry), "An option takes a map, `{'key': 'value'}`: every key needs its value.");
      return;
    }
    for (const part of [key, value]) {
      if (isNameForText(report, part)) names.push(firstTokenOf(tree, part));
      else checkExpression(report, part, 'term');
    }
  }
  unquoted(report, ...names);
}

/** Whether a name stands where an option has text. */
const isNameForText = (report: Report, expression: number): boolean =>
  isColumnExpression(report, expression) && !isPlaceholderExpression(report, expression);

/** Reports tokens that must stand in single quotes, at the first of them. */
function unquoted(report: Report, ...tokens: readonly number[]): void {
  const edits = tokens.map((token) => ({ span: tokenSpan(report.tree, token), text: textFor(report, token) }));
  const [first] = edits;
  if (first === undefined) return;
  const title = edits.length === 1 ? `Change to ${first.text}` : 'Put all of them in single quotes';
  problem(report, first.span, `Text must stand in single quotes: ${first.text}.`, [{ title, edits }]);
}

/** What a token that is no text should have been. */
function textFor({ tree }: Report, token: number): string {
  const { start, end } = tokenSpan(tree, token);
  return quoteString(
    tree.tokens.types[token] === T.QUOTED ? tree.text.slice(start + 1, end - 1) : tree.text.slice(start, end),
  );
}

/** Whether the map literal holds keys with values only. */
export function checkRoleMap(report: Report, node: number): void {
  checkMap(report, node);
}

/** Checks a `createIndex` for what is not a matter of one of its parts. */
export function checkIndex(report: Report, node: number): void {
  const { tree } = report;
  const name = childOf(tree, node, R.indexName);
  if (name !== NONE && ownTokenOf(tree, name, T.DOT) !== NONE) {
    const dot = ownTokenOf(tree, name, T.DOT);
    const span = { start: spanOf(tree, name).start, end: tree.tokens.ends[dot]! };
    const message = 'An index is created in the keyspace of its table: leave the keyspace out of its name.';
    problem(report, span, message, replace('Remove the keyspace', span, ''));
  }
  checkClassName(report, node, ownTokenOf(tree, node, T.USING));
  const end = subtreeEndOf(tree, node);
  for (let child = node + 1; child < end; child = subtreeEndOf(tree, child)) {
    if (tree.nodes[child * NODE_SIZE] !== R.indexTarget) continue;
    if (childOf(tree, child, R.localIndexKey) !== NONE) feature(report, 'local-index', spanOf(tree, child));
  }
}

/** Checks that what stands behind `word` is a string. */
export function checkClassName(report: Report, node: number, word: number): void {
  const { tree } = report;
  if (word === NONE || word + 1 >= endTokenOf(tree, node)) return;
  const type = tree.tokens.types[word + 1]!;
  if (STRINGS.has(type) || type === T.TEMPLATE || type === T.LT || type === T.PERCENT) return;
  unquoted(report, word + 1);
}

/** Checks a `createFunction` for what is not a matter of one of its parts. */
export function checkFunction(report: Report, node: number): void {
  const { tree } = report;
  const trait = childOf(tree, node, R.functionTrait);
  if (trait !== NONE) feature(report, 'function-trait', spanOf(tree, trait));
  checkClassName(report, node, ownTokenOf(tree, node, T.AS));
  const language = childOf(tree, node, R.ident);
  if (language === NONE) return;
  const type = firstTypeOf(tree, language);
  const word = wordOf(tree, firstTokenOf(tree, language)) ?? '';
  const since = keywordSince(tree, firstTokenOf(tree, language));
  if (since !== '3.11') {
    feature(report, `word-as-language-${since}`, spanOf(tree, language));
  } else if (type === T.QUOTED || isUnreservedToken(type) || NATIVE_TYPES.has(word) || word === 'writetime') {
    problem(
      report,
      spanOf(tree, language),
      `LANGUAGE takes a plain name, such as java; ${shown(tree, language)} is none.`,
    );
  }
}

/** Checks a `functionName`: words with a syntax of their own must be quoted. */
export function checkFunctionName(report: Report, node: number): void {
  const { tree } = report;
  const token = endTokenOf(tree, node) - 1;
  const word = token < firstTokenOf(tree, node) ? undefined : wordOf(tree, token);
  if (word !== undefined) laterWord(report, token);
  if (word === undefined || (word !== 'key' && !OWN_SYNTAX.has(word))) return;
  const span = tokenSpan(tree, token);
  const message = `\`${word}\` cannot be the name of a function unless it is quoted.`;
  problem(report, span, message, replace(`Change to "${word}"`, span, `"${word}"`));
}

/** Checks a `createAggregate` for what is not a matter of one of its parts. */
export function checkAggregate(report: Report, node: number): void {
  const { tree } = report;
  const trait = ownTokenOf(tree, node, T.DETERMINISTIC);
  if (trait !== NONE) feature(report, 'function-trait', tokenSpan(tree, trait));
  const reduce = childOf(tree, node, R.reduceFunction);
  if (reduce !== NONE) {
    const word = tokenText(tree, firstTokenOf(tree, reduce));
    if (fold(word) === 'reducefunc') feature(report, 'reduce-function', spanOf(tree, reduce));
    else problem(report, spanOf(tree, reduce), `\`${word}\` does not fit here: FINALFUNC or INITCOND may follow.`);
  }
  let name = childOf(tree, node, R.functionName);
  for (let index = 0; name !== NONE; index++, name = nextOf(tree, node, name, R.functionName)) {
    const dot = ownTokenOf(tree, name, T.DOT);
    if (index === 0 || dot === NONE) continue;
    const span = { start: spanOf(tree, name).start, end: tree.tokens.ends[dot]! };
    const message = 'The functions of an aggregate are those of its keyspace: leave the keyspace out.';
    problem(report, span, message, replace('Remove the keyspace', span, ''));
  }
}

/** Checks an `alterTableChange`. */
export function checkTableChange(report: Report, node: number): void {
  const { tree } = report;
  const span = spanOf(tree, node);
  const ifClause =
    childOf(tree, node, R.ifExists) !== NONE ? childOf(tree, node, R.ifExists) : childOf(tree, node, R.ifNotExists);
  if (ifClause !== NONE) feature(report, 'alter-if-exists', spanOf(tree, ifClause));
  switch (firstTypeOf(tree, node)) {
    case T.ADD: {
      let column = childOf(tree, node, R.columnDefinition);
      for (; column !== NONE; column = nextOf(tree, node, column, R.columnDefinition)) checkAddedColumn(report, column);
      return;
    }
    case T.DROP: {
      let name = childOf(tree, node, R.columnName);
      for (; name !== NONE; name = nextOf(tree, node, name, R.columnName)) checkNotEmpty(report, name);
      const timestamp = childOf(tree, node, R.expression);
      if (timestamp !== NONE) noMarker(report, timestamp);
      if (timestamp !== NONE && !isInteger(report, timestamp)) {
        problem(report, spanOf(tree, timestamp), `TIMESTAMP takes a whole number here, not ${shown(tree, timestamp)}.`);
      }
      return;
    }
    case T.ALTER: {
      if (childOf(tree, node, R.type) !== NONE) {
        if (ifClause !== NONE) problem(report, spanOf(tree, ifClause), 'ALTER … TYPE takes no IF EXISTS.');
        const name = childOf(tree, node, R.columnName);
        if (firstTypeOf(tree, name) === T.EMPTY_QUOTED) feature(report, 'empty-name-altered', spanOf(tree, name));
        return;
      }
      const not = ownTokenOf(tree, node, T.NOT);
      const constraint = childOf(tree, node, R.columnConstraint);
      if (not !== NONE || (constraint !== NONE && firstTypeOf(tree, constraint) === T.NOT)) {
        problem(report, span, 'NOT NULL belongs to CREATE TABLE; ALTER takes `CHECK NOT NULL` and `DROP CHECK`.');
        return;
      }
      if (ownTokenOf(tree, node, T.MASKED) !== NONE) feature(report, 'mask', span);
      if (ownTokenOf(tree, node, T.CHECK) !== NONE) feature(report, 'constraint', span);
    }
  }
}

function isInteger(report: Report, expression: number): boolean {
  const { tree } = report;
  const type = firstTypeOf(tree, expression);
  const alone = endTokenOf(tree, expression) - firstTokenOf(tree, expression) === 1;
  return alone
    ? type === T.INTEGER || type === T.TEMPLATE || type === T.QMARK
    : isPlaceholderExpression(report, expression);
}

/** Checks that a keyspace says how it is replicated, which other dialects decide by themselves. */
export function checkKeyspaceHasOptions(report: Report, node: number): void {
  if (!hasOptions(report, node)) feature(report, 'keyspace-without-options', spanOf(report.tree, node));
}

/** Checks that WITH and the options are there. */
export function checkOptionsThere(report: Report, node: number, what: string): void {
  if (hasOptions(report, node)) return;
  const { end } = spanOf(report.tree, node);
  problem(report, { start: end, end }, `${what} needs WITH and its options.`);
}

const hasOptions = ({ tree }: Report, node: number): boolean =>
  childOf(tree, node, R.withProperties) !== NONE || childOf(tree, node, R.templateClause) !== NONE;

/** The words besides CQL's unreserved tokens that may stand as the value of an option. */
const WORD_VALUES: ReadonlySet<string> = new Set([...NATIVE_TYPES, 'writetime', 'maxwritetime']);

const STRINGS: ReadonlySet<number> = new Set([T.STRING, T.UNTERMINATED_STRING, T.TYPOGRAPHIC_STRING]);
