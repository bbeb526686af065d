import { type CassandraRelease, since } from '../../../text/release.ts';
import type { JsonProblem } from './read-json.ts';

/** Jackson's exception, and what it says. */
export const exceptionOf = (problem: JsonProblem, text: string, release: CassandraRelease): string =>
  `${CLASSES[problemOf(problem, release).cause]}: ${textOfProblem(problem, text, release)}`;

/** What Jackson says where it stops, and where that is; 3.11 may count one further, and shows the text. */
export function textOfProblem(problem: JsonProblem, text: string, release: CassandraRelease): string {
  const { complaint, cause, offset, open } = problemOf(problem, release);
  const newer = since(release, '4.0');
  const source = newer
    ? 'REDACTED (`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION` disabled)'
    : `(String)${shown(text)}`;
  const placeOf = (end: number): string => {
    // A line's end belongs to its line.
    const before = text.slice(0, end - 1);
    const line = before.split('\n').length;
    const column = end - (before.lastIndexOf('\n') + 1);
    return cause === 'empty' && newer
      ? `[Source: ${source}; line: 1]`
      : cause === 'empty'
        ? `[Source: ${source}; line: 1, column: 0]`
        : `[Source: ${source}; line: ${line}, column: ${column}]`;
  };
  const opened =
    open === undefined
      ? ''
      : cause === 'end'
        ? `: expected close marker for ${open.what} (start marker at ${placeOf(open.start + 1)})`
        : ` (for ${open.what} starting at ${placeOf(open.start + 1)})`;
  const said = newer
    ? complaint
    : complaint
        .replace(/following sign$/, 'following minus sign')
        .replace('`JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS`', 'JsonParser.Feature.ALLOW_NON_NUMERIC_NUMBERS');
  return `${said}${opened}\n at ${placeOf(offset + (newer || cause !== 'unexpected' ? 0 : 1))}`;
}

/** The beginning of a text, its control characters but the ends of lines as their codes (`JsonLocation`). */
const shown = (text: string): string => {
  const beginning = text
    .slice(0, LONGEST)
    .replaceAll(
      /(?![\r\n])\p{Cc}/gu,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
    );
  return text.length > LONGEST ? `"${beginning}"[truncated ${text.length - LONGEST} chars]` : `"${beginning}"`;
};

const LONGEST = 500;

const problemOf = (problem: JsonProblem, release: CassandraRelease): JsonProblem =>
  problem.older === undefined || since(release, '4.0') ? problem : problem.older;

const CLASSES: Readonly<Record<JsonProblem['cause'], string>> = {
  empty: 'com.fasterxml.jackson.databind.exc.MismatchedInputException',
  shape: 'com.fasterxml.jackson.databind.exc.MismatchedInputException',
  blank: 'com.fasterxml.jackson.databind.exc.InvalidFormatException',
  depth: 'com.fasterxml.jackson.core.exc.StreamConstraintsException',
  end: 'com.fasterxml.jackson.core.io.JsonEOFException',
  token: 'com.fasterxml.jackson.core.JsonParseException',
  unexpected: 'com.fasterxml.jackson.core.JsonParseException',
};
