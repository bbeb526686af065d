import { handfulOf } from '../modeling/evidence/few-values.ts';
import { isUuid, manyValues } from '../modeling/evidence/many-values.ts';
import { declaredOf } from '../modeling/evidence/annotations.ts';
import { isSmall } from '../modeling/evidence/small-tables.ts';
import { proposalFixes } from './proposal-fixes.ts';
import type { Rule } from './rule.ts';
import { keyText, listNames } from './scan.ts';

const CODE = 'index-everywhere';

/** A query by an index alone: its rows may be on any node. */
export const indexEverywhere: Rule = {
  code: CODE,
  summary: 'A query by an index, without the partition key, asks nodes all around the ring.',
  severities: ['information', 'hint'],
  profile: 'recommended',
  tags: ['reads'],
  answeredBy: 'proposals',
  check({ statement, table, path, surroundings, verdict }) {
    if (statement.kind !== 'select' || statement.template || verdict.kind !== 'accepted') return [];
    if (table === undefined || table.kind !== 'table' || table.system || table.partial) return [];
    if (path?.index === undefined || path.index.within || path.partitions.kind !== 'all' || path.tokenRange) return [];
    const used = path.restricted.filter(({ use }) => use === 'index');
    const [first] = used;
    const declared = declaredOf(table, surroundings);
    // A search for the nearest vectors is what such an index is for.
    if (first === undefined || used.some(({ by }) => by === 'ann') || isSmall(declared)) return [];
    const names = listNames([...new Set(used.map(({ column }) => column.name))]);
    const single = used.find(
      ({ column, by }) => by === 'eq' && (isUuid(column) || manyValues(column, table, declared) !== undefined),
    );
    const isOfMany = single === undefined && used.some(({ column }) => handfulOf(column, declared) !== undefined);
    const found =
      single !== undefined
        ? `, and few of them hold this \`${single.column.name}\``
        : isOfMany
          ? ', and may find a great part of these'
          : '';
    const key = keyText(table.partitionKey);
    // A table by a few values has a few partitions; what has a partition for each row is read by its key alone.
    const cure = !isOfMany
      ? ` A table by ${names} answers from one partition; so does this query with ${key}.`
      : table.clustering.length > 0
        ? ` With ${key} the query reads one partition.`
        : '';
    const { location } = path.index.index;
    return [
      {
        code: CODE,
        severity: single === undefined ? 'hint' : 'information',
        // Of another column an index may find many rows on each node.
        ...(single === undefined && !isOfMany && { profile: 'strict' }),
        span: first.span,
        message: `Asks nodes all around the ring: the index of each knows the ${names} of its own rows alone${found}.${cure}`,
        related: location === undefined ? [] : [{ at: location, message: 'The index is declared here' }],
      },
    ];
  },
  fixes: proposalFixes,
};
