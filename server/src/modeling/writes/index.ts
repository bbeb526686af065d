import type { Column, Table } from '../../catalog/model.ts';
import { printName } from '../../catalog/names.ts';
import type { Segment } from '../../syntax/segment.ts';
import { tableNamesOf } from '../../syntax/table-names.ts';
import type { InStep, LostWrite, WriteChange, WriteSync } from '../proposal/proposal.ts';
import { isTaken, type Sandbox } from '../proposal/sandbox.ts';
import type { Use } from '../evidence/surroundings.ts';
import type { Question } from '../question/question.ts';
import { composeBatch, composeTruncation, composeWrite, type Synced } from './compose.ts';
import { type Copy, emptiableKey, foreignKey } from './copy.ts';
import { type AskCopy, followWrites, sharedWith } from './followed.ts';
import { statementNotes } from './statement-notes.ts';
import { isEmpty, type Sync } from './sync-model.ts';
import { readWrite, type Write } from './write.ts';

/**
 * How the writes of a query's table keep a copy in step: worked out once for all queries that want the same copy, because there may be
 * many of both. `made` says what a write asks of the copy, and is asked with `kind` to tell it from others.
 */
export function inStepWith(
  copy: Copy,
  { uses, surroundings, declared }: Pick<Question, 'uses' | 'surroundings' | 'declared'>,
  sandbox: Sandbox,
  kind: object,
  made: () => AskCopy,
): InStep {
  const kept = once(() => {
    const known = surroundings.memory.kept(kind, uses(), () => new Map<Table, Map<string, InStep>>());
    let ofBase = known.get(copy.base);
    if (ofBase === undefined) known.set(copy.base, (ofBase = new Map()));
    const id = JSON.stringify(whatIsKept(copy));
    let inStep = ofBase.get(id);
    if (inStep === undefined) ofBase.set(id, (inStep = syncWrites(copy, uses, sandbox, declared.immutable, made())));
    return inStep;
  });
  return { changesWrites: () => kept().changesWrites(), sync: () => kept().sync() };
}

/** All that decides how a copy is written. */
const whatIsKept = ({
  written,
  columns,
  key,
  only,
  unique,
  collapsed,
  ofPartitions,
  immutable,
}: Copy): readonly unknown[] => [
  written,
  columns.map(({ from, ...column }) => ({ ...column, from: from.map(({ name }) => name) })),
  key.map(({ name }) => name),
  only === undefined ? null : [only.column.name, only.constant],
  unique,
  collapsed,
  ofPartitions,
  [...immutable],
];

/**
 * Follows the writes of the base once it is asked how; only what Cassandra takes is offered. `immutable` columns keep the value that they
 * got; `sync` says what a write asks of the copy, and nothing where that cannot be told.
 */
export function syncWrites(
  copy: Copy,
  uses: () => readonly Use[],
  sandbox: Sandbox,
  immutable: ReadonlySet<string>,
  sync: AskCopy,
): InStep {
  const shared = once(() => sharedWith(copy));
  const followed: Followed[] = [];
  const followedTruncation = (use: Use): Followed => ({
    change: composeTruncation(use, namedIn([use], copy).written),
    lost: [],
    notes: [],
    overwrites: false,
    ends: false,
    stays: false,
  });
  const follow = (statement: readonly Use[], index: number): Followed =>
    (followed[index] ??= followStatement(statement, { copy, shared: shared(), sandbox, sync }));
  return {
    // The first write that changes answers it: the others of the table are not looked at for each proposal.
    changesWrites: () =>
      someOf(bySegment(uses()), (one, index) => follow(one, index).change !== undefined) || uses().some(isTruncation),
    sync: once(() =>
      together(
        [...[...bySegment(uses())].map(follow), ...uses().filter(isTruncation).map(followedTruncation)],
        copy,
        immutable,
      ),
    ),
  };
}

const isTruncation = ({ statement: { kind } }: Use): boolean => kind === 'truncate';

function someOf<T>(items: Iterable<T>, is: (item: T, index: number) => boolean): boolean {
  let index = 0;
  for (const item of items) if (is(item, index++)) return true;
  return false;
}

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** What becomes of one statement that writes the base. */
interface Followed {
  readonly change: WriteChange | undefined;
  readonly lost: readonly LostWrite[];
  readonly notes: readonly string[];
  /** It may put a row in the place of another without looking. */
  readonly overwrites: boolean;
  /** What it writes into rows that are there ends by itself (TTL), or stays. */
  readonly ends: boolean;
  readonly stays: boolean;
}

interface Following {
  readonly copy: Copy;
  /** The base's columns that the copy holds. */
  readonly shared: ReadonlySet<string>;
  readonly sandbox: Sandbox;
  readonly sync: AskCopy;
}

function followStatement(uses: readonly Use[], { copy: made, shared, sandbox, sync }: Following): Followed {
  const copy = namedIn(uses, made);
  const { base } = copy;
  const [{ uri, segment, whole }] = uses as readonly [Use];
  const notes: string[] = [];
  const synced: Synced[] = [];
  const lost: LostWrite[] = [];
  const lose = (use: Use): void =>
    void lost.push({
      at: { uri, segment, span: use.statement.span },
      why: `A write of \`${base.name}\` could not be followed: \`${firstLine(segment, use)}\`.`,
    });
  const writes = uses.map(({ statement }) => statement as Write);
  const followed = followWrites(writes, { whole, text: segment.text }, { copy, shared, ask: sync });
  for (const [index, use] of uses.entries()) {
    const one = followed[index];
    if (one === undefined) lose(use);
    else {
      notes.push(...one.sync.notes);
      synced.push(one);
    }
  }
  const none = { change: undefined, lost, notes, overwrites: false, ends: false, stays: false };
  if (synced.length < uses.length) return none;
  const change =
    whole.kind === 'batch' ? composeBatch(uri, segment, whole, synced) : composeWrite(uri, segment, synced[0]!);
  if (synced.every((one) => isEmpty(one.sync))) return none;
  if (change === undefined || !areTaken(change, sandbox)) {
    lose(uses[0]!);
    return none;
  }
  notes.push(...statementNotes(synced));
  return {
    change,
    lost,
    notes,
    overwrites: synced.some((one) => mayOverwrite(one, copy)),
    ends: synced.some(({ write }) => write.ttl !== undefined),
    stays: synced.some(({ write, sync: { reads } }) => write.ttl === undefined && reads.some(writesRows)),
  };
}

/** A statement that names the base with its keyspace may run where another one is in use, or none. */
function namedIn(uses: readonly Use[], copy: Copy): Copy {
  if (copy.written.includes('.')) return copy;
  const [keyspace] = uses.flatMap(({ statement }) => tableNamesOf(statement)[0]?.keyspace?.text ?? []);
  return keyspace === undefined ? copy : { ...copy, written: `${keyspace}.${copy.written}` };
}

function together(followed: readonly Followed[], copy: Copy, immutable: ReadonlySet<string>): WriteSync {
  const changes = followed.flatMap(({ change }) => change ?? []);
  const moving = foreignKey(copy).filter(({ name }) => !immutable.has(name));
  const races = changes.some(({ replacement }) => /^\s*SELECT\b/im.test(replacement));
  const lost = followed.flatMap((one) => one.lost);
  const notes = new Set([
    ...followed.flatMap((one) => [...one.lost.map(({ why }) => why), ...one.notes]),
    ...(moving.length > 0 && races && !copy.collapsed ? [race(moving[0]!)] : []),
    ...(foreignKey(copy).length > 0 && changes.length > 0 ? [leftOut(copy)] : []),
    ...(followed.some(({ ends }) => ends) && followed.some(({ stays }) => stays) ? [OUTLIVES] : []),
    ...(moving.length > 0 && followed.some(({ overwrites }) => overwrites) ? [overwritten(moving)] : []),
  ]);
  return { changes, lost, notes: [...notes] };
}

/** Whether some write of the base leaves it to the client which value the column has. */
export function isBoundIn(
  { uses, table, surroundings }: Pick<Question, 'uses' | 'table' | 'surroundings'>,
  column: Column,
): boolean {
  const known = surroundings.memory.kept(isBoundIn, uses(), () => new Map<Column, boolean>());
  let bound = known.get(column);
  if (bound === undefined) known.set(column, (bound = uses().some((use) => leavesOpen(use, table, column))));
  return bound;
}

function leavesOpen({ segment, statement }: Use, base: Table, column: Column): boolean {
  if (statement.kind !== 'insert' && statement.kind !== 'update' && statement.kind !== 'delete') return false;
  const read = readWrite(statement, base, segment.text, new Set());
  const given = read?.key.get(column.name) ?? read?.set.get(column.name);
  return read === undefined || given?.kind === 'bound';
}

const race = ({ name }: Column): string =>
  `Where a write reads first, two at the same time may leave an old row behind; \`UPDATE … IF ${printName(name)} = ?\` with the value read guards against it.`;

/** What no key takes; of the partition key, where it is one column, neither an empty value. */
const leftOut = (copy: Copy): string =>
  `Of a write, a line that would put a null${emptiableKey(copy) === undefined ? '' : ', or an empty value,'} into the key of the copy is left out.`;

const writesRows = ({ then }: Sync['reads'][number]): boolean => then.some(({ text }) => !/^delete\b/i.test(text));

const OUTLIVES =
  'Rows written USING TTL end, but what a write without one puts into their copies stays: read `TTL(…)` of their columns with it, and give it that.';

/** An INSERT that gives a key column of the copy, and does not look at what it may overwrite. */
const mayOverwrite = ({ write, sync }: Synced, copy: Copy): boolean =>
  write.statement.kind === 'insert' &&
  !copy.collapsed &&
  write.condition === undefined &&
  foreignKey(copy).some(({ name }) => write.set.has(name)) &&
  !write.isNew &&
  !sync.reads.some(({ then }) => then.some(({ text }) => /^delete\b/i.test(text)));

function overwritten(columns: readonly Column[]): string {
  const names = columns.map(({ name }) => `\`${printName(name)}\``).join(', ');
  const declared = columns.map(({ name }) => printName(name)).join(', ');
  return `INSERT overwrites in Cassandra: if the row is there with another ${names}, its old row stays in the copy. Change it by UPDATE, or say \`-- @immutable ${declared}\`.`;
}

/** Writes that stand in the same statement belong together; uses come in the order of the files, so they are neighbours. */
function* bySegment(uses: readonly Use[]): Iterable<readonly Use[]> {
  let group: Use[] = [];
  for (const use of uses) {
    const { kind } = use.statement;
    if (kind !== 'insert' && kind !== 'update' && kind !== 'delete') continue;
    const [first] = group;
    if (first === undefined || first.segment === use.segment) group.push(use);
    else {
      yield group;
      group = [use];
    }
  }
  if (group.length > 0) yield group;
}

const firstLine = ({ text }: Segment, { statement: { span } }: Use): string =>
  text.slice(span.start, span.end).split('\n', 1)[0]!.slice(0, 80);

/** Each statement of a replacement, as it will run. */
const areTaken = ({ replacement }: WriteChange, sandbox: Sandbox): boolean => isTaken(sandbox, replacement);
