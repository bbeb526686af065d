import type { Finding, Rule } from './rule.ts';
import type { Segment } from '../syntax/segment.ts';

/** Text that is no CQL. */
export const syntax: Rule = {
  code: 'syntax',
  summary: 'The text is not CQL.',
  severities: ['error'],
  check: ({ segment }) => syntaxFindings(segment),
  fixes: ({ uri, segment }, finding) =>
    segment.errors
      .filter((problem) => problem.span.start === finding.span.start && problem.message === finding.message)
      .flatMap((problem) => problem.fixes)
      .map((fix, index) => ({
        id: `syntax-${index}`,
        title: fix.title,
        kind: 'quickfix',
        safe: true,
        preferred: index === 0,
        edits: () => fix.edits.map(({ span, text }) => ({ at: { uri, segment, span }, text })),
      })),
};

/** The finding of each problem of a segment's text. */
export const syntaxFindings = (segment: Segment): readonly Finding[] =>
  segment.errors.map(({ message, span }) => ({ code: 'syntax', severity: 'error', span, message, related: [] }));
