import type { Column } from '../../catalog/model.ts';
import type { Expression, Operator, Ordering, Relation } from '../../syntax/ast.ts';
import type { Undecided } from '../judging/verdict-model.ts';

/** The operators of a restriction; ANN comes from ORDER BY. `IN` with one value has become `=`. */
export type RestrictionOperator = Operator | 'ANN';

/** What one relation asks of its column or columns (`SimpleRestriction`). */
export interface Part {
  readonly on: 'column' | 'tuple' | 'token' | 'element';
  readonly columns: readonly Column[];
  readonly operator: RestrictionOperator;
  /** What the columns are compared with; of a tuple relation, tuples. */
  readonly values: readonly Expression[];
  /** The key of `column[key]`. */
  readonly key?: Expression | undefined;
  /** How many values there are: `undefined` where a marker decides (`IN ?`). */
  readonly count: number | undefined;
  readonly source: Relation | Ordering;
}

/** All that is asked of one column, or of several together: one part, or several that could be merged. */
export interface Restriction {
  readonly columns: readonly Column[];
  readonly parts: readonly [Part, ...Part[]];
  /** One of its parts compares a tuple. */
  readonly multi: boolean;
}

/** Restrictions by column, in key order (other columns by name); a restriction of several columns stands at each. */
export interface RestrictionSet {
  readonly entries: readonly { readonly column: Column; readonly restriction: Restriction }[];
  /** A relation with IN, a slice … was added, whatever became of it. */
  readonly hasIn: boolean;
  readonly hasSlice: boolean;
  readonly hasContains: boolean;
  readonly onlyEqualities: boolean;
  /** 6.0: some operator can only be answered by filtering or an index. */
  readonly needsFilteringOrIndexing: boolean;
}

/** A WHERE clause as Cassandra's `StatementRestrictions` sees it, all its checks passed. */
export interface Restrictions {
  readonly kind: 'restrictions';
  readonly partition: RestrictionSet;
  readonly token: Restriction | undefined;
  readonly clustering: RestrictionSet;
  /** Of columns outside the primary key. */
  readonly other: RestrictionSet;
  /** Of IS NOT NULL, in views. */
  readonly notNull: readonly Column[];
  /** The query goes over a range of partitions. */
  readonly keyRange: boolean;
  readonly usesIndex: boolean;
  /** `keyRange` or `usesIndex`, and rows are filtered, so that ALLOW FILTERING is wanted (`needFiltering`). */
  readonly filters: boolean;
  /** The sets that become the row filter, in order. */
  readonly filtered: readonly ('partition' | 'clustering' | 'other')[];
  /** What a placeholder hides. */
  readonly doubt: Undecided | undefined;
}

/** No restriction at all. */
export const EMPTY_SET: RestrictionSet = {
  entries: [],
  hasIn: false,
  hasSlice: false,
  hasContains: false,
  onlyEqualities: true,
  needsFilteringOrIndexing: false,
};

/** The restrictions of a set, each once. */
export function restrictionsIn({ entries }: RestrictionSet): readonly Restriction[] {
  const restrictions: Restriction[] = [];
  let last: Restriction | undefined;
  for (const { restriction } of entries) {
    if (restriction !== last) restrictions.push(restriction);
    last = restriction;
  }
  return restrictions;
}

/** The restriction of a column. */
export const restrictionOf = ({ entries }: RestrictionSet, column: Column): Restriction | undefined =>
  entries.find((entry) => entry.column.name === column.name)?.restriction;

/** The columns of a key that a set leaves open, in key order. */
export const openColumns = (key: readonly Column[], { entries }: RestrictionSet): readonly Column[] =>
  key.filter(({ name }) => !entries.some(({ column }) => column.name === name));

export const firstColumn = ({ columns }: Pick<Restriction, 'columns'>): Column => there(columns[0]);
export const lastColumn = ({ columns }: Pick<Restriction, 'columns'>): Column => there(columns[columns.length - 1]);

const there = (column: Column | undefined): Column => {
  if (column === undefined) throw new Error('a restriction without columns');
  return column;
};
