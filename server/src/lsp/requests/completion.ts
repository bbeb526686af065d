import type { CompletionItem, CompletionList, CompletionParams } from 'vscode-languageserver';
import { type Embedded, HOSTS, literalEdit } from '../../embedded/index.ts';
import { embeddedAt, type ProgramCode } from '../../workspace/programs.ts';
import { renderedOf } from '../../service/completion/entry.ts';
import { completionsAt, type CompletionEntry } from '../../service/completion/index.ts';
import { COMPLETION_TRIGGERS } from '../completion-triggers.ts';
import { type CompletionData, completionOf, editRangeOf, toldOf } from '../convert.ts';
import { aboutDocument, type Asked, askedOf, dataOf, type RequestHandler } from '../request.ts';
import { orInSettings, settingsCompletion } from './settings-file.ts';

const statementCompletion = aboutDocument<CompletionParams, CompletionList | null>(
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
    const beginningOf = beginningsAmong(around === undefined ? [] : found);
    const entries =
      around === undefined
        ? found
        : found.flatMap((entry) => inLiteral(asked, around, untilWhole(entry, beginningOf(entry))) ?? []);
    const [first] = entries;
    const shared =
      first !== undefined && asked.client.sharesEditRange && entries.every((entry) => isAtPlaceOf(entry, first));
    return {
      // What goes on behind a word that is typed in full the editor knows only by asking again.
      isIncomplete: around !== undefined && found.some((entry) => beginningOf(entry) !== wordOf(entry)),
      ...(shared && { itemDefaults: { editRange: editRangeOf(asked, subject.document, first, offset), data } }),
      items: entries.map((entry, index) => completionOf(asked, subject.document, entry, index, data, shared)),
    };
  },
);

export const completion = orInSettings(settingsCompletion, statementCompletion);

const isAtPlaceOf = (entry: CompletionEntry, other: CompletionEntry): boolean =>
  entry.start === other.start && entry.end === other.end;

/** The shortest word among those of the entries with which an entry's own begins. */
function beginningsAmong(entries: readonly CompletionEntry[]): (entry: CompletionEntry) => string {
  const shortest = new Map<string, string>();
  let last = '';
  // In their order words stand behind the one with which they begin.
  for (const word of [...new Set(entries.map(wordOf))].toSorted()) {
    if (!WORD.test(last) || !word.startsWith(last)) last = word;
    shortest.set(word, last);
  }
  return (entry) => shortest.get(wordOf(entry)) ?? wordOf(entry);
}

const wordOf = ({ filter, label }: CompletionEntry): string => (filter ?? label).toLowerCase();

/**
 * An entry that an editor drops by itself once its word, or one with which that begins, is typed in full.
 *
 * In the languages of programs Enter takes a suggestion, though nothing is left to write, and the line does not break. What is compared
 * lacks the last letter, so the whole word fits no longer. Files of CQL have a setting for that.
 */
function untilWhole(entry: CompletionEntry, beginning: string): CompletionEntry {
  const word = entry.filter ?? entry.label;
  return WORD.test(beginning) ? { ...entry, filter: word.slice(0, beginning.length - 1) } : entry;
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
    const data = dataOf<CompletionData>(item.data);
    const asked = data && askedOf(desk, data.uri);
    const entry = asked && completionsAt(asked.subject, data!.offset).find(({ label }) => label === item.label);
    return entry === undefined ? item : toldOf(desk, item, entry);
  },
};
