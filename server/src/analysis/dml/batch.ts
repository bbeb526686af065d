import { isCounterTable } from '../../catalog/table-columns.ts';
import type { Batch, Conditions } from '../../syntax/ast.ts';
import type { Span } from '../../text/span.ts';
import { inHashOrder } from '../java/hash-order.ts';
import { hasMarker } from '../judging/markers.ts';
import { inEach, inOrder, isRefused, isUndecided, type Outcome, refuse } from '../judging/outcome.ts';
import { type CassandraRelease, releaseOf, since } from '../../text/release.ts';
import { checkTerm } from '../typing/terms.ts';
import { keyIsIn } from '../restrictions/partition.ts';
import { textOfTable } from '../judging/names.ts';
import type { Refused, Session, Undecided, Verdict } from '../judging/verdict-model.ts';
import { countKeys, samePartition, sameRow } from './batch-partitions.ts';
import { prepareWrite } from './prepare-write.ts';
import { checkVirtualWrites } from './virtual.ts';
import { checkUsing, type PreparedWrite, tableOf, typeOf, validateWrite } from './write.ts';
import {
  bindConditions,
  checkChange,
  checkConditionalKey,
  checkConditions,
  checkKey,
  checkTimestampRange,
} from './write-execution.ts';
import { printList } from '../java/print-list.ts';

/** The text of a request, for the places that 6.0 names in its messages. */
export type RequestText = string | undefined;

/** What the server says to a BATCH (`BatchStatement.Parsed.prepare`, then its execution). */
export function batchVerdict(batch: Batch, session: Session, text: RequestText): Verdict {
  const writes: PreparedWrite[] = [];
  let doubt: Undecided | undefined;
  for (const statement of batch.statements) {
    const prepared = prepareWrite(statement, session);
    if (isRefused(prepared)) return prepared;
    if (isUndecided(prepared)) doubt ??= prepared;
    else writes.push(prepared);
    if (!isUndecided(prepared)) doubt ??= prepared.doubt;
  }
  if (writes.length < batch.statements.length) return doubt ?? { kind: 'undecided', why: 'placeholder' };
  const problem = inOrder(
    () => checkUsing(batch.using, (value, receiver) => checkTerm(value, receiver, { keyspace: undefined }, session)),
    () => checkBatch(batch, writes, releaseOf(session) ?? '5.0', text),
  );
  if (problem !== undefined) return problem;
  if (doubt !== undefined) return doubt;
  const release = releaseOf(session) ?? '5.0';
  if (!hasMarker(batch)) return runningBatch(batch, writes, release);
  return (since(release, '4.0') ? inEach(writes, validateWrite) : undefined) ?? { kind: 'accepted', warnings: [] };
}

/** What may not stand together in one batch (`BatchStatement.validate`). */
function checkBatch(
  batch: Batch,
  writes: readonly PreparedWrite[],
  release: CassandraRelease,
  text: RequestText,
): Refused | undefined {
  const { using, type } = batch;
  const conditional = writes.find(({ statement }) => statement.condition !== undefined);
  if (using?.ttl !== undefined) {
    return refuse('batch-ttl', 'Global TTL on the BATCH statement is not supported.', using.ttl.span);
  }
  if (using?.timestamp !== undefined && conditional !== undefined) {
    return refuse('batch-timestamp', 'Cannot provide custom timestamp for conditional BATCH', using.timestamp.span);
  }
  if (using?.timestamp !== undefined && type === 'counter') {
    return refuse('batch-timestamp', 'Cannot provide custom timestamp for counter BATCH', using.timestamp.span);
  }
  const members = since(release, '4.0') ? checkMembers(batch, writes, release, text) : checkMembersOf3(batch, writes);
  return members ?? (conditional === undefined ? undefined : checkTables(writes, release, text));
}

function checkMembers(
  { using, type }: Batch,
  writes: readonly PreparedWrite[],
  release: CassandraRelease,
  text: RequestText,
): Refused | undefined {
  const counter = writes.find(isCounter);
  const other = writes.find((write) => !isCounter(write));
  const virtual = writes.find(isVirtual);
  const regular = writes.find((write) => !isVirtual(write));
  const twice = using?.timestamp && writes.find(({ statement }) => statement.using?.timestamp !== undefined);
  if (twice) return refuse('batch-timestamp', at(TIMESTAMP_TWICE, twice, release, text), spanOf(twice));
  if (using?.timestamp && counter) {
    return refuse(
      'batch-timestamp',
      'Cannot provide custom timestamp for a BATCH containing counters',
      using.timestamp.span,
    );
  }
  if (type === 'counter' && other) {
    return refuse('batch-counters', 'Cannot include non-counter statement in a counter batch', spanOf(other));
  }
  if (counter && other) return refuse('batch-counters', MIXED, spanOf(counter));
  if (type === 'logged' && counter) {
    return refuse('batch-counters', 'Cannot include a counter statement in a logged batch', spanOf(counter));
  }
  if (type === 'logged' && virtual) {
    return refuse(
      'batch-virtual-tables',
      'Cannot include a virtual table statement in a logged batch',
      spanOf(virtual),
    );
  }
  if (virtual && regular) {
    const message = 'Mutations for virtual and regular tables cannot exist in the same batch';
    return refuse('batch-virtual-tables', message, spanOf(virtual));
  }
  if (virtual && writes.some(({ statement }) => statement.condition !== undefined)) {
    const message = 'Conditional BATCH statements cannot include mutations for virtual tables';
    return refuse('batch-virtual-tables', message, spanOf(virtual));
  }
  return undefined;
}

/** 3.11 asks each statement everything in turn. */
function checkMembersOf3({ using, type }: Batch, writes: readonly PreparedWrite[]): Refused | undefined {
  for (const write of writes) {
    const span = spanOf(write);
    const counter = isCounter(write);
    if (using?.timestamp && counter) {
      return refuse(
        'batch-timestamp',
        'Cannot provide custom timestamp for a BATCH containing counters',
        using.timestamp.span,
      );
    }
    if (using?.timestamp && write.statement.using?.timestamp) return refuse('batch-timestamp', TIMESTAMP_TWICE, span);
    if (type === 'counter' && !counter) {
      return refuse('batch-counters', 'Cannot include non-counter statement in a counter batch', span);
    }
    if (type === 'logged' && counter) {
      return refuse('batch-counters', 'Cannot include a counter statement in a logged batch', span);
    }
  }
  const counter = writes.find(isCounter);
  return counter && !writes.every(isCounter) ? refuse('batch-counters', MIXED, spanOf(counter)) : undefined;
}

/** Conditions hold for one partition, so for one table. */
function checkTables(
  writes: readonly PreparedWrite[],
  release: CassandraRelease,
  text: RequestText,
): Refused | undefined {
  const foreign = writes.find(({ scope }, index) => {
    const previous = writes[index - 1]?.scope.table;
    return previous !== undefined && (previous.keyspace !== scope.table.keyspace || previous.name !== scope.table.name);
  });
  if (foreign === undefined) return undefined;
  return refuse(
    'batch-condition-tables',
    at('Batch with conditions cannot span multiple tables', foreign, release, text),
    spanOf(foreign),
  );
}

const TIMESTAMP_TWICE = 'Timestamp must be set either on BATCH or individual statements';
const MIXED = 'Counter and non-counter mutations cannot exist in the same batch';

const isCounter = ({ scope }: PreparedWrite): boolean => isCounterTable(scope.table);
const isVirtual = ({ scope }: PreparedWrite): boolean => scope.table.kind === 'virtual';
const spanOf = ({ statement }: PreparedWrite): Refused['spans'][0] => tableOf(statement)?.span ?? statement.span;

/** 6.0 says where the statement stands in the request. */
const at = (message: string, { statement }: PreparedWrite, release: CassandraRelease, text: RequestText): string =>
  since(release, '6.0') && text !== undefined ? `${message}:${placeIn(text, statement.span)}` : message;

/** ` at [1:31]`: the line and column where a statement begins in its request; nothing where the request is not known. */
export function placeIn(text: RequestText, { start }: Span): string {
  if (text === undefined) return '';
  const before = text.slice(0, start);
  return ` at [${before.split('\n').length}:${before.length - before.lastIndexOf('\n')}]`;
}

/** All statements are asked about themselves, then their keys, then what they change. */
function runningBatch(batch: Batch, writes: readonly PreparedWrite[], release: CassandraRelease): Verdict {
  const conditional = writes.some(({ statement }) => statement.condition !== undefined);
  const problem = inOrder(
    () => inEach(writes, validateWrite),
    () => (conditional ? inEach(writes, (write, index) => checkConditional(write, writes.slice(0, index))) : undefined),
    () => (conditional ? checkFirstCondition(writes) : undefined),
    () => (conditional ? undefined : inEach(writes, checkKey)),
    () => (writes.length === 0 ? undefined : checkTimestampRange(batch.using)),
    () => (conditional ? undefined : inEach(writes, checkChange)),
    () => checkVirtualWrites(writes),
  );
  if (problem !== undefined) return problem;
  return { kind: 'accepted', warnings: conditional ? [] : warningsOf(batch, writes, release) };
}

/** What the row holds decides how many conditions are compared; one alone is. */
function checkFirstCondition(writes: readonly PreparedWrite[]): Outcome {
  const [only, ...others] = writes.filter(({ statement }) => statement.condition !== undefined);
  return only === undefined || others.length > 0 ? undefined : checkConditions(only);
}

/** Each statement of a conditional batch writes the same partition (`BatchStatement.makeCasRequest`). */
function checkConditional(write: PreparedWrite, before: readonly PreparedWrite[]): Outcome {
  const previous = before.at(-1);
  const { restrictions, scope, statement } = write;
  const change = typeOf(statement) === 'UPDATE' ? 'updates' : 'deletions';
  return inOrder(
    () => checkKey(write),
    () => {
      if (!keyIsIn(restrictions, scope.table, scope.release)) return undefined;
      const message =
        'java.lang.IllegalArgumentException: Batch with conditions cannot span multiple partitions (you cannot use IN on the partition key)';
      return refuse('batch-condition-partitions', message, spanOf(write), [], 'server');
    },
    () => {
      const same = previous === undefined || samePartition(write, previous);
      const message = 'Batch with conditions cannot span multiple partitions';
      if (same === 'unknown') return { kind: 'undecided', why: 'unknown-schema' };
      return same ? undefined : refuse('batch-condition-partitions', message, spanOf(write));
    },
    () => {
      if (!restrictions.clustering.hasIn) return undefined;
      const message = `IN on the clustering key columns is not supported with conditional ${change}`;
      return refuse('conditional-in', message, spanOf(write));
    },
    () => (statement.condition === undefined ? undefined : checkConditionalKey(write)),
    () => mixedConditions(write, before),
    () => bindConditions(write),
  );
}

/** A row has conditions of one form, and so have the static columns of a partition (`CQL3CasRequest`). */
function mixedConditions(write: PreparedWrite, before: readonly PreparedWrite[]): Outcome {
  return inEach(askedOf(write), ({ form, ofStatics }) => {
    const first = before
      .flatMap(askedOf)
      .find((other) => other.ofStatics === ofStatics && (ofStatics || sameRow(write, other.write) === true));
    if (first === undefined || first.form === form) return undefined;
    const refused = (what: string): Refused =>
      refuse('batch-mixed-conditions', `Cannot mix ${what} for the same row`, spanOf(write));
    if (form === 'if') {
      const other = first.form === 'not-exists' || !since(write.scope.release, '6.0') ? 'NOT EXISTS' : 'EXISTS';
      return refused(`IF conditions and IF ${other}`);
    }
    if (first.form === 'if') return refused(`IF conditions and IF ${form === 'not-exists' ? 'NOT ' : ''}EXISTS`);
    return refused('IF EXISTS and IF NOT EXISTS conditions');
  });
}

/** What a write asks of its row, or of the static columns beside it. */
interface Condition {
  readonly write: PreparedWrite;
  readonly form: Conditions['kind'];
  readonly ofStatics: boolean;
}

function askedOf(write: PreparedWrite): readonly Condition[] {
  const { statement, conditions, restrictions, scope } = write;
  const form = statement.condition?.kind;
  if (form === undefined) return [];
  const noRow = scope.table.clustering.length > 0 && restrictions.clustering.entries.length === 0;
  const asked = form === 'if' ? conditions.map(({ kind }) => kind === 'static') : [noRow];
  return [...new Set(asked)].map((ofStatics) => ({ write, form, ofStatics }));
}

function warningsOf(batch: Batch, writes: readonly PreparedWrite[], release: CassandraRelease): readonly string[] {
  if (batch.type === 'logged') return warningsOfGrace(writes, release);
  const tables = [...new Set(writes.map(({ scope }) => textOfTable(scope.table, release)))];
  const partitions = countKeys(writes);
  return partitions !== undefined && partitions > MANY_PARTITIONS
    ? [
        `Unlogged batch covering ${partitions} partitions detected against table${tables.length === 1 ? '' : 's'} ` +
          `${printList(inHashOrder(tables))}. You should use a logged batch for atomicity, or asynchronous writes for performance.`,
      ]
    : [];
}

/** A logged batch is kept as long as its tables' gc_grace_seconds. */
function warningsOfGrace(writes: readonly PreparedWrite[], release: CassandraRelease): readonly string[] {
  const hasty = writes.filter(({ scope }) => {
    const grace = scope.table.options.get('gc_grace_seconds');
    return grace?.kind === 'literal' && Number(grace.literal.value) === 0;
  });
  const tables = [...new Set(hasty.map(({ scope: { table } }) => textOfTable(table, release)))];
  if (tables.length === 0) return [];
  return [
    `Executing a LOGGED BATCH on table${tables.length === 1 ? '' : 's'} ${printList(inHashOrder(tables))}, configured with a gc_grace_seconds of 0. ` +
      'The gc_grace_seconds is used to TTL batchlog entries, so setting gc_grace_seconds too low on tables involved in an atomic batch ' +
      'might cause batchlog entries to expire before being replayed.',
  ];
}

/** `unlogged_batch_across_partitions_warn_threshold`. */
const MANY_PARTITIONS = 10;
