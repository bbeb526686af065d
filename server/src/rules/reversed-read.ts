import { accessPath } from '../analysis/access-path.ts';
import { declaredOf } from '../modeling/evidence/annotations.ts';
import { knownUsesOf } from '../modeling/evidence/surroundings.ts';
import { timeEvidence } from '../modeling/evidence/time-columns.ts';
import { proposalFixes } from './proposal-fixes.ts';
import type { Rule, RuleContext } from './rule.ts';

const CODE = 'reversed-read';

/** Rows are asked for in the opposite of the order in which they are kept. */
export const reversedRead: Rule = {
  code: CODE,
  summary: 'The newest rows are asked for first, and the table keeps the oldest first.',
  severities: ['hint'],
  profile: 'recommended',
  tags: ['reads'],
  answeredBy: 'some proposals',
  check(context) {
    const { statement, table, path, verdict, surroundings } = context;
    if (statement.kind !== 'select' || statement.template || statement.orderBySpan === undefined) return [];
    if (verdict.kind !== 'accepted' || path?.partitions.kind !== 'one' || !path.reversed) return [];
    if (table === undefined || table.kind !== 'table' || table.system || table.partial) return [];
    const isFree = declaredOf(table, surroundings).greenfield;
    if (!isFree && !(isNewestFirst(context) && !isReadForwards(context))) return [];
    return [
      {
        code: CODE,
        severity: 'hint',
        span: statement.orderBySpan,
        message:
          `Rows of \`${table.name}\` are read backwards, which costs more than forwards` +
          (isFree
            ? '; as it holds nothing yet, they can be stored in this order.'
            : '. A table whose CLUSTERING ORDER BY has this order gives them without ORDER BY.'),
        related:
          table.location === undefined ? [] : [{ at: table.location, message: 'Clustering order declared here' }],
      },
    ];
  },
  fixes: proposalFixes,
};

function isNewestFirst({ statement, path }: RuleContext): boolean {
  const [first] = path!.order;
  if (statement.kind !== 'select' || first === undefined) return false;
  return first.direction === 'DESC' && timeEvidence(first.column) !== undefined;
}

/**
 * Another query of the project takes rows in the order in which they are kept.
 *
 * A client that gets all rows of a slice may turn them round by itself, so beside a query without LIMIT any other counts.
 */
function isReadForwards({ table, statement, session, surroundings }: RuleContext): boolean {
  const takesSome = statement.kind === 'select' && statement.limit !== undefined;
  return knownUsesOf(surroundings, table!).some(({ statement: other }) => {
    if (other.kind !== 'select' || other === statement) return false;
    if (takesSome && other.limit === undefined && other.orderBy.length === 0) return false;
    const path = accessPath(other, table!, session);
    return path !== undefined && path.partitions.kind !== 'all' && path.rows !== 'row' && !path.reversed;
  });
}
