import type { FeatureId } from '../features.ts';
import * as R from '../generated/rules.ts';

/** Rules of what only some servers have: read for all of them, and proposed for these. */
export const DIALECT_RULES: ReadonlyMap<number, FeatureId> = new Map<number, FeatureId>([
  [R.bypassCacheClause, 'bypass-cache'],
  [R.timeoutItem, 'using-timeout'],
  [R.createServiceLevel, 'service-level'],
  [R.alterServiceLevel, 'service-level'],
  [R.dropServiceLevel, 'service-level'],
  [R.listServiceLevels, 'service-level'],
  [R.serviceLevelOption, 'service-level'],
  [R.giveServiceLevel, 'service-level'],
  [R.pruneView, 'prune-view'],
  [R.createSearchIndex, 'search-index'],
  [R.alterSearchIndex, 'search-index'],
  [R.dropSearchIndex, 'search-index'],
  [R.useSearchIndex, 'search-index'],
  [R.restrictRows, 'restrict-rows'],
  [R.rowsResource, 'restrict-rows'],
  [R.restrictPermissions, 'restrict-permission'],
  [R.functionTrait, 'function-trait'],
]);

/** Those of whole statements, and of what permissions are on, in which names and words stand as they do in others. */
export const DIALECT_STATEMENTS: ReadonlySet<number> = new Set([
  R.createServiceLevel,
  R.alterServiceLevel,
  R.dropServiceLevel,
  R.listServiceLevels,
  R.giveServiceLevel,
  R.pruneView,
  R.createSearchIndex,
  R.alterSearchIndex,
  R.dropSearchIndex,
  R.useSearchIndex,
  R.restrictRows,
  R.rowsResource,
  R.restrictPermissions,
]);
