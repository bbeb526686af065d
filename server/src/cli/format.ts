import { formatEdits } from '../format/format.ts';
import { formatOptionsOf } from '../config/format-options.ts';
import type { ExitCode } from './command-line.ts';
import { edited } from '../text/edited.ts';
import { atOnce } from '../text/steps.ts';
import { printable } from '../text/printable.ts';
import { diffOf, writeTexts } from './edits.ts';
import { openInput, sayWhenEmpty } from './input.ts';
import {
  isSet,
  PROJECT_OPTIONS,
  PROJECT_OPTIONS_HELP,
  readArguments,
  settingLines,
  settingOptions,
} from './options.ts';
import { counted } from './report/counted.ts';

const SETTINGS_OF_FORMAT = ['format-keywords', 'format-width', 'format-indent'];

const HELP = `Lays out CQL: white space and the case of keywords, nothing else. Broken statements stay as they are.

Usage: cql-analyzer format [OPTIONS] [PATH...]

Options:
  --check                  change nothing; exit code 1 if a file would change
  --diff                   show what would change, and change nothing; exit code 1 if anything would
${settingLines(...SETTINGS_OF_FORMAT).join('')}${PROJECT_OPTIONS_HELP}`;

/** `cql-analyzer format`. */
export function runFormat(argv: readonly string[]): ExitCode {
  const args = readArguments('format', argv, {
    ...PROJECT_OPTIONS,
    ...settingOptions(...SETTINGS_OF_FORMAT),
    check: { type: 'boolean' },
    diff: { type: 'boolean' },
  });
  if (isSet(args, 'help')) {
    process.stdout.write(HELP);
    return 0;
  }
  const input = openInput(args, 'cql files');
  const { files, standardInput } = input;
  sayWhenEmpty(input);
  const options = formatOptionsOf(input.project.workspace.configuration);
  const formatted = files.map(({ uri, path, document, language }) => {
    const before = document.text();
    return {
      uri,
      path,
      before,
      now: language === 'cql' ? edited(before, atOnce(formatEdits(document, options))) : before,
    };
  });
  const changed = formatted.filter(({ before, now }) => before !== now);
  if (isSet(args, 'diff') || isSet(args, 'check')) {
    for (const { path, before, now } of changed)
      process.stdout.write(isSet(args, 'diff') ? diffOf(path, before, now) : `${printable(path)} would change\n`);
    return changed.length > 0 ? 1 : 0;
  }
  writeTexts(
    input.project,
    changed.filter(({ uri }) => uri !== standardInput),
  );
  const summary = `${counted(changed.length, 'file')} changed, ${files.length - changed.length} as they should be\n`;
  if (standardInput === undefined) process.stdout.write(summary);
  for (const { uri, now } of formatted) if (uri === standardInput) process.stdout.write(now);
  return 0;
}
