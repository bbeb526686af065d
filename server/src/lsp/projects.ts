import type { Configuration } from '../config/settings.ts';
import type { TextEdit } from '../syntax/index.ts';
import type { FileRole } from '../workspace/project-files.ts';
import { Workspace } from '../workspace/workspace.ts';
import type { Host, OpenOptions, ProjectFolder } from './host.ts';

/** A document that an editor has open. */
interface OpenDocument {
  /** As the client writes it, which may differ from how the host writes the same URI. */
  readonly clientUri: string;
  version: number;
  home: Home;
}

/** Where a document's text stands: the workspace that holds it, and what it is there. */
interface Home {
  readonly workspace: Workspace;
  readonly role: FileRole;
}

/**
 * The projects of an editor session: one for each folder that is open, one around each document outside of them; of what is no file one
 * for the documents of each open folder, one for what was never saved, and one for each other. Text that is open stands above the disk, whatever happens to the folders.
 */
export class Projects {
  readonly #host: Host;
  readonly #unwatched: boolean;
  readonly #tell: (line: string) => void;
  /** By the URI of the folder that the editor opened. */
  readonly #folders = new Map<string, ProjectFolder>();
  /** By the URI of the folder around the documents. */
  readonly #around = new Map<string, ProjectFolder>();
  /** The URIs of open folders that lie on no disk. */
  readonly #virtual = new Set<string>();
  /** Documents that are no files, by the URI of their open folder, else by their own. */
  readonly #loose = new Map<string, Workspace>();
  readonly #open = new Map<string, OpenDocument>();
  #override: (configuration: Configuration) => Configuration = (same) => same;

  constructor(host: Host, { unwatched, tell }: Pick<OpenOptions, 'unwatched' | 'tell'>) {
    this.#host = host;
    this.#unwatched = unwatched;
    this.#tell = tell;
  }

  /** Sets what the editor's settings change, and reads everything again. */
  configure(override: (configuration: Configuration) => Configuration): readonly string[] {
    this.#override = override;
    for (const workspace of this.#loose.values()) workspace.configure(override(new Workspace().configuration));
    return this.readAgain();
  }

  /** Reads every folder again; gives what is wrong with its configuration, a line each. */
  readAgain(): readonly string[] {
    const problems = [...this.#folders.keys()].flatMap((uri) => this.#read(uri));
    this.#around.clear();
    this.#rehomeAll();
    return problems;
  }

  /** Opens a folder, or reads it again; gives what is wrong with its configuration, a line each. */
  addFolder(uri: string): readonly string[] {
    const problems = this.#read(uri);
    this.#rehomeAll();
    return problems;
  }

  removeFolder(uri: string): void {
    this.#folders.delete(uri);
    this.#virtual.delete(uri);
    this.#rehomeAll();
  }

  open(clientUri: string, text: string, version: number): void {
    const uri = this.#host.normalUri(clientUri);
    const around = this.#around.size;
    const home = this.#homeFor(uri);
    this.#open.set(uri, { clientUri, version, home });
    home.workspace.set(uri, text, home.role);
    // What was never saved may belong to the folder of this document.
    if (this.#around.size > around) this.#rehomeAll();
  }

  /** Applies an edit; one without a range replaces the text. */
  change(uri: string, version: number, edit: TextEdit | { readonly text: string }): void {
    const document = this.#open.get(uri);
    if (document === undefined) return;
    document.version = version;
    const { workspace, role } = document.home;
    if ('start' in edit) workspace.edit(uri, edit);
    else workspace.set(uri, edit.text, role);
  }

  close(uri: string): void {
    const document = this.#open.get(uri);
    if (document === undefined) return;
    this.#open.delete(uri);
    this.#restore(uri, document.home.workspace);
    this.#dropUnused();
  }

  /** Reads a file again after it changed on disk, for each project that holds it; text that is open stays. */
  reload(clientUri: string): void {
    const uri = this.#host.normalUri(clientUri);
    const document = this.#open.get(uri);
    if (document !== undefined) this.#rehome(uri, document);
    const home = this.workspaceOf(uri);
    if (document === undefined && home !== undefined) this.#restore(uri, home);
    // A folder that lies in another belongs to both.
    for (const folder of this.#all())
      if (folder.workspace !== home && folder.pathOf(uri) !== undefined) this.#restore(uri, folder.workspace);
  }

  /** Reads a folder again that came or went, for each project that holds it. */
  reloadBelow(uri: string): void {
    const normal = this.#host.normalUri(uri);
    for (const below of new Set([...this.#all()].flatMap((folder) => folder.below(normal)))) this.reload(below);
  }

  /** Reads every folder again where files beside the texts say something else now; gives what is wrong with the configurations, if so. */
  catchUp(): readonly string[] | undefined {
    return [...this.#all()].some((folder) => folder.isOutdated()) ? this.readAgain() : undefined;
  }

  /** Looks for what changed on disk unsaid; where that made it read everything again, what is wrong with the configurations. */
  look(): 'nothing' | 'files' | readonly string[] {
    let changed = false;
    for (const folder of this.#all()) {
      const changes = folder.changes();
      if (changes === 'everything') return this.readAgain();
      for (const uri of changes) this.reload(uri);
      changed ||= changes.length > 0;
    }
    return this.#rehomeAll() || changed ? 'files' : 'nothing';
  }

  /** Whether a file is the configuration of a folder, under whatever name that stands there. */
  isConfiguration(clientUri: string): boolean {
    const uri = this.#host.normalUri(clientUri);
    return [...this.#all()].some(({ configuration }) => configuration?.stored === uri);
  }

  /** The workspace that knows a document. */
  workspaceOf(uri: string): Workspace | undefined {
    return this.#open.get(uri)?.home.workspace ?? this.#folderOf(uri)?.workspace;
  }

  /** The URI of a file that some project holds, under whatever name. */
  fileAt(anyUri: string): string | undefined {
    const uri = this.#host.normalUri(anyUri);
    return this.workspaceOf(uri)?.file(uri)?.uri;
  }

  normalUri(uri: string): string {
    return this.#host.normalUri(uri);
  }

  /** Open documents: the server's URI and the version that its text has. */
  *openDocuments(): Iterable<{ readonly uri: string; readonly version: number }> {
    for (const [uri, { version }] of this.#open) yield { uri, version };
  }

  /** The URIs of all files of the folders that are open, and of the open documents. */
  *documents(): Iterable<string> {
    const seen = new Set<string>();
    for (const { workspace } of new Set(this.#folders.values())) {
      for (const { uri } of workspace.files()) {
        if (seen.has(uri) || this.workspaceOf(uri) !== workspace) continue;
        seen.add(uri);
        yield uri;
      }
    }
    for (const uri of this.#open.keys()) if (!seen.has(uri)) yield uri;
  }

  versionOf(uri: string): number | undefined {
    return this.#open.get(uri)?.version;
  }

  /** How the client writes a URI. */
  clientUri(uri: string): string {
    return this.#open.get(uri)?.clientUri ?? uri;
  }

  /** Reads what was not read yet of the programs of all folders; after each of their folders somebody else may have the thread. */
  *readPrograms(): Iterable<void> {
    for (const { programs } of this.#all()) yield* programs;
  }

  /** The languages in whose programs statements are looked for. */
  get languages(): readonly string[] {
    return [
      ...new Set(
        [...this.#all()].flatMap(({ holdsPrograms, workspace }) =>
          holdsPrograms ? workspace.configuration['embedded.languages'] : [],
        ),
      ),
    ];
  }

  /** Every folder that is a project. */
  folders(): Iterable<ProjectFolder> {
    return this.#all();
  }

  /** Every workspace once. */
  workspaces(): Iterable<Workspace> {
    return new Set([...[...this.#all()].map(({ workspace }) => workspace), ...this.#loose.values()]);
  }

  *#all(): Iterable<ProjectFolder> {
    yield* new Set([...this.#folders.values(), ...this.#around.values()]);
  }

  get #options(): OpenOptions {
    return {
      override: this.#override,
      unwatched: this.#unwatched,
      isOpen: (uri, workspace) => this.#open.get(uri)?.home.workspace === workspace,
      tell: this.#tell,
    };
  }

  #read(uri: string): readonly string[] {
    const folder = this.#host.openFolder(uri, this.#options);
    if (folder === undefined) {
      this.#virtual.add(uri);
      return [];
    }
    // Folders of one configuration are one project.
    for (const [other, { root }] of this.#folders) if (root === folder.root) this.#folders.set(other, folder);
    this.#folders.set(uri, folder);
    return folder.problems;
  }

  /** Takes every open document to the project that it belongs to now; gives whether any is elsewhere, or something else there. */
  #rehomeAll(): boolean {
    let changed = false;
    let around: number;
    do {
      around = this.#around.size;
      for (const [uri, document] of this.#open) changed = this.#rehome(uri, document) || changed;
      // What was never saved may belong to a folder that opened for a document behind it.
    } while (this.#around.size > around);
    this.#dropUnused();
    return changed;
  }

  #rehome(uri: string, document: OpenDocument): boolean {
    const before = document.home;
    const home = this.#homeFor(uri);
    const { workspace, role } = home;
    const text = before.workspace.file(uri)?.document.text();
    const isSame = workspace === before.workspace && role.contributes === before.role.contributes;
    if (isSame || text === undefined) return false;
    if (workspace !== before.workspace && this.#isAlive(before.workspace)) this.#restore(uri, before.workspace);
    document.home = home;
    workspace.set(uri, text, role);
    return true;
  }

  #isAlive(workspace: Workspace): boolean {
    return [...this.workspaces()].includes(workspace);
  }

  /** Gives a workspace the text of a file as it is stored. */
  #restore(uri: string, workspace: Workspace): void {
    const folder = [...this.#all()].find((one) => one.workspace === workspace);
    if (folder === undefined) workspace.remove(uri);
    else folder.give(uri);
  }

  /** The schema does not take the text of a file which the project leaves out. */
  #homeFor(uri: string): Home {
    const folder = innermost(this.#folders.values(), uri) ?? this.#openAround(uri);
    const path = folder?.pathOf(uri);
    if (folder !== undefined && path !== undefined) {
      return {
        workspace: folder.workspace,
        role: { path, contributes: folder.admits(path), leftAlone: folder.excludes(path) },
      };
    }
    const name = uri.slice(uri.lastIndexOf('/') + 1);
    const current = BESIDE_FILES.test(uri) ? this.#folderBeside(uri) : undefined;
    if (current !== undefined) return { workspace: current.workspace, role: { path: name, contributes: false } };
    const around = [...this.#virtual].map((one) => one.replace(/\/*$/, '/')).filter((one) => uri.startsWith(one));
    const [root] = around.toSorted((one, other) => other.length - one.length);
    // What was never saved is one project, as the cells of one notebook are.
    const key = root ?? BESIDE_FILES.exec(uri)?.[0] ?? uri;
    let workspace = this.#loose.get(key);
    if (workspace === undefined) {
      workspace = new Workspace();
      workspace.configure(this.#override(workspace.configuration));
      this.#loose.set(key, workspace);
    }
    return { workspace, role: { path: root === undefined ? name : uri.slice(root.length), contributes: true } };
  }

  /** The folder against whose schema a document is written that is no file, but may tell beside which one it stands. */
  #folderBeside(uri: string): ProjectFolder | undefined {
    const [, path] = BESIDE_FILES.exec(uri) ?? [];
    const beside =
      path === undefined ? undefined : innermost(this.#folders.values(), this.#host.normalUri(`file://${path}`));
    return beside ?? this.#currentFolder();
  }

  /** The folder against whose schema one writes what was never saved: the first that is open, else the only one around documents. */
  #currentFolder(): ProjectFolder | undefined {
    const [first] = this.#folders.values();
    const [around, another] = new Set(this.#around.values());
    return first ?? (another === undefined ? around : undefined);
  }

  /** The project around a document: that of its own folder, whichever others are open, so that it does not matter which came first. */
  #openAround(uri: string): ProjectFolder | undefined {
    const around = this.#host.folderAround(uri);
    if (around === undefined) return undefined;
    const known = this.#around.get(around) ?? this.#host.openFolder(around, this.#options);
    if (known === undefined) return undefined;
    // Folders of one configuration are one project.
    const folder = [...this.#around.values()].find(({ root }) => root === known.root) ?? known;
    this.#around.set(around, folder);
    return folder;
  }

  /** The innermost folder that a document lies in, those that the editor opened first. */
  #folderOf(uri: string): ProjectFolder | undefined {
    return innermost(this.#folders.values(), uri) ?? innermost(this.#around.values(), uri);
  }

  #dropUnused(): void {
    const homes = new Set([...this.#open.values()].map(({ home }) => home.workspace));
    for (const [around, { workspace }] of this.#around) if (!homes.has(workspace)) this.#around.delete(around);
    for (const [key, workspace] of this.#loose) if (!homes.has(workspace)) this.#loose.delete(key);
  }
}

/** What was never saved, and the cells of notebooks, with the path that they have or stand in. */
const BESIDE_FILES = /^(?:untitled|vscode-notebook-cell):(?:\/\/)?(\/[^?#]*)?/;

function innermost(folders: Iterable<ProjectFolder>, uri: string): ProjectFolder | undefined {
  let found: ProjectFolder | undefined;
  let depth = -1;
  for (const folder of folders) {
    if (folder.pathOf(uri) === undefined) continue;
    // A document that several name for their schema is that of the folder that it lies in.
    const deep = namesFromOutside(folder, uri) ? 0 : folder.root.length;
    if (deep > depth) [found, depth] = [folder, deep];
  }
  return found;
}

/** Whether a document lies elsewhere and holds a part of the folder's schema. */
const namesFromOutside = (folder: ProjectFolder, uri: string): boolean =>
  folder.pathOf(uri)?.startsWith('../') === true;
