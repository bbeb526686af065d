import { printName } from '../../catalog/names.ts';
import { hasCounters } from '../../catalog/table-columns.ts';
import type { Question } from '../question/question.ts';
import { type Copy, foreignKey } from '../writes/copy.ts';

/** What a table of its own costs: what writes do more, and what is stored again. */
export function priceOfCopy(
  copy: Copy,
  { table, surroundings, declared }: Pick<Question, 'table' | 'surroundings' | 'declared'>,
  { keysOnly = false } = {},
): string {
  const tables = surroundings.copiesOf(table).length + 2;
  const held = copy.only === undefined ? [] : [copy.only.column];
  const moved = [...held, ...foreignKey(copy)].filter(({ name }) => !declared.immutable.has(name));
  const elements = copy.key.flatMap(({ derived, from }) =>
    derived !== undefined && ELEMENTS.has(derived.function) ? from : [],
  );
  return [
    elements.length === 0
      ? `each ${writesOf(copy)} writes ${tables} tables`
      : `each ${copy.ofPartitions ? writesOf(copy) : 'INSERT'} writes a row for each item of ${namesOf(elements)}`,
    ...(moved.length > 0 && !copy.collapsed
      ? [`a change of ${namesOf(moved)} reads first and leaves a tombstone`]
      : []),
    keysOnly ? 'the keys once more' : '1 more copy of the data',
  ].join('; ');
}

/** The writes that go to the copy as well. */
const writesOf = ({ base, columns, ofPartitions }: Copy): string =>
  ofPartitions
    ? `write of ${namesOf(columns.flatMap(({ from }) => from).filter(({ kind }) => kind === 'static'))}`
    : hasCounters(base)
      ? 'UPDATE'
      : 'INSERT';

const ELEMENTS: ReadonlySet<string> = new Set(['element', 'map-key', 'map-value']);

const namesOf = (columns: readonly { readonly name: string }[]): string =>
  [...new Set(columns.map(({ name }) => `\`${printName(name)}\``))].join(' or ');
