import type { Column, Table } from '../../catalog/index.ts';
import * as T from '../../syntax/generated/token-types.ts';
import { existsIn } from '../../text/release.ts';
import type { Draft } from './entry.ts';
import { inCase } from './letter-case.ts';
import type { Place } from './place.ts';
import { pathBefore } from './receiver.ts';

/** The operators that the column before the caret takes; `undefined` where the caret stands behind no column of a relation. */
export function operatorsAt(place: Place): readonly Draft[] | undefined {
  const { tokens, clause, caret, table } = place;
  if ((clause !== T.WHERE && clause !== T.IF) || !caret.expected.signs.includes('=')) return undefined;
  const path = pathBefore(place, tokens.count);
  const column = path?.column === undefined ? undefined : table?.columns.get(path.column);
  if (column === undefined || table === undefined) return undefined;
  const written = inCase(place, 'upper');
  return (clause === T.IF ? conditions(place, column) : restrictions(place, table, column)).map(([label, about]) => ({
    label: written(label),
    kind: 'operator',
    about: () => about,
  }));
}

type Operator = readonly [sign: string, about: string];

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

function restrictions({ statement, release }: Place, table: Table, column: Column): readonly Operator[] {
  const between = existsIn(release, { since: '6.0' }) ? [BETWEEN] : [];
  const inView = statement?.kind === 'create-view' ? [IS_NOT_NULL] : [];
  if (column.kind === 'partition') return [...inView, EQUAL, IN];
  const families = table.indexes.flatMap(({ targets, family }) =>
    targets.some((target) => target.column === column.name) ? [family] : [],
  );
  const { type } = column;
  const collection =
    type.kind === 'map' ? [CONTAINS, CONTAINS_KEY] : type.kind === 'list' || type.kind === 'set' ? [CONTAINS] : [];
  if (collection.length > 0) return [...inView, ...collection, ...('frozen' in type && type.frozen ? [EQUAL] : [])];
  const ranged = [...RANGE, ...between];
  // Servers from 4.1 on filter by it.
  const filtered = statement?.kind === 'select' && existsIn(release, { since: '4.1' }) ? [IN] : [];
  if (column.kind === 'clustering')
    return [...inView, EQUAL, ...(statement?.kind === 'update' ? [IN] : [...ranged, IN])];
  return [...inView, EQUAL, ...(families.includes('sasi') ? [LIKE] : []), ...ranged, ...filtered];
}

function conditions({ release }: Place, { type }: Column): readonly Operator[] {
  const contains = existsIn(release, { since: '4.1' })
    ? type.kind === 'map'
      ? [CONTAINS, CONTAINS_KEY]
      : type.kind === 'list' || type.kind === 'set'
        ? [CONTAINS]
        : []
    : [];
  return [EQUAL, ['!=', 'Any other value.'], ...RANGE, IN, ...contains];
}
