import type { Column, Table } from '../../../catalog/model.ts';
import { hasStatics } from '../../../catalog/table-columns.ts';
import type { Expression, Select } from '../../../syntax/ast.ts';
import type { CassandraRelease } from '../../../text/release.ts';

/** The columns that an expression mentions, in the order of the text. */
export function columnsIn(expression: Expression, table: Table): readonly Column[] {
  if (expression.kind === 'column') {
    const column = table.columns.get(expression.column.name);
    return column === undefined ? [] : [column];
  }
  return partsOf(expression).flatMap((part) => columnsIn(part, table));
}

/** What a SELECT fetches: the columns of its selectors, all of them for `*`. */
export function selectedColumns(select: Select, table: Table): readonly Column[] {
  return isWildcard(select)
    ? [...table.partitionKey, ...table.clustering, ...others(table)]
    : [...new Set(select.selectors.flatMap(({ expression }) => columnsIn(expression, table)))];
}

/** Statics and only statics are selected, beside parts of the partition key. */
export function selectsOnlyStatics(select: Select, table: Table): boolean {
  if (!hasStatics(table) || isWildcard(select)) return false;
  const columns = selectedColumns(select, table);
  return columns.some(isStatic) && !columns.some(isOfRows);
}

/** The same as the server tells it before WHERE (`selectOnlyStaticColumns`). */
export function countsAsOnlyStatics(select: Select, table: Table, release: CassandraRelease): boolean {
  if (release === '3.11') return selectsOnlyStatics(select, table);
  if (!hasStatics(table) || isWildcard(select)) return false;
  const selects = (wanted: Wanted) =>
    select.selectors.some(({ expression }) => countsAs(expression, wanted, table, new Set()));
  return selects(isStatic) && !selects(isOfRows);
}

/**
 * What is looked at before WHERE, in this order, to know whether only statics are selected: selectors, and what stands in the braces
 * of one; nothing where the table has no statics. The others follow after WHERE.
 */
export function selectorsBeforeWhere(select: Select, table: Table): ReadonlySet<Expression> {
  const seen = new Set<Expression>();
  if (!hasStatics(table) || isWildcard(select)) return seen;
  const selects = (wanted: Wanted) =>
    select.selectors.some(({ expression }) => {
      seen.add(expression);
      return countsAs(expression, wanted, table, seen);
    });
  if (selects(isStatic)) selects(isOfRows);
  return seen;
}

type Wanted = (column: Column) => boolean;

const isStatic: Wanted = ({ kind }) => kind === 'static';

const isOfRows: Wanted = ({ kind }) => kind === 'clustering' || kind === 'regular';

/**
 * Whether the server counts an expression as selecting a column that is wanted (`Selectable.selectColumns`, 4.0 and later).
 * Of a value in the braces of a map or a type it says the opposite of what is true. What it prepares for that is added to `seen`.
 */
function countsAs(expression: Expression, wanted: Wanted, table: Table, seen: Set<Expression>): boolean {
  const counts = (part: Expression) => countsAs(part, wanted, table, seen);
  const preparedCounts = (part: Expression): boolean => {
    seen.add(part);
    return counts(part);
  };
  switch (expression.kind) {
    case 'column': {
      const column = table.columns.get(expression.column.name);
      return column !== undefined && wanted(column);
    }
    case 'map':
      return expression.entries.some(
        ({ key, value }) => (key.kind !== 'column' && preparedCounts(key)) || !preparedCounts(value),
      );
    case 'udt':
      return expression.fields.some(({ value }) => !preparedCounts(value));
    default:
      return selectorsIn(expression).some(counts);
  }
}

const isWildcard = ({ selectors }: Select): boolean => selectors.some(({ expression }) => expression.kind === 'star');

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
      return NOTHING;
  }
}

const NOTHING: readonly Expression[] = [];

/** The selectors directly inside a selector; what stands in brackets behind one is none. */
export const selectorsIn = (selector: Expression): readonly Expression[] =>
  selector.kind === 'element' || selector.kind === 'slice' ? [selector.of] : partsOf(selector);

/** Statics before regular columns, each by name, as the server selects `*`. */
const others = (table: Table): readonly Column[] => [...byName(table, 'static'), ...byName(table, 'regular')];

const byName = (table: Table, kind: Column['kind']): readonly Column[] =>
  [...table.columns.values()].filter((column) => column.kind === kind).toSorted((a, b) => (a.name < b.name ? -1 : 1));
