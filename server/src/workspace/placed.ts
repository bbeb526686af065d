import { HOSTS, isWritten, programEdits, startOf, type Embedded, type SpanEdit } from '../embedded/index.ts';
import type { Edit } from '../modeling/proposal/proposal.ts';
import { withLineEndsOf } from '../syntax/document/line-ends.ts';
import { isPlainName } from '../syntax/names.ts';
import { edited } from '../text/edited.ts';
import type { WorkspaceFile } from './file.ts';
import { embeddedAt, type ProgramCode } from './programs.ts';
import type { Workspace } from './workspace.ts';

/** An edit at offsets in its file. */
export interface PlacedEdit extends SpanEdit {
  readonly label: string | undefined;
}

/** By URI. */
export type PlacedEdits = ReadonlyMap<string, readonly PlacedEdit[]>;

/**
 * Edits at their places in the files; in programs as their literals write them. `undefined` where one has no place any more, or
 * a program cannot hold it. Those that `rename` change the name of a table that is put in where the program writes it.
 */
export function placedEdits(
  workspace: Workspace,
  edits: readonly Edit[],
  { rename = false }: { readonly rename?: boolean } = {},
): PlacedEdits | undefined {
  const byUri = new Map<string, PlacedEdit[]>();
  for (const { at, text, label } of edits) {
    const file = workspace.file(at.uri);
    const index = file?.document.indexOf(at.segment) ?? -1;
    if (file === undefined || index < 0) return undefined;
    const from = file.document.startOf(index);
    const list = byUri.get(at.uri) ?? [];
    const put = file.code === undefined ? withLineEndsOf(file.document, text) : text;
    list.push({ start: from + at.span.start, end: from + at.span.end, text: put, label });
    byUri.set(at.uri, list);
  }
  for (const [uri, list] of byUri) {
    const file = workspace.file(uri)!;
    if (file.code === undefined) continue;
    const written = inProgram(workspace, file, file.code, list, rename);
    if (written === undefined) return undefined;
    byUri.set(uri, written);
  }
  return byUri;
}

/** Whether a file can hold what edits make of it: of a program that is not certain. */
export const canBeWritten = (workspace: Workspace, { code }: WorkspaceFile, edits: () => readonly Edit[]): boolean =>
  code === undefined || placedEdits(workspace, edits()) !== undefined;

/** Edits of statements in a program, which then holds what they were to make of it, and otherwise what it held. */
function inProgram(
  workspace: Workspace,
  { uri, document }: WorkspaceFile,
  code: ProgramCode,
  edits: readonly PlacedEdit[],
  rename: boolean,
): PlacedEdit[] | undefined {
  const text = document.text();
  const host = HOSTS.find(({ name }) => name === code.host)!;
  const groups = new Map<Embedded, PlacedEdit[]>();
  const written: PlacedEdit[] = [];
  for (const edit of edits) {
    const embedded = embeddedAt(code, edit.start);
    if (embedded === undefined) return undefined;
    const stand = rename ? embedded.stands.find(({ start }) => start === edit.start) : undefined;
    const comment = IGNORING.exec(edit.text)?.[1];
    if (stand !== undefined) {
      if (!isPlainName(edit.text)) return undefined;
      // What is renamed is the table: its keyspace, where it stands before it, stays.
      const start = stand.written.start + stand.name.lastIndexOf('.') + 1;
      if (!written.some((one) => one.start === start))
        written.push({ start, end: stand.written.end, text: edit.text, label: edit.label });
    } else if (comment !== undefined) {
      const put = commentBefore(text, host.comments.line[0]!, embedded, comment);
      if (put === undefined) return undefined;
      written.push({ ...put, label: edit.label });
    } else groups.set(embedded, [...(groups.get(embedded) ?? []), edit]);
  }
  for (const [embedded, own] of groups) {
    const put = programEdits(text, host, embedded, own);
    if (put === undefined) return undefined;
    written.push(...put.map((edit) => ({ ...edit, label: own[0]?.label })));
  }
  // Other statements stay what they are, since nothing changes but texts of these and comments.
  const starts = [...groups.keys()].map((embedded) => startAfter(embedded, written));
  const after = workspace.rewritten(uri, edited(text, written), new Set(starts));
  const isRight =
    after !== undefined &&
    after.length === groups.size &&
    [...groups].every(([before, own], index) =>
      isWritten(
        before,
        own,
        after.find(({ chain }) => startOf(chain) === starts[index]),
      ),
    );
  return isRight ? written : undefined;
}

/** Where the text of a statement begins after edits. */
function startAfter({ chain }: Embedded, edits: readonly SpanEdit[]): number {
  const start = startOf(chain);
  return edits.reduce((at, edit) => (edit.end <= start ? at + edit.text.length - (edit.end - edit.start) : at), start);
}

/** A comment of CQL that silences a finding. */
const IGNORING = /^(?:\r?\n)?-- (cql-analyzer: ignore[^\r\n]*)/;

/** A comment of the program, on a line of its own before the one on which the statement begins. */
function commentBefore(text: string, mark: string, { chain }: Embedded, comment: string): SpanEdit | undefined {
  const [first] = chain.parts;
  if (first.kind !== 'text') return undefined;
  const lineStart = text.lastIndexOf('\n', first.literal.start - 1) + 1;
  // The line goes on from the one before: nothing may come between.
  if (/\\\r?\n$/.test(text.slice(0, lineStart))) return undefined;
  const indent = /^[ \t]*/.exec(text.slice(lineStart))![0];
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  return { start: lineStart, end: lineStart, text: `${indent}${mark} ${comment.trimEnd()}${eol}` };
}
