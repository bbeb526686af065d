import { VERSION } from '../disk/version.ts';
import { GENERAL_HELP } from './help.ts';
import { Failure } from './failure.ts';

/** 0 nothing at or above `--fail-on`, 1 something, 2 usage, configuration or unreadable input, 3 a bug in the tool. */
export type ExitCode = 0 | 1 | 2 | 3;

type Command = (args: readonly string[]) => ExitCode | undefined | Promise<ExitCode | undefined>;

/** Each is loaded when it is named: none needs what the others do. */
const COMMANDS: ReadonlyMap<string, () => Promise<Command>> = new Map<string, () => Promise<Command>>([
  ['check', async () => (await import('./check.ts')).runCheck],
  ['fix', async () => (await import('./fix.ts')).runFix],
  ['propose', async () => (await import('./propose.ts')).runPropose],
  ['dry-run', async () => (await import('./dry-run.ts')).runDryRun],
  ['explain', async () => (await import('./explain.ts')).runExplain],
  ['lsp', async () => goingOn((await import('../lsp/server.ts')).startServer)],
]);

/** A command that has no end of its own, and so no exit code. */
const goingOn =
  (start: (args: readonly string[]) => void): Command =>
  (args) => {
    start(args);
    return undefined;
  };

/** Runs the command line; gives the exit code, or nothing where the command goes on by itself. */
async function run([name, ...args]: readonly string[]): Promise<ExitCode | undefined> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(GENERAL_HELP);
    return name === undefined ? 2 : 0;
  }
  if (name === '--version' || name === '-V') {
    process.stdout.write(`cql-analyzer ${VERSION}\n`);
    return 0;
  }
  const command = COMMANDS.get(name);
  if (command === undefined) {
    throw new Failure(`There is no command ${name}; the commands are ${[...COMMANDS.keys()].join(', ')}.`);
  }
  return (await command())(args);
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever reads, such as `head`, has read enough.
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

/** Runs the command line until its end, and says at its exit how it went. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  try {
    process.exitCode = await run(args);
  } catch (error) {
    process.exitCode = error instanceof Failure ? 2 : 3;
    process.stderr.write(`cql-analyzer: ${error instanceof Failure ? error.message : bugReport(error)}\n`);
  }
}

const bugReport = (error: unknown): string =>
  `this is a bug of the tool, please report it with the text that caused it.\n${
    error instanceof Error ? (error.stack ?? error.message) : String(error)
  }`;
