import { isCounter } from '../../catalog/index.ts';
import * as T from '../../syntax/generated/token-types.ts';
import type { Span } from '../../text/span.ts';
import { hasComments, textOf, words, type Impossible, type Rewriter, type Written } from './refactoring.ts';

/** An INSERT as the UPDATE that writes the same values. */
export const insertAsUpdate: Rewriter = (written) => {
  const { statement } = written;
  const table = tableOf(written);
  if (statement.kind !== 'insert' || statement.into === undefined || table === undefined) return undefined;
  const { values, span } = statement;
  const impossible = (obstacle: string): Impossible => ({ title: 'Write it as UPDATE', obstacle });
  if (statement.condition !== undefined) return impossible('An UPDATE has no IF NOT EXISTS.');
  if (values.kind !== 'values') return impossible('Its columns stand in a JSON text.');
  if (hasComments(written, span)) return impossible(COMMENTS);
  if (values.columns.length !== values.values.length) return undefined;
  const pairs = values.columns.map((column, index) => ({
    isKey: keyOf(table).has(column.name),
    text: `${column.text} = ${textOf(written, values.values[index]!.span)}`,
    span: values.values[index]!.span,
  }));
  const set = pairs.filter(({ isKey }) => !isKey);
  const where = pairs.filter(({ isKey }) => isKey);
  if (where.length < table.partitionKey.length) return undefined;
  if (set.length === 0) return impossible('It writes the key alone: an UPDATE would have nothing to set.');
  const parts = [
    `${words(written, 'UPDATE')} ${textOf(written, statement.into.span)}${usingOf(written, statement.using)}`,
    `${words(written, 'SET')} ${set.map(({ text }) => text).join(', ')}`,
    `${words(written, 'WHERE')} ${where.map(({ text }) => text).join(words(written, ' AND '))}`,
  ];
  const using = statement.using === undefined ? [] : [statement.using];
  return {
    title: titled(written, 'Write it as UPDATE', 'which leaves no row without values', {
      before: [...pairs, ...using],
      after: [...using, ...set, ...where],
    }),
    changes: [{ ...span, text: laidOut(written, parts) }],
  };
};

/** An UPDATE of one row as the INSERT that writes the same values. */
export const updateAsInsert: Rewriter = (written) => {
  const { statement } = written;
  const table = tableOf(written);
  if (statement.kind !== 'update' || statement.table === undefined || statement.where === undefined) return undefined;
  const { span, where, assignments } = statement;
  if (table === undefined) return undefined;
  const impossible = (obstacle: string): Impossible => ({ title: 'Write it as INSERT', obstacle });
  if ([...table.columns.values()].some(({ type }) => isCounter(type)))
    return impossible('Only an UPDATE writes counters.');
  if (statement.condition !== undefined) return impossible('An INSERT has no such condition.');
  if (hasComments(written, span)) return impossible(COMMENTS);
  const keys = where.relations.flatMap((relation) =>
    relation.kind === 'column' && relation.operator === '=' && relation.operand.kind === 'one'
      ? [{ column: relation.column, value: relation.operand.value }]
      : [],
  );
  const set = assignments.flatMap((one) => (one.kind === 'set' ? [one] : []));
  const given = new Set(keys.map(({ column }) => column.name));
  if (set.length < assignments.length) return impossible('It changes a part of a value; an INSERT gives whole values.');
  if (keys.length < where.relations.length) return impossible('It may write several rows; an INSERT writes one.');
  if (given.size < keys.length) return undefined;
  if (![...keyOf(table)].every((name) => given.has(name))) return undefined;
  // Markers without names are bound in their order.
  const pairs = [...keys, ...set].some(({ value }) => hasMarkers(written, value.span))
    ? [...set, ...keys]
    : [...keys, ...set];
  const parts = [
    `${words(written, 'INSERT INTO')} ${textOf(written, statement.table.span)} (${pairs.map(({ column }) => column.text).join(', ')})`,
    `${words(written, 'VALUES')} (${pairs.map(({ value }) => textOf(written, value.span)).join(', ')})${usingOf(written, statement.using)}`,
  ];
  const using = statement.using === undefined ? [] : [statement.using];
  const values = (some: typeof pairs): readonly Spanned[] => some.map(({ value }) => value);
  return {
    title: titled(written, 'Write it as INSERT', 'the row then stays without values', {
      before: [...using, ...values(set), ...values(keys)],
      after: [...values(pairs), ...using],
    }),
    changes: [{ ...span, text: laidOut(written, parts) }],
  };
};

const COMMENTS = 'Comments within it would be lost.';

interface Spanned {
  readonly span: Span;
}

/** What is done, what that means and, where it is so, that a program has to bind its values in another order. */
function titled(
  written: Written,
  what: string,
  meaning: string,
  { before, after }: { readonly before: readonly Spanned[]; readonly after: readonly Spanned[] },
): string {
  const bound = (parts: readonly Spanned[]): readonly Spanned[] =>
    parts.filter(({ span }) => hasMarkers(written, span));
  const now = bound(after);
  const isSame = bound(before).every((one, index) => one === now[index]);
  return `${what} (${meaning}${isSame ? '' : '; its markers change places'})`;
}

/** Whether markers without names stand in a part of the statement. */
function hasMarkers({ segment: { tokens } }: Written, { start, end }: Span): boolean {
  return tokens.types.some(
    (type, index) => type === T.QMARK && start <= tokens.starts[index]! && tokens.starts[index]! < end,
  );
}

/** The table of the statement that is meant, which may stand in a batch. */
function tableOf({ context, statement, whole }: Written): Written['context']['table'] {
  if (statement === whole) return context.table;
  const name = statement.kind === 'insert' ? statement.into : statement.kind === 'update' ? statement.table : undefined;
  const { catalog, keyspace } = context.session;
  return name === undefined ? undefined : catalog.table(name.keyspace?.name ?? keyspace ?? '', name.name.name);
}

const keyOf = ({ partitionKey, clustering }: NonNullable<ReturnType<typeof tableOf>>): ReadonlySet<string> =>
  new Set([...partitionKey, ...clustering].map(({ name }) => name));

const usingOf = (
  written: Written,
  using: { readonly span: { readonly start: number; readonly end: number } } | undefined,
): string => (using === undefined ? '' : ` ${textOf(written, using.span)}`);

/** On one line, or on a line each where the statement has several. */
function laidOut(written: Written, parts: readonly string[]): string {
  const { segment, statement } = written;
  if (!textOf(written, statement.span).includes('\n')) return parts.join(' ');
  const lineStart = segment.text.lastIndexOf('\n', statement.span.start - 1) + 1;
  const indent = /^[ \t]*/.exec(segment.text.slice(lineStart, statement.span.start))![0];
  return parts.join(`\n${indent}`);
}
