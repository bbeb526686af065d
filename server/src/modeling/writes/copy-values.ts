import type { Table } from '../../catalog/model.ts';
import type { Expression, Insert } from '../../syntax/ast.ts';
import type { Span } from '../../text/span.ts';
import { isAboutTheSame } from '../evidence/copies.ts';
import { type NamedWrite, writesIn, type WriteInput } from './stale-copies.ts';

/** Two inserts of one batch that give a row and its copy different values. */
export interface Unequal {
  readonly base: Table;
  readonly copy: Table;
  /** The column, or `TTL`. */
  readonly what: string;
  /** In the insert of the base and of the copy; of the copy's table where there is none. */
  readonly spans: readonly [Span, Span];
  /** A function gives each its own value. */
  readonly fickle: boolean;
}

type NamedInsert = NamedWrite & { readonly write: Insert };

/**
 * What a batch writes differently into a row and its copy: constants that differ, or a function such as `now()` asked once for each; the
 * latter also where only their names make a table and its copy. Only where the batch has one insert of each table, for the same row as
 * far as their texts say.
 */
export function unequalValues(input: WriteInput): readonly Unequal[] {
  if (input.statement.kind !== 'batch') return [];
  const inserts = writesIn(input).filter(
    (one): one is NamedInsert => one.write.kind === 'insert' && one.write.template !== true,
  );
  const single = inserts.filter(({ table }) => inserts.filter((one) => isSame(one.table, table)).length === 1);
  return single.flatMap((base, index) =>
    single.flatMap((copy, place): readonly Unequal[] => {
      const unequal = (): readonly Unequal[] => compare(base, copy, input.segment.text);
      if (input.surroundings.copiesOf(base.table).some(({ table }) => isSame(table, copy.table))) return unequal();
      return index < place && isAboutTheSame(copy.table, base.table, input.surroundings)
        ? unequal().filter(({ fickle }) => fickle)
        : [];
    }),
  );
}

const isSame = (a: Table, b: Table): boolean => a.keyspace === b.keyspace && a.name === b.name;

function compare(base: NamedInsert, copy: NamedInsert, text: string): readonly Unequal[] {
  const left = valuesOf(base.write);
  const right = valuesOf(copy.write);
  const textOf = ({ span }: { readonly span: Span }): string => text.slice(span.start, span.end);
  const shared = [...left].flatMap(([name, value]) => {
    const other = right.get(name);
    return other === undefined ? [] : [{ name, value, other }];
  });
  const own = { base: base.table, copy: copy.table };
  const fickle = shared.filter(({ value, other }) => isUnique(value) && isUnique(other));
  const constants = shared.filter(
    ({ value, other }) => value.kind === 'literal' && other.kind === 'literal' && textOf(value) !== textOf(other),
  );
  // With another key it is another row.
  const key = [...base.table.partitionKey, ...base.table.clustering].map(({ name }) => name);
  const sameRow = key.every((name) => {
    const [value, other] = [left.get(name), right.get(name)];
    if (value === undefined || other === undefined) return false;
    return textOf(value) === textOf(other) || fickle.some((one) => one.name === name);
  });
  if (!sameRow) return [];
  const ttl = sameTtl(base.write, copy.write, text) ? [] : [ttlSpans(base, copy)];
  return [
    ...fickle.map(({ name, value, other }) => ({
      ...own,
      what: name,
      spans: [value.span, other.span] as const,
      fickle: true,
    })),
    ...constants.map(({ name, value, other }) => ({
      ...own,
      what: name,
      spans: [value.span, other.span] as const,
      fickle: false,
    })),
    ...ttl.map((spans) => ({ ...own, what: 'TTL', spans, fickle: false })),
  ];
}

const ttlSpans = (base: NamedInsert, copy: NamedInsert): readonly [Span, Span] => [
  base.write.using?.ttl?.span ?? base.name.span,
  copy.write.using?.ttl?.span ?? copy.name.span,
];

/** A marker may stand for whatever the other one says. */
function sameTtl(base: Insert, copy: Insert, text: string): boolean {
  const [a, b] = [base.using?.ttl?.value, copy.using?.ttl?.value];
  if (a !== undefined && b !== undefined && (a.kind !== 'literal' || b.kind !== 'literal')) return true;
  const seconds = (value: Expression | undefined): string =>
    value === undefined ? '' : text.slice(value.span.start, value.span.end);
  return seconds(a) === seconds(b);
}

function valuesOf({ values }: Insert): ReadonlyMap<string, Expression> {
  if (values.kind !== 'values' || values.columns.length !== values.values.length) return new Map();
  return new Map(values.columns.map(({ name }, index) => [name, values.values[index]!]));
}

/** Never gives the same twice. */
const isUnique = (expression: Expression): boolean =>
  expression.kind === 'call' && /^(?:now|uuid|current_?timeuuid)$/i.test(expression.function.name.name);
