import type {
  AlterTable,
  CheckCondition,
  ClusteringOrder,
  ColumnConstraint,
  ColumnDefinition,
  CreateTable,
  CreateTableLike,
  Mask,
  Name,
  PrimaryKey,
} from '../ast.ts';
import type { Span } from '../../text/span.ts';
import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';
import { NODE_SIZE, type SyntaxTree, subtreeEndOf } from '../tree.ts';
import { expressionIn, expressionsIn } from './expressions.ts';
import { functionNameOf, nameIn, nameOf, namesIn, qualifiedIn } from './names.ts';
import { NONE, childOf, firstTypeOf, nextOf, ownTokenOf, spanOf, tokenSpan } from './nodes.ts';
import { optionsIn, optionsOf } from './options.ts';
import { typeIn } from './types.ts';

/** Reads a `createTable` that `statement` encloses. */
export function createTableOf(tree: SyntaxTree, statement: number, node: number): CreateTable | CreateTableLike {
  const name = qualifiedIn(tree, node, R.tableName);
  const ifNotExists = childOf(tree, node, R.ifNotExists) !== NONE;
  const like = childOf(tree, node, R.createTableLike);
  const span = spanOf(tree, statement);
  if (like !== NONE) {
    return {
      kind: 'create-table-like',
      name,
      ifNotExists,
      source: qualifiedIn(tree, like, R.tableName),
      options: optionsOf(tree, like),
      copies: copiesOf(tree, like),
      span,
    };
  }
  const items = childOf(tree, node, R.tableItems);
  const columns: ColumnDefinition[] = [];
  const primaryKeys: PrimaryKey[] = [];
  let template: true | undefined;
  if (items !== NONE) {
    const end = subtreeEndOf(tree, items);
    for (let item = items + 1; item < end; item = subtreeEndOf(tree, item)) {
      const column = columnDefinitionOf(tree, childOf(tree, item, R.columnDefinition));
      if (column !== undefined) {
        // In broken text a placeholder that stands for any number of columns may have been read as one.
        if (column.name.template && column.type.kind === 'unknown') template = true;
        else columns.push(column);
      }
      // A placeholder alone may stand for any number of columns.
      if (childOf(tree, item, R.templateClause) !== NONE) template = true;
      const key = primaryKeyOf(tree, childOf(tree, item, R.primaryKey)) ?? namedKeyOf(tree, item);
      if (key !== undefined) primaryKeys.push(key);
    }
  }
  const options = tableOptionsOf(tree, childOf(tree, node, R.tableOptions));
  return {
    kind: 'create-table',
    name,
    ifNotExists,
    columns,
    primaryKeys,
    clusteringOrder: options.clusteringOrder,
    clusteringOrderSpan: options.clusteringOrderSpan,
    compactStorage: options.compactStorage,
    options: options.options,
    template: template ?? options.template,
    span,
  };
}

/** Reads the part of ALTER TABLE behind the word TABLE; `node` is the whole `alterStatement`. */
export function alterTableOf(tree: SyntaxTree, node: number): AlterTable {
  return {
    kind: 'alter-table',
    name: qualifiedIn(tree, node, R.tableName),
    ifExists: childOf(tree, node, R.ifExists) !== NONE,
    change: changeOf(tree, childOf(tree, node, R.alterTableChange)),
    span: spanOf(tree, node),
  };
}

/** Reads a `primaryKey`. */
export function primaryKeyOf(tree: SyntaxTree, node: number): PrimaryKey | undefined {
  if (node === NONE) return undefined;
  const partition = childOf(tree, node, R.partitionKey);
  return {
    partition: partition === NONE ? [] : namesIn(tree, partition, R.ident),
    clustering: namesIn(tree, node, R.ident),
    span: spanOf(tree, node),
  };
}

interface TableOptions {
  readonly options: CreateTable['options'];
  readonly clusteringOrder: readonly ClusteringOrder[];
  readonly clusteringOrderSpan?: Span;
  readonly compactStorage?: Span;
  readonly template?: true;
}

/** Reads `tableOptions`. */
export function tableOptionsOf(tree: SyntaxTree, node: number): TableOptions {
  if (node === NONE) return { options: [], clusteringOrder: [] };
  const clusteringOrder: ClusteringOrder[] = [];
  let clusteringOrderSpan: Span | undefined;
  let compactStorage: Span | undefined;
  let template: true | undefined;
  for (
    let option = childOf(tree, node, R.tableOption);
    option !== NONE;
    option = nextOf(tree, node, option, R.tableOption)
  ) {
    const order = childOf(tree, option, R.clusteringOrder);
    const isPutIn = order !== NONE && childOf(tree, order, R.templateClause) !== NONE;
    if (order !== NONE && !isPutIn) {
      clusteringOrderSpan ??= spanOf(tree, order);
      addOrders(tree, order, clusteringOrder);
    }
    const compact = childOf(tree, option, R.compactStorage);
    if (compact !== NONE) compactStorage = spanOf(tree, compact);
    if (isPutIn || childOf(tree, option, R.templateClause) !== NONE) template = true;
  }
  return { options: optionsOf(tree, node), clusteringOrder, clusteringOrderSpan, compactStorage, template };
}

function addOrders(tree: SyntaxTree, node: number, into: ClusteringOrder[]): void {
  const { nodes, tokens } = tree;
  for (let ident = childOf(tree, node, R.ident); ident !== NONE; ident = nextOf(tree, node, ident, R.ident)) {
    const column = nameOf(tree, ident);
    if (column === undefined) continue;
    const word = tokens.types[nodes[ident * NODE_SIZE + 2]!];
    into.push({ column, direction: word === T.DESC ? 'DESC' : 'ASC' });
  }
}

function columnDefinitionOf(tree: SyntaxTree, node: number): ColumnDefinition | undefined {
  const name = nameIn(tree, node, R.ident);
  if (name === undefined) return undefined;
  let isStatic = false;
  let primaryKey: Span | undefined;
  let mask: Mask | undefined;
  let ttl: Span | undefined;
  const constraints: ColumnConstraint[] = [];
  let modifier = childOf(tree, node, R.columnModifier);
  for (; modifier !== NONE; modifier = nextOf(tree, node, modifier, R.columnModifier)) {
    const constraint = childOf(tree, modifier, R.columnConstraint);
    if (constraint !== NONE) constraints.push(constraintOf(tree, constraint));
    mask ??= maskOf(tree, childOf(tree, modifier, R.mask));
    switch (firstTypeOf(tree, modifier)) {
      case T.STATIC:
        isStatic = true;
        break;
      case T.PRIMARY:
        primaryKey = spanOf(tree, modifier);
        break;
      case T.TTL:
        ttl = spanOf(tree, modifier);
        break;
    }
  }
  const type = typeIn(tree, node) ?? { kind: 'unknown', span: { start: name.span.end, end: name.span.end } };
  return { name, type, static: isStatic, primaryKey, mask, ttl, constraints, span: spanOf(tree, node) };
}

/** `CONSTRAINT name PRIMARY KEY (…)`, as SQL has it. */
const namedKeyOf = (tree: SyntaxTree, item: number): PrimaryKey | undefined =>
  primaryKeyOf(tree, childOf(tree, childOf(tree, item, R.sqlConstraint), R.primaryKey));

function maskOf(tree: SyntaxTree, node: number): Mask | undefined {
  if (node === NONE) return undefined;
  const span = spanOf(tree, node);
  const name = functionNameOf(tree, childOf(tree, node, R.functionName));
  return name === undefined
    ? { kind: 'default', span }
    : { kind: 'function', function: name, arguments: expressionsIn(tree, node), span };
}

function changeOf(tree: SyntaxTree, node: number): AlterTable['change'] {
  const ifExists = childOf(tree, node, R.ifExists) !== NONE;
  switch (node === NONE ? NONE : firstTypeOf(tree, node)) {
    case T.ADD:
      return {
        kind: 'add',
        ifNotExists: childOf(tree, node, R.ifNotExists) !== NONE,
        columns: definitionsIn(tree, node),
      };
    case T.DROP: {
      if (ownTokenOf(tree, node, T.COMPACT) !== NONE) return { kind: 'drop-compact-storage' };
      const using = ownTokenOf(tree, node, T.TIMESTAMP);
      return {
        kind: 'drop',
        ifExists,
        columns: namesIn(tree, node, R.columnName),
        timestamp:
          using === NONE
            ? undefined
            : {
                value: expressionIn(tree, node),
                span: { start: tokenSpan(tree, using).start, end: spanOf(tree, node).end },
              },
      };
    }
    case T.RENAME:
      return { kind: 'rename', ifExists, pairs: renamesIn(tree, node) };
    case T.ALTER:
      return columnChangeOf(tree, node, ifExists);
    case T.TTL:
      return { kind: 'row-ttl', column: nameIn(tree, childOf(tree, node, R.rowTtl), R.columnName) };
    case T.WITH:
      return { kind: 'options', options: optionsIn(tree, node) };
    default:
      return { kind: 'unknown' };
  }
}

function columnChangeOf(tree: SyntaxTree, node: number, ifExists: boolean): AlterTable['change'] {
  const column = nameIn(tree, node, R.columnName);
  if (column === undefined) return { kind: 'unknown' };
  const type = typeIn(tree, node);
  if (type !== undefined) return { kind: 'alter-type', column, type };
  const mask = maskOf(tree, childOf(tree, node, R.mask));
  if (mask !== undefined) return { kind: 'mask', ifExists, column, mask };
  if (ownTokenOf(tree, node, T.MASKED) !== NONE) return { kind: 'mask', ifExists, column, mask: 'drop' };
  if (ownTokenOf(tree, node, T.DROP) !== NONE) return { kind: 'check', ifExists, column, dropped: true };
  const constraint = childOf(tree, node, R.columnConstraint);
  if (constraint === NONE) return { kind: 'unknown' };
  return { kind: 'check', ifExists, column, constraint: constraintOf(tree, constraint) };
}

function constraintOf(tree: SyntaxTree, node: number): ColumnConstraint {
  const conditions: CheckCondition[] = [];
  for (
    let child = childOf(tree, node, R.checkCondition);
    child !== NONE;
    child = nextOf(tree, node, child, R.checkCondition)
  ) {
    conditions.push(conditionOf(tree, child));
  }
  const span = spanOf(tree, node);
  return { conditions: conditions.length > 0 ? conditions : [{ kind: 'not-null', arguments: [], span }], span };
}

function conditionOf(tree: SyntaxTree, node: number): CheckCondition {
  const span = spanOf(tree, node);
  const name = nameIn(tree, node, R.columnName);
  if (name === undefined) return { kind: 'not-null', arguments: [], span };
  const expressions = expressionsIn(tree, node);
  const comparison = childOf(tree, node, R.comparison);
  const compared = comparison === NONE ? undefined : expressions.at(-1);
  return {
    // Without a comparison it is a function, with or without brackets: CHECK JSON.
    kind: ownTokenOf(tree, node, T.LPAREN) === NONE && comparison !== NONE ? 'column' : 'function',
    name,
    arguments: compared === undefined ? expressions : expressions.slice(0, -1),
    operator: comparison === NONE ? undefined : textOf(tree, comparison),
    value: compared,
    span,
  };
}

const textOf = (tree: SyntaxTree, node: number): string => {
  const { start, end } = spanOf(tree, node);
  return tree.text.slice(start, end);
};

/** What `LIKE … WITH INDEXES AND COMMENTS` takes over beside the columns; `undefined` where it says nothing of it. */
function copiesOf(tree: SyntaxTree, like: number): CreateTableLike['copies'] {
  const copies: NonNullable<CreateTableLike['copies']>[number][] = [];
  for (
    let option = childOf(tree, like, R.likeOption);
    option !== NONE;
    option = nextOf(tree, like, option, R.likeOption)
  ) {
    const type = firstTypeOf(tree, option);
    if (type === T.INDEXES) copies.push('indexes');
    else if (type === T.COMMENTS) copies.push('comments');
    else if (type === T.SECURITY) copies.push('security-labels');
    else if (type === T.ALL) copies.push('all');
  }
  return copies.length === 0 ? undefined : copies;
}

function definitionsIn(tree: SyntaxTree, node: number): ColumnDefinition[] {
  const columns: ColumnDefinition[] = [];
  let child = childOf(tree, node, R.columnDefinition);
  for (; child !== NONE; child = nextOf(tree, node, child, R.columnDefinition)) {
    const column = columnDefinitionOf(tree, child);
    if (column !== undefined) columns.push(column);
  }
  return columns;
}

/** The `renamePair` children. */
export function renamesIn(tree: SyntaxTree, node: number): { readonly from: Name; readonly to: Name }[] {
  const pairs: { from: Name; to: Name }[] = [];
  for (let child = childOf(tree, node, R.renamePair); child !== NONE; child = nextOf(tree, node, child, R.renamePair)) {
    const [from, to] = namesIn(tree, child, R.columnName);
    if (from !== undefined && to !== undefined) pairs.push({ from, to });
  }
  return pairs;
}
