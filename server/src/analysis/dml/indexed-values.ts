import type { Column, Index } from '../../catalog/model.ts';
import { isMultiCell } from '../../catalog/types.ts';
import type { Expression } from '../../syntax/ast.ts';
import { type Scope, textOfTable } from '../judging/names.ts';
import { inEach, type Outcome, refuse } from '../judging/outcome.ts';
import { columnReceiver, runningValue } from '../typing/values.ts';
import type { PreparedOperation } from './operations.ts';
import { cellsOf } from '../guardrails/values.ts';
import type { Bytes } from '../java/bytes.ts';

/** Values that an index of Cassandra's first kind cannot hold (`CassandraIndex.validateIndexedValue`). */
export const checkIndexedValues = (operations: readonly PreparedOperation[], scope: Scope): Outcome =>
  inEach(scope.table.indexes, (index) =>
    index.family === 'legacy' ? inEach(operations, (operation) => checkIndexed(operation, index, scope)) : undefined,
  );

function checkIndexed({ column, what, value }: PreparedOperation, index: Index, scope: Scope): Outcome {
  const target = index.targets.find((each) => each.column === column.name);
  if (target === undefined || value === undefined || !mayBeLong(value)) return undefined;
  // What is taken from a set leaves its mark there.
  if (!WRITES.has(what) && !(what === 'subtract' && column.type.kind === 'set')) return undefined;
  const running = runningValue(value, columnReceiver(column), scope);
  if (running.kind !== 'known') return undefined;
  const size = sizesOf(running.bytes, column, target.of).find((each) => each >= LONGEST);
  if (size === undefined) return undefined;
  const message =
    `Cannot index value of size ${size} for index ${index.name} on ` +
    `${textOfTable(scope.table, scope.release)}(${column.name}) (maximum allowed size=${LONGEST})`;
  return refuse('indexed-value-size', message, value.span, [column.name, index.name]);
}

/** How long the values are that the index holds. */
function sizesOf(bytes: Bytes, column: Column, of: Index['targets'][number]['of']): readonly number[] {
  if (!isMultiCell(column.type)) return [bytes.length];
  const ofPaths = of === 'keys' || column.type.kind === 'set';
  return cellsOf(bytes, column.type).map(({ path = [], value }) => {
    // Both parts of an entry have a length before and a byte behind them (`CompositeType`).
    if (of === 'entries') return path.length + value.length + 6;
    return ofPaths ? path.length : value.length;
  });
}

/** A long value is written out, or made of such; no letter takes more than four bytes. */
const mayBeLong = ({ span }: Expression): boolean => (span.end - span.start) * 4 >= LONGEST;

const WRITES: ReadonlySet<string> = new Set(['set', 'add', 'prepend']);

/** `FBUtilities.MAX_UNSIGNED_SHORT`, which is too much already. */
const LONGEST = 65_535;
