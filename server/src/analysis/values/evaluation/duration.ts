import type { Duration } from '../literals/duration.ts';
import type { Bytes } from '../../java/bytes.ts';

/** Three numbers of variable length (`DurationSerializer`, `VIntCoding`). */
export const durationBytes = ({ months, days, nanoseconds }: Duration): Bytes =>
  [months, days, nanoseconds].flatMap(variableBytes);

export function readDurationBytes(bytes: Bytes): Duration | undefined {
  const numbers: bigint[] = [];
  let at = 0;
  while (numbers.length < 3) {
    const first = bytes[at];
    if (first === undefined) return undefined;
    const more = Math.clz32(~(first << 24));
    const end = at + 1 + Math.min(more, 8);
    if (end > bytes.length) return undefined;
    const start = BigInt(more >= 7 ? 0 : first & (0xff >> (more + 1)));
    const zigzag = bytes.slice(at + 1, end).reduce((value, byte) => (value << 8n) | BigInt(byte), start);
    numbers.push((zigzag >> 1n) ^ -(zigzag & 1n));
    at = end;
  }
  const [months = 0n, days = 0n, nanoseconds = 0n] = numbers;
  return { months, days, nanoseconds };
}

/** As the server prints it: `1y2mo3d4h`. */
export function printDuration({ months, days, nanoseconds }: Duration): string {
  const size = (value: bigint): bigint => (value < 0n ? -value : value);
  let text = months < 0n || days < 0n || nanoseconds < 0n ? '-' : '';
  const parts: readonly (readonly [bigint, readonly (readonly [bigint, string])[]])[] = [
    [
      size(months),
      [
        [12n, 'y'],
        [1n, 'mo'],
      ],
    ],
    [size(days), [[1n, 'd']]],
    [size(nanoseconds), CLOCK],
  ];
  for (const [total, units] of parts) {
    let rest = total;
    for (const [unit, symbol] of units) {
      if (rest >= unit) text += `${rest / unit}${symbol}`;
      rest %= unit;
    }
  }
  return text;
}

const CLOCK: readonly (readonly [bigint, string])[] = [
  [3_600_000_000_000n, 'h'],
  [60_000_000_000n, 'm'],
  [1_000_000_000n, 's'],
  [1_000_000n, 'ms'],
  [1000n, 'us'],
  [1n, 'ns'],
];

function variableBytes(value: bigint): Bytes {
  const zigzag = BigInt.asUintN(64, (value << 1n) ^ (value >> 63n));
  const bytes: number[] = [];
  for (let rest = zigzag; rest > 0n; rest >>= 8n) bytes.unshift(Number(rest & 0xffn));
  // The first byte says in its leading ones how many more there are.
  const bits = zigzag.toString(2).length;
  const more = bits > 56 ? 8 : Math.floor((bits - 1) / 7);
  const [first = 0, ...others] = [...Array.from({ length: more + 1 - bytes.length }, () => 0), ...bytes];
  return [first | (0xff & ~(0xff >> more)), ...others];
}
