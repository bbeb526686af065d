import { type Bytes, floatingBytes, integerBytes, readFloating, readInteger, varintBytes } from '../../java/bytes.ts';

/** A number as Java holds it. */
export type Num =
  | { readonly kind: 'whole'; readonly value: bigint }
  | { readonly kind: 'floating'; readonly value: number }
  | { readonly kind: 'decimal'; readonly unscaled: bigint; readonly scale: number };

/** Bytes of a whole number of fixed size. */
export const SIZES: ReadonlyMap<string, number> = new Map([
  ['tinyint', 1],
  ['smallint', 2],
  ['int', 4],
  ['bigint', 8],
  ['counter', 8],
]);

/** The number that the bytes of a type hold; `undefined` where they hold none. */
export function readNumber(type: string, bytes: Bytes): Num | undefined {
  if (bytes.length === 0) return undefined;
  switch (type) {
    case 'float':
    case 'double':
      return bytes.length === 4 || bytes.length === 8 ? { kind: 'floating', value: readFloating(bytes) } : undefined;
    case 'decimal':
      return bytes.length < 5
        ? undefined
        : { kind: 'decimal', unscaled: readInteger(bytes.slice(4)), scale: Number(readInteger(bytes.slice(0, 4))) };
    default: {
      // A blob may be longer than the number that the server takes from its beginning.
      const size = SIZES.get(type) ?? bytes.length;
      return bytes.length < size ? undefined : { kind: 'whole', value: readInteger(bytes.slice(0, size)) };
    }
  }
}

/** The number converted to a type as Java's `Number` does it, in bytes; `undefined` where that cannot be told. */
export function writeNumber(type: string, number: Num): Bytes | undefined {
  switch (type) {
    case 'float':
    case 'double': {
      const value = toFloating(number);
      return value === undefined ? undefined : floatingBytes(value, type === 'float' ? 4 : 8);
    }
    case 'varint': {
      const value = toWhole(number);
      return value === undefined ? undefined : varintBytes(value);
    }
    case 'decimal': {
      if (number.kind === 'floating') return undefined;
      const { unscaled, scale } = number.kind === 'whole' ? { unscaled: number.value, scale: 0 } : number;
      return [...integerBytes(BigInt(scale), 4), ...varintBytes(unscaled)];
    }
    default: {
      const value = toWhole(number, type === 'bigint' || type === 'counter' ? 64 : 32);
      return value === undefined ? undefined : integerBytes(value, SIZES.get(type) ?? 8);
    }
  }
}

/** What is behind the point is cut off; doubles stop at the ends of the int or long that they are converted to. */
export function toWhole(number: Num, bits: 32 | 64 = 64): bigint | undefined {
  switch (number.kind) {
    case 'whole':
      return number.value;
    case 'floating': {
      if (Number.isNaN(number.value)) return 0n;
      const limit = 1n << BigInt(bits - 1);
      if (number.value >= Number(limit)) return limit - 1n;
      if (number.value <= -Number(limit)) return -limit;
      return BigInt(Math.trunc(number.value));
    }
    case 'decimal': {
      const { unscaled, scale } = number;
      if (Math.abs(scale) > 1000) return undefined;
      return scale <= 0 ? unscaled * 10n ** BigInt(-scale) : unscaled / 10n ** BigInt(scale);
    }
  }
}

export function toFloating(number: Num): number | undefined {
  if (number.kind === 'floating') return number.value;
  if (number.kind === 'whole') return Number(number.value);
  return Number(`${number.unscaled}e${-number.scale}`);
}

/** `DecimalType.toBigDecimal`: what is no decimal or varint becomes a double first, whose digits are known where it is whole and small. */
export function toDecimal(number: Num, type: string): Decimal | undefined {
  if (number.kind === 'decimal') return number;
  if (number.kind === 'whole' && type === 'varint') return { kind: 'decimal', unscaled: number.value, scale: 0 };
  const value = Number(number.value);
  return Number.isInteger(value) && Math.abs(value) < 1e7
    ? { kind: 'decimal', unscaled: BigInt(value) * 10n, scale: 1 }
    : undefined;
}

export function absolute(number: Num): Num {
  switch (number.kind) {
    case 'whole':
      return { kind: 'whole', value: number.value < 0n ? -number.value : number.value };
    case 'floating':
      return { kind: 'floating', value: Math.abs(number.value) };
    case 'decimal':
      return { ...number, unscaled: number.unscaled < 0n ? -number.unscaled : number.unscaled };
  }
}

export type Decimal = Extract<Num, { kind: 'decimal' }>;

/** `BigDecimal.compareTo`; `undefined` where the numbers are too far apart to be written out. */
export function compareDecimals(a: Decimal, b: Decimal): number | undefined {
  const scale = Math.max(a.scale, b.scale);
  if (scale - Math.min(a.scale, b.scale) > 1000) return undefined;
  const [left, right] = [a, b].map((each) => each.unscaled * 10n ** BigInt(scale - each.scale));
  return left === undefined || right === undefined || left === right ? 0 : left < right ? -1 : 1;
}

/** A text of digits, point and exponent as `BigDecimal` takes it apart. */
export function readDecimal(text: string): Num | undefined {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  if (whole === '' && fraction === '') return undefined;
  const digits = BigInt(`${whole}${fraction}`);
  return { kind: 'decimal', unscaled: sign === '-' ? -digits : digits, scale: fraction.length - Number(exponent) };
}
