import type { Column, Table } from '../../catalog/model.ts';
import type { Delete, Expression, Insert } from '../../syntax/ast.ts';
import type { Span } from '../../text/span.ts';
import { writesIn, type NamedWrite, type WriteInput } from './stale-copies.ts';

/** A batch that deletes a row of a copy and inserts one: all of it has one write time, at which the DELETE wins. */
export interface LostInBatch {
  readonly base: Table;
  readonly copy: Table;
  readonly removal: Delete;
  /** Of the whole INSERT. */
  readonly arrival: Span;
  /** Columns of the key that may differ between the two; none where they name the same row for certain. */
  readonly moved: readonly Column[];
}

/** The copies that a batch may lose a row of, where no comment says when its DELETE runs. */
export function lostInBatch(input: WriteInput): readonly LostInBatch[] {
  const { statement, segment, surroundings } = input;
  if (statement.kind !== 'batch' || statement.using?.timestamp !== undefined) return [];
  const writes = writesIn(input).filter(({ write }) => write.template !== true && write.using?.timestamp === undefined);
  const textOf = ({ span }: { readonly span: Span }): string => segment.text.slice(span.start, span.end);
  return writes.flatMap(({ write: removal, table: copy }): readonly LostInBatch[] => {
    if (removal.kind !== 'delete' || removal.targets.length > 0 || removal.condition !== undefined) return [];
    const base = writes.find(({ table }) => surroundings.copiesOf(table).some((one) => isSame(one.table, copy)))?.table;
    if (base === undefined || isInCase(segment.text.slice(statement.span.start, removal.span.start))) return [];
    return writes.flatMap((one): readonly LostInBatch[] => {
      const { write: arrival } = one;
      if (arrival.kind !== 'insert' || !isSame(one.table, copy)) return [];
      const moved = movedIn(removal, arrival, copy, textOf);
      return moved === undefined ? [] : [{ base, copy, removal, arrival: arrival.span, moved }];
    });
  });
}

const isSame = (a: NamedWrite['table'], b: Table): boolean => a.keyspace === b.keyspace && a.name === b.name;

/** The key columns that may be others; `undefined` where the two name different rows for certain, or not by one value each. */
function movedIn(
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

/** The last comment above tells of a case, and no blank line has ended it. */
function isInCase(above: string): boolean {
  let within = false;
  for (const line of above
    .replace(/[^\n]*$/, '')
    .split(/\r?\n/)
    .slice(0, -1)
    .map((one) => one.trim())) {
    if (line === '' || /^(?:--|\/\/|\/\*)/.test(line)) within = /^(?:--|\/\/)\s*only (?:where|if|when)\b/i.test(line);
  }
  return within;
}
