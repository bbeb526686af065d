import type { SemanticTokens, SemanticTokensParams, SemanticTokensRangeParams } from 'vscode-languageserver';
import { semanticTokensIn, type SemanticToken } from '../../service/semantic-tokens.ts';
import { aboutCqlFile, type Asked } from '../request.ts';
import { codeOf } from '../semantic-legend.ts';

export const semanticTokens = aboutCqlFile<SemanticTokensParams, SemanticTokens>({ data: [] }, (asked) => {
  const { document } = asked.subject;
  // Of longer documents editors show a part, and ask for it.
  return encoded(asked, 0, document.startOf(Math.min(document.segments.length, MOST)));
});

export const semanticTokensRange = aboutCqlFile<SemanticTokensRangeParams, SemanticTokens>(
  { data: [] },
  (asked, { range }) => {
    const { subject, positions } = asked;
    return encoded(
      asked,
      positions.offset(subject.document, range.start),
      positions.offset(subject.document, range.end),
    );
  },
);

/** Statements. */
const MOST = 5000;

/** Five numbers a token, each relative to the one before. */
function encoded({ subject, positions }: Asked, start: number, end: number): SemanticTokens {
  const data: number[] = [];
  let line = 0;
  let character = 0;
  for (const token of semanticTokensIn(subject, start, end)) {
    const at = positions.of(subject.document, token.start);
    const until = positions.of(subject.document, token.end);
    // The protocol knows no token over several lines.
    if (until.line !== at.line) continue;
    if (at.line !== line) character = 0;
    data.push(at.line - line, at.character - character, until.character - at.character, ...encodedKind(token));
    ({ line, character } = at);
  }
  return { data };
}

const encodedKind = ({ type, modifiers }: SemanticToken): readonly [number, number] => codeOf(type, modifiers);
