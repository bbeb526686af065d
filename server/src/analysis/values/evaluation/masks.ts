import { utf8Bytes, readInteger, textOfBytes } from '../../java/bytes.ts';
import type { Failure } from './failure.ts';
import { ANYTHING, known, NULL, SOMETHING, type Value } from './value.ts';

/** What a mask says of how it is to hide, whatever the value (`PartialMaskingFunction`, `HashMaskingFunction`). */
export function complaintAboutMask(name: string, values: readonly (Value | undefined)[]): Failure | undefined {
  if (name === 'mask_hash') {
    const algorithm = textOf(values[1]);
    if (algorithm === undefined || DIGESTS.test(algorithm)) return undefined;
    return { kind: 'failure', message: `Hash algorithm not found: ${algorithm}` };
  }
  const padding = name === 'mask_inner' || name === 'mask_outer' ? textOf(values[3]) : undefined;
  if (padding === undefined || padding.length === 1) return undefined;
  const why = `should be single-character, but '${padding}' has ${padding.length} characters.`;
  return { kind: 'failure', message: `The padding argument for function system.${name} ${why}` };
}

/** The algorithms of Java's `MessageDigest`, by name or number. */
const DIGESTS =
  /^(?:md[25]|sha|sha-?1|sha-?(?:224|256|384|512)|sha-?512\/(?:224|256)|sha3-(?:224|256|384|512)|(?:oid\.)?[\d.]+)$/i;

const textOf = (value: Value | undefined): string | undefined =>
  value?.kind === 'known' ? textOfBytes(value.bytes) : undefined;

/** A text with some of its characters, Java's, hidden (`PartialMaskingFunction`). */
export function maskPart(kind: 'inner' | 'outer', type: 'text' | 'ascii', values: readonly Value[]): Value | Failure {
  const [value = ANYTHING, begin = NULL, end = NULL, padding = NULL] = values;
  const cover = padding.kind === 'null' ? '*' : textOf(padding);
  if (value.kind !== 'known') return value;
  const text = textOfBytes(value.bytes);
  if (text === '') return value;
  const [first, last] = [countOf(begin), countOf(end)];
  if (text === undefined || first === undefined || last === undefined || cover === undefined) return SOMETHING;
  const isInside = (at: number): boolean => at >= first && at < text.length - last;
  const masked = text.replaceAll(/[^]/g, (character, at: number) =>
    isInside(at) === (kind === 'inner') ? cover : character,
  );
  // What ASCII lacks the server writes as a question mark.
  return known(utf8Bytes(type === 'ascii' ? masked.replaceAll(/[^\0-\x7f]/g, '?') : masked));
}

/** Null counts for none. */
function countOf(value: Value): number | undefined {
  if (value.kind === 'null') return 0;
  return value.kind === 'known' && value.bytes.length === 4 ? Number(readInteger(value.bytes)) : undefined;
}
