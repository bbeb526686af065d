import type { Column } from '../../catalog/model.ts';
import type { Ordering, Relation } from '../../syntax/ast.ts';
import type { Span } from '../../text/span.ts';

export type StatementType = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';

/** What a WHERE clause is judged by beside its relations. */
export interface Clause {
  readonly type: StatementType;
  readonly relations: readonly Relation[];
  /** `ORDER BY column ANN OF vector`, its column looked up. */
  readonly ann?:
    | { readonly column: Column; readonly ordering: Ordering; readonly orderings: readonly Ordering[] }
    | undefined;
  /** Only static columns are selected, written or compared in IF. */
  readonly onlyStatic: boolean;
  readonly allowFiltering: boolean;
  readonly forView: boolean;
  /** 3.11: a collection that is not frozen is among what is selected. */
  readonly selectsCollection: boolean;
  /** There may be relations that are not seen. */
  readonly hidden: boolean;
  /** Where a refusal points that is about what is missing. */
  readonly span: Span;
}
