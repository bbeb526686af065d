import type { CassandraRelease } from '../text/release.ts';

/** Prints a name as Cassandra does in its messages and DESCRIBE: bare where it can be, quoted where it must be. */
export function printName(name: string, release: CassandraRelease = '5.0'): string {
  return UNQUOTED.test(name) && !isReserved(name, release) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** `keyspace.table`, or the bare table where the keyspace is not known. */
export const printQualified = (keyspace: string, name: string): string =>
  [keyspace, name]
    .filter((part) => part !== '')
    .map(printFilled)
    .join('.');

/** A name in a text that a tool fills in: what it fills in stands as it is. */
export const printFilled = (name: string): string => (isFilled(name) ? name : printName(name));

/** Whether a tool fills in a part of a name, by signs that placeholders have, and hardly a name in quotes. */
export const isFilled = (name: string): boolean => /[$%@#{<:?]/.test(name);

/** Other signs than those of names, each run of them, as `_`; what a tool fills in stays, which tells one table from the other. */
export const nameWithin = (text: string): string => text.replaceAll(OTHER_SIGNS, (_, filled?: string) => filled ?? '_');

const OTHER_SIGNS =
  /(\$\{[^}]*\}|\$\w+|%\w+%|\{\{[^}]*\}\}|#\{[^}]*\}|@\w+@|<%[^%]*%>|<<[^<>]*>>|\{\w*\})|[^A-Za-z0-9_]+/g;

/** A name that is written without quotes, as the server reads it. */
export const foldedName = (text: string): string => (isFilled(text) ? text : text.toLowerCase());

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
