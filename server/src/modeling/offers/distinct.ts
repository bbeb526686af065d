import type { Column } from '../../catalog/model.ts';
import { containsDecimal, isMultiCell, isNative } from '../../catalog/types.ts';
import { admissible, isKeyOf, uniqueColumns } from '../design/key.ts';
import { offer } from '../proposal/offer.ts';
import type { Plan, PlannedColumn } from '../question/plan.ts';
import type { Proposal } from '../proposal/proposal.ts';
import { isOfPartitions, type Pattern } from '../question/pattern.ts';
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
  if (!isAccepted(sandbox, { ...statement, distinct: true }, at.segment)) return undefined;
  return offer({
    kind: 'rewrite',
    title: `Select DISTINCT ${selected.map((name) => `\`${name}\``).join(', ')}: each partition once (fewer rows)`,
    why: 'It still goes over all partitions, but reads one row of each.',
    queries: [query],
    notes: ['The answer has each partition once instead of once for each row.'],
    edits: () => [{ at: { ...at, span: { start, end: start } }, text: word, label: 'each partition once' }],
  });
}

/**
 * The plan with one row for each base partition, where the query asks for nothing of its rows, which gives fewer rows; or with one for each
 * value that the query lists.
 */
export function collapsed(plan: Plan, { pattern, table }: Question): Plan | undefined {
  const { selected, star, relations, group, select, equal } = pattern;
  if (star || plan.shape !== 'plain' || plan.lists === true || plan.filtering.length > 0) return undefined;
  if (relations.length === 0) return undefined;
  if (pattern.aggregates) {
    const given = equal.map(({ column }) => column);
    const lists =
      group.length > 0 &&
      select.groupBy.length === group.length &&
      select.selectors.every(({ expression }) => expression.kind === 'column') &&
      selected.every((column) => group.includes(column) || given.includes(column));
    const values = plan.clustering.filter(({ part }) => part.kind === 'base' && group.includes(part.column));
    if (!lists || values.length === plan.clustering.length) return undefined;
    const naming = { partition: [...plan.naming.partition, ...group.map(({ name }) => name)], others: [] };
    return { ...plan, shape: 'distinct', clustering: values, unkeyed: [], naming };
  }
  if (table.clustering.length === 0) return undefined;
  const inKey = new Set(plan.partition.flatMap((part) => (part.kind === 'base' ? [part.column.name] : [])));
  if (!selected.every((column) => perPartition(column) || inKey.has(column.name))) return undefined;
  const clustering = plan.clustering.filter(
    ({ part }) =>
      part.kind === 'base' && (part.column.kind === 'partition' || plan.naming.others.includes(part.column.name)),
  );
  if (clustering.length === plan.clustering.length) return undefined;
  return {
    ...plan,
    shape: 'distinct',
    clustering,
    notes: [...plan.notes, 'The answer has each of them once instead of once for each row.'],
  };
}

/**
 * A row for each partition, for a query that lists partitions by what is static in them. A table of all rows would lack the partitions
 * that have none.
 */
export function partitionsPattern({ pattern, path }: Question): Pattern | undefined {
  const { table, select, relations, selected, star, order } = pattern;
  if (!select.distinct || select.json || star || order.length > 0 || path.partitions.kind !== 'all') return undefined;
  if (select.perPartitionLimit !== undefined || !isOfPartitions(table, relations, selected)) return undefined;
  if (selected.some(({ type }) => type.kind === 'list' && isMultiCell(type))) return undefined;
  return { ...pattern, table: { ...table, clustering: [] } };
}

/** The pattern of a query that lists the partitions of which it gives a part of the key. */
export function partsPattern({ pattern, path }: Question): Pattern | undefined {
  const { table, select, relations, selected, star } = pattern;
  if (!select.distinct || select.json || star || path.partitions.kind !== 'all') return undefined;
  if (select.perPartitionLimit !== undefined || table.clustering.length === 0) return undefined;
  const given = relations.flatMap((relation) => (relation.kind === 'column' ? [relation.column.name] : [undefined]));
  const isOfKey = given.every((name) => table.partitionKey.some((column) => column.name === name));
  if (given.length === 0 || !isOfKey || !selected.every(perPartition)) return undefined;
  return { ...pattern, table: { ...table, clustering: [] } };
}

const perPartition = ({ kind }: Column): boolean => kind === 'partition' || kind === 'static';

/**
 * Tables with a partition for each value, for a query that lists the values of columns: with all rows, of which DISTINCT then reads one of
 * each value, and with the values alone, from which none is taken away. Of a part of the partition key only that: its rows grow as the
 * partitions do. Equal decimals may be written differently, and so be two partitions; a boolean would be two for everything.
 */
export function valuesPlans({ pattern, table, declared, session: { catalog } }: Question): readonly Plan[] {
  const { select, relations, order, group, selected, star } = pattern;
  const isPart = select.distinct && selected.every(({ kind }) => kind === 'partition');
  const columns = isPart ? selected : group;
  if (columns.length === 0 || relations.length > 0 || star || select.json) return [];
  if (order.length > 0 && select.limit !== undefined) return [];
  if (select.perPartitionLimit !== undefined || (!isPart && columns.length !== select.groupBy.length)) return [];
  const plain = select.selectors.every(({ expression }) => expression.kind === 'column');
  if (!plain || selected.length !== columns.length || !selected.every((column) => columns.includes(column))) return [];
  const keyed = columns.every(
    ({ type, kind }) => kind !== 'static' && admissible(type, catalog) && !containsDecimal(type, catalog),
  );
  if (!keyed || columns.every(({ type }) => isNative(type, 'boolean'))) return [];
  const partition = selected.map((column): PlannedColumn => ({ kind: 'base', column }));
  const unique = uniqueColumns(pattern, partition, [], declared);
  const all: Plan = {
    shape: 'plain',
    lists: true,
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
  const values: Plan = {
    ...all,
    shape: 'distinct',
    clustering: [],
    unkeyed: [],
    notes: ['It is read whole: as much to read as there are values.'],
  };
  // A table that is partitioned by these columns lists them as well as another would.
  const isThere = isKeyOf(table, all);
  if (unique.columns.length === 0) return isThere ? [] : [all];
  return isThere || isPart ? [values] : [all, values];
}
