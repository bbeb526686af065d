import type { CompletionItem, CompletionList, CompletionParams } from 'vscode-languageserver';
import { type Embedded, HOSTS, literalEdit } from '../../embedded/index.ts';
import { embeddedAt, type ProgramCode } from '../../workspace/programs.ts';
import { renderedOf } from '../../service/completion/entry.ts';
import { completionsAt, type CompletionEntry } from '../../service/completion/index.ts';
import { COMPLETION_TRIGGERS } from '../completion-triggers.ts';
import { type CompletionData, completionOf, editRangeOf, toldOf } from '../convert.ts';
import { aboutDocument, type Asked, askedOf, type RequestHandler } from '../request.ts';

export const completion = aboutDocument<CompletionParams, CompletionList | null>(
  null,
  (asked, { textDocument, position, context }) => {
    const { subject, positions } = asked;
    // Some clients ask at signs of their own, where a suggestion would be in the way of who types on.
    const sign = context?.triggerCharacter;
    if (sign !== undefined && !COMPLETION_TRIGGERS.includes(sign)) return { isIncomplete: false, items: [] };
    const offset = positions.offset(subject.document, position);
    const around = asked.code && statementAround(asked.code, offset);
    if (asked.code !== undefined && around === undefined) return null;
    const data: CompletionData = { uri: textDocument.uri, offset };
    const found = completionsAt(subject, offset);
    const entries = around === undefined ? found : found.flatMap((entry) => inLiteral(asked, around, entry) ?? []);
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

/** The statement of a program between whose quotes an offset stands. */
function statementAround(code: ProgramCode, offset: number): Embedded | undefined {
  const found = embeddedAt(code, Math.max(0, offset - 1)) ?? embeddedAt(code, offset);
  return found !== undefined && found.start <= offset && offset < found.end ? found : undefined;
}

/** An entry as the literal around it writes it; `undefined` where that cannot hold it. */
function inLiteral(
  { code, subject }: Asked,
  statement: Embedded,
  { snippet, ...entry }: CompletionEntry,
): CompletionEntry | undefined {
  const program = subject.document.text();
  const host = HOSTS.find(({ name }) => name === code?.host)!;
  const written = (text: string) => literalEdit(program, host, statement, { ...entry, text });
  const edit = written(entry.text);
  if (edit === undefined) return undefined;
  const rendered = snippet === undefined ? undefined : renderedOf(snippet);
  return {
    ...entry,
    ...edit,
    // Places to fill in stay where nothing around them is escaped.
    ...(rendered !== undefined && written(rendered)?.text === rendered && { snippet }),
    // The typed word begins with the sign that escapes its quote.
    ...(edit.start < entry.start && {
      filter: program.slice(edit.start, entry.start) + (entry.filter ?? entry.label),
    }),
  };
}

export const completionResolve: RequestHandler<CompletionItem, CompletionItem> = {
  answer(desk, item) {
    const data = item.data as CompletionData | undefined;
    const asked = data && askedOf(desk, data.uri);
    const entry = asked && completionsAt(asked.subject, data!.offset).find(({ label }) => label === item.label);
    return entry === undefined ? item : toldOf(desk, item, entry);
  },
};
