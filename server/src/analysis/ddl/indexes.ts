import { isBackwards, isCounterTable } from '../../catalog/table-columns.ts';
import type { Index, Keyspace, Table } from '../../catalog/model.ts';
import { defaultIndexName, indexImplementation } from '../../catalog/effects/indexes.ts';
import { isCollection } from '../../catalog/types.ts';
import type { CreateIndex } from '../../syntax/ast.ts';
import { beyond, switchedOff } from '../guardrails/limits.ts';
import { resolveColumn } from '../judging/names.ts';
import { inEach, inOrder, type Outcome } from '../judging/outcome.ts';
import { isVerdict, refuse, undecided } from '../judging/refuse.ts';
import { type CassandraRelease, since } from '../../text/release.ts';
import {
  changedKeyspace,
  type Context,
  existingKeyspace,
  isResolvedName,
  missing,
  protectedKeyspace,
  tableAt,
  tableResource,
  type ResolvedName,
  resolveName,
} from './context.ts';
import { SASI } from './index-class-names.ts';
import { complaintAboutIndexClass } from './index-classes.ts';
import { complaintAboutTarget, type IndexedColumn } from './index-targets.ts';
import { nameReadAgain } from './names-read-again.ts';
import { mapOf, type Properties, readProperties } from './options/properties.ts';
import { isFalse } from '../judging/settings.ts';
import { isSwitchedOn } from './switches.ts';

/** What is being made, once its text has been read. */
export interface Making {
  readonly custom: boolean;
  /** As USING says, or the setting for indexes without USING. */
  readonly className: string | undefined;
  readonly options: ReadonlyMap<string, string>;
  readonly table: Table;
  readonly name: string;
  readonly targets: readonly IndexedColumn[];
  /** ScyllaDB's index of each partition by itself. */
  readonly local: boolean;
}

/** CREATE INDEX (`CreateIndexStatement.apply`). */
export function checkCreateIndex(statement: CreateIndex, context: Context): Outcome {
  const properties = readProperties(statement.options, context.release);
  if ('kind' in properties) return properties;
  const target = resolveName(indexedTable(statement), context);
  if (!isResolvedName(target)) return target;
  const implementation = implementationOf(statement, context);
  const unnamed = statement.using === undefined && !statement.custom && since(context.release, '5.0');
  if (unnamed && isFalse(context.session.configuration?.get('default_secondary_index_enabled')))
    return refuse('index-class', 'Must specify index implementation via USING', target.span);
  return since(context.release, '4.0')
    ? checkSince4(statement, properties, target, implementation, context)
    : checkIn311(statement, properties, target, implementation, context);
}

/** Without a keyspace of its own, the table is looked for in the index's. */
function indexedTable({ table, name }: CreateIndex): CreateIndex['table'] {
  if (table === undefined || table.keyspace !== undefined || name?.keyspace === undefined) return table;
  return { ...table, keyspace: name.keyspace };
}

interface Implementation {
  readonly custom: boolean;
  readonly className: string | undefined;
}

/** Since 5.0 USING alone makes an index a custom one, and a setting stands in for it (`CreateIndexStatement.Raw.prepare`). */
function implementationOf({ custom, using }: CreateIndex, { session, release }: Context): Implementation {
  if (!since(release, '5.0')) return { custom, className: using?.value };
  const configured = session.configuration?.get('default_secondary_index');
  const className = using?.value ?? (typeof configured === 'string' ? configured : 'legacy_local_table');
  return !custom && className.toLowerCase() === 'legacy_local_table'
    ? { custom, className: undefined }
    : { custom: true, className };
}

function checkSince4(
  statement: CreateIndex,
  properties: Properties,
  target: ResolvedName,
  implementation: Implementation,
  context: Context,
): Outcome {
  const { name } = statement;
  const before = inOrder(
    () => mismatchedKeyspace(statement, target),
    () =>
      protectedKeyspace(target.keyspace, target.span, 'ALTER', tableResource(target.keyspace, target.name), context),
    () => changedKeyspace(target, context),
    () => propertiesProblem(statement, properties, implementation),
    () => switchedOff(INDEXES, 'Creating secondary indexes', context, target.span),
    () => sasiSwitch(statement, implementation, context),
  );
  if (before?.kind === 'refused') return before;
  const keyspace = existingKeyspace(target.keyspace, target.span, context);
  if (isVerdict(keyspace))
    return inOrder(
      () => keyspace,
      () => before,
    );
  const table = tableAt(target, context);
  if (table === undefined) return missing('table-not-found', `Table '${target.name}' doesn't exist`, target, context);
  if (name !== undefined && keyspace.indexes.has(name.name.name)) {
    if (statement.ifNotExists) return before;
    return refuse('already-exists', `Index '${name.name.name}' already exists`, name.span, [name.name.name]);
  }
  const shape = inOrder(
    () => kindOfTable(table, target, context),
    () => tooMany(statement, table, target, context),
  );
  if (shape !== undefined) return shape;
  const targets = targetsOf(statement, table, context);
  if (isVerdict(targets)) return targets;
  const making = (): Making => makingOf(statement, properties, implementation, table, keyspace, targets);
  return inOrder(
    () => before,
    () => targetCount(statement, targets, implementation, context),
    () => inEach(targets, (column) => complaintAboutTarget(column, table, implementation, context)),
    () => finish(statement, making(), context),
    () =>
      nameReadAgain(
        [...(name === undefined ? [] : [name.name]), ...statement.targets.map(({ column }) => column)],
        context.release,
      ),
  );
}

const INDEXES = { name: 'secondary_indexes', setting: 'secondary_indexes_enabled' };

function tooMany({ name }: CreateIndex, table: Table, { span }: ResolvedName, context: Context): Outcome {
  const what = name === undefined ? `on table ${table.name}` : `${name.name.name} on table ${table.name}`;
  const count = table.indexes.length + 1;
  return beyond('secondary_indexes_per_table', count, context, span, ({ threshold, kind }) =>
    kind === 'warning'
      ? `Creating secondary index ${what}, current number of indexes ${count} exceeds warning threshold of ${threshold}.`
      : `Tables cannot have more than ${threshold} secondary indexes, aborting the creation of secondary index ${what}`,
  );
}

function checkIn311(
  statement: CreateIndex,
  properties: Properties,
  target: ResolvedName,
  implementation: Implementation,
  context: Context,
): Outcome {
  const { name } = statement;
  const table = tableAt(target, context);
  const resource = tableResource(target.keyspace, target.name);
  const guarded = protectedKeyspace(target.keyspace, target.span, 'ALTER', resource, context);
  if (table !== undefined && guarded !== undefined) return guarded;
  const keyspace = existingKeyspace(target.keyspace, target.span, context);
  if (isVerdict(keyspace)) {
    if (keyspace.kind === 'undecided') return keyspace;
    return refuse('keyspace-not-found', `Keyspace ${target.keyspace} does not exist`, target.span, [target.keyspace]);
  }
  if (table === undefined) return missing('table-not-found', `unconfigured table ${target.name}`, target, context);
  const targets = targetsOf(statement, table, context);
  const before = inOrder(
    () => kindOfTable(table, target, context),
    () => (isVerdict(targets) ? targets : undefined),
    () => (isVerdict(targets) ? undefined : targetCount(statement, targets, implementation, context)),
    () =>
      isVerdict(targets)
        ? undefined
        : inEach(targets, (column) => complaintAboutTarget(column, table, implementation, context)),
  );
  if (before?.kind === 'refused' || isVerdict(targets)) return before;
  if (name !== undefined && keyspace.indexes.has(name.name.name)) {
    if (statement.ifNotExists) return before;
    return refuse('already-exists', `Index ${name.name.name} already exists`, name.span, [name.name.name]);
  }
  return inOrder(
    () => before,
    () => propertiesProblem(statement, properties, implementation),
    () => sasiSwitch(statement, implementation, context),
    () => finish(statement, makingOf(statement, properties, implementation, table, keyspace, targets), context),
  );
}

/** The sentence names the table, not the index. */
function mismatchedKeyspace({ name, table }: CreateIndex, { keyspace }: ResolvedName): Outcome {
  if (table === undefined || name?.keyspace === undefined || name.keyspace.name === keyspace) return undefined;
  const text = table.keyspace === undefined ? table.name.name : `${table.keyspace.name}.${table.name.name}`;
  return refuse(
    'index-keyspace',
    `Keyspace name '${keyspace}' doesn't match index name '${text}'`,
    name.keyspace.span,
    [keyspace],
  );
}

/** `IndexAttributes.validate`. */
function propertiesProblem(
  statement: CreateIndex,
  properties: Properties,
  { custom, className }: Implementation,
): Outcome {
  for (const property of properties.values()) {
    if (property.name === 'options') continue;
    return refuse(
      'unknown-option',
      `Unknown property '${property.name}'`,
      property.nameSpan,
      [property.name],
      'syntax',
    );
  }
  const options = properties.get('options');
  const place = statement.using?.span ?? statement.name?.span ?? statement.table?.span ?? statement.span;
  if (custom && className === undefined) {
    return refuse('index-class', 'CUSTOM index requires specifiying the index class', place);
  }
  if (!custom && className !== undefined)
    return refuse('index-class', 'Cannot specify index class for a non-CUSTOM index', place);
  if (options === undefined) return undefined;
  if (!custom) return refuse('index-options', 'Cannot specify options for a non-CUSTOM index', options.span);
  const map = mapOf(options);
  if (isVerdict(map)) return map;
  for (const name of ['class_name', 'target']) {
    const span = map.spans.get(name);
    if (span !== undefined) return refuse('index-options', `Cannot specify ${name} as a CUSTOM option`, span, [name]);
  }
  return undefined;
}

function sasiSwitch(statement: CreateIndex, { className }: Implementation, { session }: Context): Outcome {
  if (className !== SASI || isSwitchedOn(session, 'sasi_indexes_enabled', 'enable_sasi_indexes')) return undefined;
  const message = 'SASI indexes are disabled. Enable in cassandra.yaml to use.';
  return refuse('sasi-disabled', message, statement.using?.span ?? statement.span);
}

function kindOfTable(table: Table, target: ResolvedName, { release }: Context): Outcome {
  const are = since(release, '4.0');
  if (isCounterTable(table)) {
    const message = are
      ? "Secondary indexes on counter tables aren't supported"
      : 'Secondary indexes are not supported on counter tables';
    return refuse('index-on-counter-table', message, target.span, [table.name]);
  }
  if (table.kind === 'view') {
    const message = are
      ? "Secondary indexes on materialized views aren't supported"
      : 'Secondary indexes are not supported on materialized views';
    return refuse('index-on-view', message, target.span, [table.name]);
  }
  if (are || !table.compactStorage || table.clustering.length === 0) return undefined;
  const message = 'Secondary indexes are not supported on COMPACT STORAGE tables that have clustering columns';
  return refuse('index-on-compact-table', message, target.span, [table.name]);
}

/** Looks the columns up; a bare collection, unless it sorts backwards, stands for its values (`IndexTarget.Raw.prepare`). */
function targetsOf({ targets }: CreateIndex, table: Table, { session, release }: Context) {
  const found: IndexedColumn[] = [];
  for (const { column: name, of, span } of targets) {
    const column = resolveColumn(name, { table, session, release });
    if (isVerdict(column)) return column;
    if (column.type.kind === 'unknown') return undecided('placeholder');
    found.push({ column, of: of ?? (isCollection(column.type) && !isBackwards(column) ? 'values' : 'simple'), span });
  }
  return found;
}

function targetCount(
  statement: CreateIndex,
  targets: readonly IndexedColumn[],
  { custom }: Implementation,
  { release }: Context,
): Outcome {
  const [, second] = targets;
  if (targets.length === 0 && !custom) {
    const message = 'Only CUSTOM indexes can be created without specifying a target column';
    return refuse('index-without-column', message, statement.table?.span ?? statement.span);
  }
  if (second === undefined) return undefined;
  if (!custom) return refuse('index-on-several-columns', 'Only CUSTOM indexes support multiple columns', second.span);
  return inEach(targets, ({ column, span }, index) => {
    if (!targets.slice(0, index).some((other) => other.column === column)) return undefined;
    const name = since(release, '4.0') ? `'${column.name}'` : column.name;
    return refuse('duplicate-index-column', `Duplicate column ${name} in index target list`, span, [column.name]);
  });
}

const rawOptions = (properties: Properties): ReadonlyMap<string, string> => {
  const options = properties.get('options')?.value;
  return options?.kind === 'map' ? options.entries : new Map();
};

function freeName(keyspace: Keyspace, table: Table, targets: readonly IndexedColumn[]): string {
  const base = defaultIndexName(
    table.name,
    targets.map(({ column }) => ({ column: column.name })),
  );
  let name = base;
  for (let number = 1; keyspace.indexes.has(name); number += 1) name = `${base}_${number}`;
  return name;
}

function makingOf(
  { name, local }: CreateIndex,
  properties: Properties,
  implementation: Implementation,
  table: Table,
  keyspace: Keyspace,
  targets: readonly IndexedColumn[],
): Making {
  return {
    ...implementation,
    options: rawOptions(properties),
    table,
    name: name?.name.name ?? freeName(keyspace, table, targets),
    targets,
    local: local !== undefined,
  };
}

/** What a statement that is taken makes; IF NOT EXISTS may find the index's name, or an index that is alike. */
export function madeBy(statement: CreateIndex, context: Context): Making | 'name-exists' | 'alike' | undefined {
  const properties = readProperties(statement.options, context.release);
  const target = resolveName(indexedTable(statement), context);
  if ('kind' in properties || !isResolvedName(target)) return undefined;
  const keyspace = existingKeyspace(target.keyspace, target.span, context);
  const table = tableAt(target, context);
  if (isVerdict(keyspace) || table === undefined) return undefined;
  const { name } = statement;
  if (name !== undefined && keyspace.indexes.has(name.name.name)) return 'name-exists';
  const targets = targetsOf(statement, table, context);
  if (isVerdict(targets)) return undefined;
  const making = makingOf(statement, properties, implementationOf(statement, context), table, keyspace, targets);
  return table.indexes.some((other) => isDuplicate(making, other, context.release)) ? 'alike' : making;
}

function finish(statement: CreateIndex, making: Making, context: Context): Outcome {
  const place = statement.name?.span ?? statement.targets[0]?.span ?? statement.span;
  const equal = making.table.indexes.find((other) => isDuplicate(making, other, context.release));
  if (equal !== undefined) {
    if (statement.ifNotExists) return undefined;
    const message = `Index ${making.name} is a duplicate of existing index ${equal.name}`;
    return refuse('duplicate-index', message, place, [making.name, equal.name]);
  }
  if (!/^\w+$/.test(making.name)) {
    return refuse(
      'index-name',
      `Illegal index name ${making.name}`,
      statement.name?.span ?? place,
      [making.name],
      'config',
    );
  }
  if (!making.custom) return undefined;
  return complaintAboutIndexClass(making, statement, context);
}

/**
 * Alike in all but the name; the class is compared as it was written (`IndexMetadata.equalsWithoutName`). 3.11 makes KEYS indexes of
 * compact tables and COMPOSITES of the others.
 */
function isDuplicate(making: Making, other: Index, release: CassandraRelease): boolean {
  const { family, using } = indexImplementation(making.className, making.custom);
  const changedKind = family === 'legacy' && making.table.compactStorage !== (other.ofCompact === true);
  return (
    !(changedKind && !since(release, '4.0')) &&
    family === other.family &&
    using === other.using &&
    making.local === (other.local === true) &&
    making.targets.length === other.targets.length &&
    making.targets.every(
      ({ column, of }, at) => column.name === other.targets[at]?.column && of === other.targets[at].of,
    ) &&
    making.options.size === other.options.size &&
    [...making.options].every(([key, value]) => other.options.get(key) === value)
  );
}
