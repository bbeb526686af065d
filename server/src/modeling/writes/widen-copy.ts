import type { Session } from '../../analysis/judging/verdict-model.ts';
import type { Column, Table } from '../../catalog/model.ts';
import { insertAfter } from '../question/placement.ts';
import type { Edit } from '../proposal/proposal.ts';
import { afterSchemaChange, sandboxOf } from '../proposal/sandbox.ts';
import { createOf, writtenName, writtenType } from '../proposal/source.ts';
import { styleOf, words } from '../proposal/style.ts';
import type { Surroundings } from '../evidence/surroundings.ts';

/** The ALTER that gives a copy columns of its base; `undefined` where Cassandra would not take it. */
export function widenedCopy(
  copy: Table,
  base: Table,
  columns: readonly Column[],
  session: Session,
  surroundings: Surroundings,
): readonly Edit[] | undefined {
  const name = createOf(copy)?.statement.name;
  if (name === undefined) return undefined;
  const style = styleOf(copy);
  const written = name.keyspace === undefined ? name.name.text : `${name.keyspace.text}.${name.name.text}`;
  const list = columns.map((column) => `${writtenName(column)} ${writtenType(column, base)}`);
  const ddl = `${words('ALTER TABLE', style)} ${written} ${words('ADD', style)} ${list.length === 1 ? list[0]! : `(${list.join(', ')})`}`;
  const sandbox = sandboxOf({ ...session, catalog: surroundings.catalog }, copy, surroundings.workshop);
  if (afterSchemaChange(sandbox, ddl) === undefined) return undefined;
  return insertAfter(
    copy,
    [...copy.columns.values(), ...columns],
    [ddl],
    style,
    surroundings,
    'the columns of the base',
  );
}
