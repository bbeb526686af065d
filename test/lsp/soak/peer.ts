import { spawn, type ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type Diagnostic,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  type RegistrationParams,
  type UnregistrationParams,
} from 'vscode-languageserver-protocol/node';
import { serve } from '../../../server/src/node/server.ts';
import type { Start } from './steps.ts';

const SERVER = resolve('server/dist/lsp.cjs');

/** A language server, in a process of its own or in this one, and what it has told so far. */
export interface Peer {
  readonly connection: ProtocolConnection;
  /** What was sent last of each document. */
  readonly published: ReadonlyMap<string, readonly Diagnostic[]>;
  /** What no server should say. */
  readonly complaints: readonly string[];
  /** Whether it asked to be told of a path. */
  watches(path: string): boolean;
  /** Megabytes and open files; of a process of its own only. */
  usage(): { readonly memory: number; readonly files: number };
  stop(): Promise<void>;
}

export interface PeerOptions extends Pick<
  Start,
  'pulls' | 'watches' | 'bytes' | 'asksForSettings' | 'rich' | 'manyFolders'
> {
  readonly folders: readonly string[];
  settings(): object | null;
}

/** A server in this process. */
export function peerHere(options: PeerOptions): Promise<Peer> {
  const [there, back] = [new PassThrough(), new PassThrough()];
  serve(createConnection(ProposedFeatures.all, new StreamMessageReader(there), new StreamMessageWriter(back)));
  return started(createProtocolConnection(new StreamMessageReader(back), new StreamMessageWriter(there)), options);
}

/** The built server, as an editor starts it. */
export function peerProcess(options: PeerOptions): Promise<Peer> {
  const child = spawn(process.execPath, [SERVER, '--stdio'], { stdio: ['pipe', 'pipe', 'pipe'] });
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  return started(connection, options, child);
}

async function started(
  connection: ProtocolConnection,
  { pulls, watches, bytes, asksForSettings, rich, manyFolders, folders, settings }: PeerOptions,
  child?: ChildProcess,
): Promise<Peer> {
  const published = new Map<string, readonly Diagnostic[]>();
  const complaints: string[] = [];
  const watched = new Map<string, readonly RegExp[]>();
  child?.stderr?.on('data', (chunk: Buffer) => complaints.push(`standard error: ${String(chunk)}`));
  const ended = new Promise<void>((tell) => (child === undefined ? tell() : child.once('exit', () => tell())));
  connection.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }: PublishDiagnosticsParams) => {
    published.set(uri, diagnostics);
  });
  connection.onNotification('window/logMessage', ({ type, message }: { type: number; message: string }) => {
    const isExpected = type === 2 ? message.endsWith('; it is left out.') : type > 2;
    if (!isExpected) complaints.push(message);
  });
  connection.onNotification('window/showMessage', () => undefined);
  connection.onRequest('client/registerCapability', ({ registrations }: RegistrationParams) => {
    for (const { id, method, registerOptions } of registrations) {
      if (method !== 'workspace/didChangeWatchedFiles') continue;
      const { watchers } = registerOptions as { readonly watchers: readonly { readonly globPattern: string }[] };
      watched.set(
        id,
        watchers.map(({ globPattern }) => matcherOf(globPattern)),
      );
    }
    return null;
  });
  connection.onRequest('client/unregisterCapability', ({ unregisterations }: UnregistrationParams) => {
    for (const { id } of unregisterations) watched.delete(id);
    return null;
  });
  connection.onRequest('workspace/configuration', ({ items }: { items: readonly unknown[] }) => items.map(settings));
  for (const what of ['diagnostic', 'semanticTokens', 'inlayHint', 'codeLens'])
    connection.onRequest(`workspace/${what}/refresh`, () => null);
  connection.onRequest('window/workDoneProgress/create', () => null);
  connection.listen();
  await connection.sendRequest('initialize', {
    processId: child === undefined ? null : process.pid,
    rootUri: folders[0] ?? null,
    ...(manyFolders && { workspaceFolders: folders.map((uri) => ({ uri, name: uri })) }),
    initializationOptions: settings(),
    capabilities: {
      general: { positionEncodings: bytes ? ['utf-8', 'utf-16'] : ['utf-16'] },
      workspace: {
        workspaceFolders: manyFolders,
        ...(watches && { didChangeWatchedFiles: { dynamicRegistration: true } }),
        ...(asksForSettings && { configuration: true, didChangeConfiguration: { dynamicRegistration: true } }),
        ...(pulls && { diagnostics: { refreshSupport: true } }),
        workspaceEdit: {
          documentChanges: true,
          ...(rich && { changeAnnotationSupport: {}, resourceOperations: ['create'] }),
        },
        ...(rich && {
          semanticTokens: { refreshSupport: true },
          inlayHint: { refreshSupport: true },
          codeLens: { refreshSupport: true },
          symbol: { resolveSupport: { properties: ['location.range'] } },
          textDocumentContent: {},
          fileOperations: { willRename: true },
        }),
      },
      textDocument: {
        publishDiagnostics: { relatedInformation: true },
        ...(pulls && { diagnostic: { dynamicRegistration: rich } }),
        ...(rich ? RICH : { rename: { prepareSupport: true } }),
      },
      ...(rich && {
        window: { workDoneProgress: true },
        experimental: { showsReferences: true, showsTables: true, paintsPrograms: true },
      }),
    },
  });
  await connection.sendNotification('initialized', {});
  return {
    connection,
    published,
    complaints,
    watches: (path) => [...watched.values()].some((all) => all.some((one) => one.test(path))),
    usage: () => ({
      memory: Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child!.pid}/status`, 'utf8'))![1]) / 1024,
      files: readdirSync(`/proc/${child!.pid}/fd`).length,
    }),
    async stop() {
      await connection.sendRequest('shutdown');
      if (child !== undefined) {
        await connection.sendNotification('exit');
        await ended;
      }
      connection.dispose();
    },
  };
}

/** Of documents: all that makes answers longer, later or other ones. */
const RICH = {
  synchronization: { dynamicRegistration: true },
  hover: { dynamicRegistration: true, contentFormat: ['plaintext'] },
  definition: { dynamicRegistration: true, linkSupport: true },
  rename: { dynamicRegistration: true, prepareSupport: true },
  completion: {
    dynamicRegistration: true,
    completionItem: { snippetSupport: true, labelDetailsSupport: true, insertReplaceSupport: true },
    completionList: { itemDefaults: ['editRange', 'data'] },
  },
  codeAction: { dynamicRegistration: true, dataSupport: true, resolveSupport: { properties: ['edit'] } },
  rangeFormatting: { rangesSupport: true },
  inlayHint: { resolveSupport: { properties: ['tooltip'] } },
};

/** Whether paths are meant by a pattern of the protocol. */
function matcherOf(glob: string): RegExp {
  // What stands in brackets means the same in both.
  const source = glob.replace(/\*\*\/|[*?{},.]/g, (sign) => {
    if (sign === '**/') return '(?:.*/)?';
    return { '*': '[^/]*', '?': '[^/]', '{': '(?:', '}': ')', ',': '|', '.': '\\.' }[sign]!;
  });
  return new RegExp(`^${source}$`);
}
