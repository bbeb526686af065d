import { commands, Disposable, workspace, type ExtensionContext, type TextDocument } from 'vscode';
import { speaksWithCassandra } from './folder.ts';
import { checkTasks } from './tasks.ts';

/**
 * Starts where there is CQL. Many folders list dependencies and have nothing to do with Cassandra: there a look at these lists is all that
 * happens, until a document of CQL is opened or a command is asked for.
 */
export async function activate(context: ExtensionContext): Promise<void> {
  let starting: Promise<void> | undefined;
  const start = (): Promise<void> => (starting ??= startNow());
  const startNow = async (): Promise<void> => {
    const { connect } = await import('./connected.ts');
    // The commands are registered anew at once: there is no moment without them.
    waiting.dispose();
    await connect(context);
  };
  const startWhereNeeded = async (): Promise<void> => {
    if (workspace.textDocuments.some(isCql) || (await speaksWithCassandra(lists))) await start();
  };
  const { contributes, activationEvents } = context.extension.packageJSON as Manifest;
  const lists = activationEvents.flatMap((event) => /^workspaceContains:(.+)/.exec(event)?.[1] ?? []);
  const waiting = Disposable.from(
    workspace.onDidOpenTextDocument((document) => (isCql(document) ? start() : undefined)),
    workspace.onDidChangeWorkspaceFolders(startWhereNeeded),
    ...contributes.commands.map(({ command }) =>
      commands.registerCommand(command, async (...given: unknown[]) => {
        await start();
        return commands.executeCommand(command, ...given);
      }),
    ),
  );
  context.subscriptions.push(waiting, checkTasks(context.asAbsolutePath('dist/cli.cjs')));
  await startWhereNeeded();
}

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
  readonly activationEvents: readonly string[];
}

const isCql = ({ languageId }: TextDocument): boolean => languageId === 'cql';
