import { RULES } from '../rules/index.ts';
import type { SyntaxDocument } from '../syntax/index.ts';
import type { LocatedFinding } from './file.ts';

/** Puts one finding in the place of many of one severity that say one thing: each rule knows its own. */
export function inOneWord(
  { segments }: SyntaxDocument,
  findings: readonly LocatedFinding[],
): readonly LocatedFinding[] {
  const summed = new Map<string, LocatedFinding[]>();
  for (const located of findings) {
    const { code, severity } = located.finding;
    if (!SUMMARIES.has(code)) continue;
    const own = summed.get(`${code} ${severity}`);
    if (own === undefined) summed.set(`${code} ${severity}`, [located]);
    else own.push(located);
  }
  let left = findings;
  for (const own of summed.values()) {
    const first = own[0]!;
    const { code, severity } = first.finding;
    const message = SUMMARIES.get(code)?.(
      own.map(({ finding, segment }) => ({ finding, segment: segments[segment]! })),
    );
    if (message === undefined) continue;
    left = left.flatMap((located) => {
      if (located === first) return [{ ...first, finding: { ...first.finding, message } }];
      return located.finding.code === code && located.finding.severity === severity ? [] : [located];
    });
  }
  return left;
}

const SUMMARIES = new Map(RULES.flatMap(({ code, inOneWord: ofAll }) => (ofAll === undefined ? [] : [[code, ofAll]])));
