import type {
  CancellationToken,
  Connection,
  DidChangeConfigurationParams,
  DidChangeTextDocumentParams,
  DidChangeWatchedFilesParams,
  FileEvent,
  DidCloseTextDocumentParams,
  DidOpenTextDocumentParams,
  DocumentDiagnosticParams,
  DocumentDiagnosticReport,
  InitializeParams,
  Registration,
  TextDocumentPositionParams,
  WorkspaceDiagnosticParams,
  WorkspaceDiagnosticReport,
  WorkspaceFoldersChangeEvent,
} from 'vscode-languageserver';
import { hostOf } from '../embedded/index.ts';
import { isBesideTexts } from '../config/telling-files.ts';
import { editorChoice } from '../config/configuration.ts';
import { newLayouts } from '../format/format.ts';
import type { RequestMethod } from './capabilities.ts';
import { BUILT_IN_SCHEME } from './built-in-scheme.ts';
import { clientOf } from './client.ts';
import { configurationDiagnostics } from './configuration-diagnostics.ts';
import type { Desk } from './desk.ts';
import { diagnosticsOf } from './diagnostics.ts';
import type { Host } from './host.ts';
import { lulls } from './lulls.ts';
import { positionsIn } from './positions.ts';
import { Projects } from './projects.ts';
import { whenQuiet } from './quiet.ts';
import { refreshes } from './refreshes.ts';
import { TOO_LATE } from './refusal.ts';
import { shownTokens } from './shown-tokens.ts';
import { askedOfPrograms, askedOfSettings, toldOfPrograms, watchedFiles, watchedPatterns } from './registrations.ts';
import { inSlices, newTurn, type Turn } from './slices.ts';
import { HANDLERS } from './requests/index.ts';
import { statusLine, statusOf } from './status.ts';
import { isConfigurationFile, settingsTexts } from './settings-texts.ts';
import { overridden, problemsOf, sameSettings } from './settings.ts';

/** What the server does once it has told what it can do. */
export interface EditorSession {
  /** The editor is ready to be asked. */
  start(): Promise<void>;
  settingsChanged(change: DidChangeConfigurationParams): Promise<void>;
  foldersChanged(change: WorkspaceFoldersChangeEvent): void;
  filesChanged(change: DidChangeWatchedFilesParams): void;
  opened(change: DidOpenTextDocumentParams): void;
  changed(change: DidChangeTextDocumentParams): void;
  saved(): void;
  closed(change: DidCloseTextDocumentParams): void;
  diagnostics(asked: DocumentDiagnosticParams): DocumentDiagnosticReport;
  workspaceDiagnostics(asked: WorkspaceDiagnosticParams, token: CancellationToken): Promise<WorkspaceDiagnosticReport>;
  answer(method: RequestMethod, params: unknown): unknown;
  stop(): void;
}

/** Opens the folders that the editor has open. */
export function openSession(connection: Connection, params: InitializeParams | undefined, host: Host): EditorSession {
  const client = clientOf(params ?? { capabilities: {} });
  const projects = new Projects(host, {
    unwatched: !client.watchesFiles,
    tell: (line) => connection.console.warn(line),
  });
  let settings: unknown = ownPartOf(params?.initializationOptions);
  const positions = positionsIn(client.positionEncoding);
  const desk: Desk = {
    projects,
    client,
    positions,
    tokens: shownTokens(positions),
    layouts: newLayouts(),
    lulls: lulls(),
    settingsTexts: settingsTexts(positions),
    applyEdit: (label, edit) =>
      void connection
        .sendRequest('workspace/applyEdit', { label, edit })
        .catch((error: unknown) => connection.console.warn(String(error))),
    setting: (name) => editorChoice(settings, name),
  };
  const diagnostics = diagnosticsOf(connection, desk);
  const memory = host.tidying();
  const idle = whenQuiet(IDLE_MILLISECONDS, look);

  const configurations = configurationDiagnostics(connection, desk);
  const shown = refreshes(connection, desk);
  /** Tells the editor that statements in programs may have other colours. */
  const painted = whenQuiet(
    PAINTED_MILLISECONDS,
    () => void connection.sendNotification('cqlAnalyzer/programsChanged'),
  );
  /** Problems that were told. */
  let told: readonly string[] = [];

  /** The languages of programs about which the editor asks, and what it was asked for. */
  let registered = '';
  /** The patterns of the files of which it was asked to tell, and which request that was; an editor takes no two of one name. */
  let watched = { patterns: '', count: 0 };
  let watching: Promise<void> = Promise.resolve();
  /** Every folder that ever held files, by its path: it may come back. */
  const folders = new Set<string>();
  let registrations: readonly Registration[] = [];
  let isTold = false;
  /** Programs are read between other things. */
  let isReading = false;
  let hasMore = false;

  projects.configure((configuration) => overridden(configuration, settings));
  report([
    ...problemsOf(settings),
    ...(params === undefined ? [] : rootsOf(params)).flatMap((root) => projects.addFolder(root)),
  ]);

  return {
    async start() {
      // Before anything is waited for: what changes from now on must be told.
      const isWatched = watch();
      if (client.configuration) {
        await register('workspace/didChangeConfiguration', { section: 'cqlAnalyzer' });
        await readSettings();
      }
      await isWatched;
      if (client.sendsSettings)
        await connection.sendRequest('client/registerCapability', { registrations: askedOfSettings() });
      for (const { root, workspace } of projects.folders())
        connection.console.info(`cql-analyzer ${host.version}: ${root}: ${statusLine(statusOf(workspace))}`);
      changed('soon');
      readPrograms();
    },

    async settingsChanged(change) {
      if (client.configuration) await readSettings();
      else applySettings(ownPartOf(change.settings));
    },

    foldersChanged({ added, removed }) {
      for (const { uri } of removed) projects.removeFolder(uri);
      report(added.flatMap(({ uri }) => projects.addFolder(uri)));
      changed('soon');
      readPrograms();
    },
    filesChanged({ changes }) {
      let problems: readonly string[] | undefined;
      // A repository that comes or goes is the folder of what lies in it.
      const moves = ({ uri, type }: FileEvent): boolean => type !== CHANGED && nameOf(uri) === '.git';
      const decides = (uri: string): boolean => isSettings(uri) || projects.isConfiguration(uri);
      if (changes.some((change) => decides(change.uri) || moves(change))) problems = projects.readAgain();
      else {
        for (const { uri } of changes) {
          if (isText(uri)) projects.reload(uri);
          // What has the name of no file that is watched for is a folder.
          if (!isText(uri) || projects.workspaceOf(uri)?.file(uri) === undefined) projects.reloadBelow(uri);
        }
        if (changes.some(({ uri, type }) => type !== CHANGED || !isText(uri) || isBesideTexts(nameOf(uri))))
          problems = projects.catchUp();
      }
      if (problems === undefined) configurations.send();
      else report(problems);
      changed('soon');
      readPrograms();
    },
    opened({ textDocument: { uri: clientUri, languageId, text, version } }) {
      look();
      // An editor may send whatever it has open; settings count as they are saved.
      const uri = projects.normalUri(clientUri);
      if (isConfigurationFile(uri)) {
        desk.settingsTexts.open(uri, text);
        configurations.send();
      }
      // What a server makes itself is no part of a project.
      if (uri.startsWith(`${BUILT_IN_SCHEME}:`)) return;
      if (isSettings(uri) || !(isText(uri) || isCqlLanguage(languageId) || isOfProject(uri))) return;
      projects.open(clientUri, text, version);
      configurations.send();
      changed('now');
      readPrograms();
    },
    changed({ textDocument, contentChanges }) {
      // Whatever the document is: what changed on disk may be seen by nothing else.
      if (!client.watchesFiles) idle.soon();
      const uri = projects.normalUri(textDocument.uri);
      if (desk.settingsTexts.of(uri) !== undefined) {
        desk.settingsTexts.change(uri, contentChanges);
        configurations.send();
        return;
      }
      for (const change of contentChanges) {
        const document = projects.workspaceOf(uri)?.file(uri)?.document;
        if (document === undefined) return;
        projects.change(
          uri,
          textDocument.version,
          'range' in change
            ? {
                start: desk.positions.offset(document, change.range.start),
                end: desk.positions.offset(document, change.range.end),
                text: change.text,
              }
            : { text: change.text },
        );
      }
      changed('soon', uri);
    },
    saved: look,
    closed({ textDocument: { uri: clientUri } }) {
      const uri = projects.normalUri(clientUri);
      desk.settingsTexts.close(uri);
      projects.close(uri);
      diagnostics.closed(uri, clientUri);
      desk.tokens.closed(uri);
      configurations.send();
      changed('soon');
    },

    diagnostics({ textDocument, previousResultId }) {
      return answered(() => diagnostics.ofDocument(projects.normalUri(textDocument.uri), previousResultId));
    },
    workspaceDiagnostics({ previousResultIds }, token) {
      return diagnostics.ofWorkspace(new Map(previousResultIds.map(({ uri, value }) => [uri, value])), token);
    },

    answer(method, asked) {
      const answer = (): unknown => answered(() => HANDLERS[method].answer(desk, asked as never));
      return OF_ALL_FILES.has(method) ? onceRead(asked as TextDocumentPositionParams, answer) : answer();
    },

    stop() {
      diagnostics.stop();
      shown.stop();
      painted.stop();
      idle.stop();
      memory.stop();
    },
  };

  function answered<R>(answer: () => R): R {
    memory.soon();
    if (!client.watchesFiles) idle.soon();
    try {
      return answer();
    } finally {
      desk.lulls.asked();
    }
  }

  function isOfProject(uri: string): boolean {
    return projects.workspaceOf(uri)?.file(uri) !== undefined;
  }

  /** Where nobody tells what changes on disk. */
  function look(): void {
    const found = client.watchesFiles ? 'nothing' : projects.look();
    if (found === 'nothing') return;
    if (found === 'files') configurations.send();
    else report(found);
    changed('soon');
    readPrograms();
  }

  /** Reads programs that were not read yet, a few at a time, and asks the editor to send such documents. */
  function readPrograms(): void {
    hasMore = true;
    if (isReading) {
      // What came just now may change before it is its turn. Whoever waits for it learns what goes wrong.
      watch().catch(() => undefined);
      return;
    }
    isReading = true;
    const read = async (): Promise<void> => {
      while (hasMore) {
        // A folder that comes meanwhile is watched before it is read: in between nothing must pass unseen.
        for (; hasMore; await Promise.all([watch(), registerPrograms()])) hasMore = false;
        await readOn(newTurn(desk.lulls.next));
        await watch();
      }
    };
    read()
      .catch((error: unknown) => connection.console.error(String(error)))
      .finally(() => {
        isReading = false;
      });
  }

  async function readOn(turn: Turn): Promise<void> {
    for await (const _ of inSlices(projects.readPrograms(), turn)) changed('soon');
  }

  /** Answers when all programs are read; what is asked about a text that is another one by then is not known any more. */
  async function onceRead({ textDocument }: TextDocumentPositionParams, answer: () => unknown): Promise<unknown> {
    const version = (): number | undefined => projects.versionOf(projects.normalUri(textDocument.uri));
    const asked = version();
    await readOn(newTurn());
    return version() === asked ? answer() : TOO_LATE;
  }

  async function registerPrograms(): Promise<void> {
    const { languages } = projects;
    const key = languages.join();
    if (key === registered) return;
    registered = key;
    const capabilities = params?.capabilities ?? {};
    if (registrations.length > 0) {
      const unregisterations = registrations.map(({ id, method }) => ({ id, method }));
      await connection.sendRequest('client/unregisterCapability', { unregisterations });
    }
    registrations = askedOfPrograms(capabilities, languages);
    const telling = isTold || languages.length === 0 ? [] : toldOfPrograms(capabilities);
    isTold ||= telling.length > 0;
    const all = [...telling, ...registrations];
    if (all.length > 0) await connection.sendRequest('client/registerCapability', { registrations: all });
  }

  /** Asks the editor to tell of the files that the projects rest on, where that is not asked already. */
  function watch(): Promise<void> {
    if (!client.watchesFiles) return watching;
    const patterns = watchedPatterns(projects, folders);
    const before = watched;
    if (patterns.join() === before.patterns) return watching;
    watched = { patterns: patterns.join(), count: before.count + 1 };
    watching = replaceWatch(before.count, watchedFiles(watchId(watched.count), patterns));
    return watching;
  }

  async function replaceWatch(before: number, registration: Registration): Promise<void> {
    // The new one first: in between nothing must pass unseen.
    await connection.sendRequest('client/registerCapability', { registrations: [registration] });
    if (before === 0) return;
    const unregisterations = [{ id: watchId(before), method: registration.method }];
    await connection.sendRequest('client/unregisterCapability', { unregisterations });
  }

  /** Asks the editor to send these notifications from now on. */
  function register(method: string, registerOptions: object): Promise<unknown> {
    return connection.sendRequest('client/registerCapability', {
      registrations: [{ id: method, method, registerOptions }],
    });
  }

  async function readSettings(): Promise<void> {
    applySettings(await connection.workspace.getConfiguration('cqlAnalyzer'));
  }

  function applySettings(next: unknown): void {
    const scope = desk.setting('diagnostics.scope');
    const same = sameSettings(next, settings);
    settings = next;
    // Editors send the settings once more after the start: nothing has to be read again for that.
    if (!same) {
      report([...problemsOf(next), ...projects.configure((configuration) => overridden(configuration, settings))]);
      readPrograms();
    }
    if (!same || scope !== desk.setting('diagnostics.scope')) changed('soon');
  }

  /** A text or a file is another one. */
  function changed(when: 'now' | 'soon', edited?: string): void {
    diagnostics.changed(when, edited);
    shown.soon();
    if (client.paintsPrograms && projects.languages.length > 0) painted.soon();
  }

  /** Shows what is wrong with the settings: each problem once, until it is gone. */
  function report(problems: readonly string[]): void {
    configurations.send();
    // A request, which the library's own way is, would need an answer that not every editor gives.
    const fresh = problems.filter((problem) => !told.includes(problem));
    told = problems;
    for (const problem of fresh) {
      const message = `cql-analyzer: ${problem}`;
      void connection.sendNotification('window/showMessage', { type: WARNING, message });
    }
  }
}

/** Requests about every place in the project: one that is not read yet would be left out. */
const OF_ALL_FILES: ReadonlySet<RequestMethod> = new Set(['textDocument/references', 'textDocument/rename']);

const watchId = (count: number): string => `cql-analyzer files ${count}`;

const nameOf = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1);

const isText = (uri: string): boolean => /\.cql$/i.test(uri) || hostOf(uri) !== undefined;

/** Whether an editor takes a document for CQL, whatever its name is. */
const isCqlLanguage = (languageId: string): boolean => /cql|cassandra/i.test(languageId);

/** Whether a file decides which files belong to a project, and how they are judged. */
const isSettings = (uri: string): boolean =>
  /\/(?:cql-analyzer\.toml|\.gitignore)$/.test(uri) || (/\.ya?ml$/i.test(uri) && !isBesideTexts(nameOf(uri)));

/** `FileChangeType.Changed`. */
const CHANGED = 2;

/** `MessageType.Warning`. */
const WARNING = 2;

/** A pause of somebody who types. */
const IDLE_MILLISECONDS = 1000;

/** Soon enough that colours follow what is typed. */
const PAINTED_MILLISECONDS = 150;

/** Some clients leave out what they have not. */
function rootsOf({
  workspaceFolders,
  rootUri,
}: Pick<InitializeParams, 'workspaceFolders'> & { readonly rootUri?: string | null }): readonly string[] {
  return workspaceFolders?.map(({ uri }) => uri) ?? (typeof rootUri === 'string' ? [rootUri] : []);
}

/** Editors send the settings of the server alone, or under its name. */
const ownPartOf = (settings: unknown): unknown =>
  (settings as { readonly cqlAnalyzer?: unknown } | null | undefined)?.cqlAnalyzer ?? settings;
