import { knowsFeature } from '../../syntax/features.ts';
import * as T from '../../syntax/generated/token-types.ts';
import type { Draft } from './entry.ts';
import { inCase } from './letter-case.ts';
import type { Place } from './place.ts';

/** The keywords that the grammar has at the caret and the server that is aimed at takes. */
export function keywordsAt(place: Place): readonly Draft[] {
  const { keywords, features } = place.caret.expected;
  const written = inCase(place, 'upper');
  return keywords
    .filter((keyword) => {
      const feature = features.get(keyword);
      return (feature === undefined || knowsFeature(feature, place.session.target)) && isTaken(place, keyword);
    })
    .map((keyword) => {
      const about = KEYWORDS.get(keyword);
      return {
        label: written(keyword),
        kind: 'keyword',
        // A blank behind a word ends it, though more words follow in the suggestion.
        ...(keyword.includes(' ') && { filter: written(keyword.replaceAll(' ', '')) }),
        ...(about !== undefined && { about: () => about }),
      };
    });
}

/** Words that the grammar reads and that are refused at their place, or offered in a better form. */
function isTaken({ caret, statement, tokens, clause, table, release }: Place, keyword: string): boolean {
  switch (keyword) {
    case 'NULL':
    case 'TRUE':
    case 'FALSE':
    case 'NAN':
    case 'INFINITY':
      // As values they come with the others.
      return !caret.expected.values;
    case 'TOKEN':
      return false;
    case 'SET':
      // The type, which is offered with its parameters.
      return statement?.kind === 'update';
    case 'COMPACT STORAGE':
      return statement?.kind === 'alter-table' ? table?.compactStorage === true : release === '3.11';
    case 'IS NOT NULL':
      return statement?.kind === 'create-view' || caret.beginning?.kind === 'transaction';
    case 'LIKE':
      // Behind a column, the operators know it.
      return clause !== T.WHERE && clause !== T.IF;
    case 'AS':
      return tokens.types[tokens.count - 1] !== T.DISTINCT && tokens.types[tokens.count - 1] !== T.JSON;
    case 'DESC':
      return tokens.count > 0;
    default:
      return true;
  }
}

const KEYWORDS: ReadonlyMap<string, string> = new Map([
  ['SELECT', 'Reads rows.'],
  ['INSERT INTO', 'Writes a row, whether it is there or not.'],
  ['UPDATE', 'Writes columns of a row, whether it is there or not.'],
  ['DELETE', 'Takes away rows or columns: writes a tombstone.'],
  ['BEGIN', 'Begins a batch, or a transaction.'],
  ['USE', 'Sets the keyspace of names without one.'],
  ['TRUNCATE', 'Takes away all rows of a table.'],
  ['CREATE', 'Creates a keyspace, table, type, index, view, function or role.'],
  ['ALTER', 'Changes what was created.'],
  ['DROP', 'Takes away what was created.'],
  ['GRANT', 'Gives a permission or a role.'],
  ['REVOKE', 'Takes back a permission or a role.'],
  ['LIST', 'Lists roles or permissions.'],
  ['DESCRIBE', 'Prints the schema as CQL.'],
  ['WHERE', 'Which partitions and rows: the whole partition key first.'],
  ['ORDER BY', 'The order of rows in a partition: by the clustering columns, or all the other way round.'],
  ['GROUP BY', 'One row for each value of the first columns of the key.'],
  ['LIMIT', 'How many rows at most.'],
  ['PER PARTITION LIMIT', 'How many rows of each partition at most.'],
  [
    'ALLOW FILTERING',
    'Lets the server read rows only to throw them away: of a partition that is fine, of all of them it is not.',
  ],
  ['DISTINCT', 'Each partition once.'],
  ['JSON', 'Each row as one text of JSON.'],
  ['AS', 'Another name for a column of the result.'],
  ['VALUES', 'The values of the columns, in their order.'],
  ['USING', 'The timestamp of the write, or the time until it expires.'],
  ['TTL', 'Seconds until what is written expires.'],
  ['TIMESTAMP', 'Of the write, in microseconds since 1970; the greater one wins.'],
  ['IF NOT EXISTS', 'Only where it is not there yet; of rows a lightweight transaction.'],
  ['IF EXISTS', 'Only where it is there; of rows a lightweight transaction.'],
  ['IF', 'Only where this holds: a lightweight transaction.'],
  [
    'PRIMARY KEY',
    'The partition key, in brackets of its own where it has several columns, then the clustering columns.',
  ],
  ['STATIC', 'One value for all rows of a partition.'],
  ['CLUSTERING ORDER BY', 'How rows are sorted in a partition.'],
  ['MATERIALIZED VIEW', 'A table that the server keeps in step with another one.'],
  ['BATCH', 'Writes that are all done in the end.'],
  ['UNLOGGED BATCH', 'Writes sent together, without a promise that all of them are done.'],
  ['COUNTER BATCH', 'Writes of counters, sent together.'],
  ['APPLY BATCH', 'Ends the batch.'],
  ['ANN OF', 'The nearest vectors first; needs an index and LIMIT.'],
  ['MASKED WITH', 'Shows something else to those who may not see the column.'],
  ['CUSTOM INDEX', 'An index of a class that is named, such as SASI.'],
  ['OR REPLACE', 'In place of the one of that name.'],
  ['KEYSPACE', 'What tables, types and functions stand in; says how they are replicated.'],
  ['TABLE', 'Rows in partitions, sorted in each by the clustering columns.'],
  ['TYPE', 'A user-defined type: named fields in one value.'],
  ['INDEX', 'Finds rows by a column outside of the key.'],
  ['FUNCTION', 'A function of the user’s own.'],
  ['AGGREGATE', 'A function over rows, made of functions of the user’s own.'],
  ['TRIGGER', 'A Java class that hears of each write.'],
  ['ROLE', 'What logs in, and what has permissions.'],
  ['USER', 'The old word for a role that logs in.'],
  ['FROM', 'The table.'],
  ['SET', 'The columns that are written.'],
  ['AND', 'Something more that holds.'],
  ['ASC', 'From the least to the greatest.'],
  ['DESC', 'From the greatest to the least.'],
  ['WITH', 'Options.'],
  ['EXISTS', 'The row is there.'],
  ['ON', 'What it is about.'],
  ['TO', 'To whom, or what it becomes.'],
  ['ADD', 'Adds columns or fields.'],
  ['RENAME', 'Renames columns of the key, or fields.'],
  ['NOT NULL', 'The column must not be null.'],
  ['CHECK', 'What values of the column must fulfil.'],
  ['TRANSACTION', 'Reads, conditions and writes that are done together.'],
  ['LET', 'Reads a row, by whose name its columns are used.'],
]);
