import type { Name, QualifiedName, Statement } from '../../syntax/ast.ts';
import { tableNamesOf } from '../../syntax/table-names.ts';
import { defaultIndexName } from '../effects/indexes.ts';
import type { Viewer } from './log.ts';
import type { Sight } from './lookups.ts';
import type { Catalog, Location, Table } from '../model.ts';
import type { SchemaView, TableResolution } from './project.ts';
import type { Chosen } from './sight-catalog.ts';
import { keyOf } from '../keys.ts';
import type { Mark } from './units.ts';

/** The place whose views are wanted. */
export interface Scene {
  readonly viewer: Viewer | undefined;
  catalog(sight: Sight, chosen: Chosen): Catalog;
  /** Whether steps ran before the place that some servers may refuse. */
  hasUnsure(viewer: Viewer | undefined): boolean;
  /** Whether a file of another chain declares something, which may run later. */
  isOfOtherChain(location: Location | undefined): boolean;
  resolve(name: QualifiedName, sight: Sight): TableResolution | undefined;
}

/** The schemas to judge a statement in: one for each way of choosing among the declarations of its tables. */
export function viewsOf(
  statement: Statement | undefined,
  place: Pick<Mark, 'keyspace' | 'guessed'>,
  scene: Scene,
): readonly [SchemaView, ...SchemaView[]] {
  const declares = statement !== undefined && isDeclaration(statement);
  // A query without USE may be run in any keyspace that has its tables.
  const inForce = place.guessed && !declares ? undefined : place.keyspace;
  const hidden = statement === undefined ? [] : createdKeys(statement, inForce ?? '');
  const sight: Sight = { viewer: scene.viewer, exact: declares, hidden };
  const names =
    statement === undefined
      ? []
      : distinctNames(tableNamesOf(statement).filter((name) => !hidden.includes(keyIn(name, inForce))));
  const candidates = names.flatMap((name) => {
    const tables = scene.resolve(name, sight)?.tables.map((table) => asBefore(table, statement, scene.isOfOtherChain));
    return tables === undefined ? [] : [tables.map((table) => ({ table, keyspace: name.keyspace }))];
  });

  const catalog = (seen: Sight, chosen: Chosen): Catalog =>
    withTypeAsBefore(scene.catalog(seen, chosen), statement, inForce, scene.isOfOtherChain);
  const [first, ...rest] = choices(candidates).map((chosen): SchemaView => {
    const byKey = new Map(
      chosen.flatMap(({ table, keyspace }) =>
        [table.keyspace, ...(keyspace?.template === true ? [keyspace.name] : [])].map(
          (one) => [keyOf('table', one, table.name), table] as const,
        ),
      ),
    );
    const isInForce = chosen.some(({ table, keyspace }) => keyspace === undefined && table.keyspace === inForce);
    const found = chosen.find(({ keyspace }) => keyspace === undefined)?.table.keyspace;
    const keyspace = isInForce ? inForce : (found ?? inForce ?? (declares ? '' : undefined));
    return { catalog: catalog(sight, byKey), keyspace };
  });
  const best = first ?? { catalog: catalog(sight, new Map()), keyspace: inForce };
  if (!declares || !scene.hasUnsure(scene.viewer)) return [best, ...rest];
  return [best, ...rest, { ...best, catalog: catalog({ ...sight, sure: true }, new Map()) }];
}

/** No more combinations are judged; a statement over several tables, each declared often, is rare. */
const MOST = 8;

interface Candidate {
  readonly table: Table;
  /** As it is written. */
  readonly keyspace: Name | undefined;
}

/** Every way to choose one of each; the best guesses together come first. */
function choices(candidates: readonly (readonly Candidate[])[]): readonly (readonly Candidate[])[] {
  return candidates.reduce<readonly (readonly Candidate[])[]>(
    (before, tables) => tables.flatMap((table) => before.map((chosen) => [...chosen, table])).slice(0, MOST),
    [[]],
  );
}

/** What a CREATE declares: whether that exists already is a matter of the own chain alone, others may run later. */
function createdKeys(statement: Statement, inForce: string): readonly string[] {
  const key = (kind: 'table' | 'type' | 'function', name: QualifiedName | undefined): readonly string[] =>
    name === undefined ? [] : [keyOf(kind, name.keyspace?.name ?? inForce, name.name.name)];
  switch (statement.kind) {
    case 'create-keyspace':
      return statement.name === undefined ? [] : [keyOf('keyspace', statement.name.name)];
    case 'create-table':
    case 'create-table-like':
    case 'create-view':
      return key('table', statement.name);
    case 'create-type':
      return key('type', statement.name);
    case 'create-function':
    case 'create-aggregate':
      return key('function', statement.name);
    case 'create-index': {
      const { name, table, targets } = statement;
      if (table === undefined) return [];
      const space = table.keyspace?.name ?? name?.keyspace?.name ?? inForce;
      const columns = targets.map(({ column }) => ({ column: column.name }));
      return [keyOf('index', space, name?.name.name ?? defaultIndexName(table.name.name, columns))];
    }
    default:
      return [];
  }
}

/**
 * A table as ALTER finds it. Where another chain declares it, it is made there as it is today, and here is what changes one that was
 * made before: without the columns that are added, and maybe with those that go or get another name.
 */
function asBefore(table: Table, statement: Statement | undefined, isOfOtherChain: Scene['isOfOtherChain']): Table {
  if (statement?.kind !== 'alter-table') return table;
  const { change } = statement;
  if (change.kind === 'drop' || change.kind === 'rename')
    return isOfOtherChain(table.location) ? { ...table, partial: true } : table;
  if (change.kind !== 'add') return table;
  const addedElsewhere = change.columns.filter(({ name }) => {
    const column = table.columns.get(name.name);
    return (column?.kind === 'regular' || column?.kind === 'static') && isOfOtherChain(column.location);
  });
  if (addedElsewhere.length === 0) return table;
  const columns = new Map(table.columns);
  for (const { name } of addedElsewhere) columns.delete(name.name);
  return { ...table, columns };
}

/** The same of a type as ALTER TYPE finds it. */
function withTypeAsBefore(
  catalog: Catalog,
  statement: Statement | undefined,
  inForce: string | undefined,
  isOfOtherChain: Scene['isOfOtherChain'],
): Catalog {
  if (statement?.kind !== 'alter-type' || statement.name === undefined) return catalog;
  const { change } = statement;
  const { keyspace, name } = statement.name;
  const space = catalog.keyspace(keyspace?.name ?? inForce ?? '');
  const type = space?.types.get(name.name);
  if (space === undefined || type === undefined || !isOfOtherChain(type.location)) return catalog;
  const made =
    change.kind === 'add' ? [change.field.name] : change.kind === 'rename' ? change.pairs.map(({ to }) => to) : [];
  const fields = new Map(type.fields);
  for (const one of made) fields.delete(one.name);
  const before = { ...type, fields, partial: type.partial || change.kind === 'rename' };
  const then = { ...space, types: new Map([...space.types, [type.name, before]]) };
  return { ...catalog, keyspace: (one) => (one === space.name ? then : catalog.keyspace(one)) };
}

/** Whether a statement changes the schema. */
export const isDeclaration = ({ kind }: Statement): boolean => /^(?:create|alter)-|^drop$/.test(kind);

const keyIn = (name: QualifiedName, inForce: string | undefined): string =>
  keyOf('table', name.keyspace?.name ?? inForce ?? '', name.name.name);

function distinctNames(names: readonly QualifiedName[]): readonly QualifiedName[] {
  const found = new Map<string, QualifiedName>();
  for (const name of names) found.set(`${name.keyspace?.name ?? ''}\0${name.name.name}`, name);
  return [...found.values()];
}
