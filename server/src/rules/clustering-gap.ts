import type { CheckId } from '../analysis/judging/checks.ts';
import type { Rule } from './rule.ts';
import { proposalFixes } from './proposal-fixes.ts';

/** A clustering column is restricted after one that is not, or after a range. */
export const clusteringGap: Rule = {
  code: 'clustering-gap',
  summary: 'A clustering column is restricted after one that is not, or after a range.',
  severities: ['error'],
  profile: 'quiet',
  tags: ['reads'],
  inPrograms: 'whatever the values',
  answeredBy: 'proposals',
  check({ statement, table, path, verdict }) {
    if (verdict.kind !== 'refused' || !GAPS.has(verdict.check)) return [];
    if (table === undefined || path === undefined || path.gaps.length === 0) return [];
    // With an open partition key that is the cause, and another rule speaks.
    if (statement.kind === 'select' && path.partitions.kind === 'all') return [];
    const gap = path.gaps[0]!;
    const order = table.clustering.map(({ name }) => name).join(', ');
    const leaves = gap.why === 'open' ? `leaves \`${gap.after.name}\` open` : `takes a range of \`${gap.after.name}\``;
    return [
      {
        code: 'clustering-gap',
        severity: 'error',
        span: gap.span,
        message: `\`${gap.column.name}\` is found only after \`${gap.after.name}\`: rows are sorted by \`(${order})\` and the ${
          statement.kind === 'select' ? 'query' : 'statement'
        } ${leaves}.`,
        server: { kind: verdict.error, message: verdict.message },
        related:
          gap.after.location === undefined
            ? []
            : [{ at: gap.after.location, message: 'Clustering column declared here' }],
      },
    ];
  },
  fixes: proposalFixes,
};

const GAPS: ReadonlySet<CheckId> = new Set(['clustering-gap', 'clustering-after-slice']);
