import { ProcessExecution, Task, TaskGroup, tasks, workspace, type Disposable, type WorkspaceFolder } from 'vscode';

const TYPE = 'cql-analyzer';

/** A task for each folder that checks all its files by the bundled command line. */
export const checkTasks = (commandLine: string): Disposable =>
  tasks.registerTaskProvider(TYPE, {
    provideTasks: () =>
      (workspace.workspaceFolders ?? []).map((folder) => checkTask(folder, [], commandLine, isShown(folder))),
    resolveTask({ definition, scope }) {
      const args: unknown = definition['args'] ?? [];
      const given = Array.isArray(args) ? args.map(String) : [];
      return typeof scope === 'object' ? checkTask(scope, given, commandLine, false, definition) : undefined;
    },
  });

/** Whether the findings of all files are problems without a task, too: nothing is to be shown twice. */
const isShown = (folder: WorkspaceFolder): boolean =>
  workspace.getConfiguration('cqlAnalyzer', folder).get('diagnostics.scope') !== 'openFiles';

function checkTask(
  folder: WorkspaceFolder,
  args: readonly string[],
  commandLine: string,
  shown: boolean,
  // One that is resolved keeps the very definition that was asked about.
  definition: Task['definition'] = { type: TYPE },
): Task {
  const format = shown ? 'pretty' : 'github';
  // In the desktop's editor this program is Electron, which is a Node when it is told so.
  const execution = new ProcessExecution(process.execPath, [commandLine, 'check', '--format', format, ...args], {
    cwd: folder.uri.fsPath,
    env: { ELECTRON_RUN_AS_NODE: '1' },
  });
  const task = new Task(definition, folder, 'check all files', TYPE, execution, shown ? [] : ['$cql-analyzer']);
  task.group = TaskGroup.Test;
  return task;
}
