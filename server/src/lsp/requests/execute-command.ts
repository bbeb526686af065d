import type { ExecuteCommandParams, Position } from 'vscode-languageserver';
import { COMMANDS } from '../commands.ts';
import type { RequestHandler } from '../request.ts';
import { statusLine, type Status } from '../status.ts';
import { report } from './report.ts';
import { status } from './status.ts';

/** What a command says about a document, whose URI is its first argument; the second is a position in it. */
export const executeCommand: RequestHandler<ExecuteCommandParams, string | null> = {
  answer(desk, { command, arguments: [uri, position] = [] }) {
    const what = Object.hasOwn(COMMANDS, command) ? COMMANDS[command as keyof typeof COMMANDS] : undefined;
    if (what === undefined || typeof uri !== 'string') return null;
    const textDocument = { uri };
    if (what === 'status') return lineOf(status.answer(desk, { textDocument }));
    return report.answer(desk, { textDocument, position: placeOf(position), what })?.text ?? null;
  },
};

const lineOf = (found: Status | null): string | null => found && statusLine(found);

const placeOf = (given: unknown): Position => {
  const { line, character } = (given ?? {}) as Partial<Record<keyof Position, unknown>>;
  return typeof line === 'number' && typeof character === 'number' ? { line, character } : { line: 0, character: 0 };
};
