import type { Drop } from '../../syntax/ast.ts';
import { DROP_TABLE, switchedOff } from '../guardrails/limits.ts';
import { inOrder, type Outcome } from '../judging/outcome.ts';
import { refuse, undecided } from '../judging/refuse.ts';
import { since } from '../../text/release.ts';
import {
  changedKeyspace,
  type Context,
  isResolvedName,
  missing,
  protectedKeyspace,
  tableAt,
  tableResource,
  type ResolvedName,
  resolveName,
} from './context.ts';
import { checkDropFunction } from './drop-functions.ts';
import { checkDropKeyspace } from './keyspaces.ts';
import { checkDropTrigger } from './triggers.ts';
import { checkDropType } from './user-types.ts';

/** DROP of whatever it is. */
export function checkDrop(statement: Drop, context: Context): Outcome {
  const { what, name, ifExists } = statement;
  if (what === 'other' || name === undefined) return undecided('broken');
  if (what === 'keyspace') {
    return name.name.template
      ? undecided('placeholder')
      : checkDropKeyspace(name.name.name, name.span, ifExists, context);
  }
  if (what === 'function' || what === 'aggregate') return checkDropFunction(statement, context);
  if (what === 'trigger') return checkDropTrigger(statement, context);
  const target = resolveName(name, context);
  if (!isResolvedName(target)) return target;
  switch (what) {
    case 'type':
      return checkDropType(target, ifExists, context);
    case 'table':
      return checkDropTable(target, ifExists, context);
    case 'index':
      return checkDropIndex(target, ifExists, context);
    case 'view':
      return checkDropView(target, ifExists, context);
  }
}

/** DROP TABLE: it is a table, and has no views. */
function checkDropTable(target: ResolvedName, ifExists: boolean, context: Context): Outcome {
  const { session, release } = context;
  const { keyspace, name } = target;
  const modern = since(release, '4.0');
  const found = session.catalog.keyspace(keyspace);
  if (!modern && found === undefined) {
    if (!session.complete) return undecided('unknown-schema');
    return ifExists
      ? undefined
      : refuse('keyspace-not-found', `Keyspace ${keyspace} does not exist`, target.span, [keyspace]);
  }
  const before = inOrder(
    () => (modern || tableAt(target, context) !== undefined ? guard(target, context) : undefined),
    () => switchedOff(DROP_TABLE, 'DROP and TRUNCATE TABLE functionality', context, target.span),
    () => changedKeyspace(target, context),
  );
  if (before?.kind === 'refused') return before;
  const table = tableAt(target, context);
  if (table === undefined) {
    if (!session.complete) return undecided('unknown-schema');
    if (ifExists) return before;
    const message = modern ? `Table '${keyspace}.${name}' doesn't exist` : `unconfigured table ${name}`;
    return refuse('table-not-found', message, target.span, [name]);
  }
  if (table.kind === 'view') {
    const message = modern
      ? 'Cannot use DROP TABLE on a materialized view. Please use DROP MATERIALIZED VIEW instead.'
      : 'Cannot use DROP TABLE on Materialized View';
    return refuse('not-a-table', message, target.span, [name]);
  }
  const views = [...(found?.tables.values() ?? [])].filter(({ base }) => base?.table === name).map((view) => view.name);
  if (views.length === 0) return before;
  // Since 4.0 the keyspace's name stands where the views' should.
  const message = modern
    ? `Cannot drop a table when materialized views still depend on it (${keyspace})`
    : `Cannot drop table when materialized views still depend on it (${keyspace}.{${views.join(',')}})`;
  return refuse('table-in-use', message, target.span, [name, ...views]);
}

const guard = (target: ResolvedName, context: Context): Outcome =>
  protectedKeyspace(target.keyspace, target.span, 'DROP', tableResource(target.keyspace, target.name), context);

/** DROP INDEX. */
function checkDropIndex(target: ResolvedName, ifExists: boolean, context: Context): Outcome {
  const { session, release } = context;
  const { keyspace, name } = target;
  const modern = since(release, '4.0');
  const found = session.catalog.keyspace(keyspace);
  if (found === undefined && !modern) {
    return missing(
      'keyspace-not-found',
      `Keyspace ${keyspace} does not exist`,
      { span: target.span, name: keyspace },
      context,
    );
  }
  const index = found?.indexes.get(name);
  if (index !== undefined) {
    return protectedKeyspace(keyspace, target.span, 'ALTER', tableResource(keyspace, index.table), context);
  }
  const wrongName = changedKeyspace(target, context);
  if (wrongName !== undefined) return wrongName;
  if (ifExists && session.complete) return undefined;
  const message = modern
    ? `Index '${keyspace}.${name}' doesn't exist'`
    : `Index '${name}' could not be found in any of the tables of keyspace '${keyspace}'`;
  return missing('index-not-found', message, target, context);
}

/** DROP MATERIALIZED VIEW. */
function checkDropView(target: ResolvedName, ifExists: boolean, context: Context): Outcome {
  const { session, release } = context;
  const { keyspace, name } = target;
  const found = tableAt(target, context);
  if (found?.kind === 'view') return undefined;
  const wrongName = changedKeyspace(target, context);
  if (wrongName !== undefined) return wrongName;
  // Where a table has the name no view does.
  const isKnown = session.complete || found !== undefined;
  if (ifExists && isKnown) return undefined;
  if (!isKnown) return undecided('unknown-schema');
  if (since(release, '4.0')) {
    const message = `Materialized view '${keyspace}.${name}' doesn't exist`;
    return refuse('view-not-found', message, target.span, [name]);
  }
  const message = `Cannot drop non existing materialized view '${name}' in keyspace '${keyspace}'.`;
  return refuse('view-not-found', message, target.span, [name], 'config');
}
