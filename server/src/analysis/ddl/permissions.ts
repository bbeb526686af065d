import type { ListStatement, Permission, Resource } from '../../syntax/ast.ts';
import { inOrder, type Outcome } from '../outcome.ts';
import { isVerdict, refuse, undecided } from '../refuse.ts';
import { since } from '../release.ts';
import { type Context, existingKeyspace, isTarget, missing, tableAt, targetOf } from './context.ts';
import { findFunction, isUndecidedFunction, prepareTypes } from './function-parts.ts';
import { complaintAboutAnonymous } from '../login.ts';

/** GRANT and REVOKE, of permissions and of roles. `text` is the request, which one of the server's sentences repeats. */
export function checkPermission(statement: Permission, context: Context, text: string): Outcome {
  const { permissions, resource, span } = statement;
  const login = (): Outcome => complaintAboutAnonymous(context.session, span);
  if (permissions.length === 0 || resource === undefined) return login();
  return inOrder(
    () => whileParsing(resource, context),
    () => applicable(resource, permissions, context, text),
    login,
    () => isThere(resource, context),
  );
}

/** LIST of permissions, roles and users. */
export const checkListing = ({ resource, span }: ListStatement, context: Context): Outcome =>
  inOrder(
    () => (resource === undefined ? undefined : whileParsing(resource, context)),
    () => complaintAboutAnonymous(context.session, span),
    () => (resource === undefined ? undefined : isThere(resource, context)),
  );

/** What the parser asks of names. */
function whileParsing(resource: Resource, context: Context): Outcome {
  const { kind, name, text, span } = resource;
  if (text !== undefined) return objectNameProblem(text, kind === 'mbeans', resource);
  if (kind !== 'function' || name === undefined) return undefined;
  if (name.keyspace === undefined) {
    const message = 'In this context function name must be explictly qualified by a keyspace';
    return refuse('no-keyspace', message, name.span, [name.name.name]);
  }
  if (name.keyspace.template) return undecided('placeholder');
  const keyspace = existingKeyspace(name.keyspace.name, name.keyspace.span, context);
  if (isVerdict(keyspace)) {
    if (keyspace.kind === 'undecided') return keyspace;
    const message = `Keyspace ${name.keyspace.name} doesn't exist`;
    return refuse('keyspace-not-found', message, span, [name.keyspace.name], 'config');
  }
  const types = prepareTypes(resource.parameters ?? [], name.keyspace.name, context);
  return isVerdict(types) ? types : undefined;
}

/** Names of MBeans are those of JMX (`javax.management.ObjectName`). */
function objectNameProblem(text: string, plural: boolean, { span }: Resource): Outcome {
  const wrong = (message: string): Outcome => refuse('mbean-name', message, span, [text], 'syntax');
  if (text === '') return wrong('Empty JMX object name supplied');
  if (text === '*:*') return wrong('Please use ALL MBEANS instead of wildcard pattern');
  if (!OBJECT_NAME.test(text)) return wrong(`${text} is not a valid JMX object name`);
  if (!plural || /[*?]/.test(text)) return undefined;
  return wrong(`Plural form used, but non-pattern JMX object name specified (${text})`);
}

const PROPERTY = String.raw`[^,=:*?\n]+=(?:"(?:[^"\\\n]|\\.)*"|[^,=:"\n]*)`;
const OBJECT_NAME = new RegExp(String.raw`^[^:\n]*:(?:\*|${PROPERTY}(?:,${PROPERTY})*(?:,\*)?|\*(?:,${PROPERTY})+)$`);

/** Some of the permissions can be had on a thing of that kind (`IResource.applicablePermissions`). */
function applicable(resource: Resource, permissions: readonly string[], context: Context, text: string): Outcome {
  const { kind, name, span } = resource;
  const found = kind === 'function' ? functionProblem(resource, context, text) : undefined;
  if (found !== undefined) return found;
  const possible = permissionsOn(resource, context);
  if (permissions.includes('ALL') || permissions.some((permission) => possible.includes(permission))) return undefined;
  const message = `Resource type ${classOf(resource)} does not support any of the requested permissions`;
  return refuse('permission', message, span, name === undefined ? [] : [name.name.name], 'syntax');
}

function functionProblem({ name, parameters, span }: Resource, context: Context, text: string): Outcome {
  const keyspace = name?.keyspace?.name ?? '';
  if (name === undefined || name.name.template) return undecided('placeholder');
  if (keyspace === 'system') {
    if (!since(context.release, '5.0')) return undefined;
    return refuse('builtin-function', 'Altering permissions on builtin functions is not supported', span, [
      name.name.name,
    ]);
  }
  const { session } = context;
  const types = prepareTypes(parameters ?? [], keyspace, context);
  if (isVerdict(types)) return types;
  const space = session.catalog.keyspace(keyspace);
  const found = space === undefined ? undefined : findFunction(space, name.name.name, types, context);
  if (found !== undefined) return isUndecidedFunction(found) ? found : undefined;
  if (!session.complete) return undecided('unknown-schema');
  // The server asks the function that it has not found which permissions it has.
  const message = `Failed parsing statement: [${text}] reason: NoSuchElementException No value present`;
  return refuse('function-not-found', message, span, [name.name.name], 'syntax');
}

function permissionsOn({ kind }: Resource, { release }: Context): readonly string[] {
  const masking = since(release, '5.0') ? ['UNMASK', 'SELECT_MASKED'] : [];
  switch (kind) {
    case 'keyspaces':
    case 'keyspace':
    case 'tables':
      return ['CREATE', 'ALTER', 'DROP', 'SELECT', 'MODIFY', 'AUTHORIZE', ...masking];
    case 'table':
      return ['ALTER', 'DROP', 'SELECT', 'MODIFY', 'AUTHORIZE', ...masking];
    case 'roles':
      return ['CREATE', 'ALTER', 'DROP', 'AUTHORIZE', 'DESCRIBE'];
    case 'role':
      return ['ALTER', 'DROP', 'AUTHORIZE', 'DESCRIBE'];
    case 'functions':
      return ['CREATE', 'ALTER', 'DROP', 'AUTHORIZE', 'EXECUTE'];
    case 'function':
      return ['ALTER', 'DROP', 'AUTHORIZE', 'EXECUTE'];
    case 'mbeans':
    case 'mbean':
      return ['AUTHORIZE', 'DESCRIBE', 'EXECUTE', 'MODIFY', 'SELECT'];
  }
}

function classOf({ kind }: Resource): string {
  switch (kind) {
    case 'roles':
    case 'role':
      return 'RoleResource';
    case 'functions':
    case 'function':
      return 'FunctionResource';
    case 'mbeans':
    case 'mbean':
      return 'JMXResource';
    default:
      return 'DataResource';
  }
}

/** Who has logged in is told what is not there; who may grant, only the server knows. */
function isThere({ kind, name }: Resource, context: Context): Outcome {
  if (name === undefined || name.name.template) return undefined;
  switch (kind) {
    case 'keyspace':
    case 'tables':
    case 'functions': {
      if (context.session.catalog.keyspace(name.name.name) !== undefined) return undefined;
      const what = kind === 'keyspace' ? `<keyspace ${name.name.name}>` : `<all ${kind} in ${name.name.name}>`;
      const message = `Resource ${what} doesn't exist`;
      return missing('keyspace-not-found', message, { span: name.span, name: name.name.name }, context);
    }
    case 'table': {
      const target = targetOf(name, context);
      if (!isTarget(target)) return target;
      if (tableAt(target, context) !== undefined) return undefined;
      const message = `Resource <table ${target.keyspace}.${target.name}> doesn't exist`;
      return missing('table-not-found', message, target, context);
    }
    default:
      return undefined;
  }
}
