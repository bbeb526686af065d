import { expect, test } from 'vitest';
import { declaredOf } from '../../server/src/modeling/index.ts';
import { cellsOf, partitionBytes, shapeOfTable } from '../../server/src/modeling/size.ts';
import { contextOf, project } from './ask.ts';

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
