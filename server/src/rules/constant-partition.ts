import { constantKey } from '../modeling/evidence/constant-key.ts';
import { createdTable, nameOf } from './created-table.ts';
import { proposalFixes } from './proposal-fixes.ts';
import type { Rule } from './rule.ts';
import { listNames } from './scan.ts';

const CODE = 'constant-partition';

/** All rows of a table that grows are written to one partition. */
export const constantPartition: Rule = {
  code: CODE,
  summary: 'All rows of a table that grows go to one partition: each INSERT gives the same partition key.',
  severities: ['hint'],
  profile: 'recommended',
  tags: ['data'],
  answeredBy: 'some proposals',
  check(context) {
    const made = createdTable(context);
    if (made === undefined) return [];
    const { create, table } = made;
    const key = constantKey(table, context.surroundings);
    if (key === undefined) return [];
    return [
      {
        code: CODE,
        severity: 'hint',
        span: nameOf(create),
        message:
          `All rows of \`${table.name}\` are one partition, on one set of replicas: each write of the project gives ` +
          `${listNames(table.partitionKey.map(({ name }) => name))} the value ${key.values}. Divide them, by the day for instance.`,
        related: [{ at: key.use.at, message: 'Written here' }],
      },
    ];
  },
  fixes: proposalFixes,
};
