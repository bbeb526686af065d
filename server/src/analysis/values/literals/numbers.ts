import { parseFloating } from '../../java/numbers.ts';

/** What the server says of a text that should be a number of a native type; `undefined` where it reads it. */
export function complaintAboutNumber(type: string, text: string): string | undefined {
  switch (type) {
    case 'tinyint':
      return inRange(text, 8) ? undefined : `Unable to make byte from '${text}'`;
    case 'smallint':
      return inRange(text, 16) ? undefined : `Unable to make short from '${text}'`;
    case 'int':
      return inRange(text, 32) ? undefined : `Unable to make int from '${text}'`;
    case 'bigint':
    case 'counter':
      return inRange(text, 64) ? undefined : `Unable to make long from '${text}'`;
    case 'varint':
      return WHOLE.test(asciiDigits(text)) ? undefined : `unable to make int from '${text}'`;
    case 'decimal':
      return isDecimal(asciiDigits(text)) ? undefined : `unable to make BigDecimal from '${text}'`;
    case 'float':
    case 'double':
      return parseFloating(text) !== undefined ? undefined : `Unable to make ${type} from '${text}'`;
    default:
      return undefined;
  }
}

/** Whether a text is a whole number that fits a signed integer of so many bits. */
export function inRange(written: string, bits: number): boolean {
  const text = WHOLE.test(written) ? written : asciiDigits(written);
  if (!WHOLE.test(text)) return false;
  if (text.length <= EXACT_DIGITS) return isWithin(Number(text), 2 ** (bits - 1));
  const digits = text.replace(/^[+-]?0*(?=\d)/, '');
  if (digits.length > 20) return false;
  return isWithin(BigInt(digits) * (text.startsWith('-') ? -1n : 1n), 2n ** BigInt(bits - 1));
}

const isWithin = <T extends number | bigint>(value: T, limit: T): boolean => -limit <= value && value < limit;

/** So many decimal digits are told apart by a double. */
export const EXACT_DIGITS = 15;

const WHOLE = /^[+-]?\d+$/;

/** Java's whole numbers and decimals take the digits of any script (`Character.digit`), its floats do not. */
export const asciiDigits = (text: string): string =>
  OTHER_SCRIPTS.test(text) ? text.replaceAll(DIGITS, (digit) => (digit.length > 1 ? digit : valueOf(digit))) : text;

const OTHER_SCRIPTS = /\P{ASCII}/u;
const DIGITS = /\p{Nd}/gu;

/** The ten digits of a script stand one behind the other, from a code that ends in 0 or in 6. */
function valueOf(digit: string): string {
  const code = digit.charCodeAt(0);
  const last = code % 16;
  return String(/\p{Nd}/u.test(String.fromCharCode(code - last)) ? last : last - 6);
}

/** Java's BigDecimal: its exponent is a 32-bit integer, and it knows neither NaN nor Infinity. */
function isDecimal(text: string): boolean {
  const match = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE]([+-]?\d+))?$/.exec(text);
  return match !== null && (match[1] === undefined || inRange(match[1], 32));
}
