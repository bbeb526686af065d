import { growthOf } from '../modeling/design/growth.ts';
import { shortBucketOf } from '../modeling/design/short-bucket.ts';
import { oneOf } from '../modeling/evidence/time-units.ts';
import { proposalFixes } from './proposal-fixes.ts';
import type { Finding, Rule, RuleContext } from './rule.ts';

const CODE = 'bucket-size';

/** A bucket that holds too many rows, or too few for what is asked of it; by declared numbers. */
export const bucketSize: Rule = {
  code: CODE,
  summary: 'A bucket holds more rows than a partition should, or too few for the queries on it.',
  severities: ['warning', 'information', 'hint'],
  profile: 'recommended',
  tags: ['reads'],
  answeredBy: 'some proposals',
  check: (context) => (context.verdict.kind === 'refused' ? [] : [...ofTable(context), ...ofQuery(context)]),
  fixes: (context, finding) => (context.statement.kind === 'create-table' ? proposalFixes(context, finding) : []),
};

function ofTable({ statement, table, surroundings }: RuleContext): readonly Finding[] {
  if (statement.kind !== 'create-table' || table === undefined) return [];
  const growth = growthOf(table, surroundings);
  if (growth?.bucket === undefined) return [];
  return [
    {
      code: CODE,
      severity: growth.declared === undefined ? 'hint' : 'warning',
      span: statement.name?.span ?? statement.span,
      message:
        `\`${table.name}\` keeps too many rows of one \`${growth.bucket.column.name}\` in a partition.` +
        `${growth.declared === undefined ? '' : ` ${growth.declared}`}`,
      related: [],
    },
  ];
}

function ofQuery({ statement, table, path, surroundings }: RuleContext): readonly Finding[] {
  if (statement.kind !== 'select' || table === undefined || path === undefined) return [];
  const short = shortBucketOf(statement, table, path, surroundings);
  if (short === undefined) return [];
  const { bucket, rows, from, limit, needed, better } = short;
  const longer =
    better === undefined
      ? ''
      : ` ${oneOf(better.unit).replace('a', 'A')} holds ${better.rows.toLocaleString('en-US')}.`;
  return [
    {
      code: CODE,
      severity: 'information',
      span: short.span,
      message:
        `One \`${bucket.column.name}\` holds ${rows.toLocaleString('en-US')} row${rows === 1 ? '' : 's'} (\`${from}\`): for ` +
        `${limit.toLocaleString('en-US')} of them ${needed} partitions are read, one after the other.${longer}`,
      related: [],
    },
  ];
}
