import { builtInFunction, type Column, type CqlType, subTypes, userType, type UserType } from '../../catalog/index.ts';
import { NATIVE_TYPES } from '../../syntax/built-in-types.ts';
import * as T from '../../syntax/generated/token-types.ts';
import { isName } from '../../syntax/token-classes.ts';
import { homeOf, type Place } from './place.ts';
import { tablesAround } from './tables-around.ts';
import { commasSince, lastWord, namesAfter, openingOf } from './tokens-before.ts';

/** What a value at the caret goes to. */
export interface Receiver {
  readonly type: CqlType;
  /** The column, where it is a whole one. */
  readonly column?: string;
}

/** What the value at the caret goes to; `undefined` where that cannot be told. */
export const receiverOf = (place: Place): Receiver | undefined => receiverAt(place, place.tokens.count);

/** The type of a path of columns, elements and fields that ends before a token, and the column where it is one. */
export function pathBefore(place: Place, end: number): Receiver | undefined {
  const { types, count, name } = place.tokens;
  const last = end - 1;
  if (last < 0 || end > count) return undefined;
  if (types[last] === T.RBRACKET) {
    const open = openingOf(place.tokens, last);
    const whole = open < 0 ? undefined : pathBefore(place, open);
    return whole && element(whole.type);
  }
  if (!isName(types[last]!)) return undefined;
  if (types[last - 1] === T.DOT) {
    const whole = pathBefore(place, last - 1);
    const type = whole && fieldsOf(place, whole.type)?.get(name(last));
    return type && { type };
  }
  const column = columnOf(place, name(last));
  return column && { type: column.type, column: column.name };
}

/** A column of the statement's table; before FROM is written, that of the first table in reach which has one of the name. */
function columnOf(place: Place, name: string): Column | undefined {
  const { table, clause } = place;
  const isBeforeFrom = table === undefined && (clause === T.SELECT || clause === T.DELETE);
  const tables = isBeforeFrom ? tablesAround(place) : table === undefined ? [] : [table];
  return tables.find(({ columns }) => columns.has(name))?.columns.get(name);
}

/** The user-defined type that an ALTER TYPE is about. */
export function alteredTypeOf(place: Place): UserType | undefined {
  const name = place.statement?.kind === 'alter-type' ? place.statement.name : undefined;
  return name && homeOf(place)?.types.get(name.name.name);
}

/** The fields of a user-defined type. */
export const fieldsOf = ({ session }: Place, type: CqlType): ReadonlyMap<string, CqlType> | undefined =>
  userType(type, session.catalog)?.fields;

function receiverAt(place: Place, end: number): Receiver | undefined {
  const { tokens } = place;
  const { types } = tokens;
  const before = types[end - 1];
  switch (before) {
    case T.EQ:
    case T.LT:
    case T.LE:
    case T.GT:
    case T.GE:
    case T.NE:
    case T.PLUS_EQ:
    case T.MINUS_EQ:
    case T.IN:
    case T.BETWEEN:
      return comparedBefore(place, types[end - 2] === T.NOT ? end - 2 : end - 1);
    case T.LIKE:
      return native('text');
    case T.CONTAINS:
      return elementBefore(place, types[end - 2] === T.NOT ? end - 2 : end - 1, false);
    case T.KEY:
      return types[end - 2] === T.CONTAINS
        ? elementBefore(place, types[end - 3] === T.NOT ? end - 3 : end - 2, true)
        : undefined;
    case T.OF:
      return types[end - 2] === T.ANN ? pathBefore(place, end - 2) : undefined;
    case T.LIMIT:
    case T.TTL:
      return native('int');
    case T.TIMESTAMP:
      return native('bigint');
    case T.PLUS:
    case T.MINUS:
      return assigned(place, end);
    case T.AND: {
      const between = lastWord(tokens, BETWEEN_OR_AND_BEFORE);
      return between >= 0 && types[between] === T.BETWEEN ? receiverAt(place, between + 1) : undefined;
    }
    case T.COLON:
    case T.COMMA:
    case T.RANGE:
    case T.LPAREN:
    case T.LBRACKET:
    case T.LBRACE:
      return inBrackets(place, end);
    default:
      return undefined;
  }
}

const BETWEEN_OR_AND_BEFORE: ReadonlySet<number> = new Set([T.BETWEEN, T.WHERE]);

const native = (name: string): Receiver => ({ type: { kind: 'native', name } });

function comparedBefore(place: Place, end: number): Receiver | undefined {
  const { types, count, name } = place.tokens;
  if (types[end - 1] !== T.RPAREN) return pathBefore(place, end);
  const open = openingOf(place.tokens, end - 1);
  if (types[open - 1] === T.TOKEN) return native('bigint');
  if (open > 0 && isName(types[open - 1]!)) return undefined;
  const columns = [...types.subarray(open + 1, Math.min(end - 1, count))].flatMap((type, index) =>
    isName(type) ? (place.table?.columns.get(name(open + 1 + index)) ?? []) : [],
  );
  return columns.length === 0 ? undefined : { type: { kind: 'tuple', items: columns.map(({ type }) => type) } };
}

function elementBefore(place: Place, end: number, key: boolean): Receiver | undefined {
  const type = pathBefore(place, end)?.type;
  if (type?.kind === 'map') return { type: key ? type.key : type.value };
  return type?.kind === 'list' || type?.kind === 'set' ? { type: type.element } : undefined;
}

/** The right-hand side of `column = column + …`. */
function assigned(place: Place, end: number): Receiver | undefined {
  if (place.clause !== T.SET) return undefined;
  const { types } = place.tokens;
  for (let index = end - 1; index > place.clauseAt; index--) {
    if (types[index] === T.EQ) return receiverAt(place, index + 1);
    if (types[index] === T.COMMA) return undefined;
  }
  return undefined;
}

function inBrackets(place: Place, end: number): Receiver | undefined {
  const { tokens } = place;
  const { types } = tokens;
  const bracket = tokens.open.findLast((index) => index < end);
  if (bracket === undefined) return undefined;
  const position = commasSince(tokens, bracket);
  switch (types[bracket]) {
    case T.LBRACKET: {
      const of = pathBefore(place, bracket);
      if (of !== undefined) return keyOf(of.type);
      const list = receiverAt(place, bracket);
      return list && element(list.type);
    }
    case T.LBRACE:
      return inBraces(place, bracket, end);
    default:
      return inParentheses(place, bracket, position);
  }
}

function inParentheses(place: Place, bracket: number, position: number): Receiver | undefined {
  const { types } = place.tokens;
  const before = types[bracket - 1];
  if (before === T.VALUES && place.statement?.kind === 'insert') return inserted(place, position);
  if (before === T.IN) return receiverAt(place, bracket);
  if (before === T.TOKEN) {
    const column = place.table?.partitionKey[position];
    return column && { type: column.type };
  }
  if (before !== undefined && isName(before) && before !== T.VALUES) {
    return argument(place, bracket - 1, position);
  }
  const whole = receiverAt(place, bracket);
  const item = whole?.type.kind === 'tuple' ? whole.type.items[position] : undefined;
  return item && { type: item };
}

/** The parameter of a function, where all that have its name agree. */
function argument(place: Place, at: number, position: number): Receiver | undefined {
  const own = homeOf(place)?.functions.get(place.tokens.name(at));
  const types = own?.map(({ parameters }) => parameters[position]) ?? [];
  if (types.length === 1 && types[0] !== undefined) return { type: types[0] };
  const built = builtInFunction(place.tokens.text(at), place.release).map(
    ({ parameters }) => parameters[position]?.type,
  );
  const [first] = built;
  if (first === 'vector<float>') return vectorBeside(place, at);
  return first !== undefined &&
    /^[a-z]+$/.test(first) &&
    Object.hasOwn(NATIVE_TYPES, first) &&
    new Set(built).size === 1
    ? native(first)
    : undefined;
}

/** The vector with which another one is compared. */
function vectorBeside({ tokens, table }: Place, at: number): Receiver | undefined {
  const named = namesAfter(tokens, at + 1, ARGUMENTS).map(({ name }) => table?.columns.get(name)?.type);
  const type = named.find((one) => one?.kind === 'vector');
  return type && { type };
}

const ARGUMENTS: ReadonlySet<number> = new Set([T.LPAREN, T.COMMA]);

function inserted({ statement, table }: Place, position: number): Receiver | undefined {
  if (statement?.kind !== 'insert' || statement.values.kind !== 'values') return undefined;
  const column = table?.columns.get(statement.values.columns[position]?.name ?? '');
  return column && { type: column.type, column: column.name };
}

/** Within braces: an element, a key, the value behind a key or a field. */
function inBraces(place: Place, bracket: number, end: number): Receiver | undefined {
  const whole = receiverAt(place, bracket)?.type;
  if (whole === undefined) return undefined;
  const behindColon = place.tokens.types[end - 1] === T.COLON;
  if (whole.kind === 'map') return { type: behindColon ? whole.value : whole.key };
  if (whole.kind === 'set') return behindColon ? undefined : { type: whole.element };
  if (whole.kind !== 'user' || !behindColon) return undefined;
  const type = fieldsOf(place, whole)?.get(place.tokens.name(end - 2));
  return type && { type };
}

/** The type of a literal that begins with a bracket. */
export const typeOfLiteral = (place: Place, bracket: number): CqlType | undefined => receiverAt(place, bracket)?.type;

/** The user-defined type whose fields are written where the caret is: in its braces, before a colon. */
export function literalOfUserType(place: Place): CqlType | undefined {
  const { tokens } = place;
  const bracket = tokens.open.at(-1);
  const last = tokens.types[tokens.count - 1];
  if (bracket === undefined || tokens.types[bracket] !== T.LBRACE || (last !== T.LBRACE && last !== T.COMMA))
    return undefined;
  const whole = receiverAt(place, bracket)?.type;
  return whole?.kind === 'user' ? whole : undefined;
}

function element(type: CqlType): Receiver | undefined {
  if (type.kind === 'map') return { type: type.value };
  const [inner] = type.kind === 'tuple' ? [] : subTypes(type);
  return inner && { type: inner };
}

function keyOf(type: CqlType): Receiver | undefined {
  if (type.kind === 'map') return { type: type.key };
  return type.kind === 'list' ? native('int') : type.kind === 'set' ? { type: type.element } : undefined;
}
