import type { Connection, InitializeParams } from 'vscode-languageserver';
import { openSession, type Session } from '../lsp/session.ts';
import { nodeHost } from './host.ts';

/** A session over the files of this machine. */
export const openNodeSession = (connection: Connection, params: InitializeParams | undefined): Session =>
  openSession(connection, params, nodeHost());
