import { printName } from '../../catalog/names.ts';
import { bucketsOf } from '../evidence/buckets.ts';
import { offer } from '../proposal/offer.ts';
import type { Proposal } from '../proposal/proposal.ts';
import type { Question } from '../question/question.ts';
import { estimateRows } from '../design/size.ts';
import { failsToFilter, isAccepted } from '../proposal/sandbox.ts';

/** Rows that are read in no time. */
const FEW_ROWS = 1000;

/** The query left as it is: Cassandra answers it, at the price of reading more than it keeps. */
export function leaveIt(question: Question): Proposal | undefined {
  if (!question.taken) return undefined;
  const few = fewRows(question);
  const scans = question.path.partitions.kind === 'all';
  const isFound = scans && question.path.index !== undefined;
  return offer({
    kind: 'keep',
    title:
      few === undefined
        ? `Leave the query as it is, if it runs once or seldom: it ${isFound ? 'asks every node for what its index finds' : scans ? 'reads every partition' : 'reads more of the partition than it keeps'}`
        : 'Leave the query as it is: there is little to read',
    why:
      few === undefined
        ? isFound
          ? FINDS
          : scans
            ? SCANS
            : FILTERS
        : `${few}${scans ? '; every node is asked all the same, so not for what runs all the time' : ''}.`,
    price: few === undefined ? readsText(question) : undefined,
    leaves: few === undefined ? 'runs seldom' : few.replaceAll('`', '').replace(/^The /, 'the '),
    edits: () => [],
  });
}

const readsText = ({ path }: Question): string =>
  path.index !== undefined
    ? `each run reads all rows that the index finds, of ${path.partitions.kind === 'all' ? 'every node' : 'the partitions that are given'}`
    : path.partitions.kind === 'all'
      ? 'each run reads every row of the table'
      : 'each run reads more of the partition than it keeps';

const SCANS =
  'Every node reads all its rows for each query; fine for a table that stays tiny, or for a query that runs once.';
const FINDS = 'Every node is asked, and reads the rows that its own index finds.';
const FILTERS = 'The partition is read and the rows that do not match are thrown away.';

/** The query with ALLOW FILTERING, where that is all it lacks. */
export function allowFiltering(question: Question): Proposal | undefined {
  const { statement, text, path, sandbox, at, taken } = question;
  if (taken || statement.allowFiltering !== undefined || failsToFilter(path)) return undefined;
  const { span, filteringAt: place } = statement;
  if (!isAccepted(sandbox, { ...statement, allowFiltering: span }, at.segment)) return undefined;
  const { start, end } = span;
  const words = /^[a-z]/.test(text.slice(start)) ? 'allow filtering' : 'ALLOW FILTERING';
  const query = `${text.slice(start, place)} ${words}${text.slice(place, end)}`;
  const scans = path.partitions.kind === 'all';
  const few = fewRows(question);
  const found = path.index;
  return offer({
    kind: 'rewrite',
    title:
      found !== undefined
        ? `Filter what the index \`${printName(found.index.name)}\` finds: add ALLOW FILTERING`
        : scans
          ? 'Let it scan every partition: add ALLOW FILTERING'
          : 'Filter within the partition: add ALLOW FILTERING',
    why: `${found !== undefined ? 'The index finds rows by one column; those that do not match the rest are thrown away.' : scans ? SCANS : FILTERS}${few === undefined ? '' : ` ${few}.`}`,
    price: readsText(question),
    queries: [query],
    edits: () => [{ at: { ...at, span: { start: place, end: place } }, text: ` ${words}`, label: 'the query filters' }],
  });
}

/** Reading and throwing away is so little work that no table is worth it: one row, or few declared ones. */
export const filtersLittle = (question: Question): boolean => fewRows(question) !== undefined;

/** How few rows the query reads of its table, and what says so; `undefined` where they may be many. */
function fewRows({ path, table, pattern, declared, surroundings }: Question): string | undefined {
  if (path.partitions.kind === 'all') {
    const { rows } = declared;
    return rows !== undefined && rows <= FEW_ROWS
      ? `\`${table.name}\` has ${counted(rows)}, declared by \`@rows\``
      : undefined;
  }
  if (path.partitions.kind !== 'one') return undefined;
  const fixed = new Set(pattern.equal.map(({ column }) => column.name));
  if (table.clustering.every(({ name }) => fixed.has(name))) return 'The key gives one row';
  const estimate = estimateRows(
    table,
    table.partitionKey.map(({ name }) => name),
    declared,
    bucketsOf(table, surroundings),
  );
  return estimate !== undefined && estimate.rows <= FEW_ROWS
    ? `A partition has at most ${counted(estimate.rows)}, declared by \`${estimate.from}\``
    : undefined;
}

const counted = (rows: number): string => `${Math.round(rows).toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`;
