import { meaningsOf } from '../../server/src/names/meaning.ts';
import type { NameKind } from '../../server/src/names/occurrence.ts';
import { sceneOf } from '../../server/src/names/scene.ts';
import { completionsAt, type CompletionEntry } from '../../server/src/service/completion/index.ts';
import { knowsFeature } from '../../server/src/syntax/features.ts';
import * as T from '../../server/src/syntax/generated/token-types.ts';
import { isName, isReservedWord } from '../../server/src/syntax/token-classes.ts';
import type { Workspace } from '../../server/src/workspace/workspace.ts';
import { subjectOf } from '../fixtures.ts';

/** How a caret stands before a word: the statement goes on behind it, or ends there, with or without the word's first letter. */
export type Typing = 'amid' | 'at the end' | 'begun';

export interface Word {
  readonly kind: string;
  readonly text: string;
  /** Offsets in the file, of the word and of the end of its statement. */
  readonly start: number;
  readonly end: number;
}

/** The words of a file that an editor can know: keywords, and names of what exists; none that is made up where it stands. */
export function wordsIn(workspace: Workspace, uri: string): readonly Word[] {
  const { document } = workspace.file(uri)!;
  const { target } = workspace.configuration;
  return document.segments.flatMap((segment, index) => {
    const { tokens, features, errors, text } = segment;
    if (errors.length > 0 || !features.every(({ feature }) => knowsFeature(feature, target))) return [];
    const from = document.startOf(index);
    const scene = sceneOf(workspace.project, { uri, document, index });
    const named = new Map(scene.occurrences.map((one) => [one.start, one]));
    const placeholders = scene.occurrences.filter(({ template }) => template === true);
    return [...tokens.types].flatMap((type, at): readonly Word[] => {
      const start = tokens.starts[at]!;
      const word = text.slice(start, tokens.ends[at]);
      if (!isName(type) && !isReservedWord(type)) return [];
      if (placeholders.some((one) => one.start < start && start < one.end)) return [];
      const name = named.get(start);
      const kind =
        name === undefined
          ? CONSTANTS.has(type)
            ? 'constant'
            : 'keyword'
          : name.role === 'declaration' || name.template === true
            ? undefined
            : kindOf(name.kind, meaningsOf(scene, name)[0]?.kind);
      return kind === undefined ? [] : [{ kind, text: word, start: from + start, end: from + segment.end }];
    });
  });
}

const CONSTANTS: ReadonlySet<number> = new Set([T.NULL, T.TRUE, T.FALSE, T.NAN, T.INFINITY]);

/** A name that stands for nothing cannot be offered. */
function kindOf(kind: NameKind, meaning: string | undefined): string | undefined {
  if (kind === 'option') return kind;
  if (meaning === undefined) return undefined;
  return kind === 'function' || kind === 'aggregate' ? (meaning === 'built-in' ? 'built-in function' : kind) : kind;
}

/** What is offered before a word. */
export function offeredBefore(
  workspace: Workspace,
  uri: string,
  { start, end }: Word,
  typing: Typing,
): readonly CompletionEntry[] {
  if (typing === 'amid') return completionsAt(subjectOf(workspace, uri), start);
  const caret = typing === 'begun' ? start + 1 : start;
  const rest = workspace.file(uri)!.document.slice(caret, end);
  workspace.edit(uri, { start: caret, end, text: '' });
  const offered = completionsAt(subjectOf(workspace, uri), caret);
  workspace.edit(uri, { start: caret, end: caret, text: rest });
  return offered;
}

/** Whether a word is among what is offered, alone or as the beginning of more. */
export const isAmong = (offered: readonly CompletionEntry[], word: string): boolean =>
  offered.some(({ text, filter }) =>
    [/^(?:"(?:[^"]|"")*"|\w+)/.exec(text)?.[0], filter].some((one) => one !== undefined && fold(one) === fold(word)),
  );

const fold = (word: string): string => word.replaceAll('"', '').toUpperCase();
