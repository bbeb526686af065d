import { isForeignLetter, isWord } from './characters.ts';

/**
 * Where a quoted text should have ended that has run away with the statements behind it: the end of its first line; -1 where it is
 * as it seems.
 *
 * Without the quote that is missing, the next opening quote closes the text, and every quote behind it is taken for the opposite of
 * what it is. That shows: the text holds a line that begins a statement, and what follows it has no space before it, as a value has
 * none after its opening quote. Neither is found together in valid CQL. `end` is negative where no quote follows.
 */
export function runawayEnd(text: string, start: number, end: number): number {
  if (end >= 0 && !isValueLike(text.charCodeAt(end))) return -1;
  const close = end < 0 ? text.length : end;
  let line = start;
  for (let code = text.charCodeAt(line); code !== 0x0a && code !== 0x0d; code = text.charCodeAt(line)) {
    line += 1;
    if (line >= close) return -1;
  }
  return STATEMENT_LINE.test(text.slice(line, close)) ? line : -1;
}

/** May not follow a closing quote. */
const isValueLike = (code: number): boolean => isWord(code) || isForeignLetter(code) || MARKS.includes(String.fromCharCode(code));

const MARKS = '{[("$#@?&|~^\\';

/** A line with the first words of a statement, those of which are meant that no prose begins with. */
const STATEMENT_LINE = new RegExp(
  `[\\r\\n][ \\t]*(?:${[
    'SELECT\\s+(?:\\*|[\\w",. ()]{1,200}?\\bFROM\\b)',
    'INSERT\\s+INTO\\b',
    'UPDATE\\s+[\\w".]+\\s+(?:SET|USING)\\b',
    'DELETE\\s+(?:\\w+\\s+)?FROM\\b',
    '(?:CREATE|ALTER|DROP)\\s+(?:KEYSPACE|TABLE|COLUMNFAMILY|TYPE|INDEX|CUSTOM|MATERIALIZED|FUNCTION|AGGREGATE|ROLE|USER|OR)\\b',
    'TRUNCATE\\s+[\\w".]+\\s*;',
    'USE\\s+[\\w"]+\\s*;',
    'BEGIN\\s+(?:BATCH|UNLOGGED|COUNTER|TRANSACTION)\\b',
    'APPLY\\s+BATCH\\b',
  ].join('|')})`,
  'i',
);
