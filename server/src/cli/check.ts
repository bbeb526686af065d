import type { Severity } from '../rules/rule.ts';
import { printable, printableLines } from '../text/printable.ts';
import type { LocatedFinding, WorkspaceFile } from '../workspace/file.ts';
import { beyondBaseline, readBaseline, writeBaseline } from './baseline.ts';
import { bugReport } from './failure.ts';
import { openInput, sayWhenEmpty, type Input } from './input.ts';
import type { ExitCode } from './command-line.ts';
import { choice, isSet, PROJECT_OPTIONS, PROJECT_OPTIONS_HELP, readArguments, textOf } from './options.ts';
import { counted } from './report/counted.ts';
import { githubReport } from './report/github.ts';
import { jsonReport } from './report/json.ts';
import { junitReport } from './report/junit.ts';
import type { Report } from './report/report.ts';
import { prettyReport } from './report/pretty.ts';
import { sarifReport } from './report/sarif.ts';

const HELP = `Reports findings of files or folders.

Usage: cql-analyzer check [OPTIONS] [PATH...]

PATH selects what is reported; the schema is always that of the whole project.

Options:
  --format FORMAT          pretty (default), json, sarif, github, junit
  --baseline FILE          leave out the findings that stand in FILE, and count them
  --write-baseline FILE    write the findings into FILE, for --baseline
  --fail-on SEVERITY       exit 1 at this severity or above: error (default), warning, information, hint, never
${PROJECT_OPTIONS_HELP}`;

const FORMATS: Readonly<Record<string, (report: Report) => string>> = {
  pretty: prettyReport,
  json: jsonReport,
  sarif: sarifReport,
  github: githubReport,
  junit: junitReport,
};

/** `cql-analyzer check`. */
export function runCheck(argv: readonly string[]): ExitCode {
  const args = readArguments('check', argv, {
    ...PROJECT_OPTIONS,
    format: { type: 'string' },
    'fail-on': { type: 'string' },
    baseline: { type: 'string' },
    'write-baseline': { type: 'string' },
  });
  if (isSet(args, 'help')) {
    process.stdout.write(HELP);
    return 0;
  }
  const format = choice(args, 'format', Object.keys(FORMATS), 'pretty');
  const failOn = choice(args, 'fail-on', ['error', 'warning', 'information', 'info', 'hint', 'never'], 'error');
  const input = openInput(args, 'cql files and programs');
  sayWhenEmpty(input);
  const { workspace } = input.project;
  const baseline = textOf(args, 'baseline');
  const allowance = baseline === undefined ? undefined : readBaseline(baseline);
  const all = input.files.map((file) => ({ file, findings: workspace.findings(file.uri) }));
  const written = textOf(args, 'write-baseline');
  if (written !== undefined) {
    const count = writeBaseline(written, workspace, all);
    process.stdout.write(`${counted(count, 'finding')} in ${printable(written)}\n`);
    return all.filter(({ file }) => sayFailures(input, file)).length > 0 ? 3 : 0;
  }
  const { files, known } =
    allowance === undefined ? { files: all, known: undefined } : beyondBaseline(allowance, workspace, all);
  process.stdout.write(FORMATS[format]!({ ...input, files, known }));
  const failed = files.filter(({ file }) => sayFailures(input, file)).length > 0;
  if (failed) return 3;
  const limit = ORDER.indexOf(failOn === 'info' ? 'information' : (failOn as Severity));
  return failOn !== 'never' && files.some(({ findings }) => findings.some((one) => reaches(one, limit))) ? 1 : 0;
}

/** Says which statements of a file could not be judged, each in a line, with where in the program it happened; gives whether any. */
function sayFailures({ project }: Input, { uri, path, document }: WorkspaceFile): boolean {
  const failures = project.workspace.failures(uri);
  for (const { index, failure } of failures) {
    const { line } = document.positionAt(document.startOf(index) + document.segments[index]!.begin);
    const lines = printableLines(`${path}:${line + 1}: this statement is not judged: ${bugReport(failure)}`);
    process.stderr.write(`${lines.join('\n')}\n`);
  }
  return failures.length > 0;
}

const ORDER: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

const reaches = ({ severity }: LocatedFinding, limit: number): boolean => ORDER.indexOf(severity) <= limit;
