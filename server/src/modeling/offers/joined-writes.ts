import type { Column, Table } from '../../catalog/model.ts';
import { printName } from '../../catalog/names.ts';
import type { Joined } from '../join.ts';
import { type DerivedColumn, IN_STEP, type InStep } from '../proposal.ts';
import { isTaken, type Sandbox } from '../sandbox.ts';
import { createOf, writtenName } from '../source.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Copy, CopyColumn } from '../writes/copy.ts';
import { syncWrites } from '../writes/index.ts';
import { type CopyWrite, givenOf, insertCopy, joined as put, updateCopy, wordsOf } from '../writes/statements.ts';
import { type Sync, syncOf } from '../writes/sync.ts';
import { boundAfter, type Term, termOf } from '../writes/terms.ts';
import type { ReadWrite } from '../writes/write.ts';

/** Two tables of a JOIN: each row of the first names one of the second. */
interface Pair {
  readonly rows: Joined['sources'][number];
  readonly partner: Joined['sources'][number];
  /** The columns of the first that hold the second's key, in its order. */
  readonly by: readonly Column[];
}

/** What is to be written with each row, and where. */
interface Target {
  readonly table: Table;
  readonly written: string;
  readonly derived: readonly DerivedColumn[];
  readonly sandbox: Sandbox;
}

/** The writes of the table whose rows the joined ones are, which read the partner that a new row names. */
export function joinedWrites(joined: Joined, target: Target, surroundings: Surroundings): InStep {
  const pair = pairOf(joined);
  if (pair === undefined) return IN_STEP;
  const copy = copyIn(pair, target);
  const sync = (write: ReadWrite, _: Copy, base: string): Sync | undefined => syncJoined(write, copy, pair, base);
  return syncWrites(copy, () => surroundings.usesOf(pair.rows.table), target.sandbox, new Set(), sync);
}

/** The writes of a table that got its partner's columns: a new row gets their values, too. */
export function widenedWrites(joined: Joined, target: Target, surroundings: Surroundings): InStep {
  const pair = pairOf(joined);
  if (pair === undefined || pair.rows.table.name !== target.table.name) return IN_STEP;
  const copy = copyIn(pair, target);
  const sync = (write: ReadWrite): Sync | undefined => {
    if (write.statement.kind !== 'insert') return changesPartner(write, pair) ? undefined : NOTHING;
    const given = copy.columns.filter(({ from }) => from.length === 0);
    const values = given.map(({ name, written }) => put([`${written} = `, boundAfter(name, write.style)]));
    return readingPartner(write, copy, pair, updateCopy(copy, values, write));
  };
  return syncWrites(copy, () => surroundings.usesOf(pair.rows.table), target.sandbox, new Set(), sync);
}

/** The table whose values the rows of the other take over, and the query for the rows that a change of it is about. */
export function partnerOf(
  joined: Joined,
  sandbox: Sandbox,
): { readonly table: Table; readonly affected: string } | undefined {
  const pair = pairOf(joined);
  if (pair === undefined) return undefined;
  const { table } = pair.rows;
  const list = [...table.partitionKey, ...table.clustering].map(writtenName).join(', ');
  const where = pair.by.map((column) => `${writtenName(column)} = ?`).join(' AND ');
  const query = `SELECT ${list} FROM ${declaredName(table)} WHERE ${where}`;
  return { table: pair.partner.table, affected: isTaken(sandbox, query) ? query : `${query} ALLOW FILTERING` };
}

const NOTHING: Sync = { direct: [], reads: [], first: [], spreads: false, notes: [] };

function pairOf({ sources }: Joined): Pair | undefined {
  const [one, two] = sources;
  if (one === undefined || two === undefined || sources.length > 2) return undefined;
  for (const [rows, partner] of [
    [one, two],
    [two, one],
  ] as const) {
    const by = [...partner.table.partitionKey, ...partner.table.clustering].map((key) =>
      [...rows.table.columns.values()].find((column) => rows.names.get(column.name) === partner.names.get(key.name)),
    );
    if (!rows.outer && by.every((column) => column !== undefined)) return { rows, partner, by };
  }
  return undefined;
}

function copyIn({ rows }: Pair, { table, written, derived }: Target): Copy {
  const sourceOf = (name: string): readonly Column[] =>
    [...rows.table.columns.values()].filter((column) => rows.names.get(column.name) === name);
  const columns = [...table.columns.values()].map((column): CopyColumn => {
    const computed = derived.find((one) => one.column === column.name);
    const from = computed === undefined ? [column.name] : computed.from;
    const found = from.flatMap(sourceOf);
    return {
      name: column.name,
      written: writtenName(column),
      role: column.kind,
      from: found.length === from.length ? found : [],
      derived: computed,
    };
  });
  const inKey = [...table.partitionKey, ...table.clustering].flatMap(({ name }) =>
    columns.filter((column) => column.name === name),
  );
  const others = columns.filter((column) => !inKey.includes(column));
  return {
    base: rows.table,
    written,
    columns: [...inKey, ...others],
    key: inKey,
    only: undefined,
    unique: false,
    collapsed: false,
  };
}

/** `undefined` where one read cannot tell what becomes of the joined row. */
function syncJoined(write: ReadWrite, copy: Copy, pair: Pair, base: string): Sync | undefined {
  if (write.statement.kind === 'insert') {
    const given = givenOf(write);
    const columns = copy.columns.filter(({ from }) => from.every((column) => given(column) !== undefined));
    const row = copy.key.every((column) => columns.includes(column)) ? insertCopy(copy, columns, write) : undefined;
    return row === undefined ? undefined : readingPartner(write, copy, pair, row);
  }
  const moves = copy.key.some(({ from }) => from.length === 0 || from.some(({ name }) => write.changed.has(name)));
  return moves || changesPartner(write, pair) ? undefined : syncOf(write, copy, base);
}

const changesPartner = ({ changed }: ReadWrite, { by }: Pair): boolean => by.some(({ name }) => changed.has(name));

/** An INSERT that reads what its row names, and then writes the joined row; without a partner only where the JOIN keeps such rows. */
function readingPartner(write: ReadWrite, copy: Copy, { partner, by }: Pair, row: CopyWrite): Sync | undefined {
  const given = givenOf(write);
  const keys = by.map((column) => termOf(columnOf(column), given, write.style));
  if (by.some((column) => given(column) === undefined) || keys.includes('null'))
    return partner.outer ? undefined : NOTHING;
  const word = wordsOf(write);
  const key = [...partner.table.partitionKey, ...partner.table.clustering];
  const wanted = [...partner.table.columns.values()].filter((column) =>
    copy.columns.some(({ name, from }) => from.length === 0 && name === partner.names.get(column.name)),
  );
  const list = (wanted.length === 0 ? key : wanted).map((column) => {
    const name = partner.names.get(column.name) ?? column.name;
    return name === column.name ? writtenName(column) : `${writtenName(column)} ${word('AS')} ${printName(name)}`;
  });
  const relations = keys.flatMap((term, index): readonly (string | Term)[] => [
    `${index === 0 ? '' : ` ${word('AND')} `}${writtenName(key[index]!)} = `,
    term,
  ]);
  const select = put([
    `${word('SELECT')} ${list.join(', ')} ${word('FROM')} ${declaredName(partner.table)} ${word('WHERE')} `,
    ...relations,
  ]);
  const then: CopyWrite = partner.outer ? { ...row, always: true } : row;
  return { ...NOTHING, reads: [{ select, then: [then], once: false }] };
}

const columnOf = (column: Column): CopyColumn => ({
  name: column.name,
  written: writtenName(column),
  role: 'regular',
  from: [column],
  derived: undefined,
});

/** The name of a table as its declaration has it. */
export function declaredName(table: Table): string {
  const name = createOf(table)?.statement.name;
  if (name === undefined) return printName(table.name);
  return `${name.keyspace === undefined ? '' : `${name.keyspace.text}.`}${name.name.text}`;
}
