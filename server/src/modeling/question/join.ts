import type { Session } from '../../analysis/judging/verdict-model.ts';
import type { Column, Table } from '../../catalog/model.ts';
import { printName } from '../../catalog/names.ts';
import { freeze, isCounter, sameType } from '../../catalog/types.ts';
import type { Call, Expression, Join, Name, QualifiedName, Relation, Select } from '../../syntax/ast.ts';
import type { Segment, SyntaxProblem } from '../../syntax/segment.ts';
import type { Span } from '../../text/span.ts';
import { entityOf, freeColumnName, singular } from '../proposal/names.ts';
import type { NoPattern } from './pattern.ts';
import { bindOf, markerFor, markersOf } from '../proposal/pieces.ts';
import type { BindSource } from '../proposal/proposal.ts';
import { createOf, writtenName } from '../proposal/source.ts';

/** A query over several tables, as one over the table that would hold their rows joined. */
export interface Joined {
  /** The table in which the query searches; the joined one takes its name from it. */
  readonly main: Table;
  /** The rows of all tables side by side; a column that ON makes equal to another one is there once. */
  readonly table: Table;
  /** The query over it, as if it had the name of the main table. */
  readonly query: string;
  readonly others: readonly { readonly table: Table; readonly outer: boolean }[];
  /** All tables, with the names that their columns have in the joined one: columns made equal share one. */
  readonly sources: readonly {
    readonly table: Table;
    readonly outer: boolean;
    readonly names: ReadonlyMap<string, string>;
  }[];
  /** What the other tables give: their columns, as they are called in the joined table. */
  readonly given: readonly { readonly column: Column; readonly from: Table; readonly name: string }[];
  /** Those whose keys tell the joined rows apart. */
  readonly keyed: readonly Table[];
  /** The same rows read of one table after the other; none where a table is not found by the rows of those before it. */
  readonly reads: readonly JoinRead[];
}

/** A query of one table, whose values are those of the JOIN and of rows that were read before. */
export interface JoinRead {
  readonly table: Table;
  readonly outer: boolean;
  readonly query: string;
  readonly binds: readonly BindSource[];
  /** WHERE of the JOIN says something of it. */
  readonly isSearched: boolean;
}

interface Source {
  readonly table: Table;
  readonly name: QualifiedName;
  readonly alias: Name | undefined;
  readonly join: Join | undefined;
}

/** A column of one of the tables. */
interface ColumnPlace {
  readonly source: Source;
  readonly column: Column;
}

/** Reads a JOIN, or tables listed with commas; a reason where that is not possible. */
export function joinedOf(select: Select, segment: Segment, { catalog, keyspace }: Session): Joined | NoPattern {
  const { text } = segment;
  const sources: Source[] = [];
  for (const one of [{ table: select.from, alias: select.alias, join: undefined }, ...joinSources(select)]) {
    const space = one.table?.keyspace?.name ?? keyspace;
    const table =
      one.table === undefined || space === undefined ? undefined : catalog.table(space, one.table.name.name);
    if (one.table === undefined || table === undefined || table.partial || table.system || table.kind !== 'table')
      return { why: 'The schema does not tell what one of the tables holds.' };
    sources.push({ table, name: one.table, alias: one.alias, join: one.join });
  }
  const textOf = ({ span }: { readonly span: Span }): string => text.slice(span.start, span.end);
  const reader = readerOf(sources, textOf);
  if (select.json || select.perPartitionLimit !== undefined || (select.distinct && select.groupBy.length > 0))
    return { why: UNREAD };
  if (select.where?.or !== undefined || segment.errors.some((problem) => isClause(problem, select, text)))
    return { why: UNREAD };
  const equal: (readonly [ColumnPlace, ColumnPlace])[] = [];
  const searched: { readonly place: ColumnPlace; readonly relation: Relation }[] = [];
  const relations = [...(select.joins ?? []).flatMap(({ on }) => on), ...(select.where?.relations ?? [])];
  for (const relation of relations) {
    const place = reader.left(relation);
    if (place === undefined) return { why: UNREAD };
    const other = 'operator' in relation && relation.operator === '=' ? reader.right(relation) : undefined;
    if (other !== undefined) equal.push([place, other]);
    else if (reader.comparesColumns(relation)) return { why: UNREAD };
    else searched.push({ place, relation });
  }
  for (const source of sources) {
    for (const { name } of source.join?.using ?? []) {
      const first = sources.find(({ table }) => table.columns.has(name));
      const column = source.table.columns.get(name);
      if (first === undefined || first === source || column === undefined) return { why: UNREAD };
      equal.push([
        { source: first, column: first.table.columns.get(name)! },
        { source, column },
      ]);
    }
  }
  if (sources.slice(1).some((source) => !equal.some((pair) => pair.some((place) => place.source === source))))
    return { why: 'Nothing says which rows of the tables belong together.' };
  if (equal.some(([a, b]) => !sameType(freeze(a.column.type), freeze(b.column.type)))) return { why: UNREAD };
  return assemble(select, sources, equal, searched, reader, textOf);
}

const UNREAD = 'The query asks for more than rows of its tables side by side.';

/** HAVING, OFFSET, UNION, `LIMIT 10, 20`: no part of the tree. */
const isClause = ({ span }: SyntaxProblem, { limit }: Select, text: string): boolean =>
  /^(?:having|offset|union)\b/i.test(text.slice(span.start)) || (limit !== undefined && span.start >= limit.span.start);

const joinSources = ({
  joins = [],
}: Select): readonly { table: QualifiedName; alias: Name | undefined; join: Join }[] =>
  joins.map((join) => ({ table: join.table, alias: join.alias, join }));

interface Reader {
  source(name: string): Source | undefined;
  left(relation: Relation): ColumnPlace | undefined;
  right(relation: Relation): ColumnPlace | undefined;
  comparesColumns(relation: Relation): boolean;
  expression(expression: Expression): ColumnPlace | undefined;
  /** `a.b`, or `b` where one table has it. */
  named(text: string): ColumnPlace | undefined;
}

function readerOf(sources: readonly Source[], textOf: (part: { readonly span: Span }) => string): Reader {
  const called = (name: string): Source | undefined =>
    sources.find(({ alias, name: table }) => (alias ?? table.name).name === name);
  const of = (source: Source | undefined, name: string): ColumnPlace | undefined => {
    const column = source?.table.columns.get(name);
    return source === undefined || column === undefined ? undefined : { source, column };
  };
  const alone = (name: string): ColumnPlace | undefined => {
    const [first, ...more] = sources.filter(({ table }) => table.columns.has(name));
    // A column of USING is one, wherever it is read.
    const one = more.every(({ join }) => join?.using.some((column) => column.name === name));
    return one ? of(first, name) : undefined;
  };
  const expression = (one: Expression): ColumnPlace | undefined => {
    if (one.kind === 'column') return alone(one.column.name);
    return one.kind === 'field' && one.of.kind === 'column'
      ? of(called(one.of.column.name), one.field.name)
      : undefined;
  };
  const operand = (relation: Relation): Expression | undefined =>
    'operand' in relation && relation.operand.kind === 'one' ? relation.operand.value : undefined;
  return {
    source: called,
    expression,
    left: (relation) => {
      if (relation.kind === 'field') return of(called(relation.column.name), relation.field.name);
      return relation.kind === 'column' ? alone(relation.column.name) : undefined;
    },
    right: (relation) => {
      const value = operand(relation);
      return value === undefined ? undefined : expression(value);
    },
    comparesColumns: (relation) => {
      const value = operand(relation);
      return value !== undefined && (value.kind === 'column' || value.kind === 'field' || textOf(value) === '');
    },
    named: (text) => {
      const match = /^(?:(\w+)\s*\.\s*)?(\w+)$/.exec(text.trim());
      if (match === null) return undefined;
      const name = match[2]!.toLowerCase();
      return match[1] === undefined ? alone(name) : of(called(match[1].toLowerCase()), name);
    },
  };
}

function assemble(
  select: Select,
  sources: readonly Source[],
  equal: readonly (readonly [ColumnPlace, ColumnPlace])[],
  searched: readonly { readonly place: ColumnPlace; readonly relation: Relation }[],
  reader: Reader,
  textOf: (part: { readonly span: Span }) => string,
): Joined | NoPattern {
  const main = searched[0]?.place.source ?? sources[0]!;
  const ordered = [main, ...sources.filter((source) => source !== main)];
  const keys = keySources(ordered, equal);
  const names = new Map<string, string>();
  const id = ({ source, column }: ColumnPlace): string => `${sources.indexOf(source)}.${column.name}`;
  const columns = new Map<string, Column>();
  const given: Joined['given'][number][] = [];
  for (const source of ordered) {
    for (const column of source.table.columns.values()) {
      if (isCounter(column.type)) continue;
      const place = { source, column };
      const twin = equal
        .filter((pair) => pair.some((one) => id(one) === id(place)))
        .flat()
        .find((one) => names.has(id(one)));
      if (twin !== undefined) {
        names.set(id(place), names.get(id(twin))!);
        continue;
      }
      const prefixed = `${singular(entityOf(source.table.name))}_${column.name}`;
      const name = columns.has(column.name) ? freeColumnName({ columns }, [prefixed]) : column.name;
      names.set(id(place), name);
      const { location, ...rest } = column;
      const own = name === column.name && location !== undefined ? { ...rest, location } : { ...rest, name };
      columns.set(name, { ...own, kind: 'regular', position: 0 });
      if (source !== main) given.push({ column, from: source.table, name });
    }
  }
  const nameOf = (place: ColumnPlace | undefined): string | undefined =>
    place === undefined ? undefined : names.get(id(place));
  const key = [
    ...new Set(
      keys.flatMap((source) =>
        [...source.table.partitionKey, ...source.table.clustering].flatMap(
          (column) => nameOf({ source, column }) ?? [],
        ),
      ),
    ),
  ];
  const partitions = keys[0]!.table.partitionKey.length;
  key.forEach((name, index) => {
    const column = columns.get(name)!;
    columns.set(name, {
      ...column,
      kind: index < partitions ? 'partition' : 'clustering',
      position: index < partitions ? index : index - partitions,
    });
  });
  const query = queryText(select, main, searched, reader, nameOf, columns, textOf);
  if (query === undefined) return { why: UNREAD };
  const { location, ...rest } = main.table;
  const table: Table = {
    ...rest,
    ...(location !== undefined && { location }),
    columns,
    partitionKey: key.slice(0, partitions).map((name) => columns.get(name)!),
    clustering: key.slice(partitions).map((name) => columns.get(name)!),
    indexes: [],
  };
  const named = sources.map((source) => ({
    table: source.table,
    outer: source.join?.outer === true,
    names: new Map(
      [...source.table.columns.values()].flatMap((column) => {
        const name = nameOf({ source, column });
        return name === undefined ? [] : [[column.name, name] as const];
      }),
    ),
  }));
  const others = ordered.slice(1).map((source) => ({ table: source.table, outer: source.join?.outer === true }));
  return {
    main: main.table,
    table,
    query,
    others,
    sources: named,
    given,
    keyed: keys.map(({ table: one }) => one),
    reads: readsApart(select, ordered, equal, searched, reader, textOf),
  };
}

/** The tables one after the other, each by what the rows of those before it name of its partition key. */
function readsApart(
  select: Select,
  sources: readonly Source[],
  equal: readonly (readonly [ColumnPlace, ColumnPlace])[],
  searched: readonly { readonly place: ColumnPlace; readonly relation: Relation }[],
  reader: Reader,
  textOf: (part: { readonly span: Span }) => string,
): readonly JoinRead[] {
  if (select.distinct || select.groupBy.length > 0 || select.orderBySpan !== undefined || select.limit !== undefined)
    return [];
  const wanted = columnsWanted(select, sources, reader);
  const [first] = sources;
  if (wanted === undefined || first === undefined || first.join?.outer === true) return [];
  const markers = markersOf(select);
  const order = [first];
  const linksOf = (source: Source, before: readonly Source[]): readonly Link[] =>
    equal.flatMap(([a, b]) =>
      [
        { here: a, there: b },
        { here: b, there: a },
      ].filter(({ here, there }) => here.source === source && before.includes(there.source)),
    );
  while (order.length < sources.length) {
    const next = sources.find(
      (source) =>
        !order.includes(source) &&
        source.table.partitionKey.every(({ name }) =>
          linksOf(source, order).some(({ here }) => here.column.name === name),
        ),
    );
    if (next === undefined) return [];
    order.push(next);
  }
  const links = order.map((source, index) => linksOf(source, order.slice(0, index)));
  const reads = order.map((source, index): JoinRead | undefined => {
    const own = searched.filter(({ place }) => place.source === source);
    const relations = own.map(({ place, relation }) => relationText(printName(place.column.name), relation, textOf));
    if (relations.includes(undefined)) return undefined;
    const linked = links[index]!.map(
      ({ here }) => `${writtenName(here.column)} = ${markerFor(here.column.name, markers)}`,
    );
    const where = [...linked, ...relations];
    // What later reads need of its rows.
    const named = links.flat().flatMap(({ there }) => (there.source === source ? [there.column] : []));
    const list = wanted.get(source)!;
    const columns = list === 'all' ? [] : [...new Set([...list, ...named])];
    const selected =
      list === 'all' ? '*' : (columns.length > 0 ? columns : source.table.partitionKey).map(writtenName).join(', ');
    const { keyspace, name } = source.name;
    return {
      table: source.table,
      // What WHERE asks of a row that is not there is never true.
      outer:
        source.join?.outer === true && !own.some(({ relation }) => select.where?.relations.includes(relation) === true),
      query: `SELECT ${selected} FROM ${keyspace === undefined ? '' : `${keyspace.text}.`}${name.text}${where.length === 0 ? '' : ` WHERE ${where.join(' AND ')}`}`,
      binds: [
        ...links[index]!.map(({ there }) => ({ row: there.column.name, query: order.indexOf(there.source) })),
        ...own.flatMap(({ relation }) =>
          markers
            .filter(({ span }) => relation.span.start <= span.start && span.end <= relation.span.end)
            .map((marker) => bindOf(marker, markers)),
        ),
      ],
      isSearched: own.length > 0,
    };
  });
  return reads.includes(undefined) ? [] : reads.filter((read) => read !== undefined);
}

/** A column of a table, and the one of another that ON makes equal to it. */
interface Link {
  readonly here: ColumnPlace;
  readonly there: ColumnPlace;
}

/** What is selected of each table; `undefined` where it is more than columns. */
function columnsWanted(
  select: Select,
  sources: readonly Source[],
  reader: Reader,
): ReadonlyMap<Source, readonly Column[] | 'all'> | undefined {
  const wanted = new Map<Source, readonly Column[] | 'all'>(sources.map((source) => [source, []]));
  for (const { expression } of select.selectors) {
    if (expression.kind === 'star') {
      const all = expression.of === undefined ? sources : [reader.source(expression.of.name)];
      for (const source of all) {
        if (source === undefined) return undefined;
        wanted.set(source, 'all');
      }
      continue;
    }
    const place = reader.expression(expression);
    if (place === undefined) return undefined;
    const known = wanted.get(place.source);
    if (known !== 'all') wanted.set(place.source, [...(known ?? []), place.column]);
  }
  return wanted;
}

/** A relation on a column that is called so. */
function relationText(
  name: string,
  relation: Relation,
  textOf: (part: { readonly span: Span }) => string,
): string | undefined {
  if (!('operand' in relation)) return undefined;
  const { operator, operand } = relation;
  const value =
    operand.kind === 'one'
      ? textOf(operand.value)
      : operand.kind === 'several'
        ? textOf(operand)
        : operand.kind === 'between'
          ? `${textOf(operand.low)} AND ${textOf(operand.high)}`
          : undefined;
  return value === undefined ? undefined : `${name} ${operator} ${value}`;
}

/** The tables whose keys tell joined rows apart: not those of which a row of the others names one. */
function keySources(
  sources: readonly Source[],
  equal: readonly (readonly [ColumnPlace, ColumnPlace])[],
): readonly Source[] {
  let keys = sources;
  for (const source of sources.toReversed()) {
    const rest = keys.filter((other) => other !== source);
    if (namedFrom(rest, sources, equal).has(source)) keys = rest;
  }
  return keys;
}

/** What rows of some tables name: all of its key is given by columns of tables that are read already. */
function namedFrom(
  from: readonly Source[],
  sources: readonly Source[],
  equal: readonly (readonly [ColumnPlace, ColumnPlace])[],
): ReadonlySet<Source> {
  // Where a table may have no row, it names none.
  const reached = new Set(from.filter(({ join }) => join?.outer !== true));
  const isGiven = (source: Source, { name }: Column): boolean =>
    equal.some(([a, b]) =>
      [
        { here: a, there: b },
        { here: b, there: a },
      ].some(({ here, there }) => here.source === source && here.column.name === name && reached.has(there.source)),
    );
  for (let grown = true; grown;) {
    const next = sources.find(
      (one) =>
        !reached.has(one) &&
        [...one.table.partitionKey, ...one.table.clustering].every((column) => isGiven(one, column)),
    );
    grown = next !== undefined;
    if (next !== undefined) reached.add(next);
  }
  return reached;
}

const AGGREGATES: ReadonlySet<string> = new Set(['count', 'sum', 'min', 'max', 'avg']);

function queryText(
  select: Select,
  main: Source,
  searched: readonly { readonly place: ColumnPlace; readonly relation: Relation }[],
  reader: Reader,
  nameOf: (place: ColumnPlace | undefined) => string | undefined,
  columns: ReadonlyMap<string, Column>,
  textOf: (part: { readonly span: Span }) => string,
): string | undefined {
  const written = (name: string): string => printName(name);
  /** COUNT(*), or a function over a column; a column of the key, which has no nulls, is counted as its rows are. */
  const aggregateOf = ({ function: { name, keyspace }, arguments: given, span }: Call): string | undefined => {
    const [argument, ...more] = given;
    if (keyspace !== undefined || more.length > 0 || !AGGREGATES.has(name.name)) return undefined;
    if (/^count\s*\(\s*(?:\*|1)\s*\)$/i.test(textOf({ span }))) return `${name.text}(*)`;
    const of = argument === undefined ? undefined : nameOf(reader.expression(argument));
    if (of === undefined) return undefined;
    const kind = columns.get(of)?.kind;
    return name.name === 'count' && (kind === 'partition' || kind === 'clustering')
      ? `${name.text}(*)`
      : `${name.text}(${written(of)})`;
  };
  /** Readers by name go on working. */
  const calledAs = (name: string, asked: string): string =>
    name === asked ? written(name) : `${written(name)} AS ${written(asked)}`;
  const selectors = select.selectors.flatMap(({ expression, alias }) => {
    if (expression.kind === 'star') {
      if (expression.of === undefined) return [...columns.values()].map((column) => writtenName(column));
      const source = reader.source(expression.of.name);
      return source === undefined
        ? [undefined]
        : [...source.table.columns.values()].map((column) => {
            const name = nameOf({ source, column });
            return name === undefined ? undefined : calledAs(name, column.name);
          });
    }
    const selected = expression.kind === 'call' ? aggregateOf(expression) : nameOf(reader.expression(expression));
    if (selected === undefined) return [undefined];
    if (alias !== undefined) return [`${expression.kind === 'call' ? selected : written(selected)} AS ${alias.text}`];
    const asked =
      expression.kind === 'field' ? expression.field : expression.kind === 'column' ? expression.column : undefined;
    return [asked === undefined ? selected : calledAs(selected, asked.name)];
  });
  // Different rows are the groups of all that is selected.
  const grouped = select.distinct ? select.selectors.map(({ expression }) => expression) : select.groupBy;
  const groups = grouped.map((expression) => {
    const name = nameOf(reader.expression(expression));
    return name === undefined ? undefined : written(name);
  });
  const relations = searched.map(({ place, relation }) => {
    const name = nameOf(place);
    return name === undefined ? undefined : relationText(written(name), relation, textOf);
  });
  const ordered = select.orderBySpan === undefined ? '' : textOf({ span: select.orderBySpan });
  // As text: ORDER BY takes no `table.column`, so the tree may be broken there.
  const orders =
    ordered === ''
      ? []
      : ordered
          .replace(/^order\s+by\s+/i, '')
          .split(',')
          .map((text) => {
            const [, column = '', direction] = /^\s*(.*?)(\s+(?:asc|desc))?\s*$/is.exec(text)!;
            const name = nameOf(reader.named(column));
            return name === undefined ? undefined : `${written(name)}${direction ?? ''}`;
          });
  if ([...selectors, ...relations, ...groups, ...orders].includes(undefined) || selectors.length === 0)
    return undefined;
  const { name } = main;
  const source = createOf(main.table)?.statement.name?.name.text ?? printName(main.table.name);
  return [
    `SELECT ${selectors.join(', ')} FROM ${name.keyspace === undefined ? '' : `${name.keyspace.text}.`}${source}`,
    ...(relations.length === 0 ? [] : [`WHERE ${relations.join(' AND ')}`]),
    ...(groups.length === 0 ? [] : [`GROUP BY ${groups.join(', ')}`]),
    ...(orders.length === 0 ? [] : [`ORDER BY ${orders.join(', ')}`]),
    ...(select.limit === undefined ? [] : [`LIMIT ${textOf(select.limit.value)}`]),
  ].join(' ');
}
