import type { QualifiedName } from '../../syntax/ast.ts';
import type { Segment } from '../../syntax/segment.ts';
import { emptyCatalog, withNamed } from '../effects/state.ts';
import { stateBefore } from './evaluate.ts';
import { keyOf, keyOfColumn } from '../keys.ts';
import { logOf, logsOf, type Viewer } from './log.ts';
import { lookupsOf, type SharedTables, type Sight } from './lookups.ts';
import type { Catalog, Location, Table } from '../model.ts';
import { byNearness, nearestOf } from './nearness.ts';
import type { ProjectFile, ProjectInput } from './project-input.ts';
import type { Place, ProjectCatalog, ProjectMemory, TableResolution, Viewers } from './project.ts';
import { resolveName } from './resolve.ts';
import { runsOf, type Runs } from './runs.ts';
import { sameTable } from './same-table.ts';
import { sightCatalog, type Chosen } from './sight-catalog.ts';
import type { Step } from './steps.ts';
import { systemCatalog } from '../builtin/system.ts';
import { ALTER, CREATE, DROP } from '../../syntax/generated/token-types.ts';
import { declaresSame, markBefore, unitsOf, type Mark, type Units } from './units.ts';
import { viewsOf } from './views.ts';

/**
 * Folds the files of a project into what they declare. With the previous fold at hand only what changed is read again, and a table
 * whose statements are the same is the same object.
 */
export function foldProject(input: ProjectInput, previous?: ProjectCatalog): ProjectCatalog {
  const before = previous?.memory;
  const system = previous?.input.release === input.release ? previous.memory.system : systemCatalog(input.release);
  const units = unitsOf(input, system, before?.units);
  const known = before?.system === system ? before.runs : undefined;
  const runs =
    known !== undefined && sameUnits(units, known)
      ? known
      : runsOf(units.units, known?.empty ?? emptyCatalog(system), input.rules, known);
  const logs = before !== undefined && before.runs === runs ? before.logs : logsOf(runs.runs);
  const shared: SharedTables = before?.shared ?? new Map();
  const lookups = before?.logs === logs ? before.lookups : lookupsOf(logs, runs, input.rules.schema, shared);
  const viewers = viewersIn(units);
  const final = before?.logs === logs && before.system === system ? previous!.final : undefined;
  return projectOf(input, { units, runs, logs, lookups, shared, system, viewers }, final);
}

/** The fold after edits of some files; `undefined` where they touched what these declare, and all is to be folded. */
export function refoldProject(project: ProjectCatalog, edited: readonly ProjectFile[]): ProjectCatalog | undefined {
  const { input, memory, final } = project;
  const byUri = new Map(edited.map((file) => [file.uri, file]));
  const files = input.files.map((file) => byUri.get(file.uri) ?? file);
  const areSame = files.every((file, index) => {
    const before = input.files[index]!;
    return file === before || (isSameButForText(before, file) && declaresSame(file, memory.units));
  });
  return areSame ? projectOf({ ...input, files }, memory, final) : undefined;
}

const isSameButForText = (before: ProjectFile, file: ProjectFile): boolean =>
  before.chain === file.chain &&
  before.contributes === file.contributes &&
  ![before, file].some(({ unordered, sessions }) => unordered === true || sessions !== undefined);

/** What all that was read of the files tells; `known` is the schema after the last of them, where it is as before. */
function projectOf(input: ProjectInput, memory: ProjectMemory, known: Catalog | undefined): ProjectCatalog {
  const { units, runs, logs, lookups, system, viewers } = memory;
  const files = new Map(input.files.map((file) => [file.uri, file]));
  const viewerAt = (place: Place): Viewer | undefined => viewers(place, files.get(place.uri));
  const inForceAt = ({ uri, segment }: Place): Pick<Mark, 'keyspace' | 'guessed'> => {
    const position = units.files.get(uri);
    const mark = position === undefined ? { keyspace: undefined, guessed: false } : markBefore(position, segment);
    if (mark.keyspace !== undefined && !mark.guessed) return mark;
    const file = files.get(uri);
    const session = isDeclaring(file?.segments[segment]) ? undefined : file?.sessions?.of(segment);
    // A program may be run with another keyspace than its text says.
    return session === undefined ? mark : { keyspace: session, guessed: true };
  };
  const chainOf = (uri: string): string | undefined => units.files.get(uri)?.unit.chain;
  const keyspaceAt = (place: Place): string | undefined => inForceAt(place).keyspace;
  const unsureAt = (viewer: Viewer | undefined): readonly Step[] =>
    viewer === undefined || !runs.alone ? [] : (runs.runs[viewer.unit]?.unsure[viewer.steps] ?? []);
  const catalog = (sight: Sight, chosen?: Chosen): Catalog => {
    const own = runs.alone && sight.viewer !== undefined ? stateBefore(runs, sight.viewer) : undefined;
    const isAll = [...(chosen?.values() ?? [])].every((table) => own?.table(table.keyspace, table.name) === table);
    if (own !== undefined && isAll)
      return withNamed(
        sight.sure === true ? (runs.runs[sight.viewer!.unit]?.sure[sight.viewer!.steps] ?? own) : own,
        (name) => (name === '' || !input.rules.complete) && logs.named.has(name),
      );
    const isOwn = (location: Location | undefined): boolean =>
      location !== undefined && chainOf(location.uri) === sight.viewer?.chain;
    return sightCatalog(system, logs, lookups, sight, isOwn, chosen);
  };
  const find = (keyspace: string, name: string, sight: Sight, uri?: string): TableResolution | undefined => {
    const builtIn = system.table(keyspace, name);
    if (builtIn !== undefined) return { tables: [builtIn], certain: true };
    const { declared, dropped } = lookups.tables(keyspace, name, sight);
    const near = byNearness(declared, uri);
    const [first, ...rest] = distinct(sight.exact === true ? near : nearestOf(near, uri));
    return first === undefined ? undefined : { tables: [first, ...rest], certain: !dropped };
  };
  const resolve = (name: QualifiedName, place: Place, sight: Sight): TableResolution | undefined => {
    const { keyspace: inForce, guessed } = inForceAt(place);
    return resolveName(name, inForce, {
      find: (keyspace, table) => find(keyspace, table, sight, place.uri),
      isBuiltIn: (keyspace) => system.keyspace(keyspace) !== undefined,
      isOwn: (table) => table.location?.uri === place.uri,
      nearest: (tables) => nearestOf(byNearness(tables, place.uri), place.uri),
      keyspacesWith: (table) => logs.keyspacesOfTable.get(table) ?? [],
      complete: input.rules.complete,
      declares: sight.exact === true,
      guessed,
    });
  };

  const final = known ?? catalog({ viewer: undefined });
  const at = (place: Place): Catalog => {
    const viewer = viewerAt(place);
    return viewer === undefined ? final : catalog({ viewer });
  };
  return {
    input,
    memory,
    final,
    at,
    keyspaceAt,
    alternatives: (keyspace, table, place) =>
      find(keyspace, table, { viewer: place === undefined ? undefined : viewerAt(place) }, place?.uri)?.tables ?? [],
    resolveTable: (name, place) => resolve(name, place, { viewer: viewerAt(place) }),
    hasSteps: (keyspace, table) => logs.runsOf.has(keyOf('table', keyspace, table)),
    isDroppedApart: (keyspace, name, uri) =>
      logOf(logs, [keyOf('table', keyspace, name), keyOf('type', keyspace, name)]).some(
        ({ step, chain }) => step.effect === 'drop' && chain !== chainOf(uri),
      ),
    hasStorageAttached: (keyspace) => logs.storageAttached.has(keyspace),
    isRefused: (kind, keyspace, name) => logs.refused.has(keyOf(kind, keyspace, name)),
    isRefusedColumn: ({ keyspace, name }, column) => logs.refused.has(keyOfColumn(keyspace, name, column)),
    views: (place) =>
      viewsOf(files.get(place.uri)?.segments[place.segment]?.statement(), inForceAt(place), {
        viewer: viewerAt(place),
        hasUnsure: (viewer) => unsureAt(viewer).length > 0,
        catalog: (sight, chosen) => (sight.viewer === undefined && chosen.size === 0 ? final : catalog(sight, chosen)),
        resolve: (name, sight) => resolve(name, place, sight),
        isOfOtherChain: (location) =>
          !input.rules.complete && location !== undefined && chainOf(location.uri) !== chainOf(place.uri),
      }),
    bareView: (place) => {
      const isOrdered = runs.alone || runs.runs.every(({ unit }) => unit.steps.length === 0);
      if (!input.rules.complete || !isOrdered) return undefined;
      const viewer = viewerAt(place);
      return {
        catalog: viewer === undefined ? final : catalog({ viewer, sure: true }),
        keyspace: keyspaceAt(place),
        unsure: unsureAt(viewer).length > 0,
      };
    },
  };
}

function viewersIn(units: Units): Viewers {
  const chains = new Set(units.units.filter(({ steps }) => steps.length > 0).map(({ chain }) => chain));
  const rank = new Map(units.units.map((unit, index) => [unit, index]));
  return ({ uri, segment }, file) => {
    const position = units.files.get(uri);
    if (position === undefined || !chains.has(position.unit.chain)) return undefined;
    const own = file?.segments[segment];
    if (file?.unordered === true && own !== undefined && !isDeclaring(own)) return undefined;
    const { steps } = markBefore(position, segment);
    return { uri, chain: position.unit.chain, unit: rank.get(position.unit) ?? 0, steps };
  };
}

/** The first words of statements that declare something. */
const DECLARING: ReadonlySet<number> = new Set([CREATE, ALTER, DROP]);

const isDeclaring = (segment: Segment | undefined): boolean =>
  segment !== undefined && DECLARING.has(segment.firstType);

const sameUnits = ({ units }: Units, { runs }: Runs): boolean =>
  units.length === runs.length && units.every((unit, index) => unit === runs[index]?.unit);

/** Without those that say the same as one before. */
function distinct(tables: readonly Table[]): readonly Table[] {
  const found: Table[] = [];
  for (const table of tables) if (!found.some((other) => sameTable(other, table))) found.push(table);
  return found;
}
