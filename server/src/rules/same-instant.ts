import { sameInstantOf } from '../modeling/evidence/same-instant.ts';
import { proposalFixes } from './proposal-fixes.ts';
import type { Rule } from './rule.ts';

/** Events of one millisecond overwrite each other, although each has an id or is written when it happens. */
export const sameInstant: Rule = {
  code: 'same-instant',
  summary: 'Two events of the same millisecond overwrite each other.',
  severities: ['hint'],
  profile: 'recommended',
  tags: ['data'],
  inPrograms: 'never',
  answeredBy: 'some proposals',
  check({ statement, table, surroundings, verdict }) {
    if (statement.kind !== 'create-table' || table === undefined || verdict.kind === 'refused') return [];
    const found = sameInstantOf(table, surroundings);
    if (found === undefined) return [];
    const { time, id, clock } = found;
    const cure =
      id === undefined
        ? 'A `timeuuid`, or an id behind the time, keeps both.'
        : `\`${id.name}\` tells them apart, but only as the last column of the key.`;
    return [
      {
        code: 'same-instant',
        severity: 'hint',
        span: statement.primaryKeys[0]?.clustering.at(-1)?.span ?? statement.name?.span ?? statement.span,
        message:
          `Two rows of \`${table.name}\` with the same \`${time.name}\`, in milliseconds, are one row: the second overwrites the ` +
          `first. ${cure}`,
        related: [
          ...(id?.location === undefined ? [] : [{ at: id.location, message: `\`${id.name}\` is declared here` }]),
          ...(clock === undefined ? [] : [{ at: clock, message: 'The clock gives the time here' }]),
        ],
      },
    ];
  },
  fixes: proposalFixes,
};
