import { growthOf } from '../modeling/design/growth.ts';
import { declaredOf } from '../modeling/evidence/annotations.ts';
import { uncoveredBuckets } from '../modeling/evidence/buckets.ts';
import { constantKey } from '../modeling/evidence/constant-key.ts';
import { hasFewValues, isFewForCertain } from '../modeling/evidence/few-values.ts';
import { isReadAsHistory } from '../modeling/evidence/read-as-history.ts';
import { numberedRows } from '../modeling/evidence/numbered-rows.ts';
import { hasContinualRows } from '../modeling/evidence/continual-rows.ts';
import { isTimeIn } from '../modeling/evidence/time-columns.ts';
import { proposalFixes } from './proposal-fixes.ts';
import { serverName } from '../text/release.ts';
import type { Finding, Rule, RuleContext } from './rule.ts';
import { keyDeclaredHere, keyText, listNames, scanOf } from './scan.ts';

const CODE = 'missing-bucket';

/** A bucket that a query leaves out, a window that its buckets do not cover, a table that needs one. */
export const missingBucket: Rule = {
  code: CODE,
  summary: 'A time bucket is missing: in a query, in its window, or in a table that grows for ever.',
  severities: ['error', 'warning', 'hint'],
  profile: 'recommended',
  tags: ['reads'],
  inPrograms: 'whatever the values',
  answeredBy: 'proposals',
  check: (context) => [...ofQuery(context), ...ofWindow(context), ...ofTable(context)],
  fixes: proposalFixes,
};

/** The entity is given, its bucket is not. */
function ofQuery(context: RuleContext): readonly Finding[] {
  const scan = scanOf(context);
  if (scan?.cause.kind !== 'bucket') return [];
  const missing = scan.cause.missing;
  const given = scan.table.partitionKey.filter((column) => !missing.some((bucket) => bucket.column === column));
  const evidence = missing.map(({ evidence: why }) => why).join('; ');
  const rows = `the rows of ${listNames(given.map(({ name }) => name))}`;
  const withoutBucket =
    scan.server === undefined
      ? `${rows} are looked for in every partition, on every node.`
      : `${serverName(context.session)} cannot find ${rows}.`;
  return [
    {
      code: CODE,
      severity: scan.server === undefined ? 'warning' : 'error',
      span: context.path!.restricted.find(({ column }) => given.includes(column))?.span ?? scan.select.from!.span,
      message:
        `\`${scan.select.from!.name.text}\` is partitioned by ${keyText(scan.table.partitionKey)}; without ` +
        `${listNames(missing.map(({ column }) => column.name))} ${withoutBucket} (A bucket: ${evidence}.)`,
      ...(scan.server !== undefined && { server: scan.server }),
      related: keyDeclaredHere(scan.table),
    },
  ];
}

/** The constants of a time window lie in more buckets than the query names. */
function ofWindow({ statement, table, path, verdict, surroundings }: RuleContext): readonly Finding[] {
  if (statement.kind !== 'select' || table === undefined || path === undefined || verdict.kind !== 'accepted')
    return [];
  const uncovered = uncoveredBuckets(statement, table, path, surroundings);
  if (uncovered === undefined) return [];
  return [
    {
      code: CODE,
      severity: 'warning',
      profile: 'quiet',
      span: uncovered.span,
      message:
        `The range of \`${uncovered.time}\` lies in ${uncovered.needed} buckets; only ${uncovered.named.join(', ')} ` +
        `${uncovered.named.length === 1 ? 'is' : 'are'} read, the rows of ${uncovered.missing.join(', ')} are missed.`,
      related: keyDeclaredHere(table),
    },
  ];
}

/** A table whose partitions grow for ever. */
function ofTable({ statement, table, surroundings, verdict }: RuleContext): readonly Finding[] {
  if (statement.kind !== 'create-table' || table === undefined || verdict.kind === 'refused') return [];
  const span = statement.name?.span ?? statement.span;
  const growth = growthOf(table, surroundings);
  const each = `Every ${listNames(table.partitionKey.map(({ name }) => name))} keeps all its rows in one partition`;
  if (growth === undefined) {
    const numbered = numberedRows(table, surroundings);
    if (numbered === undefined) return [];
    const { column, certain } = numbered;
    const message = `${each}, for ever: each row has a \`${column.name}\` of its own, and nothing splits them. A bucket in the partition key does, of time or of ${column.name}.`;
    return [{ code: CODE, severity: 'hint', ...(!certain && { profile: 'strict' }), span, message, related: [] }];
  }
  // What is wrong with a bucket that is there, `bucket-size` says; of a partition that is the whole table, `constant-partition` does.
  if (growth.bucket !== undefined) return [];
  if (growth.declared === undefined && constantKey(table, surroundings) !== undefined) return [];
  // Of a handful of partitions, `few-partitions`.
  const declared = declaredOf(table, surroundings);
  const isFew = table.partitionKey.every((column) => hasFewValues(column, declared) && isFewForCertain(column));
  if (growth.declared === undefined && isFew) return [];
  // A declared rate says that rows keep coming, if not how many to each partition.
  const isInDoubt =
    growth.declared === undefined &&
    declared.rates.length === 0 &&
    !hasContinualRows(table) &&
    !isReadAsHistory(table, growth.time, surroundings);
  const hasEnd = (declared.bounded ?? declared.rowsPerPartition?.max) !== undefined;
  const until = growth.kept === undefined ? 'for ever' : `for ${growth.kept}`;
  return [
    {
      code: CODE,
      severity: growth.declared === undefined ? 'hint' : 'warning',
      ...(isInDoubt && { profile: 'strict' as const }),
      span,
      message:
        `${each}${!isTimeIn(growth.time, table, surroundings) || hasEnd ? '.' : `, ${until}: \`${growth.time.name}\` grows and nothing splits it.`}` +
        `${growth.declared === undefined ? '' : ` ${growth.declared}`}`,
      related: [],
    },
  ];
}
