import type { Effect } from './step-effect.ts';
import { ANYTHING, allOf, existenceOf, KEYSPACES_MADE, keyOf, storageAttachedIn, tableNamed } from './needs.ts';
import type { ProjectFile } from './project-input.ts';
import type { ProjectCatalog, ProjectChanges } from './project.ts';
import type { Run } from './runs.ts';
import { partsOf } from '../keys.ts';
import type { Step } from './steps.ts';
import type { FilePosition } from './units.ts';

/**
 * What to judge again after the second fold, which was made from the first. Statements that rest on none of the keys and stand in none
 * of the files are as they were.
 */
export function changesBetween(before: ProjectCatalog, after: ProjectCatalog): ProjectChanges {
  if (before.memory === after.memory) return NOTHING;
  if (before.input.release !== after.input.release || !sameOrder(before, after) || !sameChains(before, after))
    return EVERYTHING;
  const changed = new Set<string>();
  const tables = new Set<string>();
  const keyspaces = new Set<string>();

  const old = new Map(before.memory.logs.runs.map((run) => [run.unit.uri, run]));
  const now = new Map(after.memory.logs.runs.map((run) => [run.unit.uri, run]));
  for (const uri of new Set([...old.keys(), ...now.keys()])) {
    for (const { effect, run, at } of differences(old.get(uri), now.get(uri))) {
      const { step, touched } = effect;
      for (const key of touched) {
        changed.add(key);
        if (after.input.rules.complete && makesOrDrops(run, at, key)) keyspaces.add(partsOf(key).keyspace);
        if (step.effect === 'drop')
          for (const project of [before, after]) for (const name of tablesIn(project, key)) tables.add(name);
      }
    }
  }
  const keys = new Set<string>();
  // Grows while it is gone through.
  for (const key of changed) {
    const { kind, keyspace, name } = partsOf(key);
    keys.add(key).add(allOf(kind, keyspace));
    if (kind === 'table' || kind === 'views') tables.add(name);
    if (kind === 'keyspace') keys.add(KEYSPACES_MADE);
    for (const project of [before, after]) {
      if (!project.memory.logs.named.has(keyspace)) keyspaces.add(keyspace);
      // An index stands on the tables that its steps name; with a table go and come its indexes, and its place among views.
      if (kind !== 'table' && kind !== 'index') continue;
      for (const step of stepsOf(project, key)) for (const other of step.keys) changed.add(other);
    }
  }
  for (const name of keyspaces) keys.add(keyOf('keyspace', name)).add(existenceOf(name));
  for (const name of tables) for (const project of [before, after]) addDerived(project, name, tables);
  for (const name of tables) {
    keys.add(tableNamed(name));
    for (const { memory } of [before, after])
      for (const keyspace of memory.logs.keyspacesOfTable.get(name) ?? []) keys.add(allOf('table', keyspace));
  }
  const [were, are] = [before.memory.logs.storageAttached, after.memory.logs.storageAttached];
  for (const keyspace of [...were, ...are])
    if (were.has(keyspace) !== are.has(keyspace)) keys.add(storageAttachedIn(keyspace));
  if (keys.size > 0) keys.add(ANYTHING);
  return { everything: false, ...changedUses(before, after), keys };
}

const NOTHING: ProjectChanges = { everything: false, files: new Set(), inForce: new Set(), keys: new Set() };
const EVERYTHING: ProjectChanges = { everything: true, files: new Set(), inForce: new Set(), keys: new Set() };

/** Whether the same runs declare anything: files of a run that declares nothing see all there is. */
function sameChains(before: ProjectCatalog, after: ProjectCatalog): boolean {
  const chains = ({ memory }: ProjectCatalog): ReadonlySet<string> =>
    new Set(memory.units.units.flatMap(({ steps, chain }) => (steps.length > 0 ? [chain] : [])));
  const [a, b] = [chains(before), chains(after)];
  const sameAlone = before.memory.runs.alone === after.memory.runs.alone;
  return sameAlone && a.size === b.size && [...a].every((chain) => b.has(chain));
}

/** The effect of one step of a run. */
interface PlacedEffect {
  readonly effect: Effect;
  readonly run: Run;
  /** Its ordinal. */
  readonly at: number;
}

/** The effects that only one of two runs of a file has, or has elsewhere among the others. */
function differences(a: Run | undefined, b: Run | undefined): readonly PlacedEffect[] {
  if (a === b) return [];
  const [old, now] = [a?.effects ?? [], b?.effects ?? []];
  const isListed = a?.unit.contributes === b?.unit.contributes;
  const [were, are] = [new Set(isListed ? old : []), new Set(isListed ? now : [])];
  const [kept, left] = [old.filter((effect) => are.has(effect)), now.filter((effect) => were.has(effect))];
  const moved = kept.length !== left.length || kept.some((effect, at) => effect !== left[at]);
  const alone = (run: Run | undefined, others: ReadonlySet<Effect>): readonly PlacedEffect[] =>
    run === undefined
      ? []
      : run.effects.flatMap((effect, at) => (moved || !others.has(effect) ? [{ effect, run, at }] : []));
  return [...alone(a, are), ...alone(b, were)];
}

/** Whether a keyspace comes or goes with a step; a declaration that is still broken brings the keyspace of its name along. */
function makesOrDrops({ states }: Run, at: number, key: string): boolean {
  const { kind, keyspace } = partsOf(key);
  return kind === 'keyspace' || states[at]?.declared.has(keyspace) !== states[at + 1]?.declared.has(keyspace);
}

const stepsOf = ({ memory: { logs } }: ProjectCatalog, key: string): readonly Step[] =>
  (logs.runsOf.get(key) ?? []).flatMap((index) => {
    const run = logs.runs[index];
    return (run?.byKey.get(key) ?? []).flatMap((ordinal) => run?.unit.steps[ordinal] ?? []);
  });

/** All tables of a keyspace, which go when it is dropped. */
function tablesIn({ memory: { logs } }: ProjectCatalog, key: string): Iterable<string> {
  const { kind, keyspace } = partsOf(key);
  return kind === 'keyspace' ? (logs.names.get(keyspace)?.tables ?? []) : [];
}

/** The views of a changed table, and what LIKE makes of it. */
function addDerived(project: ProjectCatalog, base: string, tables: Set<string>): void {
  for (const keyspace of project.memory.logs.keyspacesOfTable.get(base) ?? []) {
    for (const step of stepsOf(project, keyOf('views', keyspace, base))) {
      for (const one of step.keys) if (partsOf(one).kind === 'table') tables.add(partsOf(one).name);
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

/** Files with another USE, SOURCE or session than before, or that others source now, or no more. */
function changedUses(before: ProjectCatalog, after: ProjectCatalog): Pick<ProjectChanges, 'files' | 'inForce'> {
  const files = new Set<string>();
  const inForce = new Set<string>();
  const filesBefore = new Map(before.input.files.map((file) => [file.uri, file]));
  for (const { uri, segments, sessions } of after.input.files) {
    if (!sameSessions(filesBefore.get(uri)?.sessions, sessions)) inForce.add(uri);
    const now = after.memory.units.files.get(uri);
    const old = before.memory.units.files.get(uri);
    if (old === undefined || now === undefined || old === now) continue;
    const oldSegments = filesBefore.get(uri)?.segments ?? [];
    if (!runsSame(old, oldSegments, now, segments)) files.add(uri);
    else if (!usesSame(old, oldSegments, now, segments)) inForce.add(uri);
  }
  return { files, inForce };
}

const sameSessions = (before: ProjectFile['sessions'], after: ProjectFile['sessions']): boolean =>
  before?.source === after?.source || before?.names() === after?.names();

type Segments = readonly unknown[];

/** Whether a file runs in the same unit, and the same statements of it run other files. */
function runsSame(a: FilePosition, oldSegments: Segments, b: FilePosition, newSegments: Segments): boolean {
  const sources = ({ marks }: FilePosition): FilePosition['marks'] => marks.filter((mark) => mark.sources);
  return a.unit.uri === b.unit.uri && sameMarks(sources(a), oldSegments, sources(b), newSegments);
}

function usesSame(a: FilePosition, oldSegments: Segments, b: FilePosition, newSegments: Segments): boolean {
  const sameStart = a.start.keyspace === b.start.keyspace && a.start.guessed === b.start.guessed;
  return sameStart && sameMarks(uses(a), oldSegments, uses(b), newSegments);
}

/** Whether marks stand behind the same segments, with the same keyspace in force. */
const sameMarks = (
  old: FilePosition['marks'],
  oldSegments: Segments,
  now: FilePosition['marks'],
  newSegments: Segments,
): boolean =>
  old.length === now.length &&
  old.every((mark, at) => {
    const other = now[at]!;
    return (
      mark.keyspace === other.keyspace &&
      mark.guessed === other.guessed &&
      oldSegments[mark.segment] === newSegments[other.segment]
    );
  });

/** The marks at which the keyspace in force changes. */
const uses = ({ start, marks }: FilePosition): FilePosition['marks'] =>
  marks.filter((mark, at) => {
    const before = marks[at - 1] ?? start;
    return mark.keyspace !== before.keyspace || mark.guessed !== before.guessed;
  });
