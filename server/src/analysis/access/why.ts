import type { Column } from '../../catalog/model.ts';
import type { Delete, Insert, Select, Update } from '../../syntax/ast.ts';
import type { AccessPath, RestrictedColumn } from './model.ts';
import { quoteIfNeeded } from '../judging/quote.ts';
import type { CassandraRelease } from '../../text/release.ts';

/** The access in one sentence, without capital and stop: "reads one partition: `user_name` is given by =". */
export function explain(
  path: Omit<AccessPath, 'why'>,
  statement: Select | Insert | Update | Delete,
  release: CassandraRelease,
): string {
  const parts = [partitionsInWords(path, statement, release), rowsInWords(path, release), filterInWords(path, release)];
  return parts.filter((part) => part !== '').join('; ');
}

function partitionsInWords(
  path: Omit<AccessPath, 'why'>,
  statement: Select | Insert | Update | Delete,
  release: CassandraRelease,
): string {
  const verb = path.access === 'read' ? 'reads' : 'writes';
  const { partitions, table, missing, index } = path;
  const given = listOf(table.partitionKey, release);
  const are = table.partitionKey.length === 1 ? 'is' : 'are';
  const together = path.restricted.some(({ use, relation }) => use === 'partition' && relation?.kind === 'tuple')
    ? ' together,'
    : '';
  if (partitions.kind === 'one') return `${verb} one partition: ${given} ${are} given${together} by =`;
  if (partitions.kind === 'many') {
    const listed = path.restricted.filter(({ column, by }) => column.kind === 'partition' && by === 'in');
    const names = listOf(
      listed.map(({ column }) => column),
      release,
    );
    const count = partitions.count === undefined ? 'as many partitions as values are bound' : countOf(partitions.count);
    return `${verb} ${count}: ${names} ${listed.length === 1 ? 'is' : 'are'} given${together} by IN`;
  }
  const open = `no ${listOf(missing, release, 'or')} is given`;
  if (index !== undefined) {
    const columns = listOf(index.columns, release);
    return index.columns.length > 1
      ? `looks ${columns} up in their indexes on every node: ${open}`
      : `looks ${columns} up in the index ${quoted(index.index.name, release)} of every node: ${open}`;
  }
  if (path.tokenRange) return `${verb} a range of all partitions: token(…) is restricted, but ${open}`;
  const ranged = path.restricted.find(({ column, by }) => column.kind === 'partition' && by === 'range');
  if (ranged !== undefined) {
    return `${verb} every partition: ${quoted(ranged.column.name, release)} is given by a range, and partitions have no order`;
  }
  if (statement.kind !== 'insert' && statement.where === undefined) return `${verb} every partition: there is no WHERE`;
  return `${verb} every partition: ${open}`;
}

function rowsInWords(path: Omit<AccessPath, 'why'>, release: CassandraRelease): string {
  const { rows, table, restricted, partitions } = path;
  if (table.clustering.length === 0 || partitions.kind === 'all') return '';
  switch (rows) {
    case 'row':
      return 'one row, by its full primary key';
    case 'rows':
      return 'rows by their full primary keys';
    case 'slice':
      return `a slice of neighbouring rows, by ${listOf(columnsUsed(restricted, 'rows'), release)}`;
    case 'static':
      return 'only static columns';
    case 'partition':
      return path.access === 'read' ? 'all rows' : '';
  }
}

function filterInWords({ restricted, index }: Omit<AccessPath, 'why'>, release: CassandraRelease): string {
  const either = columnsUsed(
    restricted.filter(({ by }) => by === 'either'),
    'filter',
  );
  const filtered = columnsUsed(restricted, 'filter').filter(
    (column) => index?.columns.includes(column) !== true && !either.includes(column),
  );
  const lists = [listOf(filtered, release), listOf(either, release, 'or')].filter((list) => list !== '');
  return lists.length === 0 ? '' : `keeps only the rows that match ${lists.join(', and ')}`;
}

const columnsUsed = (restricted: readonly RestrictedColumn[], use: RestrictedColumn['use']): readonly Column[] => [
  ...new Set(restricted.filter((one) => one.use === use).map(({ column }) => column)),
];

const countOf = (count: number): string => (count === 1 ? '1 partition' : `${count} partitions`);

const quoted = (name: string, release: CassandraRelease): string => `\`${quoteIfNeeded(name, release)}\``;

/** "`a`", "`a` and `b`", "`a`, `b` and `c`". */
function listOf(columns: readonly Column[], release: CassandraRelease, word = 'and'): string {
  const names = columns.map(({ name }) => quoted(name, release));
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} ${word} ${last}`;
}
