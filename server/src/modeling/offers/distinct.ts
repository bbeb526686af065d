import type { Column } from '../../catalog/model.ts';
import { containsDecimal, isNative } from '../../catalog/types.ts';
import { admissible, uniqueColumns } from '../design/key.ts';
import { offer } from '../proposal/offer.ts';
import type { Plan, PlannedColumn } from '../question/plan.ts';
import type { Proposal } from '../proposal/proposal.ts';
import type { Question } from '../question/question.ts';
import { isAccepted } from '../proposal/sandbox.ts';

/** A query that lists partitions through their rows: DISTINCT gives each once. */
export function selectDistinct({ statement, pattern, table, sandbox, text, at }: Question): Proposal | undefined {
  const selected = pattern.selected.map(({ name }) => name);
  if (statement.distinct || statement.json || pattern.star || pattern.aggregates || pattern.relations.length > 0)
    return undefined;
  if (selected.length === 0 || !pattern.selected.every(perPartition)) return undefined;
  if (!table.partitionKey.every(({ name }) => selected.includes(name)) || table.clustering.length === 0)
    return undefined;
  const start = statement.selectors[0]!.span.start;
  const word = /^[a-z]/.test(text.slice(statement.span.start)) ? 'distinct ' : 'DISTINCT ';
  const query = text.slice(statement.span.start, start) + word + text.slice(start, statement.span.end);
  if (!isAccepted(sandbox, { ...statement, distinct: true }, at.segment.features)) return undefined;
  return offer({
    kind: 'rewrite',
    title: `Select DISTINCT ${selected.map((name) => `\`${name}\``).join(', ')}: each partition once (fewer rows)`,
    why: 'It still goes over all partitions, but reads one row of each.',
    queries: [query],
    notes: ['The answer has each partition once instead of once for each row.'],
    edits: () => [{ at: { ...at, span: { start, end: start } }, text: word, label: 'each partition once' }],
  });
}

/** The plan with one row for each base partition, where the query asks for nothing of its rows. It gives fewer rows. */
export function collapsed(plan: Plan, { pattern, table }: Question): Plan | undefined {
  const { selected, star, relations } = pattern;
  if (
    star ||
    pattern.aggregates ||
    plan.shape !== 'plain' ||
    plan.filtering.length > 0 ||
    table.clustering.length === 0
  )
    return undefined;
  const inKey = new Set(plan.partition.flatMap((part) => (part.kind === 'base' ? [part.column.name] : [])));
  if (!selected.every((column) => perPartition(column) || inKey.has(column.name))) return undefined;
  const clustering = plan.clustering.filter(
    ({ part }) =>
      part.kind === 'base' && (part.column.kind === 'partition' || plan.naming.others.includes(part.column.name)),
  );
  if (clustering.length === plan.clustering.length || relations.length === 0) return undefined;
  return {
    ...plan,
    shape: 'distinct',
    clustering,
    notes: [...plan.notes, 'The answer has each of them once instead of once for each row.'],
  };
}

const perPartition = ({ kind }: Column): boolean => kind === 'partition' || kind === 'static';

/**
 * A table with a partition for each value, for a query that lists the values of columns: DISTINCT then reads one row of each. Equal decimals
 * may be written differently, and so be two partitions; a boolean would be two partitions for everything.
 */
export function valuesPlan({ pattern, declared, session: { catalog } }: Question): Plan | undefined {
  const { select, relations, order, group, selected, star } = pattern;
  if (group.length === 0 || relations.length > 0 || star) return undefined;
  if (order.length > 0 && select.limit !== undefined) return undefined;
  if (select.perPartitionLimit !== undefined || select.json || group.length !== select.groupBy.length) return undefined;
  const listed = new Set(group);
  const plain = select.selectors.every(({ expression }) => expression.kind === 'column');
  if (!plain || selected.length !== listed.size || !selected.every((column) => listed.has(column))) return undefined;
  const keyed = group.every(
    ({ type, kind }) => kind !== 'static' && admissible(type, catalog) && !containsDecimal(type, catalog),
  );
  if (!keyed || group.every(({ type }) => isNative(type, 'boolean'))) return undefined;
  const partition = selected.map((column): PlannedColumn => ({ kind: 'base', column }));
  const unique = uniqueColumns(pattern, partition, [], declared);
  return {
    shape: 'values',
    partition,
    clustering: unique.columns,
    relations: new Map(),
    added: [],
    splits: [],
    filtering: [],
    clientFilter: [],
    clientSorts: order.length > 0,
    naming: { partition: selected.map(({ name }) => name), others: [] },
    bucket: undefined,
    unkeyed: unique.left,
    notes: ['DISTINCT goes over all its partitions and reads one row of each: as much to read as there are values.'],
  };
}
