import * as R from '../syntax/generated/rules.ts';
import * as T from '../syntax/generated/token-types.ts';
import { NONE, childOf, ownTokenOf } from '../syntax/lower/nodes.ts';
import { ruleOf } from '../syntax/tree.ts';
import type { NameKind, NameRole, Owner, Written } from './occurrence.ts';
import {
  add,
  addQualified,
  addSubject,
  type Around,
  childrenOf,
  columnOwner,
  isName,
  namesAre,
  namesIn,
  tableOwner,
  visit,
  visitOthers,
  type Visitor,
  type Visitors,
  type Walk,
} from './walk.ts';

const fieldOwner = ({ type }: Around): Owner | undefined =>
  type === undefined ? undefined : { kind: 'type', ...type };

/** Names in statements that make, change and drop what a schema holds. */
export const SCHEMA: Visitors = {
  [R.createKeyspace]: namesAre('keyspace', 'declaration'),
  [R.property](walk, node) {
    const [option, ...values] = childrenOf(walk.tree, node);
    if (option !== undefined) add(walk, option, 'option', 'reference');
    for (const value of values) optionValueNames(walk, value);
  },

  [R.createTable]: ofTable('table', 'declaration'),
  [R.createTableLike](walk, node) {
    addSubject(walk, childOf(walk.tree, node, R.tableName), 'table', 'reference');
    visitOthers(walk, node, R.tableName, {});
  },
  [R.columnDefinition]: namesAre('column', 'declaration', columnOwner),
  [R.primaryKey]: namesAre('column', 'reference', columnOwner),
  [R.partitionKey]: namesAre('column', 'reference', columnOwner),
  [R.clusteringOrder]: namesAre('column', 'reference', columnOwner),
  [R.sqlColumnModifier]: referencedNames,
  [R.sqlForeignKey]: referencedNames,
  [R.sqlConstraint](walk, node, around) {
    const [constraint, ...columns] = namesIn(walk.tree, node);
    if (constraint !== undefined) add(walk, constraint, 'constraint', 'declaration', columnOwner(around));
    for (const column of columns) add(walk, column, 'column', 'reference', columnOwner(around));
    visitOthers(walk, node, R.ident, around);
  },
  [R.checkCondition](walk, node, around) {
    // Without a comparison it is a function, with or without brackets.
    const isColumn = ownTokenOf(walk.tree, node, T.LPAREN) === NONE && childOf(walk.tree, node, R.comparison) !== NONE;
    const name = childOf(walk.tree, node, R.columnName);
    if (isColumn) add(walk, name, 'column', 'reference', columnOwner(around));
    else add(walk, name, 'function', 'reference');
    visitOthers(walk, node, R.columnName, around);
  },
  [R.functionName]: (walk, node) => void addQualified(walk, node, 'function', 'reference'),
  [R.graphLabel]: namesAre('graph-label', 'reference'),
  [R.graphKey]: namesAre('column', 'reference', columnOwner),
  [R.alterTableChange]: namesAre('column', 'reference', columnOwner),
  [R.rowTtl]: namesAre('column', 'reference', columnOwner),
  [R.renamePair](walk, node, around) {
    const [from, to] = namesIn(walk.tree, node);
    const kind = around.type === undefined ? 'column' : 'field';
    const owner = fieldOwner(around) ?? columnOwner(around);
    if (from !== undefined) add(walk, from, kind, 'reference', owner);
    if (to !== undefined) add(walk, to, kind, 'declaration', owner);
  },

  [R.createType](walk, node) {
    const type = addSubject(walk, childOf(walk.tree, node, R.typeName), 'type', 'declaration');
    visitOthers(walk, node, R.typeName, { type });
  },
  [R.fieldDefinition]: namesAre('field', 'declaration', fieldOwner),
  [R.alterTypeChange]: namesAre('field', 'reference', fieldOwner),

  [R.createIndex](walk, node) {
    const { tree } = walk;
    const table = addSubject(walk, childOf(tree, node, R.tableName), 'table', 'reference');
    addQualified(walk, childOf(tree, node, R.indexName), 'index', 'declaration');
    for (const child of childrenOf(tree, node)) {
      const rule = ruleOf(tree, child);
      if (isName(rule)) add(walk, child, 'option-value', 'reference');
      else if (rule !== R.tableName && rule !== R.indexName) visit(walk, child, { table });
    }
  },
  [R.indexTarget]: namesAre('column', 'reference', columnOwner),
  [R.localIndexKey]: namesAre('column', 'reference', columnOwner),

  [R.createView](walk, node) {
    const { tree } = walk;
    const [view = NONE, base = NONE] = childrenOf(tree, node).filter((child) => ruleOf(tree, child) === R.tableName);
    addSubject(walk, view, 'view', 'declaration');
    const table = addQualified(walk, base, 'table', 'reference');
    visitOthers(walk, node, R.tableName, { table });
  },
  [R.alterView]: ofTable('view', 'reference'),

  [R.createFunction](walk, node) {
    addSubject(walk, childOf(walk.tree, node, R.functionName), 'function', 'declaration');
    for (const child of childrenOf(walk.tree, node)) {
      const rule = ruleOf(walk.tree, child);
      if (isName(rule)) add(walk, child, 'language', 'reference');
      else if (rule !== R.functionName) visit(walk, child, {});
    }
  },
  [R.functionParameter]: namesAre('parameter', 'declaration'),
  [R.functionTrait]: namesAre('parameter', 'reference'),
  [R.createAggregate](walk, node) {
    const name = childOf(walk.tree, node, R.functionName);
    addSubject(walk, name, 'aggregate', 'declaration');
    for (const child of childrenOf(walk.tree, node)) if (child !== name) visit(walk, child, {});
  },
  [R.createTrigger]: triggerNames('declaration'),

  [R.alterStatement](walk, node) {
    const { tree } = walk;
    const table = addSubject(walk, childOf(tree, node, R.tableName), 'table', 'reference');
    const type = table ?? addSubject(walk, childOf(tree, node, R.typeName), 'type', 'reference');
    const around = table === undefined ? { type } : { table };
    for (const child of childrenOf(tree, node)) {
      const rule = ruleOf(tree, child);
      if (isName(rule)) add(walk, child, 'keyspace', 'reference');
      else if (rule !== R.tableName && rule !== R.typeName) visit(walk, child, around);
    }
  },
  [R.dropStatement]: dropNames,
};

/** The words among the values of an option. */
export function optionValueNames(walk: Walk, node: number): void {
  const rule = ruleOf(walk.tree, node);
  if (rule === R.marker) visit(walk, node, {});
  else if (isName(rule)) add(walk, node, 'option-value', 'reference');
  else for (const child of childrenOf(walk.tree, node)) optionValueNames(walk, child);
}

/** The table or view that a statement makes or changes, and what belongs to it. */
function ofTable(kind: NameKind, role: NameRole): Visitor {
  return (walk, node) => {
    const table = addSubject(walk, childOf(walk.tree, node, R.tableName), kind, role);
    visitOthers(walk, node, R.tableName, { table });
  };
}

/** `FOREIGN KEY (a) REFERENCES t (b)`: what stands behind the other table's name is of that table. */
function referencedNames(walk: Walk, node: number, around: Around): void {
  let table: Written | undefined;
  for (const child of childrenOf(walk.tree, node)) {
    const rule = ruleOf(walk.tree, child);
    if (rule === R.tableName) table = addQualified(walk, child, 'table', 'reference');
    else if (isName(rule)) add(walk, child, 'column', 'reference', tableOwner(table ?? around.table));
    else visit(walk, child, {});
  }
}

function triggerNames(role: NameRole): Visitor {
  return (walk, node) => {
    const table = addSubject(walk, childOf(walk.tree, node, R.tableName), 'table', 'reference');
    const [trigger, ...values] = childrenOf(walk.tree, node).filter((child) => isName(ruleOf(walk.tree, child)));
    if (trigger !== undefined) add(walk, trigger, 'trigger', role, tableOwner(table));
    for (const value of values) add(walk, value, 'option-value', 'reference');
  };
}

const dropTriggerNames = triggerNames('reference');

function dropNames(walk: Walk, node: number, around: Around): void {
  const { tree } = walk;
  const has = (type: number): boolean => ownTokenOf(tree, node, type) !== NONE;
  if (has(T.TRIGGER)) return dropTriggerNames(walk, node, around);
  for (const child of childrenOf(tree, node)) {
    switch (ruleOf(tree, child)) {
      case R.ident:
        add(walk, child, 'keyspace', 'reference');
        break;
      case R.tableName:
        addSubject(walk, child, has(T.VIEW) ? 'view' : 'table', 'reference');
        break;
      case R.typeName:
        addSubject(walk, child, 'type', 'reference');
        break;
      case R.indexName:
        addSubject(walk, child, 'index', 'reference');
        break;
      case R.functionName:
        addSubject(walk, child, has(T.AGGREGATE) ? 'aggregate' : 'function', 'reference');
        break;
      case R.roleName:
        add(walk, child, has(T.USER) ? 'user' : 'role', 'reference');
        break;
      default:
        visit(walk, child, {});
    }
  }
}
