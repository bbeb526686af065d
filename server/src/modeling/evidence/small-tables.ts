import type { Declared } from './annotations.ts';

/** So few rows that it does not matter where they lie, in the table or in a partition, are declared. */
export const isSmall = ({ rows, bounded, rowsPerPartition }: Declared): boolean =>
  [rows, rowsPerPartition?.max].some((count) => count !== undefined && count <= FEW) ||
  (bounded !== undefined && (bounded <= FEW || !Number.isFinite(bounded)));

export const FEW = 10_000;
