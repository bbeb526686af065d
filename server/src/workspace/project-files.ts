import {
  batchedInLoops,
  boundTexts,
  type BoundTexts,
  type Embedded,
  hostOf,
  maskedProgram,
  runBehindQueries,
} from '../embedded/index.ts';
import type { ProjectFile } from '../catalog/index.ts';
import { DEFAULT_CONFIGURATION, type Configuration } from '../config/settings.ts';
import { type Mention, namesIn } from '../names/mentions.ts';
import {
  editDocument,
  editProgram,
  languageOf,
  newWorkshop,
  openDocument,
  openProgram,
  type TextEdit,
} from '../syntax/index.ts';
import type { Segment } from '../syntax/segment.ts';
import { edited } from '../text/edited.ts';
import { Analyses } from './analyses.ts';
import { changesPlaceOfFirst, exchangeBetween } from './exchange.ts';
import { asOfProject, inOrder, type OrderedFile } from './file-order.ts';
import { type FileState, mentionsOf, type Replaced } from './file-state.ts';
import type { WorkspaceFile } from './file.ts';
import { madeTable, tablesMadeIn } from './made-tables.ts';
import type { Connecting } from './program-hints.ts';
import { embeddedAt, Programs } from './programs.ts';

/** What a file is to the project, beside its text. */
export interface FileRole {
  /** Relative to the project's folder, with `/`. */
  readonly path: string;
  /** `false` keeps its DDL out of the schema: the left side of a diff, a file that is left out. */
  readonly contributes: boolean;
  /** It is read, and nothing is found in it. */
  readonly leftAlone?: boolean;
}

/** What has happened to the statements of a project. */
export interface FilesChange extends Replaced {
  /** Those in what has come. */
  readonly names: () => Iterable<string>;
  /** A whole file has come or gone, no text in one been edited. */
  readonly ofFile: boolean;
  /** What the comments at the beginning of the file are attached to may be something else. */
  readonly movesFirst: boolean;
}

/** Who keeps something of the texts. */
export interface FilesListener {
  changed(change: FilesChange): void;
  /** How a program connects to a server; `undefined` of one that is gone. */
  connects(uri: string, connecting: Connecting | undefined): void;
}

/** The files of a project: those of CQL, and programs as the schema and their neighbours make them out to be. */
export class ProjectFiles {
  readonly #states = new Map<string, FileState>();
  readonly #leftAlone = new Set<string>();
  readonly #workshop = newWorkshop();
  readonly programs = new Programs(DEFAULT_CONFIGURATION);
  /** The text of a program, or what one says of its neighbours, has changed since it was asked. */
  #programsChanged = false;
  /** The tables that schema files declare are known to the programs. */
  #tablesAreKnown = false;
  #schema = DEFAULT_CONFIGURATION.schema;
  /** The files in the order in which they run; as long as there are the same. */
  #order: readonly OrderedFile[] | undefined;
  readonly #listener: FilesListener;

  constructor(listener: FilesListener) {
    this.#listener = listener;
  }

  configure(configuration: Configuration): void {
    this.#schema = configuration.schema;
    this.#order = undefined;
    this.programs.configure(configuration);
  }

  /** Takes the texts of another project's files, and nothing that was found in them. */
  takeFrom(other: ProjectFiles): void {
    for (const [uri, { file, runBehind, batched, bound }] of other.all)
      this.#states.set(uri, { file, runBehind, batched, bound, analyses: new Analyses(file.document.segments.length) });
    for (const uri of other.#leftAlone) this.#leftAlone.add(uri);
    this.programs.takeFrom(other.programs);
  }

  set(uri: string, text: string, { leftAlone = false, ...role }: FileRole): void {
    if (leftAlone) this.#leftAlone.add(uri);
    else this.#leftAlone.delete(uri);
    if (hostOf(role.path) !== undefined) {
      this.#setProgram(uri, role.path, text);
      return;
    }
    this.#tablesAreKnown = false;
    this.#put({ uri, document: openDocument(text, this.#workshop), language: languageOf(text), ...role });
  }

  note(uri: string, path: string, text: string): void {
    if (this.#states.has(uri)) this.remove(uri);
    this.programs.note(uri, path, text);
    this.#listener.connects(uri, this.programs.connectingOf(uri));
    this.#programsChanged = true;
  }

  edit(uri: string, change: TextEdit): void {
    const program = this.programs.textOf(uri);
    const state = this.all.get(uri);
    if (state === undefined) return;
    if (program !== undefined) {
      this.#setProgram(uri, state.file.path, edited(program, [change]));
      return;
    }
    const document = editDocument(state.file.document, change);
    // What a file is written in is told by its beginning; a keystroke in the middle of a long one does not change it.
    const language =
      document.length < 4096 || state.file.language !== 'cql' ? languageOf(document.text()) : state.file.language;
    if (language !== state.file.language) {
      this.#order = undefined;
      this.#tablesAreKnown = false;
    }
    const { gone, come } = this.#replace(state, { ...state.file, document, language });
    if (this.programs.areThere && [...gone, ...come].some((segment) => madeTable(segment) !== undefined))
      this.#tablesAreKnown = false;
  }

  remove(uri: string): void {
    this.#leftAlone.delete(uri);
    this.programs.remove(uri);
    this.#listener.connects(uri, undefined);
    this.#programsChanged = true;
    const gone = this.all.get(uri)?.file.document.segments;
    if (gone === undefined) return;
    this.#tablesAreKnown = false;
    this.#states.delete(uri);
    this.#order = undefined;
    this.#listener.changed({ uri, gone, come: [], names: () => [], ofFile: true, movesFirst: false });
  }

  /** All files, the programs among them as they are now. */
  get all(): ReadonlyMap<string, FileState> {
    if (!this.programs.areThere) return this.#states;
    if (!this.#tablesAreKnown) {
      this.#tablesAreKnown = true;
      this.programs.know(this.#declaredTables());
    }
    if (!this.programs.areStale) return this.#states;
    this.#programsChanged = true;
    for (const { uri, path, text, code } of this.programs.read()) {
      const state = this.#states.get(uri);
      const cql = maskedProgram(text, code.extraction);
      const stands = code.extraction.statements.flatMap((one) => one.stands);
      const contributes = this.programs.declare;
      const file = { uri, path, language: 'cql' as const, contributes, code };
      if (state === undefined) this.#put({ ...file, document: openProgram(text, cql, stands, this.#workshop) });
      else this.#replace(state, { ...file, document: editProgram(state.file.document, text, cql, stands) });
    }
    return this.#states;
  }

  isLeftAlone(uri: string): boolean {
    return this.#leftAlone.has(uri);
  }

  /** The files as they were when programs were last looked at. */
  get known(): Iterable<FileState> {
    return this.#states.values();
  }

  /** Their texts. */
  *stored(): Iterable<WorkspaceFile> {
    for (const { file } of this.#states.values()) yield file;
  }

  /** The statements of the files that are meant, file by file. */
  *segmentsOf(isMeant: (file: WorkspaceFile) => boolean): Iterable<readonly Segment[]> {
    for (const file of this.stored()) if (isMeant(file)) yield file.document.segments;
  }

  /** What the fold looks at, in the order in which the files run. */
  inOrder(): readonly ProjectFile[] {
    const files = this.all;
    this.#order ??= inOrder(
      Array.from(files.values(), ({ file }) => file),
      this.#schema,
    );
    return this.#order.map((one) => asOfProject(one, files.get(one.uri)!.file));
  }

  /** The same of some files; `undefined` where others have come or gone. */
  asEdited(uris: ReadonlySet<string>): readonly ProjectFile[] | undefined {
    const files = this.all;
    return this.#order?.flatMap((one) => (uris.has(one.uri) ? [asOfProject(one, files.get(one.uri)!.file)] : []));
  }

  /** Whether the text of a program, or what one says of its neighbours, has changed since this was asked. */
  takeProgramsChanged(): boolean {
    const changed = this.#programsChanged;
    this.#programsChanged = false;
    return changed;
  }

  *mentions(name: string): Iterable<Mention> {
    for (const state of this.all.values()) yield* mentionsInFile(state, name);
  }

  mentionsIn(uri: string, name: string): Iterable<Mention> {
    const state = this.all.get(uri);
    return state === undefined ? [] : mentionsInFile(state, name);
  }

  #setProgram(uri: string, path: string, text: string): void {
    this.programs.set(uri, path, text);
    this.#listener.connects(uri, this.programs.connectingOf(uri));
  }

  /** The tables that schema files declare. */
  #declaredTables(): ReadonlySet<string> {
    return tablesMadeIn(this.segmentsOf(({ code, language }) => code === undefined && language === 'cql'));
  }

  #put(file: WorkspaceFile): void {
    const { uri, document } = file;
    const gone = this.#states.get(uri)?.file.document.segments ?? [];
    const state: FileState = { file, ...runningIn(file), analyses: new Analyses(document.segments.length) };
    this.#states.set(uri, state);
    this.#order = undefined;
    const names = (): Iterable<string> => mentionsOf(state).names();
    this.#listener.changed({ uri, gone, come: document.segments, names, ofFile: true, movesFirst: false });
  }

  /** Puts a file that an edit made in the place of what it was. */
  #replace(state: FileState, file: WorkspaceFile): Replaced {
    const { mentions, analyses, located } = state;
    const { splice, gone, come } = exchangeBetween(state.file.document, file.document);
    analyses.exchange(splice);
    const behind = splice.from + splice.come;
    // Something else stands before it now.
    if (behind < analyses.length && analyses.at(behind)?.basis.before === true) analyses.outdate(behind);
    const { runBehind, batched, bound } = runningIn(file);
    for (const segment of [...changedIn(state.runBehind, runBehind), ...changedIn(state.batched, batched)]) {
      const index = file.document.indexOf(segment);
      if (index >= 0) analyses.outdate(index);
    }
    mentions?.replace(gone, come);
    this.#states.set(file.uri, { file, runBehind, batched, bound, analyses, mentions, located });
    const movesFirst = changesPlaceOfFirst(state.file.document.segments, file.document.segments);
    const replaced = { uri: file.uri, gone, come, rebound: reboundIn(state.bound, bound) };
    const names = (): Iterable<string> => come.flatMap((segment) => [...namesIn(segment)]);
    this.#listener.changed({ ...replaced, names, ofFile: false, movesFirst });
    return replaced;
  }
}

/** How a program runs its statements. */
function runningIn({ document, code }: WorkspaceFile): Pick<FileState, 'runBehind' | 'batched' | 'bound'> {
  if (code === undefined) return {};
  const { statements } = code.extraction;
  const text = document.text();
  const segmentOf = ({ start }: Embedded): Segment => document.segments[document.segmentAt(start)]!;
  return {
    runBehind: new Set(runBehindQueries(text, statements).map(segmentOf)),
    batched: new Set(batchedInLoops(text, statements).map(segmentOf)),
    bound: new Map(Array.from(boundTexts(text, statements), ([one, texts]) => [segmentOf(one), texts])),
  };
}

type Bound = ReadonlyMap<Segment, BoundTexts>;

function reboundIn(before: Bound = new Map(), after: Bound = new Map()): readonly Segment[] {
  const isOther = (segment: Segment): boolean =>
    JSON.stringify(before.get(segment)) !== JSON.stringify(after.get(segment));
  return [...new Set([...before.keys(), ...after.keys()])].filter(isOther);
}

const changedIn = <T>(before: ReadonlySet<T> = new Set(), after: ReadonlySet<T> = new Set()): readonly T[] => [
  ...[...before].filter((one) => !after.has(one)),
  ...[...after].filter((one) => !before.has(one)),
];

/** The statements of a file in which a name stands, but those of a program that are still being typed. */
function* mentionsInFile(state: FileState, name: string): Iterable<Mention> {
  const { uri, document, language, code } = state.file;
  if (language !== 'cql') return;
  for (const segment of mentionsOf(state).of(name)) {
    const index = document.indexOf(segment);
    const isDraft = code !== undefined && embeddedAt(code, document.startOf(index) + segment.begin)?.draft === true;
    if (!isDraft) yield { uri, document, index };
  }
}
