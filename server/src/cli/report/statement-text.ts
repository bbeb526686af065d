import type { Embedded } from '../../embedded/index.ts';
import type { WorkspaceFile } from '../../workspace/file.ts';
import { embeddedAt } from '../../workspace/programs.ts';

/**
 * A statement as it is written, given its offsets in the document; of a program what its strings say, and what it puts in as it says
 * that.
 */
export function statementText(file: WorkspaceFile, start: number, end: number): string {
  const { document, code } = file;
  if (code === undefined) return document.written(start, end);
  let text = '';
  let at = start;
  for (const hole of holesOf(embeddedAt(code, start))) {
    if (hole.start < at || hole.start >= end) continue;
    text += document.slice(at, hole.start) + document.written(hole.start, hole.end);
    at = hole.end;
  }
  return text + document.slice(at, Math.max(at, end));
}

/** Gives what is made of the statement at an offset with what the program puts in, where placeholders stand for it. */
export function puttingBack(file: WorkspaceFile, start: number): (cql: string) => string {
  const { document, code } = file;
  const written = new Map(
    (code === undefined ? [] : holesOf(embeddedAt(code, start))).flatMap((hole) =>
      (document.slice(hole.start, hole.end).match(PLACEHOLDER) ?? []).map(
        (placeholder) => [placeholder, document.written(hole.start, hole.end)] as const,
      ),
    ),
  );
  return (cql) => cql.replaceAll(PLACEHOLDER, (placeholder) => written.get(placeholder) ?? placeholder);
}

/** As the mask of a program writes it. */
const PLACEHOLDER = /\$\w+/g;

const holesOf = (embedded: Embedded | undefined): Embedded['pieces'] =>
  (embedded?.pieces ?? []).filter(({ kind }) => kind === 'hole');
