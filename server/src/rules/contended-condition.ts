import { partitionRate } from '../modeling/evidence/partition-rate.ts';
import { writesIn } from '../modeling/writes/stale-copies.ts';
import { newIn } from './needless-condition.ts';
import type { Rule } from './rule.ts';
import { listNames } from './scan.ts';

const CODE = 'contended-condition';

/** A condition that is asked of one partition more often than it can be decided there. */
export const contendedCondition: Rule = {
  code: CODE,
  summary: 'A partition gets more writes with a condition than it can decide, one after the other.',
  severities: ['information'],
  profile: 'recommended',
  tags: ['data'],
  saidOnce: ({ message }) => message,
  check({ statement, session, verdict, surroundings }) {
    if (verdict.kind === 'refused') return [];
    return writesIn({ statement, session }).flatMap(({ write, table, name }) => {
      if (write.condition === undefined || write.template === true) return [];
      // The rate is that of new rows; where a partition is one row, that of its changes.
      if (write.kind !== 'insert' && table.clustering.length > 0) return [];
      const rate = partitionRate(table, surroundings);
      if (rate === undefined || rate <= DECIDED) return [];
      // Of a row that is new for certain `needless-condition` tells.
      if (write.kind === 'insert' && newIn(write, table) !== undefined) return [];
      const key = listNames(table.partitionKey.map((column) => column.name));
      return [
        {
          code: CODE,
          severity: 'information',
          span: name.span,
          message:
            `\`@rate\` declares ${Math.round(rate).toLocaleString('en-US')} writes a second for each ${key} of \`${table.name}\`, and conditions of one partition ` +
            'are decided one after the other, each in four round trips among its replicas: most of these wait, or time out. ' +
            'Ask with a condition only what is to be unique, or make partitions smaller.',
          related: [],
        },
      ];
    });
  },
};

/** A second: four round trips of a millisecond each let 250 pass. */
const DECIDED = 250;
