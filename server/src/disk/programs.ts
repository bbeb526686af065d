import { join } from 'node:path';
import { databasesOf, databasesOfManifest, hostOf, mayHoldStatements } from '../embedded/index.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { uriOf } from './paths.ts';
import type { FoundFiles } from './project-files.ts';
import { readText } from './read-text.ts';

/**
 * Whether statements are looked for in the programs of a project: it has schema files, a configuration, or a driver of Cassandra among
 * its dependencies. What these say is noted.
 */
export function holdsPrograms(
  root: string,
  { paths, manifests }: FoundFiles,
  workspace: Workspace,
  isConfigured: boolean,
): boolean {
  let holds = paths.length > 0 || isConfigured;
  for (const path of manifests) {
    const text = readText(join(root, path), LARGEST_PROGRAM);
    if (text.kind !== 'text') continue;
    const databases = databasesOfManifest(text.text);
    if (databases.cassandra) holds = true;
    workspace.noteModule(path, databases);
  }
  return holds;
}

interface ProgramText {
  readonly path: string;
  readonly text: string;
}

/** Gives the programs to a workspace that hold statements, and of the others what they say of their neighbours; folder by folder. */
export function* readPrograms(
  root: string,
  found: FoundFiles,
  workspace: Workspace,
  isOpen: (uri: string) => boolean,
): Iterable<void> {
  // Where nothing lists dependencies, each program tells what it speaks with.
  const isLoose = found.manifests.length === 0;
  for (const texts of programTexts(root, found, workspace)) {
    if (isLoose || texts.some(({ text }) => mayHoldStatements(text))) give(root, texts, workspace, isOpen);
    yield;
  }
}

/** The same for a project of which nothing tells that it uses Cassandra, where one of its programs imports a driver. */
export function* readImportingPrograms(root: string, found: FoundFiles, workspace: Workspace): Iterable<void> {
  const kept: ProgramText[][] = [];
  let imports = false;
  for (const texts of programTexts(root, found, workspace)) {
    imports ||= texts.some(({ path, text }) => databasesOf(text, hostOf(path)!).cassandra);
    if (texts.some(({ text }) => mayHoldStatements(text))) kept.push(texts);
    yield;
  }
  if (imports) for (const texts of kept) give(root, texts, workspace, () => false);
}

function give(
  root: string,
  texts: readonly ProgramText[],
  workspace: Workspace,
  isOpen: (uri: string) => boolean,
): void {
  for (const { path, text } of texts) {
    const uri = uriOf(join(root, path));
    if (isOpen(uri)) continue;
    if (mayHoldStatements(text)) workspace.set(uri, text, { path, contributes: true });
    else workspace.note(uri, path, text);
  }
}

/** The programs of a project, folder by folder. */
function* programTexts(root: string, found: FoundFiles, workspace: Workspace): Iterable<ProgramText[]> {
  const languages = workspace.configuration['embedded.languages'];
  let folder: string | undefined;
  let texts: ProgramText[] = [];
  for (const path of found.programs()) {
    if (!languages.includes(hostOf(path)!.name)) continue;
    const own = path.slice(0, path.lastIndexOf('/') + 1);
    if (own !== folder) {
      if (texts.length > 0) yield texts;
      texts = [];
      folder = own;
    }
    const text = readText(join(root, path), LARGEST_PROGRAM);
    if (text.kind === 'text') texts.push({ path, text: text.text });
  }
  if (texts.length > 0) yield texts;
}

/** In bytes: what is longer was made by a program. */
export const LARGEST_PROGRAM = 1_000_000;
