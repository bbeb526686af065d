import type { CheckId } from '../judging/checks.ts';
import { isCounterTable } from '../../catalog/table-columns.ts';
import { withoutCompactStorage } from '../../catalog/compact-storage.ts';
import type { Column, Table } from '../../catalog/model.ts';
import { isMultiCell } from '../../catalog/types.ts';
import type { CreateView, Name } from '../../syntax/ast.ts';
import { hasMarker } from '../judging/markers.ts';
import { isStaticCompact, resolveColumn } from '../judging/names.ts';
import { quoteIfNeeded } from '../judging/quote.ts';
import { inEach, inOrder, type Outcome } from '../judging/outcome.ts';
import { isVerdict, refuse, undecided } from '../judging/refuse.ts';
import { restrict } from '../restrictions/restrict.ts';
import type { Restrictions } from '../restrictions/model.ts';
import { selectedColumns } from '../typing/selectors/selected-columns.ts';
import {
  type Context,
  isResolvedName,
  missing,
  protectedKeyspace,
  tableAt,
  tableResource,
  type ResolvedName,
  resolveName,
} from './context.ts';
import { identifiersInHashOrder } from '../java/hash-order.ts';
import type { Properties } from './options/properties.ts';
import {
  checkTableOptions,
  complaintAboutUnknown,
  integerAt,
  readTableOptions,
  tableIdProblem,
} from './options/table-options.ts';
import { graceProblem, timeToLiveProblem, viewSwitch } from './view-rules.ts';

/** CREATE MATERIALIZED VIEW in 3.11 (`CreateViewStatement.announceMigration`). */
export function checkCreateViewIn311(statement: CreateView, properties: Properties, context: Context): Outcome {
  const { name, select } = statement;
  const { session, release } = context;
  if (name === undefined || select?.from === undefined) return undecided('broken');
  const target = resolveName(name, context);
  if (!isResolvedName(target)) return target;
  // The base is looked for in the keyspace of the view, whatever is written.
  const base = resolveName({ ...select.from, keyspace: name.keyspace ?? select.from.keyspace }, context);
  if (!isResolvedName(base)) return base;
  if (session.catalog.keyspace(target.keyspace) === undefined) {
    return missing('keyspace-not-found', `Keyspace ${target.keyspace} does not exist`, target, context);
  }
  const table = tableAt({ ...base, keyspace: target.keyspace }, context);
  if (table === undefined) return missing('table-not-found', `unconfigured table ${base.name}`, base, context);
  return inOrder(
    () => protectedKeyspace(target.keyspace, base.span, 'ALTER', tableResource(target.keyspace, base.name), context),
    () => viewSwitch(statement, context),
    () => complaintAboutUnknown(properties, release),
    () => readTableOptions(properties, context),
    () => checkTableOptions(properties, undefined, context),
    () => compactStorage(statement),
    () => otherKeyspace(select.from?.keyspace, target),
    () => baseProblem(table, base, target),
    () =>
      table.partial || select.template
        ? undecided('placeholder')
        : definitionProblem(statement, table, base, target, context),
    () =>
      (integerAt(properties, 'default_time_to_live') ?? 0) > 0 ? timeToLiveProblem(properties, statement) : undefined,
    () => tableIdProblem(properties),
    () => nameProblem(target),
    () => existing(statement, target, context),
  );
}

function compactStorage({ compactStorage: span }: CreateView): Outcome {
  if (span === undefined) return undefined;
  return refuse('compact-storage', "Cannot use 'COMPACT STORAGE' when defining a materialized view", span);
}

function otherKeyspace(keyspace: Name | undefined, target: ResolvedName): Outcome {
  if (keyspace === undefined || keyspace.template || keyspace.name === target.keyspace) return undefined;
  const message = 'Cannot create a materialized view on a table in a separate keyspace';
  return refuse('view-keyspace', message, keyspace.span, [keyspace.name]);
}

function baseProblem(table: Table, base: ResolvedName, target: ResolvedName): Outcome {
  if (isCounterTable(table)) {
    return refuse('view-of-counters', 'Materialized views are not supported on counter tables', base.span, [
      table.name,
    ]);
  }
  if (table.kind === 'view') {
    const message = 'Materialized views cannot be created against other materialized views';
    return refuse('view-of-view', message, base.span, [table.name]);
  }
  return graceProblem(table, base, target);
}

function definitionProblem(
  statement: CreateView,
  table: Table,
  base: ResolvedName,
  target: ResolvedName,
  context: Context,
): Outcome {
  const { session, release } = context;
  const { select, primaryKey, span } = statement;
  const where = select?.where;
  const included = new Set<string>();
  const before = inOrder(
    () => selection(statement, table, included, context),
    () => keyProblem(statement, table, context),
  );
  if (before !== undefined) return before;
  const restrictions = restrict(
    {
      type: 'SELECT',
      relations: where?.relations ?? [],
      onlyStatic: false,
      allowFiltering: true,
      forView: true,
      selectsCollection: select !== undefined && selectedColumns(select, table).some(({ type }) => isMultiCell(type)),
      hidden: select?.template === true,
      span: where?.span ?? span,
    },
    { table, session, release },
  );
  if (isVerdict(restrictions)) return restrictions;
  return inOrder(
    () =>
      hasMarker(select)
        ? refuse(
            'view-marker',
            'Cannot use query parameters in CREATE MATERIALIZED VIEW statements',
            where?.span ?? span,
          )
        : undefined,
    () => outsideKey(restrictions, where?.span ?? span),
    () => {
      const token = where?.relations.find(({ kind }) => kind === 'token');
      if (token === undefined) return undefined;
      return refuse('view-token', 'Cannot use token relation when defining a materialized view', token.span);
    },
    () => keyColumns(statement, table, restrictions),
    () => columnsProblem(statement, table, included, base, target),
    () => {
      if (primaryKey === undefined || primaryKey.clustering.length > 0) return undefined;
      const message = 'No columns are defined for Materialized View other than primary key';
      return refuse('view-key-columns', message, primaryKey.span);
    },
  );
}

function selection(statement: CreateView, table: Table, included: Set<string>, { session, release }: Context): Outcome {
  const selectors = (statement.select?.selectors ?? []).filter(({ expression }) => expression.kind !== 'star');
  return inEach(selectors, ({ expression, alias, span }) => {
    const of = (message: string): Outcome => refuse('view-selector', message, span);
    switch (expression.kind) {
      case 'unknown':
        return undecided('placeholder');
      case 'field':
        return of('Cannot select out a part of type when defining a materialized view');
      case 'call':
        return of('Cannot use function when defining a materialized view');
      case 'column': {
        if (alias !== undefined) return of('Cannot use alias when defining a materialized view');
        const column = resolveColumn(expression.column, { table, session, release });
        if (isVerdict(column)) return column;
        included.add(column.name);
        return undefined;
      }
      default:
        return alias === undefined
          ? undecided('unknown-schema')
          : of('Cannot use alias when defining a materialized view');
    }
  });
}

const keyOf = ({ primaryKey }: CreateView): readonly Name[] =>
  primaryKey === undefined ? [] : [...primaryKey.partition, ...primaryKey.clustering];

function keyProblem(statement: CreateView, table: Table, { session, release }: Context): Outcome {
  const key = keyOf(statement);
  return inEach(key, (name, index) => {
    const text = quoteIfNeeded(name.name, release);
    const of = (check: CheckId, message: string): Outcome => refuse(check, message, name.span, [name.name]);
    if (key.slice(0, index).some((other) => other.name === name.name)) {
      return of('duplicate-key-column', `Duplicate entry found in PRIMARY KEY: ${text}`);
    }
    const column = resolveColumn(name, { table, session, release });
    if (isVerdict(column)) return column;
    if (isMultiCell(column.type)) {
      return of('key-not-frozen', `Cannot use MultiCell column '${text}' in PRIMARY KEY of materialized view`);
    }
    if (column.kind === 'static' || (column.kind === 'regular' && isStaticCompact(table))) {
      return of('static-key', `Cannot use Static column '${text}' in PRIMARY KEY of materialized view`);
    }
    if (column.type.kind !== 'native' || column.type.name !== 'duration') return undefined;
    return of('duration-key', `Cannot use Duration column '${text}' in PRIMARY KEY of materialized view`);
  });
}

function outsideKey({ other }: Restrictions, place: Name['span']): Outcome {
  const names = [...new Set(other.entries.map(({ column }) => column.name))];
  if (names.length === 0) return undefined;
  const message =
    'Non-primary key columns cannot be restricted in the SELECT statement used for materialized view creation ' +
    `(got restrictions on: ${names.join(', ')})`;
  return refuse('view-restriction', message, place, names);
}

/** Each key column is of the base's key, but for one, and restricted (`getColumnIdentifier`). */
function keyColumns(
  statement: CreateView,
  table: Table,
  { partition, clustering, other, notNull }: Restrictions,
): Outcome {
  const restricted = new Set(
    [...partition.entries, ...clustering.entries, ...other.entries].map(({ column }) => column.name),
  );
  for (const { name } of notNull) restricted.add(name);
  let added = false;
  return inEach(keyOf(statement), ({ name, span }) => {
    const column = table.columns.get(name);
    if (column === undefined) return undefined;
    const isKey = column.kind === 'partition' || column.kind === 'clustering';
    if (!isKey && added) {
      const message = `Cannot include more than one non-primary key column '${name}' in materialized view primary key`;
      return refuse('view-key-columns', message, span, [name]);
    }
    added ||= !isKey;
    const never = column.kind === 'partition' && table.partitionKey.length === 1;
    if (never || restricted.has(name)) return undefined;
    return refuse('view-not-null', `Primary key column '${name}' is required to be filtered by 'IS NOT NULL'`, span, [
      name,
    ]);
  });
}

function columnsProblem(
  statement: CreateView,
  table: Table,
  included: ReadonlySet<string>,
  base: ResolvedName,
  target: ResolvedName,
): Outcome {
  const names = new Set(keyOf(statement).map(({ name }) => name));
  // A compact table without clustering columns has one that it hides, and static columns.
  const stored = table.clustering.length === 0 ? withoutCompactStorage(table) : table;
  const ordered = identifiersInHashOrder([...stored.columns.values()].toSorted(asStored).map(({ name }) => name));
  const isIncluded = (name: string): boolean => included.size === 0 || included.has(name);
  const first = ordered.find((name) => stored.columns.get(name)?.kind === 'static' && isIncluded(name));
  if (first !== undefined) {
    const message = `Unable to include static column '${first}' which would be included by Materialized View SELECT * statement`;
    return refuse('view-static', message, statement.select?.selectors[0]?.span ?? statement.span, [first]);
  }
  const left = [...stored.columns.values()]
    .filter(({ kind, name }) => (kind === 'partition' || kind === 'clustering') && !names.has(name))
    .map(({ name }) => name);
  if (left.length === 0) return undefined;
  const message = `Cannot create Materialized View ${target.name} without primary key columns from base ${base.name} (${left.join(',')})`;
  return refuse('view-key-incomplete', message, statement.primaryKey?.span ?? statement.span, left);
}

/** Columns of several cells lie behind the others, and each by its name (`ColumnDefinition.compareTo`). */
const asStored = (a: Column, b: Column): number =>
  Number(isMultiCell(a.type)) - Number(isMultiCell(b.type)) || (a.name < b.name ? -1 : 1);

function nameProblem({ name, nameSpan }: ResolvedName): Outcome {
  if (/^\w+$/.test(name) && name.length <= 48) return undefined;
  const message = `ColumnFamily name must not be empty, more than 48 characters long, or contain non-alphanumeric-underscore characters (got "${name}")`;
  return refuse('table-name', message, nameSpan, [name], 'config');
}

function existing(statement: CreateView, target: ResolvedName, context: Context): Outcome {
  if (tableAt(target, context) === undefined || statement.ifNotExists) return undefined;
  const message = `Cannot add already existing table "${target.name}" to keyspace "${target.keyspace}"`;
  return refuse('already-exists', message, target.nameSpan, [target.name], 'already_exists');
}
