import type { Name, QualifiedName } from '../../syntax/ast.ts';
import type { Segment } from '../../syntax/segment.ts';
import type { Location } from '../model.ts';
import { keyspaceState, type CatalogState, type KeyspaceState } from './state.ts';

/** What a statement's effect depends on beside its own text. */
export interface ApplyContext {
  /** Of the last USE. Names without one then belong to the keyspace `''`. */
  readonly keyspace: string | undefined;
  /** Where the statement stands; what it declares then says so. */
  readonly place?: { readonly uri: string; readonly segment: Segment };
  /** What CREATE INDEX without USING makes: cassandra.yaml's `default_secondary_index`. */
  readonly defaultIndex?: 'legacy' | 'sai';
  /** A table may be made under the name of a view, which hides it: since 4.0. */
  readonly viewsHide?: boolean;
  /** Functions do not hear of changes of user types within their parameters, nor of what they return: in 3.11. */
  readonly functionsKeepTypes?: boolean;
  /** Vectors do not hear of changes of user types: since 5.0. */
  readonly vectorsKeepTypes?: boolean;
  /** An index of a compact table is none of those that the table gets without COMPACT STORAGE: in 3.11. */
  readonly compactIndexesDiffer?: boolean;
  /** The statement has syntax errors: what it declares may be more than could be read. */
  readonly broken?: boolean;
}

/** The keyspace that a name belongs to. */
export const keyspaceOf = (name: QualifiedName, context: ApplyContext): string =>
  name.keyspace?.name ?? context.keyspace ?? '';

/** The keyspace of a name as it stands in the catalog; `undefined` for a built-in one, which no statement changes. */
export function changeable(catalog: CatalogState, keyspace: string): KeyspaceState | undefined {
  return catalog.system.keyspace(keyspace) === undefined ? keyspaceState(catalog, keyspace) : undefined;
}

/** Where a name is declared. */
export const locate = (name: Name, { place }: ApplyContext): Location | undefined =>
  place === undefined ? undefined : { uri: place.uri, segment: place.segment, span: name.span };
