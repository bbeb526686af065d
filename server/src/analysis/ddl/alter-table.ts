import type { CheckId } from '../judging/checks.ts';
import { renamesOf } from '../../catalog/effects/alter-table.ts';
import { withEarlierConstraints } from '../../catalog/constraints.ts';
import { hasHidden } from '../../catalog/compact-storage.ts';
import { viewsOf } from '../../catalog/index.ts';
import type { Column, CqlType, Index, Keyspace, Table } from '../../catalog/model.ts';
import { printName } from '../../catalog/names.ts';
import { withColumn, isCounterTable } from '../../catalog/table-columns.ts';
import { containsUnknown, isCounter, isMultiCell, printType, isCollection } from '../../catalog/types.ts';
import type { AlterTable, ColumnDefinition, Name } from '../../syntax/ast.ts';
import type { Span } from '../../text/span.ts';
import { forbiddenOptions, withoutIgnored } from '../guardrails/limits.ts';
import { inEach, inOrder, type Outcome } from '../judging/outcome.ts';
import { isVerdict, refuse, undecided } from '../judging/refuse.ts';
import { since } from '../../text/release.ts';
import { prepareType } from '../typing/types/prepare.ts';
import { hasFieldsAsDropped, serializesAs } from '../typing/types/relations.ts';
import { complaintAboutConstraints, type Constrained, constraintsWhileParsing } from '../constraints/declared.ts';
import {
  type Context,
  isResolvedName,
  keyspaceNameProblem,
  missing,
  protectedKeyspace,
  tableAt,
  tableResource,
  type ResolvedName,
  resolveName,
} from './context.ts';
import { identifiersInHashOrder, inHashOrder } from '../java/hash-order.ts';
import { complaintAboutMask, maskSwitch } from './masks.ts';
import { type Properties, readProperties } from './options/properties.ts';
import {
  checkTableOptions,
  complaintAboutNewId,
  complaintAboutUnknown,
  integerAt,
  mapAt,
  readTableOptions,
  spanOf,
} from './options/table-options.ts';
import { isSwitchedOn } from './switches.ts';
import { checkNextMode } from './options/transactions.ts';
import { columnsBeyond, columnsFixed, uncompressed, untrained, vectors, zeroTimeToLive } from '../guardrails/tables.ts';
import { inOrderOfNames } from './tables.ts';
import { hasNestedCollection } from './table-shape.ts';

type Change<K extends AlterTable['change']['kind']> = Extract<AlterTable['change'], { kind: K }>;

/** A table that is altered, with all that its checks need. */
interface Altered {
  readonly table: Table;
  readonly keyspace: Keyspace | undefined;
  readonly target: ResolvedName;
  readonly views: readonly Table[];
}

/** ALTER TABLE (`AlterTableStatement`). */
export function checkAlterTable(statement: AlterTable, context: Context): Outcome {
  const { release, session } = context;
  const { change } = statement;
  const given = readProperties(change.kind === 'options' ? change.options : [], release);
  if ('kind' in given) return given;
  const properties = withoutIgnored(given, context);
  const target = resolveName(statement.name, context);
  if (!isResolvedName(target)) return target;
  const parsed = inEach(constrainedBy(change), constraintsWhileParsing);
  if (parsed?.kind === 'refused') return parsed;
  const table = tableAt(target, context);
  const resource = tableResource(target.keyspace, target.name);
  const before = inOrder(
    () =>
      // 3.11 looks for the table first.
      table === undefined && !since(release, '4.0')
        ? undefined
        : protectedKeyspace(target.keyspace, target.span, 'ALTER', resource, context),
    () => forbiddenOptions([...given.keys()], context, target.span),
    () => (since(release, '5.0') ? readTableOptions(properties, context) : undefined),
    () =>
      zeroTimeToLive(
        mapAt(properties, 'compaction'),
        integerAt(properties, 'default_time_to_live'),
        target.span,
        context,
      ),
    () => untrained(mapAt(properties, 'compression'), target.span, context),
    () => (change.kind === 'add' ? vectors(change.columns, 'Column', context) : undefined),
    () => (change.kind === 'mask' && change.mask !== 'drop' ? maskSwitch([{ mask: change.mask }], context) : undefined),
    () => (since(release, '4.0') ? keyspaceNameProblem(target, context) : undefined),
  );
  if (before?.kind === 'refused') return before;
  if (table === undefined) {
    if (statement.ifExists && session.complete) return before;
    const message = since(release, '4.0')
      ? `Table '${target.keyspace}.${target.name}' doesn't exist`
      : session.catalog.keyspace(target.keyspace) === undefined
        ? `Keyspace ${target.keyspace} does not exist`
        : `unconfigured table ${target.name}`;
    return missing('table-not-found', message, target, context);
  }
  if (table.kind === 'view') {
    const message = since(release, '4.0')
      ? 'Cannot use ALTER TABLE on a materialized view; use ALTER MATERIALIZED VIEW instead'
      : 'Cannot use ALTER TABLE on Materialized View';
    return refuse('not-a-table', message, target.span, [target.name]);
  }
  const keyspace = session.catalog.keyspace(target.keyspace);
  const views = keyspace === undefined ? [] : viewsOf(keyspace, table.name);
  return inOrder(
    () => before,
    () => (['add', 'drop', 'rename'].includes(change.kind) ? columnsFixed(target.span, context) : undefined),
    () => checkChange(statement, { table, keyspace, target, views }, properties, context),
  );
}

function constrainedBy(change: AlterTable['change']): readonly Constrained[] {
  if (change.kind === 'add') return withEarlierConstraints(change.columns);
  return change.kind === 'check' && change.constraint !== undefined
    ? [{ name: change.column, constraints: [change.constraint] }]
    : [];
}

function checkChange({ change }: AlterTable, altered: Altered, properties: Properties, context: Context): Outcome {
  const { release } = context;
  switch (change.kind) {
    case 'alter-type':
      return alteredType(change, altered, context);
    case 'add':
      return since(release, '4.0') ? checkAdd(change, altered, context) : checkAddIn311(change, altered, context);
    case 'drop':
      return checkDrop(change, altered, context);
    case 'rename':
      return checkRename(change, altered, context);
    case 'mask':
      return checkMask(change, altered, context);
    case 'check': {
      const column = altered.table.columns.get(change.column.name);
      if (column !== undefined) {
        const constraints = change.constraint === undefined ? [] : [change.constraint];
        return complaintAboutConstraints(constraints, column, altered.table, context);
      }
      if (change.ifExists || altered.table.partial) return undefined;
      return refuse('unknown-column', `Column '${change.column.name}' doesn't exist`, change.column.span, [
        change.column.name,
      ]);
    }
    case 'drop-compact-storage':
      return checkDropCompactStorage(altered, context);
    case 'options':
      return checkOptions(altered, properties, context);
    case 'row-ttl':
      return undefined;
    case 'unknown':
      return undecided('broken');
  }
}

function checkAdd(change: Change<'add'>, altered: Altered, context: Context): Outcome {
  const { table } = altered;
  const added = new Map<string, CqlType>();
  const each = inEach(withEarlierConstraints(change.columns), (definition) =>
    checkAdded(definition, change.ifNotExists, added, altered, context),
  );
  if (each?.kind === 'refused') return each;
  return inOrder(
    () => each,
    () => mixedCounters(table, change.columns, added, context),
    () => columnsBeyond(table.columns.size + added.size, table.name, altered.target.nameSpan, context),
  );
}

function checkAdded(
  definition: ColumnDefinition,
  ifNotExists: boolean,
  added: Map<string, CqlType>,
  { table, target }: Altered,
  context: Context,
): Outcome {
  const { session, release } = context;
  const { name } = definition;
  const type = prepareType(definition.type, target.keyspace, session);
  if (isVerdict(type)) return type;
  const mask = complaintAboutMask(definition, type, target, context);
  if (mask !== undefined) return mask;
  if (name.template) return undecided('placeholder');
  if (table.columns.has(name.name) || hasHidden(table, name.name) || added.has(name.name)) {
    return ifNotExists
      ? undefined
      : refuse('duplicate-column', `Column with name '${name.name}' already exists`, name.span, [name.name]);
  }
  if (table.compactStorage) {
    return refuse('compact-storage', 'Cannot add new column to a COMPACT STORAGE table', definition.span, [name.name]);
  }
  if (definition.static && table.clustering.length === 0) {
    const message = 'Static columns are only useful (and thus allowed) if the table has at least one clustering column';
    return refuse('static-without-clustering', message, definition.span, [name.name]);
  }
  if (hasNestedCollection(type, session.catalog)) {
    const message = `Non-frozen UDTs with nested non-frozen collections are not supported for column ${name.name}`;
    return refuse('nested-not-frozen', message, definition.type.span, [name.name]);
  }
  added.set(name.name, type);
  return inOrder(
    () => readded(definition, type, table, release, context),
    () =>
      complaintAboutConstraints(
        definition.constraints,
        { name: name.name, type, kind: definition.static ? 'static' : 'regular', order: 'ASC' },
        table,
        context,
      ),
  );
}

/** A column that was dropped before comes back only as what it was. */
function readded(
  { name, static: isStatic, type: written }: ColumnDefinition,
  type: CqlType,
  table: Table,
  release: Context['release'],
  { session }: Context,
): Outcome {
  const dropped = table.dropped.get(name.name);
  if (dropped === undefined) return undefined;
  const kind = isStatic ? 'STATIC' : 'REGULAR';
  const kindProblem = (): Outcome =>
    (dropped.kind === 'static') === isStatic
      ? undefined
      : refuse(
          'readded-column',
          `Cannot re-add previously dropped column '${name.name}' of kind ${kind}, incompatible with previous kind ${dropped.kind.toUpperCase()}`,
          name.span,
          [name.name],
        );
  const typeProblem = (): Outcome => {
    if (containsUnknown(type, session.catalog) || containsUnknown(dropped.type, session.catalog))
      return undecided('unknown-schema');
    // Since 5.0 a blob does not hold what was a frozen collection.
    const split = since(release, '5.0') && isCollection(dropped.type) && !isCollection(type);
    const same =
      !split &&
      serializesAs(type, dropped.type, session.catalog) &&
      hasFieldsAsDropped(type, dropped.type, session.catalog);
    if (same) return undefined;
    const [now, then] = [printType(type, release), printType(dropped.type, release)];
    const message = since(release, '5.0')
      ? `Cannot add a column '${name.name}' of type ${now}, incompatible with previously dropped column '${name.name}' of type ${then}`
      : `Cannot re-add previously dropped column '${name.name}' of type ${now}, incompatible with previous type ${then}`;
    return refuse('readded-column', message, written.span, [name.name]);
  };
  return inOrder(...(since(release, '4.0') ? [typeProblem, kindProblem] : [kindProblem, typeProblem]), () =>
    isCounterTable(table)
      ? refuse('readded-column', `Cannot re-add previously dropped counter column ${name.name}`, name.span, [name.name])
      : undefined,
  );
}

/** A counter table holds nothing else (`TableMetadata.validate`). */
function mixedCounters(
  table: Table,
  definitions: readonly ColumnDefinition[],
  added: ReadonlyMap<string, CqlType>,
  { session, release }: Context,
): Outcome {
  const counters = isCounterTable(table);
  const wrong = [...added].find(([, type]) => isCounter(type) !== counters && !containsUnknown(type, session.catalog));
  // A compact table may hold counters under a hidden column; it takes no columns anyway.
  const definition = definitions.find(({ name }) => name.name === wrong?.[0]);
  if (definition === undefined || table.partial) return undefined;
  const { name } = definition.name;
  const [what, where] = counters ? ['non counter', 'counter'] : ['counter', 'non counter'];
  const message = since(release, '4.0')
    ? `${table.keyspace}.${table.name}: Cannot have a ${what} column ("${name}") in a ${where} table`
    : `Cannot add a ${what} column (${name}) in a ${where} column family`;
  return refuse('mixed-counters', message, definition.span, [name], 'config');
}

function alteredType(change: Change<'alter-type'>, { target }: Altered, { session, release }: Context): Outcome {
  const about = [change.column.name];
  if (since(release, '4.0'))
    return refuse('alter-column-type', 'Altering column types is no longer supported', change.type.span, about);
  const type = prepareType(change.type, target.keyspace, session);
  if (isVerdict(type) && type.kind === 'refused') return type;
  return refuse('alter-column-type', 'Altering of types is not allowed', change.type.span, about);
}

function checkAddIn311(change: Change<'add'>, { table, target }: Altered, context: Context): Outcome {
  const { session, release } = context;
  if (table.compactStorage) {
    const span = change.columns[0]?.span ?? target.span;
    return refuse('compact-storage', 'Cannot add new column to a COMPACT STORAGE table', span);
  }
  const added = new Map<string, CqlType>();
  const each = inEach(change.columns, (definition) => {
    const { name } = definition;
    const type = prepareType(definition.type, target.keyspace, session);
    if (isVerdict(type)) return type;
    if (name.template) return undecided('placeholder');
    if (definition.static && table.clustering.length === 0) {
      const message =
        'Static columns are only useful (and thus allowed) if the table has at least one clustering column';
      return refuse('static-without-clustering', message, definition.span, [name.name]);
    }
    const existing = table.columns.get(name.name);
    if (existing !== undefined || added.has(name.name)) {
      const key = existing?.kind === 'partition' || existing?.kind === 'clustering';
      const message = `Invalid column name ${name.name} because it conflicts with ${key ? 'a PRIMARY KEY part' : 'an existing column'}`;
      return refuse('duplicate-column', message, name.span, [name.name]);
    }
    added.set(name.name, type);
    return readded(definition, type, table, release, context);
  });
  if (each?.kind === 'refused') return each;
  return inOrder(
    () => each,
    () => mixedCounters(table, change.columns, added, context),
  );
}

function checkDrop(change: Change<'drop'>, { table, target, views }: Altered, context: Context): Outcome {
  const { release } = context;
  const qualified = `${printName(table.keyspace, release)}.${printName(table.name, release)}`;
  const [first] = change.columns;
  if (!since(release, '4.0') && table.compactStorage && first !== undefined) {
    return refuse('compact-storage', 'Cannot drop columns from a non-CQL3 table', first.span, [first.name]);
  }
  const columns = since(release, '4.0') ? inOrderOfNames(change.columns.map((name) => ({ name }))) : [];
  const inTurn = columns.length === 0 ? change.columns : columns.map(({ name }) => name);
  // Only 3.11 looks for a column that it has just dropped.
  const dropped = new Set<string>();
  return inEach(inTurn, (name) => {
    const column = dropped.has(name.name) ? undefined : table.columns.get(name.name);
    dropped.add(name.name);
    const of = (check: CheckId, message: string, names: readonly string[] = [name.name]): Outcome =>
      refuse(check, message, name.span, names);
    const keyDropped = `Cannot drop PRIMARY KEY ${since(release, '4.0') ? 'column' : 'part'} ${name.name}`;
    if (column === undefined) {
      if (name.template || table.partial) return undecided('placeholder');
      if (table.hiddenColumns.some((hidden) => isKey(hidden) && hidden.name === name.name))
        return of('drop-key', keyDropped);
      if (change.ifExists) return undefined;
      const where = since(release, '4.0') ? `'${qualified}'` : target.name;
      return of('unknown-column', `Column ${name.name} was not found in table ${where}`);
    }
    if (isKey(column)) return of('drop-key', keyDropped);
    if (since(release, '4.0') && column.type.kind === 'user' && isMultiCell(column.type)) {
      return of(
        'drop-user-type',
        `Cannot drop non-frozen column ${name.name} of user type ${printType(column.type, release)}`,
      );
    }
    const indexes = dependentIndexes(table, column);
    if (indexes.length > 0) {
      const list = indexes.map((index) => index.name).join(since(release, '4.0') ? ', ' : ',');
      return of(
        'column-indexed',
        `Cannot drop column ${name.name} because it has dependent secondary indexes (${list})`,
        [name.name, ...indexes.map((index) => index.name)],
      );
    }
    if (views.length === 0) return undefined;
    const message = `Cannot drop column ${name.name} on base table ${table.name} with materialized views${since(release, '4.0') ? '' : '.'}`;
    return of('column-in-view', message, [name.name, ...views.map((view) => view.name)]);
  });
}

const isKey = ({ kind }: Column): boolean => kind === 'partition' || kind === 'clustering';

/** Indexes that read a column; custom ones may, as far as we can tell. */
const dependentIndexes = (table: Table, column: Column): readonly Index[] =>
  table.indexes.filter(
    ({ family, targets }) => family !== 'custom' && targets.some((target) => target.column === column.name),
  );

function checkRename(change: Change<'rename'>, { table, target }: Altered, context: Context): Outcome {
  const pairs = new Map(renamesOf(change).map((pair) => [pair.from.name, pair]));
  const inTurn = (names: readonly string[]) => names.flatMap((name) => pairs.get(name) ?? []);
  if (since(context.release, '4.0')) {
    return inEach(inTurn(identifiersInHashOrder(pairs.keys())), ({ from, to }) =>
      checkRenamed(from, to, table, context),
    );
  }
  // Each is looked for in what those before it have left.
  let left = table;
  return inEach(inTurn(inHashOrder(pairs.keys())), ({ from, to }) => {
    const problem = checkRenamedIn311(from, to, left, target);
    const column = left.columns.get(from.name);
    if (column !== undefined) left = withColumn(left, { ...column, name: to.name }, from.name);
    return problem;
  });
}

function checkRenamed(from: Name, to: Name, table: Table, { release }: Context): Outcome {
  const qualified = `${printName(table.keyspace, release)}.${printName(table.name, release)}`;
  const column = table.columns.get(from.name);
  if (column === undefined) {
    if (from.template || table.partial) return undecided('placeholder');
    // IF EXISTS behind RENAME does not help: the server looks the column up before it asks.
    return refuse(
      'unknown-column',
      `Undefined column name ${printName(from.name, release)} in table ${qualified}`,
      from.span,
      [from.name],
    );
  }
  if (!isKey(column))
    return refuse('rename-no-key', `Cannot rename non PRIMARY KEY column ${from.name}`, from.span, [from.name]);
  if (table.columns.has(to.name) || hasHidden(table, to.name)) {
    const message = `Cannot rename column ${from.name} to ${to.name} in table '${qualified}'; another column with that name already exists`;
    return refuse('duplicate-column', message, to.span, [to.name]);
  }
  const indexes = dependentIndexes(table, column);
  if (indexes.length === 0) return undefined;
  const list = indexes.map(({ name }) => name).join(', ');
  const verb = since(release, '6.0') ? 'Cannot' : "Can't";
  const message = `${verb} rename column ${from.name} because it has dependent secondary indexes (${list})`;
  return refuse('column-indexed', message, from.span, [from.name]);
}

function checkRenamedIn311(from: Name, to: Name, table: Table, target: ResolvedName): Outcome {
  const column = table.columns.get(from.name);
  if (column === undefined) {
    if (from.template || table.partial) return undecided('placeholder');
    return refuse('unknown-column', `Cannot rename unknown column ${from.name} in keyspace ${target.name}`, from.span, [
      from.name,
    ]);
  }
  if (table.columns.has(to.name) || hasHidden(table, to.name)) {
    const message = `Cannot rename column ${from.name} to ${to.name} in keyspace ${target.name}; another column of that name already exist`;
    return refuse('duplicate-column', message, to.span, [to.name]);
  }
  if (!isKey(column) && !(table.compactStorage && table.clustering.length > 0)) {
    return refuse('rename-no-key', `Cannot rename non PRIMARY KEY part ${from.name}`, from.span, [from.name]);
  }
  const indexes = dependentIndexes(table, column);
  if (indexes.length === 0) return undefined;
  const list = indexes.map(({ name }) => name).join(',');
  return refuse(
    'column-indexed',
    `Cannot rename column ${from.name} because it has dependent secondary indexes (${list})`,
    from.span,
    [from.name],
  );
}

function checkMask(change: Change<'mask'>, { table, target }: Altered, context: Context): Outcome {
  const { column: name, mask } = change;
  const column = table.columns.get(name.name) ?? table.hiddenColumns.find((hidden) => hidden.name === name.name);
  if (column === undefined) {
    if (name.template || table.partial) return undecided('placeholder');
    if (change.ifExists) return undefined;
    return refuse(
      'unknown-column',
      `Column with name '${name.name}' doesn't exist on table '${target.name}'`,
      name.span,
      [name.name],
    );
  }
  return mask === 'drop' ? undefined : complaintAboutMask({ name, mask }, column.type, target, context);
}

function checkDropCompactStorage({ table, target }: Altered, { session }: Context): Outcome {
  if (!isSwitchedOn(session, 'drop_compact_storage_enabled', 'enable_drop_compact_storage')) {
    return refuse(
      'drop-compact-storage-disabled',
      'DROP COMPACT STORAGE is disabled. Enable in cassandra.yaml to use.',
      target.span,
    );
  }
  if (table.compactStorage) return undefined;
  return refuse('compact-storage', 'Cannot DROP COMPACT STORAGE on table without COMPACT STORAGE', target.span, [
    target.name,
  ]);
}

function checkOptions({ table, target, views }: Altered, properties: Properties, context: Context): Outcome {
  const { release } = context;
  const at = (name: string): Span => spanOf(properties, name, target.span);
  const counterTtl = (): Outcome =>
    isCounterTable(table) && (integerAt(properties, 'default_time_to_live') ?? 0) > 0
      ? refuse(
          'counter-time-to-live',
          'Cannot set default_time_to_live on a table with counters',
          at('default_time_to_live'),
          ['default_time_to_live'],
        )
      : undefined;
  const graceOfViews = (): Outcome =>
    views.length > 0 && integerAt(properties, 'gc_grace_seconds') === 0
      ? refuse('view-grace', GRACE_OF_BASE, at('gc_grace_seconds'), ['gc_grace_seconds'])
      : undefined;
  return inOrder(
    () => complaintAboutUnknown(properties, release),
    () => readTableOptions(properties, context),
    // On their own; only 3.11 looks at them together with what the table has.
    () => checkTableOptions(properties, undefined, context),
    () => complaintAboutNewId(properties),
    ...(since(release, '4.0') ? [counterTtl, graceOfViews] : [graceOfViews, counterTtl]),
    () => (since(release, '4.0') ? undefined : checkTableOptions(properties, table, context)),
    () => uncompressed(mapAt(properties, 'compression'), target.span, context),
    () => checkNextMode(properties, table, context.session),
  );
}

const GRACE_OF_BASE =
  'Cannot alter gc_grace_seconds of the base table of a materialized view to 0, ' +
  'since this value is used to TTL undelivered updates. ' +
  'Setting gc_grace_seconds too low might cause undelivered updates to expire before being replayed.';
