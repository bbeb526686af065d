import type { CheckId } from '../judging/checks.ts';
import { isReversedClass } from '../../catalog/marshal.ts';
import { containsDuration, containsUnknown, isCollection, isCounter, isMultiCell } from '../../catalog/types.ts';
import type { CreateTable, Name } from '../../syntax/ast.ts';
import { inEach, inOrder, type Outcome } from '../judging/outcome.ts';
import { isVerdict, refuse, undecided } from '../judging/refuse.ts';
import { prepareType } from '../typing/types/prepare.ts';
import {
  type Context,
  existingKeyspace,
  isResolvedName,
  keyspaceResource,
  protectedKeyspace,
  resolveName,
} from './context.ts';
import { identifiersInHashOrder } from '../java/hash-order.ts';
import { type Properties } from './options/properties.ts';
import {
  checkTableOptions,
  complaintAboutUnknown,
  integerAt,
  readTableOptions,
  spanOf,
  tableIdProblem,
} from './options/table-options.ts';
import {
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
} from './table-shape.ts';

/** CREATE TABLE in 3.11, which looks at the definition before it looks whether the table is there (`RawStatement.prepare`). */
export function checkCreateTableIn311(statement: CreateTable, properties: Properties, context: Context): Outcome {
  const target = resolveName(statement.name, context);
  if (!isResolvedName(target)) return target;
  const { session, release } = context;
  const guarded = protectedKeyspace(target.keyspace, target.span, 'CREATE', keyspaceResource(target.keyspace), context);
  if (guarded !== undefined) return guarded;
  const keyspace = existingKeyspace(target.keyspace, target.span, context);
  if (isVerdict(keyspace) && keyspace.kind === 'refused') return keyspace;
  const columns = new Map<string, Prepared>();
  const before = inOrder(
    () => tableNameProblem(target.name, target.nameSpan),
    () => duplicateColumns(statement),
    () => complaintAboutUnknown(properties, release),
    () => readTableOptions(properties, context),
    () => checkTableOptions(properties, undefined, context),
    () => tableIdProblem(properties),
    () =>
      inEach(identifiersInHashOrder(statement.columns.map(({ name }) => name.name)), (name) => {
        const definition = statement.columns.find((column) => column.name.name === name);
        if (definition === undefined) return undefined;
        const type = prepareType(definition.type, target.keyspace, session);
        columns.set(definition.name.name, { definition, type: isVerdict(type) ? { kind: 'unknown' } : type });
        if (isVerdict(type)) return type;
        if (!hasNestedCollection(type, session.catalog)) return undefined;
        return refuse('nested-not-frozen', NESTED_NOT_FROZEN, definition.type.span, [definition.name.name]);
      }),
    () => keyCount(statement),
  );
  const [key] = keysOf(statement);
  if (before?.kind === 'refused' || key === undefined) return before;
  const keyNames = new Set([...key.partition, ...key.clustering].map(({ name }) => name));
  const rest = [...columns.values()].filter(({ definition }) => !keyNames.has(definition.name.name));
  const counters = [...columns.values()].filter(isDeclaredCounter);
  return inOrder(
    () => before,
    () => counterTimeToLive(counters, properties, statement),
    () => keyProblem(key, columns, statement, context),
    () => (statement.template ? undecided('placeholder') : mixedCounters(counters, rest, context)),
    () => (counters.length === 0 ? counterByItsClass(rest, target, context.release) : undefined),
    () => storageProblem(statement, key, rest),
    () => orderProblem(statement, key.clustering, context),
    () => {
      const existing = existingTable(target, statement.ifNotExists, context);
      return existing === 'there' ? undefined : existing;
    },
    () => (isVerdict(keyspace) ? keyspace : undefined),
  );
}

function tableNameProblem(name: string, span: Name['span']): Outcome {
  if (!/^\w+$/.test(name)) {
    const message = `"${name}" is not a valid table name (must be alphanumeric character or underscore only: [a-zA-Z_0-9]+)`;
    return refuse('table-name', message, span, [name]);
  }
  if (name.length <= 48) return undefined;
  return refuse('table-name', `Table names shouldn't be more than 48 characters long (got "${name}")`, span, [name]);
}

function duplicateColumns({ columns }: CreateTable): Outcome {
  return inEach(columns, ({ name }, index) =>
    !name.template && columns.slice(0, index).some((other) => other.name.name === name.name)
      ? refuse('duplicate-column', `Multiple definition of identifier ${name.name}`, name.span, [name.name])
      : undefined,
  );
}

function keyCount(statement: CreateTable): Outcome {
  const [first, second] = keysOf(statement);
  if (second !== undefined) {
    return refuse('several-primary-keys', 'Multiple PRIMARY KEYs specifed (exactly one required)', second.span);
  }
  if (first !== undefined) return undefined;
  if (statement.template || statement.name === undefined) return undecided('placeholder');
  return refuse('no-primary-key', 'No PRIMARY KEY specifed (exactly one required)', statement.name.span);
}

function counterTimeToLive(counters: readonly Prepared[], properties: Properties, statement: CreateTable): Outcome {
  if (counters.length === 0 || (integerAt(properties, 'default_time_to_live') ?? 0) <= 0) return undefined;
  const span = spanOf(properties, 'default_time_to_live', statement.span);
  return refuse('counter-time-to-live', 'Cannot set default_time_to_live on a table with counters', span, [
    'default_time_to_live',
  ]);
}

function mixedCounters(counters: readonly Prepared[], rest: readonly Prepared[], { session }: Context): Outcome {
  const other = rest.find((one) => !countsAsCounter(one) && !containsUnknown(one.type, session.catalog));
  if (counters.length === 0 || other === undefined) return undefined;
  const message = 'Cannot mix counter and non counter columns in the same table';
  return refuse('mixed-counters', message, other.definition.span, [other.definition.name.name]);
}

function keyProblem(
  key: Key,
  columns: ReadonlyMap<string, Prepared>,
  statement: CreateTable,
  context: Context,
): Outcome {
  const taken = new Set<string>();
  return inEach([...key.partition, ...key.clustering], (name) => {
    const column = taken.has(name.name) ? undefined : columns.get(name.name);
    taken.add(name.name);
    if (column === undefined) {
      if (name.template || statement.template) return undecided('placeholder');
      return refuse('unknown-key-column', `Unknown definition ${name.name} referenced in PRIMARY KEY`, name.span, [
        name.name,
      ]);
    }
    const sentence = keySentence(column, name.name, context);
    return sentence === undefined ? undefined : refuse(sentence[0], sentence[1], name.span, [name.name]);
  });
}

function keySentence(
  { type, definition }: Prepared,
  name: string,
  { session }: Context,
): readonly [check: CheckId, message: string] | undefined {
  const hidden = isReversedClass(definition.type);
  if (isMultiCell(type) && !hidden) {
    const what = isCollection(type) ? 'collection' : 'user-defined';
    return ['key-not-frozen', `Invalid non-frozen ${what} type for PRIMARY KEY component ${name}`];
  }
  if (isCounter(type)) return ['counter-key', `counter type is not supported for PRIMARY KEY part ${name}`];
  if (!containsUnknown(type, session.catalog) && containsDuration(type, session.catalog, '3.11')) {
    return ['duration-key', `duration type is not supported for PRIMARY KEY part ${name}`];
  }
  return definition.static ? ['static-key', `Static column ${name} cannot be part of the PRIMARY KEY`] : undefined;
}
