import { printName } from '../catalog/names.ts';
import { declaredOf } from '../modeling/evidence/annotations.ts';
import { hasFewValues } from '../modeling/evidence/few-values.ts';
import { isAskedByWholeKeys } from '../modeling/evidence/whole-key.ts';
import { createdTable } from './created-table.ts';
import type { Rule } from './rule.ts';
import { keyText, listNames } from './scan.ts';

const CODE = 'needless-clustering';

/** Rows that lie in one partition, although no query reads two of them together. */
export const needlessClustering: Rule = {
  code: CODE,
  summary: 'Every query gives the whole key: rows share a partition, and nobody reads them together.',
  severities: ['hint'],
  profile: 'strict',
  tags: ['data'],
  inPrograms: 'never',
  check(context) {
    const made = createdTable(context);
    if (made === undefined || !isAskedByWholeKeys(made.table, context.surroundings)) return [];
    const { create, table } = made;
    const { partitionKey, clustering } = table;
    const declared = declaredOf(table, context.surroundings);
    // Of a handful of partitions `few-partitions` tells.
    if (declared.bounded !== undefined || partitionKey.every((column) => hasFewValues(column, declared))) return [];
    const key = [...partitionKey, ...clustering];
    return [
      {
        code: CODE,
        severity: 'hint',
        span: create.primaryKeys[0]?.clustering[0]?.span ?? create.name?.span ?? create.span,
        message:
          `Every query of \`${table.name}\` gives ${listNames(key.map(({ name }) => name))}, and none reads the rows of ` +
          `${keyText(partitionKey)} together, which lie in one partition. \`PRIMARY KEY ((${key.map(({ name }) => printName(name)).join(', ')}))\` spreads them over all nodes.`,
        related: [],
      },
    ];
  },
};
