import type { Column, CqlType } from '../../catalog/model.ts';
import { isCounter, isMultiCell, userType } from '../../catalog/types.ts';
import type { Expression } from '../../syntax/ast.ts';
import type { Span } from '../../text/span.ts';
import { areGuarded, beyond, hasThreshold, type Thresholds } from './limits.ts';
import type { Scope } from '../judging/names.ts';
import { inEach, inOrder, type Outcome } from '../judging/outcome.ts';
import { since } from '../../text/release.ts';
import { keyReceiver, valueReceiver } from '../typing/receivers.ts';
import type { Receiver } from '../typing/terms.ts';
import { runningValue } from '../typing/values.ts';
import type { Bytes } from '../java/bytes.ts';

/** One thing that a write does to a column, as far as guardrails look at it. */
export interface GuardedOperation {
  readonly column: Column;
  readonly what: string;
  readonly key?: Expression;
  readonly value?: Expression;
}

/** How large what one operation writes may be: values, elements, and collections as a whole (`UpdateParameters`, `Lists`, `Sets`, `Maps`). */
export function operationBeyond(operation: GuardedOperation, receiver: Receiver | undefined, scope: Scope): Outcome {
  const { column, what, key } = operation;
  if (!areGuarded(scope) || isCounter(column.type)) return undefined;
  const span = (operation.value ?? key)?.span;
  if (span === undefined) return undefined;
  const written = receiver === undefined ? undefined : bytesOf(operation, receiver, scope);
  const { type } = column;
  if (what === 'delete-element' || what === 'set-element') {
    // Which item of a list is meant only its rows tell.
    if (type.kind === 'list') return undefined;
    const keys = type.kind === 'map' ? keyReceiver(column) : valueReceiver(column);
    const path = key === undefined ? undefined : bytesOf({ value: key }, keys, scope);
    return inOrder(
      () => (what === 'set-element' ? valueBeyond(written, column, span, scope) : undefined),
      () => valueBeyond(path, column, span, scope),
    );
  }
  if (written === undefined) return what === 'prepend' ? undefined : openListBeyond(operation, span, scope);
  if (what === 'subtract') {
    const taken = type.kind === 'list' ? [] : partsOf(written);
    return inEach(taken, (each) => valueBeyond(each, column, span, scope));
  }
  if (what === 'set-field') return valueBeyond(written, column, span, scope);
  if (type.kind === 'user' && !type.frozen) {
    return inEach(fieldsIn(written, userType(type, scope.session.catalog)?.fields.size ?? 0), (each) =>
      valueBeyond(each, column, span, scope),
    );
  }
  if (type.kind !== 'list' && type.kind !== 'set' && type.kind !== 'map')
    return valueBeyond(written, column, span, scope);
  const cells = cellsOf(written, type);
  if (!isMultiCell(type)) {
    return inOrder(
      () => itemsBeyond(cells.length, column, span, scope),
      () => valueBeyond(written, column, span, scope),
      () => collectionBeyond(written.length + overhead(scope), column, span, scope),
    );
  }
  if (cells.length === 0) return undefined;
  const sized = (): Outcome =>
    inEach(cells, ({ value, path }) =>
      inOrder(
        () => valueBeyond(value, column, span, scope),
        () => (path === undefined ? undefined : valueBeyond(path, column, span, scope)),
      ),
    );
  // What is put before a list is not counted (`Lists.Prepender`).
  if (what === 'prepend') return sized();
  const size = cells.reduce((total, { value, path }) => {
    return total + value.length + (path?.length ?? TIME_UUID) + overhead(scope);
  }, 0);
  return inOrder(
    () => itemsBeyond(cells.length, column, span, scope),
    sized,
    () => collectionBeyond(size, column, span, scope),
  );
}

/** How long a list is can be seen, whatever its items are. */
const openListBeyond = ({ column, what, value }: GuardedOperation, span: Span, scope: Scope): Outcome =>
  what !== 'subtract' && column.type.kind === 'list' && value?.kind === 'list'
    ? itemsBeyond(value.items.length, column, span, scope)
    : undefined;

/** What SAI takes of a row's value (`StorageAttachedIndex.validate`), from 5.0 on. */
export function termBeyond(
  { column, what, value }: GuardedOperation,
  receiver: Receiver | undefined,
  scope: Scope,
): Outcome {
  if (what !== 'set' || value === undefined || receiver === undefined || !areGuarded(scope)) return undefined;
  const { type, name } = column;
  const indexed = scope.table.indexes.some(
    ({ family, targets }) => family === 'sai' && targets.some((target) => target.column === name),
  );
  const term = indexed && !isMultiCell(type) ? termOf(type) : undefined;
  if (term === undefined) return undefined;
  const size = (): number | undefined => bytesOf({ value }, receiver, scope)?.length;
  return beyond(
    term.name,
    size,
    scope,
    value.span,
    ({ threshold, kind }) =>
      `Value of column '${name}' has size ${size()}, this exceeds the ${kind} threshold of ${threshold}.`,
    term.defaults,
  );
}

const KIBIBYTE = 1024;
const TERM_SIZE: Thresholds = { warning: KIBIBYTE, failure: 8 * KIBIBYTE };
const VECTOR_TERM_SIZE: Thresholds = { warning: 16 * KIBIBYTE, failure: 32 * KIBIBYTE };

function termOf(type: CqlType): { readonly name: string; readonly defaults: Thresholds } | undefined {
  switch (type.kind) {
    case 'native':
      return ['text', 'varchar', 'ascii'].includes(type.name)
        ? { name: 'sai_string_term_size', defaults: TERM_SIZE }
        : undefined;
    case 'vector':
      return { name: 'sai_vector_term_size', defaults: VECTOR_TERM_SIZE };
    case 'list':
    case 'set':
    case 'map':
    case 'tuple':
    case 'user':
      return { name: 'sai_frozen_term_size', defaults: TERM_SIZE };
    default:
      return undefined;
  }
}

function bytesOf({ value }: Pick<GuardedOperation, 'value'>, receiver: Receiver, scope: Scope): Bytes | undefined {
  if (value === undefined) return undefined;
  const running = runningValue(value, receiver, scope);
  return running.kind === 'known' ? running.bytes : undefined;
}

const valueBeyond = (bytes: Bytes | undefined, { name, type }: Column, span: Span, scope: Scope): Outcome =>
  bytes === undefined || !since(scope.release, '5.0')
    ? undefined
    : inEach(['column_value_size', ...ofKind(type, scope)], (guardrail) =>
        beyond(guardrail, bytes.length, scope, span, ({ threshold, kind }) => {
          return `Value of column '${name}' has size ${bytes.length}, this exceeds the ${kind} threshold of ${threshold}.`;
        }),
      );

/** Since 6.0, some types have a guardrail of their own (`RowUpdateBuilder.validateColumnSize`). */
function ofKind(type: CqlType, { release }: Scope): readonly string[] {
  const native = type.kind === 'native' && since(release, '6.0') ? type.name.replace('varchar', 'text') : '';
  return ['ascii', 'blob', 'text'].includes(native) ? [`column_${native}_value_size`] : [];
}

const itemsBeyond = (count: number, { name }: Column, span: Span, scope: Scope): Outcome =>
  beyond('items_per_collection', count, scope, span, ({ threshold, kind }) => {
    return `Detected collection ${name} with ${count} items, this exceeds the ${kind} threshold of ${threshold}.`;
  });

function collectionBeyond(size: number, { name, type }: Column, span: Span, scope: Scope): Outcome {
  // Since 6.0, the guardrail of one kind of collections takes the place of that of all.
  const own = `collection_${type.kind}_size`;
  const guardrail = since(scope.release, '6.0') && hasThreshold(own, scope) ? own : 'collection_size';
  return beyond(guardrail, size, scope, span, ({ threshold, kind }) => {
    return `Detected collection ${name} of size ${size}, this exceeds the ${kind} threshold of ${threshold}.`;
  });
}

/** The path of a cell that holds an item of a list. */
const TIME_UUID = 16;

/** A cell's timestamp, TTL and time of deletion, which 5.0 made longer (`Cell.dataSize`). */
const overhead = ({ release }: Scope): number => (since(release, '5.0') ? 20 : 16);

interface Cell {
  /** None where a list makes one. */
  readonly path?: Bytes;
  readonly value: Bytes;
}

export function cellsOf(bytes: Bytes, { kind }: CqlType): readonly Cell[] {
  const parts = partsOf(bytes);
  if (kind === 'list') return parts.map((value) => ({ value }));
  if (kind === 'set') return parts.map((path) => ({ path, value: [] }));
  return parts.flatMap((path, index) => (index % 2 === 0 ? [{ path, value: parts[index + 1] ?? [] }] : []));
}

/** What a collection holds: keys and values in turn of a map. */
const partsOf = (bytes: Bytes): readonly Bytes[] => fieldsIn(bytes.slice(4), Number.POSITIVE_INFINITY);

/** Values with their lengths before them; a negative one stands for null. */
function fieldsIn(bytes: Bytes, most: number): readonly Bytes[] {
  const fields: Bytes[] = [];
  for (let at = 0; at + 4 <= bytes.length && fields.length < most;) {
    const length = bytes.slice(at, at + 4).reduce((total, byte) => total * 256 + byte, 0) | 0;
    fields.push(length > 0 ? bytes.slice(at + 4, at + 4 + length) : []);
    at += 4 + Math.max(length, 0);
  }
  return fields;
}
