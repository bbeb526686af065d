import type { Lifetime } from '../../text/release.ts';

/** Words of CQL that mean more than they say. */
export interface Clause {
  /** Upper case, one space between words. */
  readonly words: string;
  /** What it does, and what counts without it; Markdown. */
  readonly doc: string;
  readonly lifetime: Lifetime;
}

const clause = (words: string, doc: string, lifetime: Lifetime = {}): Clause => ({ words, doc, lifetime });

/** Of two that stand at one place the longer one is first. */
export const CLAUSES: readonly Clause[] = [
  clause(
    'ALLOW FILTERING',
    'Rows may be read and thrown away. Without it Cassandra refuses a query that has to do so.',
  ),
  clause('BYPASS CACHE', "ScyllaDB's: the cache stays as it is, for reads of much that is not read again."),
  clause('USING TIMEOUT', "ScyllaDB's: how long the server may take, as a duration such as `500ms`."),
  clause('PER PARTITION LIMIT', 'At most so many rows of each partition.'),
  clause('PARTITION KEY', 'The columns by which Cassandra finds the node: a query gives all of them.'),
  clause(
    'PRIMARY KEY',
    'What makes a row one row. The first part is the partition key, which says on which nodes the row lies; clustering columns follow, by which the rows of a partition are sorted.',
  ),
  clause(
    'CLUSTERING ORDER BY',
    'How the rows of a partition are sorted on disk; ascending without it. It cannot be altered.',
  ),
  clause(
    'ORDER BY',
    'Rows come in the order in which they are stored, or the other way round: Cassandra does not sort by other columns.',
  ),
  clause('GROUP BY', 'Rows with the same values in these columns of the primary key, in its order, become one.'),
  clause('LIMIT', 'At most so many rows, of all partitions together.'),
  clause('DISTINCT', 'Each partition once: only columns of the partition key, and static ones.'),
  clause('CAST', 'The value as one of another type; what does not fit is cut off.'),
  clause('JSON', 'Rows are given, or taken, as one text of JSON.'),
  clause('COMPACT STORAGE', 'The storage of Thrift, without the names of columns. New tables do without it.'),
  clause('STATIC', 'One value for the whole partition instead of one for each row.'),
  clause('FROZEN', 'The value is stored in one piece: it is written whole, and may stand in a key.'),
  clause(
    'IF NOT EXISTS',
    'Of a schema statement: nothing happens where it is there already. Of INSERT: written only where there is no row, which costs a round of Paxos.',
  ),
  clause(
    'IF EXISTS',
    'Of a schema statement: nothing happens where it is not there. Of UPDATE and DELETE: only where there is a row, which costs a round of Paxos.',
  ),
  clause(
    'TTL',
    'Seconds until the values are gone; without it, `default_time_to_live` of the table, which is 0 (for ever).',
  ),
  clause(
    'TIMESTAMP',
    'Microseconds since 1970: of two writes of a value the later one stays. Without it, the time at the coordinator.',
  ),
  clause('CONTAINS KEY', 'The map has such a key.'),
  clause('CONTAINS', 'The collection has such an element; of a map, such a value.'),
  clause('LIKE', 'The text begins, ends or is found in it as `%` says; needs an SASI index.'),
  clause('TOKEN', 'The place of a partition on the ring, which is how all partitions are ordered.'),
  clause('ANN OF', 'The rows whose vectors are nearest, best first; needs an SAI index.', { since: '5.0' }),
  clause('MASKED WITH', 'Who may not UNMASK sees what the function makes of the value.', { since: '5.0' }),
  clause(
    'BEGIN UNLOGGED BATCH',
    'Several writes in one request, with no promise that all are done: for one partition.',
  ),
  clause('BEGIN COUNTER BATCH', 'Several updates of counters in one request.'),
  clause(
    'BEGIN BATCH',
    'All writes of a logged batch are done, at last, if one is. It takes more time than the writes alone.',
  ),
  clause('BEGIN TRANSACTION', 'Reads and writes of several partitions at one instant (Accord).', { since: '6.0' }),
  clause('APPLY BATCH', 'The end of the batch.'),
  clause(
    'MATERIALIZED VIEW',
    'A copy of a table by another key, which the server writes. Switched off where it is not enabled in cassandra.yaml.',
  ),
  clause('CUSTOM INDEX', 'An index by the class that USING names.'),
];
