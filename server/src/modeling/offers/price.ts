import { printName } from '../../catalog/names.ts';
import type { Question } from '../question/question.ts';
import { type Copy, foreignKey } from '../writes/copy.ts';

/** What a table of its own costs: what writes do more, and what is stored again. */
export function priceOfCopy(
  copy: Copy,
  { table, surroundings, declared }: Pick<Question, 'table' | 'surroundings' | 'declared'>,
  { keysOnly = false } = {},
): string {
  const tables = surroundings.copiesOf(table).length + 2;
  const moved = foreignKey(copy).filter(({ name }) => !declared.immutable.has(name));
  const elements = copy.key.flatMap(({ derived, from }) =>
    derived !== undefined && ELEMENTS.has(derived.function) ? from : [],
  );
  const rows =
    elements.length === 0
      ? `each INSERT writes ${tables} tables`
      : `each INSERT writes a row for each item of ${namesOf(elements)}`;
  return [
    rows,
    ...(moved.length > 0 && !copy.collapsed
      ? [`a change of ${namesOf(moved)} reads first and leaves a tombstone`]
      : []),
    keysOnly ? 'the keys once more' : '1 more copy of the data',
  ].join('; ');
}

const ELEMENTS: ReadonlySet<string> = new Set(['element', 'map-key', 'map-value']);

const namesOf = (columns: readonly { readonly name: string }[]): string =>
  [...new Set(columns.map(({ name }) => `\`${printName(name)}\``))].join(' or ');
