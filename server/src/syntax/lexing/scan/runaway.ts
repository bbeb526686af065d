import { isForeignLetter, isWord } from './characters.ts';

/** A quoted text that swallows the statements behind it. */
export interface Runaway {
  /** Where it is taken to end: with its first line, or before the statement that it swallows. */
  readonly end: number;
  /** Offset behind what gave it away. */
  readonly seen: number;
}

/**
 * Whether the string that begins at `start` has run away.
 *
 * Without the quote that is missing, the next opening quote closes the text, and every quote behind it is taken for the opposite of
 * what it is. That shows: the text holds a line that begins a statement, and what follows it has no space before it, as a value has
 * none after its opening quote. Neither is found together in valid CQL. `end` is negative where no quote follows.
 */
export function runawayString(text: string, start: number, end: number): Runaway | undefined {
  if (end >= 0 && !isValueLike(text.charCodeAt(end))) return undefined;
  const close = end < 0 ? text.length : end;
  const line = firstLineEnd(text, start, close);
  if (line < 0 || !STATEMENT_LINE.test(text.slice(line, close))) return undefined;
  return { end: line, seen: close + 1 };
}

/** Whether the text in `$$` that begins at `start` has run away. It has lines of its own, and is stopped before the statement. */
export function runawayBody(text: string, start: number, end: number): Runaway | undefined {
  if (end >= 0 && !isValueLike(text.charCodeAt(end))) return undefined;
  const close = end < 0 ? text.length : end;
  const found = STATEMENT_LINE.exec(text.slice(start, close));
  return found === null ? undefined : { end: start + found.index, seen: close + 1 };
}

/** Whether the quoted name that begins at `start` has run away: no name holds a line that begins a statement. */
export function runawayName(text: string, start: number, end: number): Runaway | undefined {
  const close = end < 0 ? text.length : end;
  const line = firstLineEnd(text, start, close);
  const found = line < 0 ? null : STATEMENT_LINE.exec(text.slice(line, close));
  return found === null ? undefined : { end: line, seen: line + found.index + found[0].length + 1 };
}

/** Where the line of `start` ends; -1 where `limit` comes first. */
function firstLineEnd(text: string, start: number, limit: number): number {
  for (let at = start; at < limit; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x0a || code === 0x0d) return at;
  }
  return -1;
}

/** May not follow a closing quote. */
const isValueLike = (code: number): boolean =>
  isWord(code) || isForeignLetter(code) || MARKS.includes(String.fromCharCode(code));

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
