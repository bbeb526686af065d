import type { Table } from '../../catalog/model.ts';
import type { Statement } from '../../syntax/ast.ts';
import { tableNamesOf } from '../../syntax/table-names.ts';
import type { Session } from '../judging/verdict-model.ts';

/** The tables of a statement that are known. */
export const tablesOf = (statement: Statement, { catalog, keyspace: inForce }: Session): readonly Table[] =>
  tableNamesOf(statement).flatMap(({ keyspace, name }) => {
    const table = catalog.table(keyspace?.name ?? inForce ?? '', name.name);
    return table === undefined ? [] : [table];
  });
