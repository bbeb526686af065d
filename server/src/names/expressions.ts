import * as R from '../syntax/generated/rules.ts';
import * as T from '../syntax/generated/token-types.ts';
import { nameOf } from '../syntax/lower/names.ts';
import { NONE, childOf, ownTokenOf } from '../syntax/lower/nodes.ts';
import { typeOf, typeOfExpression } from '../syntax/lower/types.ts';
import { expressionOf } from '../syntax/lower/expressions.ts';
import { ruleOf } from '../syntax/tree.ts';
import type { Step, Value, Written } from './occurrence.ts';
import { typeNames, typeWordNames } from './type-names.ts';
import {
  add,
  addQualified,
  type Around,
  childrenOf,
  columnOwner,
  keyspaceOwner,
  isName,
  tableOwner,
  visit,
  visitChildren,
  type Visitors,
  type Walk,
} from './walk.ts';

/** Names in expressions. */
export const EXPRESSIONS: Visitors = {
  [R.expression](walk, node, around) {
    const operands = childrenOf(walk.tree, node);
    // What a calculation is a value of says nothing about its parts.
    const each = operands.length === 1 ? around : { table: around.table };
    for (const operand of operands) operandNames(walk, operand, each);
  },
  [R.operand]: (walk, node, around) => void operandNames(walk, node, around),
  [R.marker](walk, node) {
    for (const child of childrenOf(walk.tree, node)) add(walk, child, 'marker', 'reference');
  },
  [R.path]: (walk, node, around) => void pathNames(walk, node, around),
  [R.hintedPath]: (walk, node, around) => void pathNames(walk, node, around),
  [R.listLiteral]: (walk, node, { table, value }) =>
    visitChildren(walk, node, { table, value: within(value, 'element') }),
  [R.braceLiteral]: braceNames,
  [R.parenthesised]: parenthesisedNames,
};

/** What lies in a value; deeper than any type goes it is not known. */
export const within = (value: Value | undefined, step: Step): Value | undefined =>
  value === undefined || value.path.length >= DEEPEST ? undefined : { ...value, path: [...value.path, step] };

const DEEPEST = 32;

/** The value of a column of a table. */
export const columnValue = (table: Written | undefined, column: string | undefined): Value | undefined =>
  table === undefined || column === undefined ? undefined : { of: { kind: 'column', table, column }, path: [] };

/** Adds a field of a value, and gives what it holds. */
export function addField(
  walk: Walk,
  node: number,
  of: Value | undefined,
  role: 'read' | 'write' | 'reference',
): Value | undefined {
  const name = nameOf(walk.tree, node);
  add(walk, node, 'field', role, of && { kind: 'value', value: of });
  return name === undefined ? undefined : within(of, { field: name.name });
}

/** The fields and subscripts behind a value in `parent`; gives what they lead to. */
export function modifierNames(walk: Walk, parent: number, of: Value | undefined): Value | undefined {
  let value = of;
  for (const modifier of childrenOf(walk.tree, parent)) {
    if (ruleOf(walk.tree, modifier) !== R.modifier) continue;
    for (const child of childrenOf(walk.tree, modifier)) {
      if (isName(ruleOf(walk.tree, child))) {
        value = addField(walk, child, value, 'read');
      } else {
        visitChildren(walk, child, { value: within(value, 'key') });
        value = ownTokenOf(walk.tree, child, T.RANGE) === NONE ? within(value, 'value') : value;
      }
    }
  }
  return value;
}

function operandNames(walk: Walk, node: number, around: Around): Value | undefined {
  let value: Value | undefined;
  for (const child of childrenOf(walk.tree, node)) {
    switch (ruleOf(walk.tree, child)) {
      case R.operand:
        operandNames(walk, child, around);
        break;
      case R.path:
      case R.hintedPath:
        value = pathNames(walk, child, around);
        break;
      case R.modifier:
        break;
      default:
        visit(walk, child, around);
    }
  }
  return modifierNames(walk, node, value);
}

/** A column with its fields, a part of a row that LET has read, or a function with its arguments. */
export function pathNames(walk: Walk, node: number, around: Around): Value | undefined {
  const { tree, variables } = walk;
  const children = childrenOf(tree, node);
  const names = children.filter((child) => isName(ruleOf(tree, child)));
  const call = children.find((child) => ruleOf(tree, child) === R.callArguments);
  const [first, second] = names;
  if (first === undefined) return void visitChildren(walk, node, around);
  const name = nameOf(tree, first)?.name;
  if (call !== undefined) {
    addQualified(walk, node, 'function', 'reference');
    visitChildren(walk, call, { table: around.table });
    return undefined;
  }
  if (around.table === undefined && name !== undefined && variables.has(name)) {
    add(walk, first, 'variable', 'read');
    if (second === undefined) return undefined;
    const table = variables.get(name);
    add(walk, second, 'column', 'read', tableOwner(table));
    return fieldNames(walk, names.slice(2), columnValue(table, nameOf(tree, second)?.name));
  }
  if (second !== undefined && name !== undefined && walk.aliases.has(name)) {
    const table = walk.aliases.get(name);
    if (table?.name === name) add(walk, first, 'table', 'reference', keyspaceOwner(table));
    else add(walk, first, 'alias', 'reference');
    add(walk, second, 'column', 'read', tableOwner(table));
    return fieldNames(walk, names.slice(2), columnValue(table, nameOf(tree, second)?.name));
  }
  const isPlaceholder = around.table === undefined && nameOf(tree, first)?.template === true;
  add(walk, first, isPlaceholder ? 'marker' : 'column', 'read', columnOwner(around));
  return fieldNames(walk, names.slice(1), columnValue(around.table, name));
}

const fieldNames = (walk: Walk, fields: readonly number[], of: Value | undefined): Value | undefined =>
  fields.reduce((value, field) => addField(walk, field, value, 'read'), of);

/** `{a: 1}` holds fields where all that stands before the colons is names; otherwise it is a map or a set. */
function braceNames(walk: Walk, node: number, { table, value }: Around): void {
  const entries = childrenOf(walk.tree, node).map((entry) => childrenOf(walk.tree, entry));
  const keyed = entries.some((entry) => entry.length > 1);
  const hasFields = keyed && entries.every(([key]) => key !== undefined && bareNameOf(walk, key) !== NONE);
  for (const [key, held] of entries) {
    if (key === undefined) continue;
    if (held === undefined) visit(walk, key, { table, value: within(value, keyed ? 'key' : 'element') });
    else if (hasFields) visit(walk, held, { table, value: addField(walk, bareNameOf(walk, key), value, 'reference') });
    else {
      visit(walk, key, { table, value: within(value, 'key') });
      visit(walk, held, { table, value: within(value, 'value') });
    }
  }
}

/** The name that an expression is and nothing else; `NONE` where it is more. */
export function bareNameOf(walk: Walk, expression: number): number {
  let node = expression;
  for (;;) {
    const [only, ...more] = childrenOf(walk.tree, node);
    if (only === undefined || more.length > 0) return NONE;
    const rule = ruleOf(walk.tree, only);
    if (isName(rule)) return only;
    if (rule !== R.operand && rule !== R.path) return NONE;
    node = only;
  }
}

/** A type before the value that it is a hint for, a tuple, or a grouping. */
function parenthesisedNames(walk: Walk, node: number, around: Around): void {
  const { tree } = walk;
  const children = childrenOf(tree, node);
  const hinted = children.find((child) => ruleOf(tree, child) === R.typeHintOperand);
  const inner = children.filter((child) => child !== hinted);
  const [first] = inner;
  const generic = first !== undefined && ruleOf(tree, first) === R.genericType;
  const type =
    first === undefined || inner.length > 1 ? undefined : generic ? typeOf(tree, first) : hintIn(walk, first);
  if (hinted !== undefined && first !== undefined && type !== undefined) {
    if (generic) typeNames(walk, first);
    else hintNames(walk, first);
    visitChildren(walk, hinted, {
      table: around.table,
      value: { of: { kind: 'type', type, ...(walk.keyspace !== undefined && { keyspace: walk.keyspace }) }, path: [] },
    });
    return;
  }
  inner.forEach((child, index) => {
    const value = inner.length === 1 ? around.value : within(around.value, index);
    visit(walk, child, { table: around.table, value });
  });
  if (hinted !== undefined) visitChildren(walk, hinted, { table: around.table });
}

const hintIn = (walk: Walk, expression: number) =>
  ruleOf(walk.tree, expression) === R.expression ? typeOfExpression(expressionOf(walk.tree, expression)) : undefined;

/** A type that was read as an expression: `int`, `address` or `keyspace.address`. */
function hintNames(walk: Walk, expression: number): void {
  const { tree } = walk;
  const path = childOf(tree, childOf(tree, expression, R.operand), R.path);
  if (path !== NONE) typeWordNames(walk, path);
}
