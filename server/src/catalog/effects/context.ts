import type { Name, QualifiedName } from '../../syntax/ast.ts';
import type { Segment } from '../../syntax/segment.ts';
import type { Location } from '../model.ts';
import type { SchemaRules } from './schema-rules.ts';
import { keyspaceState, type CatalogState, type KeyspaceState } from './state.ts';

/** Where a statement runs. */
export interface Placement {
  /** Of the last USE. Names without one then belong to the keyspace `''`. */
  readonly keyspace: string | undefined;
  /** The file and segment that hold the statement; what it declares then says so. */
  readonly place: { readonly uri: string; readonly segment: Segment } | undefined;
  /** The statement has syntax errors: what it declares may be more than could be read. */
  readonly broken: boolean;
}

/** What a statement's effect depends on beside its own text. */
export interface ApplyContext extends Placement {
  readonly rules: SchemaRules;
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
