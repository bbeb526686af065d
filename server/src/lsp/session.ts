import {
  CodeActionKind,
  type CodeAction,
  type CodeActionParams,
  type CompletionItem,
  type CompletionList,
  type CompletionParams,
  type Connection,
  type DefinitionParams,
  type Diagnostic,
  type DidChangeConfigurationParams,
  type DidChangeTextDocumentParams,
  type DidChangeWatchedFilesParams,
  type DidCloseTextDocumentParams,
  type DidOpenTextDocumentParams,
  type DocumentDiagnosticParams,
  type DocumentDiagnosticReport,
  type DocumentSymbol,
  type DocumentSymbolParams,
  type Hover,
  type HoverParams,
  type InitializeParams,
  type Location,
  type LocationLink,
} from 'vscode-languageserver/node';
import { readConfiguration, type Configuration } from '../config/configuration.ts';
import { pathOf } from '../disk/project.ts';
import { RULE_CODES } from '../rules/index.ts';
import type { Fix } from '../rules/rule.ts';
import { fixesFor } from '../service/code-actions.ts';
import { completionsAt } from '../service/completion/index.ts';
import { definitionAt } from '../service/definition.ts';
import { hoverAt } from '../service/hover.ts';
import type { Subject } from '../service/subject.ts';
import { outlineOf } from '../service/symbols.ts';
import type { LocatedFinding } from '../workspace/file.ts';
import type { Workspace } from '../workspace/workspace.ts';
import {
  type CompletionData,
  completionOf,
  diagnosticOf,
  locationOf,
  rangeOf,
  symbolOf,
  toldOf,
  workspaceEditOf,
} from './convert.ts';
import { clientOf } from './client.ts';
import { tidying } from './memory.ts';
import { normalUri, Projects } from './projects.ts';

/** What the server does once it has told what it can do. */
export interface Session {
  /** The editor is ready to be asked. */
  start(): Promise<void>;
  settingsChanged(change: DidChangeConfigurationParams): Promise<void>;
  filesChanged(change: DidChangeWatchedFilesParams): void;
  opened(change: DidOpenTextDocumentParams): void;
  changed(change: DidChangeTextDocumentParams): void;
  closed(change: DidCloseTextDocumentParams): void;
  diagnostics(asked: DocumentDiagnosticParams): DocumentDiagnosticReport;
  hover(asked: HoverParams): Hover | null;
  definition(asked: DefinitionParams): Location[] | LocationLink[] | null;
  symbols(asked: DocumentSymbolParams): DocumentSymbol[];
  completion(asked: CompletionParams): CompletionList | null;
  resolveCompletion(item: CompletionItem): CompletionItem;
  codeActions(asked: CodeActionParams): CodeAction[];
  resolve(action: CodeAction): CodeAction;
  stop(): void;
}

/** Opens the folders that the editor has open. */
export function openSession(connection: Connection, params: InitializeParams | undefined): Session {
  const projects = new Projects();
  const client = clientOf(params?.capabilities ?? {});
  let settings: unknown = params?.initializationOptions;
  const published = new Map<string, string>();
  const publishing = delayed(() => publishAll());
  const memory = tidying();

  projects.configure((configuration) => overridden(configuration, settings).configuration);
  for (const root of params === undefined ? [] : rootsOf(params)) report(projects.addFolder(root));

  return {
    async start() {
      if (client.watchesFiles) {
        await register('workspace/didChangeWatchedFiles', {
          watchers: [{ globPattern: '**/*.cql' }, { globPattern: '**/{cql-analyzer.toml,.gitignore,cassandra.yaml}' }],
        });
      }
      if (client.configuration) {
        await register('workspace/didChangeConfiguration', { section: 'cqlAnalyzer' });
        await readSettings();
      }
      connection.workspace.onDidChangeWorkspaceFolders?.(({ added, removed }) => {
        for (const { uri } of removed) if (uri.startsWith('file:')) projects.removeFolder(pathOf(uri));
        for (const { uri } of added) if (uri.startsWith('file:')) report(projects.addFolder(pathOf(uri)));
        publishing.soon();
      });
    },

    async settingsChanged(change) {
      if (client.configuration) await readSettings();
      else applySettings((change.settings as { cqlAnalyzer?: unknown } | undefined)?.cqlAnalyzer ?? change.settings);
    },

    filesChanged({ changes }) {
      for (const { uri } of changes) {
        if (/\.cql$/i.test(uri)) projects.reload(uri);
        else for (const root of projects.roots) report(projects.addFolder(root));
      }
      publishing.soon();
    },
    opened({ textDocument: { uri, text, version } }) {
      projects.open(uri, text, version);
      publishing.now();
    },
    changed({ textDocument, contentChanges }) {
      const uri = normalUri(textDocument.uri);
      for (const change of contentChanges) {
        const document = projects.workspaceOf(uri)?.file(uri)?.document;
        if (document === undefined) continue;
        projects.change(textDocument.uri, textDocument.version, [
          'range' in change
            ? {
                start: document.offsetAt(change.range.start),
                end: document.offsetAt(change.range.end),
                text: change.text,
              }
            : { text: change.text },
        ]);
      }
      publishing.soon();
    },
    closed({ textDocument: { uri } }) {
      projects.close(uri);
      published.delete(normalUri(uri));
      if (!client.pullsDiagnostics) void connection.sendDiagnostics({ uri, diagnostics: [] });
      publishing.soon();
    },
    diagnostics({ textDocument, previousResultId }) {
      const diagnostics = guarded([], () => diagnosticsOf(normalUri(textDocument.uri)));
      const resultId = fingerprint(diagnostics);
      return resultId === previousResultId
        ? { kind: 'unchanged', resultId }
        : { kind: 'full', resultId, items: diagnostics };
    },

    hover: ({ textDocument, position }) =>
      at(textDocument.uri, null, (subject) => {
        const hover = hoverAt(subject, subject.document.offsetAt(position));
        return hover === undefined
          ? null
          : {
              contents: { kind: 'markdown', value: hover.markdown },
              range: rangeOf(subject.document, hover.start, hover.end),
            };
      }),
    definition: ({ textDocument, position }) =>
      at(textDocument.uri, null, (subject) => {
        const definition = definitionAt(subject, subject.document.offsetAt(position));
        const targets = definition?.targets.flatMap((target) => locationOf(projects, target) ?? []) ?? [];
        if (definition === undefined || targets.length === 0) return null;
        if (!client.locationLinks) return targets;
        return targets.map(({ uri, range }) => ({
          originSelectionRange: rangeOf(subject.document, definition.start, definition.end),
          targetUri: uri,
          targetRange: range,
          targetSelectionRange: range,
        }));
      }),
    symbols: ({ textDocument }) =>
      at(textDocument.uri, [], (subject) => outlineOf(subject).map((symbol) => symbolOf(subject.document, symbol))),
    completion: ({ textDocument, position }) =>
      at(textDocument.uri, null, (subject) => {
        const data = { uri: textDocument.uri, offset: subject.document.offsetAt(position) };
        const items = completionsAt(subject, data.offset).map((entry, index) =>
          completionOf(subject.document, entry, index, client, data),
        );
        return { isIncomplete: false, items };
      }),
    resolveCompletion(item) {
      const data = item.data as CompletionData | undefined;
      if (data === undefined) return item;
      return at(data.uri, item, (subject) => {
        const entry = completionsAt(subject, data.offset).find(({ label }) => label === item.label);
        return entry === undefined ? item : toldOf(item, entry, client);
      });
    },
    codeActions: (asked) => at(asked.textDocument.uri, [], (subject) => codeActions(subject, asked)),

    resolve(action) {
      const data = action.data as ActionData | undefined;
      if (data === undefined || action.edit !== undefined) return action;
      return at(data.uri, action, (subject) => {
        const offered = findingsTouching(subject.uri, data.start, data.end)
          .filter(({ finding }) => finding.code === data.code)
          .flatMap(({ finding, segment }) => fixesFor(subject, segment, finding))
          .find(({ fix }) => fix.id === data.fix);
        return offered === undefined
          ? action
          : { ...action, edit: workspaceEditOf(projects, offered.fix.edits(), client) };
      });
    },

    stop() {
      publishing.stop();
      memory.stop();
    },
  };

  function codeActions(subject: Subject, { range, context }: CodeActionParams): CodeAction[] {
    const { document, uri } = subject;
    const wanted = (kind: string): boolean =>
      context.only === undefined || context.only.some((only) => kind === only || kind.startsWith(`${only}.`));
    return findingsTouching(uri, document.offsetAt(range.start), document.offsetAt(range.end)).flatMap((located) => {
      const diagnostic = diagnosticOf(projects, document, located);
      const { finding, segment, start, end } = located;
      return fixesFor(subject, segment, finding).flatMap(({ fix }): readonly CodeAction[] => {
        const kind = kindsOf(fix).find(wanted);
        if (kind === undefined) return [];
        const data: ActionData = { uri, start, end, code: finding.code, fix: fix.id };
        return [
          {
            title: fix.title,
            kind,
            diagnostics: [diagnostic],
            ...(fix.preferred && { isPreferred: true }),
            ...(client.resolvesEdits ? { data } : { edit: workspaceEditOf(projects, fix.edits(), client) }),
          },
        ];
      });
    });
  }

  function findingsTouching(uri: string, start: number, end: number): readonly LocatedFinding[] {
    const workspace = projects.workspaceOf(uri);
    const document = workspace?.file(uri)?.document;
    if (workspace === undefined || document === undefined) return [];
    const findings = workspace.findings(uri);
    const touching = findings.filter((located) => located.start <= end && start <= located.end);
    if (touching.length > 0) return touching;
    // A caret elsewhere in a statement means the statement.
    const segment = document.segmentAt(start);
    return findings.filter((located) => located.segment === segment);
  }

  /** Runs a request about a document; whatever goes wrong is logged, and costs only this answer. */
  function at<T>(clientUri: string, otherwise: T, answer: (subject: Subject) => T): T {
    const uri = normalUri(clientUri);
    const workspace = projects.workspaceOf(uri);
    const subject = workspace === undefined ? undefined : subjectOf(workspace, uri);
    return subject === undefined ? otherwise : guarded(otherwise, () => answer(subject));
  }

  function guarded<T>(otherwise: T, answer: () => T): T {
    try {
      return answer();
    } catch (error) {
      connection.console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
      return otherwise;
    }
  }

  function diagnosticsOf(uri: string): Diagnostic[] {
    memory.soon();
    const workspace = projects.workspaceOf(uri);
    const file = workspace?.file(uri);
    if (workspace === undefined || file === undefined) return [];
    return workspace.findings(uri).map((located) => diagnosticOf(projects, file.document, located));
  }

  function publishAll(): void {
    if (client.pullsDiagnostics) {
      connection.languages.diagnostics.refresh().catch(() => undefined);
      return;
    }
    for (const { uri, version } of projects.openDocuments()) {
      const diagnostics = guarded([], () => diagnosticsOf(uri));
      const shown = fingerprint(diagnostics);
      if (published.get(uri) === shown) continue;
      published.set(uri, shown);
      void connection.sendDiagnostics({ uri: projects.clientUri(uri), version, diagnostics });
    }
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
    // Editors send the settings once more after the start: nothing has to be read again for that.
    if (JSON.stringify(withoutEmpty(next)) === JSON.stringify(withoutEmpty(settings))) return;
    settings = next;
    report(overridden({ ...EMPTY }, next).problems);
    report(projects.configure((configuration) => overridden(configuration, settings).configuration));
    publishing.soon();
  }

  function report(problems: readonly string[]): void {
    for (const problem of problems) connection.window.showWarningMessage(`cql-analyzer: ${problem}`);
  }
}

/** The best rewrite is the quick fix of its finding too: editors list those first, and some list nothing else. */
const kindsOf = ({ kind, preferred }: Fix): readonly string[] => {
  if (kind === 'quickfix') return [CodeActionKind.QuickFix];
  return preferred ? [CodeActionKind.QuickFix, CodeActionKind.RefactorRewrite] : [CodeActionKind.RefactorRewrite];
};

interface ActionData {
  readonly uri: string;
  readonly start: number;
  readonly end: number;
  readonly code: string;
  readonly fix: string;
}

const EMPTY = readConfiguration({}, RULE_CODES).configuration;

/** A configuration with the editor's settings on top: only those that say something else than the default. */
function overridden(
  configuration: Configuration,
  settings: unknown,
): { configuration: Configuration; problems: string[] } {
  const { configuration: own, problems } = readConfiguration(withoutEmpty(settings), RULE_CODES);
  const set = Object.entries(own).filter(([key, value]) => value !== EMPTY[key as keyof Configuration]);
  return {
    configuration: { ...configuration, ...Object.fromEntries(set) },
    problems: problems.map(({ key, message }) => `setting cqlAnalyzer.${key}: ${message}`),
  };
}

/** Editors send every setting, also those of the client and those left empty. */
function withoutEmpty(settings: unknown): unknown {
  if (typeof settings !== 'object' || settings === null) return {};
  return Object.fromEntries(
    Object.entries(settings).filter(
      ([key, value]) =>
        key !== 'trace' &&
        value !== '' &&
        value !== null &&
        !(Array.isArray(value) && value.length === 0) &&
        !isEmptyObject(value),
    ),
  );
}

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;

function subjectOf(workspace: Workspace, uri: string): Subject | undefined {
  const file = workspace.file(uri);
  if (file === undefined || file.language !== 'cql') return undefined;
  return {
    uri,
    document: file.document,
    project: workspace.project,
    contexts: (segment) => workspace.contexts(uri, segment),
    session: (segment) => workspace.session(uri, segment),
  };
}

const fingerprint = (diagnostics: readonly Diagnostic[]): string => JSON.stringify(diagnostics);

/** Runs something once things are quiet: at once, or shortly after the last change. */
function delayed(run: () => void): { now(): void; soon(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => clearTimeout(timer);
  return {
    now() {
      stop();
      run();
    },
    soon() {
      stop();
      timer = setTimeout(run, QUIET_MILLISECONDS);
    },
    stop,
  };
}

/** Short enough to feel immediate, long enough to gather the parts of one change. */
const QUIET_MILLISECONDS = 20;

function rootsOf({ workspaceFolders, rootUri }: InitializeParams): readonly string[] {
  const uris = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri === null ? [] : [rootUri]);
  return uris.filter((uri) => uri.startsWith('file:')).map(pathOf);
}
