/** What a schema statement is about; the parts of its text are separated by NUL. */
export type KeyKind = 'keyspace' | 'table' | 'views' | 'type' | 'function' | 'index';

/** The key of a thing. `views` stands for the views of a table and for what LIKE makes of it, `keyspace` has no name of its own. */
export const keyOf = (kind: KeyKind, keyspace: string, name = ''): string => `${kind}\0${keyspace}\0${name}`;

export const keyOfColumn = (keyspace: string, table: string, column: string): string =>
  `${keyOf('table', keyspace, table)}\0${column}`;

/** That of its thing; of many keys `partsOf` would take a while. */
export function keyspaceOf(key: string): string {
  const from = key.indexOf('\0') + 1;
  return key.slice(from, key.indexOf('\0', from));
}

export function partsOf(key: string): { readonly kind: KeyKind; readonly keyspace: string; readonly name: string } {
  const [kind = '', keyspace = '', name = ''] = key.split('\0');
  return { kind: kind as KeyKind, keyspace, name };
}
