import * as R from '../generated/rules.ts';
import type { Habit } from './habit.ts';

const NO_TRANSACTIONS =
  'CQL has no such transactions: statements that belong together go into BEGIN BATCH … APPLY BATCH.';
const UPSERTS = 'INSERT and UPDATE both write the row whether or not it exists.';

/** Statements that CQL does not have, or calls otherwise. */
export const STATEMENT_HABITS: readonly Habit[] = [
  { words: '^ UPSERT INTO', message: `CQL has no UPSERT: ${UPSERTS}`, mark: [0, 0], change: 'INSERT', sure: true },
  { words: '^ UPSERT', message: `CQL has no UPSERT: ${UPSERTS}` },
  { words: '^ MERGE', message: `CQL has no MERGE: ${UPSERTS}` },
  {
    words: '^ REPLACE INTO',
    message: `CQL has no REPLACE: ${UPSERTS}`,
    mark: [0, 0],
    change: 'INSERT',
    sure: true,
  },
  {
    words: '^ INSERT IGNORE|OVERWRITE',
    message: `CQL has no such INSERT: ${UPSERTS} IF NOT EXISTS keeps a row that is there.`,
    mark: [1, 1],
    change: '',
  },
  {
    words: '^ EXPLAIN|ANALYZE',
    message: 'CQL has no EXPLAIN. In cqlsh, TRACING ON shows what a query does.',
    change: '',
  },
  { words: '^ SHOW CREATE TABLE|KEYSPACE|TYPE|INDEX', message: 'To see a declaration, write DESCRIBE.', mark: [0, 1] },
  { words: '^ SHOW DATABASES|SCHEMAS', message: 'CQL calls a database a keyspace: write DESCRIBE KEYSPACES.' },
  {
    words: '^ SHOW TABLES|KEYSPACES|TYPES|FUNCTIONS|AGGREGATES',
    message: 'SHOW does not list this: write DESCRIBE.',
    mark: [0, 0],
    change: 'DESCRIBE',
    sure: true,
  },
  {
    words: '^ SHOW COLUMNS|INDEX|INDEXES|CREATE',
    message: 'SHOW does not know this: DESCRIBE TABLE shows columns and indexes.',
  },
  {
    words: '^ BEGIN BATCH ;',
    message: 'No `;` stands behind BEGIN BATCH: the batch goes on to APPLY BATCH.',
    mark: [2, 2],
    change: '',
    sure: true,
  },
  {
    words: '^ BEGIN LOGGED BATCH',
    message: 'A batch is logged unless it says UNLOGGED: there is no word LOGGED.',
    mark: [1, 1],
    change: '',
    sure: true,
  },
  {
    words: '^ CREATE|UPDATE|DROP COLUMN FAMILY',
    message: 'This is the language of cassandra-cli, gone since 3.0: CQL creates, alters and drops a TABLE.',
    mark: [0, 2],
  },
  {
    words: 'FROM|INTO|ON|UPDATE|TABLE|TRUNCATE|EXISTS <name> . <name> . <name>',
    message: 'A name has two parts at most, that of the keyspace and its own.',
    mark: [1, 2],
    change: '',
  },
  { words: '.. .', message: 'Dots stand for what is left out, or for a further line of cqlsh: they are no CQL.' },
  {
    words: ') JSON',
    first: 'INSERT',
    message: 'INSERT … JSON takes the columns from its text: leave the list out.',
    mark: [1, 1],
  },
  {
    words: 'COMMIT BATCH|TRANSACTION|WORK $',
    within: R.batch,
    message: 'A batch ends with APPLY BATCH.',
    mark: [0, 1],
    change: 'APPLY BATCH',
  },
  {
    words: 'COMMIT $',
    within: R.batch,
    message: 'A batch ends with APPLY BATCH.',
    change: 'APPLY BATCH',
  },
  { words: '^ START TRANSACTION', message: NO_TRANSACTIONS },
  { words: '^ BEGIN $', message: NO_TRANSACTIONS },
  { words: '^ BEGIN WORK|TRAN', message: NO_TRANSACTIONS },
  { words: '^ COMMIT', message: `${NO_TRANSACTIONS}` },
  { words: '^ ROLLBACK|SAVEPOINT|RELEASE', message: `${NO_TRANSACTIONS} Nothing is rolled back.` },
  {
    words: '^ SET',
    message: 'CQL has no variables or settings to SET; in cqlsh there are CONSISTENCY, PAGING and TRACING.',
    mark: [0, 0],
  },
  { words: '^ WITH', message: 'CQL has no WITH … AS before a query: every statement reads one table.', mark: [0, 0] },
  {
    words: '^ CALL|EXEC|EXECUTE|DECLARE|DO|PREPARE|DEALLOCATE',
    message: 'CQL has no procedures or variables; statements are prepared by the driver.',
  },
  { words: '^ GO $', message: 'CQL has no GO: a `;` ends each statement.', change: '' },
  {
    words: '^ DB . <name>',
    message: "This is MongoDB's way: CQL reads with SELECT and writes with INSERT, UPDATE and DELETE.",
  },
  {
    words: '^ IF',
    message: 'CQL has no IF around statements: DROP takes IF EXISTS, CREATE and INSERT take IF NOT EXISTS.',
    mark: [0, 0],
  },
  { words: '^ APPLY BATCH', message: 'No batch is open that APPLY BATCH could end: BEGIN BATCH is missing before.' },
  { words: '^ LOCK|UNLOCK', message: 'CQL has no locks; IF makes a write conditional (a lightweight transaction).' },
  { words: '^ VACUUM|OPTIMIZE|REINDEX', message: 'CQL has no such command; maintenance is done with nodetool.' },
  {
    words: '^ USE DATABASE|KEYSPACE|SCHEMA <name>',
    message: 'USE takes the name of the keyspace alone.',
    mark: [1, 1],
    change: '',
    sure: true,
  },
  {
    words: '^ USE <name> . <name>',
    message: 'USE takes the name of a keyspace alone.',
    mark: [2, 3],
    change: '',
    sure: true,
  },
  {
    words: '^ CREATE|ALTER|DROP DATABASE',
    message: 'CQL calls a database a keyspace.',
    mark: [1, 1],
    change: 'KEYSPACE',
    sure: true,
  },
  {
    words: '^ CREATE OR REPLACE TABLE|VIEW|MATERIALIZED|KEYSPACE|TYPE|INDEX|ROLE|TRIGGER',
    message: 'OR REPLACE is for functions and aggregates only; drop the old one first, or write IF NOT EXISTS.',
    mark: [1, 2],
  },
  {
    words: '^ CREATE|ALTER|DROP VIEW',
    message: 'CQL has only materialized views.',
    mark: [1, 1],
    change: 'MATERIALIZED VIEW',
    sure: true,
  },
  { words: '^ CREATE UNIQUE', message: 'CQL has no unique indexes: only the primary key is unique.', mark: [1, 1] },
  {
    words: '^ CREATE FULLTEXT|SPATIAL|CLUSTERED|NONCLUSTERED INDEX',
    message: 'CQL has no such index.',
    mark: [1, 1],
    change: '',
  },
  {
    words: '^ CREATE TEMP|TEMPORARY|GLOBAL|LOCAL',
    message: 'CQL has no temporary tables; USING TTL lets rows expire.',
    mark: [1, 1],
  },
  { words: '^ CREATE EXTERNAL TABLE', message: 'CQL has no external tables.', mark: [1, 1] },
  {
    words:
      '^ CREATE|ALTER|DROP PROCEDURE|SEQUENCE|DOMAIN|EXTENSION|EVENT|TABLESPACE|SERVER|POLICY|RULE|CAST|OPERATOR|PACKAGE|SYNONYM',
    message: 'CQL has no such object.',
    mark: [1, 1],
  },
  { words: '^ ALTER INDEX', message: 'An index cannot be altered: drop it and create another one.', mark: [0, 1] },
  {
    words: '^ ALTER FUNCTION|AGGREGATE',
    message: 'It cannot be altered: CREATE OR REPLACE writes it anew.',
    mark: [0, 1],
  },
  { words: '^ RENAME', message: 'CQL cannot rename tables; ALTER TABLE … RENAME renames primary key columns.' },
  {
    words: 'IDENTIFIED BY <string>',
    first: 'CREATE|ALTER',
    message: 'A password is given by WITH PASSWORD.',
    mark: [0, 1],
    change: 'WITH PASSWORD',
    sure: true,
  },
  {
    words: 'ALL PRIVILEGES',
    message: 'CQL calls them permissions.',
    mark: [1, 1],
    change: 'PERMISSIONS',
    sure: true,
  },
  {
    words: '^ GRANT|REVOKE INSERT|UPDATE|DELETE|TRUNCATE',
    message: 'The permission to write is called MODIFY.',
    mark: [1, 1],
    change: 'MODIFY',
  },
  {
    words: '^ GRANT|REVOKE <name> , INSERT|UPDATE|DELETE|TRUNCATE',
    message: 'The permission to write is called MODIFY.',
    mark: [3, 3],
    change: 'MODIFY',
  },
  { words: '^ GRANT|REVOKE USAGE|CONNECT|REFERENCES|INDEX', message: 'CQL has no such permission.', mark: [1, 1] },
];
