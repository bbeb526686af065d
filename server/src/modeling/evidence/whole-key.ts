import type { Table } from '../../catalog/model.ts';
import type { Statement } from '../../syntax/ast.ts';
import { everyUseOf, type Surroundings } from './surroundings.ts';

/**
 * Whether the project reads the rows of a table one by one only: each SELECT, UPDATE and DELETE gives its whole key by `=`, no batch
 * writes several rows at once, and no program speaks of the table otherwise. Rows of one partition then have nothing to do with each other.
 */
export function isAskedByWholeKeys(table: Table, surroundings: Surroundings): boolean {
  const { partitionKey, clustering, columns } = table;
  if (clustering.length === 0 || [...columns.values()].some(({ kind }) => kind === 'static')) return false;
  if (surroundings.isSpokenOf(table) || surroundings.isMapped(table)) return false;
  if (surroundings.programUsesOf(table).some(({ isKnown }) => !isKnown)) return false;
  const uses = everyUseOf(surroundings, table);
  const key = [...partitionKey, ...clustering].map(({ name }) => name);
  return (
    uses.some(({ statement }) => statement.kind === 'select') &&
    uses.every(
      ({ statement, whole }) =>
        whole.kind !== 'batch' && (statement.kind === 'insert' || key.every((name) => isGiven(name, statement))),
    )
  );
}

const isGiven = (column: string, statement: Statement): boolean =>
  'where' in statement &&
  (statement.where?.relations ?? []).some((relation) =>
    relation.kind === 'tuple'
      ? relation.operator === '=' && relation.columns.some(({ name }) => name === column)
      : relation.kind === 'column' && relation.operator === '=' && relation.column.name === column,
  );
