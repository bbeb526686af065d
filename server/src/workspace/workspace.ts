import type { Session } from '../analysis/judging/verdict-model.ts';
import { isChosen, releaseFor, targetName, type Target } from '../text/release.ts';
import {
  changesBetween,
  foldProject,
  refoldProject,
  namesOfTables,
  pathMatcher,
  schemaRulesOf,
  type ProjectCatalog,
  type RunRules,
  type Catalog,
  type Keyspace,
  type Location,
} from '../catalog/index.ts';
import type { Mention } from '../names/mentions.ts';
import { productionOf } from '../config/production.ts';
import { DEFAULT_CONFIGURATION, type Configuration } from '../config/settings.ts';
import type { Databases, Embedded } from '../embedded/index.ts';
import type { OwnServer, Surroundings } from '../modeling/evidence/surroundings.ts';
import type { RuleContext } from '../rules/rule.ts';
import { otherLanguageFinding } from '../rules/other-language.ts';
import { directivesOf } from '../rules/suppression.ts';
import { newWorkshop, type Language, type TextEdit } from '../syntax/index.ts';
import type { Segment } from '../syntax/segment.ts';
import { newMemory } from '../text/memory.ts';
import { Aim } from './aim.ts';
import type { Analyses } from './analyses.ts';
import { Bases, NO_BASIS } from './basis.ts';
import { changedNeeds } from './changed-needs.ts';
import { copiesIn, type Copies } from './copies.ts';
import { fileNamed } from './file-order.ts';
import type { LocatedFinding, SegmentAnalysis, WorkspaceFile } from './file.ts';
import type { Hint } from './written-for.ts';
import { analyse, contextsOf, judgeOfSteps, type Judge, type PlacedSegment } from './judge.ts';
import { inOneWord } from './in-one-word.ts';
import { locate, relocate } from './locate.ts';
import { contestedTables, type Makings, makingsIn, sameMakings } from './made-tables.ts';
import { newestMigration } from './newest-migration.ts';
import { type FileRole, type FilesChange, ProjectFiles } from './project-files.ts';
import { sayable } from './sayable.ts';
import { type FileState, mentionsOf, type Replaced } from './file-state.ts';
import { ProjectUses } from './project-uses.ts';
import { Spellings } from './spellings.ts';
import { shownOf } from './shown.ts';

/**
 * One project's files and what is known about them. The texts come from its owner (an editor, the command line); everything else is
 * computed when asked for and kept until something that it depends on changes.
 */
export class Workspace {
  readonly #files = new ProjectFiles({
    changed: (change) => this.#noteChange(change),
    connects: (uri, connecting) => this.#aim.noteProgram(uri, connecting),
  });
  /** Reads the texts that proposals are made of. */
  readonly #drafts = newWorkshop();
  #memory = newMemory();
  /** As it is set. */
  #set: Configuration = DEFAULT_CONFIGURATION;
  /** With the target that counts. */
  #configuration: Configuration = DEFAULT_CONFIGURATION;
  readonly #aim = new Aim(() => this.#files.stored());
  #server: ReadonlyMap<string, unknown> | undefined;
  #ownServer: OwnServer | undefined;
  #project: ProjectCatalog | undefined;
  /** The files that were edited since that was made. */
  readonly #edited = new Set<string>();
  /** The last fold with the same rules. */
  #folded: ProjectCatalog | undefined;
  /** The fold on which the files' analyses rest. */
  #analysedIn: ProjectCatalog | undefined;
  /** What edits did to the texts since then. */
  #replaced: Replaced[] = [];
  /** Of the fold on which the files' analyses rest. */
  readonly #uses = new ProjectUses(
    () => this.#files.all,
    () => this.project,
  );
  readonly #spellings = new Spellings(() => this.#files.all);
  /** Of schema statements; of the configuration and the server's settings. */
  #rules = this.#rulesOf();
  #isForProduction = productionOf(undefined);
  readonly #bases = new Bases();
  /** The tables that programs make, in the fold that was asked last. */
  #made: { readonly of: ProjectCatalog; readonly tables: Makings } | undefined;
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
  hint(hints: readonly Hint[], ownServer?: OwnServer): void {
    this.#aim.hint(hints);
    this.#ownServer = ownServer;
  }

  #use(configuration: Configuration): void {
    this.#configuration = configuration;
    this.#rules = this.#rulesOf();
    this.#isForProduction = productionOf(configuration.production);
    this.#files.configure(configuration);
    this.#forgetAll();
  }

  /** Another workspace with the same files, which may be changed without this one. */
  copy(): Workspace {
    const copy = new Workspace();
    copy.configure(this.#set, this.#server);
    copy.#files.takeFrom(this.#files);
    copy.#aim.takeFrom(this.#aim);
    copy.#ownServer = this.#ownServer;
    return copy;
  }

  /** What is set, and where that is no target the one that the project shows itself to be written for. */
  get configuration(): Configuration {
    this.#takeAim();
    return this.#configuration;
  }

  /** The patterns of the setting `schema` that match no file of CQL, in their order. */
  unmatchedSchema(): readonly string[] {
    const paths = [...this.#files.stored()].flatMap(({ code, path }) => (code === undefined ? [path] : []));
    return this.#configuration.schema.filter((pattern) => !paths.some(pathMatcher(pattern)));
  }

  /** Adds a file, or replaces its text and role. */
  set(uri: string, text: string, role: FileRole): void {
    this.#files.set(uri, text, role);
  }

  /** Notes what a program without statements says of its neighbours; it is no file of the project. */
  note(uri: string, path: string, text: string): void {
    this.#files.note(uri, path, text);
    this.#project = undefined;
  }

  /** Notes what a file that lists dependencies says of the programs around it. */
  noteModule(path: string, databases: Databases): void {
    this.#files.programs.noteModule(path, databases);
  }

  /** Applies one change to a file that is there. */
  edit(uri: string, change: TextEdit): void {
    this.#files.edit(uri, change);
  }

  remove(uri: string): void {
    this.#project = undefined;
    this.#files.remove(uri);
  }

  /** The statements anywhere in the project in which a name stands, file by file, in no particular order. */
  mentions(name: string): Iterable<Mention> {
    return this.#files.mentions(name);
  }

  /** Those in one file. */
  mentionsIn(uri: string, name: string): Iterable<Mention> {
    return this.#files.mentionsIn(uri, name);
  }

  /** Looks for the names in a file, which whoever asks for one would wait for. */
  prepareNames(uri: string): void {
    const state = this.#files.all.get(uri);
    if (state !== undefined) mentionsOf(state);
  }

  /** The statements that would begin at some offsets of a program with another text, where it differs in its texts and comments alone. */
  rewritten(uri: string, text: string, starts: ReadonlySet<number>): readonly Embedded[] | undefined {
    return this.#files.programs.rewritten(uri, text, starts);
  }

  file(uri: string): WorkspaceFile | undefined {
    return this.#files.all.get(uri)?.file;
  }

  *files(): Iterable<WorkspaceFile> {
    for (const { file } of this.#files.all.values()) yield file;
  }

  /** The paths of all files, and of the programs that only say something of their neighbours. */
  *paths(): Iterable<string> {
    for (const { path } of this.#files.stored()) yield path;
    yield* this.#files.programs.paths();
  }

  /** What all files declare. */
  get project(): ProjectCatalog {
    this.#takeAim();
    if (this.#project !== undefined && this.#edited.size > 0) {
      const edited = this.#files.asEdited(this.#edited);
      // Looking at the programs may have shown that more has changed.
      this.#project = this.#project && edited && refoldProject(this.#project, edited);
      this.#folded = this.#project ?? this.#folded;
    }
    if (this.#project === undefined) {
      const input = {
        files: this.#files.inOrder(),
        release: releaseFor(this.#configuration.target),
        rules: this.#rules,
        source: (from: string, path: string) => fileNamed(path, this.file(from)?.path ?? '', this.files()),
      };
      this.#project = this.#folded = foldProject(input, this.#analysedIn ?? this.#folded);
    }
    this.#edited.clear();
    return this.#project;
  }

  /**
   * The findings of a file in the order of its text, those that the user silenced left out. The same list as long as nothing that it
   * rests on has changed.
   */
  findings(uri: string): readonly LocatedFinding[] {
    const state = this.#files.all.get(uri);
    if (state === undefined || this.#files.isLeftAlone(uri)) return NO_FINDINGS;
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
            declare: this.#files.programs.declare,
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
    const state = this.#files.all.get(uri);
    return state === undefined || this.#advance(state, isUp);
  }

  /** The segments of a file whose analysis failed, by index, and how. */
  failures(uri: string): readonly { readonly index: number; readonly failure: unknown }[] {
    const state = this.#files.all.get(uri);
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
    const state = this.#files.all.get(uri);
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
      isDroppedApart: (keyspace, name, uri) => this.project.isDroppedApart(keyspace, name, uri),
      hasStorageAttached: (keyspace) => this.project.hasStorageAttached(keyspace),
      keyspaces: (of) => {
        const { final } = this.project;
        return this.#memory.kept(keyspacesIn, final, () => keyspacesIn(final))[of];
      },
      isRefused: (kind, keyspace, name) => this.project.isRefused(kind, keyspace, name),
      isRefusedColumn: (table, column) => this.project.isRefusedColumn(table, column),
      shardColumn: this.#configuration.shardColumn,
      writtenFor: this.#aim.writtenFor,
      namedRelease: this.#aim.namedRelease,
      ownServer: this.#ownServer,
      memory: this.#memory,
      workshop: this.#drafts,
      usesOf: (table) => this.#upToDate(this.#uses.all).of(table),
      usesWithIf: (table) => this.#upToDate(this.#uses.conditional).of(table),
      annotationsOf: (table) => table.location?.segment.comments.map(({ text }) => text) ?? [],
      copiesOf: (table) => this.#copies.of(table, surroundings),
      programUsesOf: (table) =>
        this.#files.programs.areThere ? this.#upToDate(this.#uses.inPrograms).of(table) : NO_USES,
      isProgram: (uri) => this.#files.all.get(uri)?.file.code !== undefined,
      programWritesOf: (table) =>
        this.#files.programs.areThere ? this.#upToDate(this.#uses.programWrites).of(table) : NO_USES,
      isSpokenOf: ({ name }) => this.#files.programs.speaksOf(name),
      isMapped: ({ name }) => this.#files.programs.maps(name),
      before: (at) => this.#before(at),
      isRunBehind: ({ uri, segment }) => this.#files.all.get(uri)?.runBehind?.has(segment) === true,
      boundTo: ({ uri, segment }) => this.#files.all.get(uri)?.bound?.get(segment),
      isBatchedInLoop: ({ uri, segment }) => this.#files.all.get(uri)?.batched?.has(segment) === true,
      firstOf: (uri) => this.#files.all.get(uri)?.file.document.segments[0],
      newestMigration: (at) => newestMigration(this.project, at),
      agreedSpelling: (uri, name) => this.#upToDate(this.#spellings).agreed(uri, name),
      fileOf: (uri) => this.#files.all.get(uri)?.file.document.segments,
    };
    return surroundings;
  }

  /**
   * The tables that programs make, where that is no part of the schema, else those that several make, each in its own way; the same map
   * as long as they are the same.
   */
  #madeByPrograms(): Makings {
    const of = this.project;
    if (this.#made?.of !== of) {
      const programs = this.#files.segmentsOf(({ code }) => code !== undefined);
      const tables = this.#files.programs.declare ? contestedTables(programs) : makingsIn(programs);
      const before = this.#made?.tables;
      this.#made = { of, tables: before !== undefined && sameMakings(before, tables) ? before : tables };
    }
    return this.#made.tables;
  }

  #noteChange({ uri, gone, come, names, ofFile, movesFirst }: FilesChange): void {
    this.#replaced.push({ uri, gone, come });
    this.#aim.note({ gone, come });
    this.#uses.note(uri, names);
    if (ofFile) {
      this.#uses.forgetOrder();
      this.#project = undefined;
    } else this.#edited.add(uri);
    if (movesFirst) this.#forgetAll();
  }

  /** Takes as target what is set, else what the project shows itself to be written for. */
  #takeAim(): void {
    if (!this.#aim.isStale) return;
    const before = this.#aim.said?.segment;
    const { isUnjudged: wasUnjudged, writtenFor: wasFor, namedRelease: wasNamed } = this.#aim;
    this.#aim.look(isChosen(this.#set.target));
    const now = this.#aim.said?.segment;
    const target = this.#aim.target ?? this.#set.target;
    const isForAnother = nameOf(this.#aim.writtenFor) !== nameOf(wasFor) || this.#aim.namedRelease !== wasNamed;
    if (targetName(target) !== targetName(this.#configuration.target)) this.#use({ ...this.#set, target });
    else if (this.#aim.isUnjudged !== wasUnjudged || isForAnother) this.#forgetAll();
    else if (before !== now) this.#forgetSegments([before, now]);
  }

  #forgetSegments(segments: readonly (Segment | undefined)[]): void {
    for (const { file, analyses } of this.#files.all.values()) {
      for (const segment of segments) {
        const index = segment === undefined ? -1 : file.document.indexOf(segment);
        if (index >= 0) analyses.forget(index);
      }
    }
  }

  /** What is aimed at where only texts speak for another server. */
  get #unlessGuessed(): Target | undefined {
    return this.#aim.target?.kind === 'dialect' ? this.#set.target : undefined;
  }

  #rulesOf(): RunRules {
    const { target, completeSchema } = this.#configuration;
    const configuration = this.#server;
    return {
      schema: schemaRulesOf(releaseFor(target), configuration),
      judge: judgeOfSteps({
        target,
        unlessGuessed: this.#unlessGuessed,
        configuration,
        complete: completeSchema,
      }),
      complete: completeSchema,
    };
  }

  #judge(): Judge {
    return {
      project: this.project,
      surroundings: this.surroundings,
      pathOf: (uri) => this.#files.all.get(uri)?.file.path ?? '',
      isForProduction: this.#isForProduction,
      target: this.#configuration.target,
      unlessGuessed: this.#unlessGuessed,
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
    if (this.#files.programs.areThere) this.#uses.forgetPrograms();
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
    const needs = changedNeeds(changes, replaced, this.#files.all, this.#files.takeProgramsChanged());
    const copies = changes.keys.size > 0 ? this.#bases.changedCopies(changes, this.#copies, this.surroundings) : [];
    this.#bases.outdate([...needs, ...copies, ...this.#spellings.exchange(replaced)]);
    this.#bases.prune(this.#files.known);
  }

  #forget(): void {
    for (const { analyses } of this.#files.known) analyses.forgetAll();
    this.#bases.clear();
    this.#uses.forget();
    this.#spellings.forget();
  }

  get #copies(): Copies {
    const { final } = this.project;
    if (this.#copiesOf?.final !== final) this.#copiesOf = { final, copies: copiesIn(this.project) };
    return this.#copiesOf.copies;
  }

  #before({ uri, segment }: Location): Segment | undefined {
    const document = this.#files.all.get(uri)?.file.document;
    const index = document?.indexOf(segment) ?? -1;
    return index < 1 ? undefined : document!.segments[index - 1];
  }
}

const keyspacesIn = (catalog: Catalog): Readonly<Record<'made' | 'named', readonly Keyspace[]>> => {
  const own = [...catalog.keyspaces()].filter(({ system }) => !system);
  return { made: own.filter(({ declared }) => declared), named: own.filter(({ declared }) => !declared) };
};

const nameOf = (target: Target | undefined): string | undefined => target && targetName(target);

const NEVER = (): boolean => false;
const NO_FINDINGS: readonly LocatedFinding[] = [];
const NO_MAKINGS: Makings = new Map();
const NO_USES: readonly never[] = [];

/** All that is said about a file in another language. */
const unread = (language: Exclude<Language, 'cql'>, segment: Segment): SegmentAnalysis => ({
  findings: [otherLanguageFinding(language, segment)],
  directives: directivesOf(segment),
  basis: NO_BASIS,
});
