import type { PrepareRenameParams, PrepareRenameResult, RenameParams, WorkspaceEdit } from 'vscode-languageserver';
import { type InMigrations, prepareRename as prepare, renameAt } from '../../service/rename/rename.ts';
import { placedEdits } from '../../workspace/placed.ts';
import { placedEditOf } from '../convert.ts';
import { rangeOf } from '../desk.ts';
import { isRefusal, refusalFor, type Refusal } from '../refusal.ts';
import { aboutDocument, inTurns, type Asked } from '../request.ts';

export const prepareRename = aboutDocument<PrepareRenameParams, PrepareRenameResult | Refusal | null>(
  null,
  (asked, { position }) => {
    const { subject, positions } = asked;
    const found = prepare(subject, positions.offset(subject.document, position), inMigrations(asked));
    if (found === undefined) return null;
    if (found.kind === 'refused') return refusalFor(found.reason);
    return { range: rangeOf(asked, subject.document, found.start, found.end), placeholder: found.placeholder };
  },
);

const inMigrations = ({ workspace: { configuration } }: Pick<Asked, 'workspace'>): InMigrations =>
  configuration.renameMigrations === 'declarations' ? 'declarations' : 'alter';

type Renamed = WorkspaceEdit | Refusal | null;

export const rename = aboutDocument<RenameParams, Renamed | Promise<Renamed>>(
  null,
  async (asked, { position, newName }) => {
    const { subject, positions, client, projects } = asked;
    const offset = positions.offset(subject.document, position);
    const found = await inTurns(asked, 'project', renameAt(subject, offset, newName, inMigrations(asked)));
    if (isRefusal(found)) return found;
    if (found.kind === 'refused') return refusalFor(found.reason);
    const placed = placedEdits(asked.workspace, found.edits, { rename: true });
    if (placed === undefined) return refusalFor('A program that uses the name cannot be changed with it.');
    const edit = placedEditOf(asked, placed);
    if (found.newFile === undefined) return edit;
    if (!client.createsFiles)
      return refusalFor(`This needs a new file, ${found.newFile.uri}, with ${found.newFile.text}`);
    const uri = projects.clientUri(found.newFile.uri);
    const start = { line: 0, character: 0 };
    return {
      ...edit,
      documentChanges: [
        ...(edit.documentChanges ?? []),
        { kind: 'create', uri, options: { overwrite: false } },
        {
          textDocument: { uri, version: null },
          edits: [{ range: { start, end: start }, newText: found.newFile.text }],
        },
      ],
    };
  },
);
