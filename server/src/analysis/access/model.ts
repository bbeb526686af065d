import type { Column, Index, Table } from '../../catalog/model.ts';
import type { Expression, Relation } from '../../syntax/ast.ts';
import type { Span } from '../../text/span.ts';

/** Which partitions and rows one read or write touches, how, and why. It describes; the verdict refuses. */
export interface AccessPath {
  readonly table: Table;
  readonly access: 'read' | 'write';
  readonly partitions: Partitions;
  /** How the rows are found within a partition. */
  readonly rows: RowAccess;
  /** What is read is more than what is answered: rows are read and thrown away. */
  readonly filters: boolean;
  /** The index that answers, where one does. */
  readonly index?: IndexAccess;
  /** The order in which a partition's rows come: the clustering columns still open, outermost first. Empty for writes. */
  readonly order: readonly RowOrder[];
  /** ORDER BY asks for the opposite of the order in which rows are stored. */
  readonly reversed: boolean;
  /** Partition key columns given by neither `=` nor IN, in key order; all of them where there is no WHERE. */
  readonly missing: readonly Column[];
  /** The partition key is restricted by `token(…)`. */
  readonly tokenRange: boolean;
  /** Every restricted column, in the order of the text; an INSERT restricts its key columns by `=`. */
  readonly restricted: readonly RestrictedColumn[];
  /** Clustering columns that cannot be looked up, because one before them is open or only sliced; in key order. */
  readonly gaps: readonly ClusteringGap[];
  /** One sentence for a person: "reads one partition: `user_name` is given by =". */
  readonly why: string;
}

/** `one`; `many`: a bounded number, `count` where literals tell it (a marker hides it); `all`: nothing bounds it. */
export type Partitions =
  | { readonly kind: 'one' }
  | { readonly kind: 'many'; readonly count: number | undefined }
  | { readonly kind: 'all' };

/**
 * `row`: by full primary key · `rows`: several full primary keys (IN) · `slice`: neighbouring rows, by a prefix or range of the clustering
 * columns · `partition`: all of its rows · `static`: only its static columns.
 */
export type RowAccess = 'row' | 'rows' | 'slice' | 'partition' | 'static';

/** An index that answers a query; with `within`, only inside the given partitions. */
export interface IndexAccess {
  readonly index: Index;
  /** The restricted columns it finds rows by. */
  readonly columns: readonly Column[];
  /** The partition key is given too, so that one replica set is asked. */
  readonly within: boolean;
}

export interface RowOrder {
  readonly column: Column;
  /** As rows come, ORDER BY respected. */
  readonly direction: 'ASC' | 'DESC';
}

export type RestrictionKind =
  | 'eq'
  | 'in'
  | 'range'
  | 'contains'
  | 'contains-key'
  | 'entry'
  | 'like'
  | 'token'
  | 'not-equal'
  /** Beside OR, which CQL does not have. */
  | 'either'
  | 'ann'
  | 'not-null';

/** One column of one relation; a relation of several columns gives one each. */
export interface RestrictedColumn {
  readonly column: Column;
  readonly by: RestrictionKind;
  /** What it does for the query. */
  readonly use: 'partition' | 'rows' | 'index' | 'filter';
  /** Absent for the key columns of an INSERT and for ANN. */
  readonly relation?: Relation;
  /** The value that an INSERT gives. */
  readonly value?: Expression;
  /** How many values `=` and IN give; absent where a marker hides it, and for other kinds. */
  readonly values?: number;
  /** Of the relation (of the column's name in an INSERT); relative to the segment. */
  readonly span: Span;
}

/** A restricted clustering column that rows are not found by. */
export interface ClusteringGap {
  readonly column: Column;
  /** The column before it that is open, or restricted by other than `=` or IN. */
  readonly after: Column;
  /** `open`: `after` is not restricted; `range`: it is, by a range. */
  readonly why: 'open' | 'range';
  readonly span: Span;
}
