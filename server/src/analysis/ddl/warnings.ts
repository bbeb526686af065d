import type { Table } from '../../catalog/model.ts';
import type {
  AlterTable,
  CreateIndex,
  CreateTableLike,
  Option,
  QualifiedName,
  SecurityLabel,
  Statement,
} from '../../syntax/ast.ts';
import { since } from '../../text/release.ts';
import { type Context, isResolvedName, tableAt, resolveName } from './context.ts';
import { SASI } from './index-class-names.ts';
import { madeBy } from './indexes.ts';
import { grantWarnings } from './permissions.ts';
import { growthWarnings } from './replica-growth.ts';
import { indexesVectors, VECTOR_WARNING } from './sai.ts';
import { SASI_WARNING } from './sasi.ts';
import { VIEW_WARNING } from './view-rules.ts';
import { parseFloating } from '../java/numbers.ts';
import { printList } from '../java/print-list.ts';

/** The client warnings that come with a schema statement that is taken. */
export function warningsOf(statement: Statement, context: Context): readonly string[] {
  switch (statement.kind) {
    case 'alter-keyspace':
      return growthWarnings(statement, context);
    case 'create-view':
      return isThere(statement.name, context) ? [] : [...repairWarnings(statement.options, context), VIEW_WARNING];
    case 'alter-view':
      return repairWarnings(statement.options, context);
    case 'create-index':
      return indexWarnings(statement, context);
    case 'create-table':
      return repairWarnings(statement.options, context);
    case 'create-table-like':
      return copyWarnings(statement, context);
    case 'alter-table':
      return alterationWarnings(statement, context);
    case 'permission':
      return grantWarnings(statement, context);
    case 'security-label':
      return providerWarnings(statement);
    default:
      return [];
  }
}

/** Since 6.0 nothing is warned of where IF NOT EXISTS had nothing to do. */
function isThere(name: QualifiedName | undefined, context: Context): boolean {
  return since(context.release, '6.0') && tableNamed(name, context) !== undefined;
}

function tableNamed(name: QualifiedName | undefined, context: Context): Table | undefined {
  const target = resolveName(name, context);
  return isResolvedName(target) ? tableAt(target, context) : undefined;
}

/** Options that 3.11 still takes; it reads them twice, and warns each time. */
function repairWarnings(options: readonly Option[], { release }: Context): readonly string[] {
  if (since(release, '4.0')) return [];
  const warnings = ['dclocal_read_repair_chance', 'read_repair_chance']
    .filter((name) =>
      options.some(
        ({ name: given, value }) =>
          given === name && value.kind === 'literal' && parseFloating(value.literal.value) !== 0,
      ),
    )
    .map((name) => `${name} table option has been deprecated and will be removed in version 4.0`);
  return [...warnings, ...warnings];
}

function indexWarnings(statement: CreateIndex, context: Context): readonly string[] {
  const { release } = context;
  const made = madeBy(statement, context);
  const nothing = made === 'name-exists' || made === 'alike';
  // 3.11 looks for the name before it warns and for an index that is alike after it, 6.0 looks for both before.
  const silent = since(release, '6.0') ? nothing : !since(release, '4.0') && made === 'name-exists';
  const ofClass = statement.using?.value === SASI && !silent ? [SASI_WARNING] : [];
  if (made === undefined || typeof made === 'string') return ofClass;
  const [target] = made.targets;
  const isOfVectors = indexesVectors(made.className, target && { type: target.column.type, of: target.of }, release);
  return [...vectorWarnings(made.table, context), ...(isOfVectors ? [VECTOR_WARNING] : []), ...ofClass];
}

/** All indexes of a table are validated when it is, and those of vectors warn each time (`StorageAttachedIndex.validateOptions`). */
function vectorWarnings({ indexes, columns }: Table, { release }: Context): readonly string[] {
  if (!since(release, '5.0')) return [];
  return indexes
    .filter(({ className, targets: [target] }) =>
      indexesVectors(className, target && { type: columns.get(target.column)?.type, of: target.of }, release),
    )
    .map(() => VECTOR_WARNING);
}

/** Not each change of a table validates it. */
function alterationWarnings({ name, change }: AlterTable, context: Context): readonly string[] {
  const table = tableNamed(name, context);
  switch (change.kind) {
    case 'options':
      return repairWarnings(change.options, context);
    case 'add':
      return table === undefined ? [] : vectorWarnings(table, context);
    case 'mask':
    case 'check': {
      const column = table?.columns.get(change.column.name);
      if (table === undefined || column === undefined) return [];
      const [before, after] =
        change.kind === 'mask'
          ? [column.mask !== undefined, change.mask !== 'drop']
          : [(column.constraints ?? []).length > 0, change.dropped === undefined];
      // One that takes the place of another may be the same, and then nothing is done.
      return before === after ? [] : vectorWarnings(table, context);
    }
    default:
      return [];
  }
}

/** Indexes of other classes than SAI's are left behind, the others validated anew (`CopyTableStatement`). */
function copyWarnings({ name, source, copies = [] }: CreateTableLike, context: Context): readonly string[] {
  const from = tableNamed(source, context);
  const target = resolveName(name, context);
  if (from === undefined || !isResolvedName(target) || tableAt(target, context) !== undefined) return [];
  if (!copies.includes('indexes')) return [];
  const left = from.indexes.filter(({ family }) => family === 'sasi' || family === 'custom').map((each) => each.name);
  const warning =
    `Source table ${from.keyspace}.${from.name} to copy indexes from to ${target.keyspace}.${target.name} has custom indexes. ` +
    `These indexes were not copied: ${printList(left.toSorted())}`;
  return [...(left.length > 0 ? [warning] : []), ...vectorWarnings(from, context)];
}

/** `SchemaDescriptionStatement.providerWarning`. */
const providerWarnings = ({ provider }: SecurityLabel): readonly string[] =>
  provider === undefined
    ? []
    : [`Provider functionality not implemented. Provider '${provider.name}' will not be loaded or invoked.`];
