import type { Table } from '../../catalog/model.ts';
import { type Declared, declaredOf } from '../evidence/annotations.ts';
import type { Use } from '../evidence/surroundings.ts';
import type { Question } from '../question/question.ts';
import type { Copy, CopyColumn } from './copy.ts';

/** The table whose writes give a copy its rows. */
export interface Source {
  readonly table: Table;
  readonly declared: Declared;
  uses(): readonly Use[];
}

/** Of a table itself; of a view, which nobody writes, the table that it follows. `undefined` where a view leaves out rows by their values. */
export function sourceOf({ table, session, surroundings, declared, uses }: Question): Source | undefined {
  if (table.kind !== 'view') return { table, declared, uses };
  const base = table.base === undefined ? undefined : session.catalog.table(table.keyspace, table.base.table);
  const isWhole = table.base?.where.every((relation) => 'operator' in relation && relation.operator === 'IS NOT NULL');
  if (base === undefined || base.partial || isWhole !== true) return undefined;
  let found: readonly Use[] | undefined;
  return { table: base, declared: declaredOf(base, surroundings), uses: () => (found ??= surroundings.usesOf(base)) };
}

/** The copy as one of its source. Its key has that of the view, so rows that the view leaves out are left out of it. */
export function copyOfSource(copy: Copy, { table, declared }: Source): Copy {
  if (copy.base === table) return copy;
  const ofSource = ({ from, ...column }: CopyColumn): CopyColumn => ({
    ...column,
    from: from.flatMap(({ name }) => table.columns.get(name) ?? []),
  });
  const columns = copy.columns.map(ofSource);
  return {
    ...copy,
    base: table,
    columns,
    key: columns.filter(({ role }) => role === 'partition' || role === 'clustering'),
    immutable: declared.immutable,
  };
}
