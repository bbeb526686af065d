import type { CheckId } from '../analysis/judging/checks.ts';
import { verdict } from '../analysis/verdict.ts';
import type { Session } from '../analysis/judging/verdict-model.ts';
import type { Statement } from '../syntax/ast.ts';
import type { Rule } from './rule.ts';

/** What a default install refuses: taken, because who uses it has switched it on. */
export const disabledByDefault: Rule = {
  code: 'disabled-by-default',
  summary: 'A default install of Cassandra switches this feature off.',
  severities: ['warning', 'information'],
  profile: 'recommended',
  tags: ['server'],
  check({ statement, session, segment, verdict: given, surroundings: { ownServer } }) {
    if (session.configuration !== undefined || given.kind !== 'accepted' || !mayBeSwitched(statement)) return [];
    const untouched: Session = { ...session, configuration: new Map(Object.entries(ownServer?.settings ?? {})) };
    const there = verdict(statement, untouched, segment.features);
    const feature = there.kind === 'refused' ? FEATURES.get(there.check) : undefined;
    if (there.kind !== 'refused' || feature === undefined) return [];
    const who =
      ownServer === undefined ? 'A default install refuses this' : `A server with \`${ownServer.path}\` refuses this`;
    return [
      {
        code: 'disabled-by-default',
        severity: ownServer === undefined ? 'information' : 'warning',
        span: there.spans[0],
        message: `${who}: ${feature} switched off there. The server says: ${there.message}`,
        related: [],
      },
    ];
  },
};

/** Whether such a feature can stand in a statement: only then is it judged a second time. */
function mayBeSwitched(statement: Statement): boolean {
  switch (statement.kind) {
    case 'create-view':
    case 'create-function':
    case 'create-aggregate':
      return true;
    case 'create-index':
      return statement.using !== undefined;
    case 'create-table':
      return statement.columns.some(({ mask }) => mask !== undefined);
    case 'alter-table':
      return ['add', 'mask', 'drop-compact-storage'].includes(statement.change.kind);
    default:
      return false;
  }
}

/** By the check that refuses where it is switched off. */
const FEATURES: ReadonlyMap<CheckId, string> = new Map([
  ['views-disabled', 'materialized views are'],
  ['sasi-disabled', 'SASI indexes are'],
  ['functions-disabled', 'user-defined functions are'],
  ['masking-disabled', 'dynamic data masking is'],
  ['drop-compact-storage-disabled', 'DROP COMPACT STORAGE is'],
]);
