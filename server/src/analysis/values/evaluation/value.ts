import type { CqlType } from '../../../catalog/model.ts';
import type { Bytes } from '../../java/bytes.ts';

/** What a term is when the statement runs: the bytes that the server would hold, null, or something that only the server knows. */
export type Value = Known | Null | Open;

export interface Known {
  readonly kind: 'known';
  readonly bytes: Bytes;
  readonly parts?: Parts;
}

export interface Null {
  readonly kind: 'null';
}

export interface Open {
  readonly kind: 'open';
  readonly nullable: boolean;
  readonly parts?: Parts;
  /** Nothing else has this value: it is made when the statement runs. */
  readonly unique?: true;
  /** Of a timestamp, a date or a timeuuid: when it is. */
  readonly moment?: Moment;
}

/** Milliseconds since 1970: a time lies between the first and the last of them. */
export interface Moment {
  readonly first: bigint;
  readonly last: bigint;
  /** What it would be, were the zone of the server UTC. */
  readonly local?: bigint;
}

/** What a collection, tuple or user type is made of: in their order, or by their keys, among which are those of a set. */
export type Parts =
  | { readonly kind: 'sequence'; readonly values: readonly Value[] }
  | { readonly kind: 'entries'; readonly keys: KeyType; readonly entries: readonly KeyedPart[] };

/** What the elements of a set or the keys of a map are. */
export interface KeyType {
  readonly type: CqlType;
  /** Equal ones have equal bytes. */
  readonly hasOneForm: boolean;
}

export interface KeyedPart {
  readonly key: Value;
  readonly value?: Value | undefined;
}

export const NULL: Null = { kind: 'null' };
/** Some value, which is not null. */
export const SOMETHING: Open = { kind: 'open', nullable: false };
/** Some value that nothing else has. */
export const UNIQUE: Open = { kind: 'open', nullable: false, unique: true };
/** Some value, or null. */
export const ANYTHING: Open = { kind: 'open', nullable: true };

export const known = (bytes: Bytes, parts?: Parts): Known => ({ kind: 'known', bytes, ...(parts && { parts }) });
export const made = (parts: Parts): Open => ({ ...SOMETHING, parts });
export const isUnique = (value: Value | undefined): boolean => value?.kind === 'open' && value.unique === true;
export const isNullable = (value: Value): boolean => value.kind === 'null' || (value.kind === 'open' && value.nullable);
