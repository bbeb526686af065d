import type { Random } from '../../conformance/generate/random.ts';
import { isApplied, type Play } from '../generate/writes.ts';
import { type Base, keyOf } from '../model.ts';
import type { Derived } from '../propose.ts';
import { canonical, type Row, type Value } from '../values.ts';
import { type Bound, rowsOf, type Session } from '../wire.ts';
import { ELEMENTS, withDerived } from './derived.ts';
import { isOneRow, type Target } from './writes.ts';

interface Facts {
  readonly session: Session;
  readonly play: Play;
  readonly base: Base;
  /** The tables that the text keeps in step. */
  readonly copies: readonly Kept[];
  readonly random: Random;
}

/** A copy, and its columns that the base does not have. */
export interface Kept {
  readonly target: Target;
  readonly derived: readonly Derived[];
}

/** A statement of a text, alone or in a batch, with the case in which its comment lets it run. */
interface Line {
  readonly cql: string;
  readonly only: { readonly column: string; readonly changed: boolean } | undefined;
}

/** What is sent at once: a statement, or those of a batch. */
interface Part {
  readonly lines: readonly Line[];
  /** The batch has the write's own time. */
  readonly timed?: boolean;
}

/** A row of the base before and after the write. */
interface Pair {
  readonly before: Row | undefined;
  readonly after: Row | undefined;
}

/**
 * Plays the text of a replacement as a person would run it: statement by statement, once for each row that the SELECT above has found,
 * with what the SELECT gave, what the write binds, and the values that the row has after it. What several SELECTs find of a row is put
 * together, where they stand one below the other, and for several copies all that stand above the write.
 *
 * The SELECTs run where they stand, or all before the rest: both have to be right.
 */
export async function playText(text: string, facts: Facts): Promise<void> {
  const { session, play, random, copies } = facts;
  if (text === play.write.cql) return void (await session.rows(text, play.values));
  const parts = partsOf(text);
  const early = new Map<Part, readonly Row[]>();
  if (random.chance(0.5)) {
    for (const part of parts) if (isRead(part)) early.set(part, await read(part.lines[0]!.cql, facts));
  }
  let found: Found | undefined;
  let near: Found | undefined;
  let reads = false;
  let isBelow = false;
  for (const part of parts) {
    const { lines, timed = false } = part;
    if (isRead(part)) {
      const rows = early.get(part) ?? (await read(lines[0]!.cql, facts));
      found = reads ? foundWith(found, rows) : foundWith(undefined, rows);
      near = isBelow ? foundWith(near, rows) : foundWith(undefined, rows);
      reads = isBelow = true;
      continue;
    }
    reads = copies.length > 1 && !lines.some(({ cql }) => isOwn(cql, play));
    isBelow = false;
    // What is taken away alone are the rows of the read right above it.
    const pairs = pairsOf(isRemoval(part) && !isOwn(lines[0]!.cql, play) ? near : found, facts);
    const bound: Bound[] = [];
    for (const [index, line] of lines.entries()) {
      if (isOwn(line.cql, play)) bound.push({ cql: line.cql, values: play.own });
      else {
        const own = listedPair(lines, index, play, found?.rows);
        for (const pair of own === undefined ? pairs : [own]) bound.push(...(await boundFor(line, pair, facts)));
      }
    }
    const sent = withoutRepeats(bound);
    const [only] = sent;
    if (timed) await session.together(sent, play.values[0]);
    else if (only !== undefined && sent.length === 1) {
      const answer = await session.rows(only.cql, only.values);
      if (isOwn(only.cql, play) && play.write.condition !== undefined && !isApplied(answer)) return;
    } else if (sent.length > 1) await session.together(sent);
  }
}

/** What comes out the same for several rows (the static values of their partition) is sent once: a list that one batch sets twice is doubled. */
const withoutRepeats = (bound: readonly Bound[]): readonly Bound[] => [
  ...new Map(bound.map((one) => [canonical([one.cql, ...one.values]), one])).values(),
];

/** What reads have found: rows, put together from what each knows of them, and all that they have given. */
interface Found {
  readonly rows: readonly Row[];
  readonly given: readonly Row[];
}

const foundWith = (found: Found | undefined, rows: readonly Row[]): Found =>
  found === undefined ? { rows, given: rows } : { rows: joined(found.rows, rows), given: [...found.given, ...rows] };

/** Rows of which each knows a part, by the columns that they have in common. */
function joined(some: readonly Row[], others: readonly Row[]): readonly Row[] {
  const areOne = (a: Row, b: Row): boolean =>
    [...a].every(([name, value]) => !b.has(name) || canonical(b.get(name)!) === canonical(value));
  const both = some.flatMap((row) =>
    others.flatMap((other) => (areOne(row, other) ? [new Map([...row, ...other])] : [])),
  );
  const alone = (rows: readonly Row[], beside: readonly Row[]): readonly Row[] =>
    rows.filter((row) => !beside.some((other) => areOne(row, other)));
  return [...both, ...alone(some, others), ...alone(others, some)];
}

const isRead = ({ lines }: Part): boolean => /^select\b/i.test(lines[0]!.cql);

const isRemoval = ({ lines }: Part): boolean => lines.length === 1 && /^delete\s+from\b/i.test(lines[0]!.cql);

/** A line that stands once for each value of the write's IN is about the row of that value, found or not. */
function listedPair(
  lines: readonly Line[],
  index: number,
  { write, list, key, after }: Play,
  found: readonly Row[] = [],
): Pair | undefined {
  const { cql, only } = lines[index]!;
  if (only !== undefined) return undefined;
  const alike = lines.flatMap((line, at) => (line.cql === cql ? [at] : []));
  if (write.listed === undefined || write.ranged !== undefined || alike.length !== list.length) return undefined;
  const row = new Map([...(found[0] ?? []), ...key, [write.listed.name, list[alike.indexOf(index)]!]]);
  return { before: undefined, after: after(row) };
}

const isOwn = (cql: string, { write }: Play): boolean => flat(cql) === flat(write.statement);

const flat = (cql: string): string => cql.replaceAll(/\s+/g, ' ').trim();

/** Statements and batches of a text. A comment counts for the lines below it up to a blank line, another comment or the batch's end. */
export function partsOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  let batch: Line[] | undefined;
  let timed = false;
  let only: Line['only'];
  let waiting = '';
  for (const raw of `${text};`.split('\n')) {
    const line = raw.trim();
    if (line.startsWith('--')) {
      const match = /^-- only where (\S+) (changed|is unchanged)$/.exec(line);
      only = match === null ? undefined : { column: match[1]!.replaceAll('"', ''), changed: match[2] === 'changed' };
    } else if (line === '') only = undefined;
    else if (/^begin\b/i.test(line)) {
      batch = [];
      timed = /\btimestamp\b/i.test(line);
    } else if (/^apply batch;?$/i.test(line)) {
      parts.push({ lines: batch ?? [], timed });
      batch = undefined;
      only = undefined;
    } else {
      waiting = `${waiting} ${line}`.trim();
      if (!waiting.endsWith(';')) continue;
      const one: Line = { cql: waiting.replace(/;+$/, ''), only };
      if (batch === undefined) parts.push({ lines: [one] });
      else batch.push(one);
      waiting = '';
    }
  }
  return parts;
}

async function read(cql: string, facts: Facts): Promise<readonly Row[]> {
  const { session, play } = facts;
  const given = [...play.key, ...listedValues(play)];
  const markers = await session.markers(cql);
  // The SELECT has the relations of the write, or those of its partition.
  const values = markers.map(({ name }, index) => {
    const nth = markers.slice(0, index).filter((one) => one.name === name).length;
    const found = given.filter(([column]) => column === name)[nth];
    if (found === undefined) throw new Error(`the write does not give ${name}: ${cql}`);
    return found[1];
  });
  // Columns that are asked for need not be selected.
  const asked = markers.flatMap(({ name }, index) =>
    markers.filter((one) => one.name === name).length === 1 ? [[name, values[index]!] as const] : [],
  );
  return rowsOf(await session.rows(cql, values)).map((row) => new Map([...asked, ...row]));
}

const listedValues = ({ write, list }: Play): readonly (readonly [string, Value])[] =>
  write.listed === undefined ? [] : list.map((value) => [write.listed!.name, value] as const);

/**
 * The rows that were found, before and after; where none was, and the write names one, the row that it makes. Where several copies are
 * kept in step, the reads of one stand above what is about the row itself in another.
 */
function pairsOf(all: Found | undefined, { play, base, copies }: Facts): readonly Pair[] {
  const one = isOneRow(play, base);
  const found = all?.rows;
  const pairOf = (row: Row): Pair => {
    const before = new Map([...play.key, ...row]);
    return { before, after: play.after(before) };
  };
  const nothing = new Map<string, Value>(one ? base.columns.map(({ name }) => [name, null]) : []);
  if (copies.length > 1 && found !== undefined) {
    const isWhole = (row: Row): boolean => keyOf(base).every(({ name }) => row.has(name));
    const whole = found.filter(isWhole);
    // What a partition says of all its rows it says of one that is not there yet.
    const isStatic = (name: string): boolean => base.columns.some((one) => one.name === name && one.role === 'static');
    const shared = all!.given.flatMap((row) => [...row].filter(([name]) => !isWhole(row) || isStatic(name)));
    const isThere = whole.some((row) => keyOf(base).every(({ name }) => isSame(row.get(name), play.key.get(name))));
    const own = new Map([...nothing, ...shared]);
    // Where nothing was found the lines run that need nothing of it.
    const isAlone = one ? !isThere : whole.length === 0;
    return [...whole.map(pairOf), ...(isAlone ? [pairOf(new Map([...own, ...play.key]))] : [])];
  }
  if (found !== undefined && found.length > 0) return found.map(pairOf);
  if (found !== undefined && !one) return [];
  const made = play.after(new Map([...nothing, ...play.key]));
  return [{ before: found === undefined ? play.key : undefined, after: made }];
}

const isSame = (a: Value | undefined, b: Value | undefined): boolean =>
  a !== undefined && b !== undefined && canonical(a) === canonical(b);

/** What is sent for a line of the text and a row: once, once for each element of a collection that it names, or not at all. */
async function boundFor({ cql, only }: Line, pair: Pair, facts: Facts): Promise<readonly Bound[]> {
  const { session, base, play, copies } = facts;
  const { target, derived } = copyNamed(cql, facts);
  if (only !== undefined) {
    const [old, fresh] = [pair.before?.get(only.column) ?? null, pair.after?.get(only.column) ?? null];
    if ((canonical(old) !== canonical(fresh)) !== only.changed) return [];
  }
  const row = /^delete\b/i.test(cql) && !/^delete\s+(?!from\b)/i.test(cql) ? pair.before : pair.after;
  const markers = await session.markers(cql);
  const elements = derived.filter(({ function: of }) => ELEMENTS.has(of));
  const spreads = markers.some(({ name }) => elements.some(({ column }) => column === name));
  const plain = derived.filter((one) => !elements.includes(one));
  const rows = row === undefined ? [] : withDerived(row, spreads ? derived : plain, base);
  const all: Bound[] = [];
  for (const one of rows) {
    const values = markers.map(({ name }, index) => {
      const own = ownValue(name, markers.findIndex((other) => other.name === name) === index, cql, play);
      const value = own ?? one.get(name);
      return value;
    });
    // What nobody knows of a row that was found for one copy is no part of another.
    if (values.includes(undefined) && copies.length > 1) continue;
    const at = values.indexOf(undefined);
    if (at >= 0) throw new Error(`nothing says the value of ${markers[at]!.name}: ${cql}`);
    const isNull = markers.some(
      ({ name }, index) => values[index] === null && isInKey(name, index, cql, target, markers),
    );
    if (!isNull) all.push({ cql, values: values as Value[] });
  }
  return all;
}

/** The copy that a statement writes. */
function copyNamed(cql: string, { copies }: Facts): Kept {
  const [, name] = /^(?:insert into|update|delete\b[^]*?\bfrom) (?:"?\w+"?\.)?"?(\w+)"?/i.exec(cql) ?? [];
  const copy = copies.find(({ target: { table } }) => table.toLowerCase() === name?.toLowerCase());
  if (copy === undefined) throw new Error(`it writes no table that is known: ${cql}`);
  return copy;
}

/** In an UPDATE a column that is set and compared is compared last. */
const isInKey = (
  name: string,
  index: number,
  cql: string,
  { key }: Target,
  markers: readonly { readonly name: string }[],
): boolean =>
  key.includes(name) && (!/^update\b/i.test(cql) || markers.findLastIndex((one) => one.name === name) === index);

/** A part of a value, and the time to live, are what the write itself binds. */
function ownValue(name: string, first: boolean, cql: string, { write, own: values }: Play): Value | undefined {
  if (name === '[ttl]' || name === '[timestamp]') return values.at(write.kind === 'insert' ? -1 : 0);
  if (!/^(?:update|delete)\b/i.test(cql) || !first) return undefined;
  let at = write.using === undefined ? 0 : 1;
  for (const { column, how, constant } of write.assignments) {
    if (constant !== undefined) continue;
    if (how === 'put') {
      if (name === `key(${column.name})`) return values[at];
      if (name === `value(${column.name})`) return values[at + 1];
      at += 2;
      continue;
    }
    if (how === 'drop' && (name === `key(${column.name})` || name === `value(${column.name})`)) return values[at];
    if ((how === 'add' || how === 'remove') && name === column.name && !write.key.includes(column)) return values[at];
    at++;
  }
  return undefined;
}
