import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { Edit } from '../modeling/proposal/proposal.ts';
import { edited } from '../text/edited.ts';
import { Failure } from './failure.ts';
import { pathOf, type DiskProject } from '../disk/project.ts';

/** The texts of the files that a set of edits changes: by URI. Edits that overlap an earlier one are left out. */
export function applyEdits({ workspace }: DiskProject, edits: readonly Edit[]): ReadonlyMap<string, string> {
  const byUri = new Map<string, { start: number; end: number; text: string }[]>();
  for (const { at, text } of edits) {
    const document = workspace.file(at.uri)?.document;
    const index = document?.indexOf(at.segment) ?? -1;
    if (document === undefined || index < 0) continue;
    const from = document.startOf(index);
    const list = byUri.get(at.uri) ?? [];
    const edit = { start: from + at.span.start, end: from + at.span.end, text };
    if (!list.some((other) => overlaps(other, edit))) list.push(edit);
    byUri.set(at.uri, list);
  }
  return new Map([...byUri].map(([uri, list]) => [uri, edited(workspace.file(uri)!.document.text(), list)]));
}

const overlaps = (a: { start: number; end: number }, b: { start: number; end: number }): boolean =>
  a.start < b.end && b.start < a.end;

/** Writes a file whole or not at all. */
export function writeWhole(uri: string, text: string): void {
  const path = pathOf(uri);
  const draft = `${path}.cql-analyzer-tmp`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}

/** Writes all files or none: a failure puts back what was there. */
export function writeAll(texts: ReadonlyMap<string, string>): void {
  const files = [...texts].map(([uri, text]) => {
    const path = pathOf(uri);
    return { path, draft: `${path}.cql-analyzer-tmp`, text, before: readFileSync(path) };
  });
  const drafted: string[] = [];
  const replaced: typeof files = [];
  try {
    for (const { draft, text } of files) {
      writeFileSync(draft, text);
      drafted.push(draft);
    }
    for (const file of files) {
      renameSync(file.draft, file.path);
      replaced.push(file);
    }
  } catch (error) {
    for (const { path, before } of replaced) writeFileSync(path, before);
    for (const draft of drafted) rmSync(draft, { force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure(`nothing is written: ${reason}`);
  }
}

/** A unified diff of two texts, without context: what is taken away and what is added, line by line. */
export function diffOf(path: string, before: string, after: string): string {
  const old = before.split('\n');
  const now = after.split('\n');
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail++;
  const removed = old.slice(head, old.length - tail);
  const added = now.slice(head, now.length - tail);
  const range = (count: number): string => `${count === 0 ? head : head + 1},${count}`;
  return [
    `--- a/${path}`,
    `+++ b/${path}`,
    `@@ -${range(removed.length)} +${range(added.length)} @@`,
    ...removed.map((line) => `-${line}`),
    ...added.map((line) => `+${line}`),
    '',
  ].join('\n');
}
