import type { CqlType } from '../../../catalog/model.ts';
import { printName } from '../../../catalog/names.ts';
import { isNative, printType } from '../../../catalog/types.ts';
import { type CassandraRelease, since } from '../../../text/release.ts';
import { printArgumentType } from '../types/text.ts';

/** One overload of a function, or what a factory makes of one call. */
export interface Signature {
  readonly keyspace: string;
  readonly name: string;
  readonly parameters: readonly CqlType[];
  readonly returns: CqlType;
  readonly aggregate: boolean;
  /** A function of the user's that gives null where an argument is null. */
  readonly nullOnNull?: boolean;
  /** A function of the user's that gives null whatever it is given. */
  readonly alwaysNull?: boolean;
  /** Of a function of the user's. */
  readonly body?: string;
  /** Built into the server. */
  readonly native: boolean;
  /** Made for the call at hand, so its types are no more certain than the call's. */
  readonly made: boolean;
  /** Other overloads that fit a call as exactly: which of them the server takes is another each time it starts. */
  readonly rivals?: readonly Signature[];
}

/** What a function takes and gives of this type (`AbstractType.udfType`). */
export const functionType = (type: CqlType, release: CassandraRelease): CqlType =>
  isNative(type, 'timeuuid') && since(release, '4.1') ? { kind: 'native', name: 'timeuuid', legacy: true } : type;

/** `system.abs : (int) -> int`, as the server lists the overloads; `constant` tells which arguments a call gives already. */
export function printSignature(
  { keyspace, name, parameters, returns }: Pick<Signature, 'keyspace' | 'name' | 'parameters' | 'returns'>,
  release: CassandraRelease,
  constant: readonly boolean[] = [],
): string {
  const types = parameters
    .map((type, at) => `${printArgumentType(type, release)}${constant[at] === true ? '(constant)' : ''}`)
    .join(', ');
  // 3.11 prints names as they are; later releases as they would have to be written.
  const full =
    release === '3.11' ? `${keyspace}.${name}` : `${printName(keyspace, release)}.${printName(name, release)}`;
  return `${full} : (${types}) -> ${printType(returns, release)}`;
}
