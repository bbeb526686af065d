import type { Expression, Select } from '../../syntax/ast.ts';
import type { Scope } from '../judging/names.ts';
import { inEach, type Outcome, refuse, UNKNOWN_SCHEMA } from '../judging/outcome.ts';
import { since } from '../../text/release.ts';
import type { Restrictions } from '../restrictions/model.ts';
import { READ_ONLY } from './virtual.ts';

/** What a virtual table says where the keys it is asked for are of nothing. */
export function checkVirtualRead(select: Select, restrictions: Restrictions, scope: Scope): Outcome {
  const { keyspace, name } = scope.table;
  if (keyspace !== 'system_views') return undefined;
  if (name === READ_ONLY) return checkStatisticsRead(select, restrictions, scope);
  return name === 'schema_comments' || name === 'schema_security_labels'
    ? checkDescriptionRead(select, restrictions, scope)
    : undefined;
}

/** The statistics are looked up for one table after the other, each in its order (`PartitionKeyStatsTable.select`). */
function checkStatisticsRead(select: Select, restrictions: Restrictions, { table, session }: Scope): Outcome {
  const span = select.where?.span ?? select.from?.span ?? select.span;
  const wrong = (message: string, names: readonly string[] = [table.name]): Outcome =>
    refuse('statistics-read', message, span, names);
  if (restrictions.keyRange)
    return wrong('Range queries are not supported. Please provide both a keyspace and a table name.');
  if (select.orderBy.some(({ direction }) => direction === 'DESC')) return wrong('Reversed queries are not supported.');
  const keys = partitionsOf(restrictions);
  return inEach(keys, ([keyspace, name]) => {
    if (keyspace === undefined || name === undefined) return UNKNOWN_SCHEMA;
    const found = session.catalog.keyspace(keyspace);
    const read = found?.tables.get(name);
    if (read?.kind === 'virtual')
      return wrong(`Partitioner '${LOCAL}' for table '${name}' in keyspace '${keyspace}' is not supported.`, [name]);
    if (read !== undefined) return undefined;
    if (!session.complete) return UNKNOWN_SCHEMA;
    return found === undefined
      ? wrong(`The keyspace '${keyspace}' does not exist.`, [keyspace])
      : wrong(`The table '${name}' does not exist in the keyspace '${keyspace}'.`, [name]);
  });
}

/** Comments and labels are kept by the kind of what they describe, and its keyspace. */
function checkDescriptionRead(select: Select, restrictions: Restrictions, { session }: Scope): Outcome {
  if (restrictions.keyRange) return undefined;
  const span = select.where?.span ?? select.span;
  return inEach(partitionsOf(restrictions), ([kind, keyspace]) => {
    if (kind === undefined || keyspace === undefined) return UNKNOWN_SCHEMA;
    if (session.catalog.keyspace(keyspace) === undefined) {
      if (!session.complete) return UNKNOWN_SCHEMA;
      return refuse('description-read', `Unknown keyspace: '${keyspace}'`, span, [keyspace]);
    }
    if (DESCRIBED.includes(kind)) return undefined;
    const message = `Unknown object type: '${kind}'. Valid types are: [${DESCRIBED.join(', ')}]`;
    return refuse('description-read', message, span, [kind]);
  });
}

const DESCRIBED: readonly string[] = ['KEYSPACE', 'TABLE', 'COLUMN', 'UDT', 'FIELD'];

/** That of virtual tables. */
const LOCAL = 'org.apache.cassandra.dht.LocalPartitioner';

/** What a read of a deprecated table is warned of, once for each partition (`VirtualTable.isDeprecated`). */
export function deprecationOf({ table, release }: Scope): string | undefined {
  if (table.kind !== 'virtual' || table.keyspace !== 'system_views' || !since(release, '6.0')) return undefined;
  const instead = DEPRECATED.get(table.name);
  return instead && `The "${table.name}" virtual table is deprecated. Please, use ${instead} instead.`;
}

const DEPRECATED: ReadonlyMap<string, string> = new Map([
  ['batch_metrics', 'either "system_views.batch_group", or "system_views.type_histogram" virtual tables'],
  ['cql_metrics', '"system_metrics.cql_group" virtual table'],
]);

/** The keys of texts that are read, in the order in which virtual tables hold them; a range is one that is not known. */
export function partitionsOf({ keyRange, partition }: Restrictions): readonly (readonly (string | undefined)[])[] {
  if (keyRange) return [[]];
  let keys: readonly (readonly (string | undefined)[])[] = [[]];
  for (const { restriction } of partition.entries) {
    const [part, second] = restriction.parts;
    const values = second === undefined ? [...new Set(part.values.map(textOf))].toSorted() : [undefined];
    keys = keys.flatMap((key) => values.map((value) => [...key, value]));
  }
  return keys;
}

/** The text that is written, in parentheses or behind a type; `undefined` for what is computed. */
function textOf(value: Expression): string | undefined {
  if (value.kind === 'hint') return textOf(value.value);
  const [only] = value.kind === 'tuple' && value.items.length === 1 ? value.items : [];
  if (only !== undefined) return textOf(only);
  return value.kind === 'literal' && value.type === 'string' ? value.value : undefined;
}
