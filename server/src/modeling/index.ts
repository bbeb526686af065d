export type * from './proposal.ts';
export type * from './surroundings.ts';
export { declaredOf, annotationNames, type AnnotationProblem, type Declared } from './annotations.ts';
export { bucketsOf, uncoveredBuckets, type BucketColumn, type Uncovered } from './buckets.ts';
export { growthOf, ROW_LIMIT, type Growth } from './growth.ts';
export { proposalsForJoins, proposalsForQuery } from './proposals.ts';
export { keysFirst, writeByKey } from './keys-first.ts';
export { proposalsForTable } from './table-proposals.ts';
