import {
  CodeActionKind,
  CodeActionTriggerKind,
  type CodeAction,
  type CodeActionParams,
  type Command,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import { CONFIGURATION_FILE } from '../../config/configuration.ts';
import type { Fix } from '../../rules/rule.ts';
import { fixesFor, type OfferedFix } from '../../service/code-actions.ts';
import { refactoringsAt } from '../../service/refactorings/index.ts';
import type { LocatedFinding } from '../../workspace/file.ts';
import { canBeWritten } from '../../workspace/placed.ts';
import { embeddedAt } from '../../workspace/programs.ts';
import { ACTION_KINDS } from '../action-kinds.ts';
import { APPLY_EDIT } from '../commands.ts';
import { diagnosticOf, settingEditOf, workspaceEditOf } from '../convert.ts';
import { aboutDocument, askedOf, type Asked, dataOf, type RequestHandler } from '../request.ts';
import { sourceActions, sourceEdit, type SourceKind } from './source-actions.ts';

/** What an action needs to find its edit again. */
type ActionData =
  | {
      readonly uri: string;
      readonly start: number;
      readonly end: number;
      readonly code: string;
      readonly fix: string;
    }
  | { readonly uri: string; readonly source: SourceKind };

type Wanted = (kind: string) => boolean;

export const codeAction = aboutDocument<CodeActionParams, (CodeAction | Command)[]>([], (asked, params) =>
  asked.client.takesActions ? [...actionsAt(asked, params)] : actionsAt(asked, params).flatMap(commandOf),
);

/** An action as a client has it that knows commands alone. */
const commandOf = ({ title, edit }: CodeAction): readonly Command[] =>
  edit === undefined ? [] : [{ title, command: APPLY_EDIT, arguments: [title, edit] }];

function actionsAt(asked: Asked, { range, context }: CodeActionParams): readonly CodeAction[] {
  const { subject, positions } = asked;
  const { only, triggerKind } = context;
  const isWanted: Wanted = (kind) =>
    only === undefined || only.some((one) => kind === one || kind.startsWith(`${one}.`));
  const start = positions.offset(subject.document, range.start);
  const touching = findingsTouching(asked, start, positions.offset(subject.document, range.end));
  // Nobody is shown a light bulb for a statement that is good as it is.
  const isUnasked = only === undefined && triggerKind === CodeActionTriggerKind.Automatic;
  return [
    ...touching.flatMap((located) => fixActions(asked, located, isWanted, (fix) => fix.id !== 'ignore')),
    ...(isUnasked || !isWanted(CodeActionKind.RefactorRewrite) ? [] : refactorings(asked, start, only !== undefined)),
    ...(only === undefined || asked.code !== undefined ? [] : actionsOnFiles(asked, isWanted)),
    ...touching.flatMap((located) => fixActions(asked, located, isWanted, (fix) => fix.id === 'ignore')),
  ];
}

export const codeActionResolve: RequestHandler<CodeAction, CodeAction> = {
  answer(desk, action) {
    const data = dataOf<ActionData>(action.data);
    const asked = data === undefined || action.edit !== undefined ? undefined : askedOf(desk, data.uri);
    if (data === undefined || asked === undefined) return action;
    if ('source' in data) return { ...action, edit: sourceEdit(asked, data.source) };
    const offered = findingsTouching(asked, data.start, data.end)
      .filter(({ finding }) => finding.code === data.code)
      .flatMap((located) => fixesOfFinding(asked, located))
      .find(({ fix }) => fix.id === data.fix);
    return offered === undefined ? action : { ...action, ...appliedBy(asked, offered.fix) };
  },
};

/** The ways out of a finding that its file can hold. */
const fixesOfFinding = ({ subject, workspace }: Asked, { finding, segment }: LocatedFinding): readonly OfferedFix[] =>
  fixesFor(subject, segment, finding).filter(({ fix }) =>
    canBeWritten(workspace, workspace.file(subject.uri)!, fix.edits),
  );

/** The ways out of a finding that are chosen, as actions. */
function fixActions(
  asked: Asked,
  located: LocatedFinding,
  isWanted: Wanted,
  isChosen: (fix: Fix) => boolean,
): readonly CodeAction[] {
  const { subject, client } = asked;
  const { finding, start, end } = located;
  const diagnostic = diagnosticOf(asked, subject.document, located);
  return fixesOfFinding(asked, located).flatMap(({ fix }, index): readonly CodeAction[] => {
    const kind = isChosen(fix) && isPossible(asked, fix) ? kindsOf(fix, index === 0).find(isWanted) : undefined;
    if (kind === undefined) return [];
    const data: ActionData = { uri: subject.uri, start, end, code: finding.code, fix: fix.id };
    return [
      {
        title: fix.title,
        kind,
        diagnostics: [diagnostic],
        ...(fix.preferred && { isPreferred: true }),
        ...(client.resolvesEdits ? { data } : appliedBy(asked, fix)),
      },
    ];
  });
}

/** A setting is written where the document belongs to a folder, and the client can write it. */
const isPossible = (asked: Asked, { setting }: Fix): boolean =>
  setting === undefined || settingEdit(asked, setting) !== undefined;

function settingEdit(asked: Asked, setting: string): WorkspaceEdit | undefined {
  const folder = [...asked.projects.folders()].find(({ workspace }) => workspace === asked.workspace);
  if (folder === undefined) return undefined;
  const { root, configuration } = folder;
  const uri = configuration?.uri ?? `${root.replace(/\/$/, '')}/${CONFIGURATION_FILE}`;
  return settingEditOf(asked, { uri, exists: configuration !== undefined }, setting);
}

/** The edit of a fix, and behind it the way to the table that it makes. */
function appliedBy(asked: Asked, fix: Fix): Pick<CodeAction, 'edit' | 'command'> {
  if (fix.setting !== undefined) return { edit: settingEdit(asked, fix.setting)! };
  const edits = fix.edits();
  const edit = workspaceEditOf(asked, edits, fix.about?.());
  const { makes } = fix;
  const [place] = edits;
  if (!asked.client.showsTables || makes === undefined || place === undefined) return { edit };
  const uri = asked.projects.clientUri(place.at.uri);
  return { edit, command: { title: 'Show the table', command: 'cqlAnalyzer.showTable', arguments: [uri, makes] } };
}

/**
 * The best fix is the quick fix of its finding, a rewrite too: editors list those first, and some list nothing else. What silences
 * a finding stands apart from what mends it.
 */
function kindsOf({ id, kind }: Fix, isBest: boolean): readonly string[] {
  if (id === 'ignore') return [ACTION_KINDS.ignore, CodeActionKind.QuickFix];
  if (kind === 'quickfix') return [CodeActionKind.QuickFix];
  return isBest ? [CodeActionKind.QuickFix, CodeActionKind.RefactorRewrite] : [CodeActionKind.RefactorRewrite];
}

/** Other ways to write the statement; in a program those that its literals can hold. Whoever looks for them learns why one is not to be had. */
function refactorings(asked: Asked, offset: number, areSought: boolean): readonly CodeAction[] {
  const { code, subject, workspace, client } = asked;
  if (code !== undefined && embeddedAt(code, offset) === undefined) return [];
  const file = workspace.file(subject.uri)!;
  const kind = CodeActionKind.RefactorRewrite;
  return refactoringsAt(subject, offset).flatMap((found): readonly CodeAction[] => {
    const { title } = found;
    if ('obstacle' in found)
      return areSought && client.showsDisabled ? [{ title, kind, disabled: { reason: found.obstacle } }] : [];
    const { edits } = found;
    return canBeWritten(workspace, file, () => edits) ? [{ title, kind, edit: workspaceEditOf(asked, edits) }] : [];
  });
}

const actionsOnFiles = (asked: Asked, isWanted: Wanted): readonly CodeAction[] =>
  sourceActions(asked, isWanted).map(({ title, kind }) => {
    const data: ActionData = { uri: asked.subject.uri, source: kind };
    return { title, kind, ...(asked.client.resolvesEdits ? { data } : { edit: sourceEdit(asked, kind) }) };
  });

function findingsTouching({ workspace, subject, code }: Asked, start: number, end: number): readonly LocatedFinding[] {
  const findings = workspace.findings(subject.uri);
  const touching = findings.filter((located) => located.start <= end && start <= located.end);
  if (touching.length > 0) return touching;
  // Between statements of a program stands something else.
  if (code !== undefined && embeddedAt(code, start) === undefined) return [];
  // A caret elsewhere in a statement means the statement; one behind its semicolon means the statement before.
  const segment = subject.document.segmentAt(start);
  const own = findings.filter((located) => located.segment === segment);
  if (own.length > 0 || start === 0 || start > subject.document.startOf(segment)) return own;
  return findings.filter((located) => located.segment === segment - 1);
}
