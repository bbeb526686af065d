import type { QualifiedName } from '../syntax/ast.ts';
import type { Segment } from '../syntax/segment.ts';
import type { Catalog, Keyspace, Table } from './model.ts';
import type { CassandraRelease } from './release.ts';

/** One file of a project, as the fold takes it. */
export interface ProjectFile {
  readonly uri: string;
  /**
   * Files of the same chain run in the order given, for certain; how the files of different chains stand to each other is a guess.
   * A file that nothing orders is a chain of its own. See `orderFiles`.
   */
  readonly chain: string;
  /** Whether its DDL is part of the schema; that of a down migration is not. */
  readonly contributes: boolean;
  readonly segments: readonly Segment[];
}

export interface ProjectInput {
  /** In the order of `orderFiles`. */
  readonly files: readonly ProjectFile[];
  /** Whose built-in keyspaces and defaults there are. */
  readonly release: CassandraRelease;
  /** The URI of the file that `SOURCE 'path'` in the file `from` means. */
  readonly source?: (from: string, path: string) => string | undefined;
}

/** A statement's place: the file and the index of its segment there. */
export interface Place {
  readonly uri: string;
  readonly segment: number;
}

/** The tables that a name may stand for. */
export interface TableResolution {
  /** Best guess first. Several where a table is declared more than once: what is said must hold for each of them. */
  readonly tables: readonly [Table, ...Table[]];
  /**
   * There are no other candidates. `false` where the name was looked for in other keyspaces than the one in force, or the only
   * declaration is dropped again elsewhere.
   */
  readonly certain: boolean;
}

/** The schema as one statement may see it. */
export interface SchemaView {
  readonly catalog: Catalog;
  /** In force for unqualified names: that of USE, or the one in which they were found. */
  readonly keyspace: string | undefined;
}

/** What all files of a project declare. Immutable, except for what it remembers of its own answers. */
export interface ProjectCatalog {
  readonly input: ProjectInput;
  /** All there is after the last file. */
  readonly final: Catalog;
  /** What the statement at this place sees: the best guess where there are several. */
  at(place: Place): Catalog;
  /** The keyspace of the last USE before this place, in this file or in one that sources it. */
  keyspaceAt(place: Place): string | undefined;
  /** Every declaration of a table that the place may mean, best guess first; without a place, as at the end of everything. */
  alternatives(keyspace: string, table: string, place?: Place): readonly Table[];
  /** The tables that a name at this place may mean; `undefined` where no file declares one. */
  resolveTable(name: QualifiedName, place: Place): TableResolution | undefined;
  /** As `resolveTable`, for a name that may be a keyspace's. */
  resolveKeyspace(name: string, place: Place): Keyspace | undefined;
  /**
   * The schemas to judge the statement at this place in, best guess first, never empty and at most a few. A refusal counts where
   * each of them gives it: several declarations of a table do not fight, nor do files whose order is a guess.
   */
  views(place: Place): readonly [SchemaView, ...SchemaView[]];
}

/** How two folds of a project differ. */
export interface ProjectChanges {
  /** Every statement must be judged again. */
  readonly everything: boolean;
  /** Files in which USE changed: all their statements must be judged again. */
  readonly files: ReadonlySet<string>;
  /** Names of tables and views of which a declaration changed, without their keyspaces. */
  readonly tables: ReadonlySet<string>;
  /** Names of keyspaces whose declaration, types or functions changed. */
  readonly keyspaces: ReadonlySet<string>;
}
