import type { Column, Table } from '../catalog/model.ts';
import { isNative } from '../catalog/types.ts';
import { bucketsOf } from '../modeling/evidence/buckets.ts';
import { takesOneRow } from '../modeling/evidence/emptied.ts';
import { isSequence } from '../modeling/evidence/numbered-rows.ts';
import { knownUsesOf, type Surroundings } from '../modeling/evidence/surroundings.ts';
import { timeOfPartition } from '../modeling/evidence/time-columns.ts';
import { ttlOf } from '../modeling/evidence/ttl.ts';
import type { Rule } from './rule.ts';

const CODE = 'queue';

/** The oldest rows are read from the front of a partition, where rows are deleted. */
export const queue: Rule = {
  code: CODE,
  summary: 'A table as a queue: the oldest rows are read from the front, behind all that was deleted there.',
  severities: ['information'],
  profile: 'recommended',
  tags: ['reads'],
  check({ statement, table, path, verdict, surroundings }) {
    if (statement.kind !== 'select' || statement.template || verdict.kind !== 'accepted') return [];
    if (table === undefined || table.kind !== 'table' || table.system || table.partial) return [];
    if (path === undefined || path.partitions.kind === 'all' || path.index !== undefined || path.reversed) return [];
    const [front] = table.clustering;
    if (
      front === undefined ||
      front.order !== 'ASC' ||
      !(isInstant(front) || isSequence(front)) ||
      isCut(table, surroundings)
    )
      return [];
    const onFront = path.restricted.filter(({ column }) => column === front);
    // A lower bound, or a value, begins behind what was deleted.
    if (onFront.some(({ by, relation }) => by !== 'range' || !isUpperBound(relation))) return [];
    if (statement.limit === undefined && onFront.length === 0) return [];
    const removal = knownUsesOf(surroundings, table).find(
      ({ statement: one }) => one.kind === 'delete' && takesOneRow(one, table),
    );
    const ttl = ttlOf(table);
    if (removal === undefined && !(isInstant(front) && typeof ttl === 'number' && ttl < DAY)) return [];
    return [
      {
        code: CODE,
        severity: 'information',
        span: statement.from!.span,
        message:
          `Reads \`${table.name}\` from its oldest \`${front.name}\` on, ` +
          `${removal === undefined ? 'where rows end by their TTL' : 'where rows are deleted one by one'}: each read walks over what was there before. ` +
          `Ask from the last one read on (\`${front.name} > ?\`), or put the hour into the partition key.`,
        related: removal === undefined ? [] : [{ at: removal.at, message: 'Rows are deleted here' }],
      },
    ];
  },
};

const isInstant = ({ type }: Column): boolean => isNative(type, 'timeuuid') || isNative(type, 'timestamp');

/** The partition is of one time, and left behind with all that was deleted in it. */
const isCut = (table: Table, surroundings: Surroundings): boolean =>
  bucketsOf(table, surroundings).some(({ kind }) => kind === 'time') ||
  table.partitionKey.some((column) => timeOfPartition(column) !== undefined);

function isUpperBound(relation: { readonly kind: string; readonly operator?: string } | undefined): boolean {
  return relation?.kind === 'column' && (relation.operator === '<' || relation.operator === '<=');
}

const DAY = 86_400;
