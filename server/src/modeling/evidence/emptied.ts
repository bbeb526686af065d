import type { Table } from '../../catalog/model.ts';
import type { Delete, Select } from '../../syntax/ast.ts';
import { knownUsesOf, type Surroundings } from './surroundings.ts';

/** A queue: statements of the project take the first rows of a partition and delete them one by one. */
export const isEmptied = (table: Table, surroundings: Surroundings): boolean => {
  const uses = knownUsesOf(surroundings, table);
  return (
    uses.some(({ statement }) => statement.kind === 'delete' && takesOneRow(statement, table)) &&
    uses.some(({ statement }) => statement.kind === 'select' && readsTheFront(statement, table))
  );
};

/** The project takes away many rows at a time: a list of them, or what is older than a time. */
export const isPurged = (table: Table, surroundings: Surroundings): boolean =>
  knownUsesOf(surroundings, table).some(
    ({ statement }) => statement.kind === 'delete' && statement.targets.length === 0 && takesOldRows(statement, table),
  );

const takesOldRows = ({ where }: Delete, { clustering: [front] }: Table): boolean =>
  (where?.relations ?? []).some(
    (relation) =>
      relation.kind === 'column' &&
      relation.column.name === front?.name &&
      ['<', '<=', 'IN'].includes(relation.operator),
  );

/** So many of the first rows, or those up to a time. */
function readsTheFront({ where, orderBy, limit }: Select, { clustering: [front] }: Table): boolean {
  if (front === undefined || front.order !== 'ASC' || orderBy.length > 0) return false;
  const bounds = (where?.relations ?? []).flatMap((relation) =>
    relation.kind === 'column' && relation.column.name === front.name ? [relation.operator] : [],
  );
  return bounds.length === 0 ? limit !== undefined : bounds.every((operator) => operator === '<' || operator === '<=');
}

/** The whole key is given by `=` or IN, and no column is named. */
export function takesOneRow({ targets, where }: Delete, { partitionKey, clustering }: Table): boolean {
  const given = new Set(
    (where?.relations ?? []).flatMap((relation) =>
      relation.kind === 'column' && (relation.operator === '=' || relation.operator === 'IN')
        ? [relation.column.name]
        : relation.kind === 'tuple' && (relation.operator === '=' || relation.operator === 'IN')
          ? relation.columns.map(({ name }) => name)
          : [],
    ),
  );
  return targets.length === 0 && [...partitionKey, ...clustering].every(({ name }) => given.has(name));
}
