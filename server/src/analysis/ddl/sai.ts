import { SAI_TEXT_OPTIONS, SAI_VECTOR_OPTIONS } from '../../catalog/builtin/index-options.ts';
import { printName } from '../../catalog/names.ts';
import type { Catalog, CqlType } from '../../catalog/model.ts';
import { isCollection, isMultiCell, printType } from '../../catalog/types.ts';
import { since } from '../../text/release.ts';
import { marshalText } from '../typing/types/marshal-text.ts';
import type { Context } from './context.ts';
import { type Complaint, isSai } from './index-class-names.ts';
import type { IndexedColumn } from './index-targets.ts';
import type { Making } from './indexes.ts';
import { partitionerOf } from '../judging/settings.ts';
import { inHashOrder } from '../java/hash-order.ts';

/** Client warning for an index on a vector (`StorageAttachedIndex.VECTOR_USAGE_WARNING`). */
export const VECTOR_WARNING = [
  'SAI ANN indexes on vector columns are experimental and are not recommended for production use.',
  "They don't yet support SELECT queries with:",
  ' * Consistency level higher than ONE/LOCAL_ONE.',
  ' * Paging.',
  ' * No LIMIT clauses.',
  ' * PER PARTITION LIMIT clauses.',
  ' * GROUP BY clauses.',
  ' * Aggregation functions.',
  ' * Filters on columns without a SAI index.',
].join('\n');

/** What storage-attached indexes refuse (`StorageAttachedIndex.validateOptions`). */
export function complaintAboutSai(making: Making, { session, release }: Context): Complaint | undefined {
  // The server looks at the indexes that are there before the new one.
  const second = secondOfColumn(making);
  if (second !== undefined) return second;
  const unknown = inHashOrder([...making.options.keys()].filter((name) => !OPTIONS.includes(name)));
  const [first, ...others] = unknown;
  if (first !== undefined) {
    const message = `Properties specified [${unknown.join(', ')}] are not understood by StorageAttachedIndex`;
    return { check: 'unknown-option', message, error: 'config', ...(others.length === 0 ? { option: first } : {}) };
  }
  if (OTHER_PARTITIONERS.includes(partitionerOf(session.configuration))) {
    const classes = OTHER_PARTITIONERS.map((name) => `class org.apache.cassandra.dht.${name}`).join(', ');
    const message = `Storage-attached index does not support the following IPartitioner implementations: [${classes}]`;
    return { check: 'index-class', message };
  }
  const written = making.targets.map(writtenTarget).join(', ');
  const [target] = making.targets;
  // The text of the targets is split at commas, even those within a name.
  if (target === undefined || written.split(',').length > 1) {
    const message =
      target === undefined
        ? `Failed to retrieve target column for: ${written}`
        : `A storage-attached index cannot be created over multiple columns: ${written}`;
    return { check: 'index-on-several-columns', message };
  }
  const { column } = target;
  const analysis = [...making.options].filter(([name]) => ANALYSIS.includes(name));
  if (analysis.length > 0 && (column.kind === 'partition' || column.kind === 'clustering')) {
    const printed = inHashOrder(analysis.map(([name]) => name)).map(
      (name) => `'${name}': '${making.options.get(name) ?? ''}'`,
    );
    const message = `Analysis options are not supported on primary key columns, but found {${printed.join(', ')}}`;
    return { check: 'index-options', message, option: analysis[0]?.[0] };
  }
  const indexed = indexedType(column.type, target.of, since(release, '6.0'));
  return (
    analysisProblem(analysis, indexed, session.catalog, release) ??
    vectorOptionsProblem(making, indexed, session.catalog, release) ??
    typeProblem(indexed, column.type, making, session.catalog, release)
  );
}

/** In the order in which the server names them. */
const OTHER_PARTITIONERS = [
  'OrderPreservingPartitioner',
  'LocalPartitioner',
  'ByteOrderedPartitioner',
  'RandomPartitioner',
];

function secondOfColumn({ targets, table }: Making): Complaint | undefined {
  const [target, another] = targets;
  if (target === undefined || another !== undefined) return undefined;
  const isSame = table.indexes.some(
    ({ className, targets: [other] }) =>
      isSai(className) && other?.column === target.column.name && partOf(other.of) === partOf(target.of),
  );
  if (!isSame) return undefined;
  const message = `Cannot create more than one storage-attached index on the same column: ${target.column.name}`;
  return { check: 'duplicate-index', message };
}

const ANALYSIS = SAI_TEXT_OPTIONS.map(({ name }) => name);
const VECTOR = SAI_VECTOR_OPTIONS.map(({ name }) => name);
const OPTIONS = [...ANALYSIS, ...VECTOR];

const writtenTarget = ({ column, of }: IndexedColumn): string => {
  const name = printName(column.name);
  return of === 'simple' ? name : `${of}(${name})`;
};

/** A bare column counts as its values where targets are compared (`TargetParser.parse`). */
const partOf = (of: IndexedColumn['of']): string => (of === 'simple' ? 'values' : of);

/** The type of what is indexed: elements of a collection, entries as a pair, or the column's own. */
type Indexed =
  | { readonly kind: 'one'; readonly type: CqlType }
  | { readonly kind: 'entry'; readonly types: readonly CqlType[] };

function indexedType(type: CqlType, of: IndexedColumn['of'], evenFrozen: boolean): Indexed {
  if (!isCollection(type) || of === 'full' || !(evenFrozen || isMultiCell(type))) return { kind: 'one', type };
  if (type.kind === 'list' || type.kind === 'set') return { kind: 'one', type: type.element };
  if (type.kind !== 'map') return { kind: 'one', type };
  if (of === 'entries') return { kind: 'entry', types: [type.key, type.value] };
  return { kind: 'one', type: of === 'keys' ? type.key : type.value };
}

/** Whether each row gives an index of that class a vector, so that it warns wherever it is validated. */
export const indexesVectors = (
  className: string | undefined,
  target: { readonly type: CqlType | undefined; readonly of: IndexedColumn['of'] } | undefined,
  release: Context['release'],
): boolean => {
  if (!isSai(className) || target?.type === undefined) return false;
  const indexed = indexedType(target.type, target.of, since(release, '6.0'));
  return indexed.kind === 'one' && indexed.type.kind === 'vector';
};

function analysisProblem(
  analysis: readonly (readonly [string, string])[],
  indexed: Indexed,
  catalog: Catalog,
  release: Context['release'],
): Complaint | undefined {
  const [first] = analysis;
  if (first === undefined) return undefined;
  if (indexed.kind === 'entry' || !isText(indexed.type)) {
    const message = `CQL type ${printIndexed(indexed, catalog, release)} cannot be analyzed.`;
    return { check: 'index-options', message, option: first[0] };
  }
  for (const name of inHashOrder(analysis.map(([key]) => key))) {
    const value = analysis.find(([key]) => key === name)?.[1] ?? '';
    if (value === '')
      return { check: 'option-value', message: `Empty value for boolean option '${name}'`, option: name };
    if (/^(?:true|false)$/i.test(value)) continue;
    return { check: 'option-value', message: `Illegal value for boolean option '${name}': ${value}`, option: name };
  }
  return undefined;
}

const isText = (type: CqlType): boolean => type.kind === 'native' && (type.name === 'text' || type.name === 'ascii');

function vectorOptionsProblem(
  { options }: Making,
  indexed: Indexed,
  catalog: Catalog,
  release: Context['release'],
): Complaint | undefined {
  const given = VECTOR.find((name) => options.has(name));
  if (given === undefined) return undefined;
  if (indexed.kind === 'entry' || indexed.type.kind !== 'vector') {
    const message = `CQL type ${printIndexed(indexed, catalog, release)} cannot have vector options`;
    return { check: 'index-options', message, option: given };
  }
  for (const [name, words] of [
    ['maximum_node_connections', 'Maximum node connections'],
    ['construction_beam_width', 'Construction beam width'],
  ] as const) {
    if (!options.has(name)) continue;
    const message = `${words} cannot be set without enabling SAI_VECTOR_ALLOW_CUSTOM_PARAMETERS`;
    return { check: 'index-options', message, option: name };
  }
  const similarity = options.get('similarity_function')?.toUpperCase();
  if (similarity !== undefined && !SIMILARITIES.includes(similarity)) {
    const message = `Similarity function ${similarity} was not recognized for index null. Valid values are: ${SIMILARITIES.join(', ')}`;
    return { check: 'option-value', message, option: 'similarity_function' };
  }
  const purpose = options.get('optimize_for')?.toUpperCase();
  if (purpose !== undefined && !PURPOSES.includes(purpose)) {
    const message = `optimize_for '${purpose}' was not recognized for index null. Valid values are: ${PURPOSES.join(', ')}`;
    return { check: 'option-value', message, option: 'optimize_for' };
  }
  return undefined;
}

const choicesOf = (option: string): readonly string[] =>
  SAI_VECTOR_OPTIONS.find(({ name }) => name === option)?.choices ?? [];

const SIMILARITIES = choicesOf('similarity_function');
const PURPOSES = choicesOf('optimize_for');

function typeProblem(
  indexed: Indexed,
  whole: CqlType,
  { options }: Making,
  catalog: Context['session']['catalog'],
  release: Context['release'],
): Complaint | undefined {
  const unsupported = (type: CqlType): Complaint => ({
    check: 'index-on-type',
    message: `Unsupported type: ${printType(type, release)}`,
  });
  if (indexed.kind === 'entry') {
    const type = indexed.types.find((each) => !isSupported(each) && !isFrozen(each));
    return type === undefined ? undefined : unsupported(type);
  }
  const { type } = indexed;
  if (!isSupported(type) && !isFrozen(type) && !isFrozen(whole)) return unsupported(type);
  if (type.kind !== 'vector') return undefined;
  if (type.element.kind === 'unknown') return undefined;
  if (type.element.kind !== 'native' || type.element.name !== 'float') {
    return {
      check: 'index-on-type',
      message: 'SAI ANN indexes are only allowed on vector columns with float elements',
    };
  }
  const similarity = options.get('similarity_function')?.toUpperCase() ?? 'COSINE';
  if (type.dimension === 1 && similarity === 'COSINE') {
    return { check: 'index-on-type', message: 'Cosine similarity is not supported for single-dimension vectors' };
  }
  return undefined;
}

/** It has parts, but is stored in one cell. */
const isFrozen = (type: CqlType): boolean =>
  !isMultiCell(type) && (isCollection(type) || ['tuple', 'vector', 'user'].includes(type.kind));

const SUPPORTED = new Set(
  'ascii bigint date double float int smallint text time timestamp timeuuid tinyint uuid inet varint decimal boolean'.split(
    ' ',
  ),
);

const isSupported = (type: CqlType): boolean =>
  type.kind === 'unknown' || (type.kind === 'native' && SUPPORTED.has(type.name));

function printIndexed(indexed: Indexed, catalog: Catalog, release: Context['release']): string {
  if (indexed.kind === 'one') return printType(indexed.type, release);
  const parts = indexed.types.map((type) => marshalText(type, catalog));
  return `'org.apache.cassandra.db.marshal.CompositeType(${parts.join(',')})'`;
}
