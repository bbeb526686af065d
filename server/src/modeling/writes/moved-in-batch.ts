import type { Column, Table } from '../../catalog/model.ts';
import type { Delete, Expression, Insert } from '../../syntax/ast.ts';
import type { Span } from '../../text/span.ts';
import { isMoved } from '../evidence/small-partitions.ts';
import { everyUseOf } from '../evidence/surroundings.ts';
import { ttlOf } from '../evidence/ttl.ts';
import { casesIn } from './case-comments.ts';
import { writesIn, type NamedWrite, type WriteInput } from './stale-copies.ts';

/** A batch that deletes a row of a copy and inserts one: where the two are one row, the DELETE wins, as all has one write time. */
export interface MovedInBatch {
  readonly base: Table;
  readonly copy: Table;
  readonly removal: Delete;
  /** Of the whole INSERT. */
  readonly arrival: Span;
  /** Columns of the key that may differ between the two. */
  readonly moved: readonly Column[];
}

/**
 * The copies that a batch may lose a row of, where no comment says when its DELETE runs; not those that lose one for certain, and not where
 * the batch deletes a row of the base, of which the DELETE of the copy may be.
 */
export function movedInBatch(input: WriteInput): readonly MovedInBatch[] {
  const { statement, segment, surroundings } = input;
  if (statement.kind !== 'batch' || statement.using?.timestamp !== undefined) return [];
  const writes = writesIn(input).filter(({ write }) => write.template !== true && write.using?.timestamp === undefined);
  const textOf = ({ span }: { readonly span: Span }): string => segment.text.slice(span.start, span.end);
  const isInCase = casesIn(segment.text, statement.span);
  return writes.flatMap(({ write: removal, table: copy }): readonly MovedInBatch[] => {
    if (removal.kind !== 'delete' || removal.targets.length > 0 || removal.condition !== undefined) return [];
    const base = writes.find(({ table }) => surroundings.copiesOf(table).some((one) => isSame(one.table, copy)))?.table;
    if (base === undefined || isInCase(removal.span.start)) return [];
    if (writes.some(({ write, table }) => write.kind === 'delete' && isSame(table, base))) return [];
    return writes.flatMap((one): readonly MovedInBatch[] => {
      const { write: arrival } = one;
      if (arrival.kind !== 'insert' || !isSame(one.table, copy)) return [];
      const moved = movedIn(removal, arrival, copy, textOf);
      // A time of the last change is another with each change.
      return moved === undefined || moved.length === 0 || moved.some(isMoved)
        ? []
        : [{ base, copy, removal, arrival: arrival.span, moved }];
    });
  });
}

/** A batch that writes a row of a copy at its new place, where nothing of the project ever deletes the one at the old. */
export interface LeftInBatch {
  readonly base: Table;
  readonly copy: Table;
  /** The columns of the copy's key that the UPDATE of the base sets. */
  readonly moved: readonly Column[];
  /** Of the name of the copy. */
  readonly at: Span;
}

/** The copies in which a batch leaves the row from before. */
export function leftInBatch(input: WriteInput): readonly LeftInBatch[] {
  const { statement, surroundings } = input;
  if (statement.kind !== 'batch') return [];
  const writes = writesIn(input).filter(({ write }) => write.template !== true);
  return writes.flatMap(({ write: change, table: base }): readonly LeftInBatch[] => {
    if (change.kind !== 'update') return [];
    const set = new Set(change.assignments.flatMap((one) => (one.kind === 'set' ? [one.column.name] : [])));
    return surroundings.copiesOf(base).flatMap(({ table: copy }): readonly LeftInBatch[] => {
      const arrival = writes.find(({ write, table }) => write.kind === 'insert' && isSame(table, copy));
      const moved = [...copy.partitionKey, ...copy.clustering].filter(
        ({ name }) => set.has(name) && base.columns.get(name)?.kind === 'regular',
      );
      if (arrival === undefined || moved.length === 0 || endsByItself(copy, arrival, input)) return [];
      return [{ base, copy, moved, at: arrival.name.span }];
    });
  });
}

/** Something deletes rows of the copy, at whatever time, or may by other ways than statements; or they have a time to live. */
const endsByItself = (copy: Table, { write }: NamedWrite, { surroundings }: WriteInput): boolean =>
  write.using?.ttl !== undefined ||
  ttlOf(copy) !== undefined ||
  surroundings.isSpokenOf(copy) ||
  everyUseOf(surroundings, copy).some(({ statement }) => statement.kind === 'delete');

const isSame = (a: NamedWrite['table'], b: Table): boolean => a.keyspace === b.keyspace && a.name === b.name;

/** The key columns that may be others, none where all are the same; `undefined` where the two name different rows for certain, or not by one value each. */
export function movedIn(
  removal: Delete,
  { values }: Insert,
  copy: Table,
  textOf: (part: { readonly span: Span }) => string,
): readonly Column[] | undefined {
  if (values.kind !== 'values') return undefined;
  const moved: Column[] = [];
  for (const column of [...copy.partitionKey, ...copy.clustering]) {
    const index = values.columns.findIndex(({ name }) => name === column.name);
    const [fresh, old] = [values.values[index], comparedIn(removal, column.name)];
    if (fresh === undefined || old === undefined) return undefined;
    const same = textOf(fresh).toLowerCase() === textOf(old).toLowerCase();
    if (!same && fresh.kind === 'literal' && old.kind === 'literal') return undefined;
    if (!same || (fresh.kind === 'marker' && fresh.name === undefined)) moved.push(column);
  }
  return moved;
}

function comparedIn({ where }: Delete, name: string): Expression | undefined {
  for (const relation of where?.relations ?? []) {
    if (relation.kind === 'column' && relation.column.name === name && relation.operator === '=')
      return relation.operand.kind === 'one' ? relation.operand.value : undefined;
  }
  return undefined;
}
