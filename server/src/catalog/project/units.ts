import type { Use } from '../../syntax/ast.ts';
import type { Segment } from '../../syntax/segment.ts';
import { changedItems } from '../../text/changed-items.ts';
import { firstIndex } from '../../text/occupied.ts';
import type { Catalog } from '../model.ts';
import { homeOf, neighboursOf, shownIn, type Neighbours, type Shown, type Told } from './home.ts';
import type { ProjectFile, ProjectInput } from './project-input.ts';
import { isListed } from './order.ts';
import { type KeyKind, partsOf } from '../keys.ts';
import { sectionOf } from './sections.ts';
import { isDeclaring, mayDeclare, stepOf, type Step } from './steps.ts';

/** A file of the project with all that it sources: what one run of cqlsh would execute. */
export interface Unit {
  readonly uri: string;
  readonly chain: string;
  readonly contributes: boolean;
  readonly steps: readonly Step[];
  /** Those that make or drop a keyspace. */
  readonly keyspaceSteps: readonly Step[];
}

/** Where a file's statements stand in the unit that runs it. */
export interface FilePosition {
  readonly unit: Unit;
  /** How many steps ran before the file's first statement, and the keyspace then in force. */
  readonly start: Mark;
  /** The state after each segment that declares, uses or sources; by rising segment index. */
  readonly marks: readonly Mark[];
}

export interface Mark {
  /** Index of the segment in the file; -1 for the file's start. */
  readonly segment: number;
  /** Steps of the unit up to and with this segment. */
  readonly steps: number;
  readonly keyspace: string | undefined;
  /** No USE says so, but its neighbours show it. */
  readonly guessed: boolean;
  /** The segment runs another file. */
  readonly sources: boolean;
}

export interface Units {
  readonly units: readonly Unit[];
  readonly files: ReadonlyMap<string, FilePosition>;
  /** The names of those that the files make, where these are all that there are. */
  readonly keyspaces: string | undefined;
  /** What was read of the files, to be used again by the next fold. */
  readonly memory: Memory;
}

/** What is remembered of files and segments from one fold to the next. */
export interface Memory {
  readonly scans: Map<string, Scan>;
  /** What files tell of keyspaces, and of what it was read. */
  readonly shown: Map<
    string,
    { readonly found: readonly number[]; readonly declaring: readonly Segment[]; readonly shown: Shown }
  >;
  /** What their statements tell of them. */
  readonly told: Told;
  /** What the files that tell of keyspaces show the others, once that was asked. */
  neighbours: { readonly telling: readonly (readonly [string, Shown])[]; readonly shown: Neighbours } | undefined;
  /** How the files ran that run by themselves and source nothing. */
  readonly runs: Map<string, { readonly scan: Scan; readonly position: FilePosition }>;
  readonly steps: WeakMap<
    Segment,
    {
      readonly uri: string;
      readonly keyspace: string | undefined;
      readonly undo: boolean;
      readonly step: Step | undefined;
    }
  >;
}

/** Which segments of a file may declare something. */
interface Scan {
  readonly segments: readonly Segment[];
  /** Their indices; the same array as before an edit that touched none of them. */
  readonly found: readonly number[];
  /** Some of them run other files. */
  readonly sources: boolean;
}

/**
 * Puts the files together as they run; what is sourced by another file stands there and not by itself, unless it adds to the schema
 * and the other one does not.
 */
export function unitsOf({ files, source, rules }: ProjectInput, system: Catalog, previous: Units | undefined): Units {
  const memory: Memory = {
    scans: new Map(files.map((file) => [file.uri, scan(file, previous?.memory.scans.get(file.uri))])),
    shown: new Map(),
    told: previous?.memory.told ?? new WeakMap(),
    neighbours: previous?.memory.neighbours,
    runs: new Map(),
    steps: previous?.memory.steps ?? new WeakMap(),
  };
  const made = rules.complete ? keyspacesIn(memory.scans) : undefined;
  const keyspaces = made?.join('\0');
  const afterUse = ({ keyspace }: Use, { errors }: Segment, before: InForce): InForce => {
    if (keyspace === undefined) return before;
    const after = { keyspace: keyspace.name, guessed: false };
    if (made === undefined) return after;
    if (errors.some(({ isEnd }) => isEnd !== true)) return before;
    if (made.includes(keyspace.name) || system.keyspace(keyspace.name) !== undefined) return after;
    return keyspace.template === true ? { keyspace: undefined, guessed: false } : before;
  };
  const byUri = new Map(files.map((file) => [file.uri, file]));
  const sourcedBy = (file: ProjectFile): readonly string[] =>
    source === undefined ? [] : sourcesIn(file, memory, source);
  const sourced = new Set(
    files.flatMap((file) =>
      sourcedBy(file).filter((uri) => uri !== file.uri && (file.contributes || byUri.get(uri)?.contributes !== true)),
    ),
  );

  const shown = new Map(rules.complete ? [] : files.map((file) => [file.uri, shownOf(file, memory, previous)]));
  const telling = [...shown].filter(([, { keyspaces: named }]) => named.length > 0);

  const positions = new Map<string, FilePosition>();
  const before = new Map(previous?.units.map((unit) => [unit.uri, unit]));
  const chainOf = chains();
  const run = (file: ProjectFile): Unit => {
    const scan = memory.scans.get(file.uri);
    const told = shown.get(file.uri);
    const home = told === undefined ? undefined : homeOf(file.uri, told, () => neighboursAmong(telling, memory));
    const remembered = previous?.keyspaces === keyspaces ? previous?.memory.runs.get(file.uri) : undefined;
    const known =
      remembered !== undefined && remembered.scan.found === scan?.found && remembered.position.start.keyspace === home
        ? remembered
        : undefined;
    const expanded = known === undefined ? expand(file, home, { byUri, source, memory, afterUse }) : undefined;
    const keyspaceSteps = known?.position.unit.keyspaceSteps ?? keyspaceStepsOf(expanded?.steps ?? []);
    const place = { ...file, chain: chainOf(file, keyspaceSteps) };
    if (known !== undefined && isFor(known.position.unit, place)) {
      positions.set(file.uri, known.position);
      memory.runs.set(file.uri, known);
      return known.position.unit;
    }
    const { steps, placed } = expanded ?? expand(file, home, { byUri, source, memory, afterUse });
    const unit = reused(before.get(file.uri), place, steps, keyspaceSteps);
    for (const { uri, start, marks } of placed)
      if (uri === file.uri || !positions.has(uri)) positions.set(uri, { unit, start, marks });
    const position = positions.get(file.uri);
    if (scan?.sources === false && position?.unit === unit) memory.runs.set(file.uri, { scan, position });
    return unit;
  };
  const units = files.filter((file) => !sourced.has(file.uri)).map(run);
  // Files that source each other in a ring have no outermost one: each runs by itself.
  const left = files.filter((file) => !positions.has(file.uri)).map(run);
  return { units: [...units, ...left], files: positions, keyspaces, memory };
}

/** Whether an edit touched nothing that a file declares; what was read of the file is up to date then. */
export function declaresSame(file: ProjectFile, { memory: { scans } }: Units): boolean {
  const before = scans.get(file.uri);
  if (before === undefined) return false;
  const now = scan(file, before);
  if (now.found !== before.found) return false;
  scans.set(file.uri, now);
  return true;
}

/** The last mark before a segment. */
export function markBefore({ start, marks }: FilePosition, segment: number): Mark {
  const next = firstIndex(marks.length, (at) => marks[at]!.segment >= segment);
  return marks[next - 1] ?? start;
}

interface Placed {
  readonly uri: string;
  readonly start: Mark;
  readonly marks: readonly Mark[];
}

interface Surroundings {
  readonly byUri: ReadonlyMap<string, ProjectFile>;
  readonly source: ProjectInput['source'];
  readonly memory: Memory;
  /** What is in force behind USE: where the files are all that there is, one that the server refuses leaves what was. */
  readonly afterUse: (statement: Use, segment: Segment, before: InForce) => InForce;
}

/** What a file tells of keyspaces; read again where what it declares changed. */
function shownOf({ uri, segments }: ProjectFile, memory: Memory, previous: Units | undefined): Shown {
  const { found } = memory.scans.get(uri)!;
  const before = previous?.memory.shown.get(uri);
  const declaring = before?.found === found ? before.declaring : found.map((index) => segments[index]!);
  // Above them statements may have come and gone.
  const same = before !== undefined && (before.declaring === declaring || sameItems(before.declaring, declaring));
  const shown = same ? before.shown : shownIn(uri, declaring, memory.told);
  memory.shown.set(uri, { found, declaring, shown });
  return shown;
}

/** What is shown by the files that tell of keyspaces; the same as long as they tell the same. */
function neighboursAmong(telling: readonly (readonly [string, Shown])[], memory: Memory): Neighbours {
  const known = memory.neighbours;
  const same =
    known?.telling.length === telling.length &&
    known.telling.every(([uri, shown], at) => uri === telling[at]![0] && shown === telling[at]![1]);
  if (known === undefined || !same) memory.neighbours = { telling, shown: neighboursOf(telling) };
  return memory.neighbours!.shown;
}

const sameItems = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((item, index) => item === other[index]);

type InForce = Pick<Mark, 'keyspace' | 'guessed'>;

/** All steps of a file and of what it sources, in the order in which they run. */
function expand(
  root: ProjectFile,
  home: string | undefined,
  { byUri, source, memory, afterUse }: Surroundings,
): { readonly steps: readonly Step[]; readonly placed: readonly Placed[] } {
  const steps: Step[] = [];
  const placed: Placed[] = [];
  const running = new Set<string>();
  const runFile = (file: ProjectFile, inForce: InForce): InForce => {
    running.add(file.uri);
    let { keyspace, guessed } = inForce;
    let undo = false;
    const marks: Mark[] = [];
    placed.push({ uri: file.uri, start: { segment: -1, steps: steps.length, ...inForce, sources: false }, marks });
    for (const index of memory.scans.get(file.uri)?.found ?? []) {
      const segment = file.segments[index];
      if (segment === undefined) continue;
      let sources = false;
      undo = (sectionOf(segment) ?? (undo ? 'down' : 'up')) === 'down';
      if (!isDeclaring(segment)) continue;
      if (/[cad]/i.test(segment.text.charAt(segment.begin))) {
        const step = remembered(file.uri, segment, { keyspace, undo }, memory);
        if (step === undefined) continue;
        steps.push(step);
      } else {
        const statement = segment.statement();
        if (statement?.kind === 'use') ({ keyspace, guessed } = afterUse(statement, segment, { keyspace, guessed }));
        else if (statement?.kind === 'shell' && statement.command === 'source' && statement.file !== undefined) {
          const inner = byUri.get(source?.(file.uri, statement.file.value) ?? '');
          sources = inner !== undefined && !running.has(inner.uri);
          if (inner !== undefined && sources) ({ keyspace, guessed } = runFile(inner, { keyspace, guessed }));
        }
      }
      marks.push({ segment: index, steps: steps.length, keyspace, guessed, sources });
    }
    running.delete(file.uri);
    return { keyspace, guessed };
  };
  runFile(root, { keyspace: home, guessed: home !== undefined });
  return { steps, placed };
}

function remembered(
  uri: string,
  segment: Segment,
  { keyspace, undo }: { readonly keyspace: string | undefined; readonly undo: boolean },
  memory: Memory,
): Step | undefined {
  const known = memory.steps.get(segment);
  const isSame =
    known?.uri === uri && known.undo === undo && (known.keyspace === keyspace || known.step?.said === true);
  if (known !== undefined && isSame) return known.step;
  const step = stepOf(uri, segment, keyspace, undo);
  memory.steps.set(segment, { uri, keyspace, undo, step });
  return step;
}

function sourcesIn(
  file: ProjectFile,
  { scans }: Memory,
  source: NonNullable<ProjectInput['source']>,
): readonly string[] {
  const scan = scans.get(file.uri);
  if (scan?.sources !== true) return [];
  return scan.found.flatMap((index) => {
    const segment = file.segments[index];
    if (segment === undefined || !maySource(segment)) return [];
    const statement = segment.statement();
    const path = statement?.kind === 'shell' && statement.command === 'source' ? statement.file?.value : undefined;
    const uri = path === undefined ? undefined : source(file.uri, path);
    return uri === undefined ? [] : [uri];
  });
}

/** The names that CREATE KEYSPACE gives, whatever becomes of it. */
const keyspacesIn = (scans: Memory['scans']): readonly string[] =>
  [...scans.values()]
    .flatMap(({ segments, found }) => found.map((index) => segments[index]!))
    .flatMap((segment) => {
      if (!/^create\s+(?:keyspace|schema)\b/i.test(segment.text.slice(segment.begin))) return [];
      const statement = segment.statement();
      return statement?.kind === 'create-keyspace' && statement.name !== undefined ? [statement.name.name] : [];
    });

const maySource = ({ text, begin }: Segment): boolean => /^source\b/i.test(text.slice(begin, begin + 8));

const isFor = (unit: Unit, { chain, contributes }: ProjectFile): boolean =>
  unit.chain === chain && unit.contributes === contributes;

/** The unit of the last fold where its steps are the same, so that what was made of them stays good. */
function reused(
  before: Unit | undefined,
  file: ProjectFile,
  steps: readonly Step[],
  keyspaceSteps: readonly Step[],
): Unit {
  const { uri, chain, contributes } = file;
  const same =
    before !== undefined &&
    isFor(before, file) &&
    before.steps.length === steps.length &&
    steps.every((step, ordinal) => step === before.steps[ordinal]);
  return same ? before : { uri, chain, contributes, steps, keyspaceSteps };
}

const KEYSPACE = 'keyspace' satisfies KeyKind;

const keyspaceStepsOf = (steps: readonly Step[]): readonly Step[] =>
  steps.filter(({ effect, undo, keys }) => !undo && effect !== 'change' && keys[0]?.startsWith(KEYSPACE));

/**
 * The chains of files, asked in their order. That numbers in names are an order is a guess: a file that makes a keyspace which an
 * earlier one of its chain has made could not run after that one, and begins another chain.
 */
function chains(): (file: ProjectFile, keyspaceSteps: readonly Step[]) => string {
  const latest = new Map<string, { readonly chain: string; readonly keyspaces: ReadonlySet<string> }>();
  return ({ uri, chain, contributes }, keyspaceSteps) => {
    if (isListed(chain)) return chain;
    if (!contributes) return latest.get(chain)?.chain ?? chain;
    const before = latest.get(chain) ?? { chain, keyspaces: new Set() };
    if (keyspaceSteps.length === 0) return before.chain;
    const left = new Set(before.keyspaces);
    const made = new Set<string>();
    let begins = false;
    for (const step of keyspaceSteps) {
      const { keyspace } = partsOf(step.keys[0]!);
      if (step.effect === 'drop') {
        left.delete(keyspace);
        made.delete(keyspace);
      } else {
        begins ||= !step.ifNotExists && left.has(keyspace);
        made.add(keyspace);
      }
    }
    const now = begins
      ? { chain: `${chain}\0${uri}`, keyspaces: made }
      : { chain: before.chain, keyspaces: new Set([...left, ...made]) };
    latest.set(chain, now);
    return now.chain;
  };
}

/** Looks at the segments that are not those of the scan before. */
function scan({ segments, splice }: ProjectFile, before: Scan | undefined): Scan {
  if (before?.segments === segments) return before;
  const { from, to, come } =
    splice?.of === before?.segments && splice !== undefined ? splice : changedItems(before?.segments ?? [], segments);
  const known = before?.found ?? [];
  const firstFrom = (limit: number): number => firstIndex(known.length, (at) => known[at]! >= limit);
  const [first, next] = [firstFrom(from), firstFrom(to)];
  const fresh: number[] = [];
  for (let index = from; index < from + come; index += 1) if (mayDeclare(segments[index]!)) fresh.push(index);
  const moved = from + come - to;
  if (before !== undefined && first === next && fresh.length === 0 && moved === 0) return { ...before, segments };
  const behind = known.slice(next);
  const found = [...known.slice(0, first), ...fresh, ...(moved === 0 ? behind : behind.map((index) => index + moved))];
  const mayBeGone = before?.sources === true;
  return { segments, found, sources: (mayBeGone ? found : fresh).some((index) => maySource(segments[index]!)) };
}
