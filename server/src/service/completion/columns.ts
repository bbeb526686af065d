import {
  builtInFunction,
  type Column,
  freeze,
  printName,
  printQualified,
  printType,
  type Table,
} from '../../catalog/index.ts';
import { readsAs } from '../../analysis/typing/types/relations.ts';
import { LEGACY_INDEX } from '../../catalog/effects/schema-rules.ts';
import { isMultiCell } from '../../catalog/types.ts';
import { hasCounters } from '../../catalog/table-columns.ts';
import type { CreateView, Statement, TypeRef } from '../../syntax/ast.ts';
import * as T from '../../syntax/generated/token-types.ts';
import { mayTake } from './argument-types.ts';
import { type Draft, field, plain } from './entry.ts';
import { homeOf, type Place } from './place.ts';
import { tablesAround } from './tables-around.ts';
import { commasSince, lastWord, namesAfter, type TokensBefore } from './tokens-before.ts';
import { namesBehind } from './tokens-behind.ts';

/** The columns that may be named at the caret, those that are missing most first; none that is named already. */
export function columnsAt(place: Place): readonly Draft[] {
  const { statement, table } = place;
  if (statement?.kind === 'create-table') return declaredColumns(place, statement);
  if (table === undefined) return place.clause === T.SELECT || place.clause === T.DELETE ? columnsAround(place) : [];
  return fitting(place, table).map((column) => inPlace(place, column, draftOf(column, table)));
}

/** A column as it is written where more than its name is needed. */
function inPlace({ statement, clause, tokens }: Place, { type }: Column, draft: Draft): Draft {
  const name = draft.label;
  if (clause === T.ORDER && type.kind === 'vector')
    return { ...draft, text: `${name} ANN OF `, snippet: `${plain(name)} ANN OF ${field(1, '?')}` };
  const isCollection = type.kind === 'list' || type.kind === 'set' || type.kind === 'map';
  // A frozen collection is indexed as a whole.
  return statement?.kind === 'create-index' && isCollection && type.frozen && tokens.open.length === 1
    ? { ...draft, label: `full(${name})`, filter: name }
    : draft;
}

/** The columns that a WHERE has no value for yet, by name. */
export function openKeyColumns(place: Place, table: Table): readonly Column[] {
  const given = equalIn(place);
  return [...table.partitionKey, ...table.clustering].filter(({ name }) => !given.has(name));
}

function fitting(place: Place, table: Table): readonly Column[] {
  const { statement, clause, tokens } = place;
  const all = [...table.columns.values()];
  const keys = [...table.partitionKey, ...table.clustering];
  const rest = all.filter(({ kind }) => kind === 'static' || kind === 'regular');
  const without = (columns: readonly Column[], named: ReadonlySet<string>): readonly Column[] =>
    columns.filter(({ name }) => !named.has(name));
  switch (statement?.kind) {
    case 'create-index':
      return indexable(place, table, rest);
    case 'create-view':
      // One column more than those of the table's own key.
      if (clause === T.PRIMARY) {
        const named = listed(place, LIST);
        const others = rest.some(({ name }) => named.has(name))
          ? []
          : rest.filter(({ kind, type }) => kind !== 'static' && !isMultiCell(type));
        return without(keyOfView(tokens, keys, others), named);
      }
      if (clause === T.ORDER) return without(clusteringOf(statement, all), listed(place, LIST));
      break;
    case 'alter-table':
      if (clause === T.DROP) return without(rest, listed(place, LIST));
      return clause === T.RENAME ? keys : all;
    case 'insert':
      // Counters are only added to.
      return hasCounters(table) ? [] : without([...keys, ...rest], listed(place, LIST));
    case 'shell':
      return without([...keys, ...rest], listed(place, LIST));
    default:
      break;
  }
  switch (clause) {
    case T.WHERE:
      return inWhere(place, table, keys, rest);
    case T.IF:
      return rest;
    case T.SET:
      return inSet(place, rest);
    case T.DELETE:
      return without(rest, listed(place, DELETED));
    case T.ORDER:
      return [
        ...nextInKey(place, table.clustering),
        ...without(
          all.filter(({ type }) => type.kind === 'vector'),
          listed(place, ORDERED),
        ),
      ];
    case T.GROUP:
      return nextInKey(place, keys);
    case T.SELECT:
      if (isOfColumn(place)) return rest;
      if (tokens.types[place.clauseAt + 1] === T.DISTINCT && tokens.count > place.clauseAt + 1)
        return without(
          [...table.partitionKey, ...rest.filter(({ kind }) => kind === 'static')],
          listed(place, SELECTED),
        );
      if (tokens.open.some((index) => index > place.clauseAt)) return argumentsAt(place, table);
      return isOperand(place)
        ? all.filter(({ type }) => mayTake('number | counter | duration', type))
        : without(all, listed(place, SELECTED));
    default:
      return all;
  }
}

/**
 * By which of these columns of the key rows may be sorted or grouped: the next one, and those before it that have one value each.
 * Cassandra lets no other be passed over.
 */
function nextInKey({ tokens, clauseAt }: Place, columns: readonly Column[]): readonly Column[] {
  const named = new Set(Array.from({ length: tokens.count - clauseAt }, (_, at) => tokens.name(clauseAt + at)));
  const where = tokens.types.indexOf(T.WHERE);
  const relations = where < 0 ? [] : namesAfter(tokens, where, RELATIONS);
  const single = new Set(relations.flatMap(({ index, name }) => (tokens.types[index + 1] === T.EQ ? [name] : [])));
  const open = columns.filter(({ name }) => !named.has(name));
  const next = open.findIndex(({ name }) => !single.has(name));
  return next < 0 ? open : [open[next]!, ...open.slice(0, next)];
}

/** What WHERE restricts, where there is one: no other column may be in the key. A view is mostly made for the column that is new in it. */
function keyOfView(tokens: TokensBefore, keys: readonly Column[], others: readonly Column[]): readonly Column[] {
  const where = tokens.types.indexOf(T.WHERE);
  if (where < 0) return [...keys, ...others];
  const restricted = new Set(namesAfter(tokens, where, RELATIONS).map(({ name }) => name));
  return [...others, ...keys].filter(({ name }) => restricted.has(name));
}

/**
 * The columns that an index may be on: those without one, then collections, which may have one for keys and one for values.
 *
 * Vectors have none of the legacy kind, which is made where no class is named: they wait for one.
 */
function indexable({ caret, tokens }: Place, table: Table, rest: readonly Column[]): readonly Column[] {
  const bracket = tokens.open.length > 1 ? tokens.open.at(-1)! : 0;
  if (bracket > 0) return [...table.columns.values()].filter(({ type }) => isIndexedBy(tokens.name(bracket - 1), type));
  const columns = [...rest, ...table.clustering, ...(table.partitionKey.length > 1 ? table.partitionKey : [])].filter(
    ({ type }) => type.kind !== 'native' || type.name !== 'duration',
  );
  const taken = indexed(table);
  const whole = caret.statement?.kind === 'create-index' ? caret.statement : undefined;
  const isLegacy = whole?.using?.value.toLowerCase() === LEGACY_INDEX;
  const isVector = ({ type }: Column): boolean => type.kind === 'vector';
  const free = columns.filter((column) => !taken.has(column.name) && !(isLegacy && isVector(column)));
  const waits = whole?.using === undefined && !tokens.types.includes(T.CUSTOM);
  return [
    ...free.filter((column) => !waits || !isVector(column)),
    ...columns.filter(({ name, type }) => taken.has(name) && type.kind === 'map'),
    ...free.filter((column) => waits && isVector(column)),
  ];
}

/** Whether a column of a type is indexed by a part of it: its keys, its values, its entries, or as a whole. */
export function isIndexedBy(part: string, type: Column['type']): boolean {
  const isCollection = type.kind === 'list' || type.kind === 'set' || type.kind === 'map';
  if (!isCollection) return false;
  if (part === 'full') return type.frozen;
  return !type.frozen && (part === 'values' || type.kind === 'map');
}

/** Behind an operator of arithmetic; the `*` of all columns is none. */
function isOperand({ tokens: { types, count } }: Place): boolean {
  return OPERATORS.has(types[count - 1]!) && !SELECTED.has(types[count - 2]!);
}

const OPERATORS: ReadonlySet<number> = new Set([T.PLUS, T.MINUS, T.STAR, T.SLASH, T.PERCENT]);

/** Within the brackets of what tells when a column was written: the key was not written on its own. */
export function isOfColumn({ tokens, clauseAt }: Place): boolean {
  const bracket = tokens.open.at(-1) ?? 0;
  return bracket > clauseAt && WRITE_TIMES.has(tokens.name(bracket - 1));
}

const WRITE_TIMES: ReadonlySet<string> = new Set(['writetime', 'maxwritetime', 'minwritetime', 'ttl']);

/** The clustering columns of the view that is made. */
const clusteringOf = ({ primaryKey }: CreateView, columns: readonly Column[]): readonly Column[] =>
  columns.filter((column) => primaryKey?.clustering.some(({ name }) => name === column.name));

const LIST: ReadonlySet<number> = new Set([T.LPAREN, T.COMMA]);
const ORDERED: ReadonlySet<number> = new Set([T.BY, T.COMMA]);
const SELECTED: ReadonlySet<number> = new Set([T.SELECT, T.DISTINCT, T.JSON, T.COMMA]);
const DELETED: ReadonlySet<number> = new Set([T.DELETE, T.COMMA]);
const RELATIONS: ReadonlySet<number> = new Set([T.WHERE, T.AND, T.LPAREN, T.COMMA]);
const ASSIGNED: ReadonlySet<number> = new Set([T.SET, T.COMMA]);

const listed = (place: Place, starters: ReadonlySet<number>): ReadonlySet<string> =>
  new Set(
    [...namesAfter(place.tokens, place.clauseAt, starters), ...namesBehind(place, T.COMMA)].map(({ name }) => name),
  );

/** In WHERE: the key in its order, then what has an index; only a read may restrict the rest. */
function inWhere(place: Place, table: Table, keys: readonly Column[], rest: readonly Column[]): readonly Column[] {
  const { statement, tokens } = place;
  const bracket = tokens.open.findLast((index) => index > place.clauseAt);
  if (bracket !== undefined)
    return nextIn(tokens, bracket, tokens.types[bracket - 1] === T.TOKEN ? table.partitionKey : table.clustering);
  const open = openKeyColumns(place, table);
  if (statement?.kind === 'update' || statement?.kind === 'delete') return open;
  if (statement?.kind === 'create-view') {
    const restricted = listed(place, RELATIONS);
    return [...keys, ...rest].toSorted((a, b) => Number(restricted.has(a.name)) - Number(restricted.has(b.name)));
  }
  // A vector is compared by likeness, in ORDER BY.
  const withIndex = new Set([...indexed(table)].filter((name) => table.columns.get(name)?.type.kind !== 'vector'));
  const given = equalIn(place);
  const free = rest.filter(({ name }) => !given.has(name));
  return [
    ...open,
    ...free.filter(({ name }) => withIndex.has(name)),
    ...free.filter(({ name }) => !withIndex.has(name)),
  ];
}

/** What a bracket goes on with: columns of the key stand in it in their order, without a gap. */
function nextIn(tokens: TokensBefore, bracket: number, columns: readonly Column[]): readonly Column[] {
  const last = namesAfter(tokens, bracket, LIST).at(-1);
  if (last === undefined) return tokens.types[bracket - 1] === T.TOKEN ? columns.slice(0, 1) : columns;
  const at = columns.findIndex(({ name }) => name === last.name);
  return at < 0 ? [] : columns.slice(at + 1, at + 2);
}

/** The columns that the function takes whose brackets are open at the caret; all for one that is not known. None is given twice. */
function argumentsAt(place: Place, { columns, partitionKey }: Table): readonly Column[] {
  const { tokens, release } = place;
  const bracket = tokens.open.at(-1)!;
  if (tokens.types[bracket - 1] === T.TOKEN) return nextIn(tokens, bracket, partitionKey);
  const named = new Set(namesAfter(tokens, bracket, LIST).map(({ name }) => name));
  const all = [...columns.values()].filter(({ name }) => !named.has(name));
  const name = tokens.name(bracket - 1);
  const index = commasSince(tokens, bracket);
  const qualified = tokens.types[bracket - 2] === T.DOT;
  const { catalog } = place.session;
  const home = qualified ? catalog.keyspace(tokens.name(bracket - 3)) : homeOf(place);
  const own = home?.functions.get(name)?.flatMap(({ parameters }) => parameters[index] ?? []) ?? [];
  if (own.length > 0) return all.filter(({ type }) => own.some((one) => readsAs(freeze(one), freeze(type), catalog)));
  const functions = qualified ? [] : builtInFunction(name, release);
  const parameters = functions.flatMap((one) => one.parameters[index] ?? []);
  return parameters.length === 0 ? all : all.filter(({ type }) => parameters.some((one) => mayTake(one.type, type)));
}

/** The columns that a WHERE gives with `=` or IN. */
function equalIn(place: Place): ReadonlySet<string> {
  const { tokens, clauseAt } = place;
  const before = namesAfter(tokens, clauseAt, RELATIONS).map(({ index, name }) => ({
    name,
    next: tokens.types[index + 1],
  }));
  return new Set(
    [...before, ...namesBehind(place, T.AND)].flatMap(({ name, next }) =>
      next === T.EQ || next === T.IN ? [name] : [],
    ),
  );
}

/** In SET: what is not assigned yet; behind `=` only the column itself, to which something is added. */
function inSet(place: Place, rest: readonly Column[]): readonly Column[] {
  const { tokens, caret } = place;
  if (caret.expected.values) {
    const equals = lastWord(tokens, ASSIGNMENT);
    if (tokens.open.some((index) => index > equals)) return [];
    const own = tokens.name(equals - 1);
    if (tokens.types[equals] !== T.EQ || (equals + 1 < tokens.count && tokens.name(equals + 1) === own)) return [];
    return rest.filter(({ name, type }) => name === own && isAddedTo(type));
  }
  const before = namesAfter(tokens, place.clauseAt, ASSIGNED).map(({ index, name }) => ({
    name,
    next: tokens.types[index + 1],
  }));
  const assigned = [...before, ...namesBehind(place, T.COMMA)].flatMap(({ name, next }) =>
    next === T.LBRACKET || next === T.DOT ? [] : [name],
  );
  return rest.filter(({ name }) => !assigned.includes(name));
}

const ASSIGNMENT: ReadonlySet<number> = new Set([T.EQ, T.COMMA, T.SET]);

export const isAddedTo = (type: Column['type']): boolean =>
  type.kind === 'list' ||
  type.kind === 'set' ||
  type.kind === 'map' ||
  (type.kind === 'native' && type.name === 'counter');

/** The columns with an index on their values. */
export const indexed = ({ indexes }: Table): ReadonlySet<string> =>
  new Set(indexes.flatMap(({ targets }) => targets.map(({ column }) => column)));

export const draftOf = (column: Column, table: Table): Draft => ({
  label: printName(column.name),
  kind: 'column',
  detail: `${printType(column.type)}${column.kind === 'regular' ? '' : ` · ${ROLES[column.kind]}`}`,
  about: () =>
    `\`\`\`cql\n${printName(column.name)} ${printType(column.type)}\n\`\`\`\n\n${column.kind === 'regular' ? 'Column' : ROLES[column.kind]} of \`${printQualified(table.keyspace, table.name)}\`.`,
});

const ROLES: Readonly<Record<Column['kind'], string>> = {
  partition: 'partition key',
  clustering: 'clustering column',
  static: 'static',
  regular: '',
};

/** The columns that the statement itself declares, where its key or its order names them. */
function declaredColumns(place: Place, statement: Statement & { readonly kind: 'create-table' }): readonly Draft[] {
  const { clause } = place;
  const named = listed(place, LIST);
  const whole = place.caret.statement?.kind === 'create-table' ? place.caret.statement : statement;
  const key =
    clause === T.ORDER
      ? new Set(whole.primaryKeys.flatMap(({ clustering }) => clustering.map(({ name }) => name)))
      : undefined;
  const [before, all] = [statement.columns, whole.columns].map((columns) =>
    columns.filter(
      ({ name, type, static: isStatic }) =>
        !isStatic && isOfKey(type) && !named.has(name.name) && (key === undefined || key.has(name.name)),
    ),
  );
  return (key === undefined ? before! : all!).map(({ name }) => ({
    label: name.text,
    kind: 'column',
    about: () => 'Column of this table.',
  }));
}

/** Whether the key of a table may hold such a column. */
const isOfKey = (type: TypeRef): boolean =>
  type.kind === 'native' ? !NEVER_IN_KEYS.has(type.name) : !SEVERAL_CELLS.has(type.kind);

const NEVER_IN_KEYS: ReadonlySet<string> = new Set(['counter', 'duration']);

/** What is stored in several cells unless it is frozen. */
const SEVERAL_CELLS: ReadonlySet<TypeRef['kind']> = new Set(['list', 'set', 'map', 'user']);

/** Before FROM is written: the columns of the tables that statements around this one name, then those of all tables in reach. */
function columnsAround(place: Place): readonly Draft[] {
  const named = listed(place, place.clause === T.SELECT ? SELECTED : DELETED);
  const tables = tablesAround(place);
  const hasNamed = ({ columns }: Table): boolean => [...named].every((name) => columns.has(name));
  // Columns that are named already tell the table.
  const told = tables.filter(hasNamed);
  return (named.size > 0 && told.length > 0 ? told : tables).flatMap((table) =>
    fitting(place, table).map((column) => ({
      ...draftOf(column, table),
      detail: printQualified(table.keyspace, table.name),
    })),
  );
}
