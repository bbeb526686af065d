import { utf8Bytes, hexOf } from '../../java/bytes.ts';
import { readNumber } from './numbers.ts';
import { type Known, known, type Value } from './value.ts';
import { printDouble } from '../../java/numbers.ts';

/** `CAST(value AS text)`; `undefined` where the text is not computed here: times and addresses. */
export function textOfValue(value: Known, type: string): Value | undefined {
  const text = printValue(value, type);
  return text === undefined ? undefined : known(utf8Bytes(text));
}

function printValue(value: Known, type: string): string | undefined {
  const { bytes } = value;
  switch (type) {
    case 'text':
    case 'ascii':
      return undefined;
    case 'boolean':
      return bytes[0] === 0 ? 'false' : 'true';
    case 'uuid':
    case 'timeuuid':
      return hexOf(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    case 'tinyint':
    case 'smallint':
    case 'int':
    case 'bigint':
    case 'varint': {
      const number = readNumber(type, bytes);
      return number?.kind === 'whole' ? String(number.value) : undefined;
    }
    case 'double': {
      const number = readNumber(type, bytes);
      return number?.kind === 'floating' ? printDouble(number.value) : undefined;
    }
    default:
      return undefined;
  }
}
