import type { Session } from '../analysis/judging/verdict-model.ts';
import { isChosen, releaseFor, targetName, type Target } from '../text/release.ts';
import {
  changesBetween,
  foldProject,
  namesOfTables,
  pathMatcher,
  schemaRulesOf,
  type ProjectCatalog,
  type ProjectFile,
  type RunRules,
  type Catalog,
  type Location,
} from '../catalog/index.ts';
import { namesIn, type Mention } from '../names/mentions.ts';
import { productionOf } from '../config/production.ts';
import { DEFAULT_CONFIGURATION, type Configuration } from '../config/settings.ts';
import { hostOf, maskedProgram, type Databases, type Embedded } from '../embedded/index.ts';
import type { Surroundings } from '../modeling/evidence/surroundings.ts';
import type { RuleContext } from '../rules/rule.ts';
import { otherLanguageFinding } from '../rules/other-language.ts';
import { directivesOf } from '../rules/suppression.ts';
import {
  editDocument,
  editProgram,
  languageOf,
  newWorkshop,
  openDocument,
  openProgram,
  type Language,
  type TextEdit,
} from '../syntax/index.ts';
import type { Segment } from '../syntax/segment.ts';
import { edited } from '../text/edited.ts';
import { newMemory } from '../text/memory.ts';
import { Aim } from './aim.ts';
import { Analyses } from './analyses.ts';
import { Bases, NO_BASIS } from './basis.ts';
import { changedNeeds } from './changed-needs.ts';
import { copiesIn, type Copies } from './copies.ts';
import { changesPlaceOfFirst, exchangeBetween } from './exchange.ts';
import { asOfProject, fileNamed, inOrder, type OrderedFile } from './file-order.ts';
import type { LocatedFinding, SegmentAnalysis, WorkspaceFile } from './file.ts';
import type { Hint } from './written-for.ts';
import { analyse, contextsOf, judgeOfSteps, type Judge, type PlacedSegment } from './judge.ts';
import { inOneWord } from './in-one-word.ts';
import { locate, relocate } from './locate.ts';
import { contestedTables, madeTable, type Makings, makingsIn, sameMakings, tablesMadeIn } from './made-tables.ts';
import { newestMigration } from './newest-migration.ts';
import { embeddedAt, Programs } from './programs.ts';
import { sayable } from './sayable.ts';
import { type FileState, mentionsOf, type Replaced } from './file-state.ts';
import { ProjectUses } from './project-uses.ts';
import { shownOf } from './shown.ts';

/** What a file is to the project, beside its text. */
export interface FileRole {
  /** Relative to the project's folder, with `/`. */
  readonly path: string;
  /** `false` keeps its DDL out of the schema: the left side of a diff, a file that is left out. */
  readonly contributes: boolean;
}

/**
 * One project's files and what is known about them. The texts come from its owner (an editor, the command line); everything else is
 * computed when asked for and kept until something that it depends on changes.
 */
export class Workspace {
  /** All files; `#files` are these with the programs as they are now. */
  readonly #states = new Map<string, FileState>();
  readonly #workshop = newWorkshop();
  /** Reads the texts that proposals are made of. */
  readonly #drafts = newWorkshop();
  #memory = newMemory();
  /** As it is set. */
  #set: Configuration = DEFAULT_CONFIGURATION;
  /** With the target that counts. */
  #configuration: Configuration = DEFAULT_CONFIGURATION;
  readonly #aim = new Aim(() => this.#stored());
  #server: ReadonlyMap<string, unknown> | undefined;
  /** The files in the order in which they run; as long as there are the same. */
  #order: readonly OrderedFile[] | undefined;
  #project: ProjectCatalog | undefined;
  /** The last fold with the same rules. */
  #folded: ProjectCatalog | undefined;
  /** The fold on which the files' analyses rest. */
  #analysedIn: ProjectCatalog | undefined;
  /** What edits did to the texts since then. */
  #replaced: Replaced[] = [];
  /** Of the fold on which the files' analyses rest. */
  readonly #uses = new ProjectUses(
    () => this.#files,
    () => this.project,
  );
  /** The text of a program has changed since the files were analysed. */
  #programsChanged = false;
  /** Of schema statements; of the configuration and the server's settings. */
  #rules = this.#rulesOf();
  #isForProduction = productionOf(undefined);
  readonly #bases = new Bases();
  readonly #programs = new Programs(DEFAULT_CONFIGURATION);
  /** The tables that programs make, in the fold that was asked last. */
  #made: { readonly of: ProjectCatalog; readonly tables: Makings } | undefined;
  /** The tables that schema files declare are known to the programs. */
  #tablesAreKnown = false;
  /** The copies in the fold with this catalog. */
  #copiesOf: { readonly final: Catalog; readonly copies: Copies } | undefined;

  /** Sets the configuration and the settings of the server's cassandra.yaml, where there is one. */
  configure(configuration: Configuration, server?: ReadonlyMap<string, unknown>): void {
    this.#set = configuration;
    this.#server = server;
    this.#aim.outdate();
    this.#use(configuration);
  }

  /** Sets another target; all else that is set stays. */
  retarget(target: Target): void {
    this.configure({ ...this.#set, target }, this.#server);
  }

  /** Sets what files beside the CQL say about the server. */
  hint(hints: readonly Hint[]): void {
    this.#aim.hint(hints);
  }

  #use(configuration: Configuration): void {
    this.#configuration = configuration;
    this.#rules = this.#rulesOf();
    this.#isForProduction = productionOf(configuration.production);
    this.#order = undefined;
    this.#programs.configure(configuration);
    this.#forgetAll();
  }

  /** Another workspace with the same files, which may be changed without this one. */
  copy(): Workspace {
    const copy = new Workspace();
    copy.configure(this.#set, this.#server);
    for (const [uri, { file }] of this.#files)
      copy.#states.set(uri, { file, analyses: new Analyses(file.document.segments.length) });
    copy.#programs.takeFrom(this.#programs);
    copy.#aim.takeFrom(this.#aim);
    return copy;
  }

  /** What is set, and where that is no target the one that the project shows itself to be written for. */
  get configuration(): Configuration {
    this.#takeAim();
    return this.#configuration;
  }

  /** The patterns of the setting `schema` that match no file of CQL, in their order. */
  unmatchedSchema(): readonly string[] {
    const paths = [...this.#states.values()].flatMap(({ file }) => (file.code === undefined ? [file.path] : []));
    return this.#configuration.schema.filter((pattern) => !paths.some(pathMatcher(pattern)));
  }

  /** Adds a file, or replaces its text and role. */
  set(uri: string, text: string, role: FileRole): void {
    if (hostOf(role.path) !== undefined) {
      this.#programs.set(uri, role.path, text);
      this.#aim.noteProgram(uri, this.#programs.connectingOf(uri));
      return;
    }
    this.#tablesAreKnown = false;
    this.#put({ uri, document: openDocument(text, this.#workshop), language: languageOf(text), ...role });
  }

  /** Notes what a program without statements says of its neighbours; it is no file of the project. */
  note(uri: string, path: string, text: string): void {
    if (this.#states.has(uri)) this.remove(uri);
    this.#programs.note(uri, path, text);
    this.#aim.noteProgram(uri, this.#programs.connectingOf(uri));
    this.#programsChanged = true;
    this.#project = undefined;
  }

  /** Notes what a file that lists dependencies says of the programs around it. */
  noteModule(path: string, databases: Databases): void {
    this.#programs.noteModule(path, databases);
  }

  /** Applies one change to a file that is there. */
  edit(uri: string, change: TextEdit): void {
    const program = this.#programs.textOf(uri);
    const state = this.#files.get(uri);
    if (state === undefined) return;
    if (program !== undefined) {
      this.#programs.set(uri, state.file.path, edited(program, [change]));
      this.#aim.noteProgram(uri, this.#programs.connectingOf(uri));
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
    if (this.#programs.areThere && [...gone, ...come].some((segment) => madeTable(segment) !== undefined))
      this.#tablesAreKnown = false;
  }

  remove(uri: string): void {
    this.#programs.remove(uri);
    this.#aim.noteProgram(uri, undefined);
    this.#programsChanged = true;
    this.#project = undefined;
    const gone = this.file(uri)?.document.segments;
    if (gone === undefined) return;
    this.#tablesAreKnown = false;
    this.#note({ uri, gone, come: [] });
    this.#states.delete(uri);
    this.#uses.forgetOrder();
    this.#order = undefined;
    this.#project = undefined;
  }

  /** The statements anywhere in the project in which a name stands, file by file, in no particular order. */
  *mentions(name: string): Iterable<Mention> {
    for (const state of this.#files.values()) yield* mentionsInFile(state, name);
  }

  /** Those in one file. */
  mentionsIn(uri: string, name: string): Iterable<Mention> {
    const state = this.#files.get(uri);
    return state === undefined ? [] : mentionsInFile(state, name);
  }

  /** Looks for the names in a file, which whoever asks for one would wait for. */
  prepareNames(uri: string): void {
    const state = this.#files.get(uri);
    if (state !== undefined) mentionsOf(state);
  }

  /** The statements that would begin at some offsets of a program with another text, where it differs in its texts and comments alone. */
  rewritten(uri: string, text: string, starts: ReadonlySet<number>): readonly Embedded[] | undefined {
    return this.#programs.rewritten(uri, text, starts);
  }

  file(uri: string): WorkspaceFile | undefined {
    return this.#files.get(uri)?.file;
  }

  *files(): Iterable<WorkspaceFile> {
    for (const { file } of this.#files.values()) yield file;
  }

  /** The paths of all files, and of the programs that only say something of their neighbours. */
  *paths(): Iterable<string> {
    for (const { file } of this.#states.values()) yield file.path;
    yield* this.#programs.paths();
  }

  /** What all files declare. */
  get project(): ProjectCatalog {
    this.#takeAim();
    if (this.#project === undefined) {
      const input = {
        files: this.#orderedFiles(),
        release: releaseFor(this.#configuration.target),
        rules: this.#rules,
        source: (from: string, path: string) => fileNamed(path, this.file(from)?.path ?? '', this.files()),
      };
      this.#project = this.#folded = foldProject(input, this.#analysedIn ?? this.#folded);
    }
    return this.#project;
  }

  /**
   * The findings of a file in the order of its text, those that the user silenced left out. The same list as long as nothing that it
   * rests on has changed.
   */
  findings(uri: string): readonly LocatedFinding[] {
    const state = this.#files.get(uri);
    if (state === undefined) return [];
    const analyses = this.#analyses(state);
    const configuration = this.#configuration;
    const { code } = state.file;
    const made = code === undefined ? NO_MAKINGS : this.#madeByPrograms();
    const last = state.located;
    if (
      last !== undefined &&
      last.code === code &&
      last.made === made &&
      last.configuration === configuration &&
      last.changes === analyses.changes
    )
      return last.findings;
    const said =
      code === undefined
        ? analyses
        : sayable(state.file, code, analyses, {
            ...configuration,
            made,
            declare: this.#programs.declare,
            project: this.project,
          });
    const changes = analyses.takeChanges();
    const placed =
      (last?.configuration === configuration && code === undefined && changes !== undefined
        ? relocate(last.placed, changes, state.file, said, configuration)
        : undefined) ?? locate(state.file, said, configuration);
    const findings = inOneWord(
      state.file.document,
      placed.map(({ located }) => located),
    );
    state.located = { code, made, changes: analyses.changes, configuration, placed, findings };
    return findings;
  }

  /** Looks at statements of a file until time is up; gives whether its findings are there to be asked for. */
  advance(uri: string, isUp: () => boolean): boolean {
    const state = this.#files.get(uri);
    return state === undefined || this.#advance(state, isUp);
  }

  /** The segments of a file whose analysis failed, by index, and how. */
  failures(uri: string): readonly { readonly index: number; readonly failure: unknown }[] {
    const state = this.#files.get(uri);
    if (state === undefined) return [];
    const analyses = this.#analyses(state);
    const found: { readonly index: number; readonly failure: unknown }[] = [];
    for (let index = 0; index < analyses.length; index += 1) {
      const failure = analyses.at(index)?.failure;
      if (failure !== undefined) found.push({ index, failure });
    }
    return found;
  }

  /** The contexts of the statement in a segment, one for each schema it may see; for fixes, hover and proposals. */
  contexts(uri: string, index: number): readonly RuleContext[] {
    const state = this.#files.get(uri);
    const segment = state?.file.document.segments[index];
    return segment === undefined || state?.file.language !== 'cql'
      ? []
      : contextsOf(this.#judge(), { uri, index, segment });
  }

  /** The schema and settings as the statement in a segment sees them (best guess). */
  session(uri: string, index: number): Session {
    const judge = this.#judge();
    const [{ catalog, keyspace }] = judge.project.views({ uri, segment: index });
    return { catalog, keyspace, target: judge.target, complete: judge.complete, configuration: judge.configuration };
  }

  get surroundings(): Surroundings {
    const surroundings: Surroundings = {
      catalog: this.project.final,
      hasSteps: (keyspace, table) => this.project.hasSteps(keyspace, table),
      hasStorageAttached: (keyspace) => this.project.hasStorageAttached(keyspace),
      isRefused: (kind, keyspace, name) => this.project.isRefused(kind, keyspace, name),
      isRefusedColumn: (table, column) => this.project.isRefusedColumn(table, column),
      shardColumn: this.#configuration.shardColumn,
      writtenFor: this.#aim.writtenFor,
      memory: this.#memory,
      workshop: this.#drafts,
      usesOf: (table) => this.#upToDate(this.#uses.all).of(table),
      usesWithIf: (table) => this.#upToDate(this.#uses.conditional).of(table),
      annotationsOf: (table) => table.location?.segment.comments.map(({ text }) => text) ?? [],
      copiesOf: (table) => this.#copies.of(table, surroundings),
      programUsesOf: (table) => (this.#programs.areThere ? this.#upToDate(this.#uses.inPrograms).of(table) : NO_USES),
      isProgram: (uri) => this.#files.get(uri)?.file.code !== undefined,
      programWritesOf: (table) =>
        this.#programs.areThere ? this.#upToDate(this.#uses.programWrites).of(table) : NO_USES,
      isSpokenOf: ({ name }) => this.#programs.speaksOf(name),
      isMapped: ({ name }) => this.#programs.maps(name),
      before: (at) => this.#before(at),
      firstOf: (uri) => this.#files.get(uri)?.file.document.segments[0],
      newestMigration: (at) => newestMigration(this.project, at),
      fileOf: (uri) => this.#files.get(uri)?.file.document.segments,
    };
    return surroundings;
  }

  /** All files, the programs among them as the schema and their neighbours make them out to be. */
  get #files(): Map<string, FileState> {
    if (!this.#programs.areThere) return this.#states;
    if (!this.#tablesAreKnown) {
      this.#tablesAreKnown = true;
      this.#programs.know(this.#declaredTables());
    }
    if (!this.#programs.areStale) return this.#states;
    this.#programsChanged = true;
    for (const { uri, path, text, code } of this.#programs.read()) {
      const state = this.#states.get(uri);
      const cql = maskedProgram(text, code.extraction);
      const contributes = this.#programs.declare;
      const file = { uri, path, language: 'cql' as const, contributes, code };
      if (state === undefined) this.#put({ ...file, document: openProgram(text, cql, this.#workshop) });
      else this.#replace(state, { ...file, document: editProgram(state.file.document, text, cql) });
    }
    return this.#states;
  }

  /** The tables that schema files declare. */
  #declaredTables(): ReadonlySet<string> {
    return tablesMadeIn(this.#segmentsOf(({ code, language }) => code === undefined && language === 'cql'));
  }

  /**
   * The tables that programs make, where that is no part of the schema, else those that several make, each in its own way; the same map
   * as long as they are the same.
   */
  #madeByPrograms(): Makings {
    const of = this.project;
    if (this.#made?.of !== of) {
      const programs = this.#segmentsOf(({ code }) => code !== undefined);
      const tables = this.#programs.declare ? contestedTables(programs) : makingsIn(programs);
      const before = this.#made?.tables;
      this.#made = { of, tables: before !== undefined && sameMakings(before, tables) ? before : tables };
    }
    return this.#made.tables;
  }

  *#segmentsOf(isMeant: (file: WorkspaceFile) => boolean): Iterable<readonly Segment[]> {
    for (const file of this.#stored()) if (isMeant(file)) yield file.document.segments;
  }

  *#stored(): Iterable<WorkspaceFile> {
    for (const { file } of this.#states.values()) yield file;
  }

  #put(file: WorkspaceFile): void {
    const { uri, document } = file;
    const gone = this.#states.get(uri)?.file.document.segments ?? [];
    this.#note({ uri, gone, come: document.segments });
    const state: FileState = { file, analyses: new Analyses(document.segments.length) };
    this.#states.set(uri, state);
    this.#uses.note(uri, () => mentionsOf(state).names());
    this.#uses.forgetOrder();
    this.#order = undefined;
    this.#project = undefined;
  }

  /** Puts a file that an edit made in the place of what it was. */
  #replace(state: FileState, file: WorkspaceFile): Replaced {
    const { mentions, analyses, located } = state;
    const { splice, gone, come } = exchangeBetween(state.file.document, file.document);
    analyses.exchange(splice);
    const behind = splice.from + splice.come;
    // Something else stands before it now.
    if (behind < analyses.length && analyses.at(behind)?.basis.before === true) analyses.outdate(behind);
    const replaced = { uri: file.uri, gone, come };
    mentions?.replace(replaced.gone, replaced.come);
    for (const segment of replaced.come) this.#uses.note(file.uri, () => namesIn(segment));
    this.#note(replaced);
    this.#states.set(file.uri, { file, analyses, mentions, located });
    this.#project = undefined;
    if (changesPlaceOfFirst(state.file.document.segments, file.document.segments)) this.#forgetAll();
    return replaced;
  }

  #note(replaced: Replaced): void {
    this.#replaced.push(replaced);
    this.#aim.note(replaced);
  }

  /** Takes as target what is set, else what the project shows itself to be written for. */
  #takeAim(): void {
    if (!this.#aim.isStale) return;
    const before = this.#aim.said?.segment;
    const wasUnjudged = this.#aim.isUnjudged;
    this.#aim.look(isChosen(this.#set.target));
    const now = this.#aim.said?.segment;
    const target = this.#aim.target ?? this.#set.target;
    if (targetName(target) !== targetName(this.#configuration.target)) this.#use({ ...this.#set, target });
    else if (this.#aim.isUnjudged !== wasUnjudged) this.#forgetAll();
    else if (before !== now) this.#forgetSegments([before, now]);
  }

  #forgetSegments(segments: readonly (Segment | undefined)[]): void {
    for (const { file, analyses } of this.#files.values()) {
      for (const segment of segments) {
        const index = segment === undefined ? -1 : file.document.indexOf(segment);
        if (index >= 0) analyses.forget(index);
      }
    }
  }

  #rulesOf(): RunRules {
    const { target, completeSchema } = this.#configuration;
    const configuration = this.#server;
    return {
      schema: schemaRulesOf(releaseFor(target), configuration),
      judge: judgeOfSteps({ target, configuration, complete: completeSchema }),
      complete: completeSchema,
    };
  }

  #judge(): Judge {
    return {
      project: this.project,
      surroundings: this.surroundings,
      pathOf: (uri) => this.#files.get(uri)?.file.path ?? '',
      isForProduction: this.#isForProduction,
      target: this.#configuration.target,
      complete: this.#configuration.completeSchema,
      configuration: this.#server,
      ofProject: this.#aim.said,
      isUnjudged: this.#aim.isUnjudged,
    };
  }

  /** The analyses of a file's segments, those that still hold reused. */
  #analyses(state: FileState): Analyses {
    this.#advance(state, NEVER);
    return state.analyses;
  }

  /** Makes the analyses of a file's segments that do not hold; gives whether all are made. */
  #advance(state: FileState, isUp: () => boolean): boolean {
    this.#catchUp();
    const judge = this.#judge();
    const { uri, document, language } = state.file;
    const { segments } = document;
    const { analyses } = state;
    if (language !== 'cql') {
      const [segment] = segments;
      if (segment === undefined || analyses.at(0) !== undefined) return true;
      const analysis = unread(language, segment);
      analyses.put(0, analysis, 0, shownOf(analysis.findings, segment, this.#configuration, analyses.numberOf));
      return true;
    }
    const { changes } = this.#bases;
    for (let index = 0; (index = analyses.nextToCompute(index, changes)) < segments.length; index += 1) {
      if (isUp()) return false;
      const segment = segments[index]!;
      const analysis = this.#analysed(judge, { uri, index, segment }, analyses.at(index));
      analyses.put(
        index,
        analysis,
        changes[analysis.basis.id]!,
        shownOf(analysis.findings, segment, this.#configuration, analyses.numberOf),
      );
    }
    return true;
  }

  #analysed(judge: Judge, placed: PlacedSegment, before: SegmentAnalysis | undefined): SegmentAnalysis {
    try {
      return analyse(judge, placed, this.#bases, before);
    } catch (failure) {
      return { findings: [], directives: [], basis: NO_BASIS, failure };
    }
  }

  #forgetAll(): void {
    this.#memory = newMemory();
    this.#project = undefined;
    this.#folded = undefined;
    this.#analysedIn = undefined;
    this.#forget();
  }

  /** What is kept, once what edits may have made wrong is dropped. */
  #upToDate<Kept>(kept: Kept): Kept {
    this.#catchUp();
    return kept;
  }

  /** Drops what edits may have made wrong since the last fold. */
  #catchUp(): void {
    const { project } = this;
    const before = this.#analysedIn;
    if (before === project) return;
    const replaced = this.#replaced;
    this.#analysedIn = project;
    this.#replaced = [];
    if (this.#programs.areThere) this.#uses.forgetPrograms();
    const changes = before === undefined ? undefined : changesBetween(before, project);
    if (changes === undefined || changes.everything || changes.files.size > 0) {
      this.#forget();
      return;
    }
    if (changes.inForce.size > 0) this.#uses.forget();
    else {
      for (const name of namesOfTables(changes.keys)) this.#uses.forgetTables(name);
      this.#uses.exchange(replaced);
    }
    const needs = changedNeeds(changes, replaced, this.#files, this.#programsChanged);
    this.#programsChanged = false;
    const copies = changes.keys.size > 0 ? this.#bases.changedCopies(changes, this.#copies, this.surroundings) : [];
    this.#bases.outdate([...needs, ...copies]);
    this.#bases.prune(this.#states.values());
  }

  #forget(): void {
    for (const { analyses } of this.#states.values()) analyses.forgetAll();
    this.#bases.clear();
    this.#uses.forget();
  }

  #orderedFiles(): readonly ProjectFile[] {
    const files = this.#files;
    this.#order ??= inOrder(
      Array.from(files.values(), ({ file }) => file),
      this.#configuration.schema,
    );
    return this.#order.map((one) => asOfProject(one, files.get(one.uri)!.file));
  }

  get #copies(): Copies {
    const { final } = this.project;
    if (this.#copiesOf?.final !== final) this.#copiesOf = { final, copies: copiesIn(this.project) };
    return this.#copiesOf.copies;
  }

  #before({ uri, segment }: Location): Segment | undefined {
    const document = this.#files.get(uri)?.file.document;
    const index = document?.indexOf(segment) ?? -1;
    return index < 1 ? undefined : document!.segments[index - 1];
  }
}

const NEVER = (): boolean => false;
const NO_MAKINGS: Makings = new Map();
const NO_USES: readonly never[] = [];

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

/** All that is said about a file in another language. */
const unread = (language: Exclude<Language, 'cql'>, segment: Segment): SegmentAnalysis => ({
  findings: [otherLanguageFinding(language, segment)],
  directives: directivesOf(segment),
  basis: NO_BASIS,
});
