export type * from './proposal/proposal.ts';
export type * from './evidence/surroundings.ts';
export { declaredOf, annotationNames, type AnnotationProblem, type Declared } from './evidence/annotations.ts';
export { bucketsOf, uncoveredBuckets, type BucketColumn, type Uncovered } from './evidence/buckets.ts';
export { growthOf, ROW_LIMIT, type Growth } from './design/growth.ts';
export { proposalsForJoins, proposalsForQuery, servingTable } from './proposals.ts';
export { keysFirst, readAndWrite, writeByCondition, writeByKey } from './keys-first.ts';
export { proposalsForTable } from './table-proposals.ts';
