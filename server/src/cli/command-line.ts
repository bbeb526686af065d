import module from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { reasonOf } from '../disk/reason.ts';
import { VERSION } from '../disk/version.ts';
import { printableLines } from '../text/printable.ts';
import { GENERAL_HELP, LSP_HELP } from './help.ts';
import { bugReport, Failure, isFailure } from './failure.ts';
import { yieldToMainThread } from './helper-threads.ts';

/** 0 nothing at or above `--fail-on`, 1 something, 2 usage, configuration or unreadable input, 3 a bug in the tool. */
export type ExitCode = 0 | 1 | 2 | 3;

export type Command = (args: readonly string[]) => ExitCode | undefined | Promise<ExitCode | undefined>;

const LSP = 'lsp';

/** All commands but the language server are one bundle, and it is another: neither loads what the other needs. */
async function loadCommand(name: string): Promise<Command> {
  if (name === LSP) return goingOn((await import('../node/server.ts')).startServer);
  yieldToMainThread();
  // Node's cache keeps what is compiled as a file is loaded: so all of it is, not only what runs at once.
  if (module.getCompileCacheDir?.() !== undefined) setFlagsFromString('--no-lazy');
  const { COMMANDS } = await import('./commands.ts');
  const load = COMMANDS.get(name);
  if (load === undefined)
    throw new Failure(`There is no command ${name}; the commands are ${[...COMMANDS.keys(), LSP].join(', ')}.`);
  return load();
}

/** A command that has no end of its own, and so no exit code. */
const goingOn =
  (start: (args: readonly string[]) => void): Command =>
  (args) => {
    start(args);
    return undefined;
  };

/** Runs the command line; gives the exit code, or nothing where the command goes on by itself. */
async function run([name, ...args]: readonly string[]): Promise<ExitCode | undefined> {
  const [about] = args;
  if (name === 'help' && about !== undefined) return run([about, '--help']);
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(GENERAL_HELP);
    return name === undefined ? 2 : 0;
  }
  if (name === '--version' || name === '-V') {
    process.stdout.write(`cql-analyzer ${VERSION}\n`);
    return 0;
  }
  if (name === LSP && args.some((arg) => arg === '--help' || arg === '-h')) {
    process.stdout.write(LSP_HELP);
    return 0;
  }
  return (await loadCommand(name))(args);
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever reads, such as `head`, has read enough.
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`cql-analyzer: standard output: ${reasonOf(error)}.\n`);
  process.exit(2);
});
// Nobody is left to be told.
process.stderr.on('error', () => undefined);

/** Runs the command line until its end, and says at its exit how it went. */
export async function runCommandLine(args: readonly string[]): Promise<void> {
  try {
    process.exitCode = await run(args);
  } catch (error) {
    process.exitCode = isFailure(error) ? 2 : 3;
    const lines = printableLines(`cql-analyzer: ${isFailure(error) ? error.message : bugReport(error)}`);
    process.stderr.write(`${lines.join('\n')}\n`);
  }
}
