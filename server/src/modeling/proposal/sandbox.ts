import type { AccessPath } from '../../analysis/access/model.ts';
import { accessPath } from '../../analysis/access-path.ts';
import { verdict } from '../../analysis/verdict.ts';
import { withPlaceholders } from '../../analysis/judging/placeholders.ts';
import type { Session, Undecided } from '../../analysis/judging/verdict-model.ts';
import { releaseFor } from '../../text/release.ts';
import { apply } from '../../catalog/effects/apply.ts';
import { type SchemaRules, schemaRulesOf } from '../../catalog/effects/schema-rules.ts';
import { LazyMap } from '../../catalog/lazy-map.ts';
import type { Catalog, Keyspace, Table } from '../../catalog/model.ts';
import {
  type CatalogState,
  emptyCatalog,
  keyspaceState,
  withKeyspace,
  withTable,
} from '../../catalog/effects/state.ts';
import type { Select, Statement } from '../../syntax/ast.ts';
import { type Workshop, openDocument } from '../../syntax/index.ts';
import type { Segment } from '../../syntax/segment.ts';
import { tableNamesOf } from '../../syntax/table-names.ts';

/** The schema as generated statements find and change it. Nothing is offered that was not read back and judged here. */
export interface Sandbox {
  readonly session: Session;
  /** The schema before any change. */
  readonly ground: Catalog;
  /** The tables that statements have made or changed, or are about. */
  readonly changed: CatalogState;
  /** Reads the generated texts. */
  readonly workshop: Workshop;
}

/** The schema in which generated text is tried: unqualified names are the base table's neighbours. */
export const sandboxOf = (session: Session, table: Table, workshop: Workshop): Sandbox => ({
  session: { ...session, keyspace: table.keyspace },
  ground: session.catalog,
  changed: emptyCatalog(),
  workshop,
});

/** The schema after a statement; `undefined` where Cassandra would not take it or it changes nothing. */
export function afterSchemaChange(sandbox: Sandbox, cql: string): Sandbox | undefined {
  const { session, ground, changed } = sandbox;
  const statement = taken(cql, sandbox);
  if (statement === undefined) return undefined;
  const keyspace = session.keyspace ?? '';
  let before = changed;
  for (const name of tableNamesOf(statement)) {
    const space = name.keyspace?.name ?? keyspace;
    const table = ground.table(space, name.name.name);
    if (table === undefined || before.table(space, name.name.name) !== undefined) continue;
    before = withKeyspace(before, withTable(keyspaceState(before, space), table));
  }
  const after = apply(before, statement, { keyspace, place: undefined, broken: false }, rulesOf(session));
  if (after === before) return undefined;
  return { ...sandbox, session: { ...session, catalog: layered(ground, after) }, changed: after };
}

const rulesOf = ({ target, configuration }: Session): SchemaRules => schemaRulesOf(releaseFor(target), configuration);

/** The schema before a table was made, to try another CREATE of it. */
export function beforeTable(sandbox: Sandbox, { keyspace, name }: Table): Sandbox {
  const { session } = sandbox;
  const below = session.catalog;
  const ground: Catalog = {
    keyspace: (space) => {
      const found = below.keyspace(space);
      if (found === undefined || space !== keyspace) return found;
      const names = (): Iterable<string> => [...found.tables.keys()].filter((one) => one !== name);
      return withOther(found, {
        tables: new LazyMap(names, (one) => (one === name ? undefined : found.tables.get(one))),
      });
    },
    table: (space, one) => (space === keyspace && one === name ? undefined : below.table(space, one)),
    keyspaces: () => below.keyspaces(),
  };
  return { ...sandbox, session: { ...session, catalog: ground }, ground };
}

/** How a query would be answered; `undefined` where Cassandra would not take it. */
export function tryQuery(
  sandbox: Sandbox,
  cql: string,
): { readonly select: Select; readonly table: Table; readonly path: AccessPath } | undefined {
  const { session } = sandbox;
  const statement = taken(cql, sandbox);
  if (statement?.kind !== 'select' || statement.from === undefined) return undefined;
  const keyspace = statement.from.keyspace?.name ?? session.keyspace ?? '';
  const table = session.catalog.table(keyspace, statement.from.name.name);
  const path = table === undefined ? undefined : accessPath(statement, table, session);
  return table === undefined || path === undefined || failsToFilter(path)
    ? undefined
    : { select: statement, table, path };
}

/**
 * Cassandra prepares a query that would filter by a range of several columns, `(a, b) > (1, 2)`, and refuses to run it
 * (`MultiColumnRestriction.SliceRestriction`).
 */
export const failsToFilter = ({ restricted }: AccessPath): boolean =>
  restricted.some(({ by, use, relation }) => use === 'filter' && by === 'range' && relation?.kind === 'tuple');

/** Whether Cassandra would take each statement of a text. */
export function isTaken({ session, workshop }: Sandbox, cql: string): boolean {
  const segments = openDocument(cql, workshop).segments.filter(
    (one) => one.statement() !== undefined || one.errors.length > 0,
  );
  return (
    segments.length > 0 &&
    segments.every((segment) => {
      const statement = segment.statement();
      return segment.errors.length === 0 && statement !== undefined && isFine(segment, session);
    })
  );
}

/** Whether Cassandra would take a query that is at hand as a tree, made of that of a segment. */
export const isAccepted = ({ session }: Sandbox, select: Select, segment: Segment): boolean =>
  isFine(segment, session, select);

/** What is put into a text of a value may fit its column. */
function isFine(segment: Segment, session: Session, own?: Statement): boolean {
  const judged = withPlaceholders(segment, (one) =>
    verdict(own !== undefined && one === segment ? own : one.statement()!, session, one.features, one.text),
  );
  return judged.kind === 'accepted' || (judged.kind === 'undecided' && !NOT_FINE.has(judged.why));
}

const NOT_FINE: ReadonlySet<Undecided['why']> = new Set<Undecided['why']>(['broken', 'not-cql', 'unless-searched']);

/** The statement, where the text is exactly one that nothing speaks against. */
function taken(cql: string, { session, workshop }: Sandbox): Statement | undefined {
  const { segments } = openDocument(cql, workshop);
  const [segment, ...others] = segments.filter((one) => one.statement() !== undefined || one.errors.length > 0);
  if (segment === undefined || others.length > 0 || segment.errors.length > 0) return undefined;
  const statement = segment.statement();
  if (statement === undefined) return undefined;
  return isFine(segment, session) ? statement : undefined;
}

/** What was changed, before what was there. */
function layered(ground: Catalog, changed: CatalogState): Catalog {
  const keyspace = (name: string): Keyspace | undefined => {
    const below = ground.keyspace(name);
    const above = changed.declared.get(name);
    if (above === undefined || below === undefined) return below ?? above;
    return withOther(below, {
      tables: over(above.tables, below.tables),
      indexes: over(above.indexes, below.indexes),
      views: over(above.views, below.views),
    });
  };
  return {
    keyspace,
    table: (space, name) => changed.table(space, name) ?? ground.table(space, name),
    keyspaces: () => ground.keyspaces(),
  };
}

/** A keyspace with some of it exchanged; written out because a spread would leave out what getters of a class give. */
const withOther = (keyspace: Keyspace, other: Partial<Keyspace>): Keyspace => ({
  name: keyspace.name,
  options: keyspace.options,
  tables: keyspace.tables,
  types: keyspace.types,
  functions: keyspace.functions,
  indexes: keyspace.indexes,
  views: keyspace.views,
  system: keyspace.system,
  declared: keyspace.declared,
  ...(keyspace.location !== undefined && { location: keyspace.location }),
  ...other,
});

const over = <V>(above: ReadonlyMap<string, V>, below: ReadonlyMap<string, V>): ReadonlyMap<string, V> =>
  new LazyMap(
    () => new Set([...above.keys(), ...below.keys()]),
    (name) => above.get(name) ?? below.get(name),
  );
