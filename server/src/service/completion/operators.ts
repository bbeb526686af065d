import type { Column, Table } from '../../catalog/index.ts';
import * as T from '../../syntax/generated/token-types.ts';
import { existsIn } from '../../text/release.ts';
import type { Draft } from './entry.ts';
import { inCase } from './letter-case.ts';
import type { Place } from './place.ts';
import { isAddedTo } from './columns.ts';
import { pathBefore } from './receiver.ts';
import { leftInBrackets, namesAfter, type TokensBefore } from './tokens-before.ts';

/** The operators that the column before the caret takes; `undefined` where the caret stands behind no column of a relation. */
export function operatorsAt(place: Place): readonly Draft[] | undefined {
  const { tokens, clause, caret, table } = place;
  if (clause === T.SET) return assignments(place)?.map(draftWith(place));
  if ((clause !== T.WHERE && clause !== T.IF) || !caret.expected.signs.includes('=')) return undefined;
  const left = clause === T.WHERE ? leftInBrackets(tokens) : undefined;
  if (left !== undefined) return restrictionsInBrackets(place, left).map(draftWith(place));
  const path = pathBefore(place, tokens.count);
  if (path === undefined || table === undefined) return undefined;
  const column = path.column === undefined ? undefined : table.columns.get(path.column);
  // A part of a value, which an index of entries finds, and any condition compares.
  if (column === undefined) return (clause === T.IF ? conditions(place, path.type) : [EQUAL]).map(draftWith(place));
  return (clause === T.IF ? conditions(place, column.type) : restrictions(place, table, column)).map(draftWith(place));
}

function draftWith(place: Place): (operator: Operator) => Draft {
  const written = inCase(place, 'upper');
  return ([label, about]) => ({ label: written(label), kind: 'operator', about: () => about });
}

/** What stands behind a column that is set, and behind that column itself on the right of its assignment. */
function assignments(place: Place): readonly Operator[] | undefined {
  const { tokens, table, caret } = place;
  const { types, count, name } = tokens;
  if (caret.expected.signs.includes('=') && tokens.open.length === 0) {
    const path = pathBefore(place, count);
    if (path === undefined) return undefined;
    const isWhole = path.column !== undefined && isAddedTo(path.type);
    const isCounter = path.type.kind === 'native' && path.type.name === 'counter';
    return [...(isCounter ? [] : [BECOMES]), ...(isWhole ? [ADD_TO, TAKE_FROM] : []), ...(isCounter ? [BECOMES] : [])];
  }
  const own = name(count - 1);
  const type = table?.columns.get(own)?.type;
  if (type === undefined || types[count - 2] !== T.EQ || name(count - 3) !== own || !isAddedTo(type)) return undefined;
  return [ADD, TAKE];
}

const restrictionsInBrackets = ({ release }: Place, left: 'token' | 'tuple'): readonly Operator[] => [
  EQUAL,
  ...RANGE,
  ...(left === 'tuple' ? [IN] : []),
  ...(existsIn(release, { since: '6.0' }) ? [BETWEEN] : []),
];

type Operator = readonly [sign: string, about: string];

const BECOMES: Operator = ['=', 'The value that it gets.'];
const ADD_TO: Operator = ['+=', 'Adds to what is there.'];
const TAKE_FROM: Operator = ['-=', 'Takes from what is there.'];
const ADD: Operator = ['+', 'Adds to what is there.'];
const TAKE: Operator = ['-', 'Takes from what is there.'];
const EQUAL: Operator = ['=', 'One value.'];
const IN: Operator = ['IN', 'One of several values.'];
const RANGE: readonly Operator[] = [
  ['>=', 'From a value on.'],
  ['>', 'Greater than a value.'],
  ['<=', 'Up to a value.'],
  ['<', 'Less than a value.'],
];
const BETWEEN: Operator = ['BETWEEN', 'From one value up to another, both included.'];
const CONTAINS: Operator = ['CONTAINS', 'A collection with this value in it.'];
const CONTAINS_KEY: Operator = ['CONTAINS KEY', 'A map with this key in it.'];
const LIKE: Operator = ['LIKE', 'Text of a pattern, which the index knows.'];
const IS_NOT_NULL: Operator = ['IS NOT NULL', 'What the view must not be without.'];

function restrictions(
  { statement, release, tokens, clauseAt }: Place,
  table: Table,
  column: Column,
): readonly Operator[] {
  const between = existsIn(release, { since: '6.0' }) ? [BETWEEN] : [];
  const inView = statement?.kind === 'create-view' ? [IS_NOT_NULL] : [];
  if (column.kind === 'partition') return [...inView, EQUAL, IN];
  const families = table.indexes.flatMap(({ targets, family }) =>
    targets.some((target) => target.column === column.name) ? [family] : [],
  );
  const { type } = column;
  const byKey = table.indexes.some(({ targets }) =>
    targets.some((target) => target.column === column.name && target.of === 'keys'),
  );
  const ofMap = byKey ? [CONTAINS_KEY, CONTAINS] : [CONTAINS, CONTAINS_KEY];
  const collection = type.kind === 'map' ? ofMap : type.kind === 'list' || type.kind === 'set' ? [CONTAINS] : [];
  if (collection.length > 0) return [...inView, ...collection, ...('frozen' in type && type.frozen ? [EQUAL] : [])];
  const ranged = openBounds(tokens, clauseAt, column.name, [...RANGE, ...between]);
  // Servers from 4.1 on filter by it.
  const filtered = statement?.kind === 'select' && existsIn(release, { since: '4.1' }) ? [IN] : [];
  if (column.kind === 'clustering')
    return ranged.length < RANGE.length
      ? ranged
      : [...inView, EQUAL, ...(statement?.kind === 'update' ? [IN] : [...ranged, IN])];
  return [...inView, EQUAL, ...(families.includes('sasi') ? [LIKE] : []), ...ranged, ...filtered];
}

/** Without those that give a bound which the column has already. */
function openBounds(
  tokens: TokensBefore,
  clauseAt: number,
  column: string,
  operators: readonly Operator[],
): readonly Operator[] {
  const given = namesAfter(tokens, clauseAt, RELATIONS).flatMap(({ index, name }) =>
    name === column ? [tokens.types[index + 1] ?? 0] : [],
  );
  const [from, to] = [FROM, TO].map((bounds) => given.some((type) => bounds.has(type)));
  if (!from && !to) return operators;
  return operators.filter(([sign]) => (sign.startsWith('>') && !from) || (sign.startsWith('<') && !to));
}

const RELATIONS: ReadonlySet<number> = new Set([T.WHERE, T.AND]);
const FROM: ReadonlySet<number> = new Set([T.GT, T.GE]);
const TO: ReadonlySet<number> = new Set([T.LT, T.LE]);

function conditions({ release }: Place, type: Column['type']): readonly Operator[] {
  const contains = existsIn(release, { since: '4.1' })
    ? type.kind === 'map'
      ? [CONTAINS, CONTAINS_KEY]
      : type.kind === 'list' || type.kind === 'set'
        ? [CONTAINS]
        : []
    : [];
  return [EQUAL, ['!=', 'Any other value.'], ...RANGE, IN, ...contains];
}
