import {
  CodeActionKind,
  createConnection,
  ProposedFeatures,
  TextDocumentSyncKind,
  type Connection,
  type InitializeParams,
  type InitializeResult,
} from 'vscode-languageserver/node';
import { VERSION } from '../disk/version.ts';
import { clientOf, type Client } from './client.ts';
import type { Session } from './session.ts';

/** Serves one editor until it says goodbye. Without a transport among the arguments, standard input and output are it. */
export function startServer(args: readonly string[]): void {
  const named = args.some((arg) => /^--(?:stdio|node-ipc|socket|pipe)\b/.test(arg));
  if (!named) process.argv.push('--stdio');
  serve(createConnection(ProposedFeatures.all));
}

/**
 * Answers `initialize` with as little code as that takes. Everything else is in the session, which is loaded when the editor has its
 * answer: an editor waits for the answer, and seldom for the rest.
 */
function serve(connection: Connection): void {
  let params: InitializeParams | undefined;
  let session: Promise<Session> | undefined;
  // Whoever waits for it goes on in the order in which messages came.
  const opened = (): Promise<Session> =>
    (session ??= import('./session.ts').then(({ openSession }) => openSession(connection, params)));
  const ask =
    <P, R>(answer: (session: Session, params: P) => R) =>
    async (params: P): Promise<Awaited<R>> =>
      await answer(await opened(), params);
  const tell =
    <P>(take: (session: Session, params: P) => void | Promise<void>) =>
    async (params: P): Promise<void> => {
      try {
        await take(await opened(), params);
      } catch (error) {
        connection.console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
      }
    };

  connection.onInitialize((given): InitializeResult => {
    params = given;
    return {
      capabilities: capabilitiesFor(clientOf(given.capabilities)),
      serverInfo: { name: 'cql-analyzer', version: VERSION },
    };
  });
  connection.onInitialized(tell((session) => session.start()));
  connection.onDidChangeConfiguration(tell((session, change) => session.settingsChanged(change)));
  connection.onDidChangeWatchedFiles(tell((session, change) => session.filesChanged(change)));
  connection.onDidOpenTextDocument(tell((session, change) => session.opened(change)));
  connection.onDidChangeTextDocument(tell((session, change) => session.changed(change)));
  connection.onDidCloseTextDocument(tell((session, change) => session.closed(change)));
  connection.languages.diagnostics.on(ask((session, asked) => session.diagnostics(asked)));
  connection.onHover(ask((session, asked) => session.hover(asked)));
  connection.onDefinition(ask((session, asked) => session.definition(asked)));
  connection.onDocumentSymbol(ask((session, asked) => session.symbols(asked)));
  connection.onCompletion(ask((session, asked) => session.completion(asked)));
  connection.onCompletionResolve(ask((session, item) => session.resolveCompletion(item)));
  connection.onCodeAction(ask((session, asked) => session.codeActions(asked)));
  connection.onCodeActionResolve(ask((session, action) => session.resolve(action)));
  connection.onShutdown(async () => (await session)?.stop());
  connection.listen();
}

const capabilitiesFor = (client: Client): InitializeResult['capabilities'] => ({
  positionEncoding: 'utf-16',
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: false },
  hoverProvider: true,
  definitionProvider: true,
  documentSymbolProvider: true,
  completionProvider: { triggerCharacters: ['.', '@'], resolveProvider: true },
  codeActionProvider: {
    codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.RefactorRewrite],
    resolveProvider: client.resolvesEdits,
  },
  workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
  ...(client.pullsDiagnostics && {
    diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: false },
  }),
});
