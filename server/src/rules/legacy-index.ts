import { LEGACY_INDEX, schemaRulesOf } from '../catalog/effects/schema-rules.ts';
import type { Table } from '../catalog/model.ts';
import type { Surroundings } from '../modeling/evidence/surroundings.ts';
import { isTaken, sandboxOf } from '../modeling/proposal/sandbox.ts';
import { isChosen, releaseOf, since } from '../text/release.ts';
import type { Rule } from './rule.ts';

const CODE = 'legacy-index';

/** An index of the old kind where the server has storage-attached ones. */
export const legacyIndex: Rule = {
  code: CODE,
  summary: 'A legacy secondary index, where the server has storage-attached ones (SAI).',
  severities: ['hint'],
  profile: 'recommended',
  tags: ['reads'],
  check({ statement, verdict, session, table, surroundings }) {
    const release = releaseOf(session);
    if (statement.kind !== 'create-index' || statement.using !== undefined || statement.custom) return [];
    if (verdict.kind === 'refused' || release === undefined || !since(release, '5.0')) return [];
    if (schemaRulesOf(release, session.configuration).defaultIndex !== LEGACY_INDEX) return [];
    const { targets, span } = statement;
    const { namedRelease } = surroundings;
    if (namedRelease !== undefined && !since(namedRelease, '5.0')) return [];
    const isKnown = isChosen(session.target) || namedRelease !== undefined || hasOthers(table, surroundings);
    return [
      {
        code: CODE,
        severity: 'hint',
        // Of an older server there may be a reason.
        ...(!isKnown && { profile: 'strict' as const }),
        span: targets[0]?.span ?? span,
        message:
          'Without USING this is a legacy index: a hidden table of its own on each node. A storage-attached index takes less room, answers ranges, and ' +
          'is combined with others.',
        related: [],
      },
    ];
  },
  fixes({ uri, segment, statement, session, table, surroundings }) {
    const last = statement.kind === 'create-index' ? statement.targets.at(-1) : undefined;
    if (statement.kind !== 'create-index' || last === undefined || table === undefined) return [];
    const close = /^\s*\)/.exec(segment.text.slice(last.span.end));
    if (close === null) return [];
    const at = last.span.end + close[0].length;
    const text =
      segment.text.slice(statement.span.start, at) + " USING 'sai'" + segment.text.slice(at, statement.span.end);
    if (!isTaken(sandboxOf(session, table, surroundings.workshop), text)) return [];
    return [
      {
        id: 'sai',
        title: "Make it a storage-attached index: USING 'sai'",
        kind: 'quickfix',
        safe: false,
        preferred: true,
        about: () => ['An index that is there already keeps its kind: drop it first.'],
        edits: () => [{ at: { uri, segment, span: { start: at, end: at } }, text: " USING 'sai'" }],
      },
    ];
  },
};

/** Another index of the keyspace is storage-attached, so the server has them. */
const hasOthers = (table: Table | undefined, surroundings: Surroundings): boolean =>
  table !== undefined && surroundings.hasStorageAttached(table.keyspace);
