import type { CqlType } from '../../../catalog/model.ts';
import { isLegacyDate, isNative } from '../../../catalog/types.ts';
import type { Literal, LiteralType } from '../../../syntax/ast.ts';
import { EXACT_DIGITS, inRange } from '../../values/literals/numbers.ts';
import { complaintAboutHex, complaintAboutText, type LiteralScope } from '../../values/literals/parse.ts';
import { type CassandraRelease, since } from '../../../text/release.ts';
import { constantText } from './text.ts';

/** How well a constant fits a type (`Constants.Literal.testAssignment`). */
export function fitOfConstant(literal: Literal, type: CqlType, release: CassandraRelease): 'exact' | 'weak' | 'not' {
  switch (type.kind) {
    case 'tuple':
      // The server leaves these to the parser of the type.
      return 'weak';
    case 'custom':
      return !isLegacyDate(type) || TAKES[literal.type].has('timestamp') ? 'weak' : 'not';
    case 'native': {
      const preferred = preferredType(literal, release);
      if (preferred !== undefined && isNative(type, preferred)) return 'exact';
      return TAKES[literal.type].has(type.name) ? 'weak' : 'not';
    }
    default:
      return 'not';
  }
}

/** Whether a constant fits a type at all. */
export const takesConstant = (literal: Literal, type: CqlType, release: CassandraRelease): boolean =>
  (type.kind === 'native' && TAKES[literal.type].has(type.name)) || fitOfConstant(literal, type, release) !== 'not';

/** The type that a constant has by itself (`Constants.Type.getPreferedTypeFor`); 3.11 knows none, 4.x not of every kind. */
export function preferredType(literal: Literal, release: CassandraRelease): string | undefined {
  if (!since(release, '4.0')) return undefined;
  switch (literal.type) {
    case 'integer':
      return inRange(literal.value, 32) ? 'int' : inRange(literal.value, 64) ? 'bigint' : 'varint';
    case 'float':
      return isDouble(constantText(literal, release)) ? 'double' : 'decimal';
    case 'string':
      if (!since(release, '4.1')) return undefined;
      return ASCII.test(literal.value) ? 'ascii' : 'text';
    default:
      break;
  }
  if (!since(release, '5.0')) return undefined;
  switch (literal.type) {
    case 'uuid':
      return literal.value[14] === '1' ? 'timeuuid' : 'uuid';
    case 'boolean':
      return 'boolean';
    case 'duration':
      return 'duration';
    case 'hex':
      // Not a slip of ours: the server prefers a byte for any blob.
      return 'tinyint';
    default:
      return undefined;
  }
}

/** What the server says of the constant's text where a value of the type is read from it; `undefined` where it can be read. */
export function complaintAboutConstant(literal: Literal, type: CqlType, scope: LiteralScope): string | undefined {
  const text = constantText(literal, scope.release);
  if (literal.type === 'hex') return complaintAboutHex(text.slice(2));
  return complaintAboutText(type, text, scope);
}

// oxlint-disable-next-line no-control-regex
const ASCII = /^[\u0000-\u007f]*$/;

const TAKES: Readonly<Record<LiteralType, ReadonlySet<string>>> = {
  string: new Set(['ascii', 'text', 'inet', 'date', 'time', 'timestamp']),
  integer: new Set([
    'bigint',
    'counter',
    'date',
    'decimal',
    'double',
    'duration',
    'float',
    'int',
    'smallint',
    'time',
    'timestamp',
    'tinyint',
    'varint',
  ]),
  float: new Set(['decimal', 'double', 'float']),
  boolean: new Set(['boolean']),
  uuid: new Set(['uuid', 'timeuuid']),
  hex: new Set(['blob']),
  duration: new Set(['duration']),
};

/** Whether a decimal number survives the way through a double unchanged. */
function isDouble(text: string): boolean {
  const value = Number(text);
  if (!Number.isFinite(value)) return /^-?(?:NaN|Infinity)$/.test(text);
  if (text.length <= EXACT_DIGITS && PLAIN.test(text)) return true;
  return sameDecimal(text, String(value));
}

const PLAIN = /^-?\d+\.\d+$/;

/** Whether two decimal numbers are equal, however they are written. */
function sameDecimal(a: string, b: string): boolean {
  const left = normalDecimal(a);
  const right = normalDecimal(b);
  return left !== undefined && left === right;
}

/** Sign, digits without outer zeros, and the power of ten of the last one. */
function normalDecimal(text: string): string | undefined {
  const match = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  if (digits === '') return '0';
  const significant = digits.replace(/0+$/, '');
  const power = Number(exponent) - fraction.length + (digits.length - significant.length);
  return `${sign === '-' ? '-' : ''}${significant}e${power}`;
}
