import { callsIn } from '../analysis/judging/markers.ts';
import { printName } from '../catalog/index.ts';
import { builtInFunctions } from '../catalog/builtin/functions.ts';
import type { Call, Name, Statement } from '../syntax/ast.ts';
import { RELEASES, releaseFor, targetLabel, type CassandraRelease } from '../text/release.ts';
import { nearest } from './nearest.ts';
import type { Finding, Rule, RuleContext } from './rule.ts';

const CODE = 'unknown-function';

/** A slip in the name of a built-in function, or a function of a keyspace that the project declares without it. */
export const unknownFunction: Rule = {
  code: CODE,
  summary: 'There is no such function.',
  severities: ['warning', 'hint'],
  profile: 'recommended',
  tags: ['names'],
  inPrograms: 'whatever the values',
  isOfCassandra: true,
  saidOnce: ({ severity, message }) => (severity === 'hint' ? message : undefined),
  check(context) {
    // A function that is not known leaves the verdict open; with a complete schema the server's refusal says it.
    if (context.verdict.kind !== 'undecided' || context.session.target.kind !== 'cassandra') return [];
    if (context.statement.kind === 'create-aggregate') {
      const { name: aggregate, stateFunction, finalFunction } = context.statement;
      const names = [stateFunction, finalFunction].filter((name) => name !== undefined);
      return names.flatMap((name) => missingFrom(aggregate?.keyspace?.name ?? context.session.keyspace, name, context));
    }
    return callsAsked(context.statement).flatMap((call) => {
      const meant = meantBy(call, context);
      const { keyspace, name } = call.function;
      if (meant === undefined) {
        // A name without one is looked for among the built-in functions, and in the keyspace of the table. One of another release
        // may have been declared where it was missing.
        const isBuiltIn =
          keyspace === undefined &&
          [...knownNames(context.surroundings).values()].some((names) => names.has(name.name.toLowerCase()));
        return isBuiltIn ? [] : missingFrom(keyspace?.name ?? context.table?.keyspace, name, context);
      }
      return [
        {
          code: CODE,
          severity: 'warning' as const,
          span: name.span,
          message: meant.later
            ? `\`${name.text}\` is the name in later releases; in ${targetLabel(context.session.target)} the function is called \`${meant.name}\`.`
            : `There is no function \`${name.text}\`, neither a built-in one nor in the project. Did you mean \`${meant.name}\`?`,
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
        title: `Change to \`${meant.name}\``,
        kind: 'quickfix',
        safe: false,
        preferred: true,
        edits: () => [{ at: { uri, segment, span: finding.span }, text: meant.name }],
      },
    ];
  },
};

/** A function that the text looks for in a keyspace of the project, which nothing there declares. */
function missingFrom(
  keyspace: string | undefined,
  name: Name,
  { uri, session, surroundings }: RuleContext,
): readonly Finding[] {
  if (keyspace === undefined || name.template || surroundings.isProgram(uri)) return [];
  const declared = session.catalog.keyspace(keyspace);
  if (declared === undefined || declared.system || !declared.declared) return [];
  const everywhere = surroundings.catalog.keyspace(keyspace)?.functions;
  if (declared.functions.has(name.name) || everywhere?.has(name.name) === true) return [];
  return [
    {
      code: CODE,
      severity: 'hint',
      span: name.span,
      message: `Keyspace \`${printName(keyspace)}\` has no function \`${name.text}\` in the project. It has to be made before it is used.`,
      related: [],
    },
  ];
}

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

interface Meant {
  readonly name: string;
  /** It has the asked name in later releases. */
  readonly later: boolean;
}

/** The built-in function that a name of none is a slip for, or its name in later releases. */
function meantBy({ function: { keyspace, name } }: Call, { session, surroundings }: RuleContext): Meant | undefined {
  const asked = name.name.toLowerCase();
  if (keyspace !== undefined || name.template === true || asked.length < LONG) return undefined;
  const known = knownNames(surroundings);
  const names = known.get(releaseFor(session.target))!;
  const later = [...known.values()].some((each) => each.has(asked));
  // `to_timestamp` was `toTimestamp`; a function that is new may have been declared where it was missing.
  const meant = later ? asked.replaceAll('_', '') : nearest(asked, names.keys());
  // `avg_2` and `my_sum` are names that somebody gave.
  if (meant === undefined || (!later && asked.includes(meant)) || (later && meant === asked)) return undefined;
  const isDeclared = [...session.catalog.keyspaces()].some(({ functions }) => functions.has(name.name));
  const written = isDeclared ? undefined : names.get(meant);
  return written === undefined ? undefined : { name: written, later };
}

const knownNames = ({
  memory,
}: RuleContext['surroundings']): ReadonlyMap<CassandraRelease, ReadonlyMap<string, string>> =>
  memory.kept(knownNames, RELEASES, () => new Map(RELEASES.map((one) => [one, namesIn(one)])));

/** A shorter name is near to too many. */
const LONG = 5;

/** The names of a release's functions in lower case, and as they are written. */
const namesIn = (release: CassandraRelease): ReadonlyMap<string, string> =>
  new Map(builtInFunctions(release).map(({ name }) => [name.toLowerCase(), name]));
