import { isFilled, printFilled } from '../../catalog/names.ts';
import { hasStatics } from '../../catalog/table-columns.ts';
import { type Design, designOf, neededColumns } from '../design/design.ts';
import { offer } from '../proposal/offer.ts';
import { insertAfter } from '../question/placement.ts';
import { keepsPartitions } from '../question/pattern.ts';
import { nameOf, type Plan } from '../question/plan.ts';
import type { Proposal } from '../proposal/proposal.ts';
import { queryEdits } from '../question/query-edits.ts';
import type { Question } from '../question/question.ts';
import { keyText, orderText } from '../design/render.ts';
import { rewriteQuery } from '../design/rewrite.ts';
import { afterSchemaChange, tryQuery } from '../proposal/sandbox.ts';
import { words } from '../proposal/style.ts';
import { writtenTable } from './existing-table.ts';
import { tableText } from './new-table.ts';

/** A materialized view with the key of a new table: Cassandra keeps it in step, at a price. */
export function materializedView(plan: Plan, question: Question): Proposal | undefined {
  const { table, pattern, style, session, surroundings, sandbox, text } = question;
  const { target, configuration } = session;
  const isScylla = target.kind === 'dialect' && target.dialect === 'scylla';
  if (
    (target.kind !== 'cassandra' && !isScylla) ||
    table.kind !== 'table' ||
    plan.bucket !== undefined ||
    plan.unkeyed.length > 0
  )
    return undefined;
  if (plan.filtering.length > 0 || plan.clientFilter.length > 0 || plan.splits.length > 0 || plan.clientSorts)
    return undefined;
  if (isOff(configuration) || !keepsPartitions(plan.partition.map(nameOf), pattern)) return undefined;
  const key = [...plan.partition, ...plan.clustering.map(({ part }) => part)];
  const foreign = key.filter(
    (part) => part.kind === 'derived' || part.column.kind === 'regular' || part.column.kind === 'static',
  );
  if (foreign.length > 1 || foreign.some((part) => part.kind === 'derived')) return undefined;
  const design = designOf(plan, table, neededColumns(plan, pattern), session);
  if ('why' in design) return undefined;
  const name = viewName(design, question);
  const word = (part: string): string => words(part, style);
  const columns = hasStatics(table)
    ? [...design.partition, ...design.clustering, ...design.regulars].map(({ written }) => written).join(', ')
    : '*';
  const notNull = [...design.partition, ...design.clustering]
    .map(({ written }) => `${written} ${word('IS NOT NULL')}`)
    .join(` ${word('AND')} `);
  const order = orderText(design, style);
  const ddl =
    `${word('CREATE MATERIALIZED VIEW')} ${name} ${word('AS SELECT')} ${columns} ${word('FROM')} ${writtenTable(table, question)} ` +
    `${word('WHERE')} ${notNull} ${keyText(design, style)}${order === undefined ? '' : ` ${word('WITH')} ${order}`}`;
  const after = afterSchemaChange(sandbox, ddl);
  const rewritten = rewriteQuery(pattern, text, {
    table: tableText({ written: name }),
    relations: plan.relations,
    added: [],
    splits: [],
    filters: false,
    clientFilter: [],
    order: 'drop',
    distinct: 'keep',
    key: [...design.partition, ...design.clustering].map((column) => column.name),
    partition: design.partition.map((column) => column.name),
    needsOrder: false,
  });
  if (after === undefined || 'why' in rewritten) return undefined;
  const fine = rewritten.queries.every(({ text: query }) => {
    const tried = tryQuery(after, query);
    return tried !== undefined && tried.path.partitions.kind !== 'all' && !tried.path.filters;
  });
  if (!fine) return undefined;
  return offer({
    kind: 'materialized-view',
    title: `Create materialized view \`${tableText({ written: name })}\` and use it here${isScylla ? '' : ' (experimental)'}`,
    why: isScylla
      ? 'ScyllaDB writes the view a moment after the table, and each write costs more.'
      : 'Cassandra writes the view with the table; views are experimental, off by default since 4.0, and slow down each write.',
    price: 'each write of the table reads and writes the view; 1 more copy of the data',
    table: name,
    ddl: [ddl],
    undo: [`DROP MATERIALIZED VIEW ${name}`],
    queries: rewritten.queries.map((query) => query.text),
    notes: isScylla
      ? []
      : [
          'A view can fall out of step with its table, and nothing but making it anew brings it back.',
          'Needs `materialized_views_enabled: true` in cassandra.yaml.',
        ],
    result: after.session.catalog.table(table.keyspace, tableText({ written: name })),
    edits: () => [
      ...insertAfter(table, [...table.columns.values()], [ddl], style, surroundings, 'the view'),
      ...queryEdits(question, rewritten.queries, rewritten.changes),
    ],
  });
}

const isOff = (configuration: ReadonlyMap<string, unknown> | undefined): boolean =>
  configuration?.get('materialized_views_enabled') === false ||
  configuration?.get('enable_materialized_views') === false;

/** The name that the table would have, with `_mv`. */
function viewName({ written, name, base }: Design, { session }: Question): string {
  const stem = isFilled(name) ? name : name.slice(0, 44);
  const taken = (candidate: string): boolean => session.catalog.table(base.keyspace, candidate) !== undefined;
  let free = `${stem}_mv`;
  for (let number = 2; taken(free); number++) free = `${stem}_mv${number}`;
  const prefix = written.includes('.') ? written.slice(0, written.lastIndexOf('.') + 1) : '';
  return `${prefix}${printFilled(free)}`;
}
