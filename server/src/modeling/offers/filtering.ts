import { offer } from '../offer.ts';
import type { Proposal } from '../proposal.ts';
import type { Question } from '../question.ts';
import { estimateRows } from '../size.ts';
import { isAccepted } from '../sandbox.ts';

/** Rows of a partition that are read in no time. */
const FEW_ROWS = 1000;

/** The query with ALLOW FILTERING, where that is all it lacks. */
export function allowFiltering(question: Question): Proposal | undefined {
  const { statement, text, path, sandbox, at, taken } = question;
  if (taken || statement.allowFiltering !== undefined) return undefined;
  const { span } = statement;
  if (!isAccepted(sandbox, { ...statement, allowFiltering: span }, at.segment.features)) return undefined;
  const { start, end } = span;
  const words = /^[a-z]/.test(text.slice(start)) ? 'allow filtering' : 'ALLOW FILTERING';
  const query = `${text.slice(start, end)} ${words}`;
  const scans = path.partitions.kind === 'all';
  return offer({
    kind: 'rewrite',
    title: scans
      ? 'Let it scan every partition: add ALLOW FILTERING'
      : 'Filter within the partition: add ALLOW FILTERING',
    why: scans
      ? 'Every node reads all its rows for each query; fine for a table that stays tiny, or for a query that runs once.'
      : 'The partition is read and the rows that do not match are thrown away.',
    queries: [query],
    edits: () => [{ at: { ...at, span: { start: end, end } }, text: ` ${words}`, label: 'the query filters' }],
  });
}

/** Filtering reads so little that no table is worth it: one row, a partition of one row, or few declared ones. */
export function filtersLittle({ path, table, pattern, declared }: Question): boolean {
  if (path.partitions.kind !== 'one') return false;
  const fixed = new Set(pattern.equal.map(({ column }) => column.name));
  if (table.clustering.every(({ name }) => fixed.has(name))) return true;
  const estimate = estimateRows(
    table,
    table.partitionKey.map(({ name }) => name),
    declared,
  );
  return estimate !== undefined && estimate.rows <= FEW_ROWS;
}
