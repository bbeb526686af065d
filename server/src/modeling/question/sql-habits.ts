import type { Column, Table } from '../../catalog/model.ts';
import { printName } from '../../catalog/names.ts';
import { isNative } from '../../catalog/types.ts';
import type { Expression, Operator, Relation, Select } from '../../syntax/ast.ts';
import { openDocument, type Segment, type Workshop } from '../../syntax/index.ts';
import { quoteString } from '../../syntax/names.ts';
import type { Span } from '../../text/span.ts';
import { isOfPartitions } from './pattern.ts';
import { applyChanges, bindOf, bindsOf, type Change, type Changed, markerFor, markersOf } from '../proposal/pieces.ts';
import { dateText, instantOf, nextBucket, timestampText } from '../evidence/time-units.ts';

interface Query {
  readonly select: Select;
  readonly segment: Segment;
  readonly table: Table;
}

/**
 * What a query with habits of SQL says in CQL: without names before its columns, with IN for OR over one column, with a window for a day of
 * a time, with groups for DISTINCT. `undefined` where it has none of them, or its bind markers would not be the same.
 */
export function inWordsOfCql(select: Select, segment: Segment, table: Table, workshop: Workshop): string | undefined {
  let query: Query = { select, segment, table };
  let text: string | undefined;
  for (const habit of HABITS) {
    const changes = habit(query);
    if (changes.length === 0) continue;
    const changed = applyChanges(query.select, query.segment.text, changes);
    const [next] = openDocument(changed.text, workshop).segments;
    const statement = next?.statement();
    if (!changed.sameBinds || next === undefined || statement?.kind !== 'select') return undefined;
    text = changed.text;
    query = { select: statement, segment: next, table };
  }
  return text;
}

type Habit = (query: Query) => readonly Change[];

/** Other words for a part of a query, with all markers that stand in it. */
function written(span: Span, text: string, query?: Query): Change {
  const markers = query === undefined ? [] : markersOf(query.select);
  const inside = markers.filter((marker) => span.start <= marker.span.start && marker.span.end <= span.end);
  return { span, text, binds: inside.map((marker) => bindOf(marker, markers)) };
}

/** `o.id` of `orders o`, `orders.id`, `<>`, `==`, DATE(…). */
function words({ select, segment, table }: Query): readonly Change[] {
  const { from, alias } = select;
  if (from === undefined) return [];
  const { starts, ends, types } = segment.tokens;
  const textAt = (token: number): string => segment.text.slice(starts[token], ends[token]);
  const qualifier = (alias ?? from.name).name;
  const changes = alias === undefined ? [] : [written({ start: from.span.end, end: alias.span.end }, '')];
  for (let token = 0; token < types.length; token++) {
    const start = starts[token]!;
    const end = ends[token]!;
    const next = textAt(token + 1);
    if (start < select.span.start || (start >= from.span.start && end <= (alias ?? from).span.end)) continue;
    const word = WORDS[textAt(token)];
    if (word !== undefined) changes.push(written({ start, end }, word));
    else if (/^date$/i.test(textAt(token)) && next === '(') changes.push(written({ start, end }, 'toDate'));
    else if (
      next === '.' &&
      textAt(token - 1) !== '.' &&
      folded(textAt(token)) === qualifier &&
      !table.columns.has(qualifier)
    ) {
      changes.push(written({ start, end: ends[token + 1]! }, ''));
    }
  }
  return changes;
}

const WORDS: Readonly<Record<string, string>> = { '<>': '!=', '==': '=' };

const folded = (name: string): string =>
  name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name.toLowerCase();

/** `a = 1 OR a = 2`. */
function alternatives(query: Query): readonly Change[] {
  const { select, segment } = query;
  const relations = select.where?.relations ?? [];
  return (select.where?.or ?? []).flatMap((sides) => {
    const each = sides.map((side) => (side.length === 1 ? relations[side[0]!] : undefined));
    const [first] = each;
    const last = each.at(-1);
    if (first?.kind !== 'column' || last === undefined) return [];
    const values = each.map((relation) => valuesOf(relation, first.column.name, segment.text));
    if (values.includes(undefined)) return [];
    const span = withoutParentheses({ start: first.span.start, end: last.span.end }, segment.text);
    return [written(span, `${first.column.text} IN (${values.join(', ')})`, query)];
  });
}

/** `(a, b) = (1, 2)` of columns that are no clustering columns: each by itself. */
function apart(query: Query): readonly Change[] {
  const { segment } = query;
  return pairsIn(query).flatMap(({ relation, values: [values, ...more] }) =>
    values === undefined || more.length > 0
      ? []
      : [written(relation.span, eachByItself(relation, values, segment.text), query)],
  );
}

type TupleRelation = Extract<Relation, { kind: 'tuple' }>;

const eachByItself = ({ columns }: TupleRelation, values: readonly Expression[], text: string): string =>
  columns
    .map((column, at) => `${column.text} = ${text.slice(values[at]!.span.start, values[at]!.span.end)}`)
    .join(' AND ');

/** The relations by which several columns are given together, some of them of the partition key. */
const tuplesIn = ({ select, table }: Omit<Query, 'segment'>): readonly TupleRelation[] =>
  (select.where?.relations ?? []).filter(
    (relation): relation is TupleRelation =>
      relation.kind === 'tuple' && relation.columns.some((one) => isOfPartition(one.name, table)),
  );

/** Those of them whose values the query names. */
function pairsIn(query: Omit<Query, 'segment'>): readonly {
  readonly relation: TupleRelation;
  readonly values: readonly (readonly Expression[])[];
}[] {
  return tuplesIn(query).flatMap((relation) => {
    const { operator, operand } = relation;
    const given =
      operator === '=' && operand.kind === 'one'
        ? [operand.value]
        : operator === 'IN' && operand.kind === 'several'
          ? operand.items
          : [];
    const values = given.flatMap((value) => (value.kind === 'tuple' ? [value.items] : []));
    const isWhole = values.every((items) => items.length === relation.columns.length);
    return values.length === given.length && values.length > 0 && isWhole ? [{ relation, values }] : [];
  });
}

const isOfPartition = (name: string, { partitionKey }: Table): boolean => partitionKey.some((one) => one.name === name);

/** The queries of each pair of `(a, b) IN ((1, 2), (3, 4))`; none where it gives no such pairs. */
export function queriesOfPairs(select: Select, { text }: Segment, table: Table): readonly Changed[] {
  const [relation, ...others] = tuplesIn({ select, table });
  if (relation === undefined || others.length > 0) return [];
  const { columns, operator, operand } = relation;
  const markers = markersOf(select);
  if (operator === 'IN' && operand.kind === 'one' && operand.value.kind === 'marker') {
    const each = [bindOf(operand.value, markers)];
    const change: Change = {
      span: relation.span,
      text: columns.map(({ name, text: column }) => `${column} = ${markerFor(name, markers)}`).join(' AND '),
      binds: columns.map((_, item) => ({ each, item })),
    };
    return [applyChanges(select, text, [change])];
  }
  const values = pairsIn({ select, table })[0]?.values ?? [];
  return values.map((items) =>
    applyChanges(select, text, [
      {
        span: relation.span,
        text: eachByItself(relation, items, text),
        binds: items.flatMap((item) => bindsOf(item, markers)),
      },
    ]),
  );
}

function valuesOf(relation: Relation | undefined, column: string, text: string): string | undefined {
  if (relation?.kind !== 'column' || relation.column.name !== column) return undefined;
  const { operator, operand } = relation;
  const values =
    operator === '=' && operand.kind === 'one'
      ? [operand.value]
      : operator === 'IN' && operand.kind === 'several'
        ? operand.items
        : [];
  if (values.length === 0 || values.some(({ kind }) => kind === 'unknown' || kind === 'null')) return undefined;
  return values.map(({ span }) => text.slice(span.start, span.end)).join(', ');
}

/** The span with the parentheses right around it. */
function withoutParentheses({ start, end }: Span, text: string): Span {
  const before = /\(\s*$/.exec(text.slice(0, start));
  const after = /^\s*\)/.exec(text.slice(end));
  return before === null || after === null ? { start, end } : { start: before.index, end: end + after[0].length };
}

/** `floor >= 4 AND floor <= 4`, `floor BETWEEN 4 AND 4`: one value. */
function bothBounds({ select, segment: { text }, table }: Query): readonly Change[] {
  const relations = select.where?.relations ?? [];
  const constantOf = (value: Expression | undefined): string | undefined =>
    value?.kind === 'literal' ? text.slice(value.span.start, value.span.end) : undefined;
  return relations.flatMap((relation, index) => {
    if (relation.kind !== 'column' || isFractional(table.columns.get(relation.column.name))) return [];
    const { operator, operand, column } = relation;
    const one = (value: string): Change => written(relation.span, `${column.text} = ${value}`);
    if (operand.kind === 'between' && operator === 'BETWEEN') {
      const low = constantOf(operand.low);
      return low !== undefined && low === constantOf(operand.high) ? [one(low)] : [];
    }
    const bound = operand.kind === 'one' ? constantOf(operand.value) : undefined;
    const opposite = OPPOSITE.get(operator);
    const at = relations.findIndex(
      (other, place) =>
        place > index &&
        other.kind === 'column' &&
        other.column.name === column.name &&
        other.operator === opposite &&
        other.operand.kind === 'one' &&
        constantOf(other.operand.value) === bound,
    );
    if (bound === undefined || at < 0) return [];
    return [one(bound), written({ start: relations[at - 1]!.span.end, end: relations[at]!.span.end }, '')];
  });
}

/** Of such numbers several may be equal and be written differently, which are one to a range alone. */
const isFractional = (column: Column | undefined): boolean =>
  column === undefined || (['decimal', 'double', 'float'] as const).some((name) => isNative(column.type, name));

const OPPOSITE: ReadonlyMap<string, Operator> = new Map([
  ['>=', '<='],
  ['<=', '>='],
]);

/** `toDate(at) = '2024-02-03'`, `year(at) = 2024`: from its first instant to that of the next one. */
function windows(query: Query): readonly Change[] {
  const { select, table } = query;
  return (select.where?.relations ?? []).flatMap((relation) => {
    if (relation.kind !== 'unknown' || relation.computed === undefined) return [];
    const { call, operator, operand } = relation.computed;
    const [argument, ...more] = call.arguments;
    const column =
      argument?.kind === 'column' && more.length === 0 ? table.columns.get(argument.column.name) : undefined;
    const name = call.function.name.name;
    const low = operand.kind === 'one' ? operand.value : operand.kind === 'between' ? operand.low : undefined;
    const first = low === undefined ? undefined : periodOf(name, low);
    const last = operand.kind === 'between' ? periodOf(name, operand.high) : first;
    if (column === undefined || first === undefined || last === undefined) return [];
    const bounds = BOUNDS[operator]?.map(([compared, edge]) => {
      const value = instantText(edge === 'from' ? first.from : last.to, column);
      return value === undefined ? undefined : `${printName(column.name)} ${compared} ${value}`;
    });
    if (bounds === undefined || bounds.includes(undefined)) return [];
    return [written(relation.span, bounds.join(' AND '), query)];
  });
}

interface Period {
  readonly from: number;
  /** The first instant behind it. */
  readonly to: number;
}

function periodOf(name: string, value: Expression): Period | undefined {
  if (value.kind !== 'literal') return undefined;
  if (/^to_?date$/.test(name)) {
    const from = /^\d{4}-\d{1,2}-\d{1,2}$/.test(value.value) ? instantOf(value.value) : undefined;
    return from === undefined ? undefined : { from, to: nextBucket(from, { unit: 'day', size: 1 }) };
  }
  const year = name === 'year' && /^[1-9]\d{3}$/.test(value.value) ? Number(value.value) : undefined;
  return year === undefined ? undefined : { from: Date.UTC(year, 0), to: Date.UTC(year + 1, 0) };
}

const BOUNDS: Readonly<Partial<Record<Operator, readonly (readonly ['>=' | '<', 'from' | 'to'])[]>>> = {
  '=': [
    ['>=', 'from'],
    ['<', 'to'],
  ],
  BETWEEN: [
    ['>=', 'from'],
    ['<', 'to'],
  ],
  '>=': [['>=', 'from']],
  '>': [['>=', 'to']],
  '<': [['<', 'from']],
  '<=': [['<', 'to']],
};

function instantText(instant: number, { type }: Column): string | undefined {
  if (isNative(type, 'timestamp')) return quoteString(timestampText(instant));
  if (isNative(type, 'timeuuid')) return `minTimeuuid(${quoteString(timestampText(instant))})`;
  return isNative(type, 'date') ? quoteString(dateText(instant)) : undefined;
}

/** DISTINCT of anything but partitions: groups. */
function distinct({ select, segment: { text }, table }: Query): readonly Change[] {
  const { selectors, where, from } = select;
  if (!select.distinct || select.json || select.groupBy.length > 0 || select.perPartitionLimit !== undefined) return [];
  const columns = selectors.map(({ expression }) =>
    expression.kind === 'column' ? table.columns.get(expression.column.name) : undefined,
  );
  if (from === undefined || columns.some((column) => column === undefined)) return [];
  const selected = columns.filter((column) => column !== undefined);
  // It takes DISTINCT, and ALLOW FILTERING for the rest.
  if (isOfPartitions(table, where?.relations ?? [], selected)) return [];
  if (selected.some(({ kind }) => kind === 'static')) return [];
  const asked = (where?.relations ?? []).some(
    (relation) =>
      relation.kind !== 'token' &&
      !('column' in relation && table.columns.get(relation.column.name)?.kind === 'partition'),
  );
  if (!asked && columns.every((column) => column?.kind === 'partition')) return [];
  const word = /\bDISTINCT\s+/i.exec(text.slice(select.span.start, selectors[0]!.span.start));
  if (word === null) return [];
  const start = select.span.start + word.index;
  const unmarked = written({ start, end: start + word[0].length }, '');
  const given = (where?.relations ?? []).flatMap((relation) =>
    relation.kind === 'column' && relation.operator === '=' ? [relation.column.name] : [],
  );
  // One row is different from itself in nothing, and rows with different keys are different.
  const known = new Set([...given, ...columns.flatMap((column) => column?.name ?? [])]);
  if ([...table.partitionKey, ...table.clustering].every(({ name }) => known.has(name))) return [unmarked];
  const end = where?.span.end ?? from.span.end;
  const list = selectors.map(({ expression: { span } }) => text.slice(span.start, span.end)).join(', ');
  return [unmarked, written({ start: end, end }, `${/^[a-z]/.test(word[0]) ? ' group by' : ' GROUP BY'} ${list}`)];
}

/** `count(DISTINCT a)` alone: the query for the values that it counts, of which null is none. */
export function valuesCounted(
  { selectors, groupBy, orderBySpan, limit, perPartitionLimit, json, distinct: different, span }: Select,
  { text }: Segment,
  { columns }: Table,
): { readonly text: string; readonly column: Column } | undefined {
  const [selector, ...others] = selectors;
  if (selector?.expression.kind !== 'call' || others.length > 0 || json || different || groupBy.length > 0)
    return undefined;
  if (orderBySpan !== undefined || limit !== undefined || perPartitionLimit !== undefined) return undefined;
  const { expression } = selector;
  const [, word, name] =
    /^count\s*\(\s*(distinct)\s+(\w+)\s*\)$/i.exec(text.slice(expression.span.start, expression.span.end)) ?? [];
  const column = columns.get(name?.toLowerCase() ?? '');
  if (column === undefined) return undefined;
  const before = text.slice(span.start, selector.span.start);
  return { text: `${before}${word} ${name}${text.slice(selector.span.end, span.end)}`, column };
}

/** In this order: what a habit looks at, those before it have put right. */
const HABITS: readonly Habit[] = [words, alternatives, apart, bothBounds, windows, distinct];
