import type { Session } from '../analysis/judging/verdict-model.ts';
import type { Table } from '../catalog/model.ts';
import type { Delete, Insert, QualifiedName, Select, Statement, Update } from '../syntax/ast.ts';
import { tableNameOf } from '../syntax/table-names.ts';

/** A read or write of a table that is known. */
export interface OfTable<S extends Statement = Select | Insert | Update | Delete> {
  readonly statement: S;
  readonly name: QualifiedName;
  readonly table: Table;
}

/** The reads and writes of a statement, alone or in a batch, as far as their tables are known and no clause is a placeholder. */
export function readsAndWritesIn({
  statement,
  session: { catalog, keyspace: own },
}: {
  readonly statement: Statement;
  readonly session: Session;
}): readonly OfTable[] {
  const all: readonly Statement[] = statement.kind === 'batch' ? statement.statements : [statement];
  return all.flatMap((one): readonly OfTable[] => {
    if (one.kind !== 'select' && one.kind !== 'insert' && one.kind !== 'update' && one.kind !== 'delete') return [];
    const name = tableNameOf(one);
    const keyspace = name?.keyspace?.name ?? own;
    if (name === undefined || keyspace === undefined || one.template === true) return [];
    const table = catalog.table(keyspace, name.name.name);
    return table === undefined ? [] : [{ statement: one, name, table }];
  });
}
