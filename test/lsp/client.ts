import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  WorkDoneProgress,
  type ClientCapabilities,
  type Diagnostic,
  type InitializeResult,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  type RegistrationParams,
  type TextEdit,
  type UnregistrationParams,
  type WorkspaceEdit,
} from 'vscode-languageserver-protocol/node';

export const SERVER = fileURLToPath(new URL('../../server/dist/lsp.cjs', import.meta.url));

/** The real server over standard input and output, and a folder of files for it. */
export interface TestClient {
  readonly connection: ProtocolConnection;
  readonly capabilities: InitializeResult['capabilities'];
  readonly folder: string;
  uri(path: string): string;
  open(path: string, text?: string, languageId?: string): Promise<string>;
  /** The diagnostics published last for a document, once they fulfil a condition. */
  diagnostics(path: string, until?: (diagnostics: readonly Diagnostic[]) => boolean): Promise<readonly Diagnostic[]>;
  /** Every publication so far. */
  readonly published: readonly PublishDiagnosticsParams[];
  /** Every line of the server's log so far. */
  readonly logged: readonly string[];
  /** Every request of the server to show something anew so far, by its method. */
  readonly requested: readonly string[];
  /** What was shown of long work so far. */
  readonly progress: readonly { readonly kind: string; readonly message?: string; readonly percentage?: number }[];
  /** Everything that the server asked to be told or asked, by its method and with the languages that it is about. */
  readonly registered: readonly { readonly method: string; readonly languages: readonly string[] }[];
  /** The patterns of the files of which the server asked to be told so far. */
  readonly watched: readonly string[];
  /** Everything that it asked for no longer, by its method. */
  readonly unregistered: readonly string[];
  /** Every message that was shown so far. */
  readonly shown: readonly string[];
  /** How the server's process ended. */
  readonly ended: Promise<number | null>;
  stop(): Promise<number | null>;
}

export interface ClientOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly capabilities?: ClientCapabilities;
  readonly settings?: unknown;
  /** No workspace folder: a single file was opened. */
  readonly folderless?: boolean | 'unsaid';
  /** What else is done in the folder before the server starts. */
  readonly prepare?: (folder: string) => void;
  /** The process with which the server ends. */
  readonly parent?: number;
  /** The folders that the editor opens, relative to the client's; that itself where none are named. */
  readonly folders?: readonly string[];
}

/** Starts the server as an editor does. */
export async function startClient({
  files = {},
  capabilities = {},
  settings,
  folderless,
  folders = [''],
  prepare,
  parent = process.pid,
}: ClientOptions = {}): Promise<TestClient> {
  const folder = mkdtempSync(join(tmpdir(), 'cql-lsp-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  prepare?.(folder);
  const child = spawn(process.execPath, [SERVER, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const published: PublishDiagnosticsParams[] = [];
  let announce: () => void = () => undefined;
  connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
    published.push(params);
    announce();
  });
  const logged: string[] = [];
  connection.onNotification('window/logMessage', ({ message }: { message: string }) => void logged.push(message));
  const watched: string[] = [];
  const registered: { method: string; languages: readonly string[] }[] = [];
  connection.onRequest('client/registerCapability', ({ registrations }: RegistrationParams) => {
    for (const { method, registerOptions } of registrations) {
      const { watchers = [] } = (registerOptions ?? {}) as { watchers?: { globPattern: string }[] };
      watched.push(...watchers.map(({ globPattern }) => globPattern));
      const selector = (registerOptions as { documentSelector?: { language: string }[] }).documentSelector ?? [];
      registered.push({ method, languages: selector.map(({ language }) => language) });
    }
    return null;
  });
  const unregistered: string[] = [];
  connection.onRequest('client/unregisterCapability', ({ unregisterations }: UnregistrationParams) => {
    unregistered.push(...unregisterations.map(({ method }) => method));
    return null;
  });
  connection.onRequest('workspace/configuration', ({ items }: { items: readonly unknown[] }) =>
    items.map(() => settings ?? null),
  );
  connection.onRequest('workspace/diagnostic/refresh', () => null);
  const requested: string[] = [];
  for (const shown of ['semanticTokens', 'inlayHint', 'codeLens']) {
    const method = `workspace/${shown}/refresh`;
    connection.onRequest(method, () => {
      requested.push(method);
      return null;
    });
  }
  const progress: { kind: string }[] = [];
  connection.onRequest('window/workDoneProgress/create', ({ token }: { token: string }) => {
    connection.onProgress(WorkDoneProgress.type, token, (value) => void progress.push(value));
    return null;
  });
  const shown: string[] = [];
  connection.onNotification('window/showMessage', ({ message }: { message: string }) => void shown.push(message));
  connection.listen();
  const uri = (path: string): string => pathToFileURL(join(folder, path)).href;
  const opened = folderless
    ? { rootUri: null, workspaceFolders: null }
    : {
        rootUri: pathToFileURL(folder).href,
        workspaceFolders: folders.map((path) => ({ uri: uri(path), name: path })),
      };
  const { capabilities: offered }: InitializeResult = await connection.sendRequest('initialize', {
    processId: parent,
    ...(folderless !== 'unsaid' && opened),
    capabilities,
    initializationOptions: settings,
  });
  await connection.sendNotification('initialized', {});
  let stopped = false;
  return {
    connection,
    capabilities: offered,
    folder,
    uri,
    published,
    logged,
    requested,
    progress,
    registered,
    watched,
    unregistered,
    shown,
    ended,
    async open(path, text = files[path] ?? readFileSync(join(folder, path), 'utf8'), languageId = 'cql') {
      const opened = path.includes(':') ? path : uri(path);
      await connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri: opened, languageId, version: 1, text },
      });
      return opened;
    },
    async diagnostics(path, until = () => true) {
      const wanted = path.includes(':') ? path : uri(path);
      for (;;) {
        const last = published.findLast((params) => params.uri === wanted);
        if (last !== undefined && until(last.diagnostics)) return last.diagnostics;
        await new Promise<void>((resolve) => {
          announce = resolve;
        });
      }
    },
    async stop() {
      if (stopped) return ended;
      stopped = true;
      await connection.sendRequest('shutdown');
      await connection.sendNotification('exit');
      const code = await ended;
      connection.dispose();
      rmSync(folder, { recursive: true, force: true });
      return code;
    },
  };
}

/** Applies a workspace edit to texts by URI, as an editor would. */
export function appliedTo(texts: ReadonlyMap<string, string>, edit: WorkspaceEdit): ReadonlyMap<string, string> {
  const changes: [string, readonly TextEdit[]][] =
    edit.documentChanges === undefined
      ? Object.entries(edit.changes ?? {})
      : edit.documentChanges.flatMap((change) =>
          'edits' in change ? [[change.textDocument.uri, change.edits as TextEdit[]] as [string, TextEdit[]]] : [],
        );
  const result = new Map(texts);
  for (const [uri, edits] of changes) {
    let text = result.get(uri) ?? '';
    const offset = ({ line, character }: { line: number; character: number }): number =>
      text.split('\n').slice(0, line).join('\n').length + (line > 0 ? 1 : 0) + character;
    const placed = edits.map(({ range, newText }) => ({ start: offset(range.start), end: offset(range.end), newText }));
    for (const { start, end, newText } of placed.toSorted((a, b) => b.start - a.start)) {
      text = text.slice(0, start) + newText + text.slice(end);
    }
    result.set(uri, text);
  }
  return result;
}
