import { orderFiles, type ProjectFile } from '../catalog/index.ts';
import type { WorkspaceFile } from './file.ts';
import { embeddedAt, type ProgramCode } from './programs.ts';

/** A file of CQL where it stands among the others. */
export interface OrderedFile {
  readonly uri: string;
  readonly chain: string;
  readonly contributes: boolean;
}

/** The files of CQL in the order in which they run, given the patterns of the setting `schema`. */
export function inOrder(all: readonly WorkspaceFile[], schema: readonly string[]): readonly OrderedFile[] {
  const cql = all.filter(({ language }) => language === 'cql');
  const files = cql.filter(({ code }) => code === undefined);
  const ordered = orderFiles(
    files.map(({ path }) => path),
    schema,
  ).map(({ index, chain, contributes }) => ({ uri: files[index]!.uri, chain, contributes }));
  // When programs run nobody knows.
  const programs = cql.filter(({ code }) => code !== undefined);
  return [...ordered, ...programs.map(({ uri }) => ({ uri, chain: `program:${uri}`, contributes: true }))];
}

/** What of a file the fold looks at. */
export const asOfProject = (
  { uri, chain, contributes }: OrderedFile,
  { code, document, contributes: mayContribute }: WorkspaceFile,
): ProjectFile => ({
  uri,
  chain,
  contributes: contributes && mayContribute,
  unordered: code !== undefined,
  ...(code === undefined
    ? { segments: document.segments, splice: document.splice }
    : { segments: code.schemaOf(document.segments), sessions: sessionsOf(code, document) }),
});

/** The keyspaces of a program's sessions. */
const sessionsOf = (code: ProgramCode, document: WorkspaceFile['document']): ProjectFile['sessions'] => ({
  source: code.extraction,
  names: () => code.extraction.statements.map(({ session }) => session ?? '').join('\0'),
  of: (segment) => embeddedAt(code, document.startOf(segment) + (document.segments[segment]?.begin ?? 0))?.session,
});

/** The URI of the file that another one names: relative to its folder, or by its path in the project. */
export function fileNamed(path: string, from: string, files: Iterable<WorkspaceFile>): string | undefined {
  const wanted = [resolvePath(from.slice(0, from.lastIndexOf('/') + 1), path), resolvePath('', path)];
  for (const file of files) if (wanted.includes(file.path)) return file.uri;
  return undefined;
}

function resolvePath(folder: string, path: string): string {
  const parts: string[] = [];
  for (const part of `${folder}${path}`.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
