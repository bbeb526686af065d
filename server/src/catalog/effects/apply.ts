import type { Statement } from '../../syntax/ast.ts';
import { alterTable } from './alter-table.ts';
import { createAggregate, createFunction, dropFunction } from './functions.ts';
import { createIndex, dropIndex } from './indexes.ts';
import { alterKeyspace, createKeyspace } from './keyspaces.ts';
import { createTable, createTableLike, dropTable } from './tables.ts';
import { createTrigger, dropTrigger } from './triggers.ts';
import { alterType, createType, dropType } from './user-types.ts';
import { alterView, createView } from './views.ts';
import type { Placement } from './context.ts';
import type { SchemaRules } from './schema-rules.ts';
import { withoutKeyspace, type CatalogState } from './state.ts';

/**
 * The catalog after a statement. A statement that declares nothing, or whose effect makes no sense here, gives the same catalog.
 *
 * Nothing is refused: whether the server takes the statement is the verdict's business, and one that it refuses must not be
 * applied where its answer is wanted exactly.
 */
export function apply(catalog: CatalogState, statement: Statement, at: Placement, rules: SchemaRules): CatalogState {
  const context = { ...at, rules };
  switch (statement.kind) {
    case 'create-keyspace':
      return createKeyspace(catalog, statement, context);
    case 'alter-keyspace':
      return alterKeyspace(catalog, statement);
    case 'create-table':
      return createTable(catalog, statement, context);
    case 'create-table-like':
      return createTableLike(catalog, statement, context);
    case 'alter-table':
      return alterTable(catalog, statement, context);
    case 'create-type':
      return createType(catalog, statement, context);
    case 'alter-type':
      return alterType(catalog, statement, context);
    case 'create-index':
      return createIndex(catalog, statement, context);
    case 'create-view':
      return createView(catalog, statement, context);
    case 'alter-view':
      return alterView(catalog, statement, context);
    case 'create-function':
      return createFunction(catalog, statement, context);
    case 'create-aggregate':
      return createAggregate(catalog, statement, context);
    case 'create-trigger':
      return createTrigger(catalog, statement, context);
    case 'drop':
      switch (statement.what) {
        case 'keyspace':
          return statement.name === undefined ? catalog : withoutKeyspace(catalog, statement.name.name.name);
        case 'table':
        case 'view':
          return dropTable(catalog, statement, context);
        case 'type':
          return dropType(catalog, statement, context);
        case 'index':
          return dropIndex(catalog, statement, context);
        case 'function':
        case 'aggregate':
          return dropFunction(catalog, statement, context);
        case 'trigger':
          return dropTrigger(catalog, statement, context);
        case 'other':
          return catalog;
      }
    // oxlint-disable-next-line no-fallthrough -- the switch above returns in every case
    default:
      return catalog;
  }
}
