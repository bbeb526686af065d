import { callsIn } from '../analysis/judging/markers.ts';
import { builtInFunctions } from '../catalog/builtin/functions.ts';
import type { Call, Statement } from '../syntax/ast.ts';
import { RELEASES, releaseFor, type CassandraRelease } from '../text/release.ts';
import { nearest } from './nearest.ts';
import type { Rule, RuleContext } from './rule.ts';

const CODE = 'unknown-function';

/** A slip in the name of a built-in function. Any other name may be that of a function which is declared elsewhere. */
export const unknownFunction: Rule = {
  code: CODE,
  summary: 'There is no such function, but one with a name like it.',
  severities: ['warning'],
  profile: 'recommended',
  tags: ['names'],
  inPrograms: 'whatever the values',
  isOfCassandra: true,
  check(context) {
    // A function that is not known leaves the verdict open; with a complete schema the server's refusal says it.
    if (context.verdict.kind !== 'undecided' || context.session.target.kind !== 'cassandra') return [];
    return callsAsked(context.statement).flatMap((call) => {
      const meant = meantBy(call, context);
      if (meant === undefined) return [];
      const { name } = call.function;
      return [
        {
          code: CODE,
          severity: 'warning' as const,
          span: name.span,
          message: `There is no function \`${name.text}\`, neither a built-in one nor in the project. Did you mean \`${meant}\`?`,
          related: [],
        },
      ];
    });
  },
  fixes(context, finding) {
    const { uri, segment, statement } = context;
    const call = callsAsked(statement).find((one) => one.function.name.span.start === finding.span.start);
    const meant = call === undefined ? undefined : meantBy(call, context);
    if (meant === undefined) return [];
    return [
      {
        id: 'nearest',
        title: `Change to \`${meant}\``,
        kind: 'quickfix',
        safe: false,
        preferred: true,
        edits: () => [{ at: { uri, segment, span: finding.span }, text: meant }],
      },
    ];
  },
};

/** The calls where a statement selects, compares and writes. */
function callsAsked(statement: Statement): readonly Call[] {
  switch (statement.kind) {
    case 'select':
      return [...callsIn(statement.selectors), ...callsIn(statement.where)];
    case 'insert':
      return callsIn(statement.values);
    case 'update':
      return [...callsIn(statement.assignments), ...callsIn(statement.where)];
    case 'delete':
      return callsIn(statement.where);
    case 'batch':
      return statement.statements.flatMap(callsAsked);
    default:
      return [];
  }
}

/** The built-in function that a name of none is a slip for. */
function meantBy({ function: { keyspace, name } }: Call, { session, surroundings }: RuleContext): string | undefined {
  const asked = name.name.toLowerCase();
  if (keyspace !== undefined || name.template === true || asked.length < LONG) return undefined;
  const known = surroundings.memory.kept(meantBy, RELEASES, () => new Map(RELEASES.map((one) => [one, namesIn(one)])));
  if ([...known.values()].some((names) => names.has(asked))) return undefined;
  const names = known.get(releaseFor(session.target))!;
  const meant = nearest(asked, names.keys());
  // `avg_2` and `my_sum` are names that somebody gave.
  if (meant === undefined || asked.includes(meant)) return undefined;
  const isDeclared = [...session.catalog.keyspaces()].some(({ functions }) => functions.has(name.name));
  return isDeclared ? undefined : names.get(meant);
}

/** A shorter name is near to too many. */
const LONG = 5;

/** The names of a release's functions in lower case, and as they are written. */
const namesIn = (release: CassandraRelease): ReadonlyMap<string, string> =>
  new Map(builtInFunctions(release).map(({ name }) => [name.toLowerCase(), name]));
