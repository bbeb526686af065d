import type { Column, Table } from '../../catalog/model.ts';
import type { Select } from '../../syntax/ast.ts';
import { mayHaveContinualRows } from './continual-rows.ts';
import { knownUsesOf, type Surroundings } from './surroundings.ts';

/** The project adds rows to a source one by one and reads the newest of them, or those of a span of time: there are ever more than that. */
export function isReadAsHistory(table: Table, time: Column, surroundings: Surroundings): boolean {
  if (!mayHaveContinualRows(table)) return false;
  const uses = knownUsesOf(surroundings, table);
  return (
    uses.some(({ statement }) => statement.kind === 'insert') &&
    uses.some(({ statement }) => statement.kind === 'select' && readsPart(statement, table, time))
  );
}

/** Of one partition: a range of the time, or so many of the newest. */
function readsPart({ where, limit, orderBy }: Select, { partitionKey }: Table, time: Column): boolean {
  const relations = (where?.relations ?? []).flatMap((relation) => (relation.kind === 'column' ? [relation] : []));
  const operatorsOn = (name: string): readonly string[] =>
    relations.flatMap(({ column, operator }) => (column.name === name ? [operator] : []));
  if (!partitionKey.every(({ name }) => operatorsOn(name).includes('='))) return false;
  const isRange = operatorsOn(time.name).some((operator) => /^(?:[<>]=?|BETWEEN)$/.test(operator));
  const [first] = orderBy;
  const isNewestFirst = (first === undefined ? time.order : first.direction) === 'DESC';
  return isRange || (limit !== undefined && isNewestFirst);
}
