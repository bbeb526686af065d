import { subjectOf as subjectOfFile } from '../server/src/lsp/subject.ts';
import type { Subject } from '../server/src/service/subject.ts';
import { DEFAULT_CONFIGURATION, type Configuration } from '../server/src/config/settings.ts';
import type { Edit } from '../server/src/modeling/proposal/proposal.ts';
import type { LocatedFinding } from '../server/src/workspace/file.ts';
import { Workspace } from '../server/src/workspace/workspace.ts';

/** A workspace of files given as path → text; the path serves as the URI. */
export function workspaceOf(
  files: Readonly<Record<string, string>>,
  configuration: Partial<Configuration> = {},
): Workspace {
  const workspace = new Workspace();
  workspace.configure({ ...DEFAULT_CONFIGURATION, ...configuration });
  for (const [path, text] of Object.entries(files)) workspace.set(path, text, { path, contributes: true });
  return workspace;
}

/** A file of a workspace as the service functions take it. */
export const subjectOf = (workspace: Workspace, uri: string): Subject => subjectOfFile(workspace, workspace.file(uri)!);

/** All findings of a workspace, in the order of its files. */
export const allFindings = (workspace: Workspace): readonly (LocatedFinding & { readonly path: string })[] =>
  [...workspace.files()].flatMap(({ uri, path }) => workspace.findings(uri).map((located) => ({ ...located, path })));

/** The texts that edits make of a workspace's files, by URI. */
export function applied(workspace: Workspace, edits: readonly Edit[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const placed = edits.map(({ at, text }) => {
    const { document } = workspace.file(at.uri)!;
    const from = document.startOf(document.indexOf(at.segment));
    return { uri: at.uri, start: from + at.span.start, end: from + at.span.end, text };
  });
  for (const { uri, start, end, text } of placed.toReversed().toSorted((a, b) => b.start - a.start || b.end - a.end)) {
    const before = texts.get(uri) ?? workspace.file(uri)!.document.text();
    texts.set(uri, before.slice(0, start) + text + before.slice(end));
  }
  return texts;
}
