import type { Statement } from '../syntax/ast.ts';
import type { Span } from '../text/span.ts';
import type { Use } from '../modeling/evidence/surroundings.ts';
import { markersIn } from '../modeling/proposal/pieces.ts';
import { type OfTable, readsAndWritesIn } from './named-tables.ts';
import type { Finding, Rule, RuleContext } from './rule.ts';

const CODE = 'lwt-mix';

/** What a condition decides elsewhere is written without one. */
export const lwtMix: Rule = {
  code: CODE,
  summary: 'A column is written with a condition elsewhere, and without one here.',
  severities: ['hint'],
  profile: 'recommended',
  tags: ['data'],
  saidOnce: ({ message }) => message,
  check(context) {
    if (context.verdict.kind === 'refused' || isConditional(context.statement)) return [];
    return readsAndWritesIn(context).flatMap((one) => findingsOf(one, context));
  },
};

/** A condition of one statement is that of its whole batch. */
const isConditional = (statement: Statement): boolean =>
  statement.kind === 'batch'
    ? statement.statements.some(isConditional)
    : 'condition' in statement && statement.condition !== undefined;

interface Written {
  readonly name: string;
  readonly span: Span;
}

function findingsOf({ statement, name, table }: OfTable, { surroundings }: RuleContext): readonly Finding[] {
  if (statement.kind === 'select') return [];
  const written = writtenBy(statement).filter(({ name: one }) => {
    const kind = table.columns.get(one)?.kind;
    return kind === 'regular' || kind === 'static';
  });
  const removesRow = statement.kind === 'delete' && written.length === 0;
  if (!removesRow && written.length === 0) return [];
  const conditional = surroundings.usesWithIf(table).filter(({ whole }) => isConditional(whole));
  for (const use of conditional) {
    const compared = comparedBy(use);
    const column = written.find((one) => compared.has(one.name));
    if (column === undefined) continue;
    const found = finding(column.span, comparedText(column.name), use);
    // Rows that are written out are there before anybody compares them.
    const isFirst = statement.kind === 'insert' && markersIn(statement).length === 0;
    return [isFirst ? { ...found, profile: 'strict' } : found];
  }
  const use = conditional.find(({ statement: one }) => removesRow || sharesColumn(one, written));
  if (use === undefined) return [];
  const found = finding(name.span, sharedText(table.name, removesRow), use);
  // A row that was made with a condition may well be changed without one; made without it is another matter.
  const isSame = statement.kind === 'insert' && use.statement.kind === 'insert' && markersIn(statement).length > 0;
  return [isSame ? found : { ...found, profile: 'strict' }];
}

const comparedText = (column: string): string =>
  `A condition elsewhere compares \`${column}\` (\`IF ${column} …\`), and this write sets it without one: the two take their ` +
  'times from different clocks, so that it may undo what the condition decided, or be lost behind it. Give it a condition, too.';

const sharedText = (table: string, removes: boolean): string =>
  `Rows of \`${table}\` are ${removes ? 'deleted' : 'written'} here without a condition, and written with one elsewhere: the two ` +
  'take their times from different clocks, and the later one in the text may be the earlier one in time.';

const finding = (span: Span, message: string, { at }: Use): Finding => ({
  code: CODE,
  severity: 'hint',
  span,
  message,
  related: [{ at, message: 'Written with a condition here' }],
});

/** The columns that a condition compares. */
function comparedBy({ statement }: Use): ReadonlySet<string> {
  const condition = 'condition' in statement ? statement.condition : undefined;
  if (condition?.kind !== 'if') return new Set();
  return new Set(condition.conditions.flatMap((one) => ('column' in one ? [one.column.name] : [])));
}

/** Both write one column. */
const sharesColumn = (statement: Statement, written: readonly Written[]): boolean =>
  writtenBy(statement).some(({ name }) => written.some((one) => one.name === name));

function writtenBy(statement: Statement): readonly Written[] {
  switch (statement.kind) {
    case 'insert':
      return statement.values.kind === 'values' ? statement.values.columns : [];
    case 'update':
      return statement.assignments.flatMap((one) => (one.kind === 'unknown' ? [] : [one.column]));
    case 'delete':
      return statement.targets.map(({ column }) => column);
    default:
      return [];
  }
}
