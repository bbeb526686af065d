import type { CheckId } from '../judging/checks.ts';
import { hasDurations, isCounterTable } from '../../catalog/table-columns.ts';
import { withoutCompactStorage } from '../../catalog/compact-storage.ts';
import type { Column, Keyspace, Table } from '../../catalog/model.ts';
import { isCollection, isMultiCell } from '../../catalog/types.ts';
import type { AlterView, CreateView, Name } from '../../syntax/ast.ts';
import { beyond, forbiddenOptions, withoutIgnored } from '../guardrails/limits.ts';
import { hasMarker } from '../judging/markers.ts';
import { resolveColumn } from '../judging/names.ts';
import { inEach, inOrder, type Outcome } from '../judging/outcome.ts';
import { isVerdict, refuse, undecided } from '../judging/refuse.ts';
import { since } from '../../text/release.ts';
import { restrict } from '../restrictions/restrict.ts';
import { printObject, printRaw } from '../typing/selectors/text.ts';
import { marshalText } from '../typing/types/marshal-text.ts';
import {
  changedKeyspace,
  type Context,
  existingKeyspace,
  isResolvedName,
  keyspaceNameProblem,
  missing,
  printTarget,
  protectedKeyspace,
  tableAt,
  tableResource,
  type ResolvedName,
  resolveName,
} from './context.ts';
import { identifiersInHashOrder } from '../java/hash-order.ts';
import { type Properties, readProperties } from './options/properties.ts';
import {
  checkTableOptions,
  complaintAboutNewId,
  complaintAboutUnknown,
  integerAt,
  readViewOptions,
  spanOf,
  tableIdProblem,
} from './options/table-options.ts';
import { duplicateOrder, tableNameProblem } from './table-shape.ts';
import { graceProblem, timeToLiveProblem, viewSwitch } from './view-rules.ts';
import { checkCreateViewIn311 } from './views-3-11.ts';

/** CREATE MATERIALIZED VIEW (`CreateViewStatement.apply`). */
export function checkCreateView(statement: CreateView, context: Context): Outcome {
  const { release } = context;
  const parsed = since(release, '4.0') ? whileParsing(statement) : undefined;
  if (parsed !== undefined) return parsed;
  const given = readProperties(statement.options, release);
  if ('kind' in given) return given;
  const properties = withoutIgnored(given, context);
  const { name, select } = statement;
  if (name === undefined || select?.from === undefined) return undecided('broken');
  if (!since(release, '4.0')) return checkCreateViewIn311(statement, properties, context);
  const target = resolveName(name, context);
  if (!isResolvedName(target)) return target;
  const base = resolveName({ ...select.from, keyspace: name.keyspace ?? select.from.keyspace }, context);
  if (!isResolvedName(base)) return base;
  const before = inOrder(
    () => otherKeyspace(select.from?.keyspace, target),
    () => markers(statement),
    () => (since(release, '6.0') ? viewSwitch(statement, context) : undefined),
    () => protectedKeyspace(target.keyspace, base.span, 'ALTER', tableResource(target.keyspace, base.name), context),
    () => viewSwitch(statement, context),
    () => keyspaceNameProblem(target, context),
  );
  if (before?.kind === 'refused') return before;
  const keyspace = existingKeyspace(target.keyspace, target.span, context);
  if (isVerdict(keyspace)) return keyspace;
  const named = tableAt({ ...base, keyspace: target.keyspace }, context);
  const table = named?.kind === 'view' ? named.hidden : named;
  if (table === undefined) {
    const message = `Base table '${base.name}' doesn't exist`;
    return named === undefined
      ? missing('table-not-found', message, base, context)
      : refuse('view-of-view', message, base.span, [base.name]);
  }
  const existing = existingView(statement, target, keyspace);
  if (existing !== undefined) return existing === 'there' ? before : existing;
  return inOrder(
    () => before,
    () => baseProblem(table, base, target),
    () => forbiddenOptions([...given.keys()], context, target.span),
    () => tooMany(keyspace, table, target, context),
    () => definitionProblem(statement, table, target, context),
    () => complaintAboutUnknown(properties, release),
    () => readViewOptions(properties, context),
    () => checkTableOptions(properties, undefined, context),
    () => timeToLive(properties, statement),
    () => tableIdProblem(properties),
    () => tableNameProblem(target, context),
  );
}

/** ALTER MATERIALIZED VIEW (`AlterViewStatement.apply`). */
export function checkAlterView(statement: AlterView, context: Context): Outcome {
  const { release } = context;
  const given = readProperties(statement.options, release);
  if ('kind' in given) return given;
  const properties = withoutIgnored(given, context);
  const target = resolveName(statement.name, context);
  if (!isResolvedName(target)) return target;
  const unchangeable = changedKeyspace(target, context);
  if (unchangeable !== undefined) return unchangeable;
  const view = tableAt(target, context);
  if (view === undefined || (view.kind !== 'view' && since(release, '4.0'))) {
    if (view === undefined && !context.session.complete) return undecided('unknown-schema');
    if (statement.ifExists) return undefined;
    const message = since(release, '4.0')
      ? `Materialized view '${target.keyspace}.${target.name}' doesn't exist`
      : context.session.catalog.keyspace(target.keyspace) === undefined
        ? `Keyspace ${target.keyspace} does not exist`
        : `unconfigured table ${target.name}`;
    return refuse('view-not-found', message, target.span, [target.name]);
  }
  if (view.kind !== 'view')
    return refuse('not-a-view', 'Cannot use ALTER MATERIALIZED VIEW on Table', target.span, [target.name]);
  const grace = (): Outcome => {
    const known = view.options.get('gc_grace_seconds');
    const kept = known?.kind === 'literal' ? Number(known.literal.value) : undefined;
    if ((integerAt(properties, 'gc_grace_seconds') ?? kept) !== 0) return undefined;
    const message =
      'Cannot alter gc_grace_seconds of a materialized view to 0, since this value is used to TTL undelivered updates. ' +
      'Setting gc_grace_seconds too low might cause undelivered updates to expire before being replayed.';
    return refuse('view-gc-grace', message, spanOf(properties, 'gc_grace_seconds', statement.span), [
      'gc_grace_seconds',
    ]);
  };
  const forbidden = (): Outcome => {
    if ((integerAt(properties, 'default_time_to_live') ?? 0) <= 0) return undefined;
    const message =
      'Forbidden default_time_to_live detected for a materialized view. Data in a materialized view always expire at the same time ' +
      'than the corresponding data in the parent table. default_time_to_live must be set to zero, see CASSANDRA-12868 for more information';
    return refuse('view-time-to-live', message, spanOf(properties, 'default_time_to_live', statement.span), [
      'default_time_to_live',
    ]);
  };
  return inOrder(
    () => complaintAboutUnknown(given, release),
    () => readViewOptions(given, context),
    () => checkTableOptions(given, undefined, context),
    () => complaintAboutNewId(given),
    () => forbiddenOptions([...given.keys()], context, target.span),
    grace,
    forbidden,
    () => (since(release, '4.0') ? undefined : checkTableOptions(properties, view, context)),
  );
}

function whileParsing(statement: CreateView): Outcome {
  const { compactStorage, name } = statement;
  return inOrder(
    () =>
      compactStorage === undefined
        ? undefined
        : refuse(
            'compact-storage',
            'COMPACT STORAGE tables are not allowed starting with version 4.0',
            compactStorage,
            [],
            'syntax',
          ),
    () => (name === undefined ? undefined : duplicateOrder(statement, `view '${printTarget(name)}'`)),
  );
}

function otherKeyspace(keyspace: Name | undefined, target: ResolvedName): Outcome {
  if (keyspace === undefined || keyspace.template || keyspace.name === target.keyspace) return undefined;
  const message = 'Cannot create a materialized view on a table in a different keyspace';
  return refuse('view-keyspace', message, keyspace.span, [keyspace.name]);
}

function markers(statement: CreateView): Outcome {
  if (!hasMarker(statement.select)) return undefined;
  const message = 'Bind variables are not allowed in CREATE MATERIALIZED VIEW statements';
  return refuse('view-marker', message, statement.select?.where?.span ?? statement.span);
}

function existingView(statement: CreateView, target: ResolvedName, keyspace: Keyspace): Outcome | 'there' {
  const existing = keyspace.tables.get(target.name);
  if (existing === undefined) return undefined;
  if (existing.kind !== 'view' || existing.hidden !== undefined) {
    const message = `Cannot create materialized view '${target.name}' - a table with the same name already exists`;
    return refuse('already-exists', message, target.nameSpan, [target.name]);
  }
  if (statement.ifNotExists) return 'there';
  const message = `Cannot add already existing table "${target.name}" to keyspace "${target.keyspace}"`;
  return refuse('already-exists', message, target.nameSpan, [target.name], 'already_exists');
}

function baseProblem(table: Table, base: ResolvedName, target: ResolvedName): Outcome {
  if (isCounterTable(table)) {
    return refuse('view-of-counters', 'Materialized views are not supported on counter tables', base.span, [
      table.name,
    ]);
  }
  return graceProblem(table, base, target);
}

function definitionProblem(statement: CreateView, table: Table, target: ResolvedName, context: Context): Outcome {
  if (table.partial || statement.select?.template) return undecided('placeholder');
  const selected = new Set<string>();
  return inOrder(
    () => selection(statement, table, selected, context),
    () => statics(statement, table, selected, target),
    () => keyProblem(statement, table, selected, target, context),
    () => order(statement),
    () => completeness(statement, table, target),
    () => whereProblem(statement, table, target, context),
  );
}

function selection(statement: CreateView, table: Table, selected: Set<string>, { session, release }: Context): Outcome {
  const selectors = statement.select?.selectors ?? [];
  if (selectors.every(({ expression }) => expression.kind === 'star')) {
    // By their names, as CREATE TABLE sorts them; where ALTER added some is not known.
    for (const name of [...table.columns.keys()].toSorted()) selected.add(name);
    return undefined;
  }
  return inEach(selectors, ({ expression, alias, span }) => {
    if (expression.kind === 'unknown') return undecided('placeholder');
    if (alias !== undefined) {
      return refuse(
        'view-selector',
        `Cannot use aliases when defining a materialized view (got ${printObject('RawSelector')})`,
        span,
        [alias.name],
      );
    }
    if (expression.kind !== 'column') {
      return refuse(
        'view-selector',
        `Can only select columns by name when defining a materialized view (got ${printRaw(expression, release)})`,
        span,
      );
    }
    const column = resolveColumn(expression.column, { table, session, release });
    if (isVerdict(column)) return column;
    selected.add(column.name);
    return undefined;
  });
}

function statics(statement: CreateView, table: Table, selected: ReadonlySet<string>, target: ResolvedName): Outcome {
  const key = new Set([...table.partitionKey, ...table.clustering].map(({ name }) => name));
  // A compact table without clustering columns stores all that is not its key as static columns.
  const compact = table.compactStorage && table.clustering.length === 0;
  const found = identifiersInHashOrder(selected).find(
    (name) => table.columns.get(name)?.kind === 'static' || (compact && !key.has(name)),
  );
  if (found === undefined) return undefined;
  const place = statement.select?.selectors.find(
    ({ expression }) => expression.kind === 'column' && expression.column.name === found,
  );
  const message = `Cannot include static column '${found}' in materialized view '${target.name}'`;
  return refuse('view-static', message, place?.span ?? statement.select?.selectors[0]?.span ?? statement.span, [found]);
}

function tooMany({ views }: Keyspace, table: Table, target: ResolvedName, context: Context): Outcome {
  const count = (views.get(table.name)?.length ?? 0) + 1;
  return beyond('materialized_views_per_table', count, context, target.span, ({ threshold, kind }) => {
    const what = `${target.name} on table ${table.name}`;
    return kind === 'warning'
      ? `Creating materialized view ${what}, current number of views ${count} exceeds warning threshold of ${threshold}.`
      : `Tables cannot have more than ${threshold} materialized views, aborting the creation of materialized view ${what}`;
  });
}

/** The key of the view as written; without one there is nothing to check. */
const keyOf = ({ primaryKey }: CreateView): readonly Name[] =>
  primaryKey === undefined ? [] : [...primaryKey.partition, ...primaryKey.clustering];

function keyProblem(
  statement: CreateView,
  table: Table,
  selected: ReadonlySet<string>,
  target: ResolvedName,
  { session, release }: Context,
): Outcome {
  const seen = new Set<string>();
  return inEach(keyOf(statement), ({ name, span, template }) => {
    if (template) return undecided('placeholder');
    const of = (check: CheckId, message: string): Outcome => refuse(check, message, span, [name]);
    const column = table.columns.get(name);
    if (column === undefined || !selected.has(name)) {
      return of(
        'unknown-key-column',
        `Unknown column '${name}' referenced in PRIMARY KEY for materialized view '${target.name}'`,
      );
    }
    if (seen.has(name)) {
      return of(
        'duplicate-key-column',
        `Duplicate column '${name}' in PRIMARY KEY clause for materialized view '${target.name}'`,
      );
    }
    seen.add(name);
    const { type } = column;
    if (isMultiCell(type)) {
      const what = isCollection(type) ? 'collection' : 'user-defined';
      const text = marshalText(type, session.catalog);
      return of('key-not-frozen', `Invalid non-frozen ${what} type '${text}' for PRIMARY KEY column '${name}'`);
    }
    if (!hasDurations(column, session.catalog, release)) return undefined;
    return of('duration-key', `duration type is not supported for PRIMARY KEY column '${name}'`);
  });
}

/** All clustering columns, or none. */
function order({ clusteringOrder, clusteringOrderSpan, primaryKey, span }: CreateView): Outcome {
  const columns = primaryKey?.clustering.map(({ name }) => name) ?? [];
  if (clusteringOrder.length === 0 || clusteringOrder.some(({ column }) => column.template)) return undefined;
  const same =
    columns.length === clusteringOrder.length && columns.every((name, at) => name === clusteringOrder[at]?.column.name);
  if (same) return undefined;
  const message = 'Clustering key columns must exactly match columns in CLUSTERING ORDER BY directive';
  return refuse('clustering-order', message, clusteringOrderSpan ?? span, columns);
}

/** Every key column of the base, and at most one column more. */
function completeness(statement: CreateView, table: Table, target: ResolvedName): Outcome {
  const key = keyOf(statement);
  const names = new Set(key.map(({ name }) => name));
  // A compact table without clustering columns has one that it hides.
  const stored = table.clustering.length === 0 ? withoutCompactStorage(table) : table;
  const base = [...stored.partitionKey, ...stored.clustering].map(({ name }) => name);
  const place = statement.primaryKey?.span ?? statement.span;
  const left = base.filter((name) => !names.has(name));
  if (left.length > 0) {
    const message = `Cannot create materialized view '${target.name}' without primary key columns ${left.join(', ')} from base table '${table.name}'`;
    return refuse('view-key-incomplete', message, place, left);
  }
  const added = identifiersInHashOrder([...names].filter((name) => !base.includes(name)));
  if (added.length < 2) return undefined;
  const message = `Cannot include more than one non-primary key column in materialized view primary key (got ${added.join(', ')})`;
  const [first = place, ...rest] = key.filter(({ name }) => added.includes(name)).map(({ span }) => span);
  return refuse('view-key-columns', message, [first, ...rest], added);
}

function whereProblem(
  statement: CreateView,
  table: Table,
  target: ResolvedName,
  { session, release }: Context,
): Outcome {
  const where = statement.select?.where;
  const relations = where?.relations ?? [];
  const token = relations.find(({ kind }) => kind === 'token');
  if (token !== undefined) {
    return refuse('view-token', 'Cannot use token relation when defining a materialized view', token.span);
  }
  const custom = relations.find(({ kind }) => kind === 'expr');
  if (custom !== undefined) {
    const message = `WHERE clause for materialized view '${target.name}' cannot contain custom index expressions`;
    return refuse('view-expression', message, custom.span);
  }
  const place = statement.primaryKey?.span ?? statement.span;
  const restrictions = restrict(
    {
      type: 'SELECT',
      relations,
      onlyStatic: false,
      allowFiltering: true,
      forView: true,
      selectsCollection: false,
      hidden: statement.select?.template === true,
      span: where?.span ?? place,
    },
    { table, session, release },
  );
  if (isVerdict(restrictions)) return restrictions;
  const { partition, clustering, other, notNull } = restrictions;
  const restricted = new Set(
    [...partition.entries, ...clustering.entries, ...other.entries].map(({ column }) => column.name),
  );
  for (const column of notNull) restricted.add(column.name);
  const open = identifiersInHashOrder(new Set(keyOf(statement).map(({ name }) => name))).filter(
    (name) => !restricted.has(name),
  );
  if (open.length > 0) {
    const message = `Primary key columns ${open.join(', ')} must be restricted with 'IS NOT NULL' or otherwise`;
    return refuse('view-not-null', message, place, open);
  }
  const outside = otherColumns(other.entries.map(({ column }) => column));
  const [first] = outside;
  if (first === undefined) return restrictions.doubt;
  const message = `Non-primary key columns can only be restricted with 'IS NOT NULL' (got: ${outside.map(({ name }) => name).join(',')} restricted illegally)`;
  const guilty = relations.find((relation) => relation.kind === 'column' && relation.column.name === first.name);
  return refuse(
    'view-restriction',
    message,
    guilty?.span ?? place,
    outside.map(({ name }) => name),
  );
}

const otherColumns = (columns: readonly Column[]): readonly Column[] =>
  columns.filter((column, at) => columns.indexOf(column) === at);

function timeToLive(properties: Properties, statement: CreateView): Outcome {
  const value = integerAt(properties, 'default_time_to_live');
  if (value === undefined || value === 0) return undefined;
  return timeToLiveProblem(properties, statement);
}
