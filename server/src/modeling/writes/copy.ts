import { foldedName } from '../../catalog/names.ts';
import type { Column, Table } from '../../catalog/model.ts';
import { type Declared, declaredOf } from '../evidence/annotations.ts';
import { type BucketColumn, bucketsOf } from '../evidence/buckets.ts';
import { bucketForm, computedBucket } from '../design/bucket-form.ts';
import type { Design, DesignColumn } from '../design/design.ts';
import type { Pattern } from '../question/pattern.ts';
import type { Plan } from '../question/plan.ts';
import type { DerivedColumn } from '../proposal/proposal.ts';
import { writtenName } from '../proposal/source.ts';
import type { Surroundings } from '../evidence/surroundings.ts';

/** A column of a copy, and what it holds. */
export interface CopyColumn {
  readonly name: string;
  readonly written: string;
  readonly role: 'partition' | 'clustering' | 'static' | 'regular';
  /** The base's columns that its value comes from. */
  readonly from: readonly Column[];
  /** Absent where it is the base's own column. */
  readonly derived: DerivedColumn | undefined;
}

/** A table that holds the rows of another, as its writes must keep it. */
export interface Copy {
  readonly base: Table;
  /** Its name in CQL. */
  readonly written: string;
  readonly columns: readonly CopyColumn[];
  readonly key: readonly CopyColumn[];
  /** It holds only rows with this constant in a column that it does not have. */
  readonly only: { readonly column: Column; readonly constant: string } | undefined;
  /** Its key is declared unique: the first writer wins. */
  readonly unique: boolean;
  /** One row stands for several of the base: it is never taken away with one of them. */
  readonly collapsed: boolean;
  /** A row stands for a partition of the base, with what is static there, whether or not the partition has rows. */
  readonly ofPartitions: boolean;
  /** Columns of the base that are declared to keep the value that they got. */
  readonly immutable: ReadonlySet<string>;
}

/** The copy that a plan makes. */
export function copyOf(
  design: Design,
  plan: Plan,
  { relations, textOf }: Pick<Pattern, 'relations' | 'textOf'>,
  { immutable }: Pick<Declared, 'immutable'>,
): Copy {
  const { base } = design;
  const columnOf =
    (role: CopyColumn['role']) =>
    (column: DesignColumn): CopyColumn => ({
      name: column.name,
      written: column.written,
      role,
      from:
        column.column !== undefined
          ? [column.column]
          : (column.derived?.from ?? []).flatMap((name) => base.columns.get(name) ?? []),
      derived: column.derived,
    });
  const key = [...design.partition.map(columnOf('partition')), ...design.clustering.map(columnOf('clustering'))];
  return {
    base,
    written: design.written,
    columns: [...key, ...design.statics.map(columnOf('static')), ...design.regulars.map(columnOf('regular'))],
    key,
    only: onlyOf(plan, base, { relations, textOf }),
    unique: plan.unkeyed.length > 0 && plan.shape !== 'latest',
    collapsed:
      plan.shape === 'distinct' ||
      plan.shape === 'latest' ||
      (plan.shape === 'list' &&
        ![...base.partitionKey, ...base.clustering].every(({ name }) => key.some((one) => one.name === name))),
    ofPartitions: plan.shape === 'partitions',
    immutable,
  };
}

/** The copy that a table of the project is; `undefined` where its key holds what nobody can compute from the base. */
export function copyInTable(table: Table, base: Table, written: string, surroundings: Surroundings): Copy | undefined {
  const buckets = bucketsOf(table, surroundings);
  const columns = [...table.partitionKey, ...table.clustering, ...othersOf(table)].flatMap(
    (column): readonly CopyColumn[] => {
      const own = { name: column.name, written: writtenName(column), role: column.kind };
      const source = base.columns.get(column.name);
      if (source !== undefined) return [{ ...own, from: [source], derived: undefined }];
      const bucket = buckets.find((one) => one.column === column);
      const derived = bucket === undefined ? undefined : derivedIn(bucket, table, surroundings);
      const from = (derived?.from ?? []).flatMap((name) => base.columns.get(name) ?? []);
      return derived === undefined || from.length < derived.from.length ? [] : [{ ...own, from, derived }];
    },
  );
  const key = columns.filter(({ role }) => role === 'partition' || role === 'clustering');
  if (key.length < table.partitionKey.length + table.clustering.length) return undefined;
  const keeps = [...base.partitionKey, ...base.clustering].every(({ name }) => key.some((one) => one.name === name));
  const { immutable } = declaredOf(base, surroundings);
  return {
    base,
    written,
    columns,
    key,
    only: undefined,
    unique: !keeps,
    collapsed: false,
    ofPartitions: false,
    immutable,
  };
}

const othersOf = ({ columns }: Table): readonly Column[] =>
  [...columns.values()].filter(({ kind }) => kind === 'static' || kind === 'regular');

function derivedIn(bucket: BucketColumn, table: Table, surroundings: Surroundings): DerivedColumn | undefined {
  const { column, kind, sources, step, resolution, count } = bucket;
  const from = sources.map(({ name }) => name);
  const own = { column: column.name, type: column.type, from };
  if (kind === 'hash') return from.length === 0 ? undefined : { ...own, function: 'hash-bucket', count: count ?? 1 };
  const known = computedBucket(bucket, bucketForm(bucket, table, surroundings));
  if (known !== undefined || step === undefined) return known;
  return {
    ...own,
    function: 'time-bucket',
    unit: step.unit,
    ...(step.size !== 1 && { size: step.size }),
    ...(resolution !== undefined && { resolution }),
  };
}

function onlyOf(plan: Plan, base: Table, { relations, textOf }: Pick<Pattern, 'relations' | 'textOf'>): Copy['only'] {
  if (plan.shape !== 'sparse') return undefined;
  const index = [...plan.relations].find(([, text]) => text === undefined)?.[0];
  const relation = index === undefined ? undefined : relations[index];
  if (relation?.kind !== 'column' || relation.operand.kind !== 'one') return undefined;
  const column = base.columns.get(relation.column.name);
  return column === undefined ? undefined : { column, constant: textOf(relation.operand.value) };
}

/** Columns of the base that decide where a row of the copy stands, and that are not of the base's own key. */
export const foreignKey = ({ key }: Copy): readonly Column[] => [
  ...new Set(key.flatMap(({ from }) => from).filter(({ kind }) => kind === 'regular' || kind === 'static')),
];

/** Its value may be null in a row of the base. */
export const isNullable = ({ from, derived }: CopyColumn): boolean =>
  derived?.function !== 'constant' && from.some(({ kind }) => kind === 'regular' || kind === 'static');

/** No row of the copy has nothing there, but one of the base may: a partition with static values alone has no clustering columns. */
export const isLeftOut = ({ base }: Copy, column: CopyColumn): boolean =>
  isNullable(column) ||
  (column.from.some(({ kind }) => kind === 'clustering') &&
    [...base.columns.values()].some(({ kind }) => kind === 'static'));

/** It holds the first row of each partition: of rows that are written at one time, the larger value of each column would stay. */
export const isOfFirstRows = ({ collapsed, columns }: Copy): boolean =>
  collapsed && columns.some(({ role, from }) => role === 'regular' && from.some(({ kind }) => kind === 'clustering'));

/** The partition key where it is one column that a value of the base may leave empty, which Cassandra refuses. */
export function emptiableKey(copy: Copy): CopyColumn | undefined {
  const [only, ...others] = partitionOf(copy);
  if (only === undefined || others.length > 0 || (only.derived !== undefined && FIXED.has(only.derived.function)))
    return undefined;
  const [source] = only.from;
  const { partitionKey } = copy.base;
  if (only.derived === undefined && partitionKey.length === 1 && partitionKey[0] === source) return undefined;
  const type = only.derived?.type ?? source?.type;
  return type?.kind === 'native' && EMPTIABLE.has(type.name) ? only : undefined;
}

const FIXED: ReadonlySet<string> = new Set(['constant', 'hash-bucket', 'time-bucket']);
const EMPTIABLE: ReadonlySet<string> = new Set(['text', 'varchar', 'ascii', 'blob']);

/** The copy's name in the schema, without its keyspace. */
export const tableOf = ({ written }: Copy): string => {
  const name = written.slice(written.lastIndexOf('.') + 1);
  return name.startsWith('"') ? name.slice(1, -1) : foldedName(name);
};

/** The copy's columns whose values come from any of these columns of the base. */
export const touched = ({ columns }: Copy, names: ReadonlySet<string>): readonly CopyColumn[] =>
  columns.filter(({ from }) => from.some(({ name }) => names.has(name)));

export const isKey = ({ role }: CopyColumn): boolean => role === 'partition' || role === 'clustering';

/** Functions that make a row of the copy for each element of a collection. */
export const ELEMENTS: ReadonlySet<string> = new Set(['element', 'map-key', 'map-value']);

/** All rows of a partition of the copy are of one partition of the base. */
export const dividesPartitions = (copy: Copy): boolean =>
  copy.base.partitionKey.every(({ name }) =>
    partitionOf(copy).some(({ from, derived }) => derived === undefined && from[0]?.name === name),
  );

/** The copy's partitions are those of the base: what is static there is static here, once. */
export const sharesPartition = (copy: Copy): boolean =>
  dividesPartitions(copy) && partitionOf(copy).length === copy.base.partitionKey.length;

export const partitionOf = ({ key }: Copy): readonly CopyColumn[] => key.filter(({ role }) => role === 'partition');
