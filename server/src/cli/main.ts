import { VERSION } from '../disk/version.ts';
import { runCheck } from './check.ts';
import { runDryRun } from './dry-run.ts';
import { runExplain } from './explain.ts';
import { runFix } from './fix.ts';
import { GENERAL_HELP } from './help.ts';
import { Failure } from './failure.ts';
import { runPropose } from './propose.ts';

/** 0 nothing at or above `--fail-on`, 1 something, 2 usage, configuration or unreadable input, 3 a bug in the tool. */
export type ExitCode = 0 | 1 | 2 | 3;

type Command = (args: readonly string[]) => ExitCode | Promise<ExitCode | undefined>;

const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['check', runCheck],
  ['fix', runFix],
  ['propose', runPropose],
  ['dry-run', runDryRun],
  ['explain', runExplain],
  ['lsp', runLanguageServer],
]);

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
  return command(args);
}

async function runLanguageServer(args: readonly string[]): Promise<undefined> {
  // Loaded only here: no other command needs the protocol.
  const { startServer } = await import('../lsp/server.ts');
  startServer(args);
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever reads, such as `head`, has read enough.
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

async function main(): Promise<void> {
  try {
    process.exitCode = await run(process.argv.slice(2));
  } catch (error) {
    process.exitCode = error instanceof Failure ? 2 : 3;
    process.stderr.write(`cql-analyzer: ${error instanceof Failure ? error.message : bugReport(error)}\n`);
  }
}

const bugReport = (error: unknown): string =>
  `this is a bug of the tool, please report it with the text that caused it.\n${
    error instanceof Error ? (error.stack ?? error.message) : String(error)
  }`;

void main();
