import * as R from '../generated/rules.ts';
import type { Habit } from './habit.ts';

const NO_COLUMN = 'The word COLUMN is not written here.';
const NO_KEYS = 'Indexes are no part of a table: CREATE INDEX makes one.';

/** What people write in CREATE, ALTER and DROP. */
export const SCHEMA_HABITS: readonly Habit[] = [
  {
    words: ') PRIMARY KEY (',
    first: 'CREATE',
    message: 'PRIMARY KEY stands among the columns, before the `)` that ends them.',
    mark: [1, 2],
  },
  { words: 'ADD COLUMN <name>', first: 'ALTER', message: NO_COLUMN, mark: [1, 1], change: '', sure: true },
  { words: '^ ALTER TABLE <name> DROP COLUMN', message: NO_COLUMN, mark: [4, 4], change: '', sure: true },
  {
    words: 'DROP|ALTER|RENAME COLUMN',
    within: R.alterTableChange,
    message: NO_COLUMN,
    mark: [1, 1],
    change: '',
    sure: true,
  },
  { words: 'RENAME COLUMN', within: R.renamePair, message: NO_COLUMN, mark: [1, 1], change: '', sure: true },
  { words: 'RENAME TO|AS', message: 'CQL cannot rename a table.', within: R.alterTableChange },
  {
    words: 'MODIFY|CHANGE',
    within: R.alterTableChange,
    message: 'The type of a column cannot be changed; add another column.',
    mark: [0, 0],
  },
  { words: 'SET DATA TYPE', message: 'The type of a column cannot be changed; add another column.' },
  { words: 'ADD PRIMARY KEY', message: 'A primary key cannot be changed: create another table and copy the rows.' },
  { words: 'DROP PRIMARY KEY', message: 'A primary key cannot be changed: create another table and copy the rows.' },
  { words: 'ADD INDEX|UNIQUE|KEY', within: R.alterTableChange, message: NO_KEYS },
  {
    words: 'DROP INDEX|CONSTRAINT',
    within: R.alterTableChange,
    message: 'ALTER TABLE drops columns only; DROP INDEX drops an index.',
  },
  {
    words: ',',
    within: R.alterTableChange,
    message: 'Several columns go into parentheses: `ADD (a int, b text)`, `DROP (a, b)`.',
  },
  { words: '^ DROP TABLE <name> ,', message: 'DROP takes one name; write a statement for each.', mark: [3, 3] },
  {
    words: '^ DROP TABLE <name> . <name> ,',
    message: 'DROP takes one name; write a statement for each.',
    mark: [5, 5],
  },
  { words: '^ TRUNCATE <name> ,', message: 'TRUNCATE takes one table; write a statement for each.', mark: [2, 2] },
  {
    words: 'CASCADE|RESTRICT $',
    message: 'CQL has no CASCADE: nothing else depends on the rows of a table.',
    mark: [0, 0],
    change: '',
    sure: true,
  },
  { words: 'RESTART IDENTITY', message: 'CQL has no counters of its own for new rows.' },
  {
    words: '^ CREATE TABLE <name> AS',
    message: 'CQL cannot create a table from a query; write its columns and copy the rows.',
    mark: [3, 3],
  },
  {
    words: '^ CREATE TABLE <name> . <name> AS',
    message: 'CQL cannot create a table from a query; write its columns and copy the rows.',
    mark: [5, 5],
  },
  { words: 'INDEX|KEY <name> (', first: 'CREATE', within: R.tableItem, message: NO_KEYS, mark: [0, 0] },
  { words: 'INDEX (', within: R.tableItem, message: NO_KEYS, mark: [0, 0] },
  { words: 'UNIQUE <name> (', message: 'CQL has no unique columns: only the primary key is unique.', mark: [0, 0] },
  { words: 'UNIQUE (', message: 'CQL has no unique columns: only the primary key is unique.', mark: [0, 0] },
  {
    words: 'UNSIGNED|SIGNED',
    within: R.columnDefinition,
    message: 'CQL has no such numbers: all are signed.',
    mark: [0, 0],
    change: '',
  },
  { words: 'DOUBLE PRECISION', message: 'The type is called double.', mark: [1, 1], change: '', sure: true },
  { words: 'CHARACTER VARYING', message: 'The type is called text.' },
  { words: 'ENUM ( <string>', message: 'CQL has no ENUM: use text.', mark: [0, 0] },
  { words: 'WITH|WITHOUT TIME ZONE', message: 'A timestamp of CQL is a point in time, without a zone.' },
  {
    words: 'ON UPDATE|DELETE',
    within: R.columnDefinition,
    message: 'CQL has no actions of this kind: the application writes what must change.',
  },
  {
    words: 'COLLATE|CHARACTER',
    within: R.columnDefinition,
    message: 'CQL has no collations: text is UTF-8, ordered by its bytes.',
    mark: [0, 0],
  },
  {
    words: 'COMMENT <string>',
    within: R.columnDefinition,
    message: 'A column takes no comment before Cassandra 6.0 (COMMENT ON COLUMN).',
  },
  { words: '<name> [ ]', first: 'CREATE|ALTER', message: 'An array is a list in CQL: `list<…>`.' },
  {
    words: 'ENGINE|CHARSET|TABLESPACE|DISTRIBUTED|PARTITIONED|CLUSTERED|STORED',
    within: R.createTable,
    message: 'CQL has no such option; options follow WITH.',
    mark: [0, 0],
  },
  {
    words: 'PARTITION BY',
    within: R.createTable,
    message: 'The partition key is the first part of the PRIMARY KEY: `PRIMARY KEY ((a), b)`.',
  },
  {
    words: 'ASC|DESC',
    within: R.primaryKey,
    message: 'The order of rows is told by WITH CLUSTERING ORDER BY.',
    mark: [0, 0],
  },
  { words: 'ASC|DESC', within: R.createIndex, message: 'An index of CQL has no order.', mark: [0, 0], change: '' },
  { words: 'WHERE', within: R.createIndex, message: 'CQL has no partial indexes.', mark: [0, 0] },
  { words: 'INCLUDE (', message: 'CQL has no covering indexes.', mark: [0, 0] },
  {
    words: 'RETURNS <name>',
    within: R.createFunction,
    message: 'CALLED ON NULL INPUT or RETURNS NULL ON NULL INPUT is missing before RETURNS.',
    mark: [0, 0],
  },
  { words: '( <string> :', message: "Options are a map, in braces: `{'class': …}`.", mark: [0, 0] },
  {
    words: '^ DROP IF EXISTS',
    message: 'IF EXISTS stands after the word for what is dropped: `DROP TABLE IF EXISTS t`.',
    mark: [1, 2],
  },
  {
    words: '^ CREATE IF NOT EXISTS',
    message: 'IF NOT EXISTS stands after the word for what is created: `CREATE TABLE IF NOT EXISTS t`.',
    mark: [1, 3],
  },
];
