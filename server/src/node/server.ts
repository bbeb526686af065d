import {
  CancellationToken,
  createConnection,
  ErrorCodes,
  FileChangeType,
  LSPErrorCodes,
  ProposedFeatures,
  ResponseError,
  type Connection,
  type FileEvent,
  type InitializeParams,
  type InitializeResult,
} from 'vscode-languageserver/node';
import { VERSION } from '../disk/version.ts';
import { capabilitiesFor, REQUESTS } from '../lsp/capabilities.ts';
import { clientOf } from '../lsp/client.ts';
import { isRefusal } from '../lsp/refusal.ts';
import type { EditorSession } from '../lsp/session.ts';
import { isComplete } from '../lsp/shape.ts';

/** Serves one editor until it says goodbye. Without a transport among the arguments, standard input and output are it. */
export function startServer(args: readonly string[]): void {
  const named = args.some((arg) => /^--(?:stdio|node-ipc|socket|pipe)\b/.test(arg));
  if (!named) process.argv.push('--stdio');
  serve(createConnection(ProposedFeatures.all));
}

/**
 * Serves the editor at the other end of a connection. Answers `initialize` with as little code as that takes. Everything else is in the session, which is loaded when the editor has its
 * answer: an editor waits for the answer, and seldom for the rest.
 */
export function serve(connection: Connection): void {
  let params: InitializeParams | undefined;
  let session: Promise<EditorSession> | undefined;
  let isShut = false;
  // Whoever waits for it goes on in the order in which messages came.
  const opened = (): Promise<EditorSession> =>
    (session ??= import('./session.ts').then(({ openNodeSession }) => openNodeSession(connection, params)));
  const ask =
    <P, R>(answer: (session: EditorSession, params: P, token: CancellationToken) => R) =>
    async (asked: P, given?: CancellationToken): Promise<Awaited<R>> => {
      if (params === undefined) throw new ResponseError(ErrorCodes.ServerNotInitialized, 'initialize comes first');
      if (isShut) throw new ResponseError(ErrorCodes.InvalidRequest, 'the server was shut down');
      const ready = await opened();
      // What the editor has lost interest in is not begun.
      // Without parameters the token comes in their place.
      const token = given ?? CancellationToken.None;
      if (token.isCancellationRequested) throw new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
      const answered = await answer(ready, asked, token);
      if (isRefusal(answered)) {
        const code = answered.isLate === true ? LSPErrorCodes.ContentModified : LSPErrorCodes.RequestFailed;
        throw new ResponseError(code, answered.refusal);
      }
      return answered;
    };
  const tell =
    <P>(take: (session: EditorSession, params: P) => void | Promise<void>) =>
    async (told: P): Promise<void> => {
      // What comes before the first request is dropped.
      if (params === undefined) return;
      try {
        await take(await opened(), told);
      } catch (error) {
        connection.console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
      }
    };

  connection.onInitialize((given): InitializeResult | ResponseError<never> => {
    if (params !== undefined) return new ResponseError(ErrorCodes.InvalidRequest, 'the server is initialized already');
    params = given;
    return {
      capabilities: capabilitiesFor(clientOf(given)),
      serverInfo: { name: 'cql-analyzer', version: VERSION },
    };
  });
  connection.onInitialized((initialized) => {
    // From the first moment: an editor that waits for nothing may change its folders at once.
    if (params !== undefined && clientOf(params).changesFolders)
      connection.workspace.onDidChangeWorkspaceFolders(tell((session, change) => session.foldersChanged(change)));
    return tell((session) => session.start())(initialized);
  });
  connection.onDidChangeConfiguration(tell((session, change) => session.settingsChanged(change)));
  connection.onDidChangeWatchedFiles(tell((session, change) => session.filesChanged(change)));
  connection.workspace.onDidCreateFiles(
    tell((session, { files }) => session.filesChanged({ changes: eventsOf(files, FileChangeType.Created) })),
  );
  connection.workspace.onDidDeleteFiles(
    tell((session, { files }) => session.filesChanged({ changes: eventsOf(files, FileChangeType.Deleted) })),
  );
  connection.workspace.onDidRenameFiles(
    tell((session, { files }) => {
      const gone = files.map(({ oldUri }) => ({ uri: oldUri }));
      const made = files.map(({ newUri }) => ({ uri: newUri }));
      const changes = [...eventsOf(gone, FileChangeType.Deleted), ...eventsOf(made, FileChangeType.Created)];
      session.filesChanged({ changes });
    }),
  );
  connection.onDidOpenTextDocument(tell((session, change) => session.opened(change)));
  connection.onDidChangeTextDocument(tell((session, change) => session.changed(change)));
  connection.onDidSaveTextDocument(tell((session) => session.saved()));
  connection.onDidCloseTextDocument(tell((session, change) => session.closed(change)));
  connection.languages.diagnostics.on(ask((session, asked) => session.diagnostics(asked)));
  connection.languages.diagnostics.onWorkspace(
    ask((session, asked, token) => session.workspaceDiagnostics(asked, token)),
  );
  for (const method of REQUESTS) {
    connection.onRequest(
      method,
      ask((session, asked: unknown) => {
        if (!isComplete(method, asked))
          throw new ResponseError(
            ErrorCodes.InvalidParams,
            `${method} lacks the document or the place that it is about`,
          );
        return session.answer(method, asked);
      }),
    );
  }
  connection.onShutdown(async () => {
    isShut = true;
    (await session)?.stop();
  });
  connection.listen();
}

const eventsOf = (files: readonly { readonly uri: string }[], type: FileChangeType): FileEvent[] =>
  files.map(({ uri }) => ({ uri, type }));
