import type { CqlType } from '../../../catalog/model.ts';
import { resolveType } from '../../../catalog/types.ts';
import type { TypeRef } from '../../../syntax/ast.ts';
import { refuse, undecided } from '../../judging/refuse.ts';
import type { Refused, Session, Undecided } from '../../judging/verdict-model.ts';
import { printTypeRef } from './text.ts';

/**
 * What a written type stands for in a statement on `keyspace`, or why the server refuses it (`CQL3Type.Raw.prepare`).
 *
 * Types of columns, fields, arguments, casts and hints all go through here. The keyspace itself is taken to exist.
 */
export const prepareType = (type: TypeRef, keyspace: string, session: Session): CqlType | Refused | Undecided =>
  complaintAboutType(type, false, keyspace, session) ?? resolveType(type, keyspace);

/** What `frozen<…>` holds, and whether the type is frozen, be it by nature. */
export function unwrapFrozen(type: TypeRef): { readonly type: TypeRef; readonly frozen: boolean } {
  if (type.kind !== 'frozen') return { type, frozen: type.kind === 'tuple' || type.kind === 'vector' };
  const [inner] = type.arguments;
  return inner === undefined ? { type, frozen: true } : { type: unwrapFrozen(inner).type, frozen: true };
}

function complaintAboutType(
  written: TypeRef,
  frozenAround: boolean,
  keyspace: string,
  session: Session,
): Refused | Undecided | undefined {
  const { type, frozen: frozenHere } = unwrapFrozen(written);
  const frozen = frozenAround || frozenHere;
  switch (type.kind) {
    case 'list':
    case 'set':
    case 'map': {
      const [first, second] = type.arguments;
      const key = type.kind === 'map' ? first : undefined;
      const value = type.kind === 'map' ? second : first;
      if (value === undefined) return undefined;
      return (
        complaintAboutContent(type, frozen, key, value) ??
        complaintAboutType(value, frozen, keyspace, session) ??
        (key === undefined ? undefined : complaintAboutType(key, frozen, keyspace, session))
      );
    }
    case 'tuple':
      for (const item of type.arguments) {
        if (isWritten(item, 'counter'))
          return refuse('counter-in-tuple', 'Counters are not allowed inside tuples', item.span);
        const complaint = complaintAboutType(item, true, keyspace, session);
        if (complaint !== undefined) return complaint;
      }
      return undefined;
    case 'vector': {
      const [item] = type.arguments;
      const complaint = item === undefined ? undefined : complaintAboutType(item, false, keyspace, session);
      if (complaint !== undefined || type.dimension === undefined || type.dimension > 0) return complaint;
      return refuse(
        'vector-dimension',
        `vectors may only have positive dimensions; given ${type.dimension}`,
        type.span,
      );
    }
    case 'user':
      return complaintAboutUserType(type, keyspace, session);
    default:
      return undefined;
  }
}

function complaintAboutContent(
  type: TypeRef,
  frozen: boolean,
  key: TypeRef | undefined,
  value: TypeRef,
): Refused | undefined {
  const text = printTypeRef(type, frozen);
  const nested = frozen ? undefined : complaintAboutNesting(value, text);
  if (nested !== undefined) return nested;
  if (isWritten(value, 'counter')) return counterInside(text, value);
  if (isWritten(value, 'duration') && type.kind === 'set') {
    return refuse('duration-in-set', `Durations are not allowed inside sets: ${text}`, value.span);
  }
  if (key === undefined) return undefined;
  if (isWritten(key, 'counter')) return counterInside(text, key);
  if (isWritten(key, 'duration'))
    return refuse('duration-map-key', `Durations are not allowed as map keys: ${text}`, key.span);
  return frozen ? undefined : complaintAboutNesting(key, text);
}

const counterInside = (text: string, guilty: TypeRef): Refused =>
  refuse('counter-in-collection', `Counters are not allowed inside collections: ${text}`, guilty.span);

function complaintAboutNesting(inner: TypeRef, text: string): Refused | undefined {
  if (inner.kind === 'list' || inner.kind === 'set' || inner.kind === 'map') {
    const message = `Non-frozen collections are not allowed inside collections: ${text}`;
    return refuse('nested-collection-not-frozen', message, inner.span);
  }
  if (inner.kind === 'user') {
    return refuse('nested-type-not-frozen', `Non-frozen UDTs are not allowed inside collections: ${text}`, inner.span);
  }
  return undefined;
}

const isWritten = (type: TypeRef, name: string): boolean => type.kind === 'native' && type.name === name;

function complaintAboutUserType(
  type: Extract<TypeRef, { kind: 'user' }>,
  keyspace: string,
  session: Session,
): Refused | Undecided | undefined {
  const { keyspace: qualifier, name } = type.type;
  if (name.template || qualifier?.template) return undecided('placeholder');
  if (qualifier !== undefined && qualifier.name !== keyspace) {
    const message =
      `Statement on keyspace ${keyspace} cannot refer to a user type in keyspace ${qualifier.name}; ` +
      'user types can only be used in the keyspace they are defined in';
    return refuse('foreign-user-type', message, type.span, [qualifier.name, name.name]);
  }
  if (session.catalog.keyspace(keyspace)?.types.has(name.name)) return undefined;
  if (!session.complete) return undecided('unknown-schema');
  return refuse('unknown-type', `Unknown type ${keyspace}.${name.name}`, type.span, [name.name]);
}
