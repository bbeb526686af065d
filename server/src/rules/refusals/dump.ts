import { isSystemKeyspace } from '../../analysis/judging/system-keyspaces.ts';
import { releaseFor } from '../../text/release.ts';
import type { Statement } from '../../syntax/ast.ts';
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
  const others = (surroundings.fileOf(uri) ?? []).map((segment) => segment.statement());
  return (
    name !== undefined &&
    !others.some((other) => other?.kind === 'use') &&
    others.some(
      (other) =>
        other?.kind === 'create-table' &&
        other.name?.name.name === name.name.name &&
        (other.name.keyspace === undefined) !== (name.keyspace === undefined),
    )
  );
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
