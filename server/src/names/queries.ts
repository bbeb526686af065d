import * as R from '../syntax/generated/rules.ts';
import * as T from '../syntax/generated/token-types.ts';
import { nameOf, nameOfToken } from '../syntax/lower/names.ts';
import { NONE, childOf, ownTokenOf, spanOf } from '../syntax/lower/nodes.ts';
import { INDEX_HINTS } from '../syntax/token-classes.ts';
import { endTokenOf, ruleOf } from '../syntax/tree.ts';
import { addField, bareNameOf, columnValue, within } from './expressions.ts';
import { jsonKeysIn } from './json-keys.ts';
import type { Owner, Step, Written } from './occurrence.ts';
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
  visitOthers,
  type Visitors,
  type Walk,
  writtenIn,
} from './walk.ts';

/** Names in statements that read and write rows. */
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
    for (const child of childrenOf(walk.tree, node)) {
      if (isName(ruleOf(walk.tree, child))) add(walk, child, 'column', 'read', columnOwner(around));
      else visit(walk, child, around);
    }
  },
  [R.annOf]: (walk, node) => visitChildren(walk, node, {}),
  [R.perPartitionLimitClause]: (walk, node) => visitChildren(walk, node, {}),
  [R.limitClause]: (walk, node) => visitChildren(walk, node, {}),
  [R.usingClause]: (walk, node) => visitChildren(walk, node, {}),
  [R.indexHintsClause]: hintNames,

  [R.insertStatement](walk, node) {
    const table = addSubject(walk, childOf(walk.tree, node, R.tableName), 'table', 'write');
    const columns = columnsIn(walk, childOf(walk.tree, node, R.columnList));
    for (const child of childrenOf(walk.tree, node)) {
      const rule = ruleOf(walk.tree, child);
      if (rule === R.valueRow) valueNames(walk, child, table, columns);
      else if (rule !== R.tableName) visit(walk, child, { table });
    }
  },
  [R.columnList]: namesAre('column', 'write', columnOwner),
  [R.jsonValue]: jsonNames,
  [R.sqlExtraRow]: (walk, node) => visitChildren(walk, node, {}),
  [R.updateStatement](walk, node) {
    const table = addSubject(walk, childOf(walk.tree, node, R.tableName), 'table', 'write');
    visitOthers(walk, node, R.tableName, { table });
  },
  [R.assignment]: assignmentNames,
  [R.deleteStatement](walk, node) {
    const table = addSubject(walk, childOf(walk.tree, node, R.tableName), 'table', 'write');
    visitOthers(walk, node, R.tableName, { table });
  },
  [R.deleteTarget]: targetNames,
  [R.truncateStatement](walk, node) {
    addSubject(walk, childOf(walk.tree, node, R.tableName), 'table', 'write');
    visitOthers(walk, node, R.tableName, {});
  },
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

/** The names of a list, `undefined` for what is none. */
const columnsIn = ({ tree }: Walk, list: number): readonly (string | undefined)[] =>
  list === NONE ? [] : childrenOf(tree, list).map((child) => nameOf(tree, child)?.name);

function valueNames(
  walk: Walk,
  row: number,
  table: Written | undefined,
  columns: readonly (string | undefined)[],
): void {
  const values = childrenOf(walk.tree, row);
  values.forEach((value, index) => visit(walk, value, { value: columnValue(table, columns[index]) }));
}

/** The keys of INSERT JSON are columns, and those below them fields of their values. */
function jsonNames(walk: Walk, node: number, around: Around): void {
  const { tree, found } = walk;
  const literal = childOf(tree, node, R.literal);
  if (literal === NONE) return namesAre('marker', 'reference')(walk, node, {});
  const { start, end } = spanOf(tree, literal);
  for (const { name, quoted, path, ...span } of jsonKeysIn(tree.text, start, end)) {
    const [column, ...below] = path;
    const value = columnValue(around.table, column);
    const within = below.map((step): Step => (step === 'element' ? step : { field: step }));
    const owner: Owner | undefined =
      column === undefined
        ? columnOwner(around)
        : value && { kind: 'value', value: { ...value, path: [...value.path, ...within] } };
    const kind = column === undefined ? 'column' : 'field';
    found.push({ ...span, kind, role: 'write', name, quoted, json: true, ...(owner && { owner }) });
  }
}

function assignmentNames(walk: Walk, node: number, around: Around): void {
  const { tree } = walk;
  const { table } = around;
  const [target, ...rest] = childrenOf(tree, node);
  if (target === undefined) return;
  if (!isName(ruleOf(tree, target))) return visitChildren(walk, node, around);
  add(walk, target, 'column', 'write', columnOwner(around));
  const whole = columnValue(table, nameOf(tree, target)?.name);
  const subscripted = ownTokenOf(tree, node, T.LBRACKET) !== NONE;
  let value = whole;
  rest.forEach((child, index) => {
    if (isName(ruleOf(tree, child))) value = addField(walk, child, value, 'write');
    else if (subscripted && index === 0) visit(walk, child, { value: within(whole, 'key') });
    else sumNames(walk, child, around, subscripted ? within(whole, 'value') : value, node);
  });
}

/** `c + 1`, `[1] + c` and `c -1`: a bare name is a column that is read; what is added is a value of it. */
function sumNames(walk: Walk, expression: number, around: Around, value: Around['value'], assignment: number): void {
  const { tree } = walk;
  const operands = childrenOf(tree, expression);
  const isSum = operands.length > 1 || endTokenOf(tree, expression) < endTokenOf(tree, assignment);
  for (const operand of operands) {
    const name = isSum ? bareNameOf(walk, operand) : NONE;
    const isVariable = name !== NONE && walk.variables.has(nameOf(tree, name)?.name ?? '');
    visit(walk, operand, name === NONE || isVariable ? { value } : { table: around.table });
  }
}

function targetNames(walk: Walk, node: number, around: Around): void {
  const { tree } = walk;
  const [target, ...rest] = childrenOf(tree, node);
  if (target === undefined) return;
  add(walk, target, 'column', 'write', columnOwner(around));
  const value = columnValue(around.table, nameOf(tree, target)?.name);
  for (const child of rest) {
    if (isName(ruleOf(tree, child))) addField(walk, child, value, 'write');
    else visit(walk, child, { value: within(value, 'key') });
  }
}
