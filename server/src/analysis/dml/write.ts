import { isCounterTable } from '../../catalog/table-columns.ts';
import type { Column } from '../../catalog/model.ts';
import type { Conditions, Delete, Expression, Insert, Update, Using } from '../../syntax/ast.ts';
import { switchedOff } from '../guardrails/limits.ts';
import type { Scope } from '../judging/names.ts';
import { inOrder, type Outcome, refuse } from '../judging/outcome.ts';
import { since } from '../../text/release.ts';
import type { Restrictions } from '../restrictions/model.ts';
import type { Receiver } from '../typing/terms.ts';
import type { Undecided } from '../judging/verdict-model.ts';
import type { PreparedOperation } from './operations.ts';

export type Write = Insert | Update | Delete;

/** A write that passed PREPARE. */
export interface PreparedWrite {
  readonly kind: 'prepared-write';
  readonly statement: Write;
  readonly scope: Scope;
  readonly restrictions: Restrictions;
  /** What it does to columns outside the key, in the order of the text. */
  readonly operations: readonly PreparedOperation[];
  /** Columns that IF compares. */
  readonly conditions: readonly Column[];
  readonly doubt: Undecided | undefined;
}

/** USING of a write or a batch, as far as PREPARE looks at it (`Attributes.Raw.prepare`). */
export const checkUsing = (
  using: Using | undefined,
  check: (value: Expression, receiver: Receiver) => Outcome,
): Outcome =>
  inOrder(
    () => using?.timestamp && check(using.timestamp.value, { name: '[timestamp]', type: BIGINT }),
    () => using?.ttl && check(using.ttl.value, { name: '[ttl]', type: INT }),
  );

export const BIGINT = { kind: 'native', name: 'bigint' } as const;
export const INT = { kind: 'native', name: 'int' } as const;

/** What the constructor of every write checks last (`ModificationStatement`). */
export function checkConditional(statement: Write, { table }: Scope): Outcome {
  const { condition, using } = statement;
  if (condition === undefined) return undefined;
  if (isCounterTable(table)) {
    return refuse('condition-on-counter', 'Conditional updates are not supported on counter tables', condition.span);
  }
  return using?.timestamp && refuse('timestamp-with-condition', TIMESTAMP_WITH_CONDITION, using.timestamp.span);
}

export const TIMESTAMP_WITH_CONDITION = 'Cannot provide custom timestamp for conditional updates';

/** Only statics are written and compared (`appliesOnlyToStaticColumns`). */
export const appliesOnlyToStatics = (written: readonly Column[], compared: readonly Column[]): boolean => {
  const columns = [...written, ...compared];
  return columns.length > 0 && columns.every(({ kind }) => kind === 'static');
};

/** `IF …` with conditions on columns. */
export const conditionsOf = (condition: Conditions | undefined): (Conditions & { readonly kind: 'if' })['conditions'] =>
  condition?.kind === 'if' ? condition.conditions : [];

/** 4.1 and later may read the row that they write where an IF asks for it, and always within a transaction. */
export const readsExisting = (statement: Write, { release, session }: Scope): boolean =>
  (statement.condition !== undefined && since(release, '4.1')) || session.rows !== undefined;

/** What `validate` asks of each write when it runs, after PREPARE. */
export function validateWrite({ statement, scope }: PreparedWrite): Outcome {
  const { using, condition } = statement;
  const { table, release } = scope;
  const counter = isCounterTable(table);
  const virtual = table.kind === 'virtual';
  if (counter && using?.timestamp !== undefined) {
    return refuse('counter-timestamp', 'Cannot provide custom timestamp for counter updates', using.timestamp.span);
  }
  if (counter && using?.ttl !== undefined) {
    return refuse('counter-ttl', 'Cannot provide custom TTL for counter updates', using.ttl.span);
  }
  const span = tableOf(statement)?.span ?? statement.span;
  const stamped =
    using?.timestamp === undefined
      ? undefined
      : switchedOff(USER_TIMESTAMPS, 'User provided timestamps (USING TIMESTAMP)', scope, using.timestamp.span);
  if (table.kind === 'view')
    return refuse('view-write', 'Cannot directly modify a materialized view', span, [table.name]);
  if (stamped !== undefined && !table.system) return stamped;
  if (virtual && using?.timestamp !== undefined && since(release, '4.1')) {
    return refuse('virtual-table-write', 'Custom timestamp is not supported by virtual tables', using.timestamp.span);
  }
  if (virtual && using?.ttl !== undefined) {
    return refuse('virtual-table-write', 'Expiring columns are not supported by virtual tables', using.ttl.span);
  }
  if (virtual && condition !== undefined) {
    return refuse('virtual-table-write', 'Conditional updates are not supported by virtual tables', condition.span);
  }
  return undefined;
}

const USER_TIMESTAMPS = { name: 'user_timestamps', setting: 'user_timestamps_enabled' };

/** The table's name in a write. */
export const tableOf = (statement: Write): Insert['into'] => {
  if (statement.kind === 'insert') return statement.into;
  return statement.kind === 'update' ? statement.table : statement.from;
};

/** UPDATE, INSERT … as the server calls them. */
export const typeOf = ({ kind }: Write): 'INSERT' | 'UPDATE' | 'DELETE' =>
  kind === 'insert' ? 'INSERT' : kind === 'update' ? 'UPDATE' : 'DELETE';
