import { type Keyspace, type Location, printName } from '../catalog/index.ts';
import type { QualifiedName, Statement, TypeRef } from '../syntax/ast.ts';
import { nearest } from './nearest.ts';
import { serverName } from '../text/release.ts';
import type { Finding, Rule, RuleContext } from './rule.ts';

/** A type that Cassandra does not have and its keyspace, which the workspace declares, does not either. */
export const unknownType: Rule = {
  code: 'unknown-type',
  summary: 'There is no such type.',
  severities: ['error', 'warning', 'hint'],
  profile: 'recommended',
  tags: ['names'],
  saidOnce: ({ severity, message }) => (severity === 'hint' ? message : undefined),
  check(context) {
    const { verdict, statement } = context;
    if (verdict.kind === 'refused') {
      const name = userTypesOf(statement).find(({ span }) => span.start === verdict.spans[0].start);
      if (name === undefined) return [];
      const isUnknown =
        verdict.check === 'unknown-type' ||
        // The server looks first whether it is frozen; that helps nobody who means a type of another name.
        (verdict.check === 'nested-type-not-frozen' &&
          isMissing(context, name) &&
          meantBy(context, name) !== undefined);
      return isUnknown ? [findingOf(context, name, { kind: verdict.error, message: verdict.message })] : [];
    }
    const types = userTypesOf(statement);
    return types
      .filter((type, index) => types.findIndex((other) => isSame(other, type)) === index && isMissing(context, type))
      .map((name) => findingOf(context, name, undefined));
  },
  fixes(context, finding) {
    const types = userTypesOf(context.statement);
    const name = types.find(({ span }) => span.start === finding.span.start);
    const instead = name === undefined ? undefined : meantBy(context, name);
    if (name === undefined || instead === undefined) return [];
    return [
      {
        id: 'nearest',
        title: `Change to \`${instead}\``,
        kind: 'quickfix',
        safe: false,
        preferred: true,
        edits: () =>
          types
            .filter((type) => isSame(type, name))
            .map(({ span }) => ({ at: { uri: context.uri, segment: context.segment, span }, text: instead })),
      },
    ];
  },
};

function findingOf(context: RuleContext, name: QualifiedName, server: Finding['server'] | undefined): Finding {
  const instead = meantBy(context, name);
  const hint = instead === undefined ? '' : ` Did you mean \`${instead}\`?`;
  const later = madeLater(context, name);
  if (later !== undefined && server === undefined) {
    return {
      code: 'unknown-type',
      severity: 'hint',
      span: name.span,
      message: `\`${name.name.text}\` is made further down in this file: a script that runs from its top names it before it is there.`,
      related: [{ at: later, message: 'Made here' }],
    };
  }
  return {
    code: 'unknown-type',
    severity: server !== undefined ? 'error' : instead === undefined ? 'hint' : 'warning',
    span: name.span,
    message: `There is no type \`${name.name.text}\`, neither ${serverName(context.session)}'s own nor in the keyspace.${hint}`,
    ...(server !== undefined && { server }),
    related: [],
  };
}

/** Where the project makes the type in the end, after what names it. */
function madeLater(context: RuleContext, type: QualifiedName): Location | undefined {
  const keyspace = keyspaceOf(context, type)?.name;
  const made = keyspace === undefined ? undefined : context.surroundings.catalog.keyspace(keyspace);
  const { location } = made?.types.get(type.name.name) ?? {};
  return location?.uri === context.uri ? location : undefined;
}

const isSame = (one: QualifiedName, other: QualifiedName): boolean =>
  one.name.name === other.name.name && one.keyspace?.name === other.keyspace?.name;

function isMissing(context: RuleContext, type: QualifiedName): boolean {
  if (type.name.template || type.keyspace?.template) return false;
  const declared = keyspaceOf(context, type);
  if (declared === undefined || !declared.declared) return isOfOtherLanguage(context, type);
  if (declared.system) return false;
  // What a refused statement would have made is told there.
  return !declared.types.has(type.name.name) && !context.surroundings.isRefused('type', declared.name, type.name.name);
}

/** A type of SQL, in a keyspace that the project does not make: hardly anybody has given one of their own its name. */
const isOfOtherLanguage = ({ session }: RuleContext, { keyspace, name }: QualifiedName): boolean =>
  keyspace === undefined &&
  OF_OTHER_LANGUAGES.has(name.name) &&
  ![...session.catalog.keyspaces()].some(({ types }) => types.has(name.name));

/** The type of the keyspace with a name like it, Cassandra's name for a type of SQL, or a type of Cassandra's own. */
function meantBy(context: RuleContext, type: QualifiedName): string | undefined {
  const { keyspace, name } = type;
  const near = nearest(name.name, keyspaceOf(context, type)?.types.keys() ?? []);
  if (near !== undefined) return keyspace === undefined ? printName(near) : `${keyspace.text}.${printName(near)}`;
  if (keyspace !== undefined) return undefined;
  return OF_OTHER_LANGUAGES.get(name.name) ?? nearest(name.name, NATIVE);
}

/** A type that says no keyspace is of the keyspace of what is declared. */
function keyspaceOf({ session, statement }: RuleContext, type: QualifiedName): Keyspace | undefined {
  const declared =
    'name' in statement && statement.name !== undefined && 'keyspace' in statement.name
      ? statement.name.keyspace?.name
      : undefined;
  const where = type.keyspace?.name ?? declared ?? session.keyspace;
  return where === undefined ? undefined : session.catalog.keyspace(where);
}

/** The names of user types in the columns and fields that a statement declares. */
function userTypesOf(statement: Statement): readonly QualifiedName[] {
  switch (statement.kind) {
    case 'create-table':
      return statement.columns.flatMap(({ type }) => inType(type));
    case 'create-type':
      return statement.fields.flatMap(({ type }) => inType(type));
    case 'alter-table':
      return statement.change.kind === 'add' ? statement.change.columns.flatMap(({ type }) => inType(type)) : [];
    case 'alter-type':
      return statement.change.kind === 'add' ? inType(statement.change.field.type) : [];
    default:
      return [];
  }
}

function inType(type: TypeRef): readonly QualifiedName[] {
  if (type.kind === 'user') return [type.type];
  return 'arguments' in type ? type.arguments.flatMap(inType) : [];
}

const NATIVE =
  'ascii bigint blob boolean counter date decimal double duration float inet int smallint text time timestamp timeuuid tinyint uuid varchar varint'.split(
    ' ',
  );

/** What SQL and programming languages call the types that Cassandra has under another name. */
const OF_OTHER_LANGUAGES: ReadonlyMap<string, string> = new Map([
  ['integer', 'int'],
  ['int2', 'smallint'],
  ['int4', 'int'],
  ['int8', 'bigint'],
  ['int16', 'smallint'],
  ['int32', 'int'],
  ['int64', 'bigint'],
  ['long', 'bigint'],
  ['number', 'decimal'],
  ['numeric', 'decimal'],
  ['real', 'float'],
  ['float4', 'float'],
  ['float8', 'double'],
  ['bool', 'boolean'],
  ['string', 'text'],
  ['char', 'text'],
  ['nvarchar', 'text'],
  ['varchar2', 'text'],
  ['clob', 'text'],
  ['tinytext', 'text'],
  ['mediumtext', 'text'],
  ['longtext', 'text'],
  ['json', 'text'],
  ['bytes', 'blob'],
  ['bytea', 'blob'],
  ['binary', 'blob'],
  ['varbinary', 'blob'],
  ['datetime', 'timestamp'],
  ['datetime2', 'timestamp'],
  ['timestamptz', 'timestamp'],
  ['guid', 'uuid'],
  ['uniqueidentifier', 'uuid'],
  // Nothing counts up by itself.
  ['serial', 'uuid'],
  ['bigserial', 'uuid'],
]);
