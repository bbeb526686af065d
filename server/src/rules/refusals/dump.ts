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
  const others = (surroundings.fileOf(uri) ?? []).map((segment) => segment.statement());
  return ['create-keyspace', 'create-table'].every((kind) =>
    others.some((other) => other?.kind === kind && keyspaceMadeBy(other) === keyspace),
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
