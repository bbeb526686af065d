import type { Column, Table } from '../../catalog/model.ts';
import { since } from '../release.ts';
import type { CassandraRelease } from '../verdict-model.ts';

/**
 * The columns of a table in the order in which the server walks through all of them: that of a Java HashMap of their names' bytes,
 * into which those of the key came first and the others by name.
 */
export function inServerOrder(
  { columns, partitionKey, clustering }: Table,
  release: CassandraRelease,
): readonly string[] {
  const isKey = ({ kind }: Column): boolean => kind === 'partition' || kind === 'clustering';
  const rest = [...columns.values()].filter((column) => !isKey(column));
  const names = [
    ...[...partitionKey, ...clustering].map(({ name }) => name),
    ...rest.map(({ name }) => name).toSorted((a, b) => (a < b ? -1 : 1)),
  ];
  const size = since(release, '4.0') ? sizeOfGrown(names.length) : sizeOfExpected(names.length);
  return names
    .map((name, position) => ({ name, position, bucket: bucketOf(name, size) }))
    .toSorted((a, b) => a.bucket - b.bucket || a.position - b.position)
    .map(({ name }) => name);
}

/** It starts with 16 and doubles when it is three quarters full. */
function sizeOfGrown(entries: number): number {
  let size = 16;
  while (entries > size * 0.75) size *= 2;
  return size;
}

/** `Maps.newHashMapWithExpectedSize`. */
function sizeOfExpected(entries: number): number {
  let size = 1;
  while (size < (entries < 3 ? entries + 1 : Math.floor(entries / 0.75 + 1))) size *= 2;
  return size;
}

/** `ByteBuffer.hashCode`, spread as HashMap does. */
function bucketOf(name: string, size: number): number {
  let hash = 1;
  for (let at = name.length - 1; at >= 0; at -= 1) hash = (31 * hash + ((name.charCodeAt(at) << 24) >> 24)) | 0;
  return (hash ^ (hash >>> 16)) & (size - 1);
}
