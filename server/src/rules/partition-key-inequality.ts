import type { Rule } from './rule.ts';
import { proposalFixes } from './proposal-fixes.ts';
import { keyDeclaredHere, scanOf } from './scan.ts';

/** `<`, `<=`, `>` or `>=` on a partition key column. */
export const partitionKeyInequality: Rule = {
  code: 'partition-key-inequality',
  summary: 'A range is asked of a partition key column.',
  severities: ['error', 'warning'],
  profile: 'recommended',
  tags: ['reads'],
  inPrograms: 'whatever the values',
  answeredBy: 'proposals',
  check({ segment, ...context }) {
    const scan = scanOf({ segment, ...context });
    if (scan?.cause.kind !== 'inequality') return [];
    const { span } = scan.cause.relation;
    const consequence =
      scan.server === undefined
        ? `so this reads every partition of \`${scan.select.from!.name.text}\` and throws away what does not match.`
        : 'so a range of them cannot be looked up.';
    return [
      {
        code: 'partition-key-inequality',
        severity: scan.server === undefined ? 'warning' : 'error',
        span,
        message: `\`${segment.text.slice(span.start, span.end)}\`: partitions have no order among themselves, ${consequence}`,
        ...(scan.server !== undefined && { server: scan.server }),
        related: keyDeclaredHere(scan.table),
      },
    ];
  },
  fixes: proposalFixes,
};
