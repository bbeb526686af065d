import * as R from '../syntax/generated/rules.ts';
import { nameOf, nameOfToken } from '../syntax/lower/names.ts';
import { NONE, childOf } from '../syntax/lower/nodes.ts';
import { INDEX_HINTS } from '../syntax/token-classes.ts';
import { endTokenOf, ruleOf } from '../syntax/tree.ts';
import type { Written } from './occurrence.ts';
import {
  add,
  addName,
  addQualified,
  addSubject,
  type Around,
  childrenOf,
  columnOwner,
  isName,
  keyspaceOwner,
  namesAre,
  visit,
  visitChildren,
  type Visitors,
  type Walk,
  writtenIn,
} from './walk.ts';

/** Names in statements that read rows, and in what reads and writes have in common. */
export const QUERIES: Visitors = {
  [R.selectStatement]: selectNames,
  [R.transactionSelect]: selectNames,
  [R.fromClause]: fromNames,
  [R.selector](walk, node, around) {
    for (const child of childrenOf(walk.tree, node)) {
      if (isName(ruleOf(walk.tree, child))) add(walk, child, 'alias', 'declaration');
      else visit(walk, child, around);
    }
  },
  [R.sqlTableStar]: namesAre('alias', 'reference'),
  [R.sqlQualifier]: namesAre('alias', 'reference'),
  [R.ordering](walk, node, around) {
    const isScore = childOf(walk.tree, node, R.searchScore) !== NONE;
    for (const child of childrenOf(walk.tree, node)) {
      if (!isName(ruleOf(walk.tree, child))) visit(walk, child, around);
      else if (isScore) add(walk, child, 'function', 'reference');
      else add(walk, child, 'column', 'read', columnOwner(around));
    }
  },
  [R.annOf]: (walk, node) => visitChildren(walk, node, {}),
  [R.perPartitionLimitClause]: (walk, node) => visitChildren(walk, node, {}),
  [R.limitClause]: (walk, node) => visitChildren(walk, node, {}),
  [R.usingClause]: (walk, node) => visitChildren(walk, node, {}),
  [R.indexHintsClause]: hintNames,
  [R.useStatement]: namesAre('keyspace', 'reference'),

  [R.transactionCondition]: (walk, node) => visitChildren(walk, node, {}),
  [R.letStatement](walk, node) {
    const { tree } = walk;
    const select = childOf(tree, node, R.selectStatement);
    const variable = childOf(tree, node, R.ident);
    add(walk, variable, 'variable', 'declaration');
    if (select !== NONE) visit(walk, select, {});
    const name = nameOf(tree, variable)?.name;
    if (name !== undefined) walk.variables.set(name, select === NONE ? undefined : tableOf(walk, select));
  },
};

/** The table that a SELECT is of; that of MUTATION_FRAGMENTS where its rows are read. */
function tableOf({ tree }: Walk, select: number): Written | undefined {
  const from = childOf(tree, select, R.fromClause);
  const fragments = childOf(tree, from, R.mutationFragments);
  return writtenIn(tree, childOf(tree, fragments === NONE ? from : fragments, R.tableName));
}

function selectNames(walk: Walk, node: number): void {
  const table = tableOf(walk, node);
  // FROM gives the aliases that stand before it, too.
  const from = childOf(walk.tree, node, R.fromClause);
  if (from !== NONE) visit(walk, from, { table });
  for (const child of childrenOf(walk.tree, node)) if (child !== from) visit(walk, child, { table });
}

/** The tables of FROM: the first one is that of the bare columns. */
function fromNames(walk: Walk, node: number, around: Around): void {
  const { tree } = walk;
  const fragments = childOf(tree, node, R.mutationFragments);
  if (fragments !== NONE) {
    // The name before the parentheses is that of the source.
    add(walk, childrenOf(tree, childOf(tree, node, R.tableName))[0] ?? NONE, 'function', 'reference');
    addSubject(walk, childOf(tree, fragments, R.tableName), 'table', 'read');
    return;
  }
  let table: Written | undefined;
  for (const child of childrenOf(tree, node)) {
    switch (ruleOf(tree, child)) {
      case R.tableName:
        table = addSubject(walk, child, 'table', 'read');
        break;
      case R.sqlTableAlias:
        setAlias(walk, child, table);
        break;
      default:
        // Where SQL joins, the first table's name may stand before a column, too.
        if (table !== undefined) walk.aliases.set(table.name, table);
        joinNames(walk, child, around);
    }
  }
}

function joinNames(walk: Walk, node: number, around: Around): void {
  let table: Written | undefined;
  for (const child of childrenOf(walk.tree, node)) {
    const rule = ruleOf(walk.tree, child);
    if (rule === R.tableName) {
      table = addQualified(walk, child, 'table', 'read');
      if (table !== undefined) walk.aliases.set(table.name, table);
    } else if (rule === R.sqlTableAlias) setAlias(walk, child, table);
    else if (isName(rule)) add(walk, child, 'column', 'read', table && { kind: 'table', ...table });
    else visit(walk, child, around);
  }
}

function setAlias(walk: Walk, node: number, table: Written | undefined): void {
  const alias = nameOfToken(walk.tree, endTokenOf(walk.tree, node) - 1);
  addName(walk, alias, 'alias', 'declaration');
  walk.aliases.set(alias.name, table);
}

/** `WITH included_indexes = {…}`: the words are options, what is in the braces is indexes. */
function hintNames(walk: Walk, node: number, { table }: Around): void {
  const { tree } = walk;
  for (const property of childrenOf(tree, node)) {
    const word = childOf(tree, property, R.ident);
    if (!INDEX_HINTS.has(nameOf(tree, word)?.name ?? '')) {
      visit(walk, property, {});
      continue;
    }
    add(walk, word, 'option', 'reference');
    const value = childOf(tree, property, R.expression);
    if (value !== NONE) indexNames(walk, value, table);
  }
}

function indexNames(walk: Walk, node: number, table: Written | undefined): void {
  for (const child of childrenOf(walk.tree, node)) {
    if (ruleOf(walk.tree, child) !== R.path) {
      indexNames(walk, child, table);
      continue;
    }
    const written = writtenIn(walk.tree, child);
    if (written?.keyspace !== undefined) addQualified(walk, child, 'index', 'reference');
    else add(walk, childrenOf(walk.tree, child)[0] ?? NONE, 'index', 'reference', keyspaceOwner(table));
  }
}
