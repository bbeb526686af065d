import type { Statement, Truncate, Use } from '../../syntax/ast.ts';
import { DROP_TABLE, switchedOff } from '../guardrails/limits.ts';
import { hasMarker } from '../judging/markers.ts';
import { isScope, judgingRelease, resolveTable } from '../judging/names.ts';
import { isRefused, isUndecided, type Outcome, PLACEHOLDER, refuse } from '../judging/outcome.ts';
import { since } from '../../text/release.ts';
import { isFalse } from '../judging/settings.ts';
import type { Refused, Session, Verdict } from '../judging/verdict-model.ts';
import { checkAssignmentSyntax } from './assignments-syntax.ts';
import { batchVerdict, type RequestText } from './batch.ts';
import { prepareWrite } from './prepare-write.ts';
import { selectVerdict } from './select.ts';
import { checkVirtualTruncate } from './virtual.ts';
import { type PreparedWrite, validateWrite, type Write } from './write.ts';
import { checkRunningWrite } from './write-execution.ts';

/** What the server says to a read, a write, a batch of writes, USE or TRUNCATE; `undefined` for other statements. */
export function dmlVerdict(statement: Statement, session: Session, text?: RequestText): Verdict | undefined {
  switch (statement.kind) {
    case 'select':
      return selectVerdict(statement, session);
    case 'insert':
    case 'update':
    case 'delete':
      return syntaxProblem([statement], session) ?? writeVerdict(statement, session);
    case 'batch':
      return syntaxProblem(statement.statements, session) ?? batchVerdict(statement, session, text);
    case 'use':
      return useVerdict(statement, session);
    case 'truncate':
      return truncateVerdict(statement, session);
    default:
      return undefined;
  }
}

/** What the parser says to the assignments of writes. */
export const syntaxProblem = (writes: readonly Write[], session: Session): Refused | undefined =>
  writes
    .map((write) => (write.kind === 'update' ? checkAssignmentSyntax(write, judgingRelease(session)) : undefined))
    .find(isRefused);

function writeVerdict(statement: Write, session: Session): Verdict {
  const prepared = prepareWrite(statement, session);
  if (isRefused(prepared) || isUndecided(prepared)) return prepared;
  if (prepared.doubt !== undefined) return prepared.doubt;
  const problem = hasMarker(statement) ? checkValidity(prepared) : checkRunningWrite(prepared);
  return problem ?? { kind: 'accepted', warnings: [] };
}

/** PREPARE validates since 4.0. */
const checkValidity = (write: PreparedWrite): Outcome =>
  since(write.scope.release, '4.0') ? validateWrite(write) : undefined;

function useVerdict({ keyspace }: Use, session: Session): Verdict {
  if (keyspace === undefined) return { kind: 'undecided', why: 'broken' };
  const { configuration, target } = session;
  const prohibited = isFalse(configuration?.get('use_statements_enabled'));
  if (prohibited && target.kind === 'cassandra' && since(target.release, '4.1')) {
    const message = 'USE statements prohibited. (see use_statements_enabled in cassandra.yaml)';
    return refuse('use-prohibited', message, keyspace.span);
  }
  if (keyspace.template === true) return PLACEHOLDER;
  if (session.catalog.keyspace(keyspace.name) !== undefined) return { kind: 'accepted', warnings: [] };
  if (!session.complete) return { kind: 'undecided', why: 'unknown-schema' };
  return refuse('keyspace-not-found', `Keyspace '${keyspace.name}' does not exist`, keyspace.span, [keyspace.name]);
}

function truncateVerdict({ table: name }: Truncate, session: Session): Verdict {
  const scope = resolveTable(name, session);
  if (!isScope(scope)) return scope;
  const { table, release } = scope;
  const span = name?.span ?? { start: 0, end: 0 };
  if (table.kind === 'view') {
    const message = 'Cannot TRUNCATE materialized view directly; must truncate base table instead';
    return refuse('view-truncate', message, span, [table.name]);
  }
  const off = switchedOff(DROP_TABLE, 'DROP and TRUNCATE TABLE functionality', scope, span);
  return off ?? checkVirtualTruncate(table, span, release) ?? { kind: 'accepted', warnings: [] };
}
