import { isApplied, type Play } from '../generate/writes.ts';
import { type Base, keyOf } from '../model.ts';
import type { Derived, Proposal, Step, StepBind, WriteChange } from '../propose.ts';
import { canonical, type Row, type Value } from '../values.ts';
import { type Bound, rowsOf, type Session } from '../wire.ts';
import { ELEMENTS, withDerived } from './derived.ts';

/** The copy as a program sees it in the schema: its key, which must not hold a null. */
export interface Target {
  readonly table: string;
  readonly key: readonly string[];
}

/** Plays a write of the base as the JSON of a proposal tells a program to; without a change, as it stands. */
export async function playWrite(
  session: Session,
  play: Play,
  change: WriteChange | undefined,
  { derived }: Proposal,
  base: Base,
  target: Target,
): Promise<void> {
  if (change === undefined) {
    await session.rows(play.write.cql, play.values);
    return;
  }
  const facts: Facts = { session, play, derived, base, target };
  if (change.steps.length > 0) await playSteps(change.steps, facts);
  else await playText(change.replacement, facts);
}

interface Facts {
  readonly session: Session;
  readonly play: Play;
  readonly derived: readonly Derived[];
  readonly base: Base;
  readonly target: Target;
}

/** A row of the base before and after the write. */
interface Pair {
  readonly before: Row | undefined;
  readonly after: Row | undefined;
}

/** `looked`: a read was to find it; a row that is not there has nothing in its columns. */
const pairOf = (found: Row | undefined, looked: boolean, { play, base }: Facts): Pair => {
  // What nobody looked for is known by the key that the write gives.
  const before = found !== undefined ? new Map([...play.key, ...found]) : looked ? undefined : play.key;
  const one = isOneRow(play, base) && (looked || play.write.kind === 'insert');
  const nothing = new Map<string, Value>(one ? base.columns.map(({ name }) => [name, null]) : []);
  return { before, after: play.after(found === undefined ? new Map([...nothing, ...play.key]) : before!) };
};

/** The write names one row. */
export const isOneRow = ({ key }: Play, base: Base): boolean => keyOf(base).every(({ name }) => key.has(name));

/** The row that the write itself is about, not another of its partition. */
const isOwn = (found: Row, { key }: Play): boolean =>
  [...key].every(([name, value]) => !found.has(name) || canonical(found.get(name)!) === canonical(value));

/** A text runs statement by statement; its markers are the columns that the server names. */
async function playText(text: string, facts: Facts): Promise<void> {
  const { session, play } = facts;
  const pair = pairOf(undefined, false, facts);
  for (const cql of statementsOf(text.replaceAll(/^\s*-- only where it was applied$/gm, ''))) {
    if (/^\s*select\b/i.test(cql)) throw new Error('a text that reads, and no steps');
    const markers = await session.markers(cql);
    const rows = withDerived(pair.after ?? facts.play.key, facts.derived, facts.base);
    if (rows.length !== 1) throw new Error('a text for several rows, and no steps');
    const [row] = rows;
    // What is asked under a condition stands alone.
    const asks = play.write.condition !== undefined && cql.includes(play.write.statement);
    const values = asks ? play.own : markers.map(({ name }) => ofWrite(name, play) ?? valueOf(row!, name));
    const answer = await session.rows(cql, values);
    if (asks && !isApplied(answer)) return;
  }
}

/** Markers that stand for no column: the time of a batch, and a whole row. */
const ofWrite = (name: string, { values, own }: Play): Value | undefined =>
  name === '[timestamp]' ? values[0] : name === '[json]' ? own[0] : undefined;

/** Statements of a text, batches whole. */
function statementsOf(text: string): readonly string[] {
  const parts = text.split(/;[ \t]*(?:\r?\n|$)/).filter((part) => part.trim() !== '');
  const statements: string[] = [];
  let batch: string[] | undefined;
  for (const part of parts) {
    if (/^\s*begin\b/i.test(part)) batch = [];
    if (batch === undefined) statements.push(part);
    else if (/^\s*apply\s+batch\s*$/i.test(part)) {
      statements.push(`${batch.join(';\n')};\n${part}`);
      batch = undefined;
    } else batch.push(part);
  }
  return statements;
}

/** Runs steps: reads find rows, and what follows runs for each of them, with one write time. */
async function playSteps(steps: readonly Step[], facts: Facts): Promise<void> {
  const { session, play } = facts;
  let found: readonly Row[] | undefined;
  let waiting: Bound[] = [];
  const flush = async (): Promise<void> => {
    const statements = await withoutContradictions(waiting, facts);
    waiting = [];
    if (statements.length === 1) await session.rows(statements[0]!.cql, statements[0]!.values);
    else if (statements.length > 1) await session.together(statements);
  };
  for (const step of steps) {
    if (/^\s*select\b/i.test(step.cql)) {
      await flush();
      const values = step.binds.map((bind) => bound(bind, pairOf(undefined, false, facts), play));
      found = rowsOf(await session.rows(step.cql, values));
      continue;
    }
    if (play.write.condition !== undefined && step.cql === play.write.statement) {
      await flush();
      if (!isApplied(await session.rows(step.cql, play.own))) return;
      continue;
    }
    const pairs =
      step.each === false || found === undefined
        ? [
            pairOf(
              found?.find((row) => isOwn(row, play)),
              found !== undefined,
              facts,
            ),
          ]
        : found.map((row) => pairOf(row, true, facts));
    for (const pair of pairs) {
      for (const spread of spreadOver(step, pair, facts)) {
        if (!holds(step.when, spread, (found?.length ?? 0) > 0)) continue;
        waiting.push({ cql: step.cql, values: step.binds.map((bind) => bound(bind, spread, play)) });
      }
    }
  }
  await flush();
}

/** Computed columns of a pair; where the step binds elements of a collection, once for each of them. */
function spreadOver({ binds }: Step, { before, after }: Pair, { derived, base }: Facts): readonly Pair[] {
  const elements = derived.filter((one) => ELEMENTS.has(one.function));
  const plain = derived.filter((one) => !elements.includes(one));
  const wants = (side: 'before' | 'after'): boolean =>
    binds.some((bind) => side in bind && elements.some(({ column }) => column === Object.values(bind)[0]));
  const rowsFor = (row: Row | undefined, all: readonly Derived[]): readonly (Row | undefined)[] =>
    row === undefined ? [undefined] : withDerived(row, all, base);
  const [onlyBefore] = rowsFor(before, plain);
  const [onlyAfter] = rowsFor(after, plain);
  if (wants('before')) return rowsFor(before, derived).map((one) => ({ before: one, after: onlyAfter }));
  if (wants('after')) return rowsFor(after, derived).map((one) => ({ before: onlyBefore, after: one }));
  return [{ before: onlyBefore, after: onlyAfter }];
}

function holds(when: string | undefined, { before, after }: Pair, found: boolean): boolean {
  if (when === undefined) return true;
  if (when === 'found') return found;
  const match = /^(.+) (changed|unchanged|is null|is not null)$/.exec(when);
  if (match === null) throw new Error(`no condition: ${when}`);
  const [, column = '', how] = match;
  const [old, fresh] = [before?.get(column) ?? null, after?.get(column) ?? null];
  if (how === 'changed') return canonical(old) !== canonical(fresh);
  if (how === 'unchanged') return canonical(old) === canonical(fresh);
  return (fresh === null) === (how === 'is null');
}

function bound(bind: StepBind, { before, after }: Pair, { values }: Play): Value {
  if ('original' in bind) {
    const value = values[Number(bind.original)];
    if (value === undefined) throw new Error(`the write has no marker ${bind.original}`);
    return value;
  }
  if ('before' in bind) return valueOf(before ?? new Map(), bind.before);
  if ('after' in bind) return valueOf(after ?? new Map(), bind.after);
  throw new Error('a literal as the value of a marker');
}

function valueOf(row: Row, name: string): Value {
  const value = row.get(name);
  if (value === undefined) throw new Error(`nothing says the value of ${name}`);
  return value;
}

/** No copy gets a row with a null in its key, and no batch deletes a row that it also inserts. */
async function withoutContradictions(
  statements: readonly Bound[],
  { session, target }: Facts,
): Promise<readonly Bound[]> {
  const known = await Promise.all(
    statements.map(async (one) => ({
      one,
      key: await keyIn(one, target, session),
      deletes: /^\s*delete\b/i.test(one.cql),
    })),
  );
  const whole = known.filter(({ key }) => key?.includes(null) !== true);
  const kept = new Set(whole.flatMap(({ key, deletes }) => (key === undefined || deletes ? [] : [canonical(key)])));
  return whole.flatMap(({ one, key, deletes }) =>
    deletes && key !== undefined && /^\s*delete\s+from\b/i.test(one.cql) && kept.has(canonical(key)) ? [] : [one],
  );
}

/** The copy's key that a statement on it names, with markers or as text; `undefined` for statements on the base. */
async function keyIn(
  { cql, values }: Bound,
  { table, key }: Target,
  session: Session,
): Promise<readonly Value[] | undefined> {
  if (!new RegExp(`\\b(?:into|update|from)\\s+(?:"?\\w+"?\\.)?"?${table}"?[\\s(]`, 'i').test(cql)) return undefined;
  const markers = await session.markers(cql);
  const isUpdate = /^\s*update\b/i.test(cql);
  // Where a column is set and compared, the comparison comes last.
  const at = (name: string): number =>
    isUpdate ? markers.findLastIndex((one) => one.name === name) : markers.findIndex((one) => one.name === name);
  const written = textsIn(cql);
  return key.flatMap((name) => {
    const place = at(name);
    return place >= 0 ? [values[place]!] : (written.get(name) ?? []);
  });
}

/** What an INSERT gives its columns as quoted text. */
function textsIn(cql: string): ReadonlyMap<string, string> {
  const [, names = '', values = ''] = /\(([^()]*)\)\s*VALUES\s*\((.*)\)/is.exec(cql) ?? [];
  const columns = names.split(',').map((name) => name.trim().replaceAll('"', ''));
  const given = [...values.matchAll(/'((?:[^']|'')*)'|[^,']+/g)].filter(([part]) => part.trim() !== '');
  if (given.length !== columns.length) return new Map();
  return new Map(
    given.flatMap(([, text], index) => (text === undefined ? [] : [[columns[index]!, text.replaceAll("''", "'")]])),
  );
}
