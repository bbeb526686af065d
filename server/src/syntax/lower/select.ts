import type {
  Alternatives,
  Clause,
  Expression,
  Join,
  Name,
  Ordering,
  QualifiedName,
  Select,
  Selector,
  SelectOption,
  Using,
  Where,
} from '../ast.ts';
import type { Span } from '../../text/span.ts';
import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';
import { INDEX_HINTS } from '../token-classes.ts';
import { NODE_SIZE, type SyntaxTree, endTokenOf, subtreeEndOf } from '../tree.ts';
import { clauseOf, usingOf } from './clauses.ts';
import { expressionIn, expressionOf, expressionsIn } from './expressions.ts';
import { nameIn, nameOfToken, namesIn, qualifiedNameOf } from './names.ts';
import { NONE, childOf, nextOf, ownTokenOf, spanOf, tokenSpan } from './nodes.ts';
import { hasTemplateRelation, relationsIn, whereOf } from './relations.ts';

/** Reads a `selectStatement` or a `transactionSelect`; clauses in the wrong order count as if they stood right. */
export function selectOf(tree: SyntaxTree, node: number): Select {
  const parts: Parts = { json: false, distinct: false, selectors: [], groupBy: [], orderBy: [] };
  collect(tree, node, parts);
  return {
    kind: 'select',
    json: parts.json,
    distinct: parts.distinct,
    selectors: parts.selectors,
    from: parts.from,
    alias: parts.alias,
    joins: parts.joins,
    where: parts.where,
    groupBy: parts.groupBy,
    groupBySpan: parts.groupBySpan,
    orderBy: parts.orderBy,
    orderBySpan: parts.orderBySpan,
    perPartitionLimit: parts.perPartitionLimit,
    limit: parts.limit,
    allowFiltering: parts.allowFiltering,
    filteringAt: parts.running ?? spanOf(tree, node).end,
    options: parts.options,
    using: parts.using,
    template: parts.template,
    span: spanOf(tree, node),
  };
}

/** Reads `selectors`. */
export function selectorsOf(tree: SyntaxTree, node: number): Selector[] {
  const selectors: Selector[] = [];
  for (let child = childOf(tree, node, R.selector); child !== NONE; child = nextOf(tree, node, child, R.selector)) {
    const span = spanOf(tree, child);
    const star = ownTokenOf(tree, child, T.STAR);
    if (star !== NONE) {
      selectors.push({ expression: { kind: 'star', span: tokenSpan(tree, star) }, span });
      continue;
    }
    const tableStar = childOf(tree, child, R.sqlTableStar);
    if (tableStar !== NONE) {
      selectors.push({ expression: { kind: 'star', of: nameIn(tree, tableStar, R.ident), span }, span });
      continue;
    }
    const expression = expressionIn(tree, child);
    const alias = nameIn(tree, child, R.ident) ?? nameIn(tree, child, R.sqlImplicitAlias);
    selectors.push(alias === undefined ? { expression, span } : { expression, alias, span });
  }
  return selectors;
}

/**
 * The word of `SELECT json AS j` that the grammar takes for a modifier, with `AS` for the column and `j` for its alias; `NONE` in
 * every other list of selectors.
 */
export function aliasedModifierOf(tree: SyntaxTree, selectors: number): number {
  const first = childOf(tree, selectors, R.selector);
  if (first === NONE || childOf(tree, first, R.sqlImplicitAlias) === NONE) return NONE;
  const as = tree.nodes[first * NODE_SIZE + 1]!;
  if (tree.tokens.types[as] !== T.AS || tree.nodes[first * NODE_SIZE + 2]! - as !== 2) return NONE;
  const word = tree.tokens.types[as - 1];
  return word === T.JSON || word === T.DISTINCT ? as - 1 : NONE;
}

interface Parts {
  json: boolean;
  distinct: boolean;
  selectors: Selector[];
  from?: QualifiedName;
  alias?: Name;
  joins?: Join[];
  where?: Where;
  groupBy: Expression[];
  groupBySpan?: Span;
  orderBy: Ordering[];
  orderBySpan?: Span;
  perPartitionLimit?: Clause<Expression>;
  limit?: Clause<Expression>;
  allowFiltering?: Span;
  /** The end of what stands before the first clause that says how the query runs. */
  running?: number;
  options?: Select['options'];
  using?: Using;
  template?: true;
}

/** The end of the token before a node. */
const endBefore = (tree: SyntaxTree, node: number): number => tree.tokens.ends[tree.nodes[node * NODE_SIZE + 1]! - 1]!;

function collect(tree: SyntaxTree, node: number, parts: Parts): void {
  const end = subtreeEndOf(tree, node);
  for (let child = node + 1; child < end; child = subtreeEndOf(tree, child)) {
    switch (tree.nodes[child * NODE_SIZE]) {
      case R.selectModifiers:
        parts.json = childOf(tree, child, R.jsonModifier) !== NONE;
        parts.distinct = childOf(tree, child, R.distinctModifier) !== NONE;
        break;
      case R.selectors:
        parts.selectors = selectorsOf(tree, child);
        readAliasedModifier(tree, child, parts);
        break;
      case R.fromClause:
        parts.from = tableOf(tree, child);
        readJoins(tree, child, parts);
        break;
      case R.whereClause:
        parts.where ??= whereOf(tree, child);
        if (hasTemplateRelation(tree, child)) parts.template = true;
        break;
      case R.groupByClause:
        parts.groupBy = expressionsIn(tree, child);
        parts.groupBySpan = spanOf(tree, child);
        break;
      case R.orderByClause:
        parts.orderBy = orderingsOf(tree, child);
        parts.orderBySpan = spanOf(tree, child);
        break;
      case R.perPartitionLimitClause:
        parts.perPartitionLimit = clauseOf(tree, child);
        break;
      case R.limitClause:
        parts.limit = clauseOf(tree, child);
        break;
      case R.allowFilteringClause:
        parts.allowFiltering = spanOf(tree, child);
        break;
      case R.indexHintsClause:
        parts.options = optionsOf(tree, child);
        parts.running ??= endBefore(tree, child);
        break;
      case R.usingClause:
        parts.using = usingOf(tree, child);
        parts.running ??= endBefore(tree, child);
        break;
      case R.bypassCacheClause:
        parts.running ??= endBefore(tree, child);
        break;
      case R.templateClause:
        parts.template = true;
        break;
      case R.misplacedClause:
      case R.withoutTable:
        collect(tree, child, parts);
        break;
    }
  }
}

function optionsOf(tree: SyntaxTree, clause: number): readonly SelectOption[] {
  const options: SelectOption[] = [];
  let property = childOf(tree, clause, R.property);
  for (; property !== NONE; property = nextOf(tree, clause, property, R.property)) {
    const name = nameIn(tree, property, R.ident);
    if (name === undefined) continue;
    const value = expressionIn(tree, property);
    // In capitals or quotes they are options like any other, and braces with nothing in them are a map, which does as well.
    const hinted = value.kind === 'set' && (INDEX_HINTS.has(name.text) || value.items.length === 0);
    options.push({ name, ...(hinted && { indexes: value.items.flatMap(indexNameOf) }), span: spanOf(tree, property) });
  }
  return options;
}

function indexNameOf(item: Expression): QualifiedName | [] {
  if (item.kind === 'column') return { name: item.column, span: item.span };
  if (item.kind !== 'field' || item.of.kind !== 'column') return [];
  return { keyspace: item.of.column, name: item.field, span: item.span };
}

function readAliasedModifier(tree: SyntaxTree, selectors: number, parts: Parts): void {
  const word = aliasedModifierOf(tree, selectors);
  if (word === NONE) return;
  if (tree.tokens.types[word] === T.JSON) parts.json = false;
  else parts.distinct = false;
  const column = nameOfToken(tree, word);
  const { alias, span } = parts.selectors[0]!;
  const start = column.span.start;
  const expression: Expression = { kind: 'column', column, span: column.span };
  parts.selectors[0] = { expression, alias, span: { start, end: span.end } };
}

function tableOf(tree: SyntaxTree, from: number): QualifiedName | undefined {
  const fragments = childOf(tree, from, R.mutationFragments);
  return qualifiedNameOf(tree, childOf(tree, fragments === NONE ? from : fragments, R.tableName));
}

function readJoins(tree: SyntaxTree, from: number, parts: Parts): void {
  parts.alias = aliasOf(tree, from);
  const end = subtreeEndOf(tree, from);
  for (let child = from + 1; child < end; child = subtreeEndOf(tree, child)) {
    const rule = tree.nodes[child * NODE_SIZE];
    const table =
      rule === R.sqlJoin || rule === R.sqlCommaJoin
        ? qualifiedNameOf(tree, childOf(tree, child, R.tableName))
        : undefined;
    if (table === undefined) continue;
    const or: Alternatives[] = [];
    const on = relationsIn(tree, child, or);
    (parts.joins ??= []).push({
      table,
      alias: aliasOf(tree, child),
      on: or.length === 0 ? on : [...on, { kind: 'unknown', span: spanOf(tree, child) }],
      using: namesIn(tree, child, R.ident),
      outer: OUTER.some((type) => ownTokenOf(tree, child, type) !== NONE),
      span: spanOf(tree, child),
    });
  }
}

const OUTER: readonly number[] = [T.LEFT, T.RIGHT, T.FULL, T.OUTER];

/** The word behind a table's name. */
function aliasOf(tree: SyntaxTree, node: number): Name | undefined {
  const alias = childOf(tree, node, R.sqlTableAlias);
  return alias === NONE ? undefined : nameOfToken(tree, endTokenOf(tree, alias) - 1);
}

function orderingsOf(tree: SyntaxTree, node: number): Ordering[] {
  const orderings: Ordering[] = [];
  for (let child = childOf(tree, node, R.ordering); child !== NONE; child = nextOf(tree, node, child, R.ordering)) {
    const column = nameIn(tree, child, R.columnName);
    if (column === undefined || childOf(tree, child, R.searchScore) !== NONE) continue;
    const ann = childOf(tree, child, R.annOf);
    const vector = ann === NONE ? NONE : childOf(tree, ann, R.expression);
    orderings.push({
      column,
      direction: directionOf(tree, child),
      annOf: vector === NONE ? undefined : expressionOf(tree, vector),
      span: spanOf(tree, child),
    });
  }
  return orderings;
}

function directionOf(tree: SyntaxTree, node: number): 'ASC' | 'DESC' | undefined {
  if (ownTokenOf(tree, node, T.DESC) !== NONE) return 'DESC';
  return ownTokenOf(tree, node, T.ASC) === NONE ? undefined : 'ASC';
}
