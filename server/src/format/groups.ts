import * as R from '../syntax/generated/rules.ts';
import * as T from '../syntax/generated/token-types.ts';
import { endTokenOf, firstTokenOf, ruleOf, subtreeEndOf, type SyntaxTree } from '../syntax/tree.ts';
import type { Lexeme } from './lexemes.ts';

/** A place where a line may be broken: before a token. */
export interface Break {
  readonly token: number;
  /** Steps of indentation, from the line that the group begins in. */
  readonly indent: number;
  /** Behind an opening bracket or before a closing one: broken only where every item gets a line. */
  readonly edge?: true;
}

/**
 * Tokens that are laid out together: on one line where they fit and their writer did not break them, else broken
 * - `all`: at every place;
 * - `fill`: where the next item would not fit; at every place where the writer broke behind the opening;
 * - `hang`: at every place but the opening, unless the writer broke there;
 * - `lines`: always.
 */
export interface Group {
  readonly first: number;
  readonly end: number;
  readonly kind: 'all' | 'fill' | 'hang' | 'lines';
  readonly breaks: readonly Break[];
  /** A statement: it is broken where a part of it is, unless that is in brackets. */
  readonly statement?: true;
}

/** The groups of a statement, outer ones before what they hold. */
export function groupsOf(tree: SyntaxTree, lexemes: readonly Lexeme[]): readonly Group[] {
  const groups = [...ofNodes(tree, lexemes), ...ofBrackets(lexemes)].filter(({ breaks }) => breaks.length > 0);
  return groups.toSorted((a, b) => a.first - b.first || b.end - a.end);
}

function* ofNodes(tree: SyntaxTree, lexemes: readonly Lexeme[]): Iterable<Group> {
  const nodes = subtreeEndOf(tree, 0);
  for (let node = 0; node < nodes; node++) {
    const rule = ruleOf(tree, node);
    const first = firstTokenOf(tree, node);
    const end = endTokenOf(tree, node);
    if (first >= end) continue;
    const words = CLAUSE_WORDS.get(rule);
    if (words !== undefined)
      yield { first, end, kind: 'all', statement: true, breaks: clausesOf(tree, node, lexemes, words) };
    if (CHAINS.has(rule)) yield { first, end, kind: 'all', breaks: chainOf(first, end, rule, lexemes) };
    if (rule === R.selectStatement || rule === R.transactionSelect) yield* selectorsOf(tree, node, lexemes);
    if (rule === R.updateStatement) yield* assignmentsOf(tree, node, lexemes);
    if (rule === R.batch || rule === R.transaction) {
      yield { first, end, kind: 'lines', breaks: linesOf(tree, node, lexemes) };
    }
  }
}

/** Statements that are broken into clauses, with the words of their own that begin one. */
const CLAUSE_WORDS: ReadonlyMap<number, readonly number[]> = new Map([
  [R.selectStatement, [T.FROM]],
  [R.transactionSelect, [T.FROM]],
  [R.insertStatement, [T.VALUES]],
  [R.updateStatement, [T.SET]],
  [R.deleteStatement, [T.FROM]],
  [R.createKeyspace, []],
  [R.createView, [T.SELECT, T.FROM]],
  [R.createIndex, [T.USING]],
  [R.createFunction, [T.CALLED, T.RETURNS, T.LANGUAGE, T.AS]],
  [R.createAggregate, [T.SFUNC, T.STYPE, T.FINALFUNC, T.INITCOND]],
  [R.alterStatement, []],
  [R.alterTableChange, []],
  [R.createRole, [T.WITH]],
  [R.alterRole, [T.WITH]],
]);

const CLAUSES: ReadonlySet<number> = new Set([
  R.whereClause,
  R.groupByClause,
  R.orderByClause,
  R.perPartitionLimitClause,
  R.limitClause,
  R.allowFilteringClause,
  R.bypassCacheClause,
  R.bypassGuardrailsClause,
  R.indexHintsClause,
  R.usingClause,
  R.conditions,
  R.insertCondition,
  R.withProperties,
]);

/** Clauses that only some statements begin on a line of their own. */
const CLAUSES_OF_VIEWS: ReadonlySet<number> = new Set([R.primaryKey, R.tableOptions]);

function clausesOf(
  tree: SyntaxTree,
  node: number,
  lexemes: readonly Lexeme[],
  words: readonly number[],
): readonly Break[] {
  const rule = ruleOf(tree, node);
  const first = firstTokenOf(tree, node);
  const tokens: number[] = [];
  for (const child of childrenOf(tree, node)) {
    const childRule = ruleOf(tree, child);
    // `b = ?` of ALTER TABLE … WITH stands two nodes down.
    if (CLAUSES.has(childRule) || (rule === R.createView && CLAUSES_OF_VIEWS.has(childRule)))
      tokens.push(firstTokenOf(tree, child));
  }
  for (let token = first; token < endTokenOf(tree, node); token++) {
    if (lexemes[token]!.rule === rule && words.includes(lexemes[token]!.type)) tokens.push(token);
  }
  return (
    tokens
      // DELETE FROM stays together, and so does RETURNS NULL ON NULL INPUT.
      .filter((token) => token > first && lexemes[token - 1]!.type !== T.DELETE)
      .toSorted((a, b) => a - b)
      .map((token) => ({ token, indent: 0 }))
  );
}

/** Clauses with parts that AND or OR joins. */
const CHAINS: ReadonlySet<number> = new Set([
  R.whereClause,
  R.conditions,
  R.insertCondition,
  R.usingClause,
  R.tableOptions,
  R.withProperties,
  R.indexHintsClause,
  R.createTableLike,
  R.createRole,
  R.alterRole,
  R.misplacedCondition,
]);

function chainOf(first: number, end: number, rule: number, lexemes: readonly Lexeme[]): readonly Break[] {
  const breaks: Break[] = [];
  for (let token = first + 1; token < end; token++) {
    const { type, rule: own } = lexemes[token]!;
    if ((type === T.AND && own === rule) || (type === T.OR && own === R.sqlOr)) breaks.push({ token, indent: 1 });
  }
  return breaks;
}

function* selectorsOf(tree: SyntaxTree, node: number, lexemes: readonly Lexeme[]): Iterable<Group> {
  for (const child of childrenOf(tree, node)) {
    if (ruleOf(tree, child) === R.selectors)
      yield listOf('fill', firstTokenOf(tree, node), child, R.selectors, tree, lexemes);
  }
}

function* assignmentsOf(tree: SyntaxTree, node: number, lexemes: readonly Lexeme[]): Iterable<Group> {
  const all = [...childrenOf(tree, node)].filter((child) => ruleOf(tree, child) === R.assignment);
  const [first, last] = [all[0], all.at(-1)];
  if (first === undefined || last === undefined) return;
  const start = firstTokenOf(tree, first);
  const end = endTokenOf(tree, last);
  yield { first: start - 1, end, kind: 'hang', breaks: itemsOf(start, end, R.updateStatement, lexemes) };
}

/** A list without brackets, from the word before it on. */
const listOf = (
  kind: Group['kind'],
  first: number,
  node: number,
  rule: number,
  tree: SyntaxTree,
  lexemes: readonly Lexeme[],
): Group => {
  const end = endTokenOf(tree, node);
  return { first, end, kind, breaks: itemsOf(firstTokenOf(tree, node), end, rule, lexemes) };
};

function itemsOf(start: number, end: number, rule: number, lexemes: readonly Lexeme[]): readonly Break[] {
  const breaks: Break[] = [{ token: start, indent: 1, edge: true }];
  for (let token = start; token < end - 1; token++) {
    const { type, rule: own } = lexemes[token]!;
    if (type === T.COMMA && own === rule) breaks.push({ token: token + 1, indent: 1 });
  }
  return breaks;
}

/** Batches and transactions: a statement a line. */
function linesOf(tree: SyntaxTree, node: number, lexemes: readonly Lexeme[]): readonly Break[] {
  const rule = ruleOf(tree, node);
  const inner: ReadonlySet<number> = new Set([R.batchItem, R.letStatement, R.transactionSelect, R.transactionWrite]);
  const words: ReadonlyMap<number, number> = new Map([
    [T.APPLY, 0],
    [T.COMMIT, 0],
    [T.IF, 1],
    [T.END, 1],
  ]);
  const children = [...childrenOf(tree, node)];
  const conditional = lexemes.findIndex(({ type, rule: own }) => type === T.IF && own === rule);
  const breaks = children
    .filter((child) => inner.has(ruleOf(tree, child)))
    .map((child): Break => {
      const token = firstTokenOf(tree, child);
      return { token, indent: conditional >= 0 && token > conditional ? 2 : 1 };
    });
  for (let token = firstTokenOf(tree, node) + 1; token < endTokenOf(tree, node); token++) {
    const { type, rule: own } = lexemes[token]!;
    const indent = own === rule && lexemes[token - 1]!.type !== T.END ? words.get(type) : undefined;
    if (indent !== undefined) breaks.push({ token, indent });
  }
  return breaks.toSorted((a, b) => a.token - b.token);
}

/** Everything in brackets. */
function ofBrackets(lexemes: readonly Lexeme[]): readonly Group[] {
  const groups: Group[] = [];
  const open: { readonly token: number; readonly items: number[]; map: boolean }[] = [];
  lexemes.forEach(({ type, rule }, token) => {
    const innermost = open.at(-1);
    if (OPENING.has(type)) open.push({ token, items: [], map: false });
    else if (CLOSING.has(type)) {
      const bracket = open.pop();
      if (bracket === undefined || token === bracket.token + 1) return;
      const kind = ONE_A_LINE.has(lexemes[bracket.token]!.rule) || bracket.map ? 'all' : 'fill';
      groups.push({
        first: bracket.token,
        end: token + 1,
        kind,
        breaks: [
          { token: bracket.token + 1, indent: 1, edge: true },
          ...bracket.items.map((item) => ({ token: item, indent: 1 })),
          { token, indent: 0, edge: true },
        ],
      });
    } else if (innermost === undefined) return;
    else if (type === T.COMMA && rule !== R.type && rule !== R.genericType) innermost.items.push(token + 1);
    else if (type === T.COLON && rule === R.braceEntry) innermost.map = true;
  });
  return groups;
}

const OPENING: ReadonlySet<number> = new Set([T.LPAREN, T.LBRACKET, T.LBRACE, T.EXPR_OPEN]);
const CLOSING: ReadonlySet<number> = new Set([T.RPAREN, T.RBRACKET, T.RBRACE]);
const ONE_A_LINE: ReadonlySet<number> = new Set([R.createTable, R.createType, R.alterTableChange]);

function* childrenOf(tree: SyntaxTree, node: number): Iterable<number> {
  const end = subtreeEndOf(tree, node);
  for (let child = node + 1; child < end; child = subtreeEndOf(tree, child)) yield child;
}
