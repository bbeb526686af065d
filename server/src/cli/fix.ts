import { fixAll } from '../workspace/fix-all.ts';
import { diffOf, writeTexts } from './edits.ts';
import { openInput, sayWhenEmpty } from './input.ts';
import type { ExitCode } from './command-line.ts';
import { isSet, PROJECT_OPTIONS, PROJECT_OPTIONS_HELP, readArguments } from './options.ts';
import { counted } from './report/counted.ts';

const HELP = `Applies the safe fixes of check.

Usage: cql-analyzer fix [OPTIONS] [PATH...]

Options:
  --diff                   show what would change, and change nothing; exit code 1 if anything would
${PROJECT_OPTIONS_HELP}`;

/** `cql-analyzer fix`. */
export function runFix(argv: readonly string[]): ExitCode {
  const args = readArguments('fix', argv, { ...PROJECT_OPTIONS, diff: { type: 'boolean' } });
  if (isSet(args, 'help')) {
    process.stdout.write(HELP);
    return 0;
  }
  const input = openInput(args, 'cql files and programs');
  sayWhenEmpty(input);
  const before = new Map(input.files.map(({ uri, path, document }) => [uri, { path, before: document.text() }]));
  const { applied, texts } = fixAll(
    input.project.workspace,
    input.files.map(({ uri }) => uri),
  );
  const changed = [...texts].map(([uri, now]) => ({ uri, ...before.get(uri)!, now }));
  if (isSet(args, 'diff')) {
    for (const { path, before: old, now } of changed) process.stdout.write(diffOf(path, old, now));
    return changed.length > 0 ? 1 : 0;
  }
  const piped = changed.find(({ uri }) => uri === input.standardInput);
  writeTexts(
    input.project,
    changed.filter((one) => one !== piped),
  );
  const summary = `${applied} ${applied === 1 ? 'fix' : 'fixes'} in ${counted(changed.length, 'file')}\n`;
  if (input.standardInput === undefined) process.stdout.write(summary);
  else {
    process.stdout.write(input.project.workspace.file(input.standardInput)!.document.text());
    process.stderr.write(summary);
  }
  return 0;
}
