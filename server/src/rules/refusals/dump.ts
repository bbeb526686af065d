import { isSystemKeyspace } from '../../analysis/judging/system-keyspaces.ts';
import { releaseFor } from '../../text/release.ts';
import type { Statement } from '../../syntax/ast.ts';
import type { Segment } from '../../syntax/segment.ts';
import type { RuleContext } from '../rule.ts';

/**
 * A dump by DESCRIBE holds the server's own keyspaces as well, which no server takes back: nobody else writes a CREATE of such a keyspace
 * and of its tables.
 */
export function isDumped({ statement, session, uri, surroundings }: RuleContext): boolean {
  const keyspace = keyspaceMadeBy(statement);
  if (keyspace === undefined || !isSystemKeyspace(keyspace, releaseFor(session.target))) return false;
  // DESCRIBE never writes it.
  if ('ifNotExists' in statement && statement.ifNotExists) return false;
  const others = (surroundings.fileOf(uri) ?? []).map((segment) => segment.statement());
  return ['create-keyspace', 'create-table'].every((kind) =>
    others.some((other) => other?.kind === kind && keyspaceMadeBy(other) === keyspace),
  );
}

/**
 * `CREATE TABLE t` beside `CREATE TABLE k.t` in a file that never says USE: notes, or two ways to run it. That the first is of the same
 * keyspace is a guess.
 */
export function isMadeElsewhere({ statement, verdict, uri, surroundings }: RuleContext): boolean {
  if (verdict.kind !== 'refused' || verdict.check !== 'already-exists' || statement.kind !== 'create-table')
    return false;
  const { name } = statement;
  const segments = surroundings.fileOf(uri);
  if (name === undefined || segments === undefined) return false;
  const made = surroundings.memory.kept(madeIn, segments, () => madeIn(segments));
  return !made.usesKeyspace && (name.keyspace === undefined ? made.qualified : made.bare).has(name.name.name);
}

/** The names of the tables that a file makes, with a keyspace before them and without, and whether it says USE. */
interface Made {
  readonly usesKeyspace: boolean;
  readonly qualified: ReadonlySet<string>;
  readonly bare: ReadonlySet<string>;
}

/** Worked out once for all statements of a file: there may be many. */
function madeIn(segments: readonly Segment[]): Made {
  const [qualified, bare] = [new Set<string>(), new Set<string>()];
  let usesKeyspace = false;
  for (const segment of segments) {
    const statement = segment.statement();
    usesKeyspace ||= statement?.kind === 'use';
    if (statement?.kind !== 'create-table' || statement.name === undefined) continue;
    const { keyspace, name } = statement.name;
    (keyspace === undefined ? bare : qualified).add(name.name);
  }
  return { usesKeyspace, qualified, bare };
}

function keyspaceMadeBy(statement: Statement): string | undefined {
  switch (statement.kind) {
    case 'create-keyspace':
      return statement.name?.name;
    case 'create-table':
      return statement.name?.keyspace?.name;
    default:
      return undefined;
  }
}
