import { indexBase, indexNamed, tablesOfIndex } from './evaluate.ts';
import { withOptions } from '../effects/keyspaces.ts';
import { LazyMap } from '../lazy-map.ts';
import { isBefore, logOf, type Log, type Logs } from './log.ts';
import type { Lookups, Sight } from './lookups.ts';
import type { Catalog, Index, Keyspace, Location, Table } from '../model.ts';
import { keyOf, partsOf } from '../keys.ts';

/** Tables to show instead of the best guess, by key. */
export type Chosen = ReadonlyMap<string, Table>;

/** The catalog that a sight shows, where there are several declarations the best guess. Everything in it is looked up when asked for. */
export function sightCatalog(
  system: Catalog,
  logs: Logs,
  lookups: Lookups,
  sight: Sight,
  isOwn: (location: Location | undefined) => boolean,
  chosen: Chosen = new Map(),
): Catalog {
  const keyspaces = new Map<string, Keyspace | undefined>();
  const table = (keyspace: string, name: string): Table | undefined =>
    system.table(keyspace, name) ??
    chosen.get(keyOf('table', keyspace, name)) ??
    lookups.tables(keyspace, name, sight).declared[0];
  const keyspace = (name: string): Keyspace | undefined => {
    const builtIn = system.keyspace(name);
    if (builtIn !== undefined) return builtIn;
    if (!keyspaces.has(name)) keyspaces.set(name, sightKeyspace(name));
    return keyspaces.get(name);
  };

  const sightKeyspace = (name: string): Keyspace | undefined => {
    const names = logs.names.get(name);
    if (names === undefined && name !== '' && !logs.named.has(name)) return undefined;
    const declaration = declarationOf(logOf(logs, [keyOf('keyspace', name)]), sight);
    if (sight.hidden?.includes(keyOf('keyspace', name)) === true && !declaration.declared) return undefined;
    const tables = new LazyMap(
      () => names?.tables ?? [],
      (one) => table(name, one),
    );
    return {
      name,
      ...declaration,
      tables,
      types: new LazyMap(
        () => names?.types ?? [],
        (one) => lookups.type(name, one, sight),
      ),
      functions: new LazyMap(
        () => names?.functions ?? [],
        (one) => {
          const overloads = lookups.functions(name, one, sight);
          return overloads.length === 0 ? undefined : overloads;
        },
      ),
      indexes: new LazyMap(
        () => [...tables.values()].flatMap(({ indexes }) => indexes.map((index) => index.name)),
        (one) => findIndex(name, one),
      ),
      views: new LazyMap(
        () => names?.tables ?? [],
        (base) => {
          const found = viewNames(logOf(logs, [keyOf('views', name, base)])).filter(
            (view) => table(name, view)?.base?.table === base,
          );
          return found.length === 0 ? undefined : found;
        },
      ),
      system: false,
    };
  };

  const findIndex = (space: string, name: string): Index | undefined => {
    const key = keyOf('index', space, name);
    const log = logOf(logs, [key, keyOf('index', space, indexBase(name))]);
    const tables = tablesOfIndex(log).flatMap((one) => table(space, one) ?? []);
    const index = indexNamed(tables, name);
    return sight.hidden?.includes(key) === true && !isOwn(index?.location) ? undefined : index;
  };

  return {
    keyspace,
    table,
    *keyspaces() {
      for (const name of logs.names.keys()) {
        const found = keyspace(name);
        if (found !== undefined && !found.system) yield found;
      }
      yield* system.keyspaces();
    },
  };
}

/** What CREATE and ALTER KEYSPACE say. What other chains drop is taken to be there. */
function declarationOf(log: Log, { viewer, hidden }: Sight): Pick<Keyspace, 'declared' | 'options' | 'location'> {
  const [first] = log;
  const ownOnly = first !== undefined && hidden?.some((key) => first.step.keys.includes(key)) === true;
  let declaration: Pick<Keyspace, 'declared' | 'options' | 'location'> = { declared: false, options: new Map() };
  const others = log.filter((entry) => entry.chain !== viewer?.chain && !entry.private && entry.step.effect !== 'drop');
  const own =
    viewer === undefined
      ? []
      : log.filter(
          (entry) =>
            entry.chain === viewer.chain && isBefore(entry, viewer) && (!entry.private || entry.unit === viewer.unit),
        );
  for (const { step } of [...(ownOnly ? [] : others), ...own]) {
    const statement = step.segment.statement();
    if (statement?.kind === 'create-keyspace' || statement?.kind === 'alter-keyspace') {
      const { name } = statement;
      const declares = statement.kind === 'create-keyspace' && name !== undefined;
      declaration = {
        declared: declaration.declared || declares,
        options: withOptions(declaration.options, statement.options),
        location: declares ? { uri: step.uri, segment: step.segment, span: name.span } : declaration.location,
      };
    } else if (statement?.kind === 'drop') declaration = { declared: false, options: new Map() };
  }
  return declaration;
}

const viewNames = (log: Log): readonly string[] => [
  ...new Set(
    log.flatMap(({ step }) => step.keys.map(partsOf).flatMap(({ kind, name }) => (kind === 'table' ? [name] : []))),
  ),
];
