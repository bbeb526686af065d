import type { ProjectCatalog, ProjectChanges } from './project.ts';
import { partsOf, type Step } from './steps.ts';
import type { FilePosition, Unit } from './units.ts';

/**
 * What to judge again after the second fold, which was made from the first. Statements that name none of the tables and stand in
 * none of the keyspaces and files are as they were.
 */
export function changesBetween(before: ProjectCatalog, after: ProjectCatalog): ProjectChanges {
  if (before.input.release !== after.input.release || !sameOrder(before, after)) return EVERYTHING;
  const tables = new Set<string>();
  const keyspaces = new Set<string>();
  let functions = false;
  const note = (key: string, steps: readonly Step[]): void => {
    const { kind, keyspace, name } = partsOf(key);
    if (kind === 'table' || kind === 'views') tables.add(name);
    else if (kind === 'function') functions = true;
    else if (kind === 'type' || kind === 'keyspace') keyspaces.add(keyspace);
    // An index stands on the tables that its other steps name.
    else
      for (const other of steps.flatMap((step) => step.keys))
        if (partsOf(other).kind === 'table') tables.add(partsOf(other).name);
  };

  const old = new Map(before.memory.units.units.map((unit) => [unit.uri, unit]));
  const now = new Map(after.memory.units.units.map((unit) => [unit.uri, unit]));
  for (const uri of new Set([...old.keys(), ...now.keys()])) {
    const [a, b] = [old.get(uri), now.get(uri)];
    if (a === b) continue;
    for (const key of new Set([...(a?.byKey.keys() ?? []), ...(b?.byKey.keys() ?? [])])) {
      const [was, is] = [stepsAbout(a, key), stepsAbout(b, key)];
      const same =
        a?.contributes === b?.contributes && was.length === is.length && was.every((step, at) => step === is[at]);
      if (same) continue;
      note(key, [...stepsOfIndex(before, key), ...stepsOfIndex(after, key)]);
      if ([...was, ...is].some(({ effect }) => effect === 'drop')) {
        for (const project of [before, after]) for (const name of tablesIn(project, key)) tables.add(name);
      }
    }
  }
  if (functions) return EVERYTHING;
  for (const name of tables) for (const project of [before, after]) addDerived(project, name, tables);
  return { everything: false, files: changedUses(before, after), tables, keyspaces };
}

const EVERYTHING: ProjectChanges = { everything: true, files: new Set(), tables: new Set(), keyspaces: new Set() };

const stepsAbout = (unit: Unit | undefined, key: string): readonly Step[] =>
  (unit?.byKey.get(key) ?? []).flatMap((ordinal) => unit?.steps[ordinal] ?? []);

function stepsOfIndex({ memory: { logs } }: ProjectCatalog, key: string): readonly Step[] {
  return partsOf(key).kind === 'index'
    ? (logs.unitsOf.get(key) ?? []).flatMap((unit) => stepsAbout(logs.units[unit], key))
    : [];
}

/** All tables of a keyspace, which go when it is dropped. */
function tablesIn({ memory: { logs } }: ProjectCatalog, key: string): Iterable<string> {
  const { kind, keyspace } = partsOf(key);
  return kind === 'keyspace' ? (logs.names.get(keyspace)?.tables ?? []) : [];
}

/** The views of a changed table. */
function addDerived({ memory: { logs } }: ProjectCatalog, base: string, tables: Set<string>): void {
  for (const keyspace of logs.keyspacesOfTable.get(base) ?? []) {
    const key = ['views', keyspace, base].join('\0');
    for (const unit of logs.unitsOf.get(key) ?? []) {
      for (const step of stepsAbout(logs.units[unit], key)) {
        for (const one of step.keys) if (partsOf(one).kind === 'table') tables.add(partsOf(one).name);
      }
    }
  }
}

/** Whether the files in both folds run in the same order and the same chains. */
function sameOrder(before: ProjectCatalog, after: ProjectCatalog): boolean {
  const [a, b] = [commonFiles(before, after), commonFiles(after, before)];
  return a.length === b.length && a.every((file, at) => file === b[at]);
}

/** The files and chains of the first that the second has as well. */
function commonFiles(project: ProjectCatalog, other: ProjectCatalog): readonly string[] {
  const known = new Set(other.input.files.map(({ uri }) => uri));
  return project.input.files.filter(({ uri }) => known.has(uri)).map(({ uri, chain }) => `${uri}\0${chain}`);
}

/** Files with another USE or SOURCE than before, or that others source now, or no more. */
function changedUses(before: ProjectCatalog, after: ProjectCatalog): ReadonlySet<string> {
  const changed = new Set<string>();
  for (const { uri, segments } of after.input.files) {
    const now = after.memory.units.files.get(uri);
    const old = before.memory.units.files.get(uri);
    if (old === undefined || now === undefined) continue;
    const oldSegments = before.input.files.find((file) => file.uri === uri)?.segments ?? [];
    if (!sameUses(old, oldSegments, now, segments)) changed.add(uri);
  }
  return changed;
}

function sameUses(
  a: FilePosition,
  oldSegments: readonly unknown[],
  b: FilePosition,
  newSegments: readonly unknown[],
): boolean {
  if (a === b) return true;
  const [old, now] = [uses(a), uses(b)];
  return (
    a.start.keyspace === b.start.keyspace &&
    a.unit.uri === b.unit.uri &&
    old.length === now.length &&
    old.every((mark, at) => {
      const other = now[at];
      return (
        other !== undefined &&
        mark.keyspace === other.keyspace &&
        oldSegments[mark.segment] === newSegments[other.segment]
      );
    })
  );
}

/** The marks at which the keyspace in force changes or another file runs. */
const uses = ({ start, marks }: FilePosition): FilePosition['marks'] =>
  marks.filter((mark, at) => mark.sources || mark.keyspace !== (marks[at - 1] ?? start).keyspace);
