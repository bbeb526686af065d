import type { Catalog, Keyspace, Place, ProjectCatalog, Table } from '../catalog/index.ts';
import { HOLDS_TEMPLATE } from '../syntax/lower/names.ts';
import type { Segment } from '../syntax/segment.ts';
import type { Mention } from './mentions.ts';
import type { Occurrence, Written } from './occurrence.ts';
import { occurrencesOf } from './occurrences.ts';

/** A statement of a project with its names. */
export interface Scene {
  readonly project: ProjectCatalog;
  readonly place: Place;
  readonly segment: Segment;
  readonly occurrences: readonly Occurrence[];
  /** The names of the tables and views that the statement makes: whatever else has such a name is another one. */
  readonly makes: ReadonlySet<string>;
  /** The tables that were looked up for it: few, so that they are found by looking at each. */
  readonly lookedUp: { readonly written: Written; readonly tables: readonly Table[] }[];
}

export const sceneOf = (project: ProjectCatalog, mention: Mention): Scene =>
  sceneWith(project, mention, occurrencesOf(mention.document.segments[mention.index]!.syntax().tree));

/** The same with names of the statement that were found before. */
export function sceneWith(
  project: ProjectCatalog,
  { uri, document, index }: Mention,
  occurrences: readonly Occurrence[],
): Scene {
  const makes = new Set<string>();
  for (const { kind, role, name } of occurrences)
    if (role === 'declaration' && (kind === 'table' || kind === 'view')) makes.add(name);
  const segment = document.segments[index]!;
  return { project, place: { uri, segment: index }, segment, occurrences, makes, lookedUp: [] };
}

/** The tables that a name may mean: at its place, else anywhere in the project. */
export function tablesOf(scene: Scene, written: Written): readonly Table[] {
  const { keyspace, name } = written;
  for (const { written: one, tables } of scene.lookedUp)
    if (one.name === name && one.keyspace === keyspace) return tables;
  const tables = lookUp(scene, written);
  scene.lookedUp.push({ written, tables });
  return tables;
}

function lookUp(scene: Scene, written: Written): readonly Table[] {
  const { project, place, segment } = scene;
  if (scene.makes.has(written.name)) {
    const all = project.alternatives(keyspaceOf(scene, written.keyspace), written.name);
    const own = all.find(({ location }) => location?.segment === segment) ?? all[0];
    // One that is made in a keyspace that is put in is that of any that has it.
    if (own !== undefined || written.keyspace === undefined || !isPutIn(written.keyspace))
      return own === undefined ? [] : [own];
  }
  return tablesNamed(project, place, written);
}

/** The tables that a name may mean at a place in a statement that declares none of its name. */
export function tablesNamed(project: ProjectCatalog, place: Place, written: Written): readonly Table[] {
  const here = project.resolveTable(qualified(written), place);
  if (here !== undefined) return here.tables;
  const found = project.final.table(written.keyspace ?? project.keyspaceAt(place) ?? '', written.name);
  return found === undefined ? [] : [found];
}

/** The keyspace that is written, else the one in force; empty where there is none. */
export const keyspaceOf = ({ project, place }: Scene, written: string | undefined): string =>
  written ?? project.keyspaceAt(place) ?? '';

/** The same of what is no table: where a keyspace is put in, the one that alone has it. */
export function keyspaceWith(scene: Scene, written: string | undefined, has: (keyspace: Keyspace) => boolean): string {
  const name = keyspaceOf(scene, written);
  if (!isPutIn(name)) return name;
  const [one, ...others] = keyspacesWith(scene, has);
  return one === undefined || others.length > 0 ? name : one.name;
}

/** The keyspaces of the project that have something. */
export const keyspacesWith = (
  { project }: Pick<Scene, 'project'>,
  has: (keyspace: Keyspace) => boolean,
): readonly Keyspace[] => [...project.final.keyspaces()].filter(has);

/** A keyspace as it is at the place, else anywhere in the project. */
export function keyspaceNamed({ project, place }: Scene, name: string): Keyspace | undefined {
  return project.at(place).keyspace(name) ?? project.final.keyspace(name);
}

/** What the statement sees. */
export const catalogOf = ({ project, place }: Scene): Catalog => project.at(place);

/** Whether a keyspace is put in: it may be any that has such a table. */
export const isPutIn = (keyspace: string): boolean => HOLDS_TEMPLATE.test(keyspace);

function qualified({ keyspace, name }: Written) {
  const part = (text: string) => ({
    name: text,
    text,
    quoted: false,
    span: NOWHERE,
    ...(isPutIn(text) && { template: true as const }),
  });
  return { name: part(name), ...(keyspace !== undefined && { keyspace: part(keyspace) }), span: NOWHERE };
}

const NOWHERE = { start: 0, end: 0 };
