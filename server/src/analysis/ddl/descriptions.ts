import type { CheckId } from '../judging/checks.ts';
import type { Keyspace } from '../../catalog/model.ts';
import type { CommentOn, Describe, Name, SecurityLabel } from '../../syntax/ast.ts';
import { inOrder, type Outcome } from '../judging/outcome.ts';
import { isVerdict, refuse, undecided } from '../judging/refuse.ts';
import { since } from '../../text/release.ts';
import {
  type Context,
  creationResource,
  existingKeyspace,
  isResolvedName,
  keyspaceNameProblem,
  keyspaceResource,
  missing,
  protectedKeyspace,
  tableAt,
  tableResource,
  type ResolvedName,
  resolveName,
} from './context.ts';

/** COMMENT ON and SECURITY LABEL ON: what they are about may be changed, and is there (`SchemaDescriptionStatement`). */
export function checkDescription(statement: CommentOn | SecurityLabel, context: Context): Outcome {
  const target = describedTarget(statement, context);
  if (!isResolvedName(target))
    return inOrder(
      () => target,
      () => textProblem(statement, context),
    );
  const { keyspace, span } = target;
  return inOrder(
    () => protectedKeyspace(keyspace, span, 'ALTER', resourceOf(statement, target, context), context),
    () => textProblem(statement, context),
    () => keyspaceNameProblem(target, context),
    () => describedProblem(statement, target, context),
  );
}

/** A keyspace is a target of its own name. */
function describedTarget({ what, name }: CommentOn | SecurityLabel, context: Context): ReturnType<typeof resolveName> {
  if (name === undefined || what !== 'keyspace') return resolveName(name, context);
  if (name.name.template) return undecided('placeholder');
  return { keyspace: name.name.name, name: name.name.name, span: name.span, nameSpan: name.name.span, template: false };
}

/** Types are changed by who may change all tables of their keyspace. */
function resourceOf({ what }: CommentOn | SecurityLabel, { keyspace, name }: ResolvedName, context: Context): string {
  if (what === 'keyspace') return keyspaceResource(keyspace);
  return what === 'type' || what === 'field' ? creationResource(keyspace, context) : tableResource(keyspace, name);
}

function textProblem({ kind, text }: CommentOn | SecurityLabel, { session }: Context): Outcome {
  if (text === undefined) return undefined;
  const { value, span } = text;
  const label = kind === 'security-label';
  if (value === '')
    return refuse('label-text', `Cannot set ${label ? 'security label' : 'comment'} to empty string`, span);
  const [what, setting, usual] = label
    ? (['security label', 'max_security_label_length', 48] as const)
    : (['comment', 'max_comment_length', 128] as const);
  const most = Number(session.configuration?.get(setting) ?? usual);
  if (!(value.length > most)) return undefined;
  return refuse('label-text', `${what} length (${value.length}) exceeds maximum allowed length (${most})`, span);
}

function describedProblem(
  { what, member, kind }: CommentOn | SecurityLabel,
  target: ResolvedName,
  context: Context,
): Outcome {
  const keyspace = existingKeyspace(target.keyspace, target.span, context);
  if (isVerdict(keyspace)) return keyspace;
  if (what === 'keyspace') return undefined;
  if (what === 'type' || what === 'field') {
    const type = keyspace.types.get(target.name);
    if (type !== undefined) {
      if (member === undefined || member.template || type.partial || type.fields.has(member.name)) return undefined;
      const message = `Field '${member.name}' doesn't exist in type '${target.keyspace}.${target.name}'`;
      return refuse('unknown-field', message, member.span, [member.name]);
    }
    return missing('type-not-found', `Type '${target.keyspace}.${target.name}' doesn't exist`, target, context);
  }
  const table = tableAt(target, context);
  if (table === undefined)
    return missing('table-not-found', `Table '${target.keyspace}.${target.name}' doesn't exist`, target, context);
  if (table.kind === 'table') {
    if (member === undefined || member.template || table.partial || table.columns.has(member.name)) return undefined;
    const message = `Column '${member.name}' doesn't exist in table '${target.keyspace}.${target.name}'`;
    return refuse('unknown-column', message, member.span, [member.name]);
  }
  const described = kind === 'comment-on' ? 'comment' : 'security label';
  const message = `Cannot set ${described} on non-regular table '${target.keyspace}.${target.name}'`;
  return refuse('not-a-table', message, target.span, [target.name]);
}

/** DESCRIBE of one thing: it is there (`DescribeStatement`). In 3.11 it is a command of cqlsh. */
export function checkDescribe({ what, name, span }: Describe, context: Context): Outcome {
  const { session, release } = context;
  if (!since(release, '4.0')) return undefined;
  const word = /^(?:only )?keyspace\b/.test(what) ? 'keyspace' : (what.split(' ')[0] ?? '');
  if (name === undefined) {
    if (word !== 'keyspace' || session.keyspace !== undefined) return undefined;
    return session.complete ? refuse('no-keyspace', NO_KEYSPACE, span) : undecided('unknown-schema');
  }
  const keyspaceProblem = (keyspace: Name): Outcome =>
    keyspace.template || session.catalog.keyspace(keyspace.name) !== undefined
      ? undefined
      : missing(
          'keyspace-not-found',
          `'${keyspace.name}' not found in keyspaces`,
          { span: keyspace.span, name: keyspace.name },
          context,
        );
  if (word === 'keyspace') return keyspaceProblem(name.name);
  if (word === 'element' && name.keyspace === undefined && session.catalog.keyspace(name.name.name) !== undefined)
    return undefined;
  const target = resolveName(name, context);
  if (!isResolvedName(target)) {
    if (target.kind === 'undecided') return target;
    const message = word === 'element' ? `'${name.name.name}' not found in keyspaces` : NO_KEYSPACE;
    return refuse(word === 'element' ? 'keyspace-not-found' : 'no-keyspace', message, name.span, [name.name.name]);
  }
  const keyspace = session.catalog.keyspace(target.keyspace);
  if (keyspace === undefined)
    return name.keyspace === undefined ? undecided('unknown-schema') : keyspaceProblem(name.keyspace);
  const kinds = DESCRIBED.get(word);
  if (kinds === undefined || isThere(keyspace, target.name, word)) return undefined;
  return missing(kinds.check, kinds.sentence(target), target, context);
}

const NO_KEYSPACE = 'No keyspace specified and no current keyspace';

interface Kind {
  readonly check: CheckId;
  readonly sentence: (target: Pick<ResolvedName, 'keyspace' | 'name'>) => string;
}

const inTheWordsOf = (check: CheckId, what: string): Kind => ({
  check,
  sentence: ({ keyspace, name }) => `${what} '${name}' not found in '${keyspace}'`,
});

const TABLE: Kind = {
  check: 'table-not-found',
  sentence: ({ keyspace, name }) => `Table '${name}' not found in keyspace '${keyspace}'`,
};

const DESCRIBED: ReadonlyMap<string, Kind> = new Map([
  ['table', TABLE],
  ['columnfamily', TABLE],
  ['materialized', inTheWordsOf('view-not-found', 'Materialized view')],
  ['index', inTheWordsOf('index-not-found', 'Table for existing index')],
  ['type', inTheWordsOf('type-not-found', 'User defined type')],
  ['function', inTheWordsOf('function-not-found', 'User defined function')],
  ['aggregate', inTheWordsOf('function-not-found', 'User defined aggregate')],
  [
    'element',
    { check: 'table-not-found', sentence: ({ keyspace, name }) => `'${name}' not found in keyspace '${keyspace}'` },
  ],
]);

function isThere(keyspace: Keyspace, name: string, word: string): boolean {
  switch (word) {
    case 'type':
      return keyspace.types.has(name);
    case 'index':
      return keyspace.indexes.has(name);
    case 'function':
    case 'aggregate':
      return keyspace.functions.get(name)?.some(({ kind }) => kind === word) === true;
    case 'materialized':
      return keyspace.tables.get(name)?.kind === 'view';
    case 'element':
      return keyspace.tables.has(name) || keyspace.indexes.has(name);
    default: {
      const table = keyspace.tables.get(name);
      return table !== undefined && (table.kind !== 'view' || table.hidden !== undefined);
    }
  }
}
