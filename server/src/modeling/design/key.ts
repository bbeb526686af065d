import type { Catalog, Column, CqlType, Table } from '../../catalog/model.ts';
import { printName } from '../../catalog/names.ts';
import { containsDecimal, containsDuration, containsUnknown, isCounter, isNative } from '../../catalog/types.ts';
import type { Session } from '../../analysis/judging/verdict-model.ts';
import { since } from '../../text/release.ts';
import type { Declared } from '../evidence/annotations.ts';
import { countShards, hashColumn } from './hash-bucket.ts';
import { elementParts } from '../question/elements.ts';
import { fieldParts } from '../question/fields.ts';
import { foldedParts } from '../question/letter-case.ts';
import { likeParts, type RangeLike } from '../question/like.ts';
import type { Choice, NoPattern, Pattern } from '../question/pattern.ts';
import {
  type AddedRelation,
  isBase,
  nameOf,
  type OrderedColumn,
  type Plan,
  type PlannedColumn,
  type Split,
} from '../question/plan.ts';
import type { Question } from '../question/question.ts';
import type { DerivedColumn } from '../proposal/proposal.ts';
import { sparseColumn } from '../question/sparse.ts';
import { timeEvidence } from '../evidence/time-columns.ts';

/** What planning a key looks at beside the query. */
export interface KeyFacts {
  readonly catalog: Catalog;
  readonly declared: Declared;
  /** The target has BETWEEN. */
  readonly between: boolean;
  /** The target filters by `!=` and NOT. */
  readonly negates: boolean;
  /** The original reads one partition already: the order in which its rows come is part of its answer. */
  readonly ordered: boolean;
  /** The original names the partitions that it reads. */
  readonly named: boolean;
  /** What the project calls a column that spreads rows by a hash. */
  readonly shardColumn: string | undefined;
  /** Writes of the project leave the column's value to a marker. */
  isBound(column: Column): boolean;
}

/**
 * The key that serves a query: its equalities partition, then come IN, the range or ORDER BY, and what makes rows unique
 * (Chebotko's mapping rules). Without any equality, shards take their place.
 */
export function planKey(pattern: Pattern, facts: KeyFacts): Plan | NoPattern {
  const { table } = pattern;
  const clientFilter = checkedByClient(pattern, facts);
  if (clientFilter.length > 0 && !isAnsweredWhole(pattern))
    return { why: 'What does not match `!=`, NOT or IS NULL, only the client can drop, from whole answers.' };
  const filtering = pattern.filters.filter((index) => !clientFilter.includes(index));
  const draft: KeyDraft = { relations: new Map(), filtering, notes: [] };
  const elements = elementParts(pattern, table);
  if ('why' in elements) return elements;
  const likes = likeParts(pattern, table);
  if ('why' in likes) return likes;
  const folded = foldedParts(pattern, table);
  if ('why' in folded) return folded;
  draft.notes.push(...folded.notes);
  const fields = fieldParts(pattern, table, facts.catalog);
  if ('why' in fields) return fields;
  const computed = [...elements.partition, ...folded.partition, ...fields.partition];
  for (const part of [elements, likes, folded, fields]) {
    for (const [relation, text] of part.relations) draft.relations.set(relation, text);
    draft.filtering.push(...part.filtering);
  }
  if (!facts.between) writeBounds(pattern, draft);
  const equal = equalColumns(pattern, facts, draft);
  const sparse =
    equal.length === 1 && computed.length === 0 ? sparseColumn(pattern, facts.declared, facts.isBound) : undefined;
  if (sparse !== undefined) draft.relations.set(sparse.relation, undefined);
  const given = sparse === undefined ? equal : [];
  const choice = placeChoices(pattern, given.length + computed.length > 0);
  const { partition, moved } = partitionOf(
    [...[...given, ...choice.partition].map(base), ...computed, ...likes.partition],
    facts,
  );
  const inPlace = facts.ordered && isPartitionOf(pattern.table, partition);
  const slice = sliceOf(pattern, [...likes.slice, ...folded.slice, ...fields.slice], { ...facts, inPlace }, draft);
  const clustering = distinct([
    ...moved.map(ascending),
    ...choice.clustering.map((column) => ascending(base(column))),
    ...slice,
  ]).filter(({ part }) => !partition.some((other) => nameOf(other) === nameOf(part)));
  if (partition.length === 0 && clustering.length === 0 && sparse === undefined) {
    return { why: pattern.relations.length > 0 ? NOTHING_KEYED : pattern.aggregates ? inRanges(table) : NOTHING_ASKED };
  }
  const inadmissible = [...partition, ...clustering.map(({ part }) => part)].find(
    (part) => part.kind === 'base' && !admissible(part.column.type, facts.catalog),
  );
  if (inadmissible !== undefined)
    return { why: `\`${nameOf(inadmissible)}\` is of a type that cannot be part of a key.` };
  const unique = uniqueColumns(pattern, partition, clustering, facts.declared);
  const key = { partition, clustering: [...clustering, ...unique.columns] };
  const shard =
    partition.length === 0 || isLowCardinality(partition)
      ? hashColumn(hashedFor(pattern), partition, undefined, facts.shardColumn)
      : undefined;
  return {
    shape: sparse !== undefined ? 'sparse' : shard !== undefined ? 'sharded' : 'plain',
    partition: shard === undefined ? partition : [...partition, { kind: 'derived', derived: shard }],
    clustering: key.clustering,
    relations: draft.relations,
    added: shard === undefined ? [] : [{ column: shard.column, ...askedShards(shard, pattern) }],
    splits: choice.splits,
    filtering: draft.filtering,
    clientFilter,
    clientSorts: draft.clientSorts === true,
    naming: {
      partition:
        sparse === undefined
          ? [...partition.flatMap(namedBy), ...choice.clustering.map(({ name }) => name)]
          : [sparse.isFalse ? `not_${sparse.column.name}` : sparse.column.name],
      others: [...moved, ...slice.map(({ part }) => part)].map(nameOf),
    },
    bucket:
      shard === undefined
        ? undefined
        : {
            column: shard.column,
            kind: 'hash',
            why: shardReason(partition, moved, sparse?.column),
            evident: true,
            type: shard.type,
            derived: shard,
          },
    unkeyed: unique.left,
    notes: draft.notes,
  };
}

/** One by one; by a single query where their rows make one sum. */
function askedShards(
  { count = 0 }: DerivedColumn,
  { aggregates, group, select }: Pattern,
): Pick<AddedRelation, 'values' | 'apart'> {
  if (!aggregates || group.length > 0 || select.orderBy.length > 0) return { values: undefined, apart: true };
  return { values: Array.from({ length: count }, (_, index) => String(index)), apart: false };
}

/** The target filters by `!=` and NOT. */
export const negates = ({ target }: Pick<Session, 'target'>): boolean =>
  target.kind === 'cassandra' && since(target.release, '6.0');

/** Relations that only the client can check: what SQL alone asks, and what is not so, where the target does not filter by that. */
const checkedByClient = (
  { filters, leftOver, relations }: Pick<Pattern, 'filters' | 'leftOver' | 'relations'>,
  { negates: filtersBy }: Pick<KeyFacts, 'negates'>,
): readonly number[] => [
  ...leftOver,
  ...filters.filter((index) => {
    const relation = relations[index];
    return !filtersBy && relation?.kind === 'column' && /^(?:!=|NOT\b|IS NOT NULL)/.test(relation.operator);
  }),
];

/** Those of a query. */
export const leftToClientOf = ({ pattern, session }: Pick<Question, 'pattern' | 'session'>): readonly number[] =>
  checkedByClient(pattern, { negates: negates(session) });

/** The client gets all rows, as they are, and may drop some. */
export const isAnsweredWhole = ({ aggregates, select }: Pattern): boolean =>
  !aggregates && select.limit === undefined && !select.json;

/** The rows of a group stay together. */
const hashedFor = ({ table, group }: Pattern): Table =>
  group.length === 0 ? table : { ...table, partitionKey: group, clustering: [] };

const NOTHING_ASKED = 'The query asks for all there is; no table makes that less to read.';
/** What goes over all rows is asked of a part of the ring at a time. */
const inRanges = ({ partitionKey }: Table): string => {
  const token = `token(${partitionKey.map(({ name }) => printName(name)).join(', ')})`;
  return `It goes over all rows, and no table makes them less. Where that takes too long, ask for each range of tokens (\`WHERE ${token} > ? AND ${token} <= ?\`), and put the answers together.`;
};
const NOTHING_KEYED = 'Nothing that the query asks for can be looked up by a key.';

interface KeyDraft {
  readonly relations: Map<number, string | undefined>;
  readonly filtering: number[];
  readonly notes: string[];
  clientSorts?: boolean;
}

const base = (column: Column): PlannedColumn => ({ kind: 'base', column });
const ascending = (part: PlannedColumn): OrderedColumn => ({ part, order: 'ASC' });

const distinct = (columns: readonly OrderedColumn[]): readonly OrderedColumn[] =>
  columns.filter(({ part }, index) => columns.findIndex((other) => nameOf(other.part) === nameOf(part)) === index);

/** Whether a value of the type can stand in a key, if frozen. */
export const admissible = (type: CqlType, catalog: Catalog): boolean =>
  !isCounter(type) && !containsDuration(type, catalog, '6.0') && !containsUnknown(type, catalog);

/** The columns given by `=`; what cannot be a key filters instead. A tuple is written as its parts. */
function equalColumns(
  { equal, relations, textOf }: Pattern,
  { catalog }: KeyFacts,
  draft: KeyDraft,
): readonly Column[] {
  for (const { relation } of equal) {
    if (relations[relation]?.kind !== 'tuple') continue;
    const parts = equal.filter((other) => other.relation === relation);
    const text = parts.map(({ column, value }) => `${printName(column.name)} = ${textOf(value)}`).join(' AND ');
    draft.relations.set(relation, text);
  }
  return equal.flatMap(({ column, relation }) => {
    if (admissible(column.type, catalog)) return [column];
    draft.filtering.push(relation);
    return [];
  });
}

/** BETWEEN as its two bounds, for releases before 6.0. */
function writeBounds({ relations, textOf }: Pattern, draft: KeyDraft): void {
  for (const [index, relation] of relations.entries()) {
    if (relation.kind !== 'column' || relation.operand.kind !== 'between') continue;
    const { low, high } = relation.operand;
    const name = relation.column.text;
    draft.relations.set(index, `${name} >= ${textOf(low)} AND ${name} <= ${textOf(high)}`);
  }
}

/** Where the columns of IN go. */
function placeChoices(
  { several, order }: Pattern,
  hasEqualities: boolean,
): { partition: readonly Column[]; clustering: readonly Column[]; splits: readonly Split[] } {
  const singles = several.filter(({ columns }) => columns.length === 1);
  const tuples = several.filter(({ columns }) => columns.length > 1).flatMap(({ columns }) => columns);
  const columns = singles.flatMap((choice) => choice.columns);
  if (!hasEqualities) {
    const splits = order.length === 0 ? [] : singles.map(splitOf);
    return { partition: columns, clustering: tuples, splits };
  }
  // Within a partition, IN keeps the order only where it is asked for by the column itself.
  const followed = singles.length === 1 && tuples.length === 0 && order[0]?.column.name === columns[0]?.name;
  if (order.length === 0 || followed)
    return { partition: [], clustering: followed ? [] : [...columns, ...tuples], splits: [] };
  return { partition: columns, clustering: tuples, splits: singles.map(splitOf) };
}

const splitOf = ({ columns, relation, values }: Choice): Split => ({ column: columns[0]!, relation, values });

/**
 * What partitions, and what has to cluster instead because a filter compares it by its value and a partition key by its bytes, which is
 * how a query compares that names its partitions. CONTAINS compares elements as they are written, `m[key] = value` by their values (`RowFilter.SimpleExpression`, `MapElementExpression`).
 */
function partitionOf(
  parts: readonly PlannedColumn[],
  { catalog, named }: KeyFacts,
): { partition: readonly PlannedColumn[]; moved: readonly PlannedColumn[] } {
  const isEntry =
    parts.some((part) => part.kind === 'derived' && part.derived.function === 'map-key') &&
    parts.some((part) => part.kind === 'derived' && part.derived.function === 'map-value');
  const byValue = (part: PlannedColumn): boolean =>
    part.kind === 'base'
      ? containsDecimal(part.column.type, catalog) && !(named && part.column.kind === 'partition')
      : isEntry && containsDecimal(part.derived.type, catalog);
  return { partition: parts.filter((part) => !byValue(part)), moved: parts.filter(byValue) };
}

/** The columns that a range or an order needs next to each other, right behind the equalities. */
function sliceOf(
  pattern: Pattern,
  likes: readonly RangeLike[],
  facts: KeyFacts & { readonly inPlace: boolean },
  draft: KeyDraft,
): readonly OrderedColumn[] {
  const { group } = pattern;
  // No key holds a counter: by one the client sorts all rows.
  const isSorted = !pattern.order.some(({ column }) => isCounter(column.type));
  const order = isSorted ? pattern.order : [];
  if (!isSorted) draft.clientSorts = true;
  const asked = order.map(({ column, direction }) => ({ part: base(column), order: direction }));
  const ranges: readonly RangeLike[] = [
    ...pattern.ranges.map(({ column, relations }) => ({ columns: [base(column)], relations })),
    ...pattern.slices.map(({ columns, relations }) => ({ columns: columns.map(base), relations })),
    ...likes,
  ]
    .filter(({ columns, relations }) => {
      const fine = columns.every((part) => part.kind === 'derived' || admissible(part.column.type, facts.catalog));
      if (!fine) draft.filtering.push(...relations);
      return fine;
    })
    .toSorted((a, b) => a.relations[0]! - b.relations[0]!);
  const leave = (kept: RangeLike | undefined): void => {
    for (const { columns, relations } of ranges) {
      // A range on a column that another one has taken is looked up with it.
      if (
        kept === undefined ||
        !startsWith(columns, nameOf(kept.columns[0]!)) ||
        columns.length !== kept.columns.length
      ) {
        draft.filtering.push(...relations);
      }
    }
  };
  if (group.length > 0) {
    // The same groups in any order of their columns.
    const rest = group.filter((column) => !order.some((one) => one.column.name === column.name));
    const sorted = [...asked, ...rest.map((column) => ascending(base(column)))];
    leave(ranges.find(({ columns }) => startsWith(columns, nameOf(sorted[0]!.part))));
    return sorted;
  }
  const [first] = order;
  const along =
    first === undefined
      ? undefined
      : ranges.find(({ columns }) => startsWith(columns, first.column.name) && follows(columns, order));
  if (along !== undefined) {
    leave(along);
    const rest = along.columns.slice(order.length);
    return [...asked, ...rest.map((part) => ({ part, order: first!.direction }))];
  }
  if (ranges.length === 0) return asked;
  if (order.length > 0 && pattern.select.limit !== undefined) {
    leave(undefined);
    return asked;
  }
  // What nothing can filter has to be found.
  const unfiltered = ranges.find(({ columns }) => columns.length > 1);
  const chosen = unfiltered ?? chooseRange(ranges, pattern.table, facts.inPlace);
  const [sorted] = pattern.table.clustering;
  if (
    order.length > 0 &&
    unfiltered === undefined &&
    facts.inPlace &&
    sorted !== undefined &&
    startsWith(chosen.columns, sorted.name)
  ) {
    // The range is found in the table as it is; only the order is worth another.
    leave(undefined);
    return asked;
  }
  leave(chosen);
  const found = chosen.columns.map((part) => ({ part, order: directionOf(part, pattern, facts) }));
  if (order.length === 0) return found;
  draft.clientSorts = true;
  // The client sorts by what may be null, which in the key would keep the row out.
  return [...found, ...asked.filter(({ part }) => !(part.kind === 'base' && isNullable(part.column)))];
}

const isNullable = ({ kind }: Column): boolean => kind === 'regular' || kind === 'static';

const isPartitionOf = ({ partitionKey }: Table, partition: readonly PlannedColumn[]): boolean =>
  partition.length === partitionKey.length &&
  partitionKey.every((column) => partition.some((part) => isBase(part, column)));

/** Whether the plan's key is the one that the table has. */
export const isKeyOf = (table: Table, { partition, clustering }: Pick<Plan, 'partition' | 'clustering'>): boolean =>
  isPartitionOf(table, partition) &&
  clustering.length === table.clustering.length &&
  table.clustering.every((column, index) => {
    const planned = clustering[index]!;
    return isBase(planned.part, column) && planned.order === column.order;
  });

/** A time first, then what stands first in the text; in the partition at hand another than the table is sorted by already. */
function chooseRange(ranges: readonly RangeLike[], table: Table, ordered: boolean): RangeLike {
  const [first] = table.clustering;
  const others = ranges.filter(({ columns }) => !(ordered && first !== undefined && startsWith(columns, first.name)));
  const candidates = others.length > 0 ? others : ranges;
  const timed = (evidence: 'type' | 'name'): RangeLike | undefined =>
    candidates.find(({ columns: [part] }) => part?.kind === 'base' && timeEvidence(part.column) === evidence);
  return timed('type') ?? timed('name') ?? candidates[0]!;
}

const startsWith = ([first]: readonly PlannedColumn[], name: string): boolean =>
  first !== undefined && nameOf(first) === name;

const follows = (columns: readonly PlannedColumn[], order: Pattern['order']): boolean =>
  columns.every((part, index) => order[index] === undefined || order[index].column.name === nameOf(part));

/** A time is sorted newest first where the base does so or the query wants only some of it. */
function directionOf(part: PlannedColumn, pattern: Pattern, { ordered }: KeyFacts): 'ASC' | 'DESC' {
  if (part.kind === 'derived') return 'ASC';
  const { column } = part;
  if (column.kind === 'clustering' && (ordered || column.order === 'DESC')) return column.order;
  if (timeEvidence(column) === undefined || pattern.select.limit === undefined) return 'ASC';
  return column.kind === 'clustering' && readsForward(column, pattern) ? 'ASC' : 'DESC';
}

/** From one time on, as its rows are stored: the next rows are wanted, not the newest. */
const readsForward = (column: Column, { ranges, relations }: Pattern): boolean =>
  ranges.some(
    (range) =>
      range.column === column &&
      range.relations.every((index) => {
        const relation = relations[index];
        return relation?.kind === 'column' && (relation.operator === '>' || relation.operator === '>=');
      }),
  );

/** What is left of the base's key, so that no row of the copy overwrites another. */
export function uniqueColumns(
  { table }: Pattern,
  partition: readonly PlannedColumn[],
  clustering: readonly OrderedColumn[],
  declared: Declared,
): { columns: readonly OrderedColumn[]; left: readonly Column[] } {
  const key = [...partition, ...clustering.map(({ part }) => part)];
  const rest = [...table.partitionKey, ...table.clustering].filter(
    (column) => !key.some((part) => isBase(part, column)),
  );
  const known = decidedBy(
    key.flatMap((part) => (part.kind === 'base' ? [part.column.name] : [])),
    declared,
  );
  return rest.every(({ name }) => known.has(name)) ||
    declared.unique.some((columns) => columns.every((name) => known.has(name)))
    ? { columns: [], left: rest }
    : {
        columns: rest.map((column) => ({
          part: base(column),
          order: column.kind === 'clustering' ? column.order : 'ASC',
        })),
        left: [],
      };
}

/** The columns, and those that `@fd` says they decide. */
function decidedBy(columns: readonly string[], { dependencies }: Declared): ReadonlySet<string> {
  const known = new Set(columns);
  for (let grown = true; grown;) {
    grown = false;
    for (const { from, to } of dependencies) {
      if (!from.every((name) => known.has(name)) || to.every((name) => known.has(name))) continue;
      for (const name of to) known.add(name);
      grown = true;
    }
  }
  return known;
}

/** Only a boolean partitions: two partitions for everything. */
const isLowCardinality = (partition: readonly PlannedColumn[]): boolean =>
  partition.every((part) => part.kind === 'base' && isNative(part.column.type, 'boolean'));

function shardReason(
  [first]: readonly PlannedColumn[],
  [moved]: readonly PlannedColumn[],
  shared: Column | undefined,
): string {
  const spread = `rows are spread over ${countShards(undefined)} partitions`;
  if (shared !== undefined)
    return `\`${shared.name}\` is the same in all of its rows, so ${spread} by a hash and each is asked`;
  if (first !== undefined) return `\`${nameOf(first)}\` has two values, so ${spread} each by a hash`;
  return moved === undefined
    ? `the query gives no value by \`=\`, so ${spread} by a hash and each is asked`
    : `equal values of \`${nameOf(moved)}\` may be written differently, such as 1.0 and 1.00, and be different partitions; so it sorts, and ${spread} by a hash`;
}

/** Synthetic columns do not speak in a name, but the element or prefix that a query looks up does. */
const namedBy = (part: PlannedColumn): readonly string[] => {
  if (part.kind === 'base') return [part.column.name];
  const { function: computed, column } = part.derived;
  return computed === 'hash-bucket' || computed === 'time-bucket' || computed === 'constant' ? [] : [column];
};
