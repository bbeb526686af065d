import { RULES } from '../rules/index.ts';
import type { SyntaxDocument } from '../syntax/index.ts';
import type { LocatedFinding } from './file.ts';

/** Puts one finding in the place of many that say one thing: each rule knows its own. */
export const inOneWord = (
  { segments }: SyntaxDocument,
  findings: readonly LocatedFinding[],
): readonly LocatedFinding[] =>
  SUMMARIES.reduce((left, { code, inOneWord: ofAll }) => {
    const own = ofAll === undefined ? [] : left.filter(({ finding }) => finding.code === code);
    const [first] = own;
    if (first === undefined) return left;
    const message = ofAll?.(own.map(({ finding, segment }) => ({ finding, segment: segments[segment]! })));
    if (message === undefined) return left;
    return left.flatMap((located) => {
      if (located === first) return [{ ...first, finding: { ...first.finding, message } }];
      return located.finding.code === code ? [] : [located];
    });
  }, findings);

const SUMMARIES = RULES.filter(({ inOneWord: ofAll }) => ofAll !== undefined);
