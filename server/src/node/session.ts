import type { Connection, InitializeParams } from 'vscode-languageserver';
import { openSession, type EditorSession } from '../lsp/session.ts';
import { nodeHost } from './host.ts';

/** A session over the files of this machine. */
export const openNodeSession = (connection: Connection, params: InitializeParams | undefined): EditorSession =>
  openSession(connection, params, nodeHost());
