import { isOfModel } from '../analysis/dialects/of-model.ts';
import { quotesServer } from '../analysis/dialects/verdict.ts';
import type { CheckId } from '../analysis/judging/checks.ts';
import type { Refused } from '../analysis/judging/verdict-model.ts';
import { verdict } from '../analysis/verdict.ts';
import { adviceFor, refusalIn } from './refusals/index.ts';
import { takenElsewhere } from './refusals/other-release.ts';
import { serverName, type Target } from '../text/release.ts';
import { SCAN_CHECKS } from './scan.ts';
import { proposalFixes } from './proposal-fixes.ts';
import type { Finding, Rule, RuleContext } from './rule.ts';
import type { Span } from '../text/span.ts';

/** A refusal that no other rule words. */
export const refused: Rule = {
  code: 'refused',
  summary: 'Cassandra refuses the statement.',
  severities: ['error'],
  profile: 'quiet',
  tags: ['server'],
  isOfCassandra: true,
  answeredBy: 'some proposals',
  check(context) {
    const { verdict: said } = context;
    if (said.kind !== 'refused') return [];
    // How rows are found in a table whose own CREATE is broken nobody knows; that is told there.
    if (context.table?.partial === true && SCAN_CHECKS.has(said.check)) return [];
    if (mayBeUnused(context, said)) return [];
    const message = adviceFor(said)?.says(refusalIn(context, said)) ?? withoutAdvice(context, said.spans[0]);
    return [
      {
        code: 'refused',
        severity: 'error',
        span: said.spans[0],
        message,
        server: { kind: said.error, message: said.message },
        related: typeDeclared(context, said),
        ...(isRefusedByAll(context, said) && { ofModel: true }),
      },
    ];
  },
  fixes(context, finding) {
    const { verdict: said } = context;
    const own = said.kind === 'refused' ? (adviceFor(said)?.fixes?.(refusalIn(context, said)) ?? []) : [];
    const others = proposalFixes(context, finding);
    // The keys of the rows are read before anybody is asked for them.
    if (others.length > 0 && (context.statement.kind === 'update' || context.statement.kind === 'delete'))
      return [...others, ...own.map((fix) => ({ ...fix, preferred: false }))];
    return [...own, ...others.map((fix) => (own.length === 0 ? fix : { ...fix, preferred: false }))];
  },
};

/** Whether all that uses what a statement drops is dropped by scripts that may have run before. */
function mayBeUnused({ uri, statement, session, surroundings }: RuleContext, { check, names }: Refused): boolean {
  if (statement.kind !== 'drop' || !IN_USE.has(check)) return false;
  const keyspace = statement.name?.keyspace?.name ?? session.keyspace;
  const [, ...users] = names;
  return (
    keyspace !== undefined &&
    users.length > 0 &&
    users.every((user) => surroundings.isDroppedApart(keyspace, user, uri))
  );
}

const IN_USE: ReadonlySet<CheckId> = new Set<CheckId>(['type-in-use', 'table-in-use']);

/** Where the type stands that a constant is not of: it may be the one that is wrong. */
function typeDeclared({ table }: RuleContext, { check, names: [name = ''] }: Refused): Finding['related'] {
  const at = check === 'invalid-constant' ? table?.columns.get(name)?.location : undefined;
  return at === undefined ? [] : [{ at, message: `\`${name}\` is declared here` }];
}

/** Of programs alone, where it counts: ScyllaDB is the one beside Cassandra whose drivers are those of both. */
const isRefusedByAll = ({ uri, statement, session, segment, surroundings }: RuleContext, { check }: Refused): boolean =>
  isOfModel(check) &&
  surroundings.isProgram(uri) &&
  verdict(statement, { ...session, target: SCYLLA }, segment.features).kind === 'refused';

const SCYLLA = { kind: 'dialect', dialect: 'scylla' } as const satisfies Target;

/** Where there are no better words, the place in those of the statement. */
function placeText({ segment, session }: RuleContext, { start, end }: Span): string {
  const text = segment.text.slice(start, end).replaceAll(/\s+/g, ' ');
  return `${serverName(session)} does not take \`${text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text}\` here.`;
}

const LONGEST = 50;

const withoutAdvice = (context: RuleContext, span: Span): string =>
  (quotesServer(context.session) ? takenElsewhere(context) : undefined) ?? placeText(context, span);
