import { describe, expect, test } from 'vitest';
import { proposals } from './ask.ts';

/** The bucket that a query of a range gets, and what is noted of the time. */
function bucketOf(column: string, write = '', bound = '?', schema?: string) {
  const [name] = column.split(' ');
  const found = proposals(
    {
      's.cql': schema ?? `CREATE TABLE trail (who uuid, ${column}, body text, PRIMARY KEY (who, ${name!}));`,
      'q.cql': `SELECT body FROM trail WHERE body = ? AND ${name!} > ${bound} LIMIT 10;\n${write}`,
    },
    'q.cql',
    'select',
  ).find(({ derived }) => derived.some((one) => one.function === 'time-bucket'));
  return found === undefined
    ? undefined
    : [found.derived[0]!.resolution, found.notes.find((note) => note.includes('taken to count'))];
}

describe('a time that is a number', () => {
  test.each([
    ['entry bigint', 'INSERT INTO trail (who, entry, body) VALUES (?, toUnixTimestamp(now()), ?);'],
    ['entry bigint', 'UPDATE trail SET body = ? WHERE who = ? AND entry = toUnixTimestamp(?);'],
    ['epoch bigint', 'INSERT INTO trail (who, epoch, body) VALUES (?, to_unix_timestamp(now()), ?);'],
    ['seen_ts_ms bigint', ''],
    ['left_at_ms bigint', ''],
  ])('counts milliseconds: %s, %s', (column, write) => {
    expect(bucketOf(column, write)).toEqual([undefined, undefined]);
  });

  test.each([
    ['epoch_us bigint', 'us'],
    ['sent_ts_nanos bigint', 'ns'],
    ['unix_seconds bigint', 's'],
  ])('counts what its name says: %s', (column, resolution) => {
    expect(bucketOf(column)).toEqual([resolution, undefined]);
  });

  test('of an int is no millisecond, and asked for', () => {
    expect(bucketOf('unixtime int')).toEqual([
      's',
      '`unixtime` is taken to count seconds since 1970; if it does not, say so: `-- @bucket day = day(unixtime, ms)`.',
    ]);
  });

  test('is asked for where nothing says what it counts', () => {
    expect(bucketOf('unixtime bigint')![1]).toContain('is taken to count milliseconds since 1970');
    expect(bucketOf('unixtime bigint', '', '1700000000')).toEqual(['s', undefined]);
  });

  test('is none without a clock', () => {
    expect(bucketOf('entry bigint', 'INSERT INTO trail (who, entry, body) VALUES (?, ?, ?);')).toBeUndefined();
    expect(bucketOf('entry text', 'INSERT INTO trail (who, entry, body) VALUES (?, ?, ?);')).toBeUndefined();
  });
});
