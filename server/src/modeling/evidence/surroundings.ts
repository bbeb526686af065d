import type { Catalog, Keyspace, Location, Table } from '../../catalog/model.ts';
import type { Statement } from '../../syntax/ast.ts';
import type { CassandraRelease, Target } from '../../text/release.ts';
import type { Segment } from '../../syntax/segment.ts';
import type { Memory } from '../../text/memory.ts';
import type { Workshop } from '../../syntax/index.ts';
import type { BoundTexts, Run } from '../../embedded/index.ts';
import type { CertainCopy } from './copies.ts';

/** A statement of the project that names a table. */
export interface Use {
  readonly uri: string;
  readonly segment: Segment;
  readonly statement: Statement;
  /** The segment's: the batch that the statement stands in, else itself. */
  readonly whole: Statement;
  /** Of the statement within its segment (of the inner statement in a batch). */
  readonly at: Location;
}

/** A statement in a program, with the path and line of the program where it stands. */
export interface ProgramUse extends Use {
  readonly place: string;
  /** All of it is known but values. */
  readonly isKnown: boolean;
}

/** A write in a program, with the places where it is run. */
export interface ProgramWrite extends ProgramUse {
  readonly runs: readonly Run[];
  /** Its program writes tables whose names only the running program knows. */
  readonly besideUnknown: boolean;
}

/** The uses of a table in files of CQL and in programs, for what is said of the project as a whole. */
export const everyUseOf = (surroundings: Surroundings, table: Table): readonly Use[] =>
  joined(surroundings.usesOf(table), surroundings.programUsesOf(table));

/** Those of them of which all is known but values, for what one of them alone shows. */
export const knownUsesOf = (surroundings: Surroundings, table: Table): readonly Use[] =>
  joined(
    surroundings.usesOf(table),
    surroundings.programUsesOf(table).filter(({ isKnown }) => isKnown),
  );

/** Most tables are used in files of CQL alone, some of them very often, and are asked for at each of their statements. */
const joined = (uses: readonly Use[], inPrograms: readonly Use[]): readonly Use[] =>
  inPrograms.length === 0 ? uses : [...uses, ...inPrograms];

/** A cassandra.yaml that nobody named: it may be the server's, or that of a developer's machine. */
export interface OwnServer {
  /** Relative to the project's folder, with `/`. */
  readonly path: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The project as seen from one statement. Everything is computed when asked. */
export interface Surroundings {
  /** The final fold of all schema files. */
  readonly catalog: Catalog;
  /** Whether a statement of the project makes, changes or drops a table of this name. */
  hasSteps(keyspace: string, table: string): boolean;
  /** Whether a file that stands in no order with this one drops a table, view or type. */
  isDroppedApart(keyspace: string, name: string, uri: string): boolean;
  /** Whether a statement of the project makes a storage-attached index in a keyspace: the server has them. */
  hasStorageAttached(keyspace: string): boolean;
  /** The keyspaces that statements of the project make, or those that only stand before names. */
  keyspaces(of: 'made' | 'named'): readonly Keyspace[];
  /** Whether a statement of the project would make this table or type, and the server refuses it. */
  isRefused(kind: 'table' | 'type', keyspace: string, name: string): boolean;
  /** Whether one would give a table this column, and is refused. */
  isRefusedColumn(table: Table, column: string): boolean;
  /** What the project calls the column that spreads rows by a hash. */
  readonly shardColumn: string | undefined;
  /** The server that the project shows itself to be written for, where no target is set. */
  readonly writtenFor: Target | undefined;
  /** The release of Cassandra that files beside the CQL name by its number, where no target is set. */
  readonly namedRelease: CassandraRelease | undefined;
  /** The cassandra.yaml that lies in the project, where its settings name none. */
  readonly ownServer: OwnServer | undefined;
  /** What is worked out of tables and keyspaces stays here, which never change. */
  readonly memory: Memory;
  /** Reads the texts that are generated. */
  readonly workshop: Workshop;
  /** Reads and writes of a table anywhere in the project, in file order. */
  usesOf(table: Table): readonly Use[];
  /**
   * Those of the uses that are writes, or batches, in which the word IF stands, and those in programs of which all is known; asking for
   * them rests on fewer statements.
   */
  usesWithIf(table: Table): readonly Use[];
  /** Reads and writes of a table in programs: when and in which order these run nobody knows. */
  programUsesOf(table: Table): readonly ProgramUse[];
  /** Whether a file is a program. */
  isProgram(uri: string): boolean;
  /** Writes of a table in programs, with the functions in which they are run. */
  programWritesOf(table: Table): readonly ProgramWrite[];
  /** A program names the table outside of statements, as a builder or a mapper does that writes it. */
  isSpokenOf(table: Table): boolean;
  /** A program tells a mapper to read and write the table. */
  isMapped(table: Table): boolean;
  /** Tables that hold the rows of this one under another key for certain. */
  copiesOf(table: Table): readonly CertainCopy[];
  /** The statement right before another one in its file. */
  before(at: Location): Segment | undefined;
  /** A function of a program runs a statement behind the query right before it: an INSERT, or a query in a loop. */
  isRunBehind(at: Location): boolean;
  /** The constant texts that a program binds to an INSERT. */
  boundTo(at: Location): BoundTexts | undefined;
  /** A loop of a program puts an INSERT, and nothing else, into one logged batch. */
  isBatchedInLoop(at: Location): boolean;
  /** What the comments before a table's CREATE, and behind its columns, declare (`@rate`, `@unique`, …), one string a comment line. */
  annotationsOf(table: Table): readonly string[];
  /** The first statement of a file, to which comments of the whole file are attached. */
  firstOf(uri: string): Segment | undefined;
  /** The last schema statement of the newest migration, where a statement stands in an older one. */
  newestMigration(at: Location): Location | undefined;
  /** The name that several statements of a file agree upon, where one alone calls a table by another that is a slip of it. */
  agreedSpelling(uri: string, name: string): string | undefined;
  /** All statements of a file; who asks for them is asked again after each edit there. */
  fileOf(uri: string): readonly Segment[] | undefined;
}
