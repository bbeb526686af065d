import type { Column, Table } from '../../catalog/model.ts';
import { type CassandraRelease, since } from '../../text/release.ts';
import { utf8Bytes } from '../java/bytes.ts';
import { namedInHashOrder } from '../java/hash-order.ts';

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
      .toSorted((a, b) => isLater(a) - isLater(b) || compareNames(a.name, b.name, release)),
  ];
  if (!hashed) return ordered;
  return namedInHashOrder(ordered, ({ name }) => name);
}

/**
 * Names of columns by their bytes, which have signs: `é` stands before `e`. 3.11 looks at the sign of the first one only
 * (`ColumnIdentifier.prefixComparison`).
 */
function compareNames(a: string, b: string, release: CassandraRelease): number {
  const [left, right] = [utf8Bytes(a), utf8Bytes(b)];
  const at = left.findIndex((byte, index) => byte !== right[index]);
  if (at === -1 || at >= right.length) return left.length - right.length;
  const isSigned = at === 0 || since(release, '4.0');
  const read = (byte = 0): number => (isSigned ? (byte << 24) >> 24 : byte);
  return read(left[at]) - read(right[at]);
}
