import { changedItems } from '../text/changed-items.ts';
import { printable } from '../text/printable.ts';
import { Failure } from './failure.ts';
import { uninterrupted } from './uninterrupted.ts';
import { pathOf } from '../disk/paths.ts';
import { type DiskProject } from '../disk/project.ts';
import { writeFiles } from '../disk/write-files.ts';

/** A file of a project whose text is another one now. */
export interface ChangedFile {
  readonly uri: string;
  /** As reports print it. */
  readonly path: string;
  /** The text as it was read. */
  readonly before: string;
  readonly now: string;
}

/** Writes the changed texts of a project's files: all of them, or none with a `Failure`. */
export function writeTexts({ root }: DiskProject, changed: readonly ChangedFile[]): void {
  const changes = changed.map(({ uri, path, before, now }) => ({ path: pathOf(uri), name: path, before, after: now }));
  const written = uninterrupted(() => writeFiles(root, changes));
  if (written.kind === 'refused') throw new Failure(`nothing is written: ${written.why}.`);
}

/** A unified diff of two texts, without context: what is taken away and what is added, line by line. */
export function diffOf(path: string, before: string, after: string): string {
  const old = before.split('\n');
  const now = after.split('\n');
  const { from, to, come } = changedItems(old, now);
  const removed = old.slice(from, to);
  const added = now.slice(from, from + come);
  const range = (count: number): string => `${count === 0 ? from : from + 1},${count}`;
  return [
    `--- a/${printable(path)}`,
    `+++ b/${printable(path)}`,
    `@@ -${range(removed.length)} +${range(added.length)} @@`,
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
    '',
  ].join('\n');
}
