import type { Insert } from '../syntax/ast.ts';
import type { Finding, Rule, RuleContext } from './rule.ts';
import { listNames } from './scan.ts';
import { type PlainInsert, plainInsertsOfUnique } from './unique-inserts.ts';

const CODE = 'unique-race';

/** What is declared to be unique is written without asking whether it is there. */
export const uniqueRace: Rule = {
  code: CODE,
  summary: 'An INSERT of what is to be unique does not ask whether it is there.',
  severities: ['information'],
  profile: 'quiet',
  tags: ['data'],
  check: (context) => plainInsertsOfUnique(context).map((one) => findingOf(one, context)),
  fixes(context, { span }) {
    const { uri, segment, statement } = context;
    const insert = plainInsertsOfUnique(context).find((one) => spanOf(one.insert).start === span.start)?.insert;
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

const spanOf = (insert: Insert): Finding['span'] => insert.into?.span ?? insert.span;

function findingOf({ insert, key, asked }: PlainInsert, { statement }: RuleContext): Finding {
  const names = listNames(key.map(({ name }) => name));
  const cure =
    insert === statement ? 'IF NOT EXISTS tells the second.' : 'Reserve it first, by an INSERT … IF NOT EXISTS alone.';
  return {
    code: CODE,
    severity: 'information',
    ...(asked !== undefined && { profile: 'recommended' as const }),
    span: spanOf(insert),
    message:
      asked === undefined
        ? `${names} ${key.length === 1 ? 'is' : 'are'} declared unique, and an INSERT overwrites: of two at the same time both succeed, and the later one wins. ${cure}`
        : `The query before asks whether there is a row of ${names}. Of two that ask at the same time both find none, both INSERTs succeed, and the later one wins. ${cure}`,
    related: asked === undefined ? [] : [{ at: asked, message: 'Asked here' }],
  };
}
