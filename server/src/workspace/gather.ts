import { ruleOf, RULES } from '../rules/index.ts';
import type { SyntaxDocument } from '../syntax/index.ts';
import type { LocatedFinding } from './file.ts';

/** Takes out what a file was told before, and puts one finding in the place of many that say one thing: each rule knows its own. */
export function gathered({ segments }: SyntaxDocument, findings: readonly LocatedFinding[]): readonly LocatedFinding[] {
  // By code: what a rule tells is often a long text that it keeps, and looked up as it is it is not read again.
  const said = new Map<string, Set<string>>();
  const fresh = findings.filter(({ finding, segment }) => {
    const told = ruleOf(finding.code)?.saidOnce?.(finding, segments[segment]!);
    if (told === undefined) return true;
    const ofRule = said.get(finding.code);
    if (ofRule?.has(told) === true) return false;
    if (ofRule === undefined) said.set(finding.code, new Set([told]));
    else ofRule.add(told);
    return true;
  });
  return SUMMARIES.reduce((left, { code, inOneWord }) => {
    const own = inOneWord === undefined ? [] : left.filter(({ finding }) => finding.code === code);
    const [first] = own;
    const message = inOneWord?.(own.map(({ finding, segment }) => ({ finding, segment: segments[segment]! })));
    if (first === undefined || message === undefined) return left;
    return left.flatMap((located) => {
      if (located === first) return [{ ...first, finding: { ...first.finding, message } }];
      return located.finding.code === code ? [] : [located];
    });
  }, fresh);
}

const SUMMARIES = RULES.filter(({ inOneWord }) => inOneWord !== undefined);
