import type { Column, Table } from '../../catalog/model.ts';
import { printFilled, printName } from '../../catalog/names.ts';
import type { Joined } from '../question/join.ts';
import { type DerivedColumn, IN_STEP, type InStep } from '../proposal/proposal.ts';
import { isTaken, type Sandbox, tryQuery } from '../proposal/sandbox.ts';
import { createOf, writtenName, writtenType } from '../proposal/source.ts';
import type { Surroundings } from '../evidence/surroundings.ts';
import { type Copy, type CopyColumn, ELEMENTS, touched } from '../writes/copy.ts';
import { syncWrites } from '../writes/index.ts';
import {
  type CopyWrite,
  deleteCopy,
  givenOf,
  insertCopy,
  joined as put,
  readRows,
  updateCopy,
  wordsOf,
} from '../writes/statements.ts';
import { removalsOf } from '../writes/moves.ts';
import { assignmentsOf, deletedParts } from '../writes/named-rows.ts';
import { NOTHING, type Sync } from '../writes/sync-model.ts';
import { syncOf } from '../writes/sync.ts';
import { boundAfter, boundBefore, type Term, termOf } from '../writes/terms.ts';
import type { ReadWrite } from '../writes/write.ts';

type Source = Joined['sources'][number];

/** The tables of a JOIN as a new row finds them: it names a row of the first partner, and it or that one a row of the next. */
interface Line {
  readonly rows: Source;
  readonly partners: readonly Partner[];
}

interface Partner {
  readonly source: Source;
  /** The columns that hold its key, in its order. */
  readonly by: readonly { readonly of: Source; readonly column: Column }[];
}

/** What is to be written with each row, and where. */
interface JoinedTable {
  readonly table: Table;
  readonly written: string;
  readonly derived: readonly DerivedColumn[];
  readonly sandbox: Sandbox;
}

/** The writes of the table whose rows the joined ones are, which read the partners that a new row names. */
export function joinedWrites(joined: Joined, target: JoinedTable, surroundings: Surroundings): InStep {
  const line = lineOf(joined);
  if (line === undefined) return IN_STEP;
  const copy = copyIn(line, target);
  const sync = (write: ReadWrite, _: Copy, base: string): Sync | undefined => syncJoined(write, copy, line, base);
  return syncWrites(copy, () => surroundings.usesOf(line.rows.table), target.sandbox, new Set(), sync);
}

/** The writes of a table that got its partners' columns: a new row gets their values, too. */
export function widenedWrites(joined: Joined, target: JoinedTable, surroundings: Surroundings): InStep {
  const line = lineOf(joined);
  if (line === undefined || line.rows.table.name !== target.table.name) return IN_STEP;
  const copy = copyIn(line, target);
  const sync = (write: ReadWrite): Sync | undefined => {
    if (write.statement.kind !== 'insert') return changesPartner(write, line) ? undefined : NOTHING;
    return readingPartners(write, copy, line, updateCopy(copy, taken(copy.columns.filter(isOfPartner), write), write));
  };
  return syncWrites(copy, () => surroundings.usesOf(line.rows.table), target.sandbox, new Set(), sync);
}

/** The table that is made of joined rows, and the schema with it. */
export interface Made {
  readonly written: string;
  readonly after: Sandbox;
}

/**
 * The tables whose values the rows of others take over, and how the rows that name one which changes are found: by the new table where it
 * is kept by what names them, by the table itself where that is, else by a table of their keys.
 */
export function partnersOf(
  joined: Joined,
  sandbox: Sandbox,
  made: Made | undefined,
): readonly { readonly table: Table; readonly found: string }[] | undefined {
  return lineOf(joined)?.partners.map(({ source, by }) => {
    const { of } = by[0]!;
    const naming = by.filter((one) => one.of === of).map(({ column }) => column);
    const keys = [...of.table.partitionKey, ...of.table.clustering];
    const calledIn = ({ name }: Column): string => printName(of.names.get(name) ?? name);
    const reads = [
      ...(made === undefined ? [] : [{ sandbox: made.after, query: selectText(made.written, keys, naming, calledIn) }]),
      { sandbox, query: selectText(declaredName(of.table), keys, naming, writtenName) },
    ];
    const read = reads.find((one) => readsPartition(one.sandbox, one.query));
    const found = read === undefined ? keysText(of.table, keys, naming, sandbox) : `which \`${read.query}\` finds`;
    return { table: source.table, found };
  });
}

function selectText(
  from: string,
  columns: readonly Column[],
  naming: readonly Column[],
  called: (column: Column) => string,
): string {
  return `SELECT ${columns.map(called).join(', ')} FROM ${from} WHERE ${naming.map((one) => `${called(one)} = ?`).join(' AND ')}`;
}

function readsPartition(sandbox: Sandbox, query: string): boolean {
  const path = tryQuery(sandbox, query)?.path;
  return path !== undefined && path.partitions.kind !== 'all' && !path.filters;
}

/** The table of the keys of the rows that name one: no scan has to find them. */
function keysText(table: Table, keys: readonly Column[], naming: readonly Column[], sandbox: Sandbox): string {
  const columns = [...new Set([...naming, ...keys])];
  const name = declaredName(table);
  const suffix = `_by_${naming.map((one) => one.name).join('_')}_lookup`;
  const written = name.endsWith('"') ? `${name.slice(0, -1)}${suffix}"` : `${name}${suffix}`;
  const types = columns.map((column) => `${writtenName(column)} ${writtenType(column, table)}`).join(', ');
  const rest = columns.filter((column) => !naming.includes(column)).map(writtenName);
  const ddl = `CREATE TABLE ${written} (${types}, PRIMARY KEY (${[`(${naming.map(writtenName).join(', ')})`, ...rest].join(', ')}))`;
  return isTaken(sandbox, ddl)
    ? `which a table of their keys finds, written with \`${table.name}\`: \`${ddl}\``
    : `which a table of their keys finds, written with \`${table.name}\``;
}

/** `undefined` where no table's rows name one row of each of the others. */
function lineOf({ sources }: Joined): Line | undefined {
  for (const rows of sources) {
    const partners: Partner[] = [];
    for (let grown = true; grown;) {
      const reached = [rows, ...partners.map(({ source }) => source)];
      const next = sources.flatMap((source) => (reached.includes(source) ? [] : (namedBy(source, reached) ?? [])))[0];
      grown = next !== undefined;
      if (next !== undefined) partners.push(next);
    }
    // What a row without a partner would name in turn is not known.
    const outer = partners.some(({ source }) => source.outer) && partners.length > 1;
    if (!rows.outer && !outer && partners.length === sources.length - 1) return { rows, partners };
  }
  return undefined;
}

/** The table with the columns of those before it that hold its key. */
function namedBy(source: Source, before: readonly Source[]): Partner | undefined {
  const by = [...source.table.partitionKey, ...source.table.clustering].map((key) =>
    before
      .flatMap((of) => [...of.table.columns.values()].map((column) => ({ of, column })))
      .find(({ of, column }) => of.names.get(column.name) === source.names.get(key.name)),
  );
  const found = by.filter((one) => one !== undefined);
  return found.length === by.length ? { source, by: found } : undefined;
}

function copyIn({ rows }: Line, { table, written, derived }: JoinedTable): Copy {
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
    ofPartitions: false,
    immutable: new Set(),
  };
}

/** `undefined` where the reads cannot tell what becomes of the joined row. */
function syncJoined(write: ReadWrite, copy: Copy, line: Line, base: string): Sync | undefined {
  if (write.statement.kind === 'insert') {
    const given = givenOf(write);
    const columns = copy.columns.filter(({ from }) => from.every((column) => given(column) !== undefined));
    const row = copy.key.every((column) => columns.includes(column)) ? insertCopy(copy, columns, write) : undefined;
    return row === undefined ? undefined : readingPartners(write, copy, line, row);
  }
  if (changesPartner(write, line)) return undefined;
  if (write.changed.size > 0 && touched(copy, write.changed).length === 0) return NOTHING;
  const moves = copy.key.some(({ from }) => from.some(({ name }) => write.changed.has(name)));
  // An UPDATE would make the joined row of one that has no partner.
  const asksPartner = copy.key.some(isOfPartner) || (write.statement.kind === 'update' && !isOuter(line));
  return moves || asksPartner ? readingRows(write, copy, line, base, moves) : syncOf(write, copy, base);
}

const isOuter = ({ partners }: Line): boolean => partners.some(({ source }) => source.outer);

const isOfPartner = ({ from }: CopyColumn): boolean => from.length === 0;

/**
 * An UPDATE or DELETE whose joined row stands by what a partner has, or goes to another place: the row is read as it is, then what it
 * names.
 */
function readingRows(write: ReadWrite, copy: Copy, line: Line, base: string, moves: boolean): Sync | undefined {
  const { rows, partners } = line;
  const isStatic = (name: string): boolean => rows.table.columns.get(name)?.kind === 'static';
  // The place of a row that moves without its partner no read tells; elements and static values stand for several rows.
  if ((moves && isOuter(line)) || spreads(copy) || [...write.changed].some(isStatic)) return undefined;
  const own = new Set([
    ...(moves ? copy.columns : copy.key).flatMap(({ from }) => from),
    ...partners.flatMap(({ by }) => by.flatMap(({ of, column }) => (of === rows ? [column] : []))),
  ]);
  const read = [...own].filter(({ name }) => !write.key.has(name));
  // A row that is not read may be new: it gets all that its partners give.
  const isNew = write.statement.kind === 'update' && (moves || read.length === 0);
  const given = (isNew ? copy.columns : copy.key).filter(isOfPartner);
  const names = new Set(given.flatMap(({ name, derived }) => derived?.from ?? [name]));
  const found = readsOf(line, names, write);
  const selects =
    read.length === 0 ? found : [readRows(read, write, base, { as: ({ name }) => rows.names.get(name) }), ...found];
  const [select, ...further] = selects;
  if (select === undefined) return undefined;
  const values = isNew ? given.filter(({ role }) => role === 'regular') : [];
  return { ...NOTHING, reads: [{ select, further, then: writesOf(write, copy, moves, values), once: false }] };
}

const spreads = ({ columns }: Copy): boolean =>
  columns.some(({ derived }) => derived !== undefined && ELEMENTS.has(derived.function));

function writesOf(write: ReadWrite, copy: Copy, moves: boolean, values: readonly CopyColumn[]): readonly CopyWrite[] {
  const { statement } = write;
  const changed = touched(copy, write.changed);
  if (statement.kind === 'delete' && statement.targets.length > 0 && !moves)
    return [deleteCopy(copy, write, { columns: deletedParts(changed, write), before: false })];
  if (statement.kind === 'update' && !moves)
    return [updateCopy(copy, [...assignmentsOf(changed, write), ...taken(values, write)], write)];
  const row = statement.kind === 'update' ? insertCopy(copy, copy.columns, write) : undefined;
  return [...(row === undefined ? [] : [row]), ...removalsOf(copy, write, row !== undefined)];
}

/** The values that were read. */
const taken = (columns: readonly CopyColumn[], { style }: ReadWrite): readonly Term[] =>
  columns.map(({ name, written }) => put([`${written} = `, boundAfter(name, style)]));

const changesPartner = ({ changed }: ReadWrite, { rows, partners }: Line): boolean =>
  partners.some(({ by }) => by.some(({ of, column }) => of === rows && changed.has(column.name)));

/** An INSERT that reads what its row names, and then writes the joined row; without a partner only where the JOIN keeps such rows. */
function readingPartners(write: ReadWrite, copy: Copy, { rows, partners }: Line, row: CopyWrite): Sync | undefined {
  const given = givenOf(write);
  const own = partners.flatMap(({ by }) => by.filter(({ of }) => of === rows).map(({ column }) => column));
  const outer = isOuter({ rows, partners });
  if (own.some((column) => given(column) === undefined || given(column)!.kind === 'null'))
    return outer ? undefined : NOTHING;
  const names = new Set(copy.columns.filter(isOfPartner).flatMap(({ name, derived }) => derived?.from ?? [name]));
  const [select, ...further] = readsOf({ rows, partners }, names, write);
  if (select === undefined) return undefined;
  const then: CopyWrite = outer ? { ...row, always: true } : row;
  return { ...NOTHING, reads: [{ select, further, then: [then], once: false }] };
}

/** Reads of the partners, each of what is asked of it and of what later ones are found by. */
function readsOf({ rows, partners }: Line, names: ReadonlySet<string>, write: ReadWrite): readonly Term[] {
  const open = new Set([
    ...names,
    ...partners.flatMap(({ by }) =>
      by.flatMap(({ of, column }) => (of === rows ? [] : (of.names.get(column.name) ?? []))),
    ),
  ]);
  return partners.map((partner) => {
    const wanted = [...partner.source.table.columns.values()].filter(({ name }) =>
      open.delete(partner.source.names.get(name) ?? ''),
    );
    return selectPartner(partner, wanted, rows, write);
  });
}

function selectPartner({ source, by }: Partner, wanted: readonly Column[], rows: Source, write: ReadWrite): Term {
  const word = wordsOf(write);
  const key = [...source.table.partitionKey, ...source.table.clustering];
  const bound = write.statement.kind === 'insert' ? boundAfter : boundBefore;
  const list = (wanted.length === 0 ? key : wanted).map((column) => {
    const name = source.names.get(column.name) ?? column.name;
    return name === column.name ? writtenName(column) : `${writtenName(column)} ${word('AS')} ${printName(name)}`;
  });
  const relations = by.flatMap(({ of, column }, index): readonly (string | Term)[] => {
    const isGiven = of === rows && givenOf(write)(column) !== undefined;
    const given = isGiven ? termOf(columnOf(column), givenOf(write), write.style) : undefined;
    const term = given === undefined || given === 'null' ? bound(of.names.get(column.name)!, write.style) : given;
    return [`${index === 0 ? '' : ` ${word('AND')} `}${writtenName(key[index]!)} = `, term];
  });
  return put([
    `${word('SELECT')} ${list.join(', ')} ${word('FROM')} ${declaredName(source.table)} ${word('WHERE')} `,
    ...relations,
  ]);
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
  if (name === undefined) return printFilled(table.name);
  return `${name.keyspace === undefined ? '' : `${name.keyspace.text}.`}${name.name.text}`;
}
