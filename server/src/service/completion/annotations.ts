import { ANNOTATIONS } from '../../modeling/evidence/annotation-list.ts';
import { printName, type Table } from '../../catalog/index.ts';
import { commentLineAt } from './comment-line.ts';
import type { CompletionEntry } from './entry.ts';
import type { Subject } from '../subject.ts';

/** What fits into a comment before a table, behind `@`: the annotations, and behind one the columns of the table. */
export function annotationsAt(subject: Subject, offset: number): readonly CompletionEntry[] {
  const line = commentLineAt(subject, offset);
  const match = line && /(?:--|\/\/|\/\*|^\s*\*)\s*(?:[^]*\|\s*)?(@[\w-]*)(?:\s+([^]*))?$/.exec(line.before);
  if (line === undefined || match === null || match === undefined) return [];
  const { index, rest } = line;
  const [, name = '', said] = match;
  if (said === undefined) {
    return [...ANNOTATIONS].map(([label, { example, about }]) => ({
      label: `@${label}`,
      kind: 'value',
      detail: example,
      about: () => about,
      text: `@${label}`,
      start: offset - name.length,
      end: offset + rest,
    }));
  }
  const table = subject.contexts(index)[0]?.table;
  const word = /\w*$/.exec(said)![0];
  return table === undefined || !OF_COLUMNS.has(name.slice(1).toLowerCase())
    ? []
    : columnsOf(table, offset, word, rest);
}

const columnsOf = (table: Table, offset: number, word: string, rest: number): readonly CompletionEntry[] =>
  [...table.columns.values()].map(({ name }) => ({
    label: printName(name),
    kind: 'column',
    text: printName(name),
    start: offset - word.length,
    end: offset + rest,
  }));

const OF_COLUMNS: ReadonlySet<string> = new Set([
  'rate',
  'cardinality',
  'size',
  'items',
  'unique',
  'notnull',
  'immutable',
  'fd',
  'fk',
  'bucket',
]);
