import { run, startOf, type DryRunState, type StatementAnswer } from '../analysis/dry-run.ts';
import { parseTarget, targetLabel, type Target, TARGET_NAMES, TARGETS_IN_WORDS } from '../text/release.ts';
import { DEFAULT_CONFIGURATION } from '../config/settings.ts';
import { serverSettings } from '../disk/server-settings.ts';
import { readPipedText, readText } from '../disk/read-text.ts';
import { type Segment, mayBeShellCommand, openDocument } from '../syntax/index.ts';
import { printable, printableJson, printableLines } from '../text/printable.ts';
import { bugReport, Failure } from './failure.ts';
import type { ExitCode } from './command-line.ts';
import {
  type Arguments,
  helpLine,
  isSet,
  overrideOf,
  readArguments,
  settingLines,
  settingOptions,
  textOf,
} from './options.ts';
import { paint } from './report/paint.ts';
import { counted } from './report/counted.ts';

const HELP = `Says what the server would answer to each statement of scripts, in order, from an empty cluster on.
Commands of cqlsh in files are passed over; with --jsonl each string is what a driver would send.

Usage: cql-analyzer dry-run [OPTIONS] [FILE...]
       cql-analyzer dry-run --jsonl < scripts.jsonl

A refused statement changes nothing for those after it. Exit code 1 if any was refused.

Options:
  --schema FILE            run this first, without printing its answers; may be repeated
  --stop                   end at the first refusal
  --jsonl                  one script a line on standard input, one answer a line on standard output:
                           {"id", "target", "script": [...]} and {"id", "results": [...]}; exit code 0
${helpLine('target TARGET', TARGETS_IN_WORDS)}${settingLines('cassandra-yaml').join('')}${helpLine('help', 'this text')}`;

/** `cql-analyzer dry-run`. */
export async function runDryRun(argv: readonly string[]): Promise<ExitCode> {
  const args = readArguments('dry-run', argv, {
    ...settingOptions('target', 'schema', 'cassandra-yaml'),
    'stdin-filename': { type: 'string' },
    stop: { type: 'boolean' },
    jsonl: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  });
  if (isSet(args, 'help')) {
    process.stdout.write(HELP);
    return 0;
  }
  if (isSet(args, 'jsonl') && args.paths.some((path) => path !== '-'))
    throw new Failure('dry-run: --jsonl reads standard input, and no files.');
  const { target, cassandraYaml } = overrideOf(args)(DEFAULT_CONFIGURATION);
  const problems: string[] = [];
  const configuration = serverSettings('.', { ...DEFAULT_CONFIGURATION, cassandraYaml }, problems);
  if (problems.length > 0) throw new Failure(problems.join('\n'));
  const start = startOf(target, {
    ...(configuration !== undefined && { configuration }),
    partitions: isSet(args, 'jsonl'),
  });
  const schema = ((args.values['schema'] ?? []) as readonly string[]).flatMap((path) => scriptAt(path).statements);
  const state = schema.reduce((before, segment) => run(segment, before).state, start);
  return isSet(args, 'jsonl') ? runLines(state) : runScripts(args, state);
}

function runScripts(args: Arguments, start: DryRunState): ExitCode {
  if (args.paths.length === 0) throw new Failure('dry-run: name a script, or - for standard input.');
  let state = start;
  let total = 0;
  let refused = 0;
  let failed = false;
  const out: string[] = [];
  scripts: for (const path of args.paths) {
    const name = path === '-' ? (textOf(args, 'stdin-filename') ?? 'stdin.cql') : path;
    const { statements, lineOf } = scriptAt(path);
    for (const segment of statements) {
      total += 1;
      const done = attempt(() => run(segment, state));
      if (done.kind === 'failed') {
        failed = true;
        const said = `${name}:${lineOf(segment)}: this statement is not judged: ${bugReport(done.failure)}`;
        process.stderr.write(`${printableLines(said).join('\n')}\n`);
        continue;
      }
      state = done.state;
      if (done.answer.ok) {
        for (const warning of done.answer.warnings ?? [])
          out.push(`${printable(name)}:${lineOf(segment)}: ${paint('yellow', 'warning')} ${printable(warning)}`);
        continue;
      }
      refused += 1;
      out.push(
        `${paint('bold', `${printable(name)}:${lineOf(segment)}`)}: ${paint('red', done.answer.kind)} ${printable(done.answer.message)}`,
      );
      if (isSet(args, 'stop')) break scripts;
    }
  }
  const { target } = start;
  // What others say in such a case is not known.
  const words =
    target.kind === 'dialect' && refused > 0 ? `; the words are Cassandra's, not ${targetLabel(target)}'s` : '';
  out.push(`${counted(total, 'statement')}, ${refused} refused${words}`, '');
  process.stdout.write(out.join('\n'));
  return failed ? 3 : refused > 0 ? 1 : 0;
}

/** A line that is no script gets an answer that says so; the others go on. */
async function runLines(start: DryRunState): Promise<ExitCode> {
  for await (const line of linesOf(process.stdin)) {
    if (line.trim() === '') continue;
    const answer = `${printableJson(answerLine(line, start))}\n`;
    if (!process.stdout.write(answer)) await new Promise((resolve) => process.stdout.once('drain', resolve));
  }
  return 0;
}

/** Node's own lines end at U+2028 as well, which may stand in a string of JSON. */
async function* linesOf(input: NodeJS.ReadStream): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of input.setEncoding('utf8')) {
    const [first = '', ...more] = (chunk as string).split('\n');
    rest += first;
    if (more.length === 0) continue;
    yield rest;
    rest = more.pop() ?? '';
    yield* more;
  }
  yield rest;
}

function answerLine(line: string, start: DryRunState): object {
  let request: { id?: unknown; target?: unknown; script?: unknown };
  try {
    request = JSON.parse(line) as typeof request;
  } catch {
    return { id: null, error: 'This line is not JSON.' };
  }
  const id = request?.id ?? null;
  if (!Array.isArray(request?.script) || !request.script.every((one) => typeof one === 'string')) {
    return { id, error: 'script is a list of strings, one statement each.' };
  }
  const target = request.target === undefined ? start.target : parseTargetOf(request.target);
  if (target === undefined) return { id, error: `target is one of ${TARGET_NAMES.join(', ')}.` };
  let state: DryRunState = target === start.target ? start : startOf(target, start);
  const results: StatementAnswer[] = [];
  for (const statement of request.script as readonly string[]) {
    const done = attempt(() => run(statement, state));
    if (done.kind === 'failed') return { id, error: `A statement is not judged: ${bugReport(done.failure)}` };
    state = done.state;
    results.push(done.answer);
  }
  return { id, results };
}

type Attempt =
  | ({ readonly kind: 'done' } & ReturnType<typeof run>)
  | { readonly kind: 'failed'; readonly failure: unknown };

/** A fault of ours costs the statement in which it shows, and not those behind it. */
function attempt(judge: () => ReturnType<typeof run>): Attempt {
  try {
    return { kind: 'done', ...judge() };
  } catch (failure) {
    return { kind: 'failed', failure };
  }
}

const parseTargetOf = (value: unknown): Target | undefined =>
  typeof value === 'string' ? parseTarget(value) : undefined;

function textAt(path: string): string {
  const text = path === '-' ? readPipedText() : readText(path);
  if (text.kind === 'unreadable') throw new Failure(`${path === '-' ? 'standard input' : path}: ${text.why}.`);
  return text.text;
}

interface Script {
  /** Not the commands that cqlsh keeps to itself. */
  readonly statements: readonly Segment[];
  /** The line on which a statement begins, counted from 1. */
  lineOf(statement: Segment): number;
}

function scriptAt(path: string): Script {
  const document = openDocument(textAt(path));
  return {
    statements: document.segments.filter((segment) => segment.begin < segment.end && !isShellCommand(segment)),
    lineOf: (segment) => document.positionAt(document.startOf(document.indexOf(segment)) + segment.begin).line + 1,
  };
}

const isShellCommand = (segment: Segment): boolean =>
  mayBeShellCommand(segment) && segment.statement()?.kind === 'shell' && segment.errors.length === 0;
