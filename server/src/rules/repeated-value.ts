import { isCounterTable } from '../catalog/table-columns.ts';
import { repeatedValues } from '../modeling/evidence/repeated-values.ts';
import { createdTable, nameOf } from './created-table.ts';
import type { Rule } from './rule.ts';
import { keyText } from './scan.ts';

const CODE = 'repeated-value';

/** A column that is the same in all rows of a partition, and kept with each of them. */
export const repeatedValue: Rule = {
  code: CODE,
  summary: 'A column has the same value in all rows of a partition, and each of them keeps it.',
  severities: ['hint'],
  profile: 'recommended',
  tags: ['data'],
  check(context) {
    const made = createdTable(context);
    if (made === undefined || isCounterTable(made.table)) return [];
    const { create, table } = made;
    return repeatedValues(table, context.surroundings).map(({ column: { name }, evidence }) => ({
      code: CODE,
      severity: 'hint' as const,
      // Rows may keep what was true when they were written.
      ...(evidence === 'moving' && { profile: 'strict' as const }),
      span: create.columns.find((column) => column.name.name === name)?.name.span ?? nameOf(create),
      message:
        `\`${name}\` has one value for each ${keyText(table.partitionKey)}${WHY[evidence]}, and is written with every row. ` +
        'As a STATIC column a partition keeps it once, and one write changes it for all of its rows.',
      related: [],
    }));
  },
};

const WHY = {
  names: ' by its name',
  moving: ' by its name',
  declared: ', as `@fd` declares',
  written: ', as the INSERTs show',
} as const;
