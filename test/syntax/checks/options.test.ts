import { describe, test } from 'vitest';
import { expectTaken } from './taken.ts';

describe('keyspaces and options', () => {
  test.each([
    [
      'all',
      "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1} AND durable_writes = false",
    ],
    ['none', 'CREATE KEYSPACE k'],
    ['all', 'ALTER KEYSPACE k WITH a = -infinity'],
    ['-3.11', 'ALTER KEYSPACE k WITH a = - infinity'],
    ['none', 'ALTER KEYSPACE k WITH a = - 1'],
    ['all', 'ALTER KEYSPACE k WITH a = keys'],
    ['4.0+', 'ALTER KEYSPACE k WITH a = tables'],
    ['4.1+', 'ALTER KEYSPACE k WITH a = hashed'],
    ['5.0+', 'ALTER KEYSPACE k WITH a = vector'],
    ['6.0+', 'ALTER KEYSPACE k WITH a = comment'],
    ['none', 'ALTER KEYSPACE k WITH a = some'],
    ['-3.11', "CREATE SCHEMA k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}"],
    ['none', 'CREATE DATABASE k'],
    ['all', 'ALTER KEYSPACE k WITH durable_writes = true'],
    ['none', 'ALTER KEYSPACE k'],
    ['4.1+', 'ALTER KEYSPACE IF EXISTS k WITH durable_writes = true'],
    ['all', 'DROP KEYSPACE IF EXISTS k'],
    ['-3.11', 'DROP SCHEMA k'],
    [
      'all',
      "ALTER TABLE t WITH comment = 'x' AND gc_grace_seconds = 1 AND a = 1.5 AND b = true AND c = {'d': 1} AND e = {} AND f = 1h AND g = NaN AND h = -infinity AND i = 0xff AND j = 123e4567-e89b-12d3-a456-426614174000",
    ],
    ['none', 'ALTER TABLE t WITH compaction = LeveledCompactionStrategy'],
    ['none', "ALTER TABLE t WITH compaction = {'class': LeveledCompactionStrategy}"],
    ['none', "ALTER TABLE t WITH compaction = {class: 'LeveledCompactionStrategy'}"],
    ['none', "ALTER TABLE t WITH compaction = {'class'}"],
    ['none', 'ALTER TABLE t WITH comment = "x"'],
    ['all', 'ALTER TABLE t WITH comment = key'],
    ['all', 'ALTER TABLE t WITH comment = int'],
    ['none', 'ALTER TABLE t WITH comment = null'],
    ['none', 'ALTER TABLE t WITH comment = f(1)'],
    ['none', 'ALTER TABLE t WITH comment = [1]'],
    ['none', 'ALTER TABLE t WITH comment = (1)'],
    ['none', 'ALTER TABLE t WITH comment = 1 + 1'],
    ['none', 'ALTER TABLE t WITH comment = - 1'],
    ['all', 'ALTER TABLE t WITH "Comment" = \'x\''],
    ['none', "ALTER TABLE t WITH comment 'x'"],
    ['4.0+', "ALTER TABLE t WITH compaction = {'a': 1 + 1}"],
  ])('%s: %s', expectTaken);
});
