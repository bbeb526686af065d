import type { CqlType } from './types.ts';

/** What the generator believes the cluster holds: its statements are made from it, the server's answers keep it true. */
export interface World {
  /** Keyspaces by name; the first is the one in use. */
  readonly keyspaces: Keyspace[];
  roles: string[];
  identities: string[];
}

export interface Keyspace {
  readonly name: string;
  readonly types: UserType[];
  readonly tables: Table[];
  readonly functions: UserFunction[];
}

export interface UserType {
  readonly keyspace: string;
  readonly name: string;
  fields: readonly Field[];
}

export interface Field {
  readonly name: string;
  readonly type: CqlType;
}

/** A table or a materialized view. */
export interface Table {
  readonly keyspace: string;
  readonly name: string;
  columns: readonly Column[];
  readonly indexes: Index[];
  /** The name of the table that it is a view of. */
  readonly base?: string;
  readonly compact?: boolean;
  readonly transactional?: boolean;
  /** Columns that it had once: the server remembers their types. */
  dropped?: readonly Column[];
}

export interface Column {
  readonly name: string;
  readonly type: CqlType;
  readonly kind: 'partition' | 'clustering' | 'static' | 'regular';
}

export interface Index {
  readonly name: string;
  readonly column: string;
  readonly target: 'simple' | 'keys' | 'values' | 'entries' | 'full';
  readonly family: 'legacy' | 'sasi' | 'sai';
}

export interface UserFunction {
  readonly keyspace: string;
  readonly name: string;
  readonly arguments: readonly CqlType[];
  readonly returns: CqlType;
  readonly aggregate: boolean;
}

/** A statement, and what becomes of the world when the server takes it. */
export interface Made {
  readonly cql: string;
  /** Present where the statement changes the schema or the session. */
  readonly change?: () => void;
  /** Names of the objects that it makes, changes or drops. */
  readonly touches?: readonly string[];
}

export const columnsOf = (table: Table, kind: Column['kind']): readonly Column[] =>
  table.columns.filter((column) => column.kind === kind);

export const isCounterTable = (table: Table): boolean =>
  table.columns.some(({ type }) => type.kind === 'native' && type.name === 'counter');
