import { isNative } from '../catalog/types.ts';
import type { Column, Table } from '../catalog/model.ts';
import { declaredOf } from '../modeling/evidence/annotations.ts';
import { baseOf } from '../modeling/evidence/copies.ts';
import type { Surroundings } from '../modeling/evidence/surroundings.ts';
import { isFickle } from '../modeling/writes/terms.ts';
import { isInCase } from '../modeling/writes/case-comments.ts';
import { writesIn } from '../modeling/writes/stale-copies.ts';
import type { Insert } from '../syntax/ast.ts';
import type { Finding, Rule, RuleContext } from './rule.ts';
import { listNames } from './scan.ts';

const CODE = 'unique-race';

/** What is declared to be unique is written without asking whether it is there. */
export const uniqueRace: Rule = {
  code: CODE,
  summary: 'An INSERT of what is declared unique does not ask whether it is there.',
  severities: ['information'],
  profile: 'quiet',
  tags: ['data'],
  check: (context) => insertsOf(context).map(({ insert, key }) => findingOf(insert, key, context)),
  fixes(context, { span }) {
    const { uri, segment, statement } = context;
    const insert = insertsOf(context).find((one) => spanOf(one.insert).start === span.start)?.insert;
    // A condition makes all of a batch conditional, and one with a time is refused.
    if (insert === undefined || insert !== statement || insert.using?.timestamp !== undefined) return [];
    if (insert.values.kind !== 'values') return [];
    const at = insert.values.valuesSpan.end;
    return [
      {
        id: 'if-not-exists',
        title: 'Add IF NOT EXISTS',
        kind: 'quickfix',
        safe: false,
        preferred: true,
        about: () => ['Price: a lightweight transaction, four round trips among the replicas in place of one.'],
        edits: () => [{ at: { uri, segment, span: { start: at, end: at } }, text: ' IF NOT EXISTS' }],
      },
    ];
  },
};

interface PlainInsert {
  readonly insert: Insert;
  readonly table: Table;
  readonly key: readonly Column[];
}

function insertsOf(context: RuleContext): readonly PlainInsert[] {
  if (context.verdict.kind === 'refused') return [];
  return writesIn(context).flatMap(({ write, table }): readonly PlainInsert[] => {
    if (write.kind !== 'insert' || write.condition !== undefined || write.template === true) return [];
    // Where the value stays it was reserved before.
    if (isInCase(context.segment.text.slice(context.statement.span.start, write.span.start))) return [];
    const key = [...table.partitionKey, ...table.clustering];
    if (!isDeclaredUnique(key, table, context.surroundings) || key.some(isOfItself) || makesKey(write, key)) return [];
    return [{ insert: write, table, key }];
  });
}

/** Of the table, or of the one that it is a copy of. */
function isDeclaredUnique(key: readonly Column[], table: Table, surroundings: Surroundings): boolean {
  const base = baseOf(table, surroundings);
  return [table, ...(base === undefined ? [] : [base])].some((one) =>
    declaredOf(one, surroundings).unique.some(
      (columns) => columns.length === key.length && key.every(({ name }) => columns.includes(name)),
    ),
  );
}

/** Nobody chooses the same time or UUID as somebody else. */
const isOfItself = ({ type }: Column): boolean =>
  ['uuid', 'timeuuid', 'timestamp', 'date', 'time'].some((name) => isNative(type, name));

const makesKey = ({ values }: Insert, key: readonly Column[]): boolean =>
  values.kind === 'values' &&
  values.columns.some(
    ({ name }, index) =>
      key.some((column) => column.name === name) &&
      values.values[index] !== undefined &&
      isFickle(values.values[index]),
  );

const spanOf = (insert: Insert): Finding['span'] => insert.into?.span ?? insert.span;

function findingOf(insert: Insert, key: readonly Column[], { statement }: RuleContext): Finding {
  const names = listNames(key.map(({ name }) => name));
  const cure =
    insert === statement ? 'IF NOT EXISTS tells the second.' : 'Reserve it first, by an INSERT … IF NOT EXISTS alone.';
  return {
    code: CODE,
    severity: 'information',
    span: spanOf(insert),
    message: `${names} ${key.length === 1 ? 'is' : 'are'} declared unique, and an INSERT overwrites: of two at the same time both succeed, and the later one wins. ${cure}`,
    related: [],
  };
}
