import type { AccessPath } from '../analysis/access/model.ts';
import type { Table } from '../catalog/index.ts';
import type { Surroundings, Use } from '../modeling/evidence/surroundings.ts';
import type { QualifiedName } from '../syntax/ast.ts';
import { printQualified } from '../catalog/index.ts';
import { servingTable } from '../modeling/index.ts';
import * as T from '../syntax/generated/token-types.ts';
import { tablesOf } from './at.ts';
import type { Place, Subject } from './subject.ts';
import { allUsesOf, isRead, isWrite } from './table-uses.ts';

/** A place in the document that has something to say about the project; what it says is worked out when it is shown. */
export interface LensPlace {
  /** Of the name that it stands over; offsets in the document. */
  readonly start: number;
  readonly end: number;
}

/** What a lens says, and where that can be seen. */
export interface Lens {
  readonly title: string;
  readonly places: readonly Place[];
}

/** The tables that the document makes. */
export function lensPlaces({ document }: Subject): readonly LensPlace[] {
  return document.segments.flatMap((segment, index) => {
    // Statements are read when they are needed, and most make no table.
    const name = segment.firstType === T.CREATE ? madeTable(segment.statement()) : undefined;
    const from = document.startOf(index);
    return name === undefined ? [] : [{ start: from + name.name.span.start, end: from + name.name.span.end }];
  });
}

/** What the project does with the table that is made at an offset: `3 queries · 1 scans · 2 writes · 1 copy`. */
export function lensAt(subject: Subject, offset: number): Lens | undefined {
  const { document } = subject;
  const index = document.segmentAt(offset);
  const name = madeTable(document.segments[index]?.statement());
  const table = name === undefined ? undefined : tablesOf(subject, index, name)[0];
  const surroundings = subject.contexts(index)[0]?.surroundings;
  if (table === undefined || surroundings === undefined) return undefined;
  const uses = usesOf(subject, surroundings, table);
  const reads = uses.filter(({ use }) => isRead(use));
  const scans = reads.filter(({ path }) => path?.partitions.kind === 'all');
  const writes = uses.filter(({ use }) => isWrite(use));
  const copies = surroundings.copiesOf(table);
  const parts = [
    reads.length === 0 ? 'no queries' : counted(reads.length, 'query', 'queries'),
    ...(scans.length > 0 ? [counted(scans.length, 'scan')] : []),
    ...(writes.length > 0 ? [counted(writes.length, 'write')] : []),
    ...(copies.length > 0 ? [counted(copies.length, 'copy', 'copies')] : []),
  ];
  return { title: parts.join(' · '), places: [...reads, ...writes].map(({ place }) => place) };
}

/** The table that is there and serves the query in a segment, which its own does not serve, and where it is declared. */
export function servedLensAt(subject: Subject, index: number): (Lens & LensPlace) | undefined {
  const context = subject.contexts(index)[0];
  if (context?.table === undefined || context.path === undefined || context.statement.kind !== 'select')
    return undefined;
  const { uri, segment, statement, table, path, session, surroundings } = context;
  const at = { uri, segment, span: statement.span };
  const serving = servingTable({ statement, at, table, path, session, surroundings });
  const place = serving?.location && subject.placeOf(serving.location);
  if (serving === undefined || place === undefined) return undefined;
  const from = subject.document.startOf(index);
  const name = printQualified(serving.keyspace, serving.name);
  return {
    start: from + statement.span.start,
    end: from + statement.span.end,
    title: `${name} serves this query`,
    places: [place],
  };
}

/** A statement that reads or writes a table, and how. */
export interface TableUse {
  readonly use: Use;
  readonly path: AccessPath | undefined;
  readonly place: Place;
}

/** The reads and writes of a table in the project, in the order of its files. */
export function usesOf(subject: Subject, surroundings: Surroundings, table: Table): readonly TableUse[] {
  return allUsesOf(surroundings, table).flatMap(({ use, isKnown }) => {
    if (!isRead(use) && !isWrite(use)) return [];
    const path = subject.contextsOf(use.uri, use.segment)[0]?.path;
    const place = subject.placeOf(use.at);
    return place === undefined ? [] : [{ use, path: isKnown && use.statement === use.whole ? path : undefined, place }];
  });
}

const madeTable = (
  statement: ReturnType<Subject['document']['segments'][number]['statement']>,
): QualifiedName | undefined => (statement?.kind === 'create-table' ? statement.name : undefined);

const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
