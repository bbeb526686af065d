import { printName, printQualified, systemCatalog } from '../catalog/index.ts';
import type { Meaning } from '../names/meaning.ts';
import type { CassandraRelease } from '../text/release.ts';
import type { Span } from '../text/span.ts';
import { tableText } from './table-text.ts';

/** The tables that a server makes itself, as statements to read; `undefined` where a release has no such keyspace. */
export function builtInText(release: CassandraRelease, keyspace: string): string | undefined {
  const found = systemCatalog(release).keyspace(keyspace);
  if (found === undefined) return undefined;
  const tables = Array.from(found.tables.values(), (table) => `CREATE ${tableText(table)};\n`);
  return [`-- ${keyspace} of Cassandra ${release}, which the server makes itself.\n`, ...tables].join('\n');
}

/** What is built in and stands in a text of its own. */
export interface BuiltIn {
  readonly keyspace: string;
  readonly table?: string;
  readonly column?: string;
}

/** What is built in of what a name stands for; `undefined` where a file declares it. */
export function builtInOf(meaning: Meaning): BuiltIn | undefined {
  switch (meaning.kind) {
    case 'keyspace':
      return meaning.keyspace.system ? { keyspace: meaning.keyspace.name } : undefined;
    case 'table':
    case 'column': {
      const { keyspace, name, system, location } = meaning.table;
      if (!system || location !== undefined) return undefined;
      return { keyspace, table: name, ...(meaning.kind === 'column' && { column: meaning.column.name }) };
    }
    default:
      return undefined;
  }
}

/** Where it stands in the text of its keyspace. */
export function placeIn(text: string, { keyspace, table, column }: BuiltIn): Span {
  if (table === undefined) return { start: 0, end: 0 };
  const written = printQualified(keyspace, table);
  const name = text.indexOf(` ${written} (`) + 1;
  const ofTable = { start: name + written.length - printName(table).length, end: name + written.length };
  if (column === undefined) return ofTable;
  const start = text.indexOf(`\n  ${printName(column)} `, name) + 3;
  return { start, end: start + printName(column).length };
}
