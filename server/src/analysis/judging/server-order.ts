import type { Column, Table } from '../../catalog/model.ts';
import { type CassandraRelease, since } from '../../text/release.ts';

/**
 * The columns of a table in the order in which the server walks through all of them: those of the key, then the others by name, the
 * static ones first on 3.11; since 4.0 that of a Java HashMap of their names' bytes into which they came so, with those that a compact
 * table hides.
 */
export function inServerOrder(
  { columns, partitionKey, clustering, hiddenColumns }: Table,
  release: CassandraRelease,
): readonly Column[] {
  const hashed = since(release, '4.0');
  const isKey = ({ kind }: Column): boolean => kind === 'partition' || kind === 'clustering';
  const isLater = ({ kind }: Column): number => (hashed || kind === 'static' ? 0 : 1);
  const hidden = hashed ? hiddenColumns : [];
  const ordered = [
    ...partitionKey,
    ...clustering,
    ...hidden.filter(isKey),
    ...[...columns.values(), ...hidden]
      .filter((column) => !isKey(column))
      .toSorted((a, b) => isLater(a) - isLater(b) || (a.name < b.name ? -1 : 1)),
  ];
  if (!hashed) return ordered;
  const size = sizeOfGrown(ordered.length);
  return ordered
    .map((column, position) => ({ column, position, bucket: bucketOf(column.name, size) }))
    .toSorted((a, b) => a.bucket - b.bucket || a.position - b.position)
    .map(({ column }) => column);
}

/** It starts with 16 and doubles when it is three quarters full. */
function sizeOfGrown(entries: number): number {
  let size = 16;
  while (entries > size * 0.75) size *= 2;
  return size;
}

/** `ByteBuffer.hashCode`, spread as HashMap does. */
function bucketOf(name: string, size: number): number {
  let hash = 1;
  for (let at = name.length - 1; at >= 0; at -= 1) hash = (31 * hash + ((name.charCodeAt(at) << 24) >> 24)) | 0;
  return (hash ^ (hash >>> 16)) & (size - 1);
}
