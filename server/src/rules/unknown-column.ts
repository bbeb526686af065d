import { isNumbered, printName, type Table } from '../catalog/index.ts';
import { touches, type Span } from '../text/span.ts';
import { renaming, segmentsOf, timesNamed } from './misspelt-declaration.ts';
import { readsAndWritesIn } from './named-tables.ts';
import { nearest } from './nearest.ts';
import type { Rule, RuleContext } from './rule.ts';

/** A column that the table does not have. */
export const unknownColumn: Rule = {
  code: 'unknown-column',
  summary: 'The table has no such column.',
  severities: ['error'],
  profile: 'quiet',
  tags: ['names'],
  inPrograms: 'of parts',
  check(context) {
    const { verdict } = context;
    if (verdict.kind !== 'refused' || verdict.check !== 'undefined-column' || isKnownOtherwise(context)) return [];
    const table = tableAt(context, verdict.spans[0]);
    const name = verdict.names[0] ?? '';
    const near = table === undefined ? undefined : nearest(name, table.columns.keys());
    const hint =
      near === undefined
        ? ''
        : isMisspelt(near, name, table!, context)
          ? ` It is declared as \`${printName(near)}\`, which no statement names.`
          : ` Did you mean \`${printName(near)}\`?`;
    return [
      {
        code: 'unknown-column',
        severity: 'error',
        span: verdict.spans[0],
        message: `${table === undefined ? 'The table' : `\`${table.name}\``} has no column \`${name}\`.${hint}`,
        server: { kind: verdict.error, message: verdict.message },
        related:
          table?.location === undefined ? [] : [{ at: table.location, message: `\`${table.name}\` declared here` }],
      },
    ];
  },
  fixes(context, finding) {
    const { uri, segment, verdict } = context;
    const table = tableAt(context, finding.span);
    if (verdict.kind !== 'refused' || table === undefined) return [];
    const name = verdict.names[0] ?? '';
    const near = nearest(name, table.columns.keys());
    if (near === undefined) return [];
    const text = printName(near);
    const declared = isMisspelt(near, name, table, context) ? table.columns.get(near)?.location : undefined;
    return [
      ...(declared === undefined ? [] : [renaming('column', declared, near, name)]),
      {
        id: 'nearest',
        title: `Change to \`${text}\``,
        kind: 'quickfix',
        safe: false,
        preferred: declared === undefined,
        edits: () => [{ at: { uri, segment, span: finding.span }, text }],
      },
    ];
  },
};

/** Whether the declaration is what is misspelt: two statements or more name the column otherwise, and none as it is declared. */
function isMisspelt(declared: string, used: string, table: Table, { surroundings }: RuleContext): boolean {
  const { memory } = surroundings;
  const times = (name: string): number =>
    [surroundings.usesOf(table), surroundings.programUsesOf(table)].reduce(
      (sum, uses) => sum + timesNamed('column', name, segmentsOf(uses, memory), memory),
      0,
    );
  return times(declared) === 0 && times(used) > 1;
}

/**
 * Whether a column that is unknown is no mistake of the statement: a statement that would give it to the table is refused, which is told
 * there, or a program that is a migration names what a later one drops.
 */
export function isKnownOtherwise(context: RuleContext): boolean {
  const { uri, verdict, surroundings } = context;
  if (verdict.kind !== 'refused' || verdict.check !== 'undefined-column') return false;
  const [name] = verdict.names;
  const table = tableAt(context, verdict.spans[0]);
  if (name === undefined || table === undefined) return false;
  return (
    surroundings.isRefusedColumn(table, name) ||
    (surroundings.isProgram(uri) && isNumbered(uri) && table.dropped.has(name))
  );
}

/** The table whose column is named at a span: that of the statement, or of the one in a batch that stands there. */
const tableAt = (context: RuleContext, span: Span): Table | undefined =>
  context.table ?? readsAndWritesIn(context).find(({ statement }) => touches(statement.span, span.start))?.table;
