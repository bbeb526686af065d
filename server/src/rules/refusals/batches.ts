import type { Batch } from '../../syntax/ast.ts';
import type { Fix } from '../rule.ts';
import { always, inItsCase, statementFix, textAt, type AdviceByCheck, type Refusal } from './advice.ts';

const conditionApart = {
  says: () => 'Conditions hold for one partition of one table; send the others after it was applied.',
  fixes: conditionFirst,
};

/** Refusals of what stands together in a batch. */
export const BATCHES: AdviceByCheck = {
  'batch-timestamp': always('The time is said once: on the batch, or on each of its statements.'),
  'batch-ttl': always('A TTL stands on each statement of a batch, not on the batch.'),
  'batch-condition-tables': conditionApart,
  'batch-condition-partitions': conditionApart,
};

/** The statement with the condition alone, and then the others, which a client sends once it was applied. */
function conditionFirst(refusal: Refusal): readonly Fix[] {
  const { statement, segment } = refusal.context;
  if (statement.kind !== 'batch' || statement.using !== undefined) return [];
  const [condition, ...more] = statement.statements.filter((one) => one.condition !== undefined);
  if (condition === undefined || more.length > 0) return [];
  const others = statement.statements.filter((one) => one !== condition);
  const newline = segment.text.includes('\r\n') ? '\r\n' : '\n';
  const text = [textAt(refusal, condition.span), together(others, refusal, newline)].join(`;${newline}`);
  return [
    statementFix(
      refusal,
      'condition-first',
      'Send the statement with the condition first, the rest once it is applied',
      [{ span: statement.span, text }],
    ),
  ];
}

function together(statements: Batch['statements'], refusal: Refusal, newline: string): string {
  const texts = statements.map((one) => textAt(refusal, one.span));
  if (texts.length === 1) return texts[0]!;
  return [
    inItsCase(refusal, 'BEGIN BATCH'),
    ...texts.map((text) => `  ${text};`),
    inItsCase(refusal, 'APPLY BATCH'),
  ].join(newline);
}
