import * as R from '../generated/rules.ts';
import type { Habit } from './habit.ts';

const NO_SUBQUERY = 'CQL has no sub-queries: read first, then write or ask with the values.';

/** What people write in SELECT, INSERT, UPDATE and DELETE. */
export const QUERY_HABITS: readonly Habit[] = [
  { words: 'TOP <number>', message: 'CQL has no TOP: write LIMIT at the end.' },
  { words: 'TOP ( <number> )', message: 'CQL has no TOP: write LIMIT at the end.' },
  { words: 'FETCH FIRST|NEXT', message: 'CQL has no FETCH FIRST: write LIMIT.' },
  { words: 'FOR UPDATE|SHARE', message: 'CQL has no locks; IF makes a write conditional (a lightweight transaction).' },
  { words: 'INTO OUTFILE', message: 'CQL does not write files; cqlsh has COPY … TO.' },
  { words: 'CASE WHEN', message: 'CQL has no CASE: decide in the application.' },
  { words: 'NULLS FIRST|LAST', message: 'Clustering columns are never null: CQL has no NULLS FIRST or LAST.' },
  { words: 'OVER (', message: 'CQL has no window functions.', mark: [0, 0] },
  { words: 'EXISTS ( SELECT', message: NO_SUBQUERY },
  { words: '( SELECT', message: NO_SUBQUERY, mark: [1, 1] },
  { words: 'IN SELECT', message: NO_SUBQUERY, mark: [1, 1] },
  { words: 'ANY|SOME|ALL ( SELECT', message: NO_SUBQUERY },
  { words: 'VALUES (', first: 'UPDATE', message: 'UPDATE takes SET column = value.', mark: [0, 0] },
  {
    words: 'ILIKE|RLIKE|REGEXP|SIMILAR|GLOB',
    within: R.relation,
    message: 'CQL has LIKE only, on columns with an index that knows it.',
    mark: [0, 0],
  },
  { words: 'IS TRUE|FALSE', message: 'Compare with `=`: `= true`.' },
  { words: 'WHERE NOT', message: 'CQL has no NOT before a relation.', mark: [1, 1] },
  { words: 'AND NOT', within: R.relation, message: 'CQL has no NOT before a relation.', mark: [1, 1] },
  { words: '& &', message: 'Relations are joined by AND.', change: 'AND', sure: true },
  { words: '&', message: 'Relations are joined by AND.', change: 'AND' },
  { words: '| |', message: 'CQL has neither `||` for OR nor for joining texts.' },
  { words: 'XOR', within: R.whereClause, message: 'Relations are joined by AND only.', mark: [0, 0] },
  { words: ': :', message: 'A value is cast by CAST (… AS type).' },
  { words: '! <', message: 'CQL has no `!<`: write `>=`.', change: '>=', sure: true },
  { words: '! >', message: 'CQL has no `!>`: write `<=`.', change: '<=', sure: true },
  {
    words: 'WHERE|AND <name> NOT NULL',
    message: 'IS is missing before NOT NULL.',
    mark: [2, 3],
    change: 'IS NOT NULL',
    sure: true,
  },
  {
    words: '* /',
    message: 'No comment is open that `*/` could close; comments do not nest.',
    change: '',
  },
  { words: '<any> = >', message: '`=>` is written `>=`.', mark: [1, 2], change: '>=', sure: true },
  { words: '= < <any>', message: '`=<` is written `<=`.', mark: [0, 1], change: '<=', sure: true },
  { words: 'WITH ROLLUP|CUBE|TIES', message: 'CQL has no such clause.' },
  { words: 'ON CONFLICT', message: 'INSERT overwrites a row that exists; IF NOT EXISTS keeps it.' },
  { words: 'ON DUPLICATE', message: 'INSERT overwrites a row that exists; IF NOT EXISTS keeps it.' },
  {
    words: 'RETURNING',
    message: 'CQL has no RETURNING: a write gives back nothing but, with IF, whether it was applied.',
    mark: [0, 0],
  },
  {
    words: '^ INSERT INTO <name> SET',
    message: 'INSERT names its columns: `INSERT INTO t (a, b) VALUES (1, 2)`.',
    mark: [3, 3],
  },
  {
    words: '^ INSERT INTO <name> . <name> SET',
    message: 'INSERT names its columns: `INSERT INTO t (a, b) VALUES (1, 2)`.',
    mark: [5, 5],
  },
  { words: 'SELECT', within: R.batch, message: 'A batch holds only INSERT, UPDATE and DELETE.' },
  {
    words: 'SELECT',
    first: 'INSERT',
    message: 'CQL cannot insert what a query gives: read the rows and insert them, or use COPY or Spark.',
    mark: [0, 0],
  },
  { words: 'CURRENT ROW', message: 'CQL has no window functions.' },
  { words: 'ROWS ONLY', message: 'Write LIMIT and the number.' },
];
