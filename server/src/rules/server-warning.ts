import type { Span } from '../text/span.ts';
import { batchOpening } from './batch-opening.ts';
import { disabledByDefault } from './disabled-by-default.ts';
import type { Rule, RuleContext } from './rule.ts';
import { scanOf } from './scan.ts';

/** What the server takes and warns the client of. */
export const serverWarning: Rule = {
  code: 'server-warning',
  summary: 'Cassandra takes the statement and warns of it.',
  severities: ['information'],
  profile: 'recommended',
  tags: ['server'],
  saidOnce: ({ message }) => message,
  check(context) {
    const { verdict, surroundings } = context;
    // What seems to be written for another server meets none that warns of it.
    if (surroundings.writtenFor?.kind === 'dialect') return [];
    if (verdict.kind !== 'accepted' || verdict.warnings.length === 0 || isSaidElsewhere(context)) return [];
    return [...new Set(verdict.warnings)].map((warning) => ({
      code: 'server-warning',
      severity: 'information',
      span: placeOf(context),
      message: `Cassandra takes this and warns: ${warning.replace(/\s+/g, ' ')}`,
      related: [],
    }));
  },
};

/** One cause, one finding: a query over several partitions, and an experimental feature, have rules of their own. */
const isSaidElsewhere = (context: RuleContext): boolean =>
  (context.statement.kind === 'select' &&
    (scanOf(context) !== undefined || context.path?.partitions.kind === 'many')) ||
  disabledByDefault.check(context).length > 0;

function placeOf({ statement, segment }: RuleContext): Span {
  switch (statement.kind) {
    case 'select':
      return statement.selectors[0]?.span ?? statement.span;
    case 'create-view':
    case 'create-table':
    case 'create-table-like':
    case 'alter-keyspace':
    case 'alter-table':
    case 'alter-view':
      return statement.name?.span ?? statement.span;
    case 'create-index':
      return statement.using?.span ?? statement.span;
    case 'security-label':
      return statement.provider?.span ?? statement.span;
    case 'batch':
      return batchOpening(statement, segment.text);
    default:
      return statement.span;
  }
}
