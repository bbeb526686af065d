import type { Finding, Fix, Rule } from './rule.ts';
import type { Directive } from './suppression.ts';
import { contains } from '../text/span.ts';

export const UNUSED_IGNORE = 'unused-ignore';

/** An ignore comment that silences nothing; found by the workspace, which knows all findings of the statement it is about. */
export const unusedIgnore: Rule = {
  code: UNUSED_IGNORE,
  summary: 'An ignore comment that silences nothing.',
  severities: ['warning'],
  profile: 'recommended',
  tags: ['text'],
  check: () => [],
  fixes: ({ uri, segment }, finding) => [removal(uri, segment, finding)],
};

/** The findings about a directive, given the codes that its statement really has. */
export function unusedDirective(directive: Directive, given: ReadonlySet<string>): readonly Finding[] {
  if (directive.codes.length === 0) {
    return [
      {
        code: UNUSED_IGNORE,
        severity: 'warning',
        span: directive.span,
        message: 'This comment names no rule to ignore: write `-- cql-analyzer: ignore <code> <reason>`.',
        related: [],
      },
    ];
  }
  return directive.codes
    .filter(({ code }) => !given.has(code))
    .map(({ code, span }) => ({
      code: UNUSED_IGNORE,
      severity: 'warning' as const,
      span,
      message: `There is nothing to ignore: the statement has no finding \`${code}\`. Remove the comment, or correct the code.`,
      related: [],
      tag: 'unnecessary' as const,
    }));
}

function removal(uri: string, segment: Parameters<NonNullable<Rule['fixes']>>[0]['segment'], finding: Finding): Fix {
  return {
    id: 'remove-comment',
    title: 'Remove the comment',
    kind: 'quickfix',
    safe: true,
    preferred: true,
    edits: () => {
      const comment = segment.comments.find(({ span }) => contains(span, finding.span));
      return comment === undefined ? [] : [{ at: { uri, segment, span: comment.span }, text: '' }];
    },
  };
}
