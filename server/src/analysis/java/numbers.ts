/** A number as Java prints a double: `2.0`, `0.01`, `6.71E-5`. */
export function printDouble(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value < 0 ? '-Infinity' : 'Infinity';
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e7)) {
    const [digits = '', exponent = ''] = value.toExponential().split('e');
    return `${digits.includes('.') ? digits : `${digits}.0`}E${Number(exponent)}`;
  }
  const text = Object.is(value, -0) ? '-0' : String(value);
  return text.includes('.') ? text : `${text}.0`;
}

/** A text read as a Java int; `undefined` where it is none. */
export function parseInteger(text: string): number | undefined {
  if (!/^[+-]?\d+$/.test(text)) return undefined;
  const value = Number(text);
  return value >= -(2 ** 31) && value < 2 ** 31 ? value : undefined;
}

/** A text read as a Java long; `undefined` where it is none. */
export function parseLong(text: string): bigint | undefined {
  if (!/^[+-]?\d{1,25}$/.test(text)) return undefined;
  const value = BigInt(text.replace(/^\+/, ''));
  return value >= -(2n ** 63n) && value < 2n ** 63n ? value : undefined;
}

/** A text read as a Java double (`Double.valueOf`); `undefined` where it is none. */
export function parseFloating(text: string): number | undefined {
  const trimmed = text.trim();
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?$/.test(trimmed)) return Number(trimmed.replace(/[fFdD]$/, ''));
  const special = /^([+-]?)(NaN|Infinity)$/.exec(trimmed);
  if (special !== null) return special[2] === 'NaN' ? Number.NaN : special[1] === '-' ? -Infinity : Infinity;
  const [, sign, whole = '', part = '', exponent = ''] =
    /^([+-]?)0[xX]([\da-fA-F]*)\.?([\da-fA-F]*)[pP]([+-]?\d+)[fFdD]?$/.exec(trimmed) ?? [];
  if (sign === undefined || whole + part === '') return undefined;
  const digits = Number.parseInt(whole + part, 16);
  return (sign === '-' ? -digits : digits) * 2 ** (Number(exponent) - 4 * part.length);
}
