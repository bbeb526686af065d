import { since, type CassandraRelease } from '../../text/release.ts';

/** What the effect of a schema statement depends on beside its text and place: the release and the settings of the server. */
export interface SchemaRules {
  /** What CREATE INDEX without USING means by it: since 5.0 cassandra.yaml's `default_secondary_index`. */
  readonly defaultIndex: string;
  /** A table may be made under the name of a view, which hides it: since 4.0. */
  readonly viewsHide: boolean;
  /** Functions do not hear of changes of user types within their parameters, nor of what they return: in 3.11. */
  readonly functionsKeepTypes: boolean;
  /** Vectors do not hear of changes of user types: since 5.0. */
  readonly vectorsKeepTypes: boolean;
  /** An index of a compact table is none of those that the table gets without COMPACT STORAGE: in 3.11. */
  readonly compactIndexesDiffer: boolean;
}

/** The rules of a release with the settings of its cassandra.yaml. */
export const schemaRulesOf = (
  release: CassandraRelease,
  configuration: ReadonlyMap<string, unknown> | undefined,
): SchemaRules => {
  const index = since(release, '5.0') ? configuration?.get('default_secondary_index') : undefined;
  return {
    defaultIndex: typeof index === 'string' ? index : LEGACY_INDEX,
    viewsHide: since(release, '4.0'),
    functionsKeepTypes: !since(release, '4.0'),
    vectorsKeepTypes: since(release, '5.0'),
    compactIndexesDiffer: !since(release, '4.0'),
  };
};

/** The word that means an index of the table's own. */
export const LEGACY_INDEX = 'legacy_local_table';
