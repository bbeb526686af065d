import { printName } from '../../catalog/index.ts';
import { draftOf } from './columns.ts';
import type { CompletionEntry } from './entry.ts';
import type { Place } from './place.ts';

/** Columns that are keys of a row written as JSON, within its text: none that is there already. Each ends with its quote. */
export function jsonKeysAt({ subject: { document }, caret, table }: Place, offset: number): readonly CompletionEntry[] {
  const before = document.slice(caret.wordStart, offset);
  const typed = /[{,]\s*"(\w*)$/.exec(before)?.[1];
  if (typed === undefined || table === undefined) return [];
  const given = new Set(Array.from(before.matchAll(/"(\w+)"\s*:/g), ([, key]) => key!.toLowerCase()));
  const rest = /^\w*"?/.exec(document.slice(offset, caret.wordEnd))![0].length;
  return (
    [...table.columns.values()]
      // A name in quotes has these within the text, too.
      .filter(({ name }) => !given.has(name) && name.startsWith(typed.toLowerCase()) && printName(name) === name)
      .map((column) => ({
        ...draftOf(column, table),
        text: `${column.name}"`,
        start: offset - typed.length,
        end: offset + rest,
      }))
  );
}
