import { fixesOfFinding } from './report/report.ts';
import { applyEdits, diffOf, writeWhole } from './edits.ts';
import { openInput, type Input } from './input.ts';
import type { ExitCode } from './command-line.ts';
import { isSet, PROJECT_OPTIONS, PROJECT_OPTIONS_HELP, readArguments } from './options.ts';
import { counted } from './report/counted.ts';

const HELP = `Applies the safe fixes of check.

Usage: cql-analyzer fix [OPTIONS] [PATH...]

Options:
  --diff                   show what would change, and change nothing; exit code 1 if anything would
${PROJECT_OPTIONS_HELP}`;

/** How often fixes are applied and the result analysed again. */
const MOST_ROUNDS = 10;

/** `cql-analyzer fix`. */
export function runFix(argv: readonly string[]): ExitCode {
  const args = readArguments('fix', argv, { ...PROJECT_OPTIONS, diff: { type: 'boolean' } });
  if (isSet(args, 'help')) {
    process.stdout.write(HELP);
    return 0;
  }
  const input = openInput(args);
  if (input.files.length === 0) process.stderr.write('There are no .cql files here.\n');
  const before = new Map(input.files.map(({ uri, path, document }) => [uri, { path, text: document.text() }]));
  let applied = 0;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const count = applyRound(input);
    if (count === 0) break;
    applied += count;
  }
  const changed = [...before].flatMap(([uri, { path, text }]) => {
    const now = input.project.workspace.file(uri)!.document.text();
    return now === text ? [] : [{ uri, path, before: text, now }];
  });
  if (isSet(args, 'diff')) {
    for (const { path, before: old, now } of changed) process.stdout.write(diffOf(path, old, now));
    return changed.length > 0 ? 1 : 0;
  }
  for (const { uri, now } of changed) writeWhole(uri, now);
  process.stdout.write(`${applied} ${applied === 1 ? 'fix' : 'fixes'} in ${counted(changed.length, 'file')}\n`);
  return 0;
}

/** Applies the first safe fix of each finding that does not get in the way of another; gives how many. */
function applyRound({ project, files }: Input): number {
  const { workspace } = project;
  const reported = new Set(files.map(({ uri }) => uri));
  const fixes = files.flatMap(({ uri }) => {
    const file = workspace.file(uri)!;
    return workspace.findings(uri).flatMap((located) => {
      const safe = fixesOfFinding({ project, files: [] }, file, located).find(({ fix }) => fix.safe);
      return safe === undefined ? [] : [safe.fix.edits().filter(({ at }) => reported.has(at.uri))];
    });
  });
  const edits = fixes.filter((one) => one.length > 0);
  for (const [uri, text] of applyEdits(project, edits.flat())) {
    const { path, contributes } = workspace.file(uri)!;
    workspace.set(uri, text, { path, contributes });
  }
  return edits.length;
}
