import type { CqlType } from '../../../catalog/model.ts';
import { isLexicalUuid } from '../../../catalog/types.ts';

/** What the types that blobs are taken for say of their number of bytes. */
export function complaintAboutLength(type: CqlType, length: number): string | undefined {
  if (type.kind === 'native' && type.name === 'tinyint' && length !== 1)
    return `Expected 1 byte for a tinyint (${length})`;
  return isLexicalUuid(type) && length !== 0 && length !== 16 ? `UUID should be 16 or 0 bytes (${length})` : undefined;
}
