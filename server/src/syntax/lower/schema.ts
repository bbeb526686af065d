import type {
  AlterKeyspace,
  AlterType,
  AlterView,
  CreateIndex,
  CreateKeyspace,
  CreateTrigger,
  CreateType,
  CreateView,
  FieldDefinition,
  IndexTarget,
  Name,
} from '../ast.ts';
import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';
import { NODE_SIZE, type SyntaxTree } from '../tree.ts';
import { expressionOfToken } from './expressions.ts';
import { nameIn, nameOrMarkerIn, nameOf, namesIn, qualifiedIn, qualifiedNameOf, stringOfToken } from './names.ts';
import { NONE, childOf, firstTypeOf, nextOf, ownTokenOf, spanOf, tokenSpan } from './nodes.ts';
import { optionsIn } from './options.ts';
import { whereOf } from './relations.ts';
import { selectorsOf } from './select.ts';
import { primaryKeyOf, renamesIn, tableOptionsOf } from './tables.ts';
import { typeIn } from './types.ts';

/** Reads a `createKeyspace` that `statement` encloses. */
export function createKeyspaceOf(tree: SyntaxTree, statement: number, node: number): CreateKeyspace {
  return {
    kind: 'create-keyspace',
    name: nameOrMarkerIn(tree, node),
    ifNotExists: childOf(tree, node, R.ifNotExists) !== NONE,
    options: optionsIn(tree, node),
    span: spanOf(tree, statement),
  };
}

/** Reads an `alterStatement` of a keyspace. */
export function alterKeyspaceOf(tree: SyntaxTree, node: number): AlterKeyspace {
  return {
    kind: 'alter-keyspace',
    name: nameOrMarkerIn(tree, node),
    ifExists: childOf(tree, node, R.ifExists) !== NONE,
    options: optionsIn(tree, node),
    span: spanOf(tree, node),
  };
}

/** Reads a `createType` that `statement` encloses. */
export function createTypeOf(tree: SyntaxTree, statement: number, node: number): CreateType {
  const fields: FieldDefinition[] = [];
  let child = childOf(tree, node, R.fieldDefinition);
  for (; child !== NONE; child = nextOf(tree, node, child, R.fieldDefinition)) {
    const field = fieldOf(tree, child);
    if (field !== undefined) fields.push(field);
  }
  return {
    kind: 'create-type',
    name: qualifiedIn(tree, node, R.typeName),
    ifNotExists: childOf(tree, node, R.ifNotExists) !== NONE,
    fields,
    span: spanOf(tree, statement),
  };
}

/** Reads an `alterStatement` of a type. */
export function alterTypeOf(tree: SyntaxTree, node: number): AlterType {
  return {
    kind: 'alter-type',
    name: qualifiedIn(tree, node, R.typeName),
    ifExists: childOf(tree, node, R.ifExists) !== NONE,
    change: typeChangeOf(tree, childOf(tree, node, R.alterTypeChange)),
    span: spanOf(tree, node),
  };
}

/** Reads a `createIndex` that `statement` encloses. */
export function createIndexOf(tree: SyntaxTree, statement: number, node: number): CreateIndex {
  const targets: IndexTarget[] = [];
  let local: readonly Name[] | undefined;
  for (
    let child = childOf(tree, node, R.indexTarget);
    child !== NONE;
    child = nextOf(tree, node, child, R.indexTarget)
  ) {
    const key = childOf(tree, child, R.localIndexKey);
    if (key !== NONE) local ??= namesIn(tree, key, R.ident);
    else addTargets(tree, child, targets);
  }
  return {
    kind: 'create-index',
    custom: ownTokenOf(tree, node, T.CUSTOM) !== NONE,
    ifNotExists: childOf(tree, node, R.ifNotExists) !== NONE,
    name: qualifiedIn(tree, node, R.indexName),
    table: qualifiedIn(tree, node, R.tableName),
    targets,
    ...(local !== undefined && { local }),
    using: indexClassOf(tree, node),
    options: optionsIn(tree, node),
    span: spanOf(tree, statement),
  };
}

/** Reads a `createView` that `statement` encloses. */
export function createViewOf(tree: SyntaxTree, statement: number, node: number): CreateView {
  const view = childOf(tree, node, R.tableName);
  const base = view === NONE ? NONE : nextOf(tree, node, view, R.tableName);
  const options = tableOptionsOf(tree, childOf(tree, node, R.tableOptions));
  return {
    kind: 'create-view',
    name: qualifiedIn(tree, node, R.tableName),
    ifNotExists: childOf(tree, node, R.ifNotExists) !== NONE,
    select: viewSelectOf(tree, node, base),
    primaryKey: primaryKeyOf(tree, childOf(tree, node, R.primaryKey)),
    clusteringOrder: options.clusteringOrder,
    clusteringOrderSpan: options.clusteringOrderSpan,
    compactStorage: options.compactStorage,
    options: options.options,
    span: spanOf(tree, statement),
  };
}

/** Reads an `alterView` that `statement` encloses. */
export function alterViewOf(tree: SyntaxTree, statement: number, node: number): AlterView {
  return {
    kind: 'alter-view',
    name: qualifiedIn(tree, node, R.tableName),
    ifExists: childOf(tree, node, R.ifExists) !== NONE,
    options: optionsIn(tree, node),
    span: spanOf(tree, statement),
  };
}

/** Reads a `createTrigger` that `statement` encloses. */
export function createTriggerOf(tree: SyntaxTree, statement: number, node: number): CreateTrigger {
  const end = tree.nodes[node * NODE_SIZE + 2]!;
  const last = end > 0 ? expressionOfToken(tree, end - 1) : undefined;
  return {
    kind: 'create-trigger',
    name: nameIn(tree, node, R.ident),
    ifNotExists: childOf(tree, node, R.ifNotExists) !== NONE,
    table: qualifiedIn(tree, node, R.tableName),
    className: last?.kind === 'literal' && last.type === 'string' ? last : undefined,
    span: spanOf(tree, statement),
  };
}

function fieldOf(tree: SyntaxTree, node: number): FieldDefinition | undefined {
  const name = nameIn(tree, node, R.ident);
  if (name === undefined) return undefined;
  const type = typeIn(tree, node) ?? { kind: 'unknown', span: { start: name.span.end, end: name.span.end } };
  return { name, type, span: spanOf(tree, node) };
}

function typeChangeOf(tree: SyntaxTree, node: number): AlterType['change'] {
  switch (node === NONE ? NONE : firstTypeOf(tree, node)) {
    case T.ADD: {
      const field = fieldOf(tree, childOf(tree, node, R.fieldDefinition));
      const ifNotExists = childOf(tree, node, R.ifNotExists) !== NONE;
      return field === undefined ? { kind: 'unknown' } : { kind: 'add', ifNotExists, field };
    }
    case T.RENAME:
      return { kind: 'rename', ifExists: childOf(tree, node, R.ifExists) !== NONE, pairs: renamesIn(tree, node) };
    case T.ALTER: {
      const field = nameIn(tree, node, R.ident);
      const type = typeIn(tree, node);
      return field === undefined || type === undefined ? { kind: 'unknown' } : { kind: 'alter', field, type };
    }
    default:
      return { kind: 'unknown' };
  }
}

function addTargets(tree: SyntaxTree, node: number, into: IndexTarget[]): void {
  const span = spanOf(tree, node);
  const column = nameIn(tree, node, R.columnName);
  if (column === undefined) return;
  switch (ownTokenOf(tree, node, T.LPAREN) === NONE ? NONE : firstTypeOf(tree, node)) {
    case T.VALUES:
      into.push({ of: 'values', column, span });
      break;
    case T.KEYS:
      into.push({ of: 'keys', column, span });
      break;
    case T.ENTRIES:
      into.push({ of: 'entries', column, span });
      break;
    case T.FULL:
      into.push({ of: 'full', column, span });
      break;
    default:
      into.push({ column, span });
  }
}

function indexClassOf(tree: SyntaxTree, node: number): CreateIndex['using'] {
  const using = ownTokenOf(tree, node, T.USING);
  if (using === NONE || using + 1 >= tree.nodes[node * NODE_SIZE + 2]!) return undefined;
  const value = expressionOfToken(tree, using + 1);
  if (value.kind === 'literal' && value.type === 'string')
    return { value: stringOfToken(tree, using + 1), span: value.span };
  const name = nameOf(tree, childOf(tree, node, R.ident));
  return name === undefined || name.template ? undefined : { value: name.text, span: name.span };
}

function viewSelectOf(tree: SyntaxTree, node: number, base: number): CreateView['select'] {
  const start = ownTokenOf(tree, node, T.SELECT);
  if (start === NONE) return undefined;
  const selectors = childOf(tree, node, R.selectors);
  const where = childOf(tree, node, R.whereClause);
  const last = where !== NONE ? where : base !== NONE ? base : selectors;
  const begin = tokenSpan(tree, start);
  const end = last === NONE ? begin.end : spanOf(tree, last).end;
  return {
    kind: 'select',
    json: false,
    distinct: false,
    selectors: selectors === NONE ? [] : selectorsOf(tree, selectors),
    from: base === NONE ? undefined : qualifiedNameOf(tree, base),
    where: whereOf(tree, where),
    groupBy: [],
    orderBy: [],
    filteringAt: end,
    span: { start: begin.start, end },
  };
}
