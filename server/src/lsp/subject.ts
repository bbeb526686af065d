import type { Location } from '../catalog/index.ts';
import type { Place, Subject } from '../service/subject.ts';
import type { WorkspaceFile } from '../workspace/file.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** A file of a workspace as the service functions take it. */
export const subjectOf = (workspace: Workspace, { uri, document }: WorkspaceFile): Subject => ({
  uri,
  document,
  project: workspace.project,
  contexts: (segment) => workspace.contexts(uri, segment),
  contextsOf: (other, segment) => {
    const index = workspace.file(other)?.document.indexOf(segment) ?? -1;
    return index < 0 ? [] : workspace.contexts(other, index);
  },
  session: (segment) => workspace.session(uri, segment),
  mentions: (name) => workspace.mentions(name),
  mentionsHere: (name) => workspace.mentionsIn(uri, name),
  placeOf: (location) => placeIn(workspace, location),
  lineOf(location) {
    const place = placeIn(workspace, location);
    const file = place && workspace.file(place.uri);
    return file && { path: file.path, line: file.document.positionAt(place!.start).line + 1 };
  },
});

function placeIn(workspace: Workspace, { uri, segment, span }: Location): Place | undefined {
  const document = workspace.file(uri)?.document;
  const index = document?.indexOf(segment) ?? -1;
  if (document === undefined || index < 0) return undefined;
  const from = document.startOf(index);
  return { uri, start: from + span.start, end: from + span.end };
}
