import type { Table } from '../catalog/index.ts';
import type { CreateTable, QualifiedName } from '../syntax/ast.ts';
import * as T from '../syntax/generated/token-types.ts';
import { nameOfToken } from '../syntax/lower/names.ts';
import type { Segment } from '../syntax/segment.ts';
import { isName } from '../syntax/token-classes.ts';

/** The name of the table or view that a statement makes. */
export const madeTable = (segment: Segment): string | undefined => madeName(segment)?.name;

/** The same with its keyspace, where it is written; told by its tokens, so that nothing has to be parsed for it. */
function madeName({
  text,
  tokens,
  firstType,
}: Segment): { readonly name: string; readonly keyspace?: string } | undefined {
  if (firstType !== T.CREATE) return undefined;
  const { types } = tokens;
  let at = 1;
  if (types[at] === T.MATERIALIZED) at += 1;
  if (types[at] !== T.TABLE && types[at] !== T.COLUMNFAMILY && types[at] !== T.VIEW) return undefined;
  at += 1;
  if (types[at] === T.IF) at += 3;
  const isQualified = types[at + 1] === T.DOT;
  const nameAt = (token: number): string | undefined =>
    isName(types[token] ?? T.EOF) ? nameOfToken({ text, tokens, nodes: NO_NODES }, token).name : undefined;
  const name = nameAt(isQualified ? at + 2 : at);
  const keyspace = isQualified ? nameAt(at) : undefined;
  return name === undefined ? undefined : { name, ...(keyspace !== undefined && { keyspace }) };
}

const NO_NODES = new Int32Array(0);

/** The names of the tables and views that segments make: by themselves, and behind that of their keyspace. */
export function tablesMadeIn(files: Iterable<Segments>): ReadonlySet<string> {
  const tables = new Set<string>();
  for (const segments of files) {
    for (const segment of segments) {
      const made = madeName(segment);
      if (made === undefined) continue;
      tables.add(made.name);
      if (made.keyspace !== undefined) tables.add(`${made.keyspace}.${made.name}`);
    }
  }
  return tables;
}

type Segments = readonly Segment[];

/** Tables that programs make, by name, with the shapes that they give it: its keyspace, key and columns. */
export type Makings = ReadonlyMap<string, ReadonlySet<string>>;

/** The tables that programs make, by their names without a keyspace. */
export function makingsIn(files: Iterable<Segments>): Makings {
  const makings = new Map<string, Set<string>>();
  for (const segments of files) {
    for (const segment of segments) {
      const table = madeTable(segment);
      if (table === undefined) continue;
      const statement = segment.statement();
      // Of columns that are put in nobody knows whether they are others.
      const shape = statement?.kind === 'create-table' && !statement.template ? [shapeOfCreation(statement)] : [];
      makings.set(table, new Set([...(makings.get(table) ?? []), ...shape]));
    }
  }
  return makings;
}

/**
 * The tables that several of these make, each in its own way, by their whole names: examples and tests of one folder make a table of the
 * same name, each with columns of its own.
 */
export function contestedTables(files: Iterable<Segments>): Makings {
  const makings = new Map<string, Set<string>>();
  for (const segments of files) {
    for (const [name, statement] of creationsIn(segments))
      makings.set(name, new Set([...(makings.get(name) ?? []), shapeOfCreation(statement)]));
  }
  return new Map([...makings].filter(([, shapes]) => shapes.size > 1));
}

export const sameMakings = (a: Makings, b: Makings): boolean =>
  a.size === b.size &&
  [...a].every(([name, shapes]) => {
    const others = b.get(name);
    return others?.size === shapes.size && [...shapes].every((shape) => others.has(shape));
  });

/** Whether programs make a table, and each of them in another way than it is declared. */
export function isMadeOtherwise(makings: Makings, table: Table): boolean {
  const shapes = [...(makings.get(table.name) ?? [])];
  const key = [table.partitionKey, table.clustering] as const;
  const same = ['', table.keyspace].map((keyspace) => shapeOf(keyspace, ...key, [...table.columns.values()]));
  const own = shapes.filter((shape) => shape.startsWith('.') || shape.startsWith(`${table.keyspace}.`));
  return own.length > 0 && !own.some((shape) => same.includes(shape));
}

function shapeOfCreation({ name, columns, primaryKeys }: CreateTable): string {
  const [key] = primaryKeys;
  const inline = columns.filter(({ primaryKey }) => primaryKey !== undefined).map((column) => column.name);
  return shapeOf(
    keyspaceOf(name),
    key?.partition ?? inline,
    key?.clustering ?? [],
    columns.map((column) => column.name),
  );
}

type Named = { readonly name: string };

function shapeOf(
  keyspace: string,
  partition: readonly Named[],
  clustering: readonly Named[],
  columns: readonly Named[],
): string {
  const listed = (named: readonly Named[]): string => named.map(({ name }) => name).join();
  const sorted = listed(columns.toSorted((a, b) => (a.name < b.name ? -1 : 1)));
  return `${keyspace}.${listed(partition)};${listed(clustering)};${sorted}`;
}

/** The whole names of the tables that segments make. */
export const wholeNamesMadeIn = (segments: Segments): ReadonlySet<string> =>
  new Set(creationsIn(segments).map(([name]) => name));

const creationsIn = (segments: Segments): readonly (readonly [wholeName: string, statement: CreateTable])[] =>
  segments.flatMap((segment) => {
    const statement = madeTable(segment) === undefined ? undefined : segment.statement();
    return statement?.kind === 'create-table' && statement.name !== undefined
      ? [[wholeName(statement.name), statement] as const]
      : [];
  });

/** The name of a table with its keyspace; one that is put in is none. */
export const wholeName = (name: QualifiedName): string => `${keyspaceOf(name)}.${name.name.name}`;

const keyspaceOf = (name: QualifiedName | undefined): string =>
  name?.keyspace === undefined || name.keyspace.template === true ? '' : name.keyspace.name;
