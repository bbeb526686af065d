import type { Column, Table } from '../catalog/model.ts';
import { declaredOf } from '../modeling/evidence/annotations.ts';
import { hasFewValues } from '../modeling/evidence/few-values.ts';
import { baseOf, namedBase } from '../modeling/evidence/copies.ts';
import { takesOneRow } from '../modeling/evidence/emptied.ts';
import { holdsEvents, isMoved } from '../modeling/evidence/small-partitions.ts';
import { everyUseOf, knownUsesOf, type Surroundings, type Use } from '../modeling/evidence/surroundings.ts';
import { timeEvidence } from '../modeling/evidence/time-columns.ts';
import { ttlOf } from '../modeling/evidence/ttl.ts';
import { movedIn } from '../modeling/writes/moved-in-batch.ts';
import { areInOneFunction } from '../modeling/writes/program-writes.ts';
import type { Delete, Expression, Insert } from '../syntax/ast.ts';
import type { Segment } from '../syntax/segment.ts';
import { createdTable, nameOf } from './created-table.ts';
import type { Rule } from './rule.ts';
import { listNames } from './scan.ts';

const CODE = 'mutable-key';

/** A column of the key whose value changes: each change is a DELETE and an INSERT. */
export const mutableKey: Rule = {
  code: CODE,
  summary: 'A column of the key changes: each change is a DELETE and an INSERT, and leaves a tombstone.',
  severities: ['hint'],
  profile: 'recommended',
  tags: ['data'],
  check(context) {
    const made = createdTable(context);
    if (made === undefined) return [];
    const { create, table } = made;
    const { surroundings } = context;
    const declared = declaredOf(table, surroundings);
    if (holdsEvents(table)) return [];
    return [...table.partitionKey, ...table.clustering].flatMap((column) => {
      // A table by e-mail address is how one is looked up, though it changes now and then.
      if (declared.immutable.has(column.name) || (column.kind === 'partition' && !hasFewValues(column, declared)))
        return [];
      const change = changeOf(column, table, surroundings) ?? moveOf(column, table, surroundings);
      const stays = change === undefined && leavesRows(column, table, surroundings);
      if (change === undefined && !stays && !isChanging(column)) return [];
      const key = create.primaryKeys[0];
      const span = [...(key?.partition ?? []), ...(key?.clustering ?? [])].find(
        ({ name }) => name === column.name,
      )?.span;
      return [
        {
          code: CODE,
          severity: 'hint',
          ...(change === undefined && !stays && !isOfLast(column, table) && { profile: 'strict' }),
          span: span ?? nameOf(create),
          message:
            (stays
              ? `One ${listNames(behind(column, table))} may stand in \`${table.name}\` several times: \`${column.name}\` changes, by its name, and is a part of the key, so that ` +
                'an INSERT with a new one leaves the row of before, which nothing in the project deletes. Delete it in the same batch, or ' +
                `leave \`${column.name}\` out of the key and sort in the client. `
              : `\`${column.name}\` ${change?.says ?? 'changes, by its name'}, and here it is a part of the key: each change is a DELETE ` +
                'of the row and an INSERT of another, and its tombstone stays in the way of reads. ') +
            `\`-- @immutable ${column.name}\` says that it never changes.`,
          related: change === undefined ? [] : [{ at: change.use.at, message: 'Changed here' }],
        },
      ];
    });
  },
};

/**
 * The newest of each thing, or its rank, in the order of what changes: the project inserts rows that nothing takes away again, though
 * the thing itself stands behind in the key.
 */
function leavesRows(column: Column, table: Table, surroundings: Surroundings): boolean {
  if (column.kind !== 'clustering' || behind(column, table).length === 0 || ttlOf(table) !== undefined) return false;
  if (!(timeEvidence(column) === undefined ? isRank(column, table) : isOfState(column, table))) return false;
  const uses = everyUseOf(surroundings, table).map(({ statement }) => statement);
  const inserts = uses.flatMap((statement) => (statement.kind === 'insert' ? [statement] : []));
  return (
    inserts.length > 0 &&
    inserts.every(({ using, condition }) => using?.ttl === undefined && condition === undefined) &&
    !uses.some(({ kind }) => kind === 'delete')
  );
}

const behind = (column: Column, { clustering }: Table): readonly string[] =>
  clustering.slice(clustering.indexOf(column) + 1).map(({ name }) => name);

/** `score` of `players_by_score` or of a leaderboard. */
const isRank = (column: Column, { name }: Table): boolean =>
  CHANGING.test(column.name) && (RANKED.test(name) || name.toLowerCase().endsWith(`_by_${column.name}`));

const RANKED = /(?:^|_)(?:leader_?boards?|rankings?|standings|top_\w+)(?:_|$)/i;

/** When the state was met that is kept, and not when something happened. */
const isOfState = (column: Column, { name }: Table): boolean =>
  OF_STATE.test(name) ? isMoved(column) || CHANGED.test(column.name) : isMoved(column) && !UPDATES.test(name);

const OF_STATE = /^(?:latest|current|last|newest|actual)_|_(?:latest|current|state|status)(?:_by_\w+)?$/i;

const CHANGED = /^(?:changed|seen|reported|measured|received|refreshed)(?:_?(?:at|on|time|ts))?$/i;

const UPDATES =
  /(?:^|_)(?:updates?|modifications?|edits?|snapshots?|readings?|measurements?|metrics?|prices|quotes)(?:_|$)/i;

interface Change {
  readonly says: string;
  readonly use: Use;
}

/** A row is deleted and written anew with another value of the column, in a batch or by a DELETE and the INSERT right behind it. */
const moveOf = (column: Column, table: Table, surroundings: Surroundings): Change | undefined =>
  moveInBatch(column, table, surroundings) ??
  moveBeside(column, table, surroundings) ??
  moveInProgram(column, table, surroundings);

/** As the column alone tells where all else is one, or markers where its name says that it changes. */
function moveBeside(column: Column, table: Table, surroundings: Surroundings): Change | undefined {
  const uses = surroundings.usesOf(table);
  const removals = new Set(uses.flatMap(({ statement }) => (statement.kind === 'delete' ? [statement] : [])));
  if (removals.size === 0) return undefined;
  const use = uses.find(({ statement: arrival, segment, whole, at }) => {
    if (arrival.kind !== 'insert' || whole !== arrival) return false;
    const before = surroundings.before(at);
    const removal = before?.statement();
    if (before === undefined || removal?.kind !== 'delete' || !removals.has(removal)) return false;
    if (!takesOneRow(removal, table)) return false;
    const written = valuesOf(arrival, segment);
    const deleted = comparedIn(removal, before);
    const isBound = isChanging(column) && written.get(column.name)?.value.kind === 'marker';
    return isMoveOf(column, table, deleted, written) || (isBound && areSame(table, deleted, written));
  });
  return use === undefined ? undefined : { says: 'is another one in the INSERT behind a DELETE of the row', use };
}

/** One function of a program deletes a row and inserts one that differs from it in a constant of the column alone. */
function moveInProgram(column: Column, table: Table, surroundings: Surroundings): Change | undefined {
  const uses = surroundings
    .programUsesOf(table)
    .filter(({ isKnown, statement, whole }) => isKnown && statement === whole);
  const removals = new Map<string, { readonly removal: Segment; readonly row: Row }[]>();
  for (const { statement, segment } of uses) {
    if (statement.kind !== 'delete' || !takesOneRow(statement, table)) continue;
    const row = comparedIn(statement, segment);
    if (row.get(column.name)?.value.kind !== 'literal') continue;
    const rest = restOfKey(column, table, row);
    const alike = removals.get(rest);
    if (alike === undefined) removals.set(rest, [{ removal: segment, row }]);
    else alike.push({ removal: segment, row });
  }
  if (removals.size === 0) return undefined;
  const moves = uses.flatMap((use) => {
    const { statement, segment } = use;
    if (statement.kind !== 'insert') return [];
    const written = valuesOf(statement, segment);
    const left = removals.get(restOfKey(column, table, written)) ?? [];
    return left.flatMap(({ removal, row }) => (isMoveOf(column, table, row, written) ? [{ removal, use }] : []));
  });
  if (moves.length === 0) return undefined;
  // Where these are run is looked for only now, since every edit of a program may change that.
  const writes = new Map(surroundings.programWritesOf(table).map((write) => [write.segment, write]));
  const move = moves.find(({ removal, use }) => areInOneFunction(writes.get(removal)!, writes.get(use.segment)!));
  return move && { says: 'is another one in the INSERT beside a DELETE of the row', use: move.use };
}

/** What a row has in the other columns of the key. */
const restOfKey = (column: Column, { partitionKey, clustering }: Table, row: Row): string =>
  [...partitionKey, ...clustering]
    .flatMap(({ name }) => (name === column.name ? [] : [row.get(name)?.text]))
    .join('\0');

/** As the column alone tells where all else is one, or the names of markers, or its own. */
function moveInBatch(column: Column, table: Table, surroundings: Surroundings): Change | undefined {
  const inBatches = knownUsesOf(surroundings, table).filter(({ whole }) => whole.kind === 'batch');
  const removals = inBatches.filter(({ statement }) => statement.kind === 'delete');
  if (removals.length === 0) return undefined;
  const use = inBatches.find(({ statement: arrival, segment, whole }) => {
    if (arrival.kind !== 'insert') return false;
    return removals.some(({ statement: removal, whole: batch }) => {
      if (batch !== whole || removal.kind !== 'delete' || removal.targets.length > 0) return false;
      if (isMoveOf(column, table, comparedIn(removal, segment), valuesOf(arrival, segment))) return true;
      const moved = movedIn(removal, arrival, table, ({ span }) => segment.text.slice(span.start, span.end));
      return moved?.includes(column) === true && (moved.length === 1 || isChanging(column));
    });
  });
  return use === undefined ? undefined : { says: 'changes in a batch', use };
}

type Row = ReadonlyMap<string, Given>;

/** Two constants are two values of the column, and no other column of the key differs: what stands last in it is the row itself. */
const isMoveOf = (column: Column, table: Table, deleted: Row, written: Row): boolean =>
  column !== table.clustering.at(-1) &&
  [...table.partitionKey, ...table.clustering].every(({ name }) => {
    const [old, fresh] = [deleted.get(name), written.get(name)];
    if (old === undefined || fresh === undefined) return false;
    return name === column.name
      ? old.value.kind === 'literal' && fresh.value.kind === 'literal' && old.text !== fresh.text
      : old.text === fresh.text;
  });

const areSame = (table: Table, deleted: Row, written: Row): boolean =>
  [...table.partitionKey, ...table.clustering].every(({ name }) => deleted.get(name)?.text === written.get(name)?.text);

interface Given {
  readonly value: Expression;
  readonly text: string;
}

const givenIn = (value: Expression, { text }: Segment): Given => ({
  value,
  text: text.slice(value.span.start, value.span.end).toLowerCase(),
});

const valuesOf = ({ values }: Insert, segment: Segment): Row =>
  new Map(
    values.kind === 'values'
      ? values.columns.flatMap(({ name }, index) =>
          values.values[index] === undefined ? [] : [[name, givenIn(values.values[index], segment)]],
        )
      : [],
  );

const comparedIn = ({ where }: Delete, segment: Segment): Row =>
  new Map(
    (where?.relations ?? []).flatMap((relation) =>
      relation.kind === 'column' && relation.operator === '=' && relation.operand.kind === 'one'
        ? [[relation.column.name, givenIn(relation.operand.value, segment)]]
        : [],
    ),
  );

/** An UPDATE of the table whose rows these are that sets the column there. */
function changeOf({ name }: Column, table: Table, surroundings: Surroundings): Change | undefined {
  const base = baseOf(table, surroundings) ?? namedBase(table, surroundings);
  const kind = base?.columns.get(name)?.kind;
  if (base === undefined || (kind !== 'regular' && kind !== 'static')) return undefined;
  const use = knownUsesOf(surroundings, base).find(
    ({ statement }) =>
      statement.kind === 'update' &&
      statement.assignments.some((assignment) => assignment.kind === 'set' && assignment.column.name === name),
  );
  return use === undefined ? undefined : { says: `of \`${base.name}\` is updated`, use };
}

/** When the thing behind it was last met: a time that a series of what happened never has. */
const isOfLast = ({ name }: Column, { clustering }: Table): boolean =>
  OF_LAST.test(name) && clustering.findIndex((column) => column.name === name) < clustering.length - 1;

const OF_LAST =
  /^last_?(?:seen|modified|updated?|changed|active|activity|login|access(?:ed)?|visit(?:ed)?|contact|message)/i;

const isChanging = (column: Column): boolean => isMoved(column) || CHANGING.test(column.name);

const CHANGING = /(?:^|_)(?:status|state|stage|phase|priority|balance|score|rating|rank|likes|views|votes|points)$/i;
