import type { Column } from '../../catalog/model.ts';
import type { WriteBind } from '../proposal/proposal.ts';
import { printName } from '../../catalog/names.ts';
import { writtenName } from '../proposal/source.ts';
import { type Copy, type CopyColumn, emptiableKey } from './copy.ts';
import { boundBefore, type Given, type Term, termOf } from './terms.ts';
import type { ReadWrite } from './write.ts';

/** One statement on a copy. */
export interface CopyWrite extends Term {
  /** The column whose value decides whether it runs, and how. */
  readonly when: string | undefined;
  /** It runs although the read before it found nothing: UPDATE makes the row where there is none. */
  readonly always?: true;
  /** It may delete what another line inserts, and in one batch the DELETE would win: a text runs it before the batch. */
  readonly apart?: true;
  /** What takes the row away again, where it is made before a write that the server may refuse. */
  readonly undo?: Term;
}

/** Puts terms into a text, their binds in order. */
export function joined(parts: readonly (string | Term)[]): Term {
  const terms = parts.map((part) => (typeof part === 'string' ? { text: part, binds: [] } : part));
  return { text: terms.map(({ text }) => text).join(''), binds: terms.flatMap(({ binds }) => binds) };
}

const listed = (terms: readonly Term[], separator: string): readonly (string | Term)[] =>
  terms.flatMap((term, index) => (index === 0 ? [term] : [separator, term]));

/** What the write says of the base's columns: of its key, and of what it sets. */
export const givenOf =
  (write: ReadWrite) =>
  ({ name }: Column): Given | undefined =>
    write.key.get(name) ?? write.set.get(name);

/** INSERT of a row of the copy; `undefined` where its key would have a null, or be empty. */
export function insertCopy(
  copy: Copy,
  columns: readonly CopyColumn[],
  write: ReadWrite,
  { ifNotExists = false, element = NO_ELEMENT }: { ifNotExists?: boolean; element?: ReadonlyMap<string, Term> } = {},
): CopyWrite | undefined {
  const given = givenOf(write);
  const terms = columns.map((column) => element.get(column.name) ?? termOf(column, given, write.style));
  const isKey = (column: CopyColumn): boolean => column.role === 'partition' || column.role === 'clustering';
  if (columns.some((column, index) => isKey(column) && terms[index] === 'null')) return undefined;
  const emptiable = emptiableKey(copy)?.name;
  if (columns.some(({ name }, index) => name === emptiable && isEmptyValue(terms[index]!))) return undefined;
  const word = wordsOf(write);
  const values = terms.map((term) => (term === 'null' ? { text: word('NULL').toLowerCase(), binds: [] } : term));
  const text = joined([
    `${word('INSERT INTO')} ${copy.written} (${columns.map(({ written }) => written).join(', ')}) ${word('VALUES')} (`,
    ...listed(values, ', '),
    ')',
    ifNotExists ? ` ${word('IF NOT EXISTS')}` : '',
    ...(write.using === undefined ? [] : [' ', write.using]),
  ]);
  return { ...text, when: conditionOf(columns.filter(isKey), given) };
}

const isEmptyValue = (term: Term | 'null'): boolean => term !== 'null' && EMPTY_VALUE.test(term.text);

const EMPTY_VALUE = /^(?:''|\$\$\$\$|0x)$/i;

const NO_ELEMENT: ReadonlyMap<string, Term> = new Map();

/** A key whose value is bound may be null when the statement runs. */
function conditionOf(key: readonly CopyColumn[], given: (column: Column) => Given | undefined): string | undefined {
  const open = key
    .flatMap(({ from }) => from)
    .find((column) => isNullable(column) && given(column)?.kind !== 'constant');
  // One condition is all that a step can have; a row with another null in its key is left out all the same.
  return open === undefined ? undefined : `${open.name} is not null`;
}

const isNullable = ({ kind }: Column): boolean => kind === 'regular' || kind === 'static';

/** UPDATE of the copy's row, or of all rows of its partition for static columns, with assignments as texts. */
export function updateCopy(
  copy: Copy,
  assignments: readonly Term[],
  write: ReadWrite,
  key: readonly CopyColumn[] = copy.key,
  lists: ReadonlyMap<string, Term> = NO_ELEMENT,
): CopyWrite {
  const word = wordsOf(write);
  const text = joined([
    `${word('UPDATE')} ${copy.written} `,
    ...(write.using === undefined ? [] : [write.using, ' ']),
    `${word('SET')} `,
    ...listed(assignments, ', '),
    ` ${word('WHERE')} `,
    ...whereKey(key, write, 'same', NO_ELEMENT, lists),
  ]);
  return { ...text, when: conditionOf(key, givenOf(write)) };
}

/** DELETE of the copy's row as it was, or of some of its columns. */
export function deleteCopy(
  copy: Copy,
  write: ReadWrite,
  {
    columns = [],
    before,
    when,
    element = NO_ELEMENT,
  }: {
    columns?: readonly Term[];
    before: boolean;
    when?: string | undefined;
    element?: ReadonlyMap<string, Term>;
  },
): CopyWrite {
  const word = wordsOf(write);
  const { timestamp } = write;
  const text = joined([
    word('DELETE'),
    ...(columns.length === 0 ? [] : [' ', ...listed(columns, ', ')]),
    ` ${word('FROM')} ${copy.written}`,
    // Of the time of now it would take away what a later write gives an earlier time. A TTL makes no sense with DELETE.
    ...(timestamp === undefined ? [] : [` ${word('USING TIMESTAMP')} `, timestamp]),
    ` ${word('WHERE')} `,
    ...whereKey(copy.key, write, before ? 'before' : 'same', element),
  ]);
  return { ...text, when };
}

/** A row that is made before the write, to guard something unique. */
export const claimOf = (
  row: CopyWrite,
  copy: Copy,
  write: ReadWrite,
  element: ReadonlyMap<string, Term> = NO_ELEMENT,
): CopyWrite => (write.waits ? { ...row, undo: deleteCopy(copy, write, { before: false, element }) } : row);

/**
 * `before`: the row as it was, by what the write leaves alone or by markers; `same`: what was read or given. `lists` has the values that a
 * list of the write gives a column.
 */
function whereKey(
  key: readonly CopyColumn[],
  write: ReadWrite,
  row: 'before' | 'same',
  element: ReadonlyMap<string, Term> = NO_ELEMENT,
  lists: ReadonlyMap<string, Term> = NO_ELEMENT,
): readonly (string | Term)[] {
  const word = wordsOf(write);
  const terms = key.map((column): Term => {
    const list = lists.get(column.name);
    if (list !== undefined) return joined([`${column.written} ${word('IN')} `, list]);
    const known = element.get(column.name);
    if (known !== undefined) return joined([`${column.written} = `, known]);
    const changes = column.from.some(({ name }) => write.changed.has(name));
    const term =
      row === 'before' && changes
        ? boundBefore(column.name, write.style)
        : termOf(column, ({ name }) => write.key.get(name) ?? (changes ? write.set.get(name) : undefined), write.style);
    return joined([`${column.written} = `, term === 'null' ? 'null' : readBinds(term, row)]);
  });
  return listed(terms, ` ${word('AND')} `);
}

/** In a row that was read and stays, before and after are the same; a DELETE takes the value before. */
const readBinds = (term: Term, row: 'before' | 'same'): Term =>
  row === 'same'
    ? term
    : { ...term, binds: term.binds.map((bind): WriteBind => ('after' in bind ? { before: bind.after } : bind)) };

/** SELECT of columns of the rows that the write is about, in the base; `as` is what the copy calls them. */
export function readRows(
  columns: readonly Column[],
  write: ReadWrite,
  base: string,
  { only, as = ({ name }) => name }: { only?: string | undefined; as?: (column: Column) => string | undefined } = {},
): Term {
  const word = wordsOf(write);
  // A read of static columns alone must not name a row (`StatementRestrictions`: "selects only static columns").
  const anchor = columns.every(({ kind }) => kind === 'static') ? write.table.clustering.slice(0, 1) : [];
  const list = [...columns, ...anchor].map((column) => {
    const name = as(column) ?? column.name;
    return name === column.name ? writtenName(column) : `${writtenName(column)} ${word('AS')} ${printName(name)}`;
  });
  return joined([
    `${word('SELECT')} ${list.join(', ')} ${word('FROM')} ${base} ${word('WHERE')} `,
    ...whereOf(write),
    only === undefined ? '' : ` ${word('AND')} ${only} ${word('ALLOW FILTERING')}`,
  ]);
}

/** The WHERE of the write itself; of an INSERT, its key. */
function whereOf(write: ReadWrite): readonly (string | Term)[] {
  const { statement, table } = write;
  const word = wordsOf(write);
  if (statement.kind !== 'insert') {
    return listed(
      write.relations.map((relation) => ({ text: write.textOf(relation), binds: write.bindsOf(relation) })),
      ` ${word('AND')} `,
    );
  }
  const key = [...table.partitionKey, ...table.clustering].filter(({ name }) => write.key.has(name));
  return listed(
    key.map((column) => equality(column, write)),
    ` ${word('AND')} `,
  );
}

/** The rows of the whole partitions that the write is about. */
export function readPartition(columns: readonly Column[], write: ReadWrite, base: string, { once = false } = {}): Term {
  const word = wordsOf(write);
  return joined([
    `${word('SELECT')} ${columns.map(writtenName).join(', ')} ${word('FROM')} ${base} ${word('WHERE')} `,
    ...listed(
      write.table.partitionKey.map((column) => restrictionOf(column, write)),
      ` ${word('AND')} `,
    ),
    once ? ` ${word('LIMIT')} 1` : '',
  ]);
}

/** What the write says of a column of its partition key. */
function restrictionOf(column: Column, write: ReadWrite): Term {
  const own = write.relations.find((one) => one.kind === 'column' && one.column.name === column.name);
  return own === undefined || write.key.has(column.name)
    ? equality(column, write)
    : { text: write.textOf(own), binds: write.bindsOf(own) };
}

function equality(column: Column, write: ReadWrite): Term {
  const given = write.key.get(column.name);
  const value =
    given === undefined || given.kind === 'null'
      ? { text: '?', binds: [{ after: column.name }] }
      : given.kind === 'bound'
        ? given.term
        : { text: given.text, binds: [] };
  return joined([`${writtenName(column)} = `, value]);
}

/** Words of CQL in the case of the write. */
export const wordsOf =
  ({ text }: Pick<ReadWrite, 'text'>) =>
  (words: string): string =>
    /^[a-z]/.test(text.text) ? words.toLowerCase() : words;
