import { DIALECT_OPTIONS } from '../../catalog/builtin/dialect-options.ts';
import type { OptionValue } from '../../syntax/ast.ts';
import type { Target } from '../../text/release.ts';
import { complaintAboutOptions } from './scylla-options.ts';

/** Whether an option of a table is of any effect for a target, which does not refuse it. */
export function heedsOption(name: string, value: OptionValue, target: Target): boolean {
  if (!readsOption(name, target)) return false;
  const { span } = value;
  return (
    target.kind !== 'dialect' ||
    target.dialect !== 'scylla' ||
    complaintAboutOptions([{ name, nameSpan: span, value, span }], 'table') === undefined
  );
}

/** Whether an option of Cassandra's tables, with any value, is of an effect for a target: a service sees to some by itself. */
export const readsOption = (name: string, target: Target): boolean =>
  target.kind !== 'dialect' || DIALECT_OPTIONS[target.dialect].heeded?.has(name) !== false;
