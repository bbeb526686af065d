import { accessPath } from '../analysis/access-path.ts';
import type { AccessPath } from '../analysis/access-model.ts';
import { verdict } from '../analysis/verdict.ts';
import type { Session } from '../analysis/verdict-model.ts';
import { apply } from '../catalog/apply.ts';
import type { Catalog, Table } from '../catalog/model.ts';
import type { CatalogState } from '../catalog/state.ts';
import type { Select, Statement } from '../syntax/ast.ts';
import { openDocument } from '../syntax/index.ts';

/** The schema as generated statements find and change it. Nothing is offered that was not read back and judged here. */
export interface Sandbox {
  readonly session: Session;
}

/**
 * The schema in which generated text is tried: unqualified names are the base table's neighbours.
 *
 * `undefined` where the catalog cannot be changed (it is not one that statements are applied to).
 */
export function sandboxOf(session: Session, table: Table): Sandbox | undefined {
  return isState(session.catalog) ? { session: { ...session, keyspace: table.keyspace } } : undefined;
}

const isState = (catalog: Catalog): catalog is CatalogState => 'declared' in catalog;

/** The schema after a statement; `undefined` where Cassandra would not take it or it changes nothing. */
export function afterSchemaChange({ session }: Sandbox, cql: string): Sandbox | undefined {
  const statement = taken(cql, session);
  const { catalog, keyspace } = session;
  if (statement === undefined || !isState(catalog)) return undefined;
  const changed = apply(catalog, statement, { keyspace });
  return changed === catalog ? undefined : { session: { ...session, catalog: changed } };
}

/** How a query would be answered; `undefined` where Cassandra would not take it. */
export function tryQuery(
  { session }: Sandbox,
  cql: string,
): { readonly select: Select; readonly table: Table; readonly path: AccessPath } | undefined {
  const statement = taken(cql, session);
  if (statement?.kind !== 'select' || statement.from === undefined) return undefined;
  const keyspace = statement.from.keyspace?.name ?? session.keyspace ?? '';
  const table = session.catalog.table(keyspace, statement.from.name.name);
  const path = table === undefined ? undefined : accessPath(statement, table, session);
  return table === undefined || path === undefined ? undefined : { select: statement, table, path };
}

/** Whether Cassandra would take a statement as it stands. */
export const isTaken = ({ session }: Sandbox, cql: string): boolean => taken(cql, session) !== undefined;

/** The statement, where the text is exactly one that nothing speaks against. */
function taken(cql: string, session: Session): Statement | undefined {
  const { segments } = openDocument(cql);
  const [segment, ...others] = segments.filter((one) => one.statement() !== undefined || one.errors.length > 0);
  if (segment === undefined || others.length > 0 || segment.errors.length > 0) return undefined;
  const statement = segment.statement();
  if (statement === undefined) return undefined;
  const judged = verdict(statement, session, segment.features, cql);
  const fine =
    judged.kind === 'accepted' || (judged.kind === 'undecided' && judged.why !== 'broken' && judged.why !== 'not-cql');
  return fine ? statement : undefined;
}
