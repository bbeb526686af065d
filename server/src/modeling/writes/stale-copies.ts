import { hasCounters } from '../../catalog/table-columns.ts';
import type { Session } from '../../analysis/judging/verdict-model.ts';
import type { Table } from '../../catalog/model.ts';
import { printFilled } from '../../catalog/names.ts';
import type { QualifiedName, Statement } from '../../syntax/ast.ts';
import type { Segment } from '../../syntax/segment.ts';
import type { CertainCopy } from '../evidence/copies.ts';
import type { WriteChange } from '../proposal/proposal.ts';
import type { Surroundings, Use } from '../evidence/surroundings.ts';
import { composeBatch, composeTruncation, composeWrite, type Synced } from './compose.ts';
import { type Copy, copyInTable } from './copy.ts';
import { followWrites, sharedWith } from './followed.ts';
import { isEmpty, type Sync } from './sync-model.ts';
import { statementNotes } from './statement-notes.ts';
import { markersIn } from '../proposal/pieces.ts';
import { syncOf } from './sync.ts';
import { mayBeWritten } from './program-writes.ts';
import { readWrite, type Write } from './write.ts';

/** A write of a table that leaves a copy of it as it was. */
export interface StaleWrite {
  readonly write: Write;
  readonly base: Table;
  /** The base's name in the write. */
  readonly name: QualifiedName;
  readonly copy: CertainCopy;
  /** What would write both, and what has to be known of it; `undefined` where it cannot be told. */
  change(): NotedChange | undefined;
}

export interface NotedChange {
  readonly change: WriteChange;
  readonly notes: readonly string[];
}

export interface WriteInput {
  readonly uri: string;
  readonly segment: Segment;
  readonly statement: Statement;
  readonly session: Session;
  readonly surroundings: Surroundings;
}

/** The writes of a statement, alone or in a batch, that forget a copy. */
export function staleWrites(input: WriteInput): readonly StaleWrite[] {
  const { segment, surroundings } = input;
  return writesIn(input).flatMap(({ write, name, table }): readonly StaleWrite[] =>
    surroundings.copiesOf(table).flatMap((copy): readonly StaleWrite[] => {
      if (isWritten(copy.table, table, write, input)) return [];
      const known = copyFor(copy.table, table, name, input);
      const synced = known === undefined ? undefined : syncedOf(write, known, name, segment);
      // What cannot be followed may well be right.
      if (known === undefined || synced === undefined || isEmpty(synced.sync)) return [];
      if (
        onlyDeletes(synced.sync) &&
        (makesItsRow(write) || isWritten(copy.table, table, write, input, KEEPING.delete))
      )
        return [];
      return [{ write, base: table, name, copy, change: () => changeFor(table, known, synced, input) }];
    }),
  );
}

/** A TRUNCATE of a table that leaves a copy of it full. */
export interface StaleTruncation extends Pick<StaleWrite, 'base' | 'name' | 'copy'> {
  change(): WriteChange;
}

/** Of a TRUNCATE, the copies that no other empties; in programs anybody may do it. */
export function staleTruncations({
  uri,
  segment,
  statement,
  session,
  surroundings,
}: WriteInput): readonly StaleTruncation[] {
  if (statement.kind !== 'truncate' || statement.table === undefined || surroundings.isProgram(uri)) return [];
  const name = statement.table;
  const keyspace = name.keyspace?.name ?? session.keyspace;
  const base = keyspace === undefined ? undefined : session.catalog.table(keyspace, name.name.name);
  if (base === undefined || base.system || base.partial) return [];
  return surroundings.copiesOf(base).flatMap((copy): readonly StaleTruncation[] => {
    const isEmptied = surroundings.usesOf(copy.table).some(({ statement: { kind } }) => kind === 'truncate');
    const known = isEmptied ? undefined : copyFor(copy.table, base, name, { surroundings });
    if (known === undefined) return [];
    const use = { uri, segment, statement, whole: statement, at: { uri, segment, span: statement.span } };
    return [{ base, name, copy, change: () => composeTruncation(use, known.written) }];
  });
}

/** The writes among some uses of a table that leave a copy of it as it was. */
export const forgottenWrites = (
  copy: Table,
  base: Table,
  uses: readonly Use[],
  surroundings: Surroundings,
): readonly Use[] =>
  uses.filter(({ uri, segment, statement }) => {
    if (!isWrite(statement) || isWritten(copy, base, statement, { uri, segment, surroundings })) return false;
    const name = nameOfWrite(statement);
    const known = name === undefined ? undefined : copyFor(copy, base, name, { surroundings });
    const synced = name === undefined || known === undefined ? undefined : syncedOf(statement, known, name, segment);
    if (synced === undefined || isEmpty(synced.sync)) return false;
    return (
      !onlyDeletes(synced.sync) || !isWritten(copy, base, statement, { uri, segment, surroundings }, KEEPING.delete)
    );
  });

/** An INSERT that leaves null in a key column of the copy takes its row away. */
const onlyDeletes = ({ direct, reads, first }: Sync): boolean =>
  [...direct, ...first, ...reads.flatMap(({ then }) => then)].every(({ text }) => /^delete\b/i.test(text));

/** An INSERT of a script, all of whose values stand there, makes its row: none of before has a row in the copy. */
const makesItsRow = (write: Write): boolean => write.kind === 'insert' && markersIn(write).length === 0;

export interface NamedWrite {
  readonly write: Write;
  readonly name: QualifiedName;
  readonly table: Table;
}

/** The inserts, updates and deletes of a statement, with the tables that they write. */
export function writesIn({ statement, session }: Pick<WriteInput, 'statement' | 'session'>): readonly NamedWrite[] {
  const all: readonly Statement[] = statement.kind === 'batch' ? statement.statements : [statement];
  return all.flatMap((write): readonly NamedWrite[] => {
    if (!isWrite(write)) return [];
    const name = nameOfWrite(write);
    const keyspace = name?.keyspace?.name ?? session.keyspace;
    const table =
      name === undefined || keyspace === undefined ? undefined : session.catalog.table(keyspace, name.name.name);
    if (name === undefined || table === undefined || table.system || table.partial) return [];
    return hasCounters(table) ? [] : [{ write, name, table }];
  });
}

const isWrite = (statement: Statement): statement is Write =>
  statement.kind === 'insert' || statement.kind === 'update' || statement.kind === 'delete';

const nameOfWrite = (write: Write): QualifiedName | undefined =>
  write.kind === 'insert' ? write.into : write.kind === 'update' ? write.table : write.from;

/** The copy as the base is named in the write: with its keyspace, or without. */
export const copyFor = (
  copy: Table,
  base: Table,
  { keyspace }: QualifiedName,
  { surroundings }: Pick<WriteInput, 'surroundings'>,
): Copy | undefined => {
  const written = keyspace === undefined ? printFilled(copy.name) : `${keyspace.text}.${printFilled(copy.name)}`;
  return copyInTable(copy, base, written, surroundings);
};

function syncedOf(write: Write, copy: Copy, name: QualifiedName, { text }: Segment): Synced | undefined {
  const read = readWrite(write, copy.base, text, sharedWith(copy));
  if (read === undefined) return undefined;
  return { write: read, sync: syncOf(read, copy, text.slice(name.span.start, name.span.end)) };
}

/**
 * The copy is written for this write: in the same batch, or by a statement of its own in the same file. A write of the copy that stands
 * in a batch with another write of the base belongs to that one. For a program `mayBeWritten` tells.
 */
function isWritten(
  copy: Table,
  base: Table,
  write: Write,
  { uri, segment, surroundings }: Pick<WriteInput, 'uri' | 'segment' | 'surroundings'>,
  kinds: ReadonlySet<string> = KEEPING[write.kind],
): boolean {
  if (surroundings.isProgram(uri)) {
    const own = surroundings.programWritesOf(base).find((one) => one.uri === uri && one.segment === segment);
    return own === undefined || mayBeWritten(copy, base, own, kinds, surroundings);
  }
  const { byFile, bySegment } = writesBeside(copy, base, surroundings);
  const isAmong = (found: ReadonlySet<string> | undefined): boolean =>
    found !== undefined && [...kinds].some((kind) => found.has(kind));
  return isAmong(byFile.get(uri)) || isAmong(bySegment.get(segment));
}

/** The kinds of statements about a copy. */
interface Beside {
  /** Those that stand for any write of the base in their file. */
  readonly byFile: ReadonlyMap<string, ReadonlySet<string>>;
  readonly bySegment: ReadonlyMap<Segment, ReadonlySet<string>>;
}

/** Worked out once for all writes of the base: there may be many. */
function writesBeside(copy: Table, base: Table, { memory, usesOf }: Surroundings): Beside {
  const uses = usesOf(copy);
  const known = memory.kept(writesBeside, uses, () => new Map<string, Beside>());
  let beside = known.get(base.name);
  if (beside === undefined) {
    const byFile = new Map<string, Set<string>>();
    const bySegment = new Map<Segment, Set<string>>();
    for (const { uri, segment, statement, whole } of uses) {
      noteIn(bySegment, segment, statement.kind);
      const isOfAnother =
        whole.kind === 'batch' &&
        whole.statements.some((one) => isWrite(one) && nameOfWrite(one)?.name.name === base.name);
      if (!isOfAnother) noteIn(byFile, uri, statement.kind);
    }
    known.set(base.name, (beside = { byFile, bySegment }));
  }
  return beside;
}

function noteIn<K>(kinds: Map<K, Set<string>>, key: K, kind: string): void {
  const found = kinds.get(key);
  if (found === undefined) kinds.set(key, new Set([kind]));
  else found.add(kind);
}

const KEEPING: Readonly<Record<Write['kind'], ReadonlySet<string>>> = {
  insert: new Set(['insert', 'update']),
  update: new Set(['insert', 'update', 'delete']),
  delete: new Set(['delete', 'update']),
};

function changeFor(table: Table, copy: Copy, synced: Synced, input: WriteInput): NotedChange | undefined {
  const { uri, segment, statement } = input;
  if (statement.kind !== 'batch') return noted(composeWrite(uri, segment, synced), [synced]);
  const writes = writesIn(input).filter((one) => one.table === table);
  const all = followWrites(
    writes.map((one) => one.write),
    { whole: statement, text: segment.text },
    { copy, shared: sharedWith(copy), ask: syncOf },
  ).filter((one) => one !== undefined);
  return all.length < writes.length ? undefined : noted(composeBatch(uri, segment, statement, all), all);
}

const noted = (change: WriteChange | undefined, synced: readonly Synced[]): NotedChange | undefined =>
  change && { change, notes: [...new Set([...synced.flatMap(({ sync }) => sync.notes), ...statementNotes(synced)])] };
