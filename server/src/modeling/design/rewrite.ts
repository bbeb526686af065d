import { printName } from '../../catalog/names.ts';
import type { Column } from '../../catalog/model.ts';
import type { Expression, Marker, QualifiedName, Relation } from '../../syntax/ast.ts';
import { contains, type Span } from '../../text/span.ts';
import { columnNames, type NoPattern, type Pattern } from '../question/pattern.ts';
import { applyChanges, bindOf, bindsOf, type Change, type Changed, markerFor, markersOf } from '../proposal/pieces.ts';
import type { AddedRelation, Split } from '../question/plan.ts';
import type { BindSource } from '../proposal/proposal.ts';
import { writtenName } from '../proposal/source.ts';

/** What is to be different in a query. */
export interface Rewrite {
  /** The new table's name, in CQL, without its keyspace; absent where the query goes on reading the same. */
  readonly table: string | undefined;
  /** Relations written otherwise, or left out (`undefined`), by index. */
  readonly relations: ReadonlyMap<number, string | undefined>;
  readonly added: readonly AddedRelation[];
  readonly splits: readonly Split[];
  readonly filters: boolean;
  /** Relations that only the client can check: left out. */
  readonly clientFilter: readonly number[];
  /** ORDER BY: rows come so by themselves, or the client sorts. */
  readonly order: 'keep' | 'drop';
  /** LIMIT: the client cuts, after it has sorted. */
  readonly limit?: 'keep' | 'drop';
  /** `drop`: each row of the new table is one of the answer. `groups`: each group is a partition of it, which DISTINCT gives once. */
  readonly distinct: 'keep' | 'drop' | 'groups';
  /** Columns of the new key, for GROUP BY. */
  readonly key: readonly string[];
  /** The columns after which relations are added. */
  readonly partition: readonly string[];
  /** The client puts several answers into one order, or sorts: it needs the columns of ORDER BY. */
  readonly needsOrder: boolean;
}

export interface Rewritten {
  readonly queries: readonly Changed[];
  /** Where it is a single query, piece by piece, so that comments and layout stay. */
  readonly changes: readonly Change[] | undefined;
  /** Names of the result columns in the original's order, where the new ones are more. */
  readonly select: readonly string[] | undefined;
}

/** A placeholder that stands for a keyspace as well gives way to both. */
const tableChange = ({ keyspace, name }: QualifiedName, table: string): Change => ({
  span: name.span,
  text: keyspace?.putIn === true ? `${keyspace.text}.${table}` : table,
  binds: [],
});

/** Writes the query that reads another table. */
export function rewriteQuery(pattern: Pattern, text: string, rewrite: Rewrite): Rewritten | NoPattern {
  const { select } = pattern;
  const markers = markersOf(select);
  const upper = !/^[a-z]/.test(text.slice(select.span.start));
  const word = (words: string): string => (upper ? words : words.toLowerCase());
  const selection = selectionChanges(pattern, rewrite);
  if ('why' in selection) return selection;
  const fixed: Change[] = [
    ...(rewrite.table === undefined ? [] : [tableChange(select.from!, rewrite.table)]),
    ...selection.changes,
    ...distinctChanges(pattern, text, rewrite, word),
    ...orderChanges(pattern, text, rewrite),
    ...limitChanges(pattern, text, rewrite),
    ...groupChanges(pattern, rewrite),
    ...filteringChanges(pattern, text, rewrite, word),
    ...pattern.clientClauses.map(({ span }) => ({ span: withGap(span, text), text: '', binds: [] })),
  ];
  const variants = variantsOf(pattern, rewrite, markers).map((variant) => [
    ...fixed,
    ...whereChanges(pattern, text, rewrite, variant, word),
  ]);
  return {
    queries: variants.map((changes) => applyChanges(select, text, changes)),
    changes: variants.length === 1 ? variants[0]! : undefined,
    select: selection.select,
  };
}

/** `*` becomes a list in the base's order, so that readers by position go on working. */
function selectionChanges(
  pattern: Pattern,
  rewrite: Rewrite,
): { readonly changes: readonly Change[]; readonly select: readonly string[] | undefined } | NoPattern {
  const { select, star, selected } = pattern;
  const { table } = rewrite;
  const needed = neededByClient(pattern, rewrite);
  if (pattern.hidesColumns && needed.length > 0)
    return { why: 'A placeholder hides what is selected, and the client sorts or drops rows by some of it.' };
  const extra = needed.filter((column) => !selected.includes(column));
  const [first] = select.selectors;
  const last = select.selectors.at(-1);
  if (first === undefined || last === undefined) return { why: 'The query selects nothing.' };
  if (extra.length > 0 && select.json) return { why: 'The answers are JSON, which the client cannot put in order.' };
  if (star && table === undefined) return { changes: [], select: undefined };
  if (star)
    return { changes: [{ span: first.span, text: names([...selected, ...extra]), binds: [] }], select: undefined };
  if (extra.length === 0) return { changes: [], select: undefined };
  const results = select.selectors.map(({ alias, expression }) =>
    alias !== undefined ? alias.name : expression.kind === 'column' ? expression.column.name : undefined,
  );
  if (results.includes(undefined))
    return { why: 'The client cannot sort or drop rows without the columns that it does so by.' };
  const end = { start: last.span.end, end: last.span.end };
  return {
    changes: [{ span: end, text: `, ${names(extra)}`, binds: [] }],
    select: results.filter((name) => name !== undefined),
  };
}

function neededByClient(
  { order, relations, table }: Pattern,
  { needsOrder, clientFilter }: Rewrite,
): readonly Column[] {
  const compared = clientFilter.flatMap((index) => {
    return columnNames(relations[index]!).flatMap((name) => table.columns.get(name) ?? []);
  });
  return [...new Set([...(needsOrder ? order.map(({ column }) => column) : []), ...compared])];
}

const names = (columns: readonly Column[]): string => columns.map(writtenName).join(', ');

function distinctChanges(
  { select }: Pattern,
  text: string,
  { distinct }: Rewrite,
  word: (words: string) => string,
): readonly Change[] {
  const { perPartitionLimit } = select;
  if (distinct === 'groups') {
    const { start } = select.selectors[0]!.span;
    const grouped = { start: select.from!.span.end, end: select.groupBy.at(-1)!.span.end };
    return [
      { span: { start, end: start }, text: `${word('DISTINCT')} `, binds: [] },
      { span: grouped, text: '', binds: [] },
    ];
  }
  if (distinct === 'drop' && perPartitionLimit !== undefined)
    return [{ span: withGap(perPartitionLimit.span, text), text: '', binds: [] }];
  if (!select.distinct || distinct === 'keep') return [];
  const { start } = select.span;
  const match = /\bDISTINCT\s+/i.exec(text.slice(start, select.selectors[0]!.span.start));
  if (match === null) return [];
  const from = start + match.index;
  return [{ span: { start: from, end: from + match[0].length }, text: '', binds: [] }];
}

/** A partition key column that is given by `=` orders nothing, and Cassandra refuses to sort by it. */
function orderChanges(
  { select, equal, textOf }: Pattern,
  text: string,
  { order, partition }: Rewrite,
): readonly Change[] {
  const { orderBy, orderBySpan } = select;
  if (orderBySpan === undefined) return [];
  const fixed = (name: string): boolean => partition.includes(name) && equal.some(({ column }) => column.name === name);
  const kept = order === 'drop' ? [] : orderBy.filter(({ column }) => !fixed(column.name));
  if (kept.length === orderBy.length) return [];
  if (kept.length === 0) return [{ span: withGap(orderBySpan, text), text: '', binds: [] }];
  const span = { start: orderBy[0]!.span.start, end: orderBy.at(-1)!.span.end };
  return [{ span, text: kept.map(textOf).join(', '), binds: [] }];
}

/** GROUP BY names the key from its beginning. */
function groupChanges({ select, group, textOf }: Pattern, { key, distinct }: Rewrite): readonly Change[] {
  const [first] = select.groupBy;
  const last = select.groupBy.at(-1);
  if (first === undefined || last === undefined || distinct === 'groups') return [];
  const end = Math.max(-1, ...group.map(({ name }) => key.indexOf(name)));
  const columns = key.slice(0, end + 1);
  const same =
    columns.length === select.groupBy.length &&
    select.groupBy.every((one, index) => one.kind !== 'column' || one.column.name === columns[index]);
  if (same || columns.length === 0) return [];
  const called = columns.map((name) => printName(name));
  const written = (last.kind === 'column' ? called : [...called.slice(0, -1), textOf(last)]).join(', ');
  return [{ span: { start: first.span.start, end: last.span.end }, text: written, binds: [] }];
}

function filteringChanges(
  { select }: Pattern,
  text: string,
  { filters }: Rewrite,
  word: (words: string) => string,
): readonly Change[] {
  const { allowFiltering, filteringAt: place } = select;
  if (filters === (allowFiltering !== undefined)) return [];
  if (allowFiltering !== undefined) return [{ span: withGap(allowFiltering, text), text: '', binds: [] }];
  return [{ span: { start: place, end: place }, text: ` ${word('ALLOW FILTERING')}`, binds: [] }];
}

/** LIMIT cuts behind what the client passes over, where that is known; what the client leaves out it cuts itself. */
function limitChanges(
  { select, clientClauses, limit: rows }: Pattern,
  text: string,
  { limit }: Rewrite,
): readonly Change[] {
  if (select.limit === undefined || (limit !== 'drop' && clientClauses.length === 0)) return [];
  const { span, value } = select.limit;
  return limit === 'drop' || rows === undefined
    ? [{ span: withGap({ start: span.start, end: value.span.end }, text), text: '', binds: [] }]
    : [{ span: value.span, text: String(rows), binds: [] }];
}

/** The span with the white space before it. */
function withGap({ start, end }: Span, text: string): Span {
  return { start: text.slice(0, start).trimEnd().length, end };
}

/** What one of several queries says: a text for each relation that differs between them. */
interface Variant {
  readonly relations: ReadonlyMap<number, Term>;
  readonly added: readonly Term[];
}

interface Term {
  readonly text: string;
  readonly binds: readonly BindSource[];
}

/** All combinations of what is asked one by one. */
function variantsOf(pattern: Pattern, { splits, added }: Rewrite, markers: readonly Marker[]): readonly Variant[] {
  let variants: readonly Variant[] = [{ relations: new Map(), added: [] }];
  for (const split of splits) {
    const terms = splitTerms(split, pattern, markers);
    variants = variants.flatMap((variant) =>
      terms.map((term) => ({ ...variant, relations: new Map([...variant.relations, [split.relation, term]]) })),
    );
  }
  for (const relation of added) {
    const terms = addedTerms(relation, markers);
    variants = variants.flatMap((variant) => terms.map((term) => ({ ...variant, added: [...variant.added, term] })));
  }
  return variants;
}

/** Constants are asked for one by one, each once; values that the client binds by one query, run for each. */
function splitTerms(
  { column, values, relation }: Split,
  { relations, textOf }: Pattern,
  markers: readonly Marker[],
): readonly Term[] {
  const name = printName(column.name);
  const constant = values?.every((value) => bindsOf(value, markers).length === 0) === true;
  if (values !== undefined && constant) {
    return [...new Set(values.map(textOf))].map((text) => ({ text: `${name} = ${text}`, binds: [] }));
  }
  const list = markerIn(relations[relation]);
  const each: readonly BindSource[] =
    values === undefined
      ? list === undefined
        ? []
        : [bindOf(list, markers)]
      : values.map((value) => (value.kind === 'marker' ? bindOf(value, markers) : { literal: textOf(value) }));
  return [{ text: `${name} = ${markerFor(column.name, markers)}`, binds: [{ each }] }];
}

function markerIn(relation: Relation | undefined): Marker | undefined {
  const value: Expression | undefined =
    relation?.kind === 'column' && relation.operand.kind === 'one' ? relation.operand.value : undefined;
  return value?.kind === 'marker' ? value : undefined;
}

function addedTerms({ column, values, apart }: AddedRelation, markers: readonly Marker[]): readonly Term[] {
  const name = printName(column);
  if (values === undefined) return [{ text: `${name} = ${markerFor(column, markers)}`, binds: [{ derived: column }] }];
  if (apart || values.length === 1) return values.map((value) => ({ text: `${name} = ${value}`, binds: [] }));
  return [{ text: `${name} IN (${values.join(', ')})`, binds: [] }];
}

/** The WHERE clause: relations stay as they are written, but for those that change. */
function whereChanges(
  pattern: Pattern,
  text: string,
  rewrite: Rewrite,
  variant: Variant,
  word: (words: string) => string,
): readonly Change[] {
  const { select, relations } = pattern;
  const markers = markersOf(select);
  const kept: { readonly index: number; readonly term: Term | undefined }[] = [];
  for (const index of relations.keys()) {
    if (rewrite.clientFilter.includes(index)) continue;
    const split = variant.relations.get(index);
    if (split !== undefined) kept.push({ index, term: split });
    else if (!rewrite.relations.has(index)) kept.push({ index, term: undefined });
    else {
      const replaced = rewrite.relations.get(index);
      if (replaced !== undefined)
        kept.push({ index, term: { text: replaced, binds: inside(relations[index]!, markers) } });
    }
  }
  const and = ` ${word('AND')} `;
  if (kept.length < relations.length || select.where === undefined) {
    return rebuiltWhere(pattern, text, rewrite, variant, kept, word);
  }
  const changes: Change[] = kept.flatMap(({ index, term }) =>
    term === undefined ? [] : { span: relations[index]!.span, ...term },
  );
  if (variant.added.length === 0) return changes;
  const place = kept.findLastIndex(({ index }) => isOfPartition(relations[index]!, rewrite.partition));
  const additions = variant.added.map((term) => term.text);
  const binds = variant.added.flatMap((term) => term.binds);
  if (place < 0) {
    const { start } = relations[0]!.span;
    return [{ span: { start, end: start }, text: `${additions.join(and)}${and}`, binds }, ...changes];
  }
  const { end } = relations[place]!.span;
  return [...changes, { span: { start: end, end }, text: `${and}${additions.join(and)}`, binds }];
}

function rebuiltWhere(
  { select, relations, textOf }: Pattern,
  text: string,
  { partition }: Rewrite,
  { added }: Variant,
  kept: readonly { readonly index: number; readonly term: Term | undefined }[],
  word: (words: string) => string,
): readonly Change[] {
  const markers = markersOf(select);
  const terms = kept.map(
    ({ index, term }) => term ?? { text: textOf(relations[index]!), binds: inside(relations[index]!, markers) },
  );
  const place = kept.findLastIndex(({ index }) => isOfPartition(relations[index]!, partition)) + 1;
  const all = [...terms.slice(0, place), ...added, ...terms.slice(place)];
  const list = all.map((term) => term.text).join(` ${word('AND')} `);
  const binds = all.flatMap((term) => term.binds);
  if (select.where === undefined) {
    const { end } = select.from!.span;
    return all.length === 0 ? [] : [{ span: { start: end, end }, text: ` ${word('WHERE')} ${list}`, binds }];
  }
  if (all.length === 0) return [{ span: withGap(select.where.span, text), text: '', binds: [] }];
  const span = { start: relations[0]!.span.start, end: relations.at(-1)!.span.end };
  return [{ span, text: list, binds }];
}

const inside = ({ span }: Relation, markers: readonly Marker[]): readonly BindSource[] =>
  markers.filter((marker) => contains(span, marker.span)).map((marker) => bindOf(marker, markers));

const isOfPartition = (relation: Relation, partition: readonly string[]): boolean =>
  (relation.kind === 'column' || relation.kind === 'element' || relation.kind === 'tuple') &&
  ('columns' in relation ? relation.columns : [relation.column]).some(({ name }) => partition.includes(name));
