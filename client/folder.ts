import { RelativePattern, Uri, workspace, type WorkspaceFolder } from 'vscode';

/**
 * Whether a folder of the workspace has to do with Cassandra: files of CQL, an installed driver, or one that a list of dependencies
 * names. `patterns` are those of the files for which the extension is activated.
 */
export async function speaksWithCassandra(patterns: readonly string[]): Promise<boolean> {
  const names = patterns.flatMap((pattern) => /^\*\*\/(.+)$/.exec(pattern)?.[1] ?? []);
  const certain = names.filter((name) => CERTAIN.has(name));
  const lists = names.filter((name) => !CERTAIN.has(name));
  const paths = patterns.filter((pattern) => !pattern.includes('*'));
  for (const folder of workspace.workspaceFolders ?? []) {
    if (await isAny(paths, (path) => isThere(Uri.joinPath(folder.uri, path)))) return true;
    if ((await filesOf(folder, certain, undefined, 1)).length > 0) return true;
    if (await isAny(await filesOf(folder, lists, LEFT_OUT, MOST_LISTS), namesDriver)) return true;
  }
  return false;
}

/** Files that are there for nothing else. */
const CERTAIN: ReadonlySet<string> = new Set(['*.cql', 'cql-analyzer.toml']);

/** A project of more parts than this names its driver in one of the first, too. */
const MOST_LISTS = 200;

/** What others have written is not what the folder depends on. */
const LEFT_OUT = '**/{node_modules,vendor,deps,target,build,dist,out,bin,obj,.git,.venv,venv,site-packages}/**';

const filesOf = (
  folder: WorkspaceFolder,
  names: readonly string[],
  leftOut: string | undefined,
  most: number,
): Thenable<Uri[]> => workspace.findFiles(new RelativePattern(folder, `**/{${names.join(',')}}`), leftOut, most);

async function namesDriver(list: Uri): Promise<boolean> {
  try {
    return DRIVERS.test(new TextDecoder().decode(await workspace.fs.readFile(list)));
  } catch {
    return false;
  }
}

/** The same as the server's, which looks again. */
const DRIVERS =
  /scylla|cassandra|gocql|com\.datastax|dse-driver|\bcdrs|\bxandra\b|phantom-dsl|cqlengine|astyanax|helenus/i;

const isThere = (path: Uri): Thenable<boolean> =>
  workspace.fs.stat(path).then(
    () => true,
    () => false,
  );

async function isAny<T>(all: readonly T[], is: (one: T) => Thenable<boolean>): Promise<boolean> {
  for (let from = 0; from < all.length; from += AT_ONCE)
    if ((await Promise.all(all.slice(from, from + AT_ONCE).map(is))).some(Boolean)) return true;
  return false;
}

const AT_ONCE = 16;
