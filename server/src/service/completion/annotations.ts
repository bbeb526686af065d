import { ANNOTATIONS } from '../../modeling/evidence/annotation-list.ts';
import { printName, type Table } from '../../catalog/index.ts';
import type { CompletionEntry } from './entry.ts';
import type { Subject } from '../subject.ts';

/** What fits into a comment before a table, behind `@`: the annotations, and behind one the columns of the table. */
export function annotationsAt(subject: Subject, offset: number): readonly CompletionEntry[] {
  const { document } = subject;
  const index = document.segmentAt(offset);
  const segment = document.segments[index];
  if (segment === undefined) return [];
  const at = offset - document.startOf(index);
  const line = segment.text.slice(segment.text.lastIndexOf('\n', at - 1) + 1, at);
  const match = /(?:--|\/\/|\/\*|^\s*\*)\s*(?:[^]*\|\s*)?(@[\w-]*)(?:\s+([^]*))?$/.exec(line);
  if (match === null || !isComment(segment.comments, at)) return [];
  const [, name = '', said] = match;
  const rest = /^[\w-]*/.exec(segment.text.slice(at))![0].length;
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

const isComment = (
  comments: readonly { readonly span: { readonly start: number; readonly end: number } }[],
  at: number,
): boolean => comments.some(({ span }) => span.start < at && at <= span.end);

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
