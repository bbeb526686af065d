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
    const isLonger = longerAmong(around === undefined ? [] : found);
    const entries =
      around === undefined
        ? found
        : found.flatMap((entry) => inLiteral(asked, around, isLonger(entry) ? entry : untilWhole(entry)) ?? []);
    const [first] = entries;
    const shared =
      first !== undefined && asked.client.sharesEditRange && entries.every((entry) => isAtPlaceOf(entry, first));
    return {
      // Of a word that is typed in full and begins another one the editor knows only by asking again.
      isIncomplete: around !== undefined && found.some(isLonger),
      ...(shared && { itemDefaults: { editRange: editRangeOf(asked, subject.document, first, offset), data } }),
      items: entries.map((entry, index) => completionOf(asked, subject.document, entry, index, data, shared)),
    };
  },
);

const isAtPlaceOf = (entry: CompletionEntry, other: CompletionEntry): boolean =>
  entry.start === other.start && entry.end === other.end;

/** Whether an entry's word is the beginning of another one's. */
function longerAmong(entries: readonly CompletionEntry[]): (entry: CompletionEntry) => boolean {
  const words = [...new Set(entries.map(wordOf))].toSorted();
  // In their order a word stands right before those that it begins.
  const beginnings = new Set(words.filter((word, index) => words[index + 1]?.startsWith(word)));
  return (entry) => beginnings.has(wordOf(entry));
}

const wordOf = ({ filter, label }: CompletionEntry): string => (filter ?? label).toLowerCase();

/**
 * An entry that an editor drops by itself once its word is typed in full.
 *
 * In the languages of programs Enter takes a suggestion, though nothing is left to write, and the line does not break. What is compared
 * lacks the last letter, so the whole word fits no longer. Files of CQL have a setting for that.
 */
function untilWhole(entry: CompletionEntry): CompletionEntry {
  const word = entry.filter ?? entry.label;
  return WORD.test(word) ? { ...entry, filter: word.slice(0, -1) } : entry;
}

const WORD = /^\w{2,}$/;

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
