import { type ExecuteCommandParams, type Position, WorkspaceEdit } from 'vscode-languageserver';
import { APPLY_EDIT, COMMANDS } from '../commands.ts';
import type { Desk } from '../desk.ts';
import type { RequestHandler } from '../request.ts';
import { statusLine, type Status } from '../status.ts';
import { report } from './report.ts';
import { status } from './status.ts';

/** What a command says about a document, whose URI is its first argument; the second is a position in it. */
export const executeCommand: RequestHandler<ExecuteCommandParams, string | null> = {
  answer(desk, { command, arguments: given = [] }) {
    if (command === APPLY_EDIT) return applied(desk, given);
    const [uri, position] = given;
    const what = Object.hasOwn(COMMANDS, command) ? COMMANDS[command as keyof typeof COMMANDS] : undefined;
    if (what === undefined || typeof uri !== 'string') return null;
    const textDocument = { uri };
    if (what === 'status') return lineOf(status.answer(desk, { textDocument }));
    return report.answer(desk, { textDocument, position: placeOf(position), what })?.text ?? null;
  },
};

/** What was put into the command of an action; an editor may send something else. */
function applied({ applyEdit }: Desk, [label, edit]: readonly unknown[]): null {
  if (typeof label === 'string' && WorkspaceEdit.is(edit)) applyEdit(label, edit);
  return null;
}

const lineOf = (found: Status | null): string | null => found && statusLine(found);

const placeOf = (given: unknown): Position => {
  const { line, character } = (given ?? {}) as Partial<Record<keyof Position, unknown>>;
  return typeof line === 'number' && typeof character === 'number' ? { line, character } : { line: 0, character: 0 };
};
