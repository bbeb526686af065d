import type { Column } from '../catalog/model.ts';
import { isNative } from '../catalog/types.ts';
import type { Rule, RuleContext } from './rule.ts';
import { createdTable } from './created-table.ts';
import type { Span } from '../text/span.ts';

const CODE = 'random-order';

/** Rows in the order of a random id. */
export const randomOrder: Rule = {
  code: CODE,
  summary: 'Rows are asked for, or kept, in the order of a uuid, which is no order of time.',
  severities: ['hint'],
  profile: 'recommended',
  tags: ['reads'],
  check(context) {
    const found = ofTable(context) ?? ofQuery(context);
    if (found === undefined) return [];
    const { column, span, related } = found;
    return [
      {
        code: CODE,
        severity: 'hint',
        span,
        message:
          `\`${column.name}\` is a uuid: random ones come in no order that means anything, least of all that of time. ` +
          'A timeuuid is sorted by its time; so are rows by a timestamp before the uuid.',
        related,
      },
    ];
  },
};

interface Found {
  readonly column: Column;
  readonly span: Span;
  readonly related: ReturnType<Rule['check']>[number]['related'];
}

/** CLUSTERING ORDER BY (id DESC): only who means an order writes it. */
function ofTable(context: RuleContext): Found | undefined {
  const made = createdTable(context);
  const [first] = made?.table.clustering ?? [];
  if (made === undefined || first === undefined || !isRandom(first) || first.order !== 'DESC') return undefined;
  const span = made.create.clusteringOrderSpan;
  return span === undefined ? undefined : { column: first, span, related: [] };
}

/** ORDER BY id: no row before it decides the order. */
function ofQuery({ statement, table, path, verdict }: RuleContext): Found | undefined {
  if (statement.kind !== 'select' || verdict.kind !== 'accepted' || table === undefined || path === undefined)
    return undefined;
  const [first] = statement.orderBy;
  const column = first === undefined ? undefined : table.columns.get(first.column.name);
  if (first?.annOf !== undefined || column === undefined || !isRandom(column)) return undefined;
  // That an order is written out that is there anyway says little, but for the newest of something.
  if (first!.direction !== 'DESC' && statement.limit === undefined) return undefined;
  if (path.order[0]?.column !== column) return undefined;
  const { location } = column;
  return {
    column,
    span: statement.orderBySpan ?? first!.span,
    related: location === undefined ? [] : [{ at: location, message: 'Declared here' }],
  };
}

const isRandom = ({ kind, type }: Column): boolean => kind === 'clustering' && isNative(type, 'uuid');
