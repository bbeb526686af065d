import {
  commands,
  DocumentHighlight,
  extensions,
  Location,
  Position,
  Range,
  Uri,
  window,
  workspace,
  type ExtensionContext,
} from 'vscode';
import { findingsOnce } from './findings-once.ts';
import { wayToTable, type WayToTable } from './made-table.ts';
import { programColours } from './program-colours.ts';
import { reports } from './reports.ts';
import { statusBar } from './status-bar.ts';
import { LanguageClient, TransportKind, type LanguageClientOptions, type Middleware } from 'vscode-languageclient/node';

/** Starts the bundled language server; it ends when what is subscribed is disposed of. */
export async function connect(context: ExtensionContext): Promise<void> {
  const way = wayToTable();
  const client = createClient(context.asAbsolutePath('dist/server.cjs'), way);
  context.subscriptions.push(
    client,
    way,
    commands.registerCommand('cqlAnalyzer.restart', () => restart(client)),
    commands.registerCommand('cqlAnalyzer.showLog', () => client.outputChannel.show()),
    commands.registerCommand('cqlAnalyzer.showReferences', showReferences),
    commands.registerCommand('cqlAnalyzer.format', () => commands.executeCommand('editor.action.formatDocument')),
    commands.registerCommand('cqlAnalyzer.fixAll', () => sourceAction('source.fixProject')),
    commands.registerCommand('cqlAnalyzer.applyProposals', () => sourceAction('source.applyProposals')),
  );
  context.subscriptions.push(statusBar(client, targetsOf(context)), programColours(client), reports(client));
  await start(client);
}

/** The values of the setting, as the extension declares them. */
const targetsOf = ({ extension }: ExtensionContext): readonly string[] =>
  extension.packageJSON.contributes.configuration.properties['cqlAnalyzer.target'].enum;

function createClient(module: string, { resolveCodeAction }: WayToTable): LanguageClient {
  const options: LanguageClientOptions = {
    // Both sides of a diff, and other texts that nobody edits, are left in peace.
    documentSelector: [
      { language: 'cql', scheme: 'file' },
      { language: 'cql', scheme: 'untitled' },
      { language: 'cql', scheme: 'vscode-notebook-cell' },
      { language: 'cql', scheme: 'vscode-remote' },
      { language: 'cql', scheme: 'vscode-vfs' },
    ],
    initializationOptions: workspace.getConfiguration('cqlAnalyzer'),
    diagnosticCollectionProvider: findingsOnce(),
    middleware: { resolveCodeAction, provideDocumentHighlights },
  };
  const created = new LanguageClient('cqlAnalyzer', 'CQL Analyzer', { module, transport: TransportKind.ipc }, options);
  created.registerFeature({
    fillClientCapabilities: (capabilities) => {
      capabilities.experimental = {
        ...capabilities.experimental,
        showsReferences: true,
        showsTables: true,
        paintsPrograms: true,
        // That one reads our schema of them.
        sendsSettings: extensions.getExtension('tamasfe.even-better-toml') === undefined,
      };
    },
    initialize: () => undefined,
    getState: () => ({ kind: 'static' }),
    clear: () => undefined,
  });
  return created;
}

/** Where nothing is to be shown the editor would light up every word of the same letters, such as all WHERE: the word alone is shown. */
const provideDocumentHighlights: Middleware['provideDocumentHighlights'] = async (document, position, token, next) => {
  const found = await next(document, position, token);
  if (found && found.length > 0) return found;
  const word = document.getWordRangeAtPosition(position);
  return word === undefined ? found : [new DocumentHighlight(word)];
};

/** Applies what the server would change in whole files. */
const sourceAction = (kind: string): Thenable<unknown> =>
  commands.executeCommand('editor.action.sourceAction', { kind, apply: 'first' });

/** A place as the protocol writes it. */
interface Place {
  readonly uri: string;
  readonly range: { readonly start: Point; readonly end: Point };
}

interface Point {
  readonly line: number;
  readonly character: number;
}

/** Shows the places that a code lens has counted. */
async function showReferences(uri: string, at: Point, places: readonly Place[]): Promise<void> {
  const position = ({ line, character }: Point): Position => new Position(line, character);
  const locations = places.map(
    ({ uri: place, range }) => new Location(Uri.parse(place), new Range(position(range.start), position(range.end))),
  );
  await commands.executeCommand('editor.action.showReferences', Uri.parse(uri), position(at), locations);
}

async function start(started: LanguageClient): Promise<void> {
  try {
    await started.start();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    await reportFailure(started, `CQL Analyzer did not start: ${why}`);
  }
}

async function restart(client: LanguageClient): Promise<void> {
  try {
    await client.restart();
  } catch (error) {
    await reportFailure(
      client,
      `CQL Analyzer did not restart: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

async function reportFailure(failed: LanguageClient, message: string): Promise<void> {
  const choice = await window.showErrorMessage(message.split('\n')[0] ?? message, 'Show log');
  if (choice === 'Show log') failed.outputChannel.show();
}
