import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isInside, pathOf, relativePath, uriOf } from '../disk/paths.ts';
import { openProject, problemLine, problemLines, unreadLine, type DiskProject } from '../disk/project.ts';
import { projectFiles, type Unread } from '../disk/project-files.ts';
import { readPipedText, readText } from '../disk/read-text.ts';
import type { WorkspaceFile } from '../workspace/file.ts';
import { holdsStatements } from '../workspace/programs.ts';
import { printable } from '../text/printable.ts';
import { Failure } from './failure.ts';
import { overrideOf, textOf, type Arguments } from './options.ts';
import { holdYoungGeneration } from './young-generation.ts';

/** The project around what was named, and which of its files to report. */
export interface Input {
  readonly project: DiskProject;
  /** In the order of their paths. */
  readonly files: readonly WorkspaceFile[];
  /** The URI under which standard input was read, where it was. */
  readonly standardInput: string | undefined;
}

/** Which of a project's files a command is about. */
export type InputKind = 'cql files' | 'cql files and programs';

/** Opens the project that a command's paths lie in; the working directory where none is given. */
export function openInput(args: Arguments, kind: InputKind): Input {
  const paths = args.paths.length === 0 ? ['.'] : args.paths;
  for (const path of paths) {
    if (path !== '-' && !existsSync(path)) throw new Failure(`${path}: there is no such file or folder.`);
  }
  const configuration = textOf(args, 'config');
  if (configuration !== undefined && !existsSync(configuration))
    throw new Failure(`${configuration}: there is no such file.`);
  const project = openProject({
    folder: folderOf(paths),
    ...(configuration !== undefined && { configuration }),
    override: overrideOf(args),
    from: process.cwd(),
    searches: true,
  });
  const problems = problemLines(project);
  if (problems.length > 0) throw new Failure(problems.join('\n'));
  if (kind === 'cql files and programs') for (const _ of project.programs);
  const standardInput = paths.includes('-') ? addStandardInput(project, args) : undefined;
  const uris = new Set(paths.flatMap((path) => (path === '-' ? (standardInput ?? []) : urisOf(project, path))));
  const files = [...uris]
    .flatMap((uri) => project.workspace.file(uri) ?? [])
    .filter(({ code }) => kind !== 'cql files' || code === undefined);
  sayUnmatched(project);
  say(project.unread.filter((one) => isMissed(one, project, paths)));
  if (configuration === undefined) sayUncounted(project, files);
  holdYoungGeneration();
  return { project, standardInput, files: files.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)) };
}

/** Whether a file that cannot be read is one that was named, or of the project: a folder is none without a configuration or `--schema`. */
function isMissed(
  { path }: Unread,
  { root, workspace, configuration }: DiskProject,
  named: readonly string[],
): boolean {
  const file = resolve(root, path);
  if (workspace.file(uriOf(file)) !== undefined) return false;
  const isProject = configuration !== undefined || workspace.configuration.schema.length > 0;
  return isProject || named.some((one) => one !== '-' && isInside(resolve(one), file));
}

/** Says that nothing was found, where nothing else was said. */
export function sayWhenEmpty({ project, files }: Input): void {
  if (files.length === 0 && project.unread.length === 0) process.stderr.write('There are no .cql files here.\n');
}

/**
 * Where the project is looked for: from what was named upwards to a configuration; else the working directory, or for paths
 * elsewhere the folder of the first.
 */
function folderOf(paths: readonly string[]): string {
  const named = paths.find((path) => path !== '-');
  if (named === undefined) return '.';
  const folder = isFolder(named) ? resolve(named) : dirname(resolve(named));
  if (configurationAbove(folder)) return folder;
  return isInside(process.cwd(), folder) ? '.' : folder;
}

function configurationAbove(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(resolve(at, 'cql-analyzer.toml'))) return true;
    if (dirname(at) === at) return false;
  }
}

function urisOf(project: DiskProject, path: string): readonly string[] {
  const { root, workspace } = project;
  if (isFolder(path)) {
    const folder = resolve(path);
    const inside = isInside(root, folder) ? relativePath(root, folder) : undefined;
    // A folder that the project leaves out, or does not hold, is named on purpose.
    if (inside !== undefined && (inside === '' || project.files.admits(inside, true)))
      return [...workspace.files()].flatMap((file) =>
        isInside(folder, pathOf(file.uri)) && (file.code === undefined || holdsStatements(file.code)) ? [file.uri] : [],
      );
    const { paths, unread } = projectFiles(folder, workspace.configuration.exclude).find();
    say(unread.map((one) => ({ ...one, path: relativePath(root, resolve(folder, one.path)) })));
    const found = paths.map((file) => uriOf(resolve(folder, file)));
    // All are looked up before the first is added: with each that comes it is worked out anew what programs hold.
    for (const uri of found.filter((one) => workspace.file(one) === undefined)) add(workspace, root, uri);
    return found.filter((uri) => workspace.file(uri) !== undefined);
  }
  const uri = uriOf(resolve(path));
  if (workspace.file(uri) === undefined) {
    const text = readText(path);
    if (text.kind === 'unreadable') throw new Failure(`${path}: ${text.why}.`);
    workspace.set(uri, text.text, { path: relativePath(root, resolve(path)), contributes: true });
  }
  return [uri];
}

/** A file that the project's own search left out, because it lies elsewhere. */
function add(workspace: DiskProject['workspace'], root: string, uri: string): void {
  const path = pathOf(uri);
  const text = readText(path);
  const name = relativePath(root, path);
  if (text.kind === 'text') workspace.set(uri, text.text, { path: name, contributes: true });
  else say([{ path: name, why: text.why }]);
}

function sayUnmatched({ configuration, unmatched }: DiskProject): void {
  const { placed, given } = unmatched();
  const lines = [
    ...placed.map((problem) => problemLine(configuration!, problem)),
    ...given.map((pattern) => `--schema ${pattern}: no file matches it.`),
  ];
  for (const line of lines) process.stderr.write(`${printable(line)}\n`);
}

/** Says which settings of folders do not count for files below them, as one configuration counts for a run. */
function sayUncounted({ root, inner }: DiskProject, files: readonly WorkspaceFile[]): void {
  for (const path of inner) {
    const folder = dirname(path);
    if (!files.some(({ uri }) => isInside(resolve(root, folder), pathOf(uri)))) continue;
    const named = relativePath(process.cwd(), resolve(root, folder));
    process.stderr.write(
      `${printable(`${path}: not read; it counts where ${named} is named, or the working directory.`)}\n`,
    );
  }
}

function say(unread: readonly Unread[]): void {
  for (const one of unread) process.stderr.write(`${printable(unreadLine(one))}\n`);
}

function addStandardInput({ root, workspace }: DiskProject, args: Arguments): string {
  const text = readPipedText();
  const name = textOf(args, 'stdin-filename') ?? 'stdin.cql';
  if (text.kind === 'unreadable') throw new Failure(`standard input: ${text.why}.`);
  const uri = uriOf(resolve(name));
  workspace.set(uri, text.text, { path: relativePath(root, resolve(name)), contributes: true });
  return uri;
}

function isFolder(path: string): boolean {
  return path !== '-' && statSync(path).isDirectory();
}
