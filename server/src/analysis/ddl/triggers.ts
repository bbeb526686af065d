import type { CreateTrigger, Drop } from '../../syntax/ast.ts';
import { inOrder, type Outcome } from '../judging/outcome.ts';
import { isVerdict, refuse, undecided } from '../judging/refuse.ts';
import { since } from '../../text/release.ts';
import {
  changedKeyspace,
  type Context,
  existingKeyspace,
  isResolvedName,
  missing,
  tableAt,
  resolveName,
} from './context.ts';

/** CREATE TRIGGER; whether the class can be loaded, only a server that is not as released knows. */
export function checkCreateTrigger(statement: CreateTrigger, context: Context): Outcome {
  const { name, table: on, ifNotExists } = statement;
  if (name === undefined) return undecided('broken');
  const target = resolveName(on, context);
  if (!isResolvedName(target)) return target;
  const modern = since(context.release, '4.0');
  const early = inOrder(
    () => (since(context.release, '6.0') ? notLoaded(statement, context) : undefined),
    () => changedKeyspace(target, context),
  );
  if (early !== undefined) return early;
  const keyspace = existingKeyspace(target.keyspace, target.span, context);
  if (isVerdict(keyspace)) {
    if (modern || keyspace.kind === 'undecided') return keyspace;
    return refuse('keyspace-not-found', `Keyspace ${target.keyspace} does not exist`, target.span, [target.keyspace]);
  }
  const table = tableAt(target, context);
  if (table === undefined) {
    const message = modern ? `Table '${target.name}' doesn't exist` : `unconfigured table ${target.name}`;
    return missing('table-not-found', message, target, context);
  }
  if (table.kind === 'view') {
    const message = modern
      ? 'Cannot CREATE TRIGGER for a materialized view'
      : 'Cannot CREATE TRIGGER against a materialized view';
    return refuse('trigger-on-view', message, target.span, [target.name]);
  }
  if (table.triggers.includes(name.name)) {
    if (ifNotExists || name.template) return undefined;
    const message = modern ? `Trigger '${name.name}' already exists` : `Trigger ${name.name} already exists`;
    return refuse('already-exists', message, name.span, [name.name]);
  }
  return notLoaded(statement, context);
}

/** Nothing that is released with the server can be a trigger's class. */
function notLoaded({ className }: CreateTrigger, { session, release }: Context): Outcome {
  if (session.stock !== true || className === undefined) return undefined;
  const { value, span } = className;
  const message = !since(release, '4.0')
    ? `Trigger class '${value}' doesn't exist`
    : since(release, '6.0')
      ? `Trigger class '${value}' couldn't be loaded during validation. Reason : ${value.replaceAll('.', '/')}.`
      : `Trigger class '${value}' couldn't be loaded`;
  return refuse('trigger-class', message, span, [value], since(release, '4.0') ? 'invalid' : 'config');
}

/** DROP TRIGGER. */
export function checkDropTrigger({ name, on, ifExists }: Drop, context: Context): Outcome {
  if (name === undefined) return undecided('broken');
  const target = resolveName(on, context);
  if (!isResolvedName(target)) return target;
  const { session, release } = context;
  const modern = since(release, '4.0');
  const early = changedKeyspace(target, context);
  if (early !== undefined) return early;
  const table = tableAt(target, context);
  if (table === undefined && !modern) {
    const message =
      session.catalog.keyspace(target.keyspace) === undefined
        ? `Keyspace ${target.keyspace} does not exist`
        : `unconfigured table ${target.name}`;
    return missing('table-not-found', message, target, context);
  }
  if (table?.triggers.includes(name.name.name) || (ifExists && session.complete)) return undefined;
  const message = modern
    ? `Trigger '${name.name.name}' on '${target.keyspace}.${target.name}' doesn't exist`
    : `Trigger ${name.name.name} was not found`;
  return missing('trigger-not-found', message, { span: name.span, name: name.name.name }, context);
}
