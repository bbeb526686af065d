import { type Location, printName, type Table } from '../catalog/index.ts';
import { everyUseOf } from '../modeling/evidence/surroundings.ts';
import { occurrencesOf } from '../names/occurrences.ts';
import type { Segment } from '../syntax/segment.ts';
import { touches, type Span } from '../text/span.ts';
import { readsAndWritesIn } from './named-tables.ts';
import { nearest } from './nearest.ts';
import type { Fix, Rule, RuleContext } from './rule.ts';

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
    if (verdict.kind !== 'refused' || verdict.check !== 'undefined-column' || isGivenByRefused(context)) return [];
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
      ...(declared === undefined ? [] : [renaming(declared, near, name)]),
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
  const segments = [...new Set(everyUseOf(surroundings, table).map(({ segment }) => segment))];
  if (segments.some((segment) => namesColumn(segment, declared))) return false;
  let naming = 0;
  return segments.some((segment) => namesColumn(segment, used) && ++naming === 2);
}

/** Only a text that holds the name is parsed. */
const namesColumn = (segment: Segment, column: string): boolean =>
  segment.text.toLowerCase().includes(column.toLowerCase()) &&
  occurrencesOf(segment.syntax().tree).some(({ kind, name }) => kind === 'column' && name === column);

const renaming = ({ uri, segment }: Location, declared: string, used: string): Fix => ({
  id: 'rename-declaration',
  title: `Declare \`${printName(used)}\` instead of \`${printName(declared)}\``,
  kind: 'quickfix',
  safe: false,
  preferred: true,
  edits: () =>
    occurrencesOf(segment.syntax().tree)
      .filter(({ kind, name }) => kind === 'column' && name === declared)
      .map(({ start, end }) => ({ at: { uri, segment, span: { start, end } }, text: printName(used) })),
});

/** Whether a column is unknown because a statement that would give it to the table is refused, which is told there. */
export function isGivenByRefused(context: RuleContext): boolean {
  const { verdict, surroundings } = context;
  if (verdict.kind !== 'refused' || verdict.check !== 'undefined-column') return false;
  const [name] = verdict.names;
  const table = tableAt(context, verdict.spans[0]);
  return name !== undefined && table !== undefined && surroundings.isRefusedColumn(table, name);
}

/** The table whose column is named at a span: that of the statement, or of the one in a batch that stands there. */
const tableAt = (context: RuleContext, span: Span): Table | undefined =>
  context.table ?? readsAndWritesIn(context).find(({ statement }) => touches(statement.span, span.start))?.table;
