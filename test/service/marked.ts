import type { Configuration } from '../../server/src/config/settings.ts';
import type { Subject } from '../../server/src/service/subject.ts';
import type { Workspace } from '../../server/src/workspace/workspace.ts';
import { subjectOf, workspaceOf } from '../fixtures.ts';

/** Files with a caret `¦` in one of them, and marks `«…»` around what is expected. */
export type MarkedFiles = Readonly<Record<string, string>>;

export interface Marked {
  readonly workspace: Workspace;
  /** The file with the caret. */
  readonly subject: Subject;
  readonly caret: number;
  /** What the marks stand around, as `uri: start-end text`. */
  readonly expected: readonly string[];
}

/** Opens the files without their marks. */
export function openMarked(files: MarkedFiles, configuration?: Partial<Configuration>): Marked {
  const expected: string[] = [];
  let at: { readonly uri: string; readonly caret: number } | undefined;
  const texts: Record<string, string> = {};
  for (const [uri, marked] of Object.entries(files)) {
    let text = '';
    const open: number[] = [];
    for (const character of marked) {
      if (character === '¦') at = { uri, caret: text.length };
      else if (character === '«') open.push(text.length);
      else if (character === '»') expected.push(rangeText(uri, text, open.pop()!, text.length));
      else text += character;
    }
    texts[uri] = text;
  }
  const workspace = workspaceOf(texts, configuration);
  const { uri, caret } = at ?? { uri: Object.keys(files)[0]!, caret: 0 };
  return { workspace, subject: subjectOf(workspace, uri), caret, expected };
}

/** A range of a text, readable. */
export const rangeText = (uri: string, text: string, start: number, end: number): string =>
  `${uri}: ${start}-${end} ${text.slice(start, end)}`;
