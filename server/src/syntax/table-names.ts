import type { QualifiedName, Statement } from './ast.ts';

/** The tables and views that a statement names, in the order of the text; those of inner statements too. */
export function tableNamesOf(statement: Statement): readonly QualifiedName[] {
  switch (statement.kind) {
    case 'select':
    case 'delete':
      return present(statement.from);
    case 'insert':
      return present(statement.into);
    case 'update':
    case 'truncate':
    case 'create-index':
    case 'create-trigger':
    case 'shell':
    case 'foreign':
      return present(statement.table);
    case 'batch':
      return statement.statements.flatMap(tableNamesOf);
    case 'transaction':
      return [
        ...statement.lets.flatMap(({ select }) => tableNamesOf(select)),
        ...(statement.result === undefined ? [] : tableNamesOf(statement.result)),
        ...statement.writes.flatMap(tableNamesOf),
      ];
    case 'create-table':
    case 'alter-table':
    case 'alter-view':
      return present(statement.name);
    case 'create-table-like':
      return [...present(statement.name), ...present(statement.source)];
    case 'create-view':
      return [...present(statement.name), ...present(statement.select?.from)];
    case 'drop':
      return statement.what === 'table' || statement.what === 'view' ? present(statement.name) : present(statement.on);
    case 'permission':
      return statement.resource?.kind === 'table' ? present(statement.resource.name) : [];
    default:
      return [];
  }
}

/** The one table that a read or write, or a change of one table, is about. */
export const tableNameOf = (statement: Statement): QualifiedName | undefined =>
  statement.kind === 'batch' || statement.kind === 'transaction' ? undefined : tableNamesOf(statement)[0];

const present = (name: QualifiedName | undefined): readonly QualifiedName[] => (name === undefined ? [] : [name]);
