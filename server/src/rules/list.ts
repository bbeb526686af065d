// Made by `npm run registers` from the files of this folder.
import { allowFiltering } from './allow-filtering.ts';
import { annotation } from './annotation.ts';
import { bucketSize } from './bucket-size.ts';
import { bucketValue } from './bucket-value.ts';
import { clientSideJoin } from './client-side-join.ts';
import { clusteringGap } from './clustering-gap.ts';
import { collectionSize } from './collection-size.ts';
import { copiesApartRule } from './copies-apart.ts';
import { counterReuse } from './counter-reuse.ts';
import { disabledByDefault } from './disabled-by-default.ts';
import { lostInBatch } from './lost-in-batch.ts';
import { lwtMix } from './lwt-mix.ts';
import { manyPartitions } from './many-partitions.ts';
import { missingBucket } from './missing-bucket.ts';
import { newerSyntax } from './newer-syntax.ts';
import { orderByNotClustering } from './order-by-not-clustering.ts';
import { otherLanguage } from './other-language.ts';
import { otherTarget } from './other-target.ts';
import { partitionFiltering } from './partition-filtering.ts';
import { partitionKeyInequality } from './partition-key-inequality.ts';
import { refused } from './refused.ts';
import { retention } from './retention.ts';
import { sameInstant } from './same-instant.ts';
import { serverWarning } from './server-warning.ts';
import { staleCopy } from './stale-copy.ts';
import { syntax } from './syntax.ts';
import { timestampUnit } from './timestamp-unit.ts';
import { twoNows } from './two-nows.ts';
import { uniqueRace } from './unique-race.ts';
import { unknownColumn } from './unknown-column.ts';
import { unknownTable } from './unknown-table.ts';
import { unknownType } from './unknown-type.ts';
import { unrestrictedPartitionKey } from './unrestricted-partition-key.ts';
import { unusedIgnore } from './unused-ignore.ts';
import type { Rule } from './rule.ts';

/** All rules, by their codes. */
export const RULES: readonly Rule[] = [
  allowFiltering,
  annotation,
  bucketSize,
  bucketValue,
  clientSideJoin,
  clusteringGap,
  collectionSize,
  copiesApartRule,
  counterReuse,
  disabledByDefault,
  lostInBatch,
  lwtMix,
  manyPartitions,
  missingBucket,
  newerSyntax,
  orderByNotClustering,
  otherLanguage,
  otherTarget,
  partitionFiltering,
  partitionKeyInequality,
  refused,
  retention,
  sameInstant,
  serverWarning,
  staleCopy,
  syntax,
  timestampUnit,
  twoNows,
  uniqueRace,
  unknownColumn,
  unknownTable,
  unknownType,
  unrestrictedPartitionKey,
  unusedIgnore,
];
