import type { CertainCopy } from '../modeling/evidence/copies.ts';

/** Why a table is taken for a copy, in brackets. */
export const copyEvidenceText = ({ declared }: CertainCopy): string =>
  declared ? 'declared by `@copy-of`' : 'it has its name, its key and no other columns';
