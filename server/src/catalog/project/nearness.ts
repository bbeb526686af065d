import type { Table } from '../model.ts';

/** Tables declared in the file at hand first, then those in folders ever farther away; otherwise in the order given. */
export function byNearness(tables: readonly Table[], uri: string | undefined): readonly Table[] {
  if (uri === undefined || tables.length < 2) return tables;
  const near = (table: Table): number => (table.location === undefined ? 0 : sharedFolders(table.location.uri, uri));
  return tables.toSorted((a, b) => near(b) - near(a));
}

/** Those of tables in that order which are as near as the first: services in folders of their own have each a schema of its own. */
export function nearestOf(tables: readonly Table[], uri: string | undefined): readonly Table[] {
  const [first] = tables;
  if (uri === undefined || first?.location === undefined || tables.length < 2) return tables;
  const near = foldersBetween(first, uri);
  return tables.filter((table) => foldersBetween(table, uri) === near);
}

/** The file at hand is no nearer than its neighbours. */
const foldersBetween = ({ location }: Table, uri: string): number =>
  location === undefined ? 0 : sharedFolders(`${location.uri.slice(0, location.uri.lastIndexOf('/'))}/`, uri);

/** How many folders two files have in common; without end where they are one. */
export function sharedFolders(a: string, b: string): number {
  if (a === b) return Number.POSITIVE_INFINITY;
  const [left, right] = [a.split('/'), b.split('/')];
  let shared = 0;
  while (shared < left.length - 1 && shared < right.length - 1 && left[shared] === right[shared]) shared += 1;
  return shared;
}
