import type { TextDocumentIdentifier } from 'vscode-languageserver';
import { aboutDocument } from '../request.ts';
import { statusOf, type Status } from '../status.ts';

/** What the project of a document with statements knows; for the bar at the foot of an editor. */
export const status = aboutDocument<{ readonly textDocument: TextDocumentIdentifier }, Status | null>(
  null,
  ({ workspace, code }) => (code?.extraction.statements.length === 0 ? null : statusOf(workspace)),
);
