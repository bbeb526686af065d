import type { CommentOn, Describe, SecurityLabel } from '../../syntax/ast.ts';
import { inOrder, type Outcome } from '../outcome.ts';
import { isVerdict, refuse, undecided } from '../refuse.ts';
import { since } from '../release.ts';
import {
  type Context,
  existingKeyspace,
  isTarget,
  keyspaceResource,
  missing,
  protectedKeyspace,
  tableAt,
  tableResource,
  targetOf,
} from './context.ts';

/** COMMENT ON and SECURITY LABEL ON: what they are about is there (`SchemaDescriptionStatement`). */
export function checkDescription({ what, name, kind }: CommentOn | SecurityLabel, context: Context): Outcome {
  if (name === undefined) return undecided('broken');
  if (what === 'keyspace') {
    if (name.name.template) return undecided('placeholder');
    const keyspace = name.name.name;
    return inOrder(
      () => protectedKeyspace(keyspace, name.span, 'ALTER', keyspaceResource(keyspace), context),
      () => {
        const found = existingKeyspace(keyspace, name.span, context);
        return isVerdict(found) ? found : undefined;
      },
    );
  }
  const target = targetOf(name, context);
  if (!isTarget(target)) return target;
  const keyspace = existingKeyspace(target.keyspace, target.span, context);
  if (isVerdict(keyspace)) return keyspace;
  if (what === 'type' || what === 'field') {
    if (keyspace.types.has(target.name)) return undefined;
    return missing('type-not-found', `Type '${target.keyspace}.${target.name}' doesn't exist`, target, context);
  }
  const table = tableAt(target, context);
  const resource = tableResource(target.keyspace, target.name);
  const guarded = protectedKeyspace(target.keyspace, target.span, 'ALTER', resource, context);
  if (guarded !== undefined) return guarded;
  if (table === undefined)
    return missing('table-not-found', `Table '${target.keyspace}.${target.name}' doesn't exist`, target, context);
  if (table.kind === 'table') return undefined;
  const described = kind === 'comment-on' ? 'comment' : 'security label';
  const message = `Cannot set ${described} on non-regular table '${target.keyspace}.${target.name}'`;
  return refuse('not-a-table', message, target.span, [target.name]);
}

/** DESCRIBE of one thing: it is there. In 3.11 it is a command of cqlsh. */
export function checkDescribe({ what, name }: Describe, context: Context): Outcome {
  const { session, release } = context;
  if (name === undefined || !since(release, '4.0')) return undefined;
  const [word = ''] = what.split(' ');
  if (word === 'keyspace') {
    if (name.name.template || session.catalog.keyspace(name.name.name) !== undefined) return undefined;
    return missing(
      'keyspace-not-found',
      `'${name.name.name}' not found in keyspaces`,
      { span: name.span, name: name.name.name },
      context,
    );
  }
  if (!['table', 'columnfamily', 'type'].includes(word)) return undefined;
  const target = targetOf(name, context);
  if (!isTarget(target)) return target.kind === 'refused' ? undecided('unknown-schema') : target;
  const keyspace = session.catalog.keyspace(target.keyspace);
  if (keyspace === undefined) {
    return missing(
      'keyspace-not-found',
      `'${target.keyspace}' not found in keyspaces`,
      { span: target.span, name: target.keyspace },
      context,
    );
  }
  if (word === 'type') {
    if (keyspace.types.has(target.name)) return undefined;
    return missing(
      'type-not-found',
      `User defined type '${target.name}' not found in '${target.keyspace}'`,
      target,
      context,
    );
  }
  if (keyspace.tables.has(target.name)) return undefined;
  return missing(
    'table-not-found',
    `Table '${target.name}' not found in keyspace '${target.keyspace}'`,
    target,
    context,
  );
}
