import { createdTable } from './created-table.ts';
import type { Rule } from './rule.ts';

const CODE = 'compact-storage';

/** A table in the form that clients of Thrift needed. */
export const compactStorage: Rule = {
  code: CODE,
  summary: 'COMPACT STORAGE keeps a table in the form of Thrift, which is gone.',
  severities: ['hint'],
  profile: 'recommended',
  tags: ['data'],
  isOfCassandra: true,
  check(context) {
    const span = createdTable(context)?.create.compactStorage;
    const name = createdTable(context)?.table.name;
    if (span === undefined || name === undefined) return [];
    return [
      {
        code: CODE,
        severity: 'hint',
        span,
        message:
          `COMPACT STORAGE keeps \`${name}\` in the form that Thrift needed, which is gone since 4.0: no column can be added to ` +
          'it, no collection stands in it. Leave it out of new tables; `ALTER TABLE … DROP COMPACT STORAGE` frees one that is there.',
        related: [],
        tag: 'deprecated',
      },
    ];
  },
};
