import type { Location, Table } from '../../catalog/model.ts';
import type { CqlType } from '../../catalog/model.ts';

/** Replaces the text at a place; an empty span inserts. */
export interface Edit {
  readonly at: Location;
  readonly text: string;
  /** What it does, for the preview: "the new table", "the query reads it", "keeps the copy in step". */
  readonly label?: string;
}

export type ProposalKind =
  | 'new-table'
  | 'existing-table'
  | 'alter-table'
  | 'edit-table'
  | 'materialized-view'
  | 'index'
  | 'rewrite'
  | 'keep';

/**
 * One way out for a query that its table does not serve, or for a table that grows without bound. The fields are those of
 * `propose --format json` in docs/cli.md; every string of CQL is complete, and is checked before the proposal is made.
 */
export interface Proposal extends InStep {
  readonly kind: ProposalKind;
  /** Begins with a verb and names the object; says the price of the dearer ones. */
  readonly title: string;
  readonly why: string;
  /** What it costs from then on, in half a line. */
  readonly price: string | undefined;
  /** The table, view or index that the proposal is about, as the text names it. */
  readonly table: string | undefined;
  readonly ddl: readonly string[];
  readonly undo: readonly string[];
  /** The query rewritten; several run in order, their rows united. */
  readonly queries: readonly string[];
  readonly binds: readonly (readonly BindSource[])[] | undefined;
  readonly merge: 'concat' | 'sort' | undefined;
  /** Relations of the original WHERE, by index, that the client still checks. */
  readonly clientFilter: readonly number[];
  /** Names of the result columns in the original's order, where they differ. */
  readonly select: readonly string[] | undefined;
  readonly derived: readonly DerivedColumn[];
  /** The rows of the base that the copy holds, where not all. */
  readonly copySelect: string | undefined;
  readonly backfill:
    | {
        readonly why: string;
        /** What `why` says of this table only. */
        readonly details: readonly string[];
        readonly commands: readonly string[];
      }
    | undefined;
  readonly size:
    | {
        readonly rowsPerPartition: number | undefined;
        readonly bytesPerPartition: number | undefined;
        readonly unbounded: boolean;
      }
    | undefined;
  /** Without those about the writes. */
  readonly notes: readonly string[];
  /** Of `keep`, where it is a choice among others: why the query may stay, in a few words. */
  readonly leaves: string | undefined;
  /** The same answer as the original's, and nothing but text to change. */
  readonly preferred: boolean;
  /** Columns whose nulls keep rows out of the table, which the query may mean. */
  readonly leftOut: readonly string[];
  /** Of the table as it will be, for those who analyse on. */
  readonly result: Table | undefined;
  /** Of a new table: the same with more columns of the base, for other queries that want the table. */
  readonly holding: ((columns: readonly string[]) => Proposal | undefined) | undefined;
  /** Of a new table that no declaration tells to be the query's: what reads it where another query has it made. */
  readonly beside: (() => readonly Edit[]) | undefined;
  /** Inserts the DDL in its file's style and rewrites the query (and, with `withWrites`, the writes). */
  edits(withWrites: boolean): readonly Edit[];
}

export type BindSource =
  | { readonly original: number | string }
  | { readonly derived: string }
  /** `item`: of values that are tuples, this part. */
  | { readonly each: readonly BindSource[]; readonly item?: number }
  | { readonly row: string; readonly query: number }
  | { readonly literal: string };

/** How a column of the new table that the base does not have is computed, in UTC. */
export interface DerivedColumn {
  readonly column: string;
  readonly type: CqlType;
  readonly from: readonly string[];
  readonly function:
    | 'time-bucket'
    | 'hash-bucket'
    | 'constant'
    | 'copy'
    | 'prefix'
    | 'reverse'
    | 'lower'
    | 'field'
    | 'element'
    | 'map-key'
    | 'map-value'
    | 'count'
    | 'sum';
  readonly unit?: 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';
  readonly size?: number;
  readonly resolution?: 's' | 'ms' | 'us' | 'ns';
  readonly as?: 'start' | 'yyyy' | 'yyyymm' | 'yyyymmdd' | 'yyyymmddhh' | 'epoch-days' | 's' | 'ms' | 'us' | 'ns';
  readonly count?: number;
  readonly value?: string;
  readonly length?: number;
  /** Where a proposal makes more than one table. */
  readonly table?: string;
}

/** How the writes of the base keep the copy in step: dear where there are many, so asked for only by those who show it. */
export interface InStep {
  /** Whether some write has to change; takes less than to find them all. */
  changesWrites(): boolean;
  sync(): WriteSync;
}

/** The writes of the base in the project that must also write the copy. */
export interface WriteSync {
  readonly changes: readonly WriteChange[];
  /** Writes of the base that stay as they are, because they could not be followed; the notes tell of them, too. */
  readonly lost: readonly LostWrite[];
  readonly notes: readonly string[];
}

export interface LostWrite {
  readonly at: Location;
  readonly why: string;
}

/** Nothing has to be written. */
export const IN_STEP: InStep = { changesWrites: () => false, sync: () => ({ changes: [], lost: [], notes: [] }) };

/** A write of the base that must also write the copy. */
export interface WriteChange {
  readonly at: Location;
  readonly replacement: string;
  readonly steps: readonly WriteStep[];
}

export interface WriteStep {
  readonly cql: string;
  readonly binds: readonly WriteBind[];
  /** `found`, `COLUMN changed`, `COLUMN unchanged`, `COLUMN is null`, `COLUMN is not null`. */
  readonly when?: string;
  readonly each?: boolean;
}

export type WriteBind =
  | { readonly original: number | string }
  | { readonly before: string }
  | { readonly after: string }
  | { readonly literal: string };
