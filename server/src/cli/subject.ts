import type { Subject } from '../service/subject.ts';
import type { WorkspaceFile } from '../workspace/file.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** A file of a workspace as the service functions take it. */
export const subjectOf = (workspace: Workspace, { uri, document }: WorkspaceFile): Subject => ({
  uri,
  document,
  project: workspace.project,
  contexts: (segment) => workspace.contexts(uri, segment),
  session: (segment) => workspace.session(uri, segment),
  mentions: (name) => workspace.mentions(name),
});
