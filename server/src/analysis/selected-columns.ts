import type { Column, Table } from '../catalog/model.ts';
import type { Expression, Select } from '../syntax/ast.ts';

/** The columns that an expression mentions, in the order of the text. */
export function columnsIn(expression: Expression, table: Table): readonly Column[] {
  if (expression.kind === 'column') {
    const column = table.columns.get(expression.column.name);
    return column === undefined ? [] : [column];
  }
  return partsOf(expression).flatMap((part) => columnsIn(part, table));
}

/** What a SELECT fetches: the columns of its selectors, all of them for `*`. */
export function selectedColumns({ selectors }: Select, table: Table): readonly Column[] {
  return selectors.some(({ expression }) => expression.kind === 'star')
    ? [...table.partitionKey, ...table.clustering, ...others(table)]
    : [...new Set(selectors.flatMap(({ expression }) => columnsIn(expression, table)))];
}

/** Statics and only statics are selected, beside parts of the partition key (`selectOnlyStaticColumns`). */
export function selectsOnlyStatics(select: Select, table: Table): boolean {
  if (!hasStatics(table) || select.selectors.some(({ expression }) => expression.kind === 'star')) return false;
  const columns = selectedColumns(select, table);
  return (
    columns.some(({ kind }) => kind === 'static') &&
    columns.every(({ kind }) => kind === 'static' || kind === 'partition')
  );
}

/**
 * The selectors that are looked at before WHERE, to know whether only statics are selected; none where the table has no statics.
 * The others follow after WHERE.
 */
export function selectorsBeforeWhere(select: Select, table: Table): readonly Expression[] {
  const selectors = select.selectors.map(({ expression }) => expression);
  if (!hasStatics(table) || selectors.some(({ kind }) => kind === 'star')) return [];
  const kinds = selectors.map((selector) => columnsIn(selector, table).map(({ kind }) => kind));
  const firstStatic = kinds.findIndex((each) => each.includes('static'));
  if (firstStatic < 0) return selectors;
  const firstOther = kinds.findIndex((each) => each.some((kind) => kind === 'clustering' || kind === 'regular'));
  return firstOther < 0 ? selectors : selectors.slice(0, Math.max(firstStatic, firstOther) + 1);
}

const hasStatics = (table: Table): boolean => [...table.columns.values()].some(({ kind }) => kind === 'static');

/** The expressions directly inside an expression. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'list':
    case 'set':
    case 'tuple':
      return expression.items;
    case 'map':
      return expression.entries.flatMap(({ key, value }) => [key, value]);
    case 'udt':
      return expression.fields.map(({ value }) => value);
    case 'call':
      return expression.arguments;
    case 'cast':
    case 'hint':
    case 'negate':
      return [expression.value];
    case 'arithmetic':
      return [expression.left, expression.right];
    case 'field':
      return [expression.of];
    case 'element':
      return [expression.of, expression.key];
    case 'slice':
      return [expression.of, expression.from, expression.to].filter((part) => part !== undefined);
    default:
      return [];
  }
}

/** Statics before regular columns, each by name, as the server selects `*`. */
const others = (table: Table): readonly Column[] => [...byName(table, 'static'), ...byName(table, 'regular')];

const byName = (table: Table, kind: Column['kind']): readonly Column[] =>
  [...table.columns.values()].filter((column) => column.kind === kind).toSorted((a, b) => (a.name < b.name ? -1 : 1));
