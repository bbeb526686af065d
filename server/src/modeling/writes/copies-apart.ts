import type { Table } from '../../catalog/model.ts';
import type { Expression, Statement, Update } from '../../syntax/ast.ts';
import type { Segment } from '../../syntax/segment.ts';
import { baseNameOf, baseOf, type CertainCopy, isLookUpOf } from '../evidence/copies.ts';
import type { Run } from '../../embedded/index.ts';
import type { ProgramWrite, Surroundings } from '../evidence/surroundings.ts';
import { type NamedWrite, writesIn, type WriteInput } from './stale-copies.ts';
import type { Write } from './write.ts';

/** A write of a table and one of a copy of it, of which a crash may leave only one. */
export interface CopiesApart {
  readonly base: Table;
  readonly copy: CertainCopy;
  readonly first: NamedWrite;
  readonly second: NamedWrite;
  /** Where the first stands, in a statement of its own; absent where both stand in a batch that is not logged. */
  readonly before?: { readonly segment: Segment; readonly statement: Statement };
}

export function copiesApart(input: WriteInput): readonly CopiesApart[] {
  const { statement, surroundings, uri, segment, session } = input;
  const copyIn = (copy: Table, of: Table): CertainCopy | undefined =>
    surroundings.copiesOf(of).find(({ table }) => table.name === copy.name && table.keyspace === copy.keyspace);
  const foundIn = (copy: NamedWrite, of: NamedWrite): CertainCopy | undefined =>
    copyIn(copy.table, of.table) ??
    (isLookUpOf(copy.table, of.table) && areOfOneRow(copy, of) ? { table: copy.table, declared: false } : undefined);
  const pairsOf = (firsts: readonly NamedWrite[], seconds: readonly NamedWrite[]): readonly CopiesApart[] =>
    firsts.flatMap((first) =>
      seconds.flatMap((second): readonly CopiesApart[] => {
        if (!writeTheSame(first, second)) return [];
        const [later, earlier] = [foundIn(second, first), foundIn(first, second)];
        if (later !== undefined) return [{ base: first.table, copy: later, first, second }];
        return earlier === undefined ? [] : [{ base: second.table, copy: earlier, first, second }];
      }),
    );
  if (statement.kind === 'batch') {
    if (statement.type !== 'unlogged') return [];
    const writes = writesIn(input);
    return writes.flatMap((first, index) => pairsOf([first], writes.slice(index + 1)));
  }
  const own = writesIn(input);
  // What only names tell to be a copy may be filled by one script after the other. Most tables have none that is declared: what stands
  // before their writes is not asked for, so that an edit there concerns none of them.
  if (!own.some(({ table }) => hasDeclaredCopies(table, surroundings))) return [];
  if (surroundings.isProgram(uri)) {
    const earlier = own.flatMap(({ table }) => runBefore(table, input));
    return earlier.flatMap(({ segment: one, statement: first }) =>
      pairsOf(writesIn({ statement: first, session }), own)
        .filter(({ copy }) => copy.declared)
        .map((pair) => ({ ...pair, before: { segment: one, statement: first } })),
    );
  }
  const before = surroundings.before({ uri, segment, span: statement.span });
  const earlier = before?.statement();
  if (before === undefined || earlier === undefined || earlier.kind === 'batch' || before.errors.length > 0) return [];
  return pairsOf(writesIn({ statement: earlier, session }), own)
    .filter(({ copy }) => copy.declared)
    .map((pair) => ({ ...pair, before: { segment: before, statement: earlier } }));
}

/** It is declared to be a copy, or a copy of it is. */
const hasDeclaredCopies = (table: Table, surroundings: Surroundings): boolean =>
  baseNameOf(table, surroundings) !== undefined || surroundings.copiesOf(table).some(({ declared }) => declared);

/**
 * Both insert, update something of the same name, or delete, without a condition, and no constant of a column that both give says that it
 * is another row.
 */
function writeTheSame({ write: a, table }: NamedWrite, { write: b }: NamedWrite): boolean {
  if (a.kind !== b.kind || a.condition !== undefined || b.condition !== undefined) return false;
  if (a.template === true || b.template === true) return false;
  if (a.kind === 'update' && b.kind === 'update') {
    const assigned = new Set(assignedBy(b));
    if (!assignedBy(a).some((name) => assigned.has(name))) return false;
  }
  const [mine, its] = [givenBy(a), givenBy(b)];
  return [...table.partitionKey, ...table.clustering].every(({ name }) => {
    const [one, other] = [mine.get(name), its.get(name)];
    return one?.kind !== 'literal' || other?.kind !== 'literal' || one.value === other.value;
  });
}

/** Both INSERTs give the columns that they have in common the same values for certain. */
function areOfOneRow({ write: a }: NamedWrite, { write: b }: NamedWrite): boolean {
  if (a.kind !== 'insert' || b.kind !== 'insert') return false;
  const [mine, its] = [givenBy(a), givenBy(b)];
  return [...mine].every(([name, one]) => {
    const other = its.get(name);
    if (one.kind === 'marker')
      return one.name !== undefined && other?.kind === 'marker' && other.name?.name === one.name.name;
    return one.kind === 'literal' && other?.kind === 'literal' && other.value === one.value;
  });
}

const assignedBy = ({ assignments }: Update): readonly string[] =>
  assignments.flatMap((one) => (one.kind === 'unknown' ? [] : [one.column.name]));

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

/** Writes of a declared copy, or of the table whose copy this is, that the same function of a program runs before, each by a call of its own. */
function runBefore(table: Table, { uri, segment, surroundings }: WriteInput): readonly ProgramWrite[] {
  const [run, ...others] = runsOf(table, segment, surroundings);
  if (run?.named === undefined || others.length > 0 || !sendsEach(run.named.body)) return [];
  const copies = surroundings.copiesOf(table).flatMap((copy) => (copy.declared ? [copy.table] : []));
  const base = baseOf(table, surroundings);
  return [...copies, ...(base === undefined ? [] : [base])]
    .flatMap((partner) => surroundings.programWritesOf(partner))
    .filter(
      (write) =>
        write.uri === uri &&
        write.isKnown &&
        write.whole === write.statement &&
        write.runs.some(({ at, around }) => at < run.at && around.start === run.around.start),
    );
}

const runsOf = (table: Table, segment: Segment, surroundings: Surroundings): readonly Run[] =>
  surroundings.programWritesOf(table).find((write) => write.segment === segment && write.isKnown)?.runs ?? [];

/** Nothing in the function makes a batch, and statements are sent more than once. */
const sendsEach = (body: string): boolean =>
  !/batch|transaction/i.test(body) && (body.match(/\b(?:execute\w*|exec|query)\s*\(/gi) ?? []).length > 1;
