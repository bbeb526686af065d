import { RULES } from '../rules/index.ts';
import type { SyntaxDocument } from '../syntax/index.ts';
import type { LocatedFinding } from './file.ts';

/** Puts one finding in the place of many that say one thing: each rule knows its own. */
export function inOneWord(
  { segments }: SyntaxDocument,
  findings: readonly LocatedFinding[],
): readonly LocatedFinding[] {
  const summed = new Map<string, LocatedFinding[]>();
  for (const located of findings) {
    const { code } = located.finding;
    if (!SUMMARIES.has(code)) continue;
    const own = summed.get(code);
    if (own === undefined) summed.set(code, [located]);
    else own.push(located);
  }
  let left = findings;
  for (const [code, own] of summed) {
    const first = own[0]!;
    const message = SUMMARIES.get(code)?.(
      own.map(({ finding, segment }) => ({ finding, segment: segments[segment]! })),
    );
    if (message === undefined) continue;
    left = left.flatMap((located) => {
      if (located === first) return [{ ...first, finding: { ...first.finding, message } }];
      return located.finding.code === code ? [] : [located];
    });
  }
  return left;
}

const SUMMARIES = new Map(RULES.flatMap(({ code, inOneWord: ofAll }) => (ofAll === undefined ? [] : [[code, ofAll]])));
