import type { Catalog, Column, CqlType, Table } from '../../catalog/model.ts';
import { freeze, isCounter, isMultiCell, writeType } from '../../catalog/types.ts';
import type { OptionValue } from '../../syntax/ast.ts';
import { foldedName, printFilled, printName } from '../../catalog/names.ts';
import { stemOf, tableNames, type Naming } from '../proposal/names.ts';
import { columnNames, type NoPattern, type Pattern } from '../question/pattern.ts';
import { nameOf, type Plan, type PlannedColumn } from '../question/plan.ts';
import type { DerivedColumn } from '../proposal/proposal.ts';
import { createOf, tellsEnd, writtenSuffix, writtenName, writtenOption, writtenType } from '../proposal/source.ts';
import type { Session } from '../../analysis/judging/verdict-model.ts';
import { heedsOption } from '../../analysis/dialects/heeded.ts';
import type { Target } from '../../text/release.ts';
import { timeEvidence } from '../evidence/time-columns.ts';

/** A column of a table to be made, as it will be written. */
export interface DesignColumn {
  readonly name: string;
  readonly written: string;
  readonly type: CqlType;
  readonly typeText: string;
  /** MASKED WITH … */
  readonly suffix: string;
  /** Of the base; absent where it is computed. */
  readonly column: Column | undefined;
  readonly derived: DerivedColumn | undefined;
}

/** A table to be made, without how it is written. */
export interface Design {
  readonly base: Table;
  readonly name: string;
  /** With keyspace where the base's text has one. */
  readonly written: string;
  readonly partition: readonly DesignColumn[];
  readonly clustering: readonly (DesignColumn & { readonly order: 'ASC' | 'DESC' })[];
  readonly statics: readonly DesignColumn[];
  readonly regulars: readonly DesignColumn[];
  /** Name and value as CQL. */
  readonly options: readonly { readonly name: string; readonly value: string }[];
}

/**
 * The table of a plan, with its key, the columns that are needed beside it, and the one that says when rows end. A partition whose rows are
 * all gone still answers with its static values, as one row; so where writes may do that (`losesRows`) to partitions smaller than the
 * base's, nothing is static.
 */
export function designOf(
  plan: Plan,
  table: Table,
  needed: ReadonlySet<string>,
  { catalog, target }: Pick<Session, 'catalog' | 'target'>,
  losesRows = false,
): Design | NoPattern {
  const counters = [...table.columns.values()].filter(({ type }) => isCounter(type));
  const [counter] = counters;
  if (counter !== undefined && !countsAgain(plan, counters)) {
    return {
      why: `\`${counter.name}\` is a counter: its value can be counted a second time, row by row, but not copied.`,
    };
  }
  const key = keyNames(plan);
  const partition = plan.partition.map((part) => designed(part, table));
  const clustering = plan.clustering.map(({ part, order }) => ({ ...designed(part, table), order }));
  const rest = [...table.columns.values()].filter(
    (column) => (needed.has(column.name) || counters.includes(column) || tellsEnd(column)) && !key.has(column.name),
  );
  // A static value is one for each base partition: it stays so where each new partition lies in one of those.
  const keepsStatics =
    clustering.length > 0 &&
    (!losesRows || plan.partition.length === table.partitionKey.length) &&
    table.partitionKey.every(({ name }) =>
      plan.partition.some((part) => part.kind === 'base' && part.column.name === name),
    );
  const statics = keepsStatics ? rest.filter(canStayStatic) : [];
  const regulars = rest.filter((column) => !statics.includes(column));
  const draft = {
    base: table,
    partition,
    clustering,
    statics: statics.map((column) => copied(column, table)),
    regulars: regulars.map((column) => copied(column, table)),
    options: optionsOf(plan, table, target),
  };
  return { ...draft, ...freeName(namingOf(plan, table), table, catalog) };
}

/** Each row of the base has one in the new table, so that what counts in the one counts in the other. */
const countsAgain = ({ shape, unkeyed }: Plan, counters: readonly Column[]): boolean =>
  (shape === 'plain' || shape === 'bucketed' || shape === 'sharded') &&
  unkeyed.length === 0 &&
  counters.every(({ kind }) => kind === 'regular');

/** Each row that is copied writes what is static, and a list that is written twice at one time has its elements twice. */
export const canStayStatic = ({ kind, type }: Column): boolean =>
  kind === 'static' && !(type.kind === 'list' && isMultiCell(type));

const keyNames = (plan: Plan): ReadonlySet<string> =>
  new Set([...plan.partition, ...plan.clustering.map(({ part }) => part)].map(nameOf));

/** The columns that a query needs of a table of its own: what it selects and filters by, and the rest of the base's key. */
export function neededColumns(plan: Plan, { selected, relations, table, star, order }: Pattern): ReadonlySet<string> {
  const all = star ? [...table.columns.values()].filter(({ type }) => !isCounter(type)).map(({ name }) => name) : [];
  const filtered = [...plan.filtering, ...plan.clientFilter].flatMap((index) => {
    return columnNames(relations[index]!);
  });
  const counters = star ? selected.filter(({ type }) => isCounter(type)) : [];
  return new Set([
    ...all,
    ...selected.map(({ name }) => name),
    ...filtered,
    ...(plan.clientSorts ? order.map(({ column }) => column.name) : []),
    ...plan.unkeyed.map(({ name }) => name),
    ...counters.map(({ name }) => name),
  ]);
}

function designed(part: PlannedColumn, table: Table): DesignColumn {
  if (part.kind === 'base') {
    const { column } = part;
    const frozen = isMultiCell(column.type);
    const type = frozen ? freeze(column.type) : column.type;
    const typeText = frozen ? `frozen<${writtenType(column, table)}>` : writtenType(column, table);
    const suffix = writtenSuffix(column, true);
    return { name: column.name, written: writtenName(column), type, typeText, suffix, column, derived: undefined };
  }
  const { derived } = part;
  return {
    name: derived.column,
    written: printName(derived.column),
    type: derived.type,
    typeText: writeType(derived.type),
    suffix: '',
    column: undefined,
    derived,
  };
}

const copied = (column: Column, table: Table): DesignColumn => ({
  name: column.name,
  written: writtenName(column),
  type: column.type,
  typeText: writtenType(column, table),
  suffix: writtenSuffix(column, false),
  column,
  derived: undefined,
});

/** What a copy takes over and the target takes; compaction by time windows only where its partitions are windows too. */
function optionsOf({ bucket, partition }: Plan, table: Table, target: Target): Design['options'] {
  const isWindow = (part: PlannedColumn): boolean =>
    part.kind === 'base' && part.column.kind === 'partition' && timeEvidence(part.column) !== undefined;
  const windows = bucket?.kind === 'time' || partition.some(isWindow);
  return [...table.options].flatMap(([name, value]) => {
    if (!CARRIED.has(name) && !(name === 'compaction' && windows && isTimeWindow(value))) return [];
    if (!heedsOption(name, value, target)) return [];
    const text = writtenOption(table, name) ?? optionText(value);
    return text === undefined ? [] : [{ name, value: text }];
  });
}

const CARRIED: ReadonlySet<string> = new Set(['default_time_to_live', 'compression', 'gc_grace_seconds']);

/** `TimeWindowCompactionStrategy`, by whatever package. */
export const isTimeWindow = (value: OptionValue | undefined): boolean =>
  value?.kind === 'map' &&
  value.entries.some(
    ({ key, value: one }) =>
      key.kind === 'literal' &&
      key.value === 'class' &&
      one.kind === 'literal' &&
      /(?:^|\.)TimeWindowCompactionStrategy$/.test(one.value),
  );

function optionText(value: OptionValue): string | undefined {
  switch (value.kind) {
    case 'literal':
      return value.literal.type === 'string' ? `'${value.literal.value.replaceAll("'", "''")}'` : value.literal.value;
    case 'word':
      return value.word;
    case 'map': {
      const entries = value.entries.map(({ key, value: one }) =>
        key.kind === 'literal' && one.kind === 'literal' ? `${constant(key)}: ${constant(one)}` : undefined,
      );
      return entries.includes(undefined) ? undefined : `{${entries.join(', ')}}`;
    }
    case 'unknown':
      return undefined;
  }
}

const constant = ({ type, value }: { readonly type: string; readonly value: string }): string =>
  type === 'string' ? `'${value.replaceAll("'", "''")}'` : value;

function namingOf(plan: Plan, table: Table): Naming {
  const { partition, others } = plan.naming;
  const baseKey = table.partitionKey.map(({ name }) => name);
  const samePartition =
    plan.shape !== 'sparse' && partition.length === baseKey.length && partition.every((name) => baseKey.includes(name));
  // Rows in the order of the base need no other columns to tell the tables apart.
  const sameOrder = others.every((name, index) => table.clustering[index]?.name === name);
  const source = createOf(table);
  const written = source?.statement.name?.name;
  return {
    base: written === undefined || written.quoted ? table.name : written.text,
    partition,
    others,
    samePartition: samePartition && !sameOrder,
    form:
      plan.shape === 'sparse'
        ? 'where'
        : plan.shape === 'list'
          ? 'list'
          : plan.shape === 'distinct' && plan.lists === true
            ? 'values'
            : plan.shape === 'distinct' || plan.shape === 'latest'
              ? plan.shape
              : 'by',
    columnStems: (name) => {
      const type = table.columns.get(name)?.type;
      return type?.kind === 'native' && type.name === 'boolean' ? name : stemOf(name);
    },
    signature: [...plan.partition.map(nameOf), '|', ...plan.clustering.map(({ part }) => nameOf(part))].join(' '),
  };
}

/** The first name that no table of the keyspace has, as it is written beside the base. */
export function freeName(
  naming: Naming,
  base: Table,
  catalog: Catalog,
): { readonly name: string; readonly written: string } {
  const source = createOf(base)?.statement.name;
  const quoted = source?.name.quoted === true;
  // A name without quotes is in lower case, whatever the columns are called.
  const columnStems = (name: string): string =>
    quoted ? naming.columnStems(name) : naming.columnStems(name).toLowerCase();
  for (const candidate of tableNames({ ...naming, columnStems })) {
    const folded = quoted ? candidate : foldedName(candidate);
    if (catalog.table(base.keyspace, folded) !== undefined) continue;
    const written = quoted ? printFilled(candidate) : candidate;
    return { name: folded, written: source?.keyspace === undefined ? written : `${source.keyspace.text}.${written}` };
  }
  throw new Error('names are endless');
}
