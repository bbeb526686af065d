import type { Column, Table } from '../catalog/model.ts';
import type { Delete, Insert, Relation, Select, Statement, Update, Where } from '../syntax/ast.ts';
import type {
  AccessPath,
  ClusteringGap,
  IndexAccess,
  Partitions,
  RestrictedColumn,
  RestrictionKind,
  RowAccess,
  RowOrder,
} from './access/model.ts';
import { explain } from './access/why.ts';
import { isScope, judgingRelease, resolveTable } from './judging/names.ts';
import { supports } from './restrictions/index-support.ts';
import type { RestrictionOperator } from './restrictions/model.ts';
import { countOf } from './restrictions/relation.ts';
import { selectsOnlyStatics } from './typing/selectors/selected-columns.ts';
import { textOfTerm } from './typing/terms.ts';
import type { Session } from './judging/verdict-model.ts';
import type { CassandraRelease } from '../text/release.ts';

type Accessing = Select | Insert | Update | Delete;

/** How one read or write of a table finds its rows, whether the server takes it or not; `undefined` for other statements. */
export function accessPath(statement: Statement, table: Table, session: Session): AccessPath | undefined {
  if (!isAccessing(statement)) return undefined;
  const release = judgingRelease(session);
  const { asked, missing, partitions } = askedOf(statement, table);
  const prefix = prefixOf(asked, table);
  const index = statement.kind === 'select' ? indexOf(asked, prefix, missing, table, release) : undefined;
  const restricted = asked.map((one) => ({ ...one, use: useOf(one, prefix, missing, index) }));
  const path: Omit<AccessPath, 'why'> = {
    table,
    access: statement.kind === 'select' ? 'read' : 'write',
    partitions,
    rows: rowsOf(statement, prefix, table),
    filters: restricted.some(({ use }) => use === 'filter') || (missing.length > 0 && prefix.columns.length > 0),
    ...(index !== undefined && { index }),
    order: statement.kind === 'select' ? orderOf(statement, asked, table) : [],
    reversed: statement.kind === 'select' && isReversed(statement, table),
    missing,
    tokenRange: asked.some(({ by }) => by === 'token'),
    restricted,
    gaps: gapsOf(asked, table),
  };
  return { ...path, why: explain(path, statement, release) };
}

/** Of an access, which partitions it looks up, and by which restrictions. */
export interface PartitionAccess {
  readonly table: Table;
  readonly partitions: Partitions;
  readonly asked: readonly Pick<RestrictedColumn, 'column' | 'relation' | 'value'>[];
}

/** Of each statement of a batch or transaction whose table is known; of any other statement its own. */
export const partitionAccesses = (statement: Statement, session: Session): readonly PartitionAccess[] =>
  accessingStatements(statement).flatMap((one) => {
    const scope = resolveTable(tableName(one), session);
    return isScope(scope) ? [{ table: scope.table, ...askedOf(one, scope.table) }] : [];
  });

/** The restrictions, the columns of the partition key for which they give no values, and what follows from both. */
function askedOf(statement: Accessing, table: Table) {
  const asked = statement.kind === 'insert' ? askedByInsert(statement, table) : askedByWhere(statement, table);
  const key = table.partitionKey.map((column) => lookup(asked, column));
  const missing = table.partitionKey.filter((_, index) => key[index] === undefined);
  return { asked, missing, partitions: partitionsOf(missing, key) };
}

const accessingStatements = (statement: Statement): readonly Accessing[] => {
  switch (statement.kind) {
    case 'batch':
      return statement.statements;
    case 'transaction':
      return [
        ...statement.lets.map(({ select }) => select),
        ...(statement.result === undefined ? [] : [statement.result]),
        ...statement.writes,
      ];
    default:
      return isAccessing(statement) ? [statement] : [];
  }
};

const tableName = (statement: Accessing): Select['from'] => {
  if (statement.kind === 'insert') return statement.into;
  return statement.kind === 'update' ? statement.table : statement.from;
};

const isAccessing = (statement: Statement): statement is Accessing =>
  statement.kind === 'select' ||
  statement.kind === 'insert' ||
  statement.kind === 'update' ||
  statement.kind === 'delete';

/** What a restriction asks, before it is known what it is used for. */
type Asked = Omit<RestrictedColumn, 'use'> & { readonly operator: RestrictionOperator };

function askedByInsert({ values }: Insert, table: Table): readonly Asked[] {
  if (values.kind === 'values') {
    return values.columns.flatMap((name, index) => {
      const column = table.columns.get(name.name);
      const value = values.values[index];
      if (column === undefined || !isKey(column)) return [];
      return [{ ...equality(column, name.span), ...(value !== undefined && { value }) }];
    });
  }
  if (values.kind === 'json') {
    return [...table.partitionKey, ...table.clustering].map((column) => equality(column, values.json.span));
  }
  return [];
}

const equality = (column: Column, span: Asked['span']): Asked => ({ column, by: 'eq', operator: '=', values: 1, span });

function askedByWhere(statement: Select | Update | Delete, table: Table): readonly Asked[] {
  const asked = askedByAll(statement.where, table);
  const nearest = statement.kind === 'select' ? statement.orderBy.filter(({ annOf }) => annOf !== undefined) : [];
  return [
    ...asked,
    ...nearest.flatMap(({ column: name, span }): readonly Asked[] => {
      const column = table.columns.get(name.name);
      return column === undefined ? [] : [{ column, by: 'ann', operator: 'ANN', span }];
    }),
  ];
}

/** What stands in OR finds nothing by itself, unless all sides are values of one column. */
function askedByAll(where: Where | undefined, table: Table): readonly Asked[] {
  if (where === undefined) return [];
  const sides = new Map((where.or ?? []).flatMap((either) => either.flat().map((index) => [index, either] as const)));
  return where.relations.flatMap((relation, index) => {
    const either = sides.get(index);
    const asked = askedByRelation(relation, table);
    if (either === undefined) return asked;
    const names = new Set(
      either.map((side) => (side.length === 1 && equated(where.relations[side[0]!]!)) || undefined),
    );
    if (names.size > 1 || names.has(undefined)) return asked.map((one) => ({ ...one, by: 'either' as const }));
    return index === either[0]![0]
      ? asked.map((one) => ({ ...one, by: 'in' as const, operator: 'IN' as const, values: either.length }))
      : [];
  });
}

/** The column that is given by one value. */
const equated = (relation: Relation): string | undefined =>
  relation.kind === 'column' && relation.operator === '=' ? relation.column.name : undefined;

function askedByRelation(relation: Relation, table: Table): readonly Asked[] {
  if (relation.kind === 'expr' || relation.kind === 'unknown') return [];
  const names = 'columns' in relation ? relation.columns : [relation.column];
  const by = kindOf(relation);
  const values = by === 'eq' || by === 'in' ? valueCount(relation) : undefined;
  return names.flatMap((name) => {
    const column = table.columns.get(name.name);
    if (column === undefined) return [];
    const { operator, span } = relation;
    return [{ column, by, operator, relation, span, ...(values !== undefined && { values }) }];
  });
}

type Comparing = Exclude<Relation, { readonly kind: 'expr' | 'unknown' }>;

function kindOf({ kind, operator }: Comparing): RestrictionKind {
  if (kind === 'token') return 'token';
  if (kind === 'element') return 'entry';
  switch (operator) {
    case '=':
      return 'eq';
    case 'IN':
      return 'in';
    case '!=':
    case 'NOT IN':
    case 'NOT CONTAINS':
    case 'NOT CONTAINS KEY':
      return 'not-equal';
    case 'CONTAINS':
      return 'contains';
    case 'CONTAINS KEY':
      return 'contains-key';
    case 'LIKE':
      return 'like';
    case 'IS NOT NULL':
      return 'not-null';
    default:
      return 'range';
  }
}

/** Values that stand there twice count once. */
function valueCount({ operator, operand }: Comparing): number | undefined {
  const count = countOf(operator, operand);
  if (count === undefined || operand.kind !== 'several') return count;
  return operand.items.some(({ kind }) => kind === 'marker')
    ? count
    : new Set(operand.items.map((item) => textOfTerm(item))).size;
}

const isKey = ({ kind }: Column): boolean => kind === 'partition' || kind === 'clustering';

const isPoint = ({ by }: Asked): boolean => by === 'eq' || by === 'in';

const lookup = (asked: readonly Asked[], column: Column): Asked | undefined =>
  asked.find((one) => one.column.name === column.name && isPoint(one));

function partitionsOf(missing: readonly Column[], key: readonly (Asked | undefined)[]): Partitions {
  if (missing.length > 0 || key.length === 0) return { kind: 'all' };
  const counts = key.map((one) => one?.values);
  if (counts.every((count) => count === 1)) return { kind: 'one' };
  const known = counts.filter((count) => count !== undefined);
  const count = known.length === counts.length ? known.reduce((product, each) => product * each, 1) : undefined;
  return { kind: 'many', count };
}

/** The clustering columns that rows are found by: those given by value, then one range. */
interface Prefix {
  readonly columns: readonly Column[];
  readonly points: number;
  readonly values: number | undefined;
}

function prefixOf(asked: readonly Asked[], { clustering }: Table): Prefix {
  const columns: Column[] = [];
  let values: number | undefined = 1;
  for (const column of clustering) {
    const point = lookup(asked, column);
    if (point === undefined) {
      const ranges = asked.filter((one) => one.by === 'range' && one.column.name === column.name);
      const alongside = ranges.flatMap(({ relation }) => (relation?.kind === 'tuple' ? relation.columns : []));
      const ranged = clustering.filter(
        ({ name, position }) =>
          (name === column.name && ranges.length > 0) ||
          (position > column.position && alongside.some((other) => other.name === name)),
      );
      return { columns: [...columns, ...ranged], points: columns.length, values };
    }
    columns.push(column);
    values = point.values === undefined || values === undefined ? undefined : values * point.values;
  }
  return { columns, points: columns.length, values };
}

function rowsOf(statement: Accessing, prefix: Prefix, table: Table): RowAccess {
  if (statement.kind === 'select' && selectsOnlyStatics(statement, table)) return 'static';
  if (prefix.points === table.clustering.length) return prefix.values === 1 ? 'row' : 'rows';
  return prefix.columns.length > 0 ? 'slice' : 'partition';
}

function useOf(
  asked: Asked,
  prefix: Prefix,
  missing: readonly Column[],
  index: IndexAccess | undefined,
): RestrictedColumn['use'] {
  const { column, by } = asked;
  if (by === 'token') return 'partition';
  if (index?.columns.includes(column) === true) return 'index';
  if (column.kind === 'partition') return missing.length === 0 && isPoint(asked) ? 'partition' : 'filter';
  return prefix.columns.includes(column) ? 'rows' : 'filter';
}

/** The index that answers: of the columns that the key does not find, the first that one supports. */
function indexOf(
  asked: readonly Asked[],
  prefix: Prefix,
  missing: readonly Column[],
  table: Table,
  release: CassandraRelease,
): IndexAccess | undefined {
  const wholeKey = missing.length === 0;
  const open = asked.filter(
    ({ column, by }) =>
      by !== 'token' &&
      by !== 'either' &&
      !(wholeKey && column.kind === 'partition') &&
      !(wholeKey && prefix.columns.includes(column)),
  );
  const usable = wholeKey ? table.indexes : table.indexes.filter(({ local }) => local !== true);
  const answers = usable.flatMap((index) =>
    open
      .filter(({ column, operator }) => supports(index, column, operator, release))
      .map(({ column }) => ({ index, column })),
  );
  const [first] = answers;
  if (first === undefined) return undefined;
  const together = answers.filter(
    ({ index }) => index === first.index || (index.family === 'sai' && first.index.family === 'sai'),
  );
  return { index: first.index, columns: together.map(({ column }) => column), within: wholeKey };
}

function orderOf(select: Select, asked: readonly Asked[], table: Table): readonly RowOrder[] {
  if (select.orderBy.some(({ annOf }) => annOf !== undefined)) return [];
  const reversed = isReversed(select, table);
  return table.clustering
    .filter((column) => lookup(asked, column)?.values !== 1)
    .map((column) => ({ column, direction: reversed ? opposite(column.order) : column.order }));
}

function isReversed({ orderBy: [ordering] }: Select, table: Table): boolean {
  const column = ordering === undefined ? undefined : table.columns.get(ordering.column.name);
  return (
    column?.kind === 'clustering' && ordering?.annOf === undefined && (ordering?.direction ?? 'ASC') !== column.order
  );
}

const opposite = (direction: RowOrder['direction']): RowOrder['direction'] => (direction === 'ASC' ? 'DESC' : 'ASC');

/** Clustering columns that are restricted behind one that is open or only ranged over. */
function gapsOf(asked: readonly Asked[], { clustering }: Table): readonly ClusteringGap[] {
  let after: Column | undefined;
  let why: ClusteringGap['why'] = 'open';
  return clustering.flatMap((column): readonly ClusteringGap[] => {
    const mine = asked.find((one) => one.column.name === column.name && (isPoint(one) || one.by === 'range'));
    const blocker = after;
    const reason = why;
    const together =
      mine?.relation?.kind === 'tuple' && mine.relation.columns.some(({ name }) => name === blocker?.name);
    if (blocker === undefined && (mine === undefined || !isPoint(mine))) {
      after = column;
      why = mine === undefined ? 'open' : 'range';
    }
    return mine === undefined || blocker === undefined || together
      ? []
      : [{ column, after: blocker, why: reason, span: mine.span }];
  });
}
