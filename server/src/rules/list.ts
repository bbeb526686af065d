// Made by `npm run registers` from the files of this folder.
import { allowFiltering } from './allow-filtering.ts';
import { annotation } from './annotation.ts';
import { bareServer } from './bare-server.ts';
import { batchLoad } from './batch-load.ts';
import { besideAggregate } from './beside-aggregate.ts';
import { bucketSize } from './bucket-size.ts';
import { bucketValue } from './bucket-value.ts';
import { clientSideJoin } from './client-side-join.ts';
import { clusteringGap } from './clustering-gap.ts';
import { collectionSize } from './collection-size.ts';
import { compactStorage } from './compact-storage.ts';
import { consistencyLevel } from './consistency-level.ts';
import { constantPartition } from './constant-partition.ts';
import { contendedCondition } from './contended-condition.ts';
import { copiesApartRule } from './copies-apart.ts';
import { counterMoney } from './counter-money.ts';
import { counterReuse } from './counter-reuse.ts';
import { decimalKey } from './decimal-key.ts';
import { disabledByDefault } from './disabled-by-default.ts';
import { fewPartitions } from './few-partitions.ts';
import { gcGrace } from './gc-grace.ts';
import { growingCollection } from './growing-collection.ts';
import { indexEverywhere } from './index-everywhere.ts';
import { indexValues } from './index-values.ts';
import { instantPartition } from './instant-partition.ts';
import { keyspace } from './keyspace.ts';
import { legacyIndex } from './legacy-index.ts';
import { listRead } from './list-read.ts';
import { lostInBatch } from './lost-in-batch.ts';
import { lwtMix } from './lwt-mix.ts';
import { manyPartitions } from './many-partitions.ts';
import { manyViews } from './many-views.ts';
import { missingBucket } from './missing-bucket.ts';
import { mutableKey } from './mutable-key.ts';
import { needlessClustering } from './needless-clustering.ts';
import { needlessCondition } from './needless-condition.ts';
import { needlessCopy } from './needless-copy.ts';
import { needlessFiltering } from './needless-filtering.ts';
import { newerSyntax } from './newer-syntax.ts';
import { nullWrite } from './null-write.ts';
import { oneBucket } from './one-bucket.ts';
import { orderByNotClustering } from './order-by-not-clustering.ts';
import { otherLanguage } from './other-language.ts';
import { otherTarget } from './other-target.ts';
import { overwrittenCollection } from './overwritten-collection.ts';
import { partitionFiltering } from './partition-filtering.ts';
import { partitionKeyInequality } from './partition-key-inequality.ts';
import { queue } from './queue.ts';
import { randomOrder } from './random-order.ts';
import { refused } from './refused.ts';
import { repeatedSum } from './repeated-sum.ts';
import { repeatedValue } from './repeated-value.ts';
import { retention } from './retention.ts';
import { reversedRead } from './reversed-read.ts';
import { sameInstant } from './same-instant.ts';
import { serverWarning } from './server-warning.ts';
import { staleCopy } from './stale-copy.ts';
import { syntax } from './syntax.ts';
import { textTime } from './text-time.ts';
import { timestampUnit } from './timestamp-unit.ts';
import { twcsTtl } from './twcs-ttl.ts';
import { twoNows } from './two-nows.ts';
import { uniqueRace } from './unique-race.ts';
import { unknownColumn } from './unknown-column.ts';
import { unknownFunction } from './unknown-function.ts';
import { unknownTable } from './unknown-table.ts';
import { unknownType } from './unknown-type.ts';
import { unrestrictedPartitionKey } from './unrestricted-partition-key.ts';
import { unusedIgnore } from './unused-ignore.ts';
import { zonelessTime } from './zoneless-time.ts';
import type { Rule } from './rule.ts';

/** All rules, by their codes. */
export const RULES: readonly Rule[] = [
  allowFiltering,
  annotation,
  bareServer,
  batchLoad,
  besideAggregate,
  bucketSize,
  bucketValue,
  clientSideJoin,
  clusteringGap,
  collectionSize,
  compactStorage,
  consistencyLevel,
  constantPartition,
  contendedCondition,
  copiesApartRule,
  counterMoney,
  counterReuse,
  decimalKey,
  disabledByDefault,
  fewPartitions,
  gcGrace,
  growingCollection,
  indexEverywhere,
  indexValues,
  instantPartition,
  keyspace,
  legacyIndex,
  listRead,
  lostInBatch,
  lwtMix,
  manyPartitions,
  manyViews,
  missingBucket,
  mutableKey,
  needlessClustering,
  needlessCondition,
  needlessCopy,
  needlessFiltering,
  newerSyntax,
  nullWrite,
  oneBucket,
  orderByNotClustering,
  otherLanguage,
  otherTarget,
  overwrittenCollection,
  partitionFiltering,
  partitionKeyInequality,
  queue,
  randomOrder,
  refused,
  repeatedSum,
  repeatedValue,
  retention,
  reversedRead,
  sameInstant,
  serverWarning,
  staleCopy,
  syntax,
  textTime,
  timestampUnit,
  twcsTtl,
  twoNows,
  uniqueRace,
  unknownColumn,
  unknownFunction,
  unknownTable,
  unknownType,
  unrestrictedPartitionKey,
  unusedIgnore,
  zonelessTime,
];
