import { holdsPlaceholderText } from '../analysis/judging/placeholders.ts';
import { withoutCase } from '../analysis/values/json/json-value.ts';
import { readJson } from '../analysis/values/json/read-json.ts';
import type { Table } from '../catalog/model.ts';
import { declaredOf } from '../modeling/evidence/annotations.ts';
import { writesIn } from '../modeling/writes/stale-copies.ts';
import type { Expression, Insert } from '../syntax/ast.ts';
import type { Span } from '../text/span.ts';
import type { Fix, Rule, RuleContext } from './rule.ts';
import { listNames } from './scan.ts';

const CODE = 'null-write';

/** An INSERT that writes nulls. */
export const nullWrite: Rule = {
  code: CODE,
  summary: 'An INSERT writes null, which is a tombstone.',
  severities: ['hint'],
  profile: 'recommended',
  tags: ['data'],
  saidOnce: ({ message }) => message,
  check: (context) =>
    (context.forProduction ? nullsIn(context) : []).map(({ insert, names, spans, table }) => ({
      code: CODE,
      severity: 'hint',
      // One tombstone a row, of a script that fills the table once.
      ...(isWrittenOut(insert) && isFilled(table, insert, context) && { profile: 'strict' }),
      span: spans[0]!,
      message:
        `Writes a tombstone for ${listNames(names)}, which reads of \`${table.name}\` step over until it is dropped. ` +
        `A column that is left out is empty, too; DELETE takes a value away.`,
      related: [],
    })),
  fixes: (context, finding) =>
    nullsIn(context).flatMap((nulls) =>
      nulls.spans[0]!.start === finding.span.start ? withoutNulls(nulls, context) : [],
    ),
};

interface Nulls {
  readonly insert: Insert;
  readonly table: Table;
  readonly names: readonly string[];
  /** Of the nulls. */
  readonly spans: readonly Span[];
}

/** A write of a transaction, and one with a condition, keeps what it has read: null may be meant there. */
function nullsIn({ statement, session, verdict, surroundings }: RuleContext): readonly Nulls[] {
  if (verdict.kind === 'refused') return [];
  return writesIn({ statement, session }).flatMap(({ write, table }): readonly Nulls[] => {
    if (write.kind !== 'insert' || write.template || write.condition !== undefined || isTransactional(table)) return [];
    // A copy has the nulls of its base, which may have had values before.
    if (declaredOf(table, surroundings).copyOf !== undefined) return [];
    const { values } = write;
    if (values.kind === 'json') return nullsOfJson(write, values.json, table);
    if (values.kind !== 'values' || values.columns.length !== values.values.length) return [];
    const nulls = values.columns.flatMap(({ name }, index) => {
      const value = values.values[index]!;
      const column = table.columns.get(name);
      return value.kind === 'null' && (column?.kind === 'regular' || column?.kind === 'static')
        ? [{ name, span: value.span }]
        : [];
    });
    if (nulls.length === 0) return [];
    return [{ insert: write, table, names: nulls.map(({ name }) => name), spans: nulls.map(({ span }) => span) }];
  });
}

/** What the text of an INSERT JSON gives as null. */
function nullsOfJson(insert: Insert, json: Expression, table: Table): readonly Nulls[] {
  const read = json.kind === 'literal' && json.type === 'string' ? readJson(json.value) : undefined;
  if (read?.kind !== 'map') return [];
  const names = [...withoutCase(read.entries)].flatMap(([name, value]) => {
    const kind = table.columns.get(name)?.kind;
    return value.kind === 'null' && (kind === 'regular' || kind === 'static') ? [name] : [];
  });
  return names.length === 0 ? [] : [{ insert, table, names, spans: [json.span] }];
}

/** The statement before writes out a row of the table, too; of the first, several others do. */
function isFilled(table: Table, insert: Insert, { uri, segment, statement, surroundings }: RuleContext): boolean {
  const before = surroundings.before({ uri, segment, span: statement.span })?.statement();
  if (before?.kind === 'insert' && before.into?.name.text === insert.into?.name.text && isWrittenOut(before))
    return true;
  let rows = 0;
  for (const { statement: use } of surroundings.usesOf(table)) {
    if (use.kind === 'insert' && isWrittenOut(use)) rows += 1;
    if (rows === SEVERAL) return true;
  }
  return false;
}

const SEVERAL = 3;

/** Every value stands there: a row that no program makes again and again. */
const isWrittenOut = ({ values }: Insert): boolean =>
  values.kind === 'values' ? values.values.every(isConstant) : values.kind === 'json' && isConstant(values.json);

function isConstant(value: Expression): boolean {
  switch (value.kind) {
    case 'null':
      return true;
    case 'literal':
      return value.type !== 'string' || !holdsPlaceholderText(value.value);
    case 'list':
    case 'set':
    case 'tuple':
      return value.items.every(isConstant);
    case 'map':
      return value.entries.every((entry) => isConstant(entry.key) && isConstant(entry.value));
    case 'udt':
      return value.fields.every((field) => isConstant(field.value));
    case 'call':
      return value.arguments.every(isConstant);
    case 'cast':
    case 'hint':
    case 'negate':
      return isConstant(value.value);
    default:
      return false;
  }
}

const isTransactional = ({ options }: Table): boolean => options.has('transactional_mode');

function withoutNulls({ insert, names, spans }: Nulls, { uri, segment }: RuleContext): readonly Fix[] {
  const { values } = insert;
  if (values.kind !== 'values') return [];
  const textOf = ({ start, end }: Span): string => segment.text.slice(start, end);
  const kept = values.columns.flatMap((name, index) =>
    names.includes(name.name) ? [] : [{ column: textOf(name.span), value: textOf(values.values[index]!.span) }],
  );
  const [lists, first] = [[values.columnsSpan, values.valuesSpan], spans[0]!];
  // Comments between the values would be lost.
  if (lists.some((span) => /--|\/\/|\/\*/.test(textOf(span))) || first.start < values.valuesSpan.start) return [];
  const list = (span: Span, parts: readonly string[]): string =>
    textOf(span).startsWith('(') ? `(${parts.join(', ')})` : parts.join(', ');
  const edit = (
    span: Span,
    parts: readonly string[],
  ): { at: { uri: string; segment: typeof segment; span: Span }; text: string } => ({
    at: { uri, segment, span },
    text: list(span, parts),
  });
  return [
    {
      id: 'leave-out',
      title: `Leave ${listNames(names)} out`,
      kind: 'quickfix',
      safe: false,
      preferred: true,
      about: () => ['A row that is there already keeps its value.'],
      edits: () => [
        edit(
          values.columnsSpan,
          kept.map(({ column }) => column),
        ),
        edit(
          values.valuesSpan,
          kept.map(({ value }) => value),
        ),
      ],
    },
  ];
}
