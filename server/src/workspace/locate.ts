import { unusedDirective, UNUSED_IGNORE } from '../rules/unused-ignore.ts';
import type { Configuration } from '../config/settings.ts';
import { shows } from '../rules/profile.ts';
import type { Finding } from '../rules/rule.ts';
import { gathered } from './gather.ts';
import { wholeSpan } from './programs.ts';
import type { LocatedFinding, SegmentAnalysis, WorkspaceFile } from './file.ts';

/**
 * Puts the findings of a file's segments at their places, applies severities, and takes out what comments silence and what the profile
 * does not show. A severity of the project's own shows a finding whatever the profile.
 */
export function locate(
  { document, code }: WorkspaceFile,
  analyses: readonly SegmentAnalysis[],
  { rules: severities, profile }: Pick<Configuration, 'rules' | 'profile'>,
): readonly LocatedFinding[] {
  const located: LocatedFinding[] = [];
  const place = (finding: Finding, segment: number): void => {
    const own = severities.get(finding.code);
    if (own === 'off' || (own === undefined && !shows(profile, finding))) return;
    const severity = own ?? finding.severity;
    const from = document.startOf(segment);
    const span = { start: from + finding.span.start, end: from + finding.span.end };
    located.push({ finding, severity, segment, ...(code === undefined ? span : wholeSpan(code, span)) });
  };
  for (let index = 0; index < analyses.length; index++) {
    const { findings, directives } = analyses[index]!;
    const behind = analyses[index + 1]?.directives ?? NONE;
    if (findings.length === 0 && directives.length === 0) continue;
    const silenced = silencedCodes(analyses, index, behind);
    for (const finding of findings) if (!silenced.has(finding.code)) place(finding, index);
    for (const directive of directives) {
      const about = directive.about === 'previous' && index > 0 ? analyses[index - 1]! : analyses[index]!;
      const given = new Set(about.findings.map(({ code }) => code));
      for (const finding of unusedDirective(directive, given)) place(finding, index);
    }
  }
  return gathered(
    document,
    located.toSorted((a, b) => a.start - b.start || a.end - b.end),
  );
}

const NONE: readonly never[] = [];

/** The codes that comments before, in and right behind the statement silence. */
function silencedCodes(
  analyses: readonly SegmentAnalysis[],
  index: number,
  behind: SegmentAnalysis['directives'],
): ReadonlySet<string> {
  const here = analyses[index]!.directives.filter(({ about }) => about === 'this' || index === 0);
  const codes = [...here, ...behind.filter(({ about }) => about === 'previous')].flatMap(
    (directive) => directive.codes,
  );
  return codes.length === 0
    ? NO_CODES
    : new Set(codes.filter(({ code }) => code !== UNUSED_IGNORE).map(({ code }) => code));
}

const NO_CODES: ReadonlySet<string> = new Set();
