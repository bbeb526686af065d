/** What a term is when the statement runs: the bytes that the server would hold, null, or something that only the server knows. */
export type Value = Known | Null | Open;

export interface Known {
  readonly kind: 'known';
  readonly bytes: Bytes;
}

export interface Null {
  readonly kind: 'null';
}

export interface Open {
  readonly kind: 'open';
  readonly nullable: boolean;
}

/** Signed or not makes no difference: each is 0 to 255. */
export type Bytes = readonly number[];

export const NULL: Null = { kind: 'null' };
/** Some value, which is not null. */
export const SOMETHING: Open = { kind: 'open', nullable: false };
/** Some value, or null. */
export const ANYTHING: Open = { kind: 'open', nullable: true };

export const known = (bytes: Bytes): Known => ({ kind: 'known', bytes });
export const isNullable = (value: Value): boolean => value.kind === 'null' || (value.kind === 'open' && value.nullable);
