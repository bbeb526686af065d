import type { CompletionItem, CompletionList, CompletionParams } from 'vscode-languageserver';
import { embeddedAt, type ProgramCode } from '../../workspace/programs.ts';
import { completionsAt, type CompletionEntry } from '../../service/completion/index.ts';
import { COMPLETION_TRIGGERS } from '../completion-triggers.ts';
import { type CompletionData, completionOf, editRangeOf, toldOf } from '../convert.ts';
import { aboutDocument, askedOf, type RequestHandler } from '../request.ts';

export const completion = aboutDocument<CompletionParams, CompletionList | null>(
  null,
  (asked, { textDocument, position, context }) => {
    const { subject, positions } = asked;
    // Some clients ask at signs of their own, where a suggestion would be in the way of who types on.
    const sign = context?.triggerCharacter;
    if (sign !== undefined && !COMPLETION_TRIGGERS.includes(sign)) return { isIncomplete: false, items: [] };
    const offset = positions.offset(subject.document, position);
    if (asked.code !== undefined && !isInStatement(asked.code, offset)) return null;
    const data: CompletionData = { uri: textDocument.uri, offset };
    const entries = completionsAt(subject, offset);
    const [first] = entries;
    const shared =
      first !== undefined && asked.client.sharesEditRange && entries.every((entry) => isAtPlaceOf(entry, first));
    return {
      isIncomplete: false,
      ...(shared && { itemDefaults: { editRange: editRangeOf(asked, subject.document, first, offset), data } }),
      items: entries.map((entry, index) => completionOf(asked, subject.document, entry, index, data, shared)),
    };
  },
);

const isAtPlaceOf = (entry: CompletionEntry, other: CompletionEntry): boolean =>
  entry.start === other.start && entry.end === other.end;

/** In a program: somewhere between the quotes. */
function isInStatement(code: ProgramCode, offset: number): boolean {
  const found = embeddedAt(code, Math.max(0, offset - 1)) ?? embeddedAt(code, offset);
  return found !== undefined && found.start <= offset && offset < found.end;
}

export const completionResolve: RequestHandler<CompletionItem, CompletionItem> = {
  answer(desk, item) {
    const data = item.data as CompletionData | undefined;
    const asked = data && askedOf(desk, data.uri);
    const entry = asked && completionsAt(asked.subject, data!.offset).find(({ label }) => label === item.label);
    return entry === undefined ? item : toldOf(desk, item, entry);
  },
};
