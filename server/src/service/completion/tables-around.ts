import type { Table } from '../../catalog/index.ts';
import { tableNamesOf } from '../../syntax/table-names.ts';
import { tablesOf } from '../at.ts';
import { keyspaceOf, type Place } from './place.ts';

/** Before FROM is written: the tables that statements around this one name, then all in reach. */
export function tablesAround(place: Place): readonly Table[] {
  const { subject, caret, session } = place;
  const { segments } = subject.document;
  const around = Array.from(
    { length: 2 * NEAR },
    (_, index) => caret.segment + (index % 2 === 0 ? -1 : 1) * ((index >> 1) + 1),
  );
  const near = around.flatMap((index) => {
    const statement = segments[index]?.statement();
    return statement === undefined
      ? []
      : tableNamesOf(statement).flatMap((name) => tablesOf(subject, index, name)[0] ?? []);
  });
  const here = keyspaceOf(place);
  const keyspaces =
    here !== undefined && here.tables.size > 0
      ? [here]
      : [...session.catalog.keyspaces()].filter(({ system }) => !system);
  const others = keyspaces.flatMap(({ tables }) => [...tables.values()]).slice(0, MOST);
  return [...new Set([...near, ...others])];
}

/** How many statements are looked at to each side. */
const NEAR = 20;

/** How many tables are looked at. */
const MOST = 100;
