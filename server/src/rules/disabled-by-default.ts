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
  check({ statement, session, segment, verdict: given, surroundings: { ownServer, writtenFor } }) {
    if (session.configuration !== undefined || given.kind !== 'accepted' || !mayBeSwitched(statement)) return [];
    // What seems to be written for another server meets no install of Cassandra.
    if (writtenFor?.kind === 'dialect') return [];
    const untouched: Session = { ...session, configuration: new Map(Object.entries(ownServer?.settings ?? {})) };
    const there = verdict(statement, untouched, segment.features);
    const feature = there.kind === 'refused' ? FEATURES.get(there.check) : undefined;
    if (there.kind !== 'refused' || feature === undefined) return [];
    // What a file leaves out is as its own release has it.
    const isSaid = Object.keys(ownServer?.settings ?? {}).some((name) => name.includes(feature.setting));
    const who = isSaid ? `A server with \`${ownServer!.path}\`` : 'A default install';
    return [
      {
        code: 'disabled-by-default',
        severity: isSaid ? 'warning' : 'information',
        span: there.spans[0],
        message: `${who} refuses this: ${feature.are} switched off there. The server says: ${there.message}`,
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
const FEATURES: ReadonlyMap<CheckId, { readonly are: string; readonly setting: string }> = new Map([
  ['views-disabled', { are: 'materialized views are', setting: 'materialized_views' }],
  ['sasi-disabled', { are: 'SASI indexes are', setting: 'sasi_indexes' }],
  ['functions-disabled', { are: 'user-defined functions are', setting: 'user_defined_functions' }],
  ['masking-disabled', { are: 'dynamic data masking is', setting: 'dynamic_data_masking' }],
  ['drop-compact-storage-disabled', { are: 'DROP COMPACT STORAGE is', setting: 'drop_compact_storage' }],
]);
