import type { Run } from '../../embedded/index.ts';
import type { Table } from '../../catalog/model.ts';
import type { ProgramWrite, Surroundings } from '../evidence/surroundings.ts';

/**
 * Whether a copy is written for a write of its base in a program, or may be: in the same function, by a function that does nothing to the
 * base, so that anyone may call it, by one that calls the other, or by other means than statements.
 */
export function mayBeWritten(
  copy: Table,
  base: Table,
  own: ProgramWrite,
  kinds: ReadonlySet<string>,
  surroundings: Surroundings,
): boolean {
  if (own.besideUnknown || surroundings.isSpokenOf(copy)) return true;
  if (own.runs.some(({ named }) => named !== undefined && speaksOf(named.body, copy.name))) return true;
  return writesOf(copy, base, surroundings).some(({ write, isBesideBase }) => {
    if (!kinds.has(write.statement.kind)) return false;
    if (write.segment === own.segment || areTogether(write, own)) return true;
    return !isBesideBase || own.runs.some((run) => write.runs.some((other) => calls(run, other) || calls(other, run)));
  });
}

interface CopyWrite {
  readonly write: ProgramWrite;
  /** Wherever it is run, the base is written, too. */
  readonly isBesideBase: boolean;
}

function writesOf(copy: Table, base: Table, surroundings: Surroundings): readonly CopyWrite[] {
  const [ofCopy, ofBase] = [surroundings.programWritesOf(copy), surroundings.programWritesOf(base)];
  const known = surroundings.memory.kept(writesOf, ofCopy, () => new Map<readonly ProgramWrite[], CopyWrite[]>());
  let writes = known.get(ofBase);
  if (writes === undefined) {
    writes = ofCopy.map((write) => ({
      write,
      isBesideBase: write.runs.every((run) => ofBase.some((one) => isBeside(one, run, write.uri))),
    }));
    known.set(ofBase, writes);
  }
  return writes;
}

/** Two writes are run in one function that has a name, and not only in one program. */
export const areInOneFunction = (one: ProgramWrite, other: ProgramWrite): boolean =>
  one.uri === other.uri &&
  one.runs.some(
    ({ named, around }) => named !== undefined && other.runs.some((run) => run.around.start === around.start),
  );

const areTogether = (one: ProgramWrite, other: ProgramWrite): boolean =>
  one.runs.some((run) => isBeside(other, run, one.uri));

/** A write is run in the function of a place, in one within it, or in one around it. */
const isBeside = ({ uri, runs }: ProgramWrite, { at, around }: Run, file: string): boolean =>
  uri === file &&
  runs.some(
    (run) => (run.around.start <= at && at < run.around.end) || (around.start <= run.at && run.at < around.end),
  );

/** What the function around one place does may be what the other does. */
const calls = ({ named: one }: Run, { named: other }: Run): boolean =>
  one !== undefined && other !== undefined && !CALLS_OF_DRIVERS.test(other.name) && one.words.has(other.name);

const CALLS_OF_DRIVERS = /^(?:execute|query|prepare|batch|run|bind)(?:_?async)?$/i;

/** Something has the name of the table in its own, and does not only read: `usersByEmail.put(…)`, but not `findUserByEmail(…)`. */
function speaksOf(text: string, table: string): boolean {
  const words = table.split('_').map((word) => `${word.replace(/(?:ies|es|s|y)$/i, '')}(?:ies|es|s|y)?`);
  return new RegExp(`(?<!${READING})${words.join('[_ .-]?')}(?![a-z])`, 'i').test(text);
}

const READING = '(?:get|find|read|load|select|fetch|look_?up|query|list|search|count|exists|has|is)_?';
