import type { CqlType, Keyspace, Table, UserType } from '../../catalog/model.ts';
import { printName } from '../../catalog/names.ts';
import type { AlterType, CreateType, FieldDefinition } from '../../syntax/ast.ts';
import { inEach, inOrder, type Outcome } from '../judging/outcome.ts';
import { isVerdict, refuse, undecided } from '../judging/refuse.ts';
import { since } from '../../text/release.ts';
import { printSignature } from '../typing/functions/signature.ts';
import { prepareType, unwrapFrozen } from '../typing/types/prepare.ts';
import { mentionsUserType } from '../typing/types/mentions.ts';
import { printTypeRef } from '../typing/types/text.ts';
import { fieldsBeyond, vectors } from '../guardrails/tables.ts';
import {
  type Context,
  creationResource,
  existingKeyspace,
  isResolvedName,
  keyspaceNameProblem,
  missing,
  protectedKeyspace,
  tablesIn,
  type ResolvedName,
  resolveName,
} from './context.ts';
import { utf8Bytes } from '../java/bytes.ts';

/** CREATE TYPE (`CreateTypeStatement.apply`). */
export function checkCreateType(statement: CreateType, context: Context): Outcome {
  const target = resolveName(statement.name, context);
  if (!isResolvedName(target))
    return inOrder(
      () => target,
      () => complaintAboutFields(statement.fields, '', undefined, context),
    );
  const { session, release } = context;
  const before = inOrder(
    () => guard(target, 'CREATE', context),
    () => fieldsBeyond(statement.fields.length, { name: target.name, span: target.nameSpan }, context),
    () => vectors(statement.fields, 'Field', context),
  );
  if (before?.kind === 'refused') return before;
  const keyspace = existingKeyspace(target.keyspace, target.span, context);
  if (isVerdict(keyspace) && keyspace.kind === 'refused') {
    if (since(release, '4.0')) return keyspace;
    return refuse('keyspace-not-found', `Cannot add type in unknown keyspace ${target.keyspace}`, target.span, [
      target.keyspace,
    ]);
  }
  if (session.catalog.keyspace(target.keyspace)?.types.has(target.name)) {
    // 3.11 looks at the kinds of the fields even so.
    if (statement.ifNotExists) return since(release, '4.0') ? undefined : inEach(statement.fields, complaintAboutKind);
    const message = since(release, '4.0')
      ? `A user type with name '${target.name}' already exists`
      : `A user type of name ${target.keyspace}.${target.name} already exists`;
    return refuse('already-exists', message, target.nameSpan, [target.name]);
  }
  return inOrder(
    () => complaintAboutFields(statement.fields, target.name, target.keyspace, context),
    () => (isVerdict(keyspace) ? keyspace : undefined),
  );
}

/** ALTER TYPE (`AlterTypeStatement`). */
export function checkAlterType(statement: AlterType, context: Context): Outcome {
  const { release } = context;
  const { change } = statement;
  if (!since(release, '4.0') && change.kind === 'alter') {
    return refuse('alter-field-type', 'Altering of types is not allowed', change.type.span, [change.field.name]);
  }
  const target = resolveName(statement.name, context);
  if (!isResolvedName(target)) return target;
  const before = guard(target, 'ALTER', context);
  if (before?.kind === 'refused') return before;
  const found = existingType(target, statement.ifExists, 'alter', context);
  if (found === undefined || isVerdict(found)) return found;
  const { keyspace, type } = found;
  switch (change.kind) {
    case 'add':
      return inOrder(
        () => checkAdd(change.field, change.ifNotExists, keyspace, type, context),
        () => (type.fields.has(change.field.name.name) ? undefined : addedBeyond(change.field, type, target, context)),
      );
    case 'rename':
      return checkRename(change, keyspace, type, context);
    case 'alter': {
      const message = 'Altering field types is no longer supported';
      return refuse('alter-field-type', message, change.type.span, [change.field.name]);
    }
    case 'unknown':
      return undecided('broken');
  }
}

const addedBeyond = (field: FieldDefinition, { fields }: UserType, target: ResolvedName, context: Context): Outcome =>
  inOrder(
    () => fieldsBeyond(fields.size + 1, { name: target.name, span: target.nameSpan }, context),
    () => vectors([field], 'Field', context),
  );

/** DROP TYPE: nothing uses it any more (`DropTypeStatement.apply`). */
export function checkDropType(target: ResolvedName, ifExists: boolean, context: Context): Outcome {
  const before = guard(target, 'DROP', context);
  if (before?.kind === 'refused') return before;
  const found = existingType(target, ifExists, 'drop', context);
  if (found === undefined || isVerdict(found)) return found;
  const { keyspace } = found;
  const { session, release } = context;
  const uses = (type: CqlType): boolean => mentionsUserType(type, keyspace.name, target.name, session.catalog);
  const functions = [...keyspace.functions.values()]
    .flat()
    .filter(({ parameters, returns, stateType }) =>
      [...parameters, returns, ...(stateType === undefined ? [] : [stateType])].some(uses),
    );
  const types = [...keyspace.types.values()].filter(
    (type) => type.name !== target.name && [...type.fields.values()].some(uses),
  );
  const tables = tablesIn(keyspace).filter(({ columns }) => [...columns.values()].some(({ type }) => uses(type)));

  const users: readonly (readonly [singular: string, plural: string, names: readonly string[]])[] = [
    [
      'function',
      'functions',
      functions.map((one) => (since(release, '4.0') ? `${keyspace.name}.${one.name}` : printSignature(one, release))),
    ],
    ['user type', 'user types', types.map(({ name }) => name)],
    ['table', 'tables', tables.map(({ name }) => name)],
  ];
  for (const [singular, plural, names] of users) {
    const [first] = names;
    if (first === undefined) continue;
    const message = since(release, '4.0')
      ? `Cannot drop user type '${target.keyspace}.${target.name}' as it is still used by ${plural} ${names.join(', ')}`
      : `Cannot drop user type ${target.keyspace}.${target.name} as it is still used by ${singular} ${singular === 'table' ? `${keyspace.name}.` : ''}${first}`;
    return refuse('type-in-use', message, target.span, [target.name, ...names]);
  }
  return before;
}

function guard(target: ResolvedName, permission: 'CREATE' | 'ALTER' | 'DROP', context: Context): Outcome {
  return inOrder(
    () =>
      protectedKeyspace(target.keyspace, target.span, permission, creationResource(target.keyspace, context), context),
    () => (since(context.release, '4.0') ? keyspaceNameProblem(target, context) : undefined),
  );
}

function existingType(target: ResolvedName, ifExists: boolean, action: 'alter' | 'drop', context: Context) {
  const { session, release } = context;
  const keyspace = session.catalog.keyspace(target.keyspace);
  const type = keyspace?.types.get(target.name);
  if (keyspace !== undefined && type !== undefined) return { keyspace, type };
  if (ifExists && session.complete) return undefined;
  return missing('type-not-found', sentence(), target, context);

  function sentence(): string {
    const name = `${target.keyspace}.${target.name}`;
    if (since(release, '4.0')) return action === 'drop' ? `Type '${name}' doesn't exist` : `Type ${name} doesn't exist`;
    return keyspace === undefined
      ? `Cannot ${action} type in unknown keyspace ${target.keyspace}`
      : `No user type named ${name} exists.`;
  }
}

/** 3.11 prints the buffer that holds the name, not what is in it. */
function bufferText(name: string): string {
  const { length } = utf8Bytes(name);
  return `java.nio.HeapByteBuffer[pos=0 lim=${length} cap=${length}]`;
}

/** Names are unlike, types may stand in a user type and exist. */
function complaintAboutFields(
  fields: readonly FieldDefinition[],
  typeName: string,
  keyspace: string | undefined,
  context: Context,
): Outcome {
  const { session, release } = context;
  const duplicates = (): Outcome =>
    inEach(fields, ({ name }, index) => {
      if (name.template || !fields.slice(0, index).some((other) => other.name.name === name.name)) return undefined;
      const message = since(release, '4.0')
        ? `Duplicate field name '${name.name}' in type '${typeName}'`
        : `Duplicate field name ${name.name} in type ${bufferText(typeName)}`;
      return refuse('duplicate-field', message, name.span, [name.name]);
    });
  return inOrder(
    () => (since(release, '4.0') ? duplicates() : undefined),
    () => inEach(fields, complaintAboutKind),
    () =>
      keyspace === undefined
        ? undefined
        : inEach(fields, ({ type }) => problemOf(prepareType(type, keyspace, session))),
    () => (since(release, '4.0') ? undefined : duplicates()),
  );
}

const problemOf = (type: ReturnType<typeof prepareType>): Outcome => (isVerdict(type) ? type : undefined);

function complaintAboutKind({ type, name }: FieldDefinition): Outcome {
  const { type: inner, frozen } = unwrapFrozen(type);
  if (inner.kind === 'native' && inner.name === 'counter' && !frozen) {
    return refuse('counter-in-type', 'A user type cannot contain counters', type.span, [name.name]);
  }
  if (inner.kind === 'user' && !frozen) {
    return refuse('nested-type-not-frozen', 'A user type cannot contain non-frozen UDTs', type.span, [name.name]);
  }
  return undefined;
}

function checkAdd(
  field: FieldDefinition,
  ifNotExists: boolean,
  keyspace: Keyspace,
  type: UserType,
  context: Context,
): Outcome {
  const { session, release } = context;
  const kind = complaintAboutKind(field);
  if (kind !== undefined) return kind;
  const { name } = field;
  const typeName = since(release, '4.0')
    ? `${printName(keyspace.name, release)}.${printName(type.name, release)}`
    : `${keyspace.name}.${type.name}`;
  if (type.fields.has(name.name)) {
    if (ifNotExists) return undefined;
    const message = since(release, '4.0')
      ? `Cannot add field ${name.name} to type ${typeName}: a field with name ${name.name} already exists`
      : `Cannot add new field ${name.name} to type ${typeName}: a field of the same name already exists`;
    return refuse('duplicate-field', message, name.span, [name.name]);
  }
  const prepared = prepareType(field.type, keyspace.name, session);
  if (isVerdict(prepared)) return prepared;
  const written = printTypeRef(field.type, false, keyspace.name);
  if (mentionsUserType(prepared, keyspace.name, type.name, session.catalog)) {
    const message = since(release, '4.0')
      ? `Cannot add new field ${name.name} of type ${written} to user type ${typeName} as it would create a circular reference`
      : `Cannot add new field ${name.name} of type ${written} to type ${typeName} as this would create a circular reference`;
    return refuse('circular-type', message, field.type.span, [type.name]);
  }
  const tables = [...keyspace.tables.values()].filter((table) => isInPartitionKey(table, type, context));
  if (tables.length === 0) return undefined;
  const names = tables.map((table) => `${printName(table.keyspace, release)}.${printName(table.name, release)}`);
  const message =
    `Cannot add new field ${name.name} of type ${written} to user type ${typeName} ` +
    `as the type is being used in partition key by the following tables: ${names.join(', ')}`;
  return refuse('type-in-use', message, name.span, names);
}

const isInPartitionKey = (table: Table, type: UserType, { session }: Context): boolean =>
  table.partitionKey.some((column) => mentionsUserType(column.type, type.keyspace, type.name, session.catalog));

function checkRename(
  change: Extract<AlterType['change'], { kind: 'rename' }>,
  keyspace: Keyspace,
  type: UserType,
  context: Context,
): Outcome {
  const { session, release } = context;
  const typeName = since(release, '4.0')
    ? `${printName(keyspace.name, release)}.${printName(type.name, release)}`
    : `${keyspace.name}.${type.name}`;
  const aggregates = [...keyspace.functions.values()]
    .flat()
    .filter(
      ({ kind, initialCondition, stateType }) =>
        kind === 'aggregate' &&
        initialCondition !== undefined &&
        stateType !== undefined &&
        mentionsUserType(stateType, keyspace.name, type.name, session.catalog),
    );
  const names = [...type.fields.keys()];
  const unknown = (): Outcome =>
    inEach(change.pairs, ({ from, to }) => {
      const index = [...type.fields.keys()].indexOf(from.name);
      if (index >= 0) {
        names[index] = to.name;
        return undefined;
      }
      if (change.ifExists) return undefined;
      if (from.template || type.partial) return undecided('placeholder');
      // 4.0 prints the keyspace in the type's place.
      const message = since(release, '4.0')
        ? `Unkown field ${from.name} in user type ${since(release, '4.1') ? typeName : keyspace.name}`
        : `Unknown field ${from.name} in type ${typeName}`;
      return refuse('unknown-field', message, from.span, [from.name]);
    });
  return inOrder(
    () => (since(release, '4.0') ? inUse() : undefined),
    unknown,
    () => {
      const twice = names.find((name, index) => names.indexOf(name) !== index);
      const pair = change.pairs.find(({ to }) => to.name === twice);
      if (twice === undefined || pair === undefined) return undefined;
      // The keyspace stands where the type should.
      const message = `Duplicate field name ${twice} in type ${since(release, '4.0') ? keyspace.name : bufferText(type.name)}`;
      return refuse('duplicate-field', message, pair.to.span, [twice]);
    },
    () => (since(release, '4.0') ? undefined : inUse()),
  );

  function inUse(): Outcome {
    const [first] = aggregates;
    if (first === undefined) return undefined;
    const message = since(release, '4.0')
      ? `Cannot alter user type ${typeName} as it is still used in INITCOND by aggregates ${aggregates.map(({ name }) => `${keyspace.name}.${name}`).join(', ')}`
      : `Cannot alter user type ${typeName} as it is still used as an INITCOND by aggregate ${printSignature(first, release)}`;
    return refuse('type-in-use', message, change.pairs[0]?.from.span ?? { start: 0, end: 0 }, [type.name]);
  }
}
