import { openInput, sayWhenEmpty } from './input.ts';
import type { ExitCode } from './command-line.ts';
import { choice, isSet, PROJECT_OPTIONS, PROJECT_OPTIONS_HELP, readArguments } from './options.ts';
import type { Report } from './report/report.ts';
import { reviewHtml } from './report/review-html.ts';
import { reviewJson } from './report/review-json.ts';
import { reviewMarkdown } from './report/review-markdown.ts';

const HELP = `Writes a page about a project for a person: what matters most first, then table by table what was found, why, what
would cure it and at what price, which statements use the table, and which numbers nobody has declared.

Usage: cql-analyzer review [OPTIONS] [PATH...]

Options:
  --format FORMAT          markdown (default), html (one file that loads nothing), json
${PROJECT_OPTIONS_HELP}`;

const FORMATS: Readonly<Record<string, (report: Report) => string>> = {
  markdown: reviewMarkdown,
  html: reviewHtml,
  json: reviewJson,
};

/** `cql-analyzer review`. */
export function runReview(argv: readonly string[]): ExitCode {
  const args = readArguments('review', argv, { ...PROJECT_OPTIONS, format: { type: 'string' } });
  if (isSet(args, 'help')) {
    process.stdout.write(HELP);
    return 0;
  }
  const format = choice(args, 'format', Object.keys(FORMATS), 'markdown');
  const input = openInput(args, 'cql files and programs');
  sayWhenEmpty(input);
  const { workspace } = input.project;
  const files = input.files.map((file) => ({ file, findings: workspace.findings(file.uri) }));
  process.stdout.write(FORMATS[format]!({ ...input, files }));
  return 0;
}
