import type { CheckCondition, Mask, OptionValue, Relation } from '../syntax/ast.ts';
import type { Segment } from '../syntax/segment.ts';
import type { Span } from '../text/span.ts';

/** Where something is declared: a span within a segment of a file. Absent for what is built in. */
export interface Location {
  /** The document's URI. */
  readonly uri: string;
  readonly segment: Segment;
  /** Relative to the segment's start. */
  readonly span: Span;
}

/** A resolved CQL type. `varchar` is `text`; tuples and vectors are frozen by nature and carry no flag. */
export type CqlType =
  /** `legacy`: what functions give for `timeuuid` since 4.1, and what `LegacyTimeUUIDType` is; it is no `uuid`. */
  | { readonly kind: 'native'; readonly name: string; readonly legacy?: true }
  | { readonly kind: 'list' | 'set'; readonly element: CqlType; readonly frozen: boolean }
  | { readonly kind: 'map'; readonly key: CqlType; readonly value: CqlType; readonly frozen: boolean }
  | { readonly kind: 'tuple'; readonly items: readonly CqlType[] }
  | { readonly kind: 'vector'; readonly element: CqlType; readonly dimension: number | undefined }
  /**
   * Its fields are looked up in the catalog: `keyspace(keyspace).types.get(name)`. Nothing may be concluded about one that is not
   * declared there.
   */
  | {
      readonly kind: 'user';
      readonly keyspace: string;
      readonly name: string;
      readonly frozen: boolean;
      /** In a vector or function that has not heard of a change: the fields that it still holds. */
      readonly fields?: ReadonlyMap<string, CqlType>;
    }
  | { readonly kind: 'custom'; readonly className: string }
  /** A placeholder: nothing may be concluded. */
  | { readonly kind: 'unknown' };

export type ColumnKind = 'partition' | 'clustering' | 'static' | 'regular';

export interface Column {
  readonly name: string;
  readonly type: CqlType;
  readonly kind: ColumnKind;
  /** Position within the partition key or the clustering columns; 0 otherwise. */
  readonly position: number;
  /** Of a clustering column. */
  readonly order: 'ASC' | 'DESC';
  readonly mask?: Mask;
  /** Of CHECK and NOT NULL (6.0). */
  readonly constraints?: readonly CheckCondition[];
  readonly location?: Location;
}

export interface Table {
  readonly keyspace: string;
  readonly name: string;
  readonly kind: 'table' | 'view' | 'virtual';
  /** In declared order. */
  readonly columns: ReadonlyMap<string, Column>;
  readonly partitionKey: readonly Column[];
  readonly clustering: readonly Column[];
  readonly indexes: readonly Index[];
  /** By lower-case name, as last set. */
  readonly options: ReadonlyMap<string, OptionValue>;
  readonly compactStorage: boolean;
  /** Which COMPACT STORAGE keeps besides the declared ones, until it is dropped. */
  readonly hiddenColumns: readonly Column[];
  /** Columns dropped by ALTER, which restrict what may be added again. */
  readonly dropped: ReadonlyMap<string, { readonly type: CqlType; readonly kind: ColumnKind }>;
  /** Of a view. */
  readonly base?: { readonly table: string; readonly where: readonly Relation[]; readonly selectsAll: boolean };
  /** Of a view: a table of its name, which only further views reach while the view is there. Cassandra takes one since 4.0. */
  readonly hidden?: Table;
  /** A placeholder stands among its columns, or its declaration is broken: others may exist, and nothing follows from absence. */
  readonly partial: boolean;
  /** Built in, or in a keyspace that only Cassandra may change. */
  readonly system: boolean;
  readonly triggers: readonly string[];
  /** Of the table's name in its CREATE statement. */
  readonly location?: Location;
}

export type IndexFamily = 'legacy' | 'sasi' | 'sai' | 'custom';

export interface Index {
  readonly name: string;
  readonly keyspace: string;
  readonly table: string;
  readonly family: IndexFamily;
  readonly className?: string;
  /** The class of a custom index as it was written, by which the server compares. */
  readonly using?: string;
  /** As the server rewrites them: a bare target on a collection is `values`. */
  readonly targets: readonly {
    readonly column: string;
    readonly of: 'values' | 'keys' | 'entries' | 'full' | 'simple';
  }[];
  /** Of WITH OPTIONS, values as text. */
  readonly options: ReadonlyMap<string, string>;
  /** ScyllaDB's index of each partition by itself, which answers where the whole partition key is given. */
  readonly local?: true;
  /** Made while its table had COMPACT STORAGE. */
  readonly ofCompact?: true;
  readonly location?: Location;
}

export interface UserType {
  readonly keyspace: string;
  readonly name: string;
  readonly fields: ReadonlyMap<string, CqlType>;
  /** Its declaration is broken, or files disagree about it: nothing follows from the absence of a field. */
  readonly partial: boolean;
  readonly location?: Location;
}

export interface UserFunction {
  readonly kind: 'function' | 'aggregate';
  readonly keyspace: string;
  readonly name: string;
  readonly parameters: readonly CqlType[];
  readonly parameterNames: readonly string[];
  readonly returns: CqlType;
  readonly calledOnNull: boolean;
  /** Its body is nothing but `return null`. */
  readonly alwaysNull?: boolean;
  /** As it is written; of a function. */
  readonly body?: string;
  /** Of an aggregate: its state function and its final function, as they were when it was made. */
  readonly madeOf?: readonly UserFunction[];
  /** Of an aggregate. */
  readonly stateType?: CqlType;
  readonly initialCondition?: string;
  readonly language?: string;
  readonly location?: Location;
}

export interface Keyspace {
  readonly name: string;
  readonly options: ReadonlyMap<string, OptionValue>;
  /** Tables, views and virtual tables by name. */
  readonly tables: ReadonlyMap<string, Table>;
  readonly types: ReadonlyMap<string, UserType>;
  /** Functions and aggregates; overloads side by side. */
  readonly functions: ReadonlyMap<string, readonly UserFunction[]>;
  /** Of all its tables, by name: index names are one to a keyspace. */
  readonly indexes: ReadonlyMap<string, Index>;
  /** The names of the views of a table, by the table's name; absent where it has none. */
  readonly views: ReadonlyMap<string, readonly string[]>;
  readonly system: boolean;
  /** Its CREATE KEYSPACE is in the workspace; otherwise it is known only because things are declared in it. */
  readonly declared: boolean;
  readonly location?: Location;
}

/** What is declared at one place of the fold. Immutable; cheap to keep. */
export interface Catalog {
  keyspace(name: string): Keyspace | undefined;
  table(keyspace: string, name: string): Table | undefined;
  keyspaces(): Iterable<Keyspace>;
}
