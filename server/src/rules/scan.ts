import { searchIn } from '../analysis/dialects/evidence.ts';
import type { CheckId } from '../analysis/judging/checks.ts';
import type { RestrictedColumn } from '../analysis/access/model.ts';
import type { Column, Table } from '../catalog/model.ts';
import { bucketsOf, type BucketColumn } from '../modeling/evidence/buckets.ts';
import { everyUseOf } from '../modeling/evidence/surroundings.ts';
import type { Select } from '../syntax/ast.ts';
import type { Span } from '../text/span.ts';
import type { RuleContext } from './rule.ts';

/** Why a query reads, or would read, every partition of its table: exactly one rule speaks for each cause. */
export type ScanCause =
  /** A partition key column is restricted by an inequality. */
  | { readonly kind: 'inequality'; readonly relation: RestrictedColumn }
  /** All but the bucket is given. */
  | { readonly kind: 'bucket'; readonly missing: readonly BucketColumn[] }
  /** ALLOW FILTERING stands there. */
  | { readonly kind: 'filtering'; readonly words: Span }
  | { readonly kind: 'open'; readonly missing: readonly Column[] };

export interface Scan {
  readonly select: Select;
  readonly table: Table;
  readonly cause: ScanCause;
  /** The server's refusal, where it refuses. */
  readonly server: { readonly kind: string; readonly message: string } | undefined;
  /** DSE refuses it too, unless a search index answers, of which the project shows none. */
  readonly unlessSearched: boolean;
}

/**
 * The scan that a query makes. `undefined` where it makes none, means to (token ranges), is answered by an index, reads one of
 * Cassandra's own tables, or is refused for a reason that has to be mended first.
 */
export function scanOf(context: RuleContext): Scan | undefined {
  const { statement, table, path, verdict } = context;
  if (statement.kind !== 'select' || statement.template || table === undefined || path === undefined) return undefined;
  if (table.system || table.kind === 'virtual' || table.partial) return undefined;
  if (path.partitions.kind !== 'all' || path.tokenRange || path.index !== undefined) return undefined;
  const unlessSearched = verdict.kind === 'undecided' && verdict.why === 'unless-searched';
  const isDecided = verdict.kind !== 'undecided' || (verdict.why === 'placeholder' && isTakenForAnyValue(statement));
  if (unlessSearched ? isSearched(table, context) : !isDecided) return undefined;
  if (verdict.kind === 'refused' && !SCAN_CHECKS.has(verdict.check)) return undefined;
  const cause = causeOf(statement, table, context);
  if (unlessSearched && cause.kind !== 'open') return undefined;
  const server = verdict.kind === 'refused' ? { kind: verdict.error, message: verdict.message } : undefined;
  return { select: statement, table, cause, server, unlessSearched };
}

/** Without WHERE, or with ALLOW FILTERING, it is taken for any value that fits. */
const isTakenForAnyValue = ({ allowFiltering, where }: Select): boolean =>
  where === undefined ||
  (allowFiltering !== undefined &&
    where.relations.every((one) => (one.kind === 'column' || one.kind === 'element') && !one.column.template));

/** The project makes a search index of the table, or asks one. */
const isSearched = (table: Table, { surroundings }: RuleContext): boolean =>
  everyUseOf(surroundings, table).some(
    ({ statement }) => statement.kind === 'foreign' || searchIn(statement) !== undefined,
  );

function causeOf(select: Select, table: Table, { path, surroundings }: RuleContext): ScanCause {
  const inequality = path!.restricted.find(({ by, column }) => by === 'range' && column.kind === 'partition');
  if (inequality !== undefined) return { kind: 'inequality', relation: inequality };
  const { missing } = path!;
  const given = table.partitionKey.length - missing.length;
  const buckets = bucketsOf(table, surroundings);
  const missingBuckets = missing.flatMap((column) => buckets.find((bucket) => bucket.column === column) ?? []);
  if (given > 0 && missing.length > 0 && missingBuckets.length === missing.length) {
    return { kind: 'bucket', missing: missingBuckets };
  }
  if (select.allowFiltering !== undefined) return { kind: 'filtering', words: select.allowFiltering };
  return { kind: 'open', missing };
}

/** Refusals whose cause is that the partition key is open, where it is. */
export const SCAN_CHECKS: ReadonlySet<CheckId> = new Set([
  'needs-filtering',
  'clustering-gap',
  'clustering-after-slice',
  'order-by-needs-partition-key',
  'order-by-column',
  'order-by-sequence',
  'group-by-partial-partition-key',
  'contains-needs-filtering',
  'like-needs-index',
]);

/** What related information says about a table's key. */
export const keyDeclaredHere = (table: Table): { at: NonNullable<Table['location']>; message: string }[] => {
  const at = table.partitionKey[0]?.location ?? table.location;
  return at === undefined
    ? []
    : [{ at, message: `\`${table.name}\` is partitioned by ${listNames(table.partitionKey.map(({ name }) => name))}` }];
};

/** "`a`", "`a` and `b`", "`a`, `b` and `c`". */
export function listNames(names: readonly string[], word = 'and'): string {
  const quoted = names.map((name) => `\`${name}\``);
  return quoted.length < 2 ? (quoted[0] ?? '') : `${quoted.slice(0, -1).join(', ')} ${word} ${quoted.at(-1)!}`;
}

/** A key as it is written: "`a`" or "`(a, b)`". */
export const keyText = (columns: readonly Column[]): string =>
  columns.length === 1 ? `\`${columns[0]!.name}\`` : `\`(${columns.map(({ name }) => name).join(', ')})\``;
