import { isNative } from '../catalog/types.ts';
import { createdTable, typeOf } from './created-table.ts';
import type { Rule } from './rule.ts';

const CODE = 'decimal-key';

/** A partition is found by the bytes of its key, of which a number with a fraction has several. */
export const decimalKey: Rule = {
  code: CODE,
  summary: 'A number with a fraction in the partition key: equal numbers may be two partitions.',
  severities: ['hint'],
  profile: 'recommended',
  tags: ['data'],
  check(context) {
    const made = createdTable(context);
    if (made === undefined) return [];
    const { create, table } = made;
    return table.partitionKey.flatMap(({ name, type }) => {
      const isDecimal = isNative(type, 'decimal');
      if (!isDecimal && !isNative(type, 'float') && !isNative(type, 'double')) return [];
      return [
        {
          code: CODE,
          severity: 'hint',
          span: typeOf(create, name),
          message:
            `A partition is found by the bytes of its key: ${isDecimal ? '`1.0` and `1.00`' : '`0.0` and `-0.0`'} are two partitions` +
            `${isDecimal ? '' : ', and what was computed in another order is often another number'}. ` +
            `Keep \`${name}\` as text, or as a number of its smallest units.`,
          related: [],
        },
      ];
    });
  },
};
