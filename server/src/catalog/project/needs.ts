import { indexBase } from './evaluate.ts';
import { keyOf, type KeyKind } from '../keys.ts';

// The keys by which a fold says what changed, and an analysis what it rests on: those of the steps, and these.

export { keyOf };

/** All tables and views with this name, whatever their keyspace: unqualified names are looked for in all of them. */
export const tableNamed = (name: string): string => `named\0${name}`;

/** The names of tables of which keys of `tableNamed` are among some keys. */
export function* namesOfTables(keys: Iterable<string>): Iterable<string> {
  const start = tableNamed('');
  for (const key of keys) if (key.startsWith(start)) yield key.slice(start.length);
}

/** Whether anything is known of a keyspace, be it declared or only named. */
export const existenceOf = (keyspace: string): string => `exists\0${keyspace}`;

/** All things of a kind in a keyspace. */
export const allOf = (kind: KeyKind, keyspace: string): string => `all\0${kind}\0${keyspace}`;

/** Whether a keyspace has storage-attached indexes. */
export const storageAttachedIn = (keyspace: string): string => `storage-attached\0${keyspace}`;

/** Which keyspaces a statement makes. */
export const KEYSPACES_MADE = 'keyspaces made';

/** The keyspaces in force in a file. */
export const inForceIn = (uri: string): string => `in-force\0${uri}`;

/** Anything that is declared anywhere. */
export const ANYTHING = 'anything';

/** The steps that may decide about an index; a name that was taken gets a number. */
export const indexKeys = (keyspace: string, name: string): readonly string[] => [
  ...new Set([keyOf('index', keyspace, name), keyOf('index', keyspace, indexBase(name))]),
];
