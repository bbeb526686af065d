import type { Column, CqlType } from '../../catalog/model.ts';
import type { Expression } from '../../syntax/ast.ts';
import type { BucketColumn } from '../evidence/buckets.ts';
import type { DerivedColumn } from '../proposal/proposal.ts';
import type { TimeStep } from '../evidence/time-units.ts';

/** A column of a table to be made: one of the base's, or one computed from them. */
export type PlannedColumn =
  | { readonly kind: 'base'; readonly column: Column }
  | { readonly kind: 'derived'; readonly derived: DerivedColumn };

export interface OrderedColumn {
  readonly part: PlannedColumn;
  readonly order: 'ASC' | 'DESC';
}

/** A restriction that the rewritten query needs and the original does not have. */
export interface AddedRelation {
  readonly column: string;
  /** As constants of CQL; absent where only the client can tell, by a bind marker. */
  readonly values: readonly string[] | undefined;
  /** One query for each value; otherwise IN. */
  readonly apart: boolean;
}

/** A relation of the original whose list of values is asked for one by one. */
export interface Split {
  readonly relation: number;
  readonly column: Column;
  /** Absent where a marker stands for the list. */
  readonly values: readonly Expression[] | undefined;
}

/** How a table is partitioned and sorted for a query, and how the query then reads it. */
export interface Plan {
  /** `partitions`: a row stands for a whole partition of the base, with what is static there. */
  readonly shape: 'partitions' | 'plain' | 'bucketed' | 'sharded' | 'distinct' | 'sparse' | 'list' | 'latest';
  /** The query lists all its partitions, of which each is one row of the answer. */
  readonly lists?: true;
  readonly partition: readonly PlannedColumn[];
  readonly clustering: readonly OrderedColumn[];
  /** Relations written otherwise, or left out (`undefined`), by index. */
  readonly relations: ReadonlyMap<number, string | undefined>;
  readonly added: readonly AddedRelation[];
  readonly splits: readonly Split[];
  /** Relations that filter within a partition. */
  readonly filtering: readonly number[];
  /** Relations that only the client can check. */
  readonly clientFilter: readonly number[];
  /** The rows' own order is not the one asked for: the client sorts. */
  readonly clientSorts: boolean;
  /** The columns that the name speaks of: always those of the partition, the others where they tell it from another table. */
  readonly naming: { readonly partition: readonly string[]; readonly others: readonly string[] };
  readonly bucket: PlannedBucket | undefined;
  /** Columns of the base's key that the new key may leave out, because something else is unique. */
  readonly unkeyed: readonly Column[];
  readonly notes: readonly string[];
}

/** How partitions of a plan are kept small. */
export interface PlannedBucket {
  readonly column: string;
  readonly kind: 'time' | 'hash' | 'constant';
  /** Why this size, for a person. */
  readonly why: string;
  /** Something in the text speaks for it: it comes first. Otherwise it is an alternative. */
  readonly evident: boolean;
  readonly type: CqlType;
  /** Of a time bucket. */
  readonly step?: TimeStep;
  /** How its values are computed. */
  readonly derived: DerivedColumn;
  /** A bucket of the base whose values nothing shows how to write: the client binds what the rows have. */
  readonly opaque?: BucketColumn;
}

export const nameOf = (part: PlannedColumn): string => (part.kind === 'base' ? part.column.name : part.derived.column);

export const isBase = (part: PlannedColumn, column: Column): boolean =>
  part.kind === 'base' && part.column.name === column.name;
