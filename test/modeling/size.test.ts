import { describe, expect, test } from 'vitest';
import { declaredOf } from '../../server/src/modeling/index.ts';
import { cellsOf, partitionBytes, shapeOfTable } from '../../server/src/modeling/design/size.ts';
import { describeSize } from '../../server/src/service/hover.ts';
import { contextOf, project, proposals } from './ask.ts';

const sizeOf = (schema: string, rows: number): readonly [cells: number, bytes: number] => {
  const { table, session, surroundings } = contextOf(project({ 's.cql': schema }), 's.cql', 'create-table', 0);
  const shape = shapeOfTable(table!);
  const declared = declaredOf(table!, surroundings);
  return [cellsOf(shape, rows, declared), partitionBytes(shape, rows, declared, session.catalog)];
};

test('rooms of a hotel over two years', () => {
  const schema =
    '-- @size hotel_id 5\nCREATE TABLE available_rooms (hotel_id text, date date, room_number smallint, is_available boolean, ' +
    'PRIMARY KEY ((hotel_id), date, room_number));';
  expect(sizeOf(schema, 73_000)).toEqual([73_000, 1_095_005]);
});

test('a static column counts once', () => {
  const schema =
    '-- @size email 150\n-- @size name 250\nCREATE TABLE users_by_video (video_id int, email text, name text static, status tinyint, ' +
    'uploaded_at timestamp, PRIMARY KEY ((video_id), email));';
  expect(sizeOf(schema, 10_000)).toEqual([20_001, 1_750_262]);
});

const codesOf = (schema: string): readonly string[] =>
  project({ 's.cql': schema })
    .findings('s.cql')
    .map(({ finding, severity }) => `${finding.code} ${severity}`);

test('rows and bytes beyond the limits are findings; below them nothing is said', () => {
  const docs = (numbers: string): string =>
    `${numbers}\nCREATE TABLE docs (owner text, title text, body text, PRIMARY KEY ((owner), title));`;
  expect(codesOf(docs('-- @rows-per-partition 100k'))).toEqual([]);
  expect(codesOf(docs('-- @rows-per-partition 100001'))).toEqual(['missing-bucket warning']);
  expect(codesOf(docs('-- @rows-per-partition 10k\n-- @size body 20 kB'))).toEqual(['missing-bucket warning']);
  expect(codesOf(docs('-- @rows-per-partition 10k\n-- @size body 2 kB'))).toEqual([]);
  expect(codesOf(docs('-- @rows 10M\n-- @cardinality owner 100'))).toEqual(['missing-bucket warning']);
  expect(codesOf(docs('-- @rows 10M\n-- @cardinality owner 1M'))).toEqual([]);
});

test('a number beside the key of the partition may be a bucket of any name', () => {
  const seen = (number: string, key: string): string =>
    `CREATE TABLE tides (station text, ${number}, at timestamp, PRIMARY KEY ((${key}), at));`;
  expect(codesOf(seen('ano int', 'station, ano'))).toEqual([]);
  expect(codesOf(seen('ano int', 'station'))).toEqual(['missing-bucket hint']);
  expect(codesOf(seen('sensor_id int', 'station, sensor_id'))).toEqual(['missing-bucket hint']);
  expect(codesOf(seen('sensor int', 'sensor'))).toEqual(['missing-bucket hint']);
});

test('the cure of a partition with too many bytes', () => {
  const schema =
    '-- @rows-per-partition 10k\n-- @size body 20 kB\nCREATE TABLE docs (owner text, title text, body text, PRIMARY KEY ((owner), title));';
  const [first] = proposals({ 's.cql': schema }, 's.cql', 'create-table');
  expect(first?.title).toBe('Create `docs_by_owner` with `shard` shards');
  expect(first?.derived).toMatchObject([{ column: 'shard', function: 'hash-bucket', count: 8 }]);
  expect(first?.size?.bytesPerPartition).toBeLessThan(50_000_000);
});

test('a hover tells the size, and that of each bucket', () => {
  const described = (schema: string): string => {
    const { table, surroundings } = contextOf(project({ 's.cql': schema }), 's.cql', 'create-table', 0);
    return describeSize(table!, surroundings);
  };
  const rooms =
    'CREATE TABLE available_rooms (hotel_id text, date date, room_number smallint, is_available boolean, PRIMARY KEY ((hotel_id), date, room_number));';
  expect(described(`-- @size hotel_id 5\n-- @rows-per-partition 73000\n${rooms}`)).toContain(
    'A partition has up to 73,000 rows, 73,000 cells, about 1.1 MB (`@rows-per-partition`).',
  );
  expect(described(rooms)).toBe('');
  const readings = described(
    '-- @rate 6/minute per sensor\nCREATE TABLE r (sensor uuid, at timestamp, value float, PRIMARY KEY ((sensor), at));',
  );
  expect(readings).toContain('A partition grows for ever');
  expect(readings).toContain('| week | 60,480 | about 1.2 MB |');
});

describe('declared numbers and a bucket that is there', () => {
  const MONTHLY = `-- @rate 6/minute per sensor
-- @bucket month = month(at)
CREATE TABLE r (sensor uuid, month date, at timestamp, value float, PRIMARY KEY ((sensor, month), at));`;
  const saidOf = (schema: string): readonly string[] =>
    project({ 's.cql': schema })
      .findings('s.cql')
      .filter(({ finding }) => finding.code === 'missing-bucket' || finding.code === 'bucket-size')
      .map(({ finding }) => finding.message);
  const hoverOf = (schema: string): string => {
    const { table, surroundings } = contextOf(project({ 's.cql': schema }), 's.cql', 'create-table', 0);
    return describeSize(table!, surroundings);
  };
  const offered = (schema: string) => proposals({ 's.cql': schema }, 's.cql', 'create-table')[0]!;

  test('finding, hover and offer say the same figure', () => {
    expect(saidOf(MONTHLY)).toEqual([
      '`r` keeps too many rows of one `month` in a partition. Declared `@rate 6/minute per sensor`: one `month` holds up to 267,840 rows, more than 100,000; a week holds 60,480.',
    ]);
    expect(hoverOf(MONTHLY)).toContain('A partition, one `month`, has up to 267,840 rows, 267,840 cells');
    expect(offered(MONTHLY)).toMatchObject({
      title: 'Create `r_by_sensor_month` with a `week` bucket',
      size: { rowsPerPartition: 60_480 },
    });
    expect(offered(MONTHLY).why).toMatch(/^A new partition begins each week\. /);
  });

  test('a bucket that is fine enough is silent', () => {
    expect(saidOf(MONTHLY.replaceAll('month', 'week'))).toEqual([]);
  });

  test('what goes after a while is less than a bucket', () => {
    expect(saidOf(MONTHLY.replace('6/minute per sensor', '6/minute per sensor\n-- @retention 2d'))).toEqual([]);
  });

  test('rows of a partition speak of its bucket, and get a finer one, with shards where a minute is too much', () => {
    const daily =
      '-- @rows-per-partition 170M\nCREATE TABLE d (day date, at timestamp, device uuid, PRIMARY KEY (day, at, device));';
    expect(saidOf(daily)).toEqual([
      '`d` keeps too many rows of one `day` in a partition. Declared `@rows-per-partition`: one `day` holds up to 170,000,000 rows, more than 100,000; a minute holds 118,056.',
    ]);
    expect(offered(daily).ddl[0]).toContain('PRIMARY KEY ((minute, shard), at, device)');
  });

  test('shards divide what they share', () => {
    const shards = (count: number): string =>
      `-- @rows 10M\n-- @cardinality grp 10\n-- @bucket shard = hash(id) % ${count}\nCREATE TABLE g (grp text, shard int, id uuid, PRIMARY KEY ((grp, shard), id));`;
    expect(saidOf(shards(64))).toEqual([]);
    expect(saidOf(shards(4))).toHaveLength(1);
  });

  test('the rate of a whole table says nothing of one partition', () => {
    expect(saidOf('-- @rate 100/s\nCREATE TABLE t (who uuid, at timestamp, PRIMARY KEY (who, at));')).toEqual([
      'Every `who` keeps all its rows in one partition, for ever: `at` grows and nothing splits it.',
    ]);
  });

  test('a rate of many a second is told in seconds', () => {
    expect(
      saidOf('-- @rate 50k/s per who\nCREATE TABLE t (who uuid, at timestamp, PRIMARY KEY (who, at));')[0],
    ).toMatch(/100,000 rows after 2 seconds\.$/);
  });

  test('items of a collection are cells', () => {
    const tagged = (items: string): string =>
      `-- @rows-per-partition 1\n${items}CREATE TABLE t (who uuid PRIMARY KEY, tags set<text>);`;
    expect(hoverOf(tagged('-- @items tags max=50000\n'))).toContain('up to 1 row, 50,000 cells, about 2.2 MB');
    expect(hoverOf(tagged(''))).toContain('up to 1 row, 1 cell,');
  });
});
