import { ProcessExecution, Task, TaskGroup, tasks, workspace, type Disposable, type WorkspaceFolder } from 'vscode';

const TYPE = 'cql-analyzer';

/** A task for each folder that checks all its files by the bundled command line; what it finds goes to the problems. */
export const checkTasks = (commandLine: string): Disposable =>
  tasks.registerTaskProvider(TYPE, {
    provideTasks: () => (workspace.workspaceFolders ?? []).map((folder) => checkTask(folder, [], commandLine)),
    resolveTask({ definition, scope }) {
      const args: unknown = definition['args'] ?? [];
      const given = Array.isArray(args) ? args.map(String) : [];
      return typeof scope === 'object' ? checkTask(scope, given, commandLine, definition) : undefined;
    },
  });

function checkTask(
  folder: WorkspaceFolder,
  args: readonly string[],
  commandLine: string,
  // One that is resolved keeps the very definition that was asked about.
  definition: Task['definition'] = { type: TYPE },
): Task {
  // In the desktop's editor this program is Electron, which is a Node when it is told so.
  const execution = new ProcessExecution(process.execPath, [commandLine, 'check', '--format', 'github', ...args], {
    cwd: folder.uri.fsPath,
    env: { ELECTRON_RUN_AS_NODE: '1' },
  });
  const task = new Task(definition, folder, 'check all files', TYPE, execution, '$cql-analyzer');
  task.group = TaskGroup.Test;
  return task;
}
