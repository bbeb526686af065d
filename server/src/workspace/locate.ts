import { unusedDirective, UNUSED_IGNORE } from '../rules/unused-ignore.ts';
import { severityOf, type ShownBy } from '../rules/profile.ts';
import type { Finding } from '../rules/rule.ts';
import { gathered } from './gather.ts';
import type { Said } from './analyses.ts';
import { wholeSpan } from './programs.ts';
import type { LocatedFinding, WorkspaceFile } from './file.ts';

/**
 * Puts the findings of a file's segments at their places, applies severities, and takes out what comments silence and what is not
 * shown.
 */
export function locate({ document, code }: WorkspaceFile, said: Said, shown: ShownBy): readonly LocatedFinding[] {
  const located: LocatedFinding[] = [];
  const place = (finding: Finding, segment: number): void => {
    const severity = severityOf(finding, shown);
    if (severity === undefined) return;
    const from = document.startOf(segment);
    const span = { start: from + finding.span.start, end: from + finding.span.end };
    located.push({ finding, severity, segment, ...(code === undefined ? span : wholeSpan(code, span)) });
  };
  for (const index of said.speaking()) {
    const first = located.length;
    const { findings, directives } = said.at(index)!;
    const silenced = silencedCodes(said, index);
    for (const finding of findings) if (!silenced.has(finding.code)) place(finding, index);
    for (const directive of directives) {
      const about = said.at(directive.about === 'previous' && index > 0 ? index - 1 : index)!;
      const given = new Set(about.findings.map(({ code }) => code));
      for (const finding of unusedDirective(directive, given)) place(finding, index);
    }
    // Segments come in their order.
    if (located.length > first + 1)
      located.push(...located.splice(first).toSorted((a, b) => a.start - b.start || a.end - b.end));
  }
  return gathered(document, located);
}

const NONE: readonly never[] = [];

/** The codes that comments before, in and right behind the statement silence. */
function silencedCodes(said: Said, index: number): ReadonlySet<string> {
  const behind = said.at(index + 1)?.directives ?? NONE;
  const here = said.at(index)!.directives.filter(({ about }) => about === 'this' || index === 0);
  const codes = [...here, ...behind.filter(({ about }) => about === 'previous')].flatMap(
    (directive) => directive.codes,
  );
  return codes.length === 0
    ? NO_CODES
    : new Set(codes.filter(({ code }) => code !== UNUSED_IGNORE).map(({ code }) => code));
}

const NO_CODES: ReadonlySet<string> = new Set();
