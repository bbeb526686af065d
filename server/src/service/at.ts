import type { Table } from '../catalog/index.ts';
import { meaningsOf, type Meaning } from '../names/meaning.ts';
import type { Occurrence } from '../names/occurrence.ts';
import { sceneOf, tablesNamed, type Scene } from '../names/scene.ts';
import type { QualifiedName, Statement } from '../syntax/ast.ts';
import { touches } from '../text/span.ts';
import type { Subject } from './subject.ts';

/** A name under a caret. */
export interface NameAt {
  readonly scene: Scene;
  readonly occurrence: Occurrence;
  /** Offsets in the document. */
  readonly start: number;
  readonly end: number;
  /** Best guess first; several where a table is declared more than once. Empty where nothing declares it. */
  readonly meanings: readonly Meaning[];
}

/** The statement that an offset lies in. */
export interface StatementAt {
  readonly index: number;
  readonly from: number;
  readonly statement: Statement;
}

/** The statement around an offset; `undefined` in comments and white space between statements. */
export function statementAt({ document }: Subject, offset: number): StatementAt | undefined {
  const index = document.segmentAt(offset);
  const segment = document.segments[index];
  const statement = segment?.statement();
  if (segment === undefined || statement === undefined) return undefined;
  const from = document.startOf(index);
  return offset < from + segment.begin || offset > from + segment.end ? undefined : { index, from, statement };
}

/** The name under an offset and what it stands for. */
export function nameAt(subject: Subject, offset: number): NameAt | undefined {
  const at = statementAt(subject, offset);
  if (at === undefined) return undefined;
  const { uri, document, project } = subject;
  const scene = sceneOf(project, { uri, document, index: at.index });
  const occurrence = scene.occurrences.find((one) => touches(one, offset - at.from));
  if (occurrence === undefined) return undefined;
  return {
    scene,
    occurrence,
    start: at.from + occurrence.start,
    end: at.from + occurrence.end,
    meanings: meaningsOf(scene, occurrence),
  };
}

/** The tables that a name may mean in a segment. */
export const tablesOf = (
  { project, uri }: Subject,
  segment: number,
  { keyspace, name }: QualifiedName,
): readonly Table[] =>
  tablesNamed(
    project,
    { uri, segment },
    { name: name.name, ...(keyspace !== undefined && { keyspace: keyspace.name }) },
  );
