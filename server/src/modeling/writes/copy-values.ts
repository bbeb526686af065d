import type { Location, Table } from '../../catalog/model.ts';
import type { Run } from '../../embedded/index.ts';
import type { Expression, Insert } from '../../syntax/ast.ts';
import type { Segment } from '../../syntax/segment.ts';
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

/** An INSERT that gives a row of its own to what the INSERT before it has written a copy of. */
export interface AskedAgain {
  readonly base: Table;
  readonly copy: Table;
  readonly declared: boolean;
  readonly what: string;
  /** In the INSERT itself. */
  readonly span: Span;
  /** In the one before. */
  readonly first: Location;
}

/**
 * Where an INSERT and the one right before it write a row and its copy, each in a statement of its own, and both ask a function such as
 * `now()` for one column. In a program both are run in one function.
 */
export function askedAgain(input: WriteInput): readonly AskedAgain[] {
  const { uri, segment, statement, session, surroundings } = input;
  if (statement.kind !== 'insert' || ![...valuesOf(statement).values()].some(isUnique)) return [];
  const before = surroundings.before({ uri, segment, span: statement.span });
  const earlier = before?.statement();
  if (before === undefined || earlier?.kind !== 'insert' || before.errors.length > 0) return [];
  const [second] = insertsIn(input);
  const [first] = insertsIn({ statement: earlier, session });
  if (first === undefined || second === undefined) return [];
  if (surroundings.isProgram(uri) && !areRunTogether({ ...first, segment: before }, { ...second, segment }, input))
    return [];
  const copyOf = (base: NamedInsert, copy: NamedInsert): boolean | undefined =>
    surroundings.copiesOf(base.table).find(({ table }) => isSame(table, copy.table))?.declared ??
    (isAboutTheSame(copy.table, base.table, surroundings) ? false : undefined);
  const [later, other] = [copyOf(first, second), copyOf(second, first)];
  const declared = later ?? other;
  if (declared === undefined) return [];
  const [base, copy] = later === undefined ? [second, first] : [first, second];
  const textOf: TextOf = ({ span }, one) => (one === first ? before : segment).text.slice(span.start, span.end);
  const shared = sharedOf(base, copy);
  if (!areOneRow(base, copy, textOf) || shared.some((one) => areOtherConstants(one, base, copy, textOf))) return [];
  return shared.filter(isAskedTwice).map(({ name, value, other: its }) => {
    const [mine, theirs] = second === base ? [value, its] : [its, value];
    return {
      base: base.table,
      copy: copy.table,
      declared,
      what: name,
      span: mine.span,
      first: { uri, segment: before, span: theirs.span },
    };
  });
}

const insertsIn = (input: Parameters<typeof writesIn>[0]): readonly NamedInsert[] =>
  writesIn(input).filter((one): one is NamedInsert => one.write.kind === 'insert' && one.write.template !== true);

/** Each is run in one place, and both places stand in one function. */
function areRunTogether(
  first: NamedInsert & { readonly segment: Segment },
  second: NamedInsert & { readonly segment: Segment },
  { uri, surroundings }: WriteInput,
): boolean {
  const [[one, ...more], [other, ...others]] = [first, second].map(
    ({ table, segment }) =>
      surroundings
        .programWritesOf(table)
        .find((write) => write.uri === uri && write.segment === segment && write.isKnown)?.runs ?? [],
  ) as [readonly Run[], readonly Run[]];
  if (one?.named === undefined || other === undefined || more.length + others.length > 0) return false;
  return one.around.start === other.around.start;
}

type TextOf = (value: Expression, of: NamedInsert) => string;

/** The two are one row as far as their texts say: with another key it is another. */
function areOneRow(base: NamedInsert, copy: NamedInsert, textOf: TextOf): boolean {
  const shared = sharedOf(base, copy);
  return [...base.table.partitionKey, ...base.table.clustering].every(({ name }) => {
    const one = shared.find((each) => each.name === name);
    return one !== undefined && (textOf(one.value, base) === textOf(one.other, copy) || isAskedTwice(one));
  });
}

/** Each of the two gets a value of its own. */
const isAskedTwice = ({ value, other }: Shared): boolean => isUnique(value) && isUnique(other);

const areOtherConstants = ({ value, other }: Shared, base: NamedInsert, copy: NamedInsert, textOf: TextOf): boolean =>
  value.kind === 'literal' && other.kind === 'literal' && textOf(value, base) !== textOf(other, copy);

interface Shared {
  readonly name: string;
  readonly value: Expression;
  readonly other: Expression;
}

/** The columns that both give. */
function sharedOf(base: NamedInsert, copy: NamedInsert): readonly Shared[] {
  const right = valuesOf(copy.write);
  return [...valuesOf(base.write)].flatMap(([name, value]) => {
    const other = right.get(name);
    return other === undefined ? [] : [{ name, value, other }];
  });
}

const isSame = (a: Table, b: Table): boolean => a.keyspace === b.keyspace && a.name === b.name;

function compare(base: NamedInsert, copy: NamedInsert, text: string): readonly Unequal[] {
  const textOf = ({ span }: { readonly span: Span }): string => text.slice(span.start, span.end);
  const shared = sharedOf(base, copy);
  const own = { base: base.table, copy: copy.table };
  if (!areOneRow(base, copy, textOf)) return [];
  const fickle = shared.filter(isAskedTwice);
  const constants = shared.filter((one) => areOtherConstants(one, base, copy, textOf));
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
