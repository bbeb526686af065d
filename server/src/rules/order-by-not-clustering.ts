import type { CheckId } from '../analysis/judging/checks.ts';
import type { Finding, Rule, RuleContext } from './rule.ts';
import { serverName } from '../text/release.ts';
import { proposalFixes } from './proposal-fixes.ts';
import { listNames } from './scan.ts';

/** ORDER BY something else than the order in which a partition's rows are stored. */
export const orderByNotClustering: Rule = {
  code: 'order-by-not-clustering',
  summary: 'ORDER BY asks for an order in which rows are not stored.',
  severities: ['error', 'warning'],
  profile: 'recommended',
  tags: ['reads'],
  inPrograms: 'whatever the values',
  answeredBy: 'proposals',
  check(context) {
    const { statement, table, path, verdict, session } = context;
    if (verdict.kind === 'accepted') return mergesPartitions(context);
    if (verdict.kind !== 'refused' || !OTHER_ORDERS.has(verdict.check)) return [];
    if (statement.kind !== 'select' || table === undefined || statement.orderBySpan === undefined) return [];
    if (path?.partitions.kind === 'all' && path.index === undefined) return [];
    const wanted = statement.orderBy.map(({ column }) => column.name);
    const stored = table.clustering.map(({ name, order }) => (order === 'DESC' ? `${name} DESC` : name)).join(', ');
    const how =
      table.clustering.length === 0
        ? `\`${table.name}\` has no clustering columns, so a partition is one row`
        : `Rows of \`${table.name}\` are stored by \`${stored}\``;
    const why =
      verdict.check === 'order-by-directions'
        ? `${serverName(session)} reads them in that order or in its exact opposite, in no mixture.`
        : verdict.check === 'order-by-index'
          ? 'and an index does not give them in any order.'
          : `${serverName(session)} does not sort by ${listNames(wanted)}.`;
    return [
      {
        code: 'order-by-not-clustering',
        severity: 'error',
        span: verdict.spans[0],
        message: `${how}; ${why}`,
        server: { kind: verdict.error, message: verdict.message },
        related:
          table.location === undefined ? [] : [{ at: table.location, message: 'Clustering order declared here' }],
      },
    ];
  },
  fixes: proposalFixes,
};

/**
 * With markers Cassandra prepares it, and refuses to run it in pages (`SelectStatement.needsPostQueryOrdering`). ScyllaDB runs it; of
 * other servers it is not known.
 */
function mergesPartitions({ statement, table, path, session: { target } }: RuleContext): readonly Finding[] {
  if (target.kind === 'dialect') return [];
  if (statement.kind !== 'select' || statement.orderBySpan === undefined || table === undefined) return [];
  if (path?.partitions.kind !== 'many' || path.index !== undefined) return [];
  const lists = path.restricted.filter(({ by, use }) => by === 'in' && use === 'partition');
  if (lists.length === 0) return [];
  const names = [...new Set(lists.map(({ column }) => column.name))].map((name) => `\`${name} IN …\``).join(', ');
  return [
    {
      code: 'order-by-not-clustering',
      severity: 'warning',
      span: statement.orderBySpan,
      message: `Drivers read in pages, and in pages Cassandra does not merge the rows of several partitions (${names}): each run is refused. Ask for each partition by its own query.`,
      related: [],
    },
  ];
}

const OTHER_ORDERS: ReadonlySet<CheckId> = new Set([
  'order-by-column',
  'order-by-sequence',
  'order-by-directions',
  'order-by-index',
]);
