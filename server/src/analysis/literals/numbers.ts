/** What the server says of a text that should be a number of a native type; `undefined` where it reads it. */
export function complaintAboutNumber(type: string, text: string): string | undefined {
  switch (type) {
    case 'tinyint':
      return inRange(text, 8n) ? undefined : `Unable to make byte from '${text}'`;
    case 'smallint':
      return inRange(text, 16n) ? undefined : `Unable to make short from '${text}'`;
    case 'int':
      return inRange(text, 32n) ? undefined : `Unable to make int from '${text}'`;
    case 'bigint':
    case 'counter':
      return inRange(text, 64n) ? undefined : `Unable to make long from '${text}'`;
    case 'varint':
      return WHOLE.test(text) ? undefined : `unable to make int from '${text}'`;
    case 'decimal':
      return isDecimal(text) ? undefined : `unable to make BigDecimal from '${text}'`;
    case 'float':
    case 'double':
      return isFloat(text) ? undefined : `Unable to make ${type} from '${text}'`;
    default:
      return undefined;
  }
}

/** Whether a text is a whole number that fits a signed integer of so many bits. */
export function inRange(text: string, bits: bigint): boolean {
  if (!WHOLE.test(text)) return false;
  const digits = text.replace(/^[+-]?0*(?=\d)/, '');
  if (digits.length > 20) return false;
  const value = BigInt(digits) * (text.startsWith('-') ? -1n : 1n);
  const limit = 1n << (bits - 1n);
  return -limit <= value && value < limit;
}

const WHOLE = /^[+-]?\d+$/;

/** Java's BigDecimal: its exponent is a 32-bit integer, and it knows neither NaN nor Infinity. */
function isDecimal(text: string): boolean {
  const match = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE]([+-]?\d+))?$/.exec(text);
  return match !== null && (match[1] === undefined || inRange(match[1], 32n));
}

const isFloat = (text: string): boolean =>
  /^[+-]?(?:NaN|Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?)$/.test(text.trim());
