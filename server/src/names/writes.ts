import * as R from '../syntax/generated/rules.ts';
import * as T from '../syntax/generated/token-types.ts';
import { nameOf } from '../syntax/lower/names.ts';
import { NONE, childOf, ownTokenOf, spanOf } from '../syntax/lower/nodes.ts';
import { endTokenOf, ruleOf } from '../syntax/tree.ts';
import { addField, bareNameOf, columnValue, within } from './expressions.ts';
import { jsonKeysIn } from './json-keys.ts';
import type { Owner, Step, Written } from './occurrence.ts';
import {
  add,
  addSubject,
  type Around,
  childrenOf,
  columnOwner,
  isName,
  namesAre,
  visit,
  visitChildren,
  visitOthers,
  type Visitors,
  type Walk,
} from './walk.ts';

/** Names in statements that write rows. */
export const WRITES: Visitors = {
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
};

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
