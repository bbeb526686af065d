import type { Statement } from '../syntax/ast.ts';
import type { Span } from '../text/span.ts';
import type { Table } from '../catalog/model.ts';
import type { Surroundings, Use } from '../modeling/evidence/surroundings.ts';
import { markersIn } from '../modeling/proposal/pieces.ts';
import { type OfTable, readsAndWritesIn } from './named-tables.ts';
import type { Finding, Rule, RuleContext } from './rule.ts';
import { plainInsertsOfUnique } from './unique-inserts.ts';

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
    return readsAndWritesIn(context).flatMap((one) => {
      const found = findingsOf(one, context);
      // Of an INSERT of what is declared unique `unique-race` tells that the condition is missing.
      const isUnique = found.length > 0 && plainInsertsOfUnique(context).some(({ insert }) => insert === one.statement);
      return isUnique ? [] : found;
    });
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

function findingsOf({ statement, name, table }: OfTable, context: RuleContext): readonly Finding[] {
  const { surroundings } = context;
  if (statement.kind === 'select') return [];
  const written = writtenBy(statement).filter(({ name: one }) => {
    const kind = table.columns.get(one)?.kind;
    return kind === 'regular' || kind === 'static';
  });
  const removesRow = statement.kind === 'delete' && written.length === 0;
  if (!removesRow && written.length === 0) return [];
  const conditional = conditionalOf(table, surroundings);
  const [compared] = written
    .flatMap(({ name: one, span }) => {
      const use = conditional.comparing.get(one);
      return use === undefined ? [] : [{ column: one, span, ...use }];
    })
    .toSorted((one, other) => one.index - other.index);
  if (compared !== undefined) {
    const found = finding(compared.span, comparedText(compared.column), compared.use);
    return [writesOut(statement) ? { ...found, profile: 'strict' } : found];
  }
  const first = removesRow
    ? conditional.first
    : written
        .flatMap(({ name: one }) => conditional.writing.get(one) ?? [])
        .toSorted((one, other) => one.index - other.index)[0];
  if (first === undefined) return [];
  const found = finding(name.span, sharedText(table.name, removesRow), first.use);
  // Copies are kept in step by a batch of several tables, which takes no condition.
  const isAlone = new Set(readsAndWritesIn(context).map((one) => one.table)).size === 1;
  const isTold = isAlone && !writesOut(statement) && (!removesRow || isTakenAgain(table));
  return [isTold ? found : { ...found, profile: 'strict' }];
}

/** Somebody chooses the key, as a name or a seat, and may choose it again; an id is made once. */
const isTakenAgain = ({ partitionKey, clustering }: Table): boolean =>
  [...partitionKey, ...clustering].some(
    ({ name, type }) => type.kind === 'native' && CHOSEN.has(type.name) && !/(?:^|_)u?u?id$|Id$/.test(name),
  );

const CHOSEN: ReadonlySet<string> = new Set(['text', 'varchar', 'ascii', 'int', 'smallint', 'date']);

/** Rows that are written out are there before anybody writes with a condition. */
const writesOut = (statement: Statement): boolean => statement.kind === 'insert' && markersIn(statement).length === 0;

/** A use by its place among all uses of a table. */
interface Placed {
  readonly use: Use;
  readonly index: number;
}

/** The writes of a table with a condition: the first of all, and by column the first that compares it and that writes it. */
interface Conditional {
  readonly first: Placed | undefined;
  readonly comparing: ReadonlyMap<string, Placed>;
  readonly writing: ReadonlyMap<string, Placed>;
}

/** Worked out once for all writes of a table: there may be many. */
function conditionalOf(table: Table, { memory, usesWithIf }: Surroundings): Conditional {
  const uses = usesWithIf(table);
  return memory.kept(conditionalOf, uses, () => {
    const comparing = new Map<string, Placed>();
    const writing = new Map<string, Placed>();
    const all = uses.flatMap((use, index) => (isConditional(use.whole) ? [{ use, index }] : []));
    for (const placed of all.toReversed()) {
      for (const name of comparedBy(placed.use)) comparing.set(name, placed);
      for (const { name } of writtenBy(placed.use.statement)) writing.set(name, placed);
    }
    return { first: all[0], comparing, writing };
  });
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
