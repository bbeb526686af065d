import { join } from 'node:path';
import {
  databasesOf,
  databasesOfManifest,
  hostOf,
  mayHoldStatements,
  saysItHoldsCql,
  type Databases,
} from '../embedded/index.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { uriOf } from './paths.ts';
import type { FoundFiles } from './project-files.ts';
import { readText } from './read-text.ts';

/** A module of programs, by the path of the file that lists what it depends on. */
export interface Module {
  readonly path: string;
  readonly databases: Databases;
}

/** The modules of a project with the databases that they speak with. */
export const modulesOf = (root: string, { manifests }: FoundFiles): readonly Module[] =>
  manifests.flatMap((path) => {
    const text = readText(join(root, path), LARGEST_PROGRAM);
    return text.kind === 'text' ? [{ path, databases: databasesOfManifest(text.text) }] : [];
  });

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
  for (const texts of programTexts(root, found, workspace)) {
    for (const one of texts) {
      const uri = uriOf(join(root, one.path));
      if (!isOpen(uri)) giveProgram(uri, one, workspace);
    }
    yield;
  }
}

/** The same for a project of which nothing tells that it uses Cassandra, where one of its programs imports a driver or says that it holds CQL. */
export function* readSpeakingPrograms(root: string, found: FoundFiles, workspace: Workspace): Iterable<void> {
  const kept: ProgramText[][] = [];
  let speaks = false;
  for (const texts of programTexts(root, found, workspace)) {
    speaks ||= texts.some(({ path, text }) => {
      const host = hostOf(path)!;
      return databasesOf(text, host).cassandra || saysItHoldsCql(text, host);
    });
    if (texts.some(({ text }) => mayHoldStatements(text))) kept.push(texts);
    yield;
  }
  if (!speaks) return;
  for (const one of kept.flat()) giveProgram(uriOf(join(root, one.path)), one, workspace);
}

/** Gives a program as it is stored to a workspace: whole where statements may stand in it. */
export function giveProgram(uri: string, { path, text }: ProgramText, workspace: Workspace): void {
  if (mayHoldStatements(text)) workspace.set(uri, text, { path, contributes: true });
  else workspace.note(uri, path, text);
}

/** The paths of the programs that are read, folder by folder: of those languages alone in which statements are looked for. */
export function programPaths(found: FoundFiles, { configuration }: Workspace): readonly string[] {
  const languages = configuration['embedded.languages'];
  return found.programs().filter((path) => languages.includes(hostOf(path)!.name));
}

/** The programs of a project, folder by folder. */
function* programTexts(root: string, found: FoundFiles, workspace: Workspace): Iterable<ProgramText[]> {
  let folder: string | undefined;
  let texts: ProgramText[] = [];
  for (const path of programPaths(found, workspace)) {
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
