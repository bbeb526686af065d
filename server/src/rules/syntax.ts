import { joinsTables, proposalFixes } from './proposal-fixes.ts';
import type { Finding, Fix, Rule, RuleContext } from './rule.ts';
import type { Segment } from '../syntax/segment.ts';

/** Text that is no CQL. */
export const syntax: Rule = {
  code: 'syntax',
  summary: 'The text is not CQL.',
  severities: ['error'],
  check: ({ segment }) => syntaxFindings(segment),
  fixes: (context, finding) => [...mended(context, finding), ...inOtherTables(context, finding)],
};

const mended = (context: RuleContext, finding: Finding): readonly Fix[] =>
  context.segment.errors
    .filter((problem) => problem.span.start === finding.span.start && problem.message === finding.message)
    .flatMap((problem) => problem.fixes)
    .map((fix, index) => ({
      id: `syntax-${index}`,
      title: fix.title,
      kind: 'quickfix',
      // Of what is no CQL as a whole, mending one place makes nothing right.
      safe: !joinsTables(context.statement),
      preferred: index === 0,
      edits: () =>
        fix.edits.map(({ span, text }) => ({ at: { uri: context.uri, segment: context.segment, span }, text })),
    }));

/** What takes the place of a query in SQL: of a JOIN, of `lower(email) = ?`. */
const inOtherTables = (context: RuleContext, finding: Finding): readonly Fix[] =>
  context.statement.kind === 'select' ? proposalFixes(context, finding) : [];

/** The finding of each problem of a segment's text. */
export const syntaxFindings = (segment: Segment): readonly Finding[] =>
  segment.errors.map(({ message, span }) => ({ code: 'syntax', severity: 'error', span, message, related: [] }));
