import { CodeActionKind, type CodeAction, type CodeActionParams } from 'vscode-languageserver';
import type { Fix } from '../../rules/rule.ts';
import { fixesFor } from '../../service/code-actions.ts';
import type { LocatedFinding } from '../../workspace/file.ts';
import { diagnosticOf, workspaceEditOf } from '../convert.ts';
import { aboutDocument, askedOf, type Asked, type RequestHandler } from '../request.ts';

/** What an action needs to find its edit again. */
interface ActionData {
  readonly uri: string;
  readonly start: number;
  readonly end: number;
  readonly code: string;
  readonly fix: string;
}

export const codeAction = aboutDocument<CodeActionParams, CodeAction[]>([], (asked, { range, context }) => {
  const { subject, positions, client } = asked;
  const { document, uri } = subject;
  const wanted = (kind: string): boolean =>
    context.only === undefined || context.only.some((only) => kind === only || kind.startsWith(`${only}.`));
  const touching = findingsTouching(
    asked,
    positions.offset(document, range.start),
    positions.offset(document, range.end),
  );
  return touching.flatMap((located) => {
    const diagnostic = diagnosticOf(asked, document, located);
    const { finding, segment, start, end } = located;
    return fixesFor(subject, segment, finding).flatMap(({ fix }): readonly CodeAction[] => {
      const kind = kindsOf(fix).find(wanted);
      if (kind === undefined) return [];
      const data: ActionData = { uri, start, end, code: finding.code, fix: fix.id };
      return [
        {
          title: fix.title,
          kind,
          diagnostics: [diagnostic],
          ...(fix.preferred && { isPreferred: true }),
          ...(client.resolvesEdits ? { data } : { edit: workspaceEditOf(asked, fix.edits()) }),
        },
      ];
    });
  });
});

export const codeActionResolve: RequestHandler<CodeAction, CodeAction> = {
  answer(desk, action) {
    const data = action.data as ActionData | undefined;
    if (data === undefined || action.edit !== undefined) return action;
    const asked = askedOf(desk, data.uri);
    if (asked === undefined) return action;
    const offered = findingsTouching(asked, data.start, data.end)
      .filter(({ finding }) => finding.code === data.code)
      .flatMap(({ finding, segment }) => fixesFor(asked.subject, segment, finding))
      .find(({ fix }) => fix.id === data.fix);
    return offered === undefined ? action : { ...action, edit: workspaceEditOf(desk, offered.fix.edits()) };
  },
};

/** The best rewrite is the quick fix of its finding too: editors list those first, and some list nothing else. */
const kindsOf = ({ kind, preferred }: Fix): readonly string[] => {
  if (kind === 'quickfix') return [CodeActionKind.QuickFix];
  return preferred ? [CodeActionKind.QuickFix, CodeActionKind.RefactorRewrite] : [CodeActionKind.RefactorRewrite];
};

function findingsTouching({ workspace, subject }: Asked, start: number, end: number): readonly LocatedFinding[] {
  const findings = workspace.findings(subject.uri);
  const touching = findings.filter((located) => located.start <= end && start <= located.end);
  if (touching.length > 0) return touching;
  // A caret elsewhere in a statement means the statement; one behind its semicolon means the statement before.
  const segment = subject.document.segmentAt(start);
  const own = findings.filter((located) => located.segment === segment);
  if (own.length > 0 || start === 0 || start > subject.document.startOf(segment)) return own;
  return findings.filter((located) => located.segment === segment - 1);
}
