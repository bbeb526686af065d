import type { Severity } from '../rules/rule.ts';
import type { LocatedFinding } from '../workspace/file.ts';
import { openInput, sayWhenEmpty } from './input.ts';
import type { ExitCode } from './command-line.ts';
import { choice, isSet, PROJECT_OPTIONS, PROJECT_OPTIONS_HELP, readArguments } from './options.ts';
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
  });
  if (isSet(args, 'help')) {
    process.stdout.write(HELP);
    return 0;
  }
  const format = choice(args, 'format', Object.keys(FORMATS), 'pretty');
  const failOn = choice(args, 'fail-on', ['error', 'warning', 'information', 'info', 'hint', 'never'], 'error');
  const input = openInput(args);
  sayWhenEmpty(input);
  const files = input.files.map((file) => ({ file, findings: input.project.workspace.findings(file.uri) }));
  process.stdout.write(FORMATS[format]!({ ...input, files }));
  const limit = ORDER.indexOf(failOn === 'info' ? 'information' : (failOn as Severity));
  return failOn !== 'never' && files.some(({ findings }) => findings.some((one) => reaches(one, limit))) ? 1 : 0;
}

const ORDER: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

const reaches = ({ severity }: LocatedFinding, limit: number): boolean => ORDER.indexOf(severity) <= limit;
