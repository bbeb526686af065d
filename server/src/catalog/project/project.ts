import type { QualifiedName } from '../../syntax/ast.ts';
import type { Logs } from './log.ts';
import type { Lookups, SharedTables } from './lookups.ts';
import type { Catalog, Table } from '../model.ts';
import type { ProjectFile, ProjectInput } from './project-input.ts';
import type { Runs } from './runs.ts';
import type { Units } from './units.ts';
import type { Viewer } from './log.ts';

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
  /** For the next fold, and to compare two. */
  readonly memory: ProjectMemory;
  /** All there is after the last file. */
  readonly final: Catalog;
  /** What the statement at this place sees: the best guess where there are several. */
  at(place: Place): Catalog;
  /** The keyspace of the last USE before this place, in this file or in one that sources it; where there is none, the one that its neighbours show. */
  keyspaceAt(place: Place): string | undefined;
  /** Every declaration of a table that the place may mean, best guess first; without a place, as at the end of everything. */
  alternatives(keyspace: string, table: string, place?: Place): readonly Table[];
  /** The tables that a name at this place may mean; `undefined` where no file declares one. */
  resolveTable(name: QualifiedName, place: Place): TableResolution | undefined;
  /** Whether a statement makes, changes or drops a table of this name. */
  hasSteps(keyspace: string, table: string): boolean;
  /** Whether a file that stands in no order with this one drops a table, view or type. */
  isDroppedApart(keyspace: string, name: string, uri: string): boolean;
  /** Whether a statement would make this table or type, and the server refuses it. */
  isRefused(kind: 'table' | 'type', keyspace: string, name: string): boolean;
  /** Whether a statement makes a storage-attached index in a keyspace, be it dropped again or not. */
  hasStorageAttached(keyspace: string): boolean;
  /** Whether a statement would give a table this column, and the server refuses it. */
  isRefusedColumn(table: Table, column: string): boolean;
  /**
   * The schemas to judge the statement at this place in, best guess first, never empty and at most a few. A refusal counts where
   * each of them gives it: several declarations of a table do not fight, nor do files whose order is a guess.
   */
  views(place: Place): readonly [SchemaView, ...SchemaView[]];
  /**
   * What a server has at this place that was given nothing but the files, in their order; `undefined` where they may not be all there is,
   * or in no order. `unsure` where that is less than what is in the views: a statement before cannot be read, or some servers refuse it.
   */
  bareView(place: Place): (SchemaView & { readonly unsure: boolean }) | undefined;
}

/** Where in its run the statement at a place stands; a file whose chain declares nothing stands in none, and sees all there is. */
export type Viewers = (place: Place, file: ProjectFile | undefined) => Viewer | undefined;

/** What a fold remembers. */
export interface ProjectMemory {
  readonly units: Units;
  readonly runs: Runs;
  readonly logs: Logs;
  readonly lookups: Lookups;
  readonly shared: SharedTables;
  readonly system: Catalog;
  readonly viewers: Viewers;
}

/** How two folds of a project differ. */
export interface ProjectChanges {
  /** Every statement must be judged again. */
  readonly everything: boolean;
  /** Files that run elsewhere than before, or run other files: all their statements must be judged again. */
  readonly files: ReadonlySet<string>;
  /** Files in which USE gives another keyspace: those of their statements that do not say theirs must be judged again. */
  readonly inForce: ReadonlySet<string>;
  /** What else changed, as keys of `needs.ts`. */
  readonly keys: ReadonlySet<string>;
}
