import type { CassandraRelease } from '../text/release.ts';

/** Prints a name as Cassandra does in its messages and DESCRIBE: bare where it can be, quoted where it must be. */
export function printName(name: string, release: CassandraRelease = '5.0'): string {
  return UNQUOTED.test(name) && !isReserved(name, release) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** `keyspace.table`, or the bare table where the keyspace is not known; what a tool fills in stands as it is. */
export const printQualified = (keyspace: string, name: string): string =>
  [keyspace, name]
    .filter((part) => part !== '')
    .map((part) => (OF_PLACEHOLDERS.test(part) ? part : printName(part)))
    .join('.');

/** Signs that placeholders have, and hardly a name in quotes. */
const OF_PLACEHOLDERS = /[$%@#{<:?]/;

/** Whether a lower-case word cannot be a name without quotes. */
export const isReserved = (word: string, release: CassandraRelease = '5.0'): boolean =>
  RESERVED.has(word) || (release === '3.11' && RESERVED_UNTIL_4.has(word));

/** Cassandra's ColumnIdentifier.UNQUOTED_IDENTIFIER. */
const UNQUOTED = /^[a-z][a-z0-9_]*$/;

/** Cassandra's ReservedKeywords; the set has not changed since 4.0. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'add allow alter and apply asc authorize batch begin by columnfamily create delete desc describe drop entries ' +
    'execute from full grant if in index infinity insert into is keyspace limit materialized modify nan norecursive ' +
    'not null of on or order primary rename revoke schema select set table to token truncate unlogged update use ' +
    'using view where with'
  ).split(' '),
);

const RESERVED_UNTIL_4: ReadonlySet<string> = new Set(['default', 'mbean', 'mbeans', 'replace', 'unset']);
