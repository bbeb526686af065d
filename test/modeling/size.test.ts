import { expect, test } from 'vitest';
import { declaredOf } from '../../server/src/modeling/index.ts';
import { cellsOf, partitionBytes, shapeOfTable } from '../../server/src/modeling/design/size.ts';
import { describeSize } from '../../server/src/service/hover.ts';
import { contextOf, project, proposals } from './ask.ts';

const sizeOf = (schema: string, rows: number): readonly [cells: number, bytes: number] => {
  const { table, session, surroundings } = contextOf(project({ 's.cql': schema }), 's.cql', 'create-table', 0);
  const shape = shapeOfTable(table!);
  return [cellsOf(shape, rows), partitionBytes(shape, rows, declaredOf(table!, surroundings), session.catalog)];
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
    `CREATE TABLE seen (who text, ${number}, at timestamp, PRIMARY KEY ((${key}), at));`;
  expect(codesOf(seen('ano int', 'who, ano'))).toEqual([]);
  expect(codesOf(seen('ano int', 'who'))).toEqual(['missing-bucket hint']);
  expect(codesOf(seen('house_id int', 'who, house_id'))).toEqual(['missing-bucket hint']);
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
