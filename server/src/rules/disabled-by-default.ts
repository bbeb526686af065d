import { verdict } from '../analysis/verdict.ts';
import type { Session } from '../analysis/verdict-model.ts';
import type { Rule } from './rule.ts';

/** What a default install refuses: taken, because who uses it has switched it on. */
export const disabledByDefault: Rule = {
  code: 'disabled-by-default',
  summary: 'A default install of Cassandra switches this feature off.',
  severities: ['information'],
  check({ statement, session, segment, verdict: given }) {
    if (session.configuration !== undefined || given.kind !== 'accepted' || !SWITCHED.has(statement.kind)) return [];
    const untouched: Session = { ...session, configuration: new Map() };
    const there = verdict(statement, untouched, segment.features);
    const feature = there.kind === 'refused' ? FEATURES.get(there.check) : undefined;
    if (there.kind !== 'refused' || feature === undefined) return [];
    return [
      {
        code: 'disabled-by-default',
        severity: 'information',
        span: there.spans[0],
        message: `A default install refuses this: ${feature} switched off there. The server says: ${there.message}`,
        related: [],
      },
    ];
  },
};

/** Statements that such a feature can stand in. */
const SWITCHED: ReadonlySet<string> = new Set([
  'create-view',
  'create-index',
  'create-function',
  'create-aggregate',
  'create-table',
  'alter-table',
]);

/** By the check that refuses where it is switched off. */
const FEATURES: ReadonlyMap<string, string> = new Map([
  ['views-disabled', 'materialized views are'],
  ['sasi-disabled', 'SASI indexes are'],
  ['functions-disabled', 'user-defined functions are'],
  ['masking-disabled', 'dynamic data masking is'],
  ['drop-compact-storage-disabled', 'DROP COMPACT STORAGE is'],
]);
