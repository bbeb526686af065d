import type { RenameFilesParams, WorkspaceEdit } from 'vscode-languageserver';
import { movedPaths } from '../../service/moved-files.ts';
import type { PlacedEdit } from '../../workspace/placed.ts';
import { placedEditOf } from '../convert.ts';
import type { RequestHandler } from '../request.ts';
import { subjectOf } from '../subject.ts';

/** What has to be written otherwise once files or folders have other names. */
export const willRenameFiles: RequestHandler<RenameFilesParams, WorkspaceEdit | null> = {
  answer(desk, { files }) {
    const { projects } = desk;
    const moves = files.map(({ oldUri, newUri }) => [projects.normalUri(oldUri), projects.normalUri(newUri)] as const);
    const movedTo = (uri: string): string | undefined =>
      moves.flatMap(([from, to]) =>
        uri === from || uri.startsWith(`${from}/`) ? [to + uri.slice(from.length)] : [],
      )[0];
    const placed = new Map<string, readonly PlacedEdit[]>();
    for (const workspace of projects.workspaces()) {
      for (const file of workspace.files()) {
        // A folder that lies in another belongs to both.
        if (file.code !== undefined || projects.workspaceOf(file.uri) !== workspace) continue;
        const paths = movedPaths(subjectOf(workspace, file), movedTo, (uri) => projects.fileAt(uri));
        if (paths.length === 0) continue;
        placed.set(
          file.uri,
          paths.map((path) => ({ ...path, label: 'Files that SOURCE reads' })),
        );
      }
    }
    return placed.size === 0 ? null : placedEditOf(desk, placed);
  },
};
