import { existsSync } from 'node:fs';
import type { Configuration } from '../config/settings.ts';
import { isCqlPath } from '../disk/find-files.ts';
import { isInside, openProject, pathOf, relativePath, uriOf, type DiskProject } from '../disk/project.ts';
import { readText } from '../disk/read-text.ts';
import type { TextEdit } from '../syntax/index.ts';
import { Workspace } from '../workspace/workspace.ts';

/** A document that an editor has open. */
interface OpenDocument {
  /** As the client writes it, which may differ from how Node writes the same URI. */
  readonly clientUri: string;
  version: number;
}

/** The projects of an editor session: one for each workspace folder, and one for each document outside of them. */
export class Projects {
  readonly #folders = new Map<string, DiskProject>();
  readonly #loose = new Map<string, Workspace>();
  readonly #open = new Map<string, OpenDocument>();
  #override: (configuration: Configuration) => Configuration = (same) => same;

  /** Sets what the editor's settings change, and reads every folder again. */
  configure(override: (configuration: Configuration) => Configuration): readonly string[] {
    this.#override = override;
    for (const workspace of this.#loose.values()) workspace.configure(override(workspace.configuration));
    return [...this.#folders.keys()].flatMap((root) => this.addFolder(root));
  }

  /** Opens a folder, or reads it again; gives what is wrong with its configuration, a line each. */
  addFolder(root: string): readonly string[] {
    const before = this.#folders.get(root);
    const project = openProject({ folder: root, override: this.#override });
    this.#folders.set(root, project);
    // Unsaved text stands above what is on disk.
    for (const [uri] of this.#open) {
      const text = (before?.workspace ?? this.#loose.get(uri))?.file(uri)?.document.text();
      if (text === undefined || this.#projectFor(uri) !== project) continue;
      this.#loose.delete(uri);
      project.workspace.set(uri, text, this.#role(project, uri));
    }
    return project.problems;
  }

  removeFolder(root: string): void {
    const project = this.#folders.get(root);
    this.#folders.delete(root);
    for (const [uri] of this.#open) {
      const text = project?.workspace.file(uri)?.document.text();
      if (text !== undefined) this.#put(uri, text);
    }
  }

  open(clientUri: string, text: string, version: number): string {
    const uri = normalUri(clientUri);
    this.#open.set(uri, { clientUri, version });
    this.#put(uri, text);
    return uri;
  }

  /** Applies an edit; one without a range replaces the text. */
  change(clientUri: string, version: number, edits: readonly (TextEdit | { readonly text: string })[]): void {
    const uri = normalUri(clientUri);
    const document = this.#open.get(uri);
    if (document === undefined) return;
    document.version = version;
    for (const edit of edits) {
      if ('start' in edit) this.workspaceOf(uri)?.edit(uri, edit);
      else this.#put(uri, edit.text);
    }
  }

  close(clientUri: string): void {
    const uri = normalUri(clientUri);
    this.#open.delete(uri);
    this.#loose.delete(uri);
    this.reload(uri);
  }

  /** Reads a file again after it changed on disk; text that is open stays. */
  reload(uriOnDisk: string): void {
    const uri = normalUri(uriOnDisk);
    const project = this.#projectFor(uri);
    if (project === undefined || this.#open.has(uri)) return;
    const path = pathOf(uri);
    const text = isCqlPath(path) && existsSync(path) ? readText(path) : undefined;
    if (text?.kind === 'text') project.workspace.set(uri, text.text, this.#role(project, uri));
    else project.workspace.remove(uri);
  }

  /** The workspace that knows a document. */
  workspaceOf(uri: string): Workspace | undefined {
    return this.#loose.get(uri) ?? this.#projectFor(uri)?.workspace;
  }

  /** Open documents: the server's URI and the version that its text has. */
  *openDocuments(): Iterable<{ readonly uri: string; readonly version: number }> {
    for (const [uri, { version }] of this.#open) yield { uri, version };
  }

  versionOf(uri: string): number | undefined {
    return this.#open.get(uri)?.version;
  }

  /** How the client writes a URI. */
  clientUri(uri: string): string {
    return this.#open.get(uri)?.clientUri ?? uri;
  }

  *workspaces(): Iterable<Workspace> {
    for (const { workspace } of this.#folders.values()) yield workspace;
    yield* this.#loose.values();
  }

  /** The folders that are open, as absolute paths. */
  get roots(): readonly string[] {
    return [...this.#folders.keys()];
  }

  #put(uri: string, text: string): void {
    const project = this.#projectFor(uri);
    if (project !== undefined) return project.workspace.set(uri, text, this.#role(project, uri));
    let workspace = this.#loose.get(uri);
    if (workspace === undefined) {
      workspace = new Workspace();
      workspace.configure(this.#override(workspace.configuration));
      this.#loose.set(uri, workspace);
    }
    workspace.set(uri, text, { path: uri.slice(uri.lastIndexOf('/') + 1), contributes: true });
    return undefined;
  }

  /** The innermost folder that a file lies in; documents that are no files have none. */
  #projectFor(uri: string): DiskProject | undefined {
    if (!uri.startsWith('file:')) return undefined;
    const path = pathOf(uri);
    return [...this.#folders.values()]
      .filter(({ root }) => isInside(root, path))
      .toSorted((a, b) => b.root.length - a.root.length)[0];
  }

  #role({ root }: DiskProject, uri: string): { path: string; contributes: boolean } {
    return { path: relativePath(root, pathOf(uri)), contributes: true };
  }
}

/** `file:` URIs as Node writes them, so that one file has one name whoever wrote it; others as they are. */
export function normalUri(uri: string): string {
  if (!uri.startsWith('file:')) return uri;
  try {
    return uriOf(pathOf(uri));
  } catch {
    return uri;
  }
}
