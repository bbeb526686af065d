import type { CqlType, Keyspace, UserFunction } from '../../catalog/model.ts';
import { containsUnknown, freeze, sameType } from '../../catalog/types.ts';
import type { QualifiedName, TypeRef } from '../../syntax/ast.ts';
import { inEach, type Outcome } from '../judging/outcome.ts';
import { isVerdict, refuse, undecided } from '../judging/refuse.ts';
import { since } from '../../text/release.ts';
import { prepareType, unwrapFrozen } from '../typing/types/prepare.ts';
import { printTypeRef } from '../typing/types/text.ts';
import type { Refused, Undecided } from '../judging/verdict-model.ts';
import { changedKeyspace, type Context, type ResolvedName, resolveName } from './context.ts';
import { isLocalSystemKeyspace } from '../judging/system-keyspaces.ts';

/** The keyspace and name of a function; 3.11 has a sentence of its own where neither is there. */
export function functionTarget(name: QualifiedName | undefined, context: Context): ResolvedName | Refused | Undecided {
  const target = resolveName(name, context);
  if ('kind' in target && target.kind === 'refused' && !since(context.release, '4.0')) {
    const message = 'Functions must be fully qualified with a keyspace name if a keyspace is not set for the session';
    return { ...target, message };
  }
  return target;
}

/** Functions are made in keyspaces of the user's own. */
export function functionKeyspace(target: ResolvedName, context: Context): Outcome {
  const { release } = context;
  const { keyspace, span } = target;
  if (since(release, '4.0') || !isLocalSystemKeyspace(keyspace, release)) return changedKeyspace(target, context);
  return refuse('system-keyspace', `${keyspace} keyspace is not user-modifiable`, span, [keyspace]);
}

/**
 * Types of arguments and results are frozen by nature, and `frozen` must not be written. What was looked up before is printed with
 * the keyspace that it was found in.
 */
export function frozenProblem(
  types: readonly TypeRef[],
  what: 'Argument' | 'Return type' | 'State type',
  { release }: Context,
  foundIn?: string,
): Outcome {
  return inEach(types, (type) => {
    const { type: inner, frozen } = unwrapFrozen(type);
    const natural = inner.kind === 'tuple' || (since(release, '5.0') && inner.kind === 'vector');
    if (!frozen || natural) return undefined;
    const text = printTypeRef(type, false, foundIn);
    return refuse(
      'frozen-argument',
      `${what} '${text}' cannot be frozen; remove frozen<> modifier from '${text}'`,
      type.span,
    );
  });
}

/** The same in 3.11, which says only where. */
export function frozenProblemIn311(type: TypeRef, where: 'arguments' | 'return type' | 'state type'): Outcome {
  const { type: inner, frozen } = unwrapFrozen(type);
  if (!frozen || inner.kind === 'tuple') return undefined;
  return refuse(
    'frozen-argument',
    `The function ${where} should not be frozen; remove the frozen<> modifier`,
    type.span,
  );
}

/** Types as the catalog has them, or what the server objects to. */
export function prepareTypes(
  types: readonly TypeRef[],
  keyspace: string,
  { session }: Context,
): readonly CqlType[] | Refused | Undecided {
  const prepared: CqlType[] = [];
  let doubt: Undecided | undefined;
  for (const type of types) {
    const one = prepareType(type, keyspace, session);
    if (isVerdict(one)) {
      if (one.kind === 'refused') return one;
      doubt ??= one;
    } else {
      prepared.push(one);
    }
  }
  return doubt ?? prepared;
}

/** The function or aggregate of that name with those parameters; a doubt where some type is not known. */
export function findFunction(
  keyspace: Keyspace,
  name: string,
  parameters: readonly CqlType[],
  { session }: Context,
): UserFunction | undefined | Undecided {
  const overloads = keyspace.functions.get(name) ?? [];
  const unknown = (types: readonly CqlType[]): boolean => types.some((type) => containsUnknown(type, session.catalog));
  if (overloads.length > 0 && (unknown(parameters) || overloads.some((one) => unknown(one.parameters))))
    return undecided('unknown-schema');
  const found = overloads.find((one) => typesMatch(one.parameters, parameters));
  return found !== undefined && unknown([found.returns]) ? undecided('unknown-schema') : found;
}

/** Arguments match whatever is frozen in them. */
export const typesMatch = (a: readonly CqlType[], b: readonly CqlType[]): boolean =>
  a.length === b.length && a.every((type, index) => sameType(freeze(type), freeze(b[index] ?? { kind: 'unknown' })));

export const isUndecidedFunction = (value: UserFunction | undefined | Undecided): value is Undecided =>
  value?.kind === 'undecided';
