import { printName, type Column, type Table } from '../../catalog/index.ts';
import type { Expression, Insert } from '../../syntax/ast.ts';
import type { Fix } from '../rule.ts';
import { always, inItsCase, statementFix, textAt, type AdviceByCheck, type Refusal } from './advice.ts';

/** Refusals that come of what counters are. */
export const COUNTERS: AdviceByCheck = {
  'insert-on-counter': {
    says: () =>
      'Counters are only moved, up or down, and only by UPDATE: the row comes into being with the first of them.',
    fixes: updateInstead,
  },
  'set-counter': {
    says: ({ name }) =>
      `\`${name}\` is a counter: it is moved, as in \`${name} = ${name} + 1\`, and never set. To reset it, read it and subtract what was read; or keep a mark of the value that was seen last.`,
  },
  'mixed-counters': always(
    'A table with counters holds counters only, beside its primary key. Keep the other columns in a table of their own with the same key.',
  ),
  'condition-on-counter': always('Counters take no conditions: a lightweight transaction cannot hold them.'),
  'counter-ttl': always('Counters cannot expire; delete the row when it has had its time.'),
  'counter-timestamp': always('The server gives counters their timestamps itself.'),
  'counter-time-to-live': always('Counters cannot expire: the table can have no default_time_to_live.'),
  'counter-in-collection': always(
    'A counter is a column of its own: one row a counter, with what tells them apart in the key.',
  ),
  'counter-in-tuple': always(
    'A counter is a column of its own: one row a counter, with what tells them apart in the key.',
  ),
  'counter-in-type': always(
    'A counter is a column of its own: one row a counter, with what tells them apart in the key.',
  ),
  'batch-counters': always('Counters have batches of their own: BEGIN COUNTER BATCH with counter updates only.'),
};

function updateInstead(refusal: Refusal): readonly Fix[] {
  const { statement, table } = refusal.context;
  const update = statement.kind === 'insert' && table !== undefined ? updateOf(statement, table, refusal) : undefined;
  return update === undefined
    ? []
    : [statementFix(refusal, 'update', 'Write it as UPDATE', [{ span: statement.span, text: update }])];
}

/** `undefined` where the INSERT says more than an UPDATE of counters can. */
function updateOf(statement: Insert, table: Table, refusal: Refusal): string | undefined {
  const { values, into, using, condition, template } = statement;
  if (values.kind !== 'values' || into === undefined || using || condition || template) return undefined;
  if (values.columns.length !== values.values.length) return undefined;
  const given = values.columns.map(({ name }, index) => ({
    column: table.columns.get(name),
    value: values.values[index]!,
  }));
  const key = [...table.partitionKey, ...table.clustering];
  const complete = key.every((column) => given.some((one) => one.column === column));
  const moved = given.filter(({ column }) => column !== undefined && !key.includes(column));
  if (!complete || moved.length === 0 || given.some(({ column }) => column === undefined)) return undefined;
  const write = (column: Column | undefined, value: Expression, as: (name: string, value: string) => string): string =>
    as(printName(column!.name), textAt(refusal, value.span));
  const set = moved.map(({ column, value }) => write(column, value, (name, text) => `${name} = ${name} + ${text}`));
  const where = given
    .filter(({ column }) => key.includes(column!))
    .map(({ column, value }) => write(column, value, (name, text) => `${name} = ${text}`));
  const word = (text: string): string => inItsCase(refusal, text);
  return `${word('UPDATE')} ${textAt(refusal, into.span)} ${word('SET')} ${set.join(', ')} ${word('WHERE')} ${where.join(` ${word('AND')} `)}`;
}
