import type { ProjectCatalog } from '../catalog/index.ts';
import { runsIn, type Embedded, type Extraction, type Run } from '../embedded/index.ts';
import type { ProgramUse, ProgramWrite, Use } from '../modeling/evidence/surroundings.ts';
import { mentionsIn } from '../names/mentions.ts';
import { type NamingFiles, newNamingFiles } from '../names/naming-files.ts';
import type { SyntaxDocument } from '../syntax/index.ts';
import type { Segment } from '../syntax/segment.ts';
import { type FileState, mentionsOf, type Replaced } from './file-state.ts';
import { KeptUses, type PlacedUse } from './kept-uses.ts';
import { embeddedAt, writesUnknownTable } from './programs.ts';
import { hasIf, usesIn } from './uses.ts';

/** Where a program runs its statements, and whether it writes tables that only it knows. */
interface Running {
  readonly runsOf: (statement: Embedded) => readonly Run[];
  readonly besideUnknown: boolean;
}

/** Where a project reads and writes its tables; its owner says when what is kept of that is no longer so. */
export class ProjectUses {
  readonly all = new KeptUses<Use>((name) => this.#usesNaming(name));
  /** Those with the word IF, in files of CQL and in programs. */
  readonly conditional = new KeptUses<Use>((name) => [
    ...this.#usesNaming(name, hasIf),
    ...this.#programUsesNaming(name, hasIf).filter(({ use }) => use.isKnown),
  ]);
  readonly inPrograms = new KeptUses<ProgramUse>((name) => this.#programUsesNaming(name));
  readonly programWrites = new KeptUses<ProgramWrite>((name) => this.#programWritesNaming(name));
  readonly #running = new WeakMap<Extraction, Running>();
  /** Made when uses are first asked for. */
  #naming: NamingFiles | undefined;
  /** The places of files among the others, by path: when a file came says nothing. */
  #ranks: ReadonlyMap<string, number> | undefined;
  readonly #files: () => ReadonlyMap<string, FileState>;
  readonly #project: () => ProjectCatalog;

  constructor(files: () => ReadonlyMap<string, FileState>, project: () => ProjectCatalog) {
    this.#files = files;
    this.#project = project;
  }

  /** Notes names that have come into a file. */
  note(uri: string, names: () => Iterable<string>): void {
    this.#naming?.note(uri, names());
  }

  /** Files have come or gone. */
  forgetOrder(): void {
    this.#ranks = undefined;
  }

  #rankOf({ file }: FileState): number {
    this.#ranks ??= new Map(
      Array.from(this.#files(), ([uri, state]) => [state.file.path, uri] as const)
        .toSorted(byPath)
        .map(([, uri], rank) => [uri, rank]),
    );
    return this.#ranks.get(file.uri)!;
  }

  forget(): void {
    this.all.clear();
    this.forgetPrograms();
  }

  forgetPrograms(): void {
    this.conditional.clear();
    this.inPrograms.clear();
    this.programWrites.clear();
  }

  /** What tables of a name are has changed: other statements may use them. */
  forgetTables(name: string): void {
    this.all.forget(name);
    this.conditional.forget(name);
  }

  /** Brings the uses up to date after edits, but for those of tables that have changed. */
  exchange(replaced: readonly Replaced[]): void {
    for (const uri of new Set(replaced.map((one) => one.uri))) {
      const ofFile = replaced.filter((one) => one.uri === uri);
      const state = this.#files().get(uri);
      const gone = new Set(ofFile.flatMap((one) => one.gone));
      const come = mentionsIn(ofFile.flatMap((one) => one.come).filter((segment) => !gone.has(segment)));
      const isUse = state !== undefined && state.file.code === undefined;
      const exchange = { uri, document: state?.file.document, gone };
      for (const name of new Set([...mentionsIn([...gone]).names(), ...come.names()])) {
        const added = (isMeant: (segment: Segment) => boolean): readonly PlacedUse[] =>
          isUse ? usesIn(uri, state.file.document, come.of(name).filter(isMeant), name, this.#project()) : [];
        this.all.exchange(name, exchange, () => added(() => true));
        this.conditional.exchange(name, exchange, () => added(hasIf));
      }
    }
  }

  /** Where the statements of the CQL files read and write the tables of a name. */
  #usesNaming(name: string, isMeant: (segment: Segment) => boolean = () => true): readonly PlacedUse[] {
    return this.#filesNaming(name).flatMap((state) => {
      const { uri, document, code } = state.file;
      const segments = code === undefined ? mentionsOf(state).of(name).filter(isMeant) : [];
      return usesIn(uri, document, segments, name, this.#project());
    });
  }

  /** Where programs do. */
  #programUsesNaming(
    name: string,
    isMeant: (segment: Segment) => boolean = () => true,
  ): readonly PlacedUse<ProgramUse>[] {
    return this.#filesNaming(name).flatMap((state) => this.#programUsesIn(state, name, isMeant));
  }

  /** Where programs write them. */
  #programWritesNaming(name: string): readonly PlacedUse<ProgramWrite>[] {
    return this.#filesNaming(name).flatMap((state) => {
      const { document, code } = state.file;
      if (code === undefined) return [];
      const { runsOf, besideUnknown } = this.#runningOf(document, code.extraction);
      return this.#programUsesIn(state, name).flatMap(({ keyspaces, use, embedded }) => {
        const { kind } = use.statement;
        if (kind !== 'insert' && kind !== 'update' && kind !== 'delete') return [];
        return [{ keyspaces, use: { ...use, runs: runsOf(embedded), besideUnknown } }];
      });
    });
  }

  /** Worked out once for a program, whatever the tables that it writes. */
  #runningOf(document: SyntaxDocument, extraction: Extraction): Running {
    let running = this.#running.get(extraction);
    if (running === undefined) {
      const runsOf = runsIn(document.text(), extraction.statements);
      running = { runsOf, besideUnknown: document.segments.some(writesUnknownTable) };
      this.#running.set(extraction, running);
    }
    return running;
  }

  #programUsesIn(
    state: FileState,
    name: string,
    isMeant: (segment: Segment) => boolean = () => true,
  ): readonly (PlacedUse<ProgramUse> & { readonly embedded: Embedded })[] {
    const { uri, path, document, code } = state.file;
    if (code === undefined) return [];
    const segments = mentionsOf(state).of(name).filter(isMeant);
    return usesIn(uri, document, segments, name, this.#project()).flatMap(({ keyspaces, use }) => {
      const offset = document.startOf(document.indexOf(use.segment)) + use.at.span.start;
      const embedded = embeddedAt(code, offset);
      if (embedded === undefined || embedded.draft) return [];
      const isKnown = embedded.known !== 'in part';
      const place = `${path}:${document.positionAt(offset).line + 1}`;
      return [{ keyspaces, use: { ...use, isKnown, place }, embedded }];
    });
  }

  #filesNaming(name: string): readonly FileState[] {
    const files = this.#files();
    if (this.#naming === undefined) {
      this.#naming = newNamingFiles();
      for (const [uri, state] of files) this.#naming.note(uri, mentionsOf(state).names());
    }
    const found = [...this.#naming.of(name)].flatMap((uri) => files.get(uri) ?? []);
    return found.length < 2 ? found : found.toSorted((a, b) => this.#rankOf(a) - this.#rankOf(b));
  }
}

/** By code unit, as folders are listed. */
const byPath = ([a, one]: readonly [string, string], [b, other]: readonly [string, string]): number =>
  a === b ? (one < other ? -1 : 1) : a < b ? -1 : 1;
