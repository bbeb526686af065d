import type { Catalog, Keyspace, ProjectCatalog, Table } from '../catalog/index.ts';
import type { Segment } from '../syntax/segment.ts';
import type { Occurrence, Written } from './occurrence.ts';
import { occurrencesOf } from './occurrences.ts';

/** A statement of a project with its names. */
export interface Scene {
  readonly project: ProjectCatalog;
  readonly uri: string;
  /** Index of the segment in its document. */
  readonly segment: number;
  readonly occurrences: readonly Occurrence[];
}

/** The scene of a segment, which stands at `index` in its document. */
export const sceneOf = (project: ProjectCatalog, uri: string, index: number, segment: Segment): Scene => ({
  project,
  uri,
  segment: index,
  occurrences: occurrencesOf(segment.syntax().tree),
});

/** The tables that a name may mean: at its place, else anywhere in the project. */
export function tablesOf(scene: Scene, written: Written): readonly Table[] {
  const { project, uri, segment } = scene;
  if (isDeclaredHere(scene, written)) {
    const own = project.final.table(keyspaceOf(scene, written.keyspace), written.name);
    return own === undefined ? [] : [own];
  }
  const here = project.resolveTable(qualified(written), { uri, segment });
  if (here !== undefined) return here.tables;
  const found = project.final.table(keyspaceOf(scene, written.keyspace), written.name);
  return found === undefined ? [] : [found];
}

/** The keyspace that is written, else the one in force; empty where there is none. */
export const keyspaceOf = ({ project, uri, segment }: Scene, written: string | undefined): string =>
  written ?? project.keyspaceAt({ uri, segment }) ?? '';

/** A keyspace as it is at the place, else anywhere in the project. */
export function keyspaceNamed({ project, uri, segment }: Scene, name: string): Keyspace | undefined {
  return project.at({ uri, segment }).keyspace(name) ?? project.final.keyspace(name);
}

/** What the statement sees. */
export const catalogOf = ({ project, uri, segment }: Scene): Catalog => project.at({ uri, segment });

/** The statement makes the table: whatever else has its name is another one. */
const isDeclaredHere = ({ occurrences }: Scene, { name }: Written): boolean =>
  occurrences.some(
    (one) => one.role === 'declaration' && (one.kind === 'table' || one.kind === 'view') && one.name === name,
  );

function qualified({ keyspace, name }: Written) {
  const part = (text: string) => ({ name: text, text, quoted: false, span: NOWHERE });
  return { name: part(name), ...(keyspace !== undefined && { keyspace: part(keyspace) }), span: NOWHERE };
}

const NOWHERE = { start: 0, end: 0 };
