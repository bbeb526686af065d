import { inKeyspace } from '../../catalog/effects/tables.ts';
import type { Keyspace, Table, UserType } from '../../catalog/model.ts';
import { printName } from '../../catalog/names.ts';
import { mentionsEmpty, sameType, userTypesIn } from '../../catalog/types.ts';
import type { CreateTableLike } from '../../syntax/ast.ts';
import { areGuarded, withoutIgnored } from '../guardrails/limits.ts';
import { inOrder, type Outcome } from '../judging/outcome.ts';
import { isVerdict, refuse } from '../judging/refuse.ts';
import {
  type Context,
  creationResource,
  existingKeyspace,
  isResolvedName,
  keyspaceNameProblem,
  missing,
  protectedKeyspace,
  tableAt,
  type ResolvedName,
  resolveName,
} from './context.ts';
import { readProperties } from './options/properties.ts';
import {
  checkTableOptions,
  complaintAboutNewId,
  complaintAboutUnknown,
  integerAt,
  mapAt,
  readTableOptions,
} from './options/table-options.ts';
import { likenedTableBeyond, takenOverBeyond, untrained, zeroTimeToLive } from '../guardrails/tables.ts';
import { existingTable, hasNestedCollection, NESTED_NOT_FROZEN, tableNameProblem } from './table-shape.ts';
import { isLocalSystemKeyspace } from '../judging/system-keyspaces.ts';

/** CREATE TABLE … LIKE (6.0, `CopyTableStatement`). */
export function checkCreateTableLike(statement: CreateTableLike, context: Context): Outcome {
  const { session, release } = context;
  const given = readProperties(statement.options, release);
  if ('kind' in given) return given;
  const properties = withoutIgnored(given, context);
  const source = resolveName(statement.source, context);
  if (!isResolvedName(source)) return source;
  const target = resolveName(statement.name, context);
  if (!isResolvedName(target)) return target;
  const before = inOrder(
    () =>
      protectedKeyspace(target.keyspace, target.span, 'CREATE', creationResource(target.keyspace, context), context),
    () => complaintAboutUnknown(given, release),
    () => likenedTableBeyond(given.keys(), target, context),
    () => readTableOptions(properties, context),
    () =>
      zeroTimeToLive(
        mapAt(properties, 'compaction'),
        integerAt(properties, 'default_time_to_live'),
        target.nameSpan,
        context,
      ),
    () => untrained(mapAt(properties, 'compression'), target.nameSpan, context),
    () => keyspaceNameProblem(target, context),
  );
  if (before?.kind === 'refused') return before;
  // The server's own keyspaces are no keyspaces to copy from.
  const local = isLocalSystemKeyspace(source.keyspace, release);
  const from = local ? undefined : session.catalog.keyspace(source.keyspace);
  if (from === undefined) {
    return missing(
      'keyspace-not-found',
      `Source Keyspace '${source.keyspace}' doesn't exist`,
      { span: source.span, name: source.keyspace },
      context,
    );
  }
  const table = tableAt(source, context);
  if (table === undefined) {
    return missing(
      'table-not-found',
      `Source Table '${source.keyspace}.${source.name}' doesn't exist`,
      source,
      context,
    );
  }
  if (table.kind === 'view') {
    const message = `Cannot use CREATE TABLE LIKE on a materialized view '${source.keyspace}.${source.name}'.`;
    return refuse('not-a-table', message, source.span, [source.name]);
  }
  const keyspace = existingKeyspace(
    target.keyspace,
    target.span,
    context,
    `Target Keyspace '${target.keyspace}' doesn't exist`,
  );
  if (isVerdict(keyspace)) return keyspace;
  const existing = existingTable(target, statement.ifNotExists, context);
  if (existing !== undefined) return existing === 'there' ? before : existing;
  return inOrder(
    () => before,
    () => typesProblem(table, from, keyspace, target),
    () => (areGuarded(context) ? takenOverBeyond(table, target, context) : undefined),
    () => checkTableOptions(properties, undefined, context),
    () => unwrittenType(table, keyspace, target),
    () => nestedCollections(table, keyspace, target, context),
    () => checkTableOptions(properties, table, context),
    () =>
      statement.copies?.some((copy) => copy === 'indexes' || copy === 'all') === true
        ? uncopiedIndex(table, target)
        : undefined,
    () => complaintAboutNewId(properties),
    () => tableNameProblem(target, context),
  );
}

/** It takes the target of an index for the name of a column, with what stands around it: `values(v)`, or quotes. */
function uncopiedIndex({ indexes }: Table, { span }: ResolvedName): Outcome {
  const wrong = indexes
    .filter(({ family }) => family === 'legacy' || family === 'sai')
    .find(({ targets }) => targets.some(({ column, of }) => of !== 'simple' || printName(column, '6.0') !== column));
  if (wrong === undefined) return undefined;
  const message = 'java.lang.NullPointerException: Cannot read field "name" because "targetColumn" is null';
  return refuse('index-not-copied', message, span, [wrong.name], 'server');
}

/** The server writes the table as CQL and reads that again, where the name of `EmptyType` is that of a user type. */
function unwrittenType({ columns }: Table, { name, types }: Keyspace, { span }: ResolvedName): Outcome {
  if (types.has('empty') || ![...columns.values()].some(({ type }) => mentionsEmpty(type))) return undefined;
  return refuse('unknown-type', `Unknown type ${name}.empty`, span, ['empty']);
}

/** A user type may have got such a field after the table was made. */
function nestedCollections(
  { columns }: Table,
  { name }: Keyspace,
  { span }: ResolvedName,
  { session }: Context,
): Outcome {
  const nested = [...columns.values()].find(({ type }) => hasNestedCollection(inKeyspace(type, name), session.catalog));
  return nested && refuse('nested-not-frozen', NESTED_NOT_FROZEN, span, [nested.name]);
}

/** User types that the table needs are in the other keyspace too, and alike. */
function typesProblem(table: Table, from: Keyspace, to: Keyspace, target: ResolvedName): Outcome {
  if (from.name.toLowerCase() === to.name.toLowerCase()) return undefined;
  const names = new Set(
    [...table.columns.values()].flatMap(({ type }) => userTypesIn(type).flatMap((name) => withNested(name, from))),
  );
  const left: string[] = [];
  for (const name of names) {
    const given = from.types.get(name);
    const there = to.types.get(name);
    if (given === undefined || there === undefined) {
      left.push(name);
    } else if (!given.partial && !there.partial && !alike(given, there)) {
      const message = `Target keyspace '${to.name}' has same UDT name '${name}' as source keyspace '${from.name}' but with different structure.`;
      return refuse('type-differs', message, target.span, [name]);
    }
  }
  if (left.length === 0) return undefined;
  const message = `UDTs ${left.toSorted().join(', ')} do not exist in target keyspace '${to.name}'.`;
  return refuse('type-not-found', message, target.span, left);
}

function withNested(name: string, keyspace: Keyspace, seen: readonly string[] = []): readonly string[] {
  if (seen.includes(name)) return [];
  const fields = [...(keyspace.types.get(name)?.fields.values() ?? [])];
  return [
    name,
    ...fields.flatMap((type) => userTypesIn(type).flatMap((inner) => withNested(inner, keyspace, [...seen, name]))),
  ];
}

/** The same fields in the same order; types of the other keyspace count as these. */
function alike(a: UserType, b: UserType): boolean {
  const fields = [...a.fields];
  const others = [...b.fields];
  return (
    fields.length === others.length &&
    fields.every(([name, type], at) => {
      const [otherName, other] = others[at] ?? ['', type];
      return name === otherName && (sameType(type, other) || userTypesIn(type).length > 0);
    })
  );
}
