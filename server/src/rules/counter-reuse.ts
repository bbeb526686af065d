import { isCounter, isNative } from '../catalog/types.ts';
import { isNamedAsBucket } from '../modeling/evidence/buckets.ts';
import { timeEvidence } from '../modeling/evidence/time-columns.ts';
import { isCounterTable } from '../catalog/table-columns.ts';
import type { Delete } from '../syntax/ast.ts';
import type { Table } from '../catalog/model.ts';
import { knownUsesOf, type Use } from '../modeling/evidence/surroundings.ts';
import { type OfTable, readsAndWritesIn } from './named-tables.ts';
import type { Finding, Rule, RuleContext } from './rule.ts';
import { listNames } from './scan.ts';

const CODE = 'counter-reuse';

/** A counter that is deleted, in a project that counts on. */
export const counterReuse: Rule = {
  code: CODE,
  summary: 'A counter is deleted and counted on: it does not begin at 0 again.',
  severities: ['warning', 'hint'],
  profile: 'quiet',
  tags: ['data'],
  check: (context) =>
    context.verdict.kind === 'refused' ? [] : readsAndWritesIn(context).flatMap((one) => findingsOf(one, context)),
};

function findingsOf({ statement: removal, name, table }: OfTable, { surroundings }: RuleContext): readonly Finding[] {
  if (removal.kind !== 'delete' || !isCounterTable(table)) return [];
  if (isOfOneTime(removal, table)) return [];
  const gone = removal.targets.map(({ column }) => column.name);
  const counting = knownUsesOf(surroundings, table).find((use) => counts(use, table, gone));
  if (counting === undefined) return [];
  const unique = isOfUniqueThings(table);
  const what = gone.length > 0 ? listNames(gone) : `the counters of \`${table.name}\``;
  return [
    {
      code: CODE,
      severity: unique ? 'hint' : 'warning',
      span: removal.targets[0]?.span ?? name.span,
      message:
        `DELETE does not set ${what} to 0: ${unique ? 'if the same key is ever counted again, it' : 'counting on'} gives the ` +
        'old sum, or nothing at all. Set it back by subtracting what it holds.',
      related: [{ at: counting.at, message: 'Counted here' }],
    },
  ];
}

/** It adds to a counter, to one of those that are deleted where only some are. */
const counts = ({ statement }: Use, { columns }: Table, gone: readonly string[]): boolean =>
  statement.kind === 'update' &&
  statement.assignments.some(
    (one) =>
      (one.kind === 'add' || one.kind === 'subtract') &&
      (gone.length === 0 || gone.includes(one.column.name)) &&
      isCounter(columns.get(one.column.name)?.type ?? UNKNOWN),
  );

const UNKNOWN = { kind: 'unknown' } as const;

/** What was counted in one day is not counted on when the day is over. */
const isOfOneTime = ({ where }: Delete, { partitionKey, clustering }: Table): boolean =>
  [...partitionKey, ...clustering].some(
    (column) =>
      (timeEvidence(column) !== undefined || isNamedAsBucket(column)) &&
      (where?.relations ?? []).some((one) => one.kind === 'column' && one.column.name === column.name),
  );

/** What has a UUID of its own is not made again once it is gone. */
const isOfUniqueThings = ({ partitionKey, clustering }: Table): boolean =>
  [...partitionKey, ...clustering].some(({ type }) => isNative(type, 'uuid') || isNative(type, 'timeuuid'));
