import type { CheckId } from '../judging/checks.ts';
import type { Keyspace, Table } from '../../catalog/model.ts';
import type { Name, QualifiedName } from '../../syntax/ast.ts';
import type { Span } from '../../text/span.ts';
import type { Context } from '../judging/context.ts';
import type { Outcome } from '../judging/outcome.ts';
import { refuse, undecided } from '../judging/refuse.ts';
import { type CassandraRelease, since } from '../../text/release.ts';
import { isLocalSystemKeyspace, isReplicatedSystemKeyspace, isVirtualKeyspace } from '../judging/system-keyspaces.ts';
import type { Refused, Undecided } from '../judging/verdict-model.ts';

export type { Context } from '../judging/context.ts';

/** A keyspace where it is named. */
export interface NamedKeyspace {
  readonly keyspace: string;
  readonly span: Span;
  /** A placeholder stands in the name: whether it can be one, only the tool knows that fills it in. */
  readonly template?: boolean | undefined;
}

/** The name of a thing in a keyspace, looked up. */
export interface ResolvedName extends NamedKeyspace {
  readonly name: string;
  /** Of the name alone. */
  readonly nameSpan: Span;
  /** A placeholder stands in the name or in its keyspace's. */
  readonly template: boolean;
}

/** The keyspace and name that a statement means; the session's keyspace where none is written. */
export function resolveName(name: QualifiedName | undefined, { session }: Context): ResolvedName | Refused | Undecided {
  if (name === undefined) return undecided('broken');
  const keyspace = name.keyspace?.name ?? session.keyspace;
  if (keyspace !== undefined) {
    const template = isNamedByTemplate(name, session.keyspace);
    return { keyspace, name: name.name.name, span: name.span, nameSpan: name.name.span, template };
  }
  if (name.name.template) return undecided('placeholder');
  if (!session.complete) return undecided('unknown-schema');
  const message = 'No keyspace has been specified. USE a keyspace, or explicitly specify keyspace.tablename';
  return refuse('no-keyspace', message, name.span, [name.name.name]);
}

/** Whether a placeholder stands in a name or in its keyspace's. No server has a keyspace in use that is no word: `USE ${keyspace}`. */
export const isNamedByTemplate = ({ name, keyspace }: QualifiedName, inUse: string | undefined): boolean =>
  isTemplate(name) || (keyspace === undefined ? !/^\w*$/.test(inUse ?? '') : isTemplate(keyspace));

export const isResolvedName = (value: ResolvedName | Refused | Undecided): value is ResolvedName => !('kind' in value);

/** As the server prints a qualified name that it has not looked up: with its keyspace only where one is written. */
export const printTarget = (name: QualifiedName): string =>
  name.keyspace === undefined ? name.name.name : `${name.keyspace.name}.${name.name.name}`;

/** The server's own keyspaces are not changed by statements (`ClientState.preventSystemKSSchemaModification`). */
export function protectedKeyspace(
  keyspace: string,
  span: Span,
  permission: 'CREATE' | 'ALTER' | 'DROP',
  resource: string,
  { release }: Context,
): Outcome {
  if (release === '4.0' && isVirtualKeyspace(keyspace)) {
    return refuse('system-keyspace', `Virtual keyspace '${keyspace}' is not user-modifiable`, span, [keyspace]);
  }
  if (isLocalSystemKeyspace(keyspace, release)) {
    return refuse('system-keyspace', `${keyspace} keyspace is not user-modifiable.`, span, [keyspace], 'unauthorized');
  }
  if (!isReplicatedSystemKeyspace(keyspace)) return undefined;
  if (permission === 'ALTER' && resource.startsWith('<keyspace ')) return undefined;
  return refuse('system-keyspace', `Cannot ${permission} ${resource}`, span, [keyspace], 'unauthorized');
}

/**
 * What every schema statement is asked, since 4.0, before it looks for anything: its keyspace may be changed, and has a name that can
 * be one (`AlterSchemaStatement.execute`).
 */
export function changedKeyspace(named: NamedKeyspace, context: Context): Outcome {
  const { release } = context;
  const { keyspace, span } = named;
  if (!since(release, '4.0')) return undefined;
  if (!isLocalSystemKeyspace(keyspace, release)) return keyspaceNameProblem(named, context);
  const which = release === '4.0' && isVirtualKeyspace(keyspace) ? 'Virtual' : 'System';
  return refuse('system-keyspace', `${which} keyspace '${keyspace}' is not user-modifiable`, span, [keyspace]);
}

/** How the server prints what permissions are about. */
export const keyspaceResource = (keyspace: string): string => `<keyspace ${keyspace}>`;
export const tableResource = (keyspace: string, table: string): string => `<table ${keyspace}.${table}>`;
/** Since 4.1 permission to create a table is about all tables of its keyspace. */
export const creationResource = (keyspace: string, { release }: Context): string =>
  since(release, '4.1') ? `<all tables in ${keyspace}>` : keyspaceResource(keyspace);

/** The name of a keyspace can be one (`KeyspaceMetadata.validateKeyspaceName`). */
export function keyspaceNameProblem({ keyspace, span, template }: NamedKeyspace, { release }: Context): Outcome {
  // The keyspace of names that are declared without one: it is given elsewhere.
  if (keyspace === '' || template) return undefined;
  const plain = /^\w+$/.test(keyspace);
  const long = keyspace.length > 48;
  if (plain && !long) return undefined;
  return refuse('keyspace-name', keyspaceNameSentence(keyspace, plain, release), span, [keyspace]);
}

function keyspaceNameSentence(keyspace: string, plain: boolean, release: CassandraRelease): string {
  if (!since(release, '4.0')) {
    return plain
      ? `Keyspace names shouldn't be more than 48 characters long (got "${keyspace}")`
      : `"${keyspace}" is not a valid keyspace name`;
  }
  if (release === '4.1') {
    return `Keyspace name must not be empty, more than 48 characters long, or contain non-alphanumeric-underscore characters (got '${keyspace}')`;
  }
  return plain
    ? `Keyspace name must not be more than 48 characters long (got ${keyspace.length} characters for "${keyspace}")`
    : `Keyspace name must not be empty and must contain alphanumeric or underscore characters only (got "${keyspace}")`;
}

/** The keyspace, if it is there; otherwise the server's sentence, or doubt where the catalog may not be whole. */
export function existingKeyspace(
  keyspace: string,
  span: Span,
  { session, release }: Context,
  sentence = `Keyspace '${keyspace}' doesn't exist`,
): Keyspace | Refused | Undecided {
  const found = session.catalog.keyspace(keyspace);
  if (found !== undefined) return found;
  if (!session.complete) return undecided('unknown-schema');
  const error = !since(release, '4.0') ? 'config' : 'invalid';
  const message = since(release, '4.0') ? sentence : `Keyspace ${keyspace} doesn't exist`;
  return refuse('keyspace-not-found', message, span, [keyspace], error);
}

/** A keyspace's tables, no views, those of a view's name included. */
export const tablesIn = ({ tables }: Keyspace): readonly Table[] =>
  [...tables.values()].flatMap((table) => (table.kind === 'table' ? [table] : (table.hidden ?? [])));

/** A table of the server's own, a view or a table; `undefined` where there is none of that name. */
export const tableAt = (target: ResolvedName, { session }: Context): Table | undefined =>
  session.catalog.table(target.keyspace, target.name);

/** The outcome of what is not there: a refusal if the catalog is whole, else doubt. */
export const missing = (
  check: CheckId,
  message: string,
  target: Pick<ResolvedName, 'span' | 'name'>,
  { session }: Context,
): Refused | Undecided =>
  session.complete ? refuse(check, message, target.span, [target.name]) : undecided('unknown-schema');

/** Whether a name, or one of many, is a placeholder. */
export const isTemplate = (name: Name | undefined): boolean => name?.template === true;
