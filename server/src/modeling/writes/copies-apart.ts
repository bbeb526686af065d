import type { Table } from '../../catalog/model.ts';
import type { Expression, Statement } from '../../syntax/ast.ts';
import type { Segment } from '../../syntax/segment.ts';
import { type NamedWrite, writesIn, type WriteInput } from './stale-copies.ts';
import type { Write } from './write.ts';

/** A write of a table and one of a declared copy of it, of which a crash may leave only one. */
export interface CopiesApart {
  readonly base: Table;
  readonly copy: Table;
  readonly first: NamedWrite;
  readonly second: NamedWrite;
  /** Where the first stands, in a statement of its own; absent where both stand in a batch that is not logged. */
  readonly before?: { readonly segment: Segment; readonly statement: Statement };
}

export function copiesApart(input: WriteInput): readonly CopiesApart[] {
  const { statement, surroundings, uri, segment, session } = input;
  const pairsOf = (firsts: readonly NamedWrite[], seconds: readonly NamedWrite[]): readonly CopiesApart[] =>
    firsts.flatMap((first) =>
      seconds.flatMap((second): readonly CopiesApart[] => {
        if (first === second || !writeTheSame(first, second)) return [];
        const isCopy = (copy: Table, of: Table): boolean =>
          surroundings
            .copiesOf(of)
            .some(({ table, declared }) => declared && table.name === copy.name && table.keyspace === copy.keyspace);
        if (isCopy(second.table, first.table)) return [{ base: first.table, copy: second.table, first, second }];
        if (isCopy(first.table, second.table)) return [{ base: second.table, copy: first.table, first, second }];
        return [];
      }),
    );
  if (statement.kind === 'batch') {
    if (statement.type !== 'unlogged') return [];
    const writes = writesIn(input);
    return writes.flatMap((first, index) => pairsOf([first], writes.slice(index + 1)));
  }
  const own = writesIn(input);
  if (own.length === 0) return [];
  const before = surroundings.before({ uri, segment, span: statement.span });
  const earlier = before?.statement();
  if (before === undefined || earlier === undefined || earlier.kind === 'batch' || before.errors.length > 0) return [];
  return pairsOf(writesIn({ statement: earlier, session }), own).map((pair) => ({
    ...pair,
    before: { segment: before, statement: earlier },
  }));
}

/** Both insert, update or delete, without a condition, and no constant of a column that both give says that it is another row. */
function writeTheSame({ write: a, table }: NamedWrite, { write: b }: NamedWrite): boolean {
  if (a.kind !== b.kind || a.condition !== undefined || b.condition !== undefined) return false;
  if (a.template === true || b.template === true) return false;
  const [mine, its] = [givenBy(a), givenBy(b)];
  return [...table.partitionKey, ...table.clustering].every(({ name }) => {
    const [one, other] = [mine.get(name), its.get(name)];
    return one?.kind !== 'literal' || other?.kind !== 'literal' || one.value === other.value;
  });
}

function givenBy(write: Write): ReadonlyMap<string, Expression> {
  if (write.kind === 'insert') {
    const { values } = write;
    return new Map(
      values.kind === 'values'
        ? values.columns.flatMap(({ name }, index) =>
            values.values[index] === undefined ? [] : [[name, values.values[index]]],
          )
        : [],
    );
  }
  return new Map(
    (write.where?.relations ?? []).flatMap((relation) =>
      relation.kind === 'column' && relation.operator === '=' && relation.operand.kind === 'one'
        ? [[relation.column.name, relation.operand.value]]
        : [],
    ),
  );
}
