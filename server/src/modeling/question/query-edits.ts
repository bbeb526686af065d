import type { Changed, Change } from '../proposal/pieces.ts';
import type { Edit } from '../proposal/proposal.ts';
import type { Question } from './question.ts';

/** The edits that put rewritten queries in the place of the original: piece by piece where it stays one. */
export function queryEdits(
  { at, statement }: Pick<Question, 'at' | 'statement'>,
  queries: readonly Changed[],
  changes: readonly Change[] | undefined,
): readonly Edit[] {
  const { uri, segment } = at;
  const label = 'the query reads it';
  // What is inserted where something else goes stands first, whatever an editor makes of two changes at one place.
  if (changes !== undefined)
    return changes
      .toSorted((a, b) => a.span.start - b.span.start || a.span.end - b.span.end)
      .map(({ span, text }) => ({ at: { uri, segment, span }, text, label }));
  return [{ at: { uri, segment, span: statement.span }, text: queries.map(({ text }) => text).join(';\n'), label }];
}
