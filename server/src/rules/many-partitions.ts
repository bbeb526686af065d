import { fanOutOf } from '../modeling/evidence/second-read.ts';
import type { Rule } from './rule.ts';

/** IN over partition key columns: one request a partition. */
export const manyPartitions: Rule = {
  code: 'many-partitions',
  summary: 'A query reads several partitions, one request each.',
  severities: ['information'],
  profile: 'recommended',
  tags: ['reads'],
  inPrograms: 'whatever the values',
  check({ uri, segment, statement, table, path, verdict, session, surroundings }) {
    if (statement.kind !== 'select' || table === undefined || table.system || verdict.kind !== 'accepted') return [];
    // Of those that are to be merged, `order-by-not-clustering` speaks.
    if (path?.partitions.kind !== 'many' || statement.orderBy.length > 0) return [];
    const lists = path.restricted.filter(
      ({ by, column, relation }) => by === 'in' && column.kind === 'partition' && relation !== undefined,
    );
    const first = lists[0];
    if (first === undefined) return [];
    // Of a list that the query before has found, `client-side-join` speaks.
    if (fanOutOf({ statement, table, at: { uri, segment, span: statement.span }, session, surroundings }) !== undefined)
      return [];
    const { count } = path.partitions;
    // More than a hundred is what modelling guides call an error; the number decides what to advise.
    const advice =
      count === undefined
        ? 'one request each for as many values as are bound; fine for a few.'
        : count <= FEW
          ? 'one request each; fine for a few.'
          : 'one request each, all through one coordinator. Ask for them one by one from the client, or keep them in one partition.';
    const columns = [...new Set(lists.map(({ column }) => column.name))].map((name) => `\`${name} IN …\``).join(', ');
    return [
      {
        code: 'many-partitions',
        severity: 'information',
        span: first.span,
        message: `Reads ${count === undefined ? 'several' : count} partitions (${columns}), ${advice}`,
        related: [],
      },
    ];
  },
};

/** Up to which number of partitions a query is taken to be meant so. */
const FEW = 10;
