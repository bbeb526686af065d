import type { WorkspaceEdit } from 'vscode-languageserver';
import { fixAll, hasSafeFix } from '../../workspace/fix-all.ts';
import { proposedIn } from '../../workspace/proposed.ts';
import { settle } from '../../workspace/settle.ts';
import { ACTION_KINDS } from '../action-kinds.ts';
import { textsEditOf } from '../convert.ts';
import type { Asked } from '../request.ts';

/** An action on whole files. */
export type SourceKind = Exclude<(typeof ACTION_KINDS)[keyof typeof ACTION_KINDS], 'ignore'>;

/** The actions on whole files that would change something. */
export function sourceActions(
  { subject, workspace }: Asked,
  isWanted: (kind: string) => boolean,
): readonly { readonly title: string; readonly kind: SourceKind }[] {
  const useful: Readonly<Record<SourceKind, () => boolean>> = {
    [ACTION_KINDS.fixFile]: () => hasSafeFix(workspace, subject.uri),
    [ACTION_KINDS.fixProject]: () => [...workspace.files()].some(({ uri }) => hasSafeFix(workspace, uri)),
    [ACTION_KINDS.applyProposals]() {
      for (const { proposals } of proposedIn(workspace, [...workspace.files()]))
        if (proposals[0]?.preferred) return true;
      return false;
    },
  };
  return SOURCE_ACTIONS.filter(({ kind }) => isWanted(kind) && useful[kind]());
}

/** What an action changes, worked out on a copy of the project; nothing where proposals do not go together. */
export function sourceEdit(asked: Asked, kind: SourceKind): WorkspaceEdit {
  const copy = asked.workspace.copy();
  const files = [...copy.files()];
  const { title } = SOURCE_ACTIONS.find((one) => one.kind === kind)!;
  switch (kind) {
    case ACTION_KINDS.fixFile:
      return textsEditOf(asked, fixAll(copy, [asked.subject.uri]).texts, title);
    case ACTION_KINDS.fixProject:
      return textsEditOf(
        asked,
        fixAll(
          copy,
          files.map(({ uri }) => uri),
        ).texts,
        title,
      );
    case ACTION_KINDS.applyProposals: {
      const settled = settle(copy, files, [...proposedIn(copy, files)]);
      const about = new Set(settled?.applied.flatMap(({ notes, sync }) => [...notes, ...sync().notes]));
      return textsEditOf(asked, settled?.texts ?? new Map(), title, [...about]);
    }
  }
}

const SOURCE_ACTIONS: readonly { readonly title: string; readonly kind: SourceKind }[] = [
  { title: 'Apply the safe fixes of this file', kind: ACTION_KINDS.fixFile },
  { title: 'Apply the safe fixes of all files', kind: ACTION_KINDS.fixProject },
  { title: 'Apply the best proposal of each query, with its writes', kind: ACTION_KINDS.applyProposals },
];
