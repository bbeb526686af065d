/** Signed or not makes no difference: each is 0 to 255. */
export type Bytes = readonly number[];

/** A whole number in so many bytes, two's complement; higher bits are cut off, as Java's casts do. */
export function integerBytes(value: bigint, size: number): Bytes {
  const bytes: number[] = Array.from({ length: size }, () => 0);
  let rest = BigInt.asUintN(size * 8, value);
  // By words of four bytes: big numbers are slow.
  for (let end = size; end > 0; end -= 4) {
    let word = Number(rest & 0xffff_ffffn);
    rest >>= 32n;
    for (let at = end - 1; at >= Math.max(0, end - 4); at -= 1) {
      bytes[at] = word & 0xff;
      word >>>= 8;
    }
  }
  return bytes;
}

/** As few bytes as hold the number and its sign (`BigInteger.toByteArray`). */
export function varintBytes(value: bigint): Bytes {
  let size = 1;
  while (BigInt.asIntN(size * 8, value) !== value) size += 1;
  return integerBytes(value, size);
}

/** The signed whole number of the bytes. */
export const readInteger = (bytes: Bytes): bigint =>
  BigInt.asIntN(
    bytes.length * 8,
    bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n),
  );

export function floatingBytes(value: number, size: 4 | 8): Bytes {
  const view = new DataView(new ArrayBuffer(size));
  if (size === 4) view.setFloat32(0, value);
  else view.setFloat64(0, value);
  return Array.from({ length: size }, (_, at) => view.getUint8(at));
}

export function readFloating(bytes: Bytes): number {
  const view = new DataView(new ArrayBuffer(bytes.length));
  for (const [at, byte] of bytes.entries()) view.setUint8(at, byte);
  return bytes.length === 4 ? view.getFloat32(0) : view.getFloat64(0);
}

/** The UTF-8 bytes of a text. */
export function utf8Bytes(text: string): Bytes {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at)!;
    if (code >= 0x10000) at += 1;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), continuation(code));
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), continuation(code >> 6), continuation(code));
    else bytes.push(0xf0 | (code >> 18), continuation(code >> 12), continuation(code >> 6), continuation(code));
  }
  return bytes;
}

/** The text of UTF-8 bytes; `undefined` where they are none. */
export function textOfBytes(bytes: Bytes): string | undefined {
  const escaped = bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  try {
    return decodeURIComponent(escaped);
  } catch {
    return undefined;
  }
}

export const hexOf = (bytes: Bytes): string => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');

export const bytesOfHex = (digits: string): Bytes =>
  Array.from({ length: digits.length / 2 }, (_, at) => Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16));

/** Byte for byte, unsigned; the shorter comes first. */
export function compareBytes(a: Bytes, b: Bytes): number {
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Each with its length before it, as collections and tuples hold their parts; `undefined` is null. */
export const joined = (parts: readonly (Bytes | undefined)[]): Bytes =>
  parts.flatMap((part) => (part === undefined ? NO_VALUE : [...integerBytes(BigInt(part.length), 4), ...part]));

const NO_VALUE: Bytes = [0xff, 0xff, 0xff, 0xff];

const continuation = (code: number): number => 0x80 | (code & 0x3f);
