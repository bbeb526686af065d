import type { Table } from '../../catalog/model.ts';
import { hostOf } from '../../embedded/hosts/host.ts';
import { createOf } from './source.ts';

/** How the author of a CREATE TABLE writes. */
export interface Style {
  readonly upper: boolean;
  /** Of a column's line. */
  readonly indent: string;
  /** Before the statement itself. */
  readonly margin: string;
  readonly newline: string;
  readonly ifNotExists: boolean;
  /** WITH and AND stand on lines of their own, after this. */
  readonly optionBreak: string | undefined;
  /** `name type PRIMARY KEY`, where one column is the key. */
  readonly inlineKey: boolean;
}

/** The style of a table's CREATE; a usual one where it is not at hand. */
export function styleOf(table: Table): Style {
  const source = createOf(table);
  if (source === undefined) return USUAL;
  const { segment, statement } = source;
  const text = segment.text.slice(segment.begin, segment.end);
  const newline = segment.text.includes('\r\n') ? '\r\n' : '\n';
  // Where a statement stands in a program is the program's business.
  const inProgram = hostOf(table.location!.uri) !== undefined;
  const margin = inProgram ? '' : (/(?:^|\n)([ \t]*)$/.exec(segment.text.slice(0, segment.begin))?.[1] ?? '');
  const indent = inProgram ? undefined : /\([^\S\n]*\r?\n([ \t]+)\S/.exec(text)?.[1];
  const option = /(\r?\n[ \t]*)WITH\b/i.exec(text)?.[1];
  const and = /(\r?\n[ \t]*)AND\b/i.exec(text)?.[1];
  return {
    upper: /^[A-Z]/.test(text),
    indent: indent ?? `${margin}  `,
    margin,
    newline,
    ifNotExists: statement.ifNotExists,
    optionBreak: option === undefined ? undefined : (and ?? option),
    inlineKey: statement.columns.some(({ primaryKey }) => primaryKey !== undefined),
  };
}

const USUAL: Style = {
  upper: true,
  indent: '  ',
  margin: '',
  newline: '\n',
  ifNotExists: false,
  optionBreak: undefined,
  inlineKey: false,
};

/** Words of CQL in the author's case. */
export const words = (text: string, { upper }: Pick<Style, 'upper'>): string => (upper ? text : text.toLowerCase());
