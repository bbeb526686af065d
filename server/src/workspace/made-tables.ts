import type { CreateTable, QualifiedName } from '../syntax/ast.ts';
import * as T from '../syntax/generated/token-types.ts';
import { nameOfToken } from '../syntax/lower/names.ts';
import type { Segment } from '../syntax/segment.ts';
import { isName } from '../syntax/token-classes.ts';

/** The name of the table or view that a statement makes; told by its tokens, so that nothing has to be parsed for it. */
export function madeTable({ text, tokens, firstType }: Segment): string | undefined {
  if (firstType !== T.CREATE) return undefined;
  const { types } = tokens;
  let at = 1;
  if (types[at] === T.MATERIALIZED) at += 1;
  if (types[at] !== T.TABLE && types[at] !== T.COLUMNFAMILY && types[at] !== T.VIEW) return undefined;
  at += 1;
  if (types[at] === T.IF) at += 3;
  if (types[at + 1] === T.DOT) at += 2;
  const type = types[at];
  return type !== undefined && isName(type) ? nameOfToken({ text, tokens, nodes: NO_NODES }, at).name : undefined;
}

const NO_NODES = new Int32Array(0);

/** The names of the tables and views that segments make. */
export function tablesMadeIn(files: Iterable<Segments>): ReadonlySet<string> {
  const tables = new Set<string>();
  for (const segments of files) {
    for (const segment of segments) {
      const table = madeTable(segment);
      if (table !== undefined) tables.add(table);
    }
  }
  return tables;
}

type Segments = readonly Segment[];

/**
 * The tables that several of these make, each in its own way, by their whole names: examples and tests of one folder make a table of the
 * same name, each with columns of its own.
 */
export function contestedTables(files: Iterable<Segments>): ReadonlySet<string> {
  const columnsOf = new Map<string, string>();
  const contested = new Set<string>();
  for (const segments of files) {
    for (const [name, { columns }] of creationsIn(segments)) {
      const own = columns
        .map((column) => column.name.name)
        .toSorted()
        .join();
      if ((columnsOf.get(name) ?? own) !== own) contested.add(name);
      columnsOf.set(name, own);
    }
  }
  return contested;
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
export const wholeName = ({ keyspace, name }: QualifiedName): string =>
  `${keyspace === undefined || keyspace.template === true ? '' : keyspace.name}.${name.name}`;
