import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The npm package as users get it: packed, and installed globally in a prefix of its own. */
export interface Installed {
  run(args: readonly string[], options?: RunOptions): Ran;
  /** The program and its arguments, for a shell. */
  command(args: readonly string[]): readonly string[];
  /** Starts it without waiting for its end; nobody reads what it prints. */
  start(args: readonly string[], options?: Pick<RunOptions, 'cwd'>): ChildProcess;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly input?: string;
  /** What a shell does before it starts the command. */
  readonly shell?: string;
}

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Packs and installs the package. */
export function install(): Installed {
  const folder = mkdtempSync(join(tmpdir(), 'cql-installed-'));
  const quiet = { cwd: ROOT, encoding: 'utf8' as const, stdio: 'pipe' as const };
  const packed = execFileSync('npm', ['pack', '--workspace', 'server', '--pack-destination', folder, '--json'], quiet);
  const { filename } = (
    Object.values(JSON.parse(packed.slice(packed.search(/^[[{]/m))) as object) as { filename: string }[]
  )[0]!;
  const prefix = join(folder, 'prefix');
  execFileSync(
    'npm',
    ['install', '--global', '--prefix', prefix, '--offline', '--no-audit', '--no-fund', join(folder, filename)],
    quiet,
  );
  const bin = join(prefix, 'bin', 'cql-analyzer');
  const node = oldestNode();
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined };
  return {
    run(args, { cwd = folder, input = '', shell } = {}) {
      const command = shell === undefined ? [node] : ['sh', '-c', `${shell}; exec "$0" "$@"`, node];
      const [program = node, ...before] = command;
      const options = { cwd, input, env, encoding: 'utf8' as const };
      const { status, stdout, stderr } = spawnSync(program, [...before, bin, ...args], options);
      return { code: status, stdout, stderr };
    },
    command: (args) => [node, bin, ...args],
    start: (args, { cwd = folder } = {}) => spawn(node, [bin, ...args], { cwd, env, stdio: 'ignore' }),
  };
}

/** A folder with files in it. */
export function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'cql-cli-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** The Node that stands behind the project's own on the path, which users have: 20 where CI runs; else the project's. */
function oldestNode(): string {
  const own = join(ROOT, 'node_modules');
  const others = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((part) => part !== '' && !part.includes('node_modules') && !part.startsWith(own));
  return others.map((part) => join(part, 'node')).find((path) => existsSync(path)) ?? process.execPath;
}
