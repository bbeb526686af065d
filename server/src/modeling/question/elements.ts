import type { CqlType, Table } from '../../catalog/model.ts';
import { printName } from '../../catalog/names.ts';
import { freeze } from '../../catalog/types.ts';
import { freeColumnName, singular } from '../proposal/names.ts';
import type { Element, NoPattern, Pattern } from './pattern.ts';
import type { PlannedColumn } from './plan.ts';
import type { DerivedColumn } from '../proposal/proposal.ts';

/** What a part of the key adds to it, and to the WHERE clause. */
export interface KeyPart {
  readonly partition: readonly PlannedColumn[];
  /** Relations written otherwise. */
  readonly relations: ReadonlyMap<number, string>;
  readonly filtering: readonly number[];
}

/**
 * What CONTAINS, CONTAINS KEY and `m[key] = value` become: a table with one row for each element, partitioned by it.
 *
 * The first such relation is looked up; others filter.
 */
export function elementParts({ elements, textOf }: Pattern, table: Table): KeyPart | NoPattern {
  const [chosen, ...others] = elements;
  if (chosen === undefined) return NO_PART;
  const columns = columnsFor(chosen, table);
  if (columns === undefined)
    return { why: `\`${chosen.column.name}\` is no collection whose elements could be looked up.` };
  const values = chosen.kind === 'entry' ? [chosen.key!, chosen.value] : [chosen.value];
  const text = columns.map(({ column }, index) => `${printName(column)} = ${textOf(values[index]!)}`).join(' AND ');
  return {
    partition: columns.map((derived) => ({ kind: 'derived', derived })),
    relations: new Map([[chosen.relation, text]]),
    filtering: others.map(({ relation }) => relation),
  };
}

export const NO_PART: KeyPart = { partition: [], relations: new Map(), filtering: [] };

function columnsFor({ column, kind }: Element, table: Table): readonly DerivedColumn[] | undefined {
  const { type, name } = column;
  const one = singular(name);
  const derive = (computed: DerivedColumn['function'], of: CqlType, names: readonly string[]): DerivedColumn => ({
    column: freeColumnName(table, names),
    type: freeze(of),
    from: [name],
    function: computed,
  });
  if (kind === 'element' && (type.kind === 'set' || type.kind === 'list')) {
    return [derive('element', type.element, [one, `${name}_element`])];
  }
  if (type.kind !== 'map') return undefined;
  const key = derive('map-key', type.key, [`${one}_key`, `${name}_map_key`]);
  const value = derive('map-value', type.value, [`${one}_value`, `${name}_map_value`]);
  return kind === 'key' ? [key] : kind === 'element' ? [value] : [key, value];
}
