import { columnsIn, partsOf, selectedColumns } from '../../analysis/typing/selectors/selected-columns.ts';
import type { Column, Table } from '../../catalog/model.ts';
import { isCounter } from '../../catalog/types.ts';
import type { Expression, Relation, Select } from '../../syntax/ast.ts';
import type { SyntaxProblem } from '../../syntax/segment.ts';
import type { Span } from '../../text/span.ts';
import { type ClientClause, clientClauseOf, rowsToRead } from './client-clauses.ts';
import { type Field, fieldOf } from './fields.ts';
import { type Folded, foldedOf } from './letter-case.ts';

/** What a SELECT asks of its table, column by column. A relation is named by its index in the WHERE clause. */
export interface Pattern {
  readonly select: Select;
  readonly table: Table;
  readonly relations: readonly Relation[];
  /** By `=`: in key order first, then in the order of the text. */
  readonly equal: readonly Equality[];
  /** By IN. */
  readonly several: readonly Choice[];
  /** By `<`, `<=`, `>`, `>=`, BETWEEN; a column once. */
  readonly ranges: readonly Range[];
  /** `(a, b) >= (x, y)`; the same columns once. */
  readonly slices: readonly Slice[];
  readonly elements: readonly Element[];
  readonly likes: readonly Like[];
  readonly folded: readonly Folded[];
  readonly fields: readonly Field[];
  readonly clientClauses: readonly ClientClause[];
  /** Relations that no key answers: `!=`, NOT IN, IS NOT NULL … */
  readonly filters: readonly number[];
  /** Relations of SQL that no server checks, and no key answers: IS NULL, NOT LIKE, NOT BETWEEN, `home.city != ?`. */
  readonly leftOver: readonly number[];
  /** What ORDER BY asks, without columns that `=` fixes. */
  readonly order: readonly { readonly column: Column; readonly direction: 'ASC' | 'DESC' }[];
  /** GROUP BY, without columns that `=` fixes. */
  readonly group: readonly Column[];
  /** It counts, sums …: several answers cannot be put together. */
  readonly aggregates: boolean;
  /** WRITETIME or TTL: those of a copy are its own. */
  readonly readsCells: boolean;
  /** Every column: `SELECT *`. */
  readonly star: boolean;
  /** What is selected, in the order of the answer. */
  readonly selected: readonly Column[];
  /** A placeholder stands for some of them: it may be for any, so that all are selected, and which come in the answer is not known. */
  readonly hidesColumns: boolean;
  /** How many rows the client needs at most, where the query says it. */
  readonly limit: number | undefined;
  /** The text of a part of the query. */
  textOf(part: { readonly span: Span }): string;
}

export interface Equality {
  readonly column: Column;
  readonly relation: number;
  readonly value: Expression;
}

export interface Choice {
  /** Several where a tuple is compared. */
  readonly columns: readonly Column[];
  readonly relation: number;
  /** Absent where a marker stands for the list. */
  readonly values: readonly Expression[] | undefined;
}

export interface Range {
  readonly column: Column;
  readonly relations: readonly number[];
}

export interface Slice {
  readonly columns: readonly Column[];
  readonly relations: readonly number[];
}

/** CONTAINS, CONTAINS KEY and `m[key] = value`. */
export interface Element {
  readonly column: Column;
  readonly relation: number;
  readonly kind: 'element' | 'key' | 'entry';
  /** Of `m[key] = value`. */
  readonly key?: Expression;
  readonly value: Expression;
}

export interface Like {
  readonly column: Column;
  readonly relation: number;
  /** Without its `%`; absent where a marker hides it. */
  readonly pattern: { readonly kind: 'prefix' | 'suffix' | 'infix' | 'exact'; readonly text: string } | undefined;
}

/** Why no table can be made for a query. */
export interface NoPattern {
  readonly why: string;
}

/** Reads the access pattern of a query in a segment's text, and what SQL habits mean in it. */
export function patternOf(
  select: Select,
  table: Table,
  text: string,
  problems: readonly SyntaxProblem[],
): Pattern | NoPattern {
  if (select.where?.or !== undefined)
    return {
      why: 'No key finds rows for which one or the other of several columns is enough: ask for each by its own query, and keep rows that come twice once.',
    };
  const relations = select.where?.relations ?? [];
  const folded = relations.flatMap((relation, index) => foldedOf(relation, index, table) ?? []);
  const clientClauses = problems.flatMap((problem) => clientClauseOf(problem, select, text) ?? []);
  const fields = relations.flatMap((relation, index) => fieldOf(relation, index, table) ?? []);
  const leftOver = relations.flatMap((relation, index) =>
    isLeftOver(relation, table) && !fields.some((one) => one.relation === index) ? [index] : [],
  );
  const understood = [...folded, ...fields].map(({ relation }) => relation);
  const read = [
    ...[...understood, ...leftOver].map((index) => relations[index]!.span),
    ...clientClauses.map(({ span }) => span),
  ];
  if (problems.some(({ span }) => !read.some(({ start, end }) => start <= span.start && span.end <= end))) {
    return { why: 'A part of the query is no CQL.' };
  }
  const refused = unfit(select, table, relations, [...understood, ...leftOver]);
  if (refused !== undefined) return { why: refused };
  const draft: PatternDraft = {
    equal: [],
    several: [],
    ranges: new Map(),
    slices: new Map(),
    elements: [],
    likes: [],
    filters: [],
  };
  for (const [index, relation] of relations.entries())
    if (!leftOver.includes(index) && relation.kind !== 'field') readRelation(relation, index, table, draft);
  if (new Set(draft.equal.map(({ column }) => column.name)).size < draft.equal.length) {
    return { why: 'The query restricts one column by `=` twice.' };
  }
  const equal = inKeyOrder(draft.equal, table);
  const fixed = new Set(equal.map(({ column }) => column.name));
  const order = select.orderBy.flatMap(({ column, direction }) => {
    const found = table.columns.get(column.name);
    return found === undefined || fixed.has(found.name)
      ? []
      : [{ column: found, direction: direction ?? ('ASC' as const) }];
  });
  const group = select.groupBy
    .flatMap((expression) => columnsIn(expression, table))
    .filter(({ name }) => !fixed.has(name));
  if (group.length > 0 && order.some(({ column }) => !group.includes(column)))
    return { why: 'Groups come in the order of their columns: the client sorts them by anything else.' };
  const hidesColumns = mentions(select, standsForColumns);
  return {
    select,
    table,
    relations,
    equal,
    several: draft.several,
    ranges: [...draft.ranges.values()],
    slices: [...draft.slices.values()],
    elements: draft.elements,
    likes: draft.likes,
    folded,
    fields,
    clientClauses,
    filters: draft.filters,
    leftOver,
    order: order.filter(({ column }, index) => order.findIndex((other) => other.column === column) === index),
    group,
    aggregates:
      group.length > 0 ||
      select.groupBy.length > 0 ||
      select.selectors.some(({ expression }) => aggregates(expression)),
    readsCells: mentions(select, (one) => one.kind === 'call' && METADATA.test(one.function.name.name)),
    star: select.selectors.some(({ expression }) => expression.kind === 'star'),
    selected: hidesColumns ? [...table.columns.values()] : selectedColumns(select, table),
    hidesColumns,
    limit: rowsToRead(select, clientClauses),
    textOf: ({ span }) => text.slice(span.start, span.end),
  };
}

/** Where partitions begin with these columns, PER PARTITION LIMIT keeps as many rows as it does now. */
export const keepsPartitions = (partition: readonly string[], { select, table }: Pattern): boolean =>
  select.perPartitionLimit === undefined || table.partitionKey.every(({ name }) => partition.includes(name));

/** What a query restricts and selects is known of each partition as a whole, and tells the partitions apart. */
export const isOfPartitions = (
  { partitionKey, clustering, columns }: Table,
  relations: readonly Relation[],
  selected: readonly Column[],
): boolean =>
  clustering.length > 0 &&
  relations.length > 0 &&
  relations.every((relation) =>
    columnNames(relation).every((name) => /^(?:partition|static)$/.test(columns.get(name)?.kind ?? '')),
  ) &&
  relations.some((relation) => columnNames(relation).some((name) => columns.get(name)?.kind === 'static')) &&
  partitionKey.every((column) => selected.includes(column)) &&
  selected.every(({ kind }) => kind === 'partition' || kind === 'static');

export const isPattern = (value: Pattern | NoPattern): value is Pattern => 'select' in value;

interface PatternDraft {
  readonly equal: Equality[];
  readonly several: Choice[];
  readonly ranges: Map<string, { column: Column; relations: number[] }>;
  readonly slices: Map<string, { columns: readonly Column[]; relations: number[] }>;
  readonly elements: Element[];
  readonly likes: Like[];
  readonly filters: number[];
}

/** Queries that are no question to a table of their own. */
function unfit(
  select: Select,
  table: Table,
  relations: readonly Relation[],
  read: readonly number[],
): string | undefined {
  if (select.template === true) return 'A placeholder hides a part of the query.';
  if (!select.groupBy.every((one, index) => one.kind === 'column' || isLastPeriod(one, index, select.groupBy)))
    return 'Rows are grouped by columns and, last of all, by a period of time, as in `floor(at, 1h)`.';
  if (relations.some(({ kind }, index) => kind === 'unknown' && !read.includes(index)))
    return 'A part of the WHERE clause is no CQL.';
  if (relations.some(isNullAsked))
    return 'Cassandra cannot look for what is missing: keep a column that says so, as a boolean, and ask for that.';
  if (relations.some(({ kind }) => kind === 'token'))
    return 'A range of tokens is a scan by intention; no table makes it smaller.';
  if (relations.some(({ kind }) => kind === 'expr')) return 'The query asks a custom index.';
  if (select.orderBy.some(({ annOf }) => annOf !== undefined))
    return 'Nearest neighbours are found by an index, not by a key.';
  if (mentions(select, (one) => one.kind === 'call' && one.function.name.name === 'token')) {
    return 'The tokens that the query selects belong to this table.';
  }
  const names = [...relations.flatMap(columnNames), ...select.orderBy.map(({ column }) => column.name)];
  const unknown = names.some((name) => !table.columns.has(name));
  return unknown ? 'The query names a column that the table does not have.' : undefined;
}

/** Refused whenever it runs, though PREPARE takes it beside a marker. */
const isNullAsked = (relation: Relation): boolean =>
  relation.kind === 'column' && relation.operand.kind === 'one' && relation.operand.value.kind === 'null';

function isLeftOver(relation: Relation, table: Table): boolean {
  if (relation.kind === 'field') return table.columns.has(relation.column.name);
  return relation.kind === 'unknown' && relation.compared !== undefined && table.columns.has(relation.compared.name);
}

/** A function that keeps the order of a time, so that rows of one value of it lie next to each other. */
const isLastPeriod = (group: Expression, index: number, { length }: Select['groupBy']): boolean =>
  index === length - 1 && group.kind === 'call' && /^(?:floor|to_?date)$/.test(group.function.name.name);

const METADATA = /^(?:writetime|maxwritetime|minwritetime|ttl)$/;

/** The columns that a relation compares, as far as it can be read. */
export const columnNames = (relation: Relation): readonly string[] => {
  if (relation.kind === 'unknown') return relation.compared === undefined ? [] : [relation.compared.name];
  if (relation.kind === 'expr') return [];
  return 'columns' in relation ? relation.columns.map(({ name }) => name) : [relation.column.name];
};

const mentions = (select: Select, test: (expression: Expression) => boolean): boolean =>
  select.selectors.some(({ expression }) => some(expression, test));

const standsForColumns = (expression: Expression): boolean =>
  expression.kind === 'unknown' || (expression.kind === 'column' && expression.column.template === true);

const some = (expression: Expression, test: (expression: Expression) => boolean): boolean =>
  test(expression) || partsOf(expression).some((part) => some(part, test));

const aggregates = (expression: Expression): boolean =>
  some(
    expression,
    (one) => one.kind === 'call' && /^(?:count|countrows|sum|avg|min|max|map_agg)$/.test(one.function.name.name),
  );

function readRelation(relation: Relation, index: number, table: Table, draft: PatternDraft): void {
  switch (relation.kind) {
    case 'column':
      return readColumn(relation, index, table, draft);
    case 'tuple':
      return readTuple(relation, index, table, draft);
    case 'element': {
      const column = table.columns.get(relation.column.name);
      const { operator, operand, key } = relation;
      if (column?.type.kind === 'map' && operator === '=' && operand.kind === 'one') {
        draft.elements.push({ column, relation: index, kind: 'entry', key, value: operand.value });
      } else draft.filters.push(index);
      return;
    }
    case 'unknown':
      return;
    default:
      draft.filters.push(index);
  }
}

function readColumn(
  relation: Extract<Relation, { kind: 'column' }>,
  index: number,
  table: Table,
  draft: PatternDraft,
): void {
  const column = table.columns.get(relation.column.name);
  const { operator, operand } = relation;
  if (column === undefined || isCounter(column.type)) return void draft.filters.push(index);
  const value = operand.kind === 'one' ? operand.value : undefined;
  if (operator === '=' && value !== undefined) return void draft.equal.push({ column, relation: index, value });
  if (operator === 'IN') {
    const values = operand.kind === 'several' ? operand.items : undefined;
    const [single] = values ?? [];
    if (values?.length === 1 && single !== undefined) draft.equal.push({ column, relation: index, value: single });
    else if (values?.length === 0) draft.filters.push(index);
    else draft.several.push({ columns: [column], relation: index, values });
    return;
  }
  if (ORDERED.has(operator)) {
    const range = draft.ranges.get(column.name) ?? { column, relations: [] };
    range.relations.push(index);
    draft.ranges.set(column.name, range);
    return;
  }
  if ((operator === 'CONTAINS' || operator === 'CONTAINS KEY') && value !== undefined) {
    return void draft.elements.push({
      column,
      relation: index,
      kind: operator === 'CONTAINS' ? 'element' : 'key',
      value,
    });
  }
  if (operator === 'LIKE' && value !== undefined) {
    return void draft.likes.push({ column, relation: index, pattern: likePattern(value) });
  }
  draft.filters.push(index);
}

const ORDERED: ReadonlySet<string> = new Set(['<', '<=', '>', '>=', 'BETWEEN']);

function likePattern(value: Expression): Like['pattern'] {
  if (value.kind !== 'literal') return undefined;
  const match = /^(%?)([^]*?)(%?)$/.exec(value.value)!;
  const kind = match[1] !== '' ? (match[3] !== '' ? 'infix' : 'suffix') : match[3] !== '' ? 'prefix' : 'exact';
  return { kind, text: match[2]! };
}

function readTuple(
  relation: Extract<Relation, { kind: 'tuple' }>,
  index: number,
  table: Table,
  draft: PatternDraft,
): void {
  const columns = relation.columns.flatMap(({ name }) => table.columns.get(name) ?? []);
  const { operator, operand } = relation;
  if (columns.length < relation.columns.length || columns.some(({ type }) => isCounter(type)))
    return void draft.filters.push(index);
  const value = operand.kind === 'one' ? operand.value : undefined;
  if (operator === '=' && value?.kind === 'tuple' && value.items.length === columns.length) {
    return void draft.equal.push(
      ...columns.map((column, at) => ({ column, relation: index, value: value.items[at]! })),
    );
  }
  if (operator === 'IN') {
    return void draft.several.push({
      columns,
      relation: index,
      values: operand.kind === 'several' ? operand.items : undefined,
    });
  }
  if (!ORDERED.has(operator)) return void draft.filters.push(index);
  const key = columns.map(({ name }) => name).join('\0');
  const slice = draft.slices.get(key) ?? { columns, relations: [] };
  slice.relations.push(index);
  draft.slices.set(key, slice);
}

function inKeyOrder(equal: readonly Equality[], table: Table): readonly Equality[] {
  const key = [...table.partitionKey, ...table.clustering];
  const place = ({ column }: Equality): number => {
    const at = key.findIndex(({ name }) => name === column.name);
    return at < 0 ? key.length : at;
  };
  return equal.toSorted((a, b) => place(a) - place(b));
}
