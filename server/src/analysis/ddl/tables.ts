import type { CheckId } from '../judging/checks.ts';
import { printName } from '../../catalog/names.ts';
import { isReversedClass } from '../../catalog/marshal.ts';
import {
  containsDuration,
  containsUnknown,
  isCollection,
  isCounter,
  isMultiCell,
  printType,
} from '../../catalog/types.ts';
import type { ColumnDefinition, CreateTable, Name, TypeRef } from '../../syntax/ast.ts';
import type { Span } from '../../text/span.ts';
import { areGuarded, withoutIgnored } from '../guardrails/limits.ts';
import { inEach, inOrder, type Outcome } from '../judging/outcome.ts';
import { isVerdict, refuse, undecided } from '../judging/refuse.ts';
import { type CassandraRelease, since } from '../../text/release.ts';
import { marshalText } from '../typing/types/marshal-text.ts';
import { prepareType } from '../typing/types/prepare.ts';
import { reservedTypeName } from '../typing/types/syntax.ts';
import { complaintAboutConstraints, constraintsReadAgain, constraintsWhileParsing } from '../constraints/declared.ts';
import {
  type Context,
  creationResource,
  existingKeyspace,
  isResolvedName,
  keyspaceNameProblem,
  printTarget,
  protectedKeyspace,
  type ResolvedName,
  resolveName,
} from './context.ts';
import { identifiersInHashOrder } from '../java/hash-order.ts';
import { complaintAboutMask, maskSwitch } from './masks.ts';
import { nameReadAgain } from './names-read-again.ts';
import { hasCenters } from './options/fast-path.ts';
import { type Properties, readProperties } from './options/properties.ts';
import {
  checkTableOptions,
  complaintAboutUnknown,
  integerAt,
  mapAt,
  readTableOptions,
  spanOf,
  tableIdProblem,
} from './options/table-options.ts';
import { checkNewCounters, checkNewMode } from './options/transactions.ts';
import { newTableBeyond, uncompressed, untrained, vectors, zeroTimeToLive } from '../guardrails/tables.ts';
import {
  duplicateOrder,
  counterByItsClass,
  countsAsCounter,
  existingTable,
  hasNestedCollection,
  NESTED_NOT_FROZEN,
  isDeclaredCounter,
  type Key,
  keysOf,
  orderProblem,
  type Prepared,
  storageProblem,
  tableNameProblem,
} from './table-shape.ts';
import { checkCreateTableIn311 } from './tables-3-11.ts';

/** CREATE TABLE (`CreateTableStatement`). */
export function checkCreateTable(statement: CreateTable, context: Context): Outcome {
  const { release } = context;
  const given = readProperties(statement.options, release);
  if ('kind' in given) return given;
  const properties = withoutIgnored(given, context);
  if (!since(release, '4.0')) return checkCreateTableIn311(statement, properties, context);

  const target = resolveName(statement.name, context);
  if (!isResolvedName(target))
    return target.kind === 'refused'
      ? target
      : inOrder(
          () => missingKey(statement),
          () => target,
        );
  const before = inOrder(
    () => missingKey(statement),
    () =>
      protectedKeyspace(target.keyspace, target.span, 'CREATE', creationResource(target.keyspace, context), context),
    () => newTableBeyond(statement, given.keys(), target, context),
    () => (since(release, '5.0') ? readTableOptions(properties, context) : undefined),
    () =>
      zeroTimeToLive(
        mapAt(properties, 'compaction'),
        integerAt(properties, 'default_time_to_live'),
        target.nameSpan,
        context,
      ),
    () => untrained(mapAt(properties, 'compression'), target.nameSpan, context),
    () => (areGuarded(context) ? vectors(inOrderOfNames(statement.columns), 'Column', context) : undefined),
    () => maskSwitch(statement.columns, context),
    () => keyspaceNameProblem(target, context),
  );
  if (before?.kind === 'refused') return before;
  const keyspace = existingKeyspace(target.keyspace, target.span, context);
  if (isVerdict(keyspace) && keyspace.kind === 'refused') return keyspace;
  const existing = existingTable(target, statement.ifNotExists, context);
  if (existing !== undefined) return existing === 'there' ? before : existing;
  return inOrder(
    () => before,
    () => complaintAboutUnknown(properties, release),
    () => readTableOptions(properties, context),
    () => checkTableOptions(properties, undefined, context),
    () => definitionProblem(statement, properties, target, context),
    () => tableIdProblem(properties),
    () => tableNameProblem(target, context),
    () => uncompressed(mapAt(properties, 'compression'), target.nameSpan, context),
    () => checkNewMode(properties, target, context.session),
    () => (isVerdict(keyspace) ? keyspace : undefined),
  );
}

/** What the server finds while it parses the definition: names that come twice, and a second key. */
export function whileParsing(statement: CreateTable): Outcome {
  const { name } = statement;
  const table = name === undefined ? '' : printTarget(name);
  const seen = new Set<string>();
  const events = [
    ...statement.columns.map((column) => ({
      at: column.name.span.start,
      check: () =>
        inOrder(
          () => duplicateColumn(column.name, seen, table),
          () => constraintsWhileParsing(column),
        ),
    })),
    ...keysOf(statement)
      .slice(1)
      .map(({ span }) => ({
        at: span.start,
        check: () =>
          refuse(
            'several-primary-keys',
            `Multiple PRIMARY KEY specified for table '${table}' (exactly one required)`,
            span,
            [table],
          ),
      })),
  ].toSorted((a, b) => a.at - b.at);
  return inOrder(
    () => inEach(events, ({ check }) => check()),
    () => duplicateOrder(statement, `table '${table}'`),
  );
}

function duplicateColumn({ name, span, template }: Name, seen: Set<string>, table: string): Outcome {
  if (template) return undefined;
  if (seen.has(name)) {
    return refuse('duplicate-column', `Duplicate column '${name}' declaration for table '${table}'`, span, [name]);
  }
  seen.add(name);
  return undefined;
}

function missingKey(statement: CreateTable): Outcome {
  if (keysOf(statement).length > 0) return undefined;
  if (statement.template || statement.name === undefined) return undecided('placeholder');
  const message = `No PRIMARY KEY specifed for table '${printTarget(statement.name)}' (exactly one required)`;
  return refuse('no-primary-key', message, statement.name.span, [statement.name.name.name]);
}

function definitionProblem(
  statement: CreateTable,
  properties: Properties,
  target: ResolvedName,
  context: Context,
): Outcome {
  const prepared = prepareColumns(statement.columns, target, context);
  if (isVerdict(prepared)) return prepared;
  const { columns, doubt } = prepared;
  const [key] = keysOf(statement);
  if (key === undefined) return doubt;
  return inOrder(
    () => nestedCollections(columns, context),
    () => keyProblem(key, columns, statement, target, context),
    () => orderProblem(statement, key.clustering, context),
    () =>
      statement.template
        ? undecided('placeholder')
        : shapeProblem(statement, key, columns, properties, target, context),
    () => namesReadAgain(statement, target, context.release),
    () => centersReadAgain(properties),
    () => constraintsReadAgain(columnsWithConstraints(statement, key)),
    () => constraintsProblem(statement, key, columns, target, context),
    () => doubt,
  );
}

/** The columns whose constraints the server keeps: of a compact table those of the key alone. */
const columnsWithConstraints = ({ columns, compactStorage }: CreateTable, key: Key): readonly ColumnDefinition[] =>
  compactStorage === undefined
    ? columns
    : columns.filter(({ name }) => [...key.partition, ...key.clustering].some((part) => part.name === name.name));

/** The data centers of a fast path it prints behind a word without quotes. */
function centersReadAgain(properties: Properties): Outcome {
  const fastPath = properties.get('fast_path');
  if (fastPath === undefined || !hasCenters(fastPath)) return undefined;
  const message = 'The server prints `dcs` without quotes, and cannot read that again.';
  return refuse('option-value', message, fastPath.span, ['fast_path'], 'syntax');
}

/** 6.0 prints the definition and reads it once more. */
function namesReadAgain(
  { columns }: CreateTable,
  { name, nameSpan }: ResolvedName,
  release: CassandraRelease,
): Outcome {
  if (!since(release, '6.0')) return undefined;
  return inOrder(
    () => nameReadAgain([{ name, span: nameSpan }, ...columns.map((column) => column.name)], release),
    () => inEach(columns, ({ type }) => typeReadAgain(type, release)),
  );
}

function typeReadAgain(type: TypeRef, release: CassandraRelease): Outcome {
  if (type.kind !== 'user')
    return 'arguments' in type ? inEach(type.arguments, (inner) => typeReadAgain(inner, release)) : undefined;
  const { name } = type.type;
  return inOrder(
    () => reservedTypeName({ ...name, text: name.name }),
    () => nameReadAgain([name], release),
  );
}

/** Columns in the order of a map of their names, in which the server looks at them. */
export function inOrderOfNames<T extends { readonly name: Name }>(columns: readonly T[]): readonly T[] {
  const byName = new Map(columns.map((column) => [column.name.name, column]));
  return identifiersInHashOrder(byName.keys()).flatMap((name) => byName.get(name) ?? []);
}

function prepareColumns(definitions: readonly ColumnDefinition[], target: ResolvedName, context: Context) {
  const columns = new Map<string, Prepared>();
  let doubt: ReturnType<typeof undecided> | undefined;
  for (const definition of inOrderOfNames(definitions)) {
    const type = prepareType(definition.type, target.keyspace, context.session);
    if (isVerdict(type)) {
      if (type.kind === 'refused') return type;
      doubt ??= type;
      columns.set(definition.name.name, { definition, type: { kind: 'unknown' } });
      continue;
    }
    const mask = complaintAboutMask(definition, type, target, context);
    if (mask?.kind === 'refused') return mask;
    doubt ??= mask;
    columns.set(definition.name.name, { definition, type });
  }
  // Once prepared, they are in the order of their names' bytes.
  const sorted = new Map([...columns].toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
  return { kind: 'columns' as const, columns: sorted, doubt };
}

function nestedCollections(columns: ReadonlyMap<string, Prepared>, { session, release }: Context): Outcome {
  // The fields that a class names are looked at since 5.0.
  const isSeen = ({ type }: ColumnDefinition): boolean => type.kind !== 'custom' || since(release, '5.0');
  return inEach([...columns.values()], ({ definition, type }) =>
    isSeen(definition) && hasNestedCollection(type, session.catalog)
      ? refuse('nested-not-frozen', NESTED_NOT_FROZEN, definition.type.span, [definition.name.name])
      : undefined,
  );
}

function keyProblem(
  key: Key,
  columns: ReadonlyMap<string, Prepared>,
  statement: CreateTable,
  target: ResolvedName,
  { session, release }: Context,
): Outcome {
  const seen = new Set<string>();
  return inEach([...key.partition, ...key.clustering], (name) => {
    const column = columns.get(name.name);
    const of = (check: CheckId, message: string): Outcome => refuse(check, message, name.span, [name.name]);
    if (column === undefined) {
      if (name.template || statement.template) return undecided('placeholder');
      return of(
        'unknown-key-column',
        `Unknown column '${name.name}' referenced in PRIMARY KEY for table '${target.name}'`,
      );
    }
    if (seen.has(name.name)) {
      return of(
        'duplicate-key-column',
        `Duplicate column '${name.name}' in PRIMARY KEY clause for table '${target.name}'`,
      );
    }
    seen.add(name.name);
    const { type, definition } = column;
    const hidden = isReversedClass(definition.type);
    if (isMultiCell(type) && !hidden) {
      // A type that is written as its class is printed as one.
      const custom = definition.type.kind === 'custom';
      const what = isCollection(type) && (!custom || since(release, '5.0')) ? 'collection' : 'user-defined';
      // A user type stands there with its keyspace, as if both were one name.
      const text = custom
        ? `'${marshalText(type, session.catalog)}'`
        : type.kind === 'user'
          ? printName(`${type.keyspace}.${type.name}`, release)
          : printType(type, release);
      return of('key-not-frozen', `Invalid non-frozen ${what} type ${text} for PRIMARY KEY column '${name.name}'`);
    }
    if (isCounter(type) && !hidden)
      return of('counter-key', `counter type is not supported for PRIMARY KEY column '${name.name}'`);
    const looksInside = !hidden || since(release, '6.0');
    if (looksInside && !containsUnknown(type, session.catalog) && containsDuration(type, session.catalog, release)) {
      return of('duration-key', `duration type is not supported for PRIMARY KEY column '${name.name}'`);
    }
    if (definition.static) return of('static-key', `Static column '${name.name}' cannot be part of the PRIMARY KEY`);
    return undefined;
  });
}

function constraintsProblem(
  statement: CreateTable,
  key: Key,
  columns: ReadonlyMap<string, Prepared>,
  target: ResolvedName,
  context: Context,
): Outcome {
  const constrained = new Set(
    columnsWithConstraints(statement, key).flatMap(({ name, constraints }) =>
      constraints.length > 0 ? name.name : [],
    ),
  );
  if (constrained.size === 0) return undefined;
  const orders = new Map(statement.clusteringOrder.map(({ column, direction }) => [column.name, direction]));
  return inEach(identifiersInHashOrder(columns.keys()), (name) => {
    const column = columns.get(name);
    if (column === undefined || !constrained.has(name)) return undefined;
    const partition = key.partition.some((part) => part.name === name);
    const clustering = key.clustering.some((part) => part.name === name);
    const kind = partition ? 'partition' : clustering ? 'clustering' : 'regular';
    const order = clustering ? (orders.get(name) ?? 'ASC') : 'ASC';
    return complaintAboutConstraints(
      column.definition.constraints,
      { name, type: column.type, kind, order },
      target,
      context,
    );
  });
}

/** Which kinds of columns go together. */
function shapeProblem(
  statement: CreateTable,
  key: Key,
  columns: ReadonlyMap<string, Prepared>,
  properties: Properties,
  target: ResolvedName,
  context: Context,
): Outcome {
  const keyNames = new Set([...key.partition, ...key.clustering].map(({ name }) => name));
  const rest = [...columns.values()].filter(({ definition }) => !keyNames.has(definition.name.name));
  return inOrder(
    () => storageProblem(statement, key, rest),
    () => countersProblem(statement, columns, rest, properties, target, context),
  );
}

function countersProblem(
  statement: CreateTable,
  columns: ReadonlyMap<string, Prepared>,
  rest: readonly Prepared[],
  properties: Properties,
  target: ResolvedName,
  { session, release }: Context,
): Outcome {
  const counter = [...columns.values()].find(isDeclaredCounter);
  if (counter === undefined) return counterByItsClass(rest, target, release);
  const other = rest.find((one) => !countsAsCounter(one) && !containsUnknown(one.type, session.catalog));
  if (other !== undefined) {
    const spans: readonly [Span, ...Span[]] = [other.definition.span, counter.definition.span];
    return refuse('mixed-counters', 'Cannot mix counter and non counter columns in the same table', spans, [
      other.definition.name.name,
    ]);
  }
  if ((integerAt(properties, 'default_time_to_live') ?? 0) <= 0) return checkNewCounters(properties, target);
  const span = spanOf(properties, 'default_time_to_live', statement.span);
  return refuse('counter-time-to-live', 'Cannot set default_time_to_live on a table with counters', span, [
    'default_time_to_live',
  ]);
}
