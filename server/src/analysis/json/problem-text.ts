import { since } from '../release.ts';
import type { CassandraRelease } from '../verdict-model.ts';
import type { JsonProblem } from './read-json.ts';

/** What Jackson says where it stops, and where that is; 3.11 may count one further, and shows the text. */
export function textOfProblem(problem: JsonProblem, text: string, release: CassandraRelease): string {
  const { complaint, cause, offset, open } = problem;
  const newer = since(release, '4.0');
  const source = newer ? 'REDACTED (`StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION` disabled)' : `(String)"${text}"`;
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
  const said = newer ? complaint : complaint.replace(/following sign$/, 'following minus sign');
  return `${said}${opened}\n at ${placeOf(offset + (newer || cause !== 'unexpected' ? 0 : 1))}`;
}
