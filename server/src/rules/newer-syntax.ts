import type { Target } from '../text/release.ts';
import { featureFixes, featureProblem, foreignConstruct } from '../syntax/features.ts';
import type { Segment } from '../syntax/segment.ts';
import { proposalFixes } from './proposal-fixes.ts';
import { isTaken, sandboxOf } from '../modeling/proposal/sandbox.ts';
import type { Span } from '../text/span.ts';
import type { Finding, Fix, Rule, RuleContext } from './rule.ts';

/** A construct that the target does not have: of a later release, or of another dialect. */
export const newerSyntax: Rule = {
  code: 'newer-syntax',
  summary: 'The target release does not have this construct.',
  severities: ['error'],
  profile: 'quiet',
  tags: ['server'],
  isOfCassandra: true,
  answeredBy: 'some proposals',
  saidOnce: ({ span }, { features, text }) => {
    const use = features.find((each) => each.span.start === span.start && each.span.end === span.end);
    return use === undefined ? undefined : foreignConstruct(use, text);
  },
  check: ({ segment, session }) => newerSyntaxFindings(segment, session.target),
  fixes(context, finding) {
    const { uri, segment } = context;
    const use = segment.features.find(({ span }) => span.start === finding.span.start && span.end === finding.span.end);
    if (use === undefined) return [];
    const here = featureFixes(segment, use)
      .filter((fix) => isTakenAfter(fix.edits, context))
      .map((fix, index): Fix => ({
        id: `feature-${index}`,
        title: fix.title,
        kind: 'quickfix',
        safe: false,
        preferred: index === 0 && fix.isChoice !== true,
        edits: () => fix.edits.map(({ span, text }) => ({ at: { uri, segment, span }, text })),
      }));
    const others = proposalFixes(context, finding);
    return [...here, ...others.map((fix) => (here.length === 0 ? fix : { ...fix, preferred: false }))];
  },
};

/** Where it is all that stands against the statement; else the ways out of what else there is are better. */
function isTakenAfter(
  edits: readonly { readonly span: Span; readonly text: string }[],
  { segment, table, session, surroundings }: RuleContext,
): boolean {
  if (table === undefined || newerSyntaxFindings(segment, session.target).length > 1) return true;
  const text = edits
    .toSorted((a, b) => b.span.start - a.span.start)
    .reduce(
      (changed, { span, text: now }) => changed.slice(0, span.start) + now + changed.slice(span.end),
      segment.text,
    );
  return isTaken(sandboxOf(session, table, surroundings.workshop), text);
}

/** One finding for the first such construct of each kind. */
export function newerSyntaxFindings(segment: Segment, target: Target): readonly Finding[] {
  const findings = new Map<string, Finding>();
  for (const use of segment.features) {
    const construct = foreignConstruct(use, segment.text) ?? use.feature;
    const message = findings.has(construct) ? undefined : featureProblem(use, target);
    if (message === undefined) continue;
    findings.set(construct, { code: 'newer-syntax', severity: 'error', span: use.span, message, related: [] });
  }
  return [...findings.values()];
}
