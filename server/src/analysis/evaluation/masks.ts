import { bytesOf } from '../types/bytes.ts';
import { readInteger, textOfBytes } from './bytes.ts';
import type { Failure } from './natives.ts';
import { ANYTHING, known, NULL, SOMETHING, type Value } from './value.ts';

/** A text with some of its characters, Java's, hidden (`PartialMaskingFunction`). */
export function maskPart(kind: 'inner' | 'outer', type: 'text' | 'ascii', values: readonly Value[]): Value | Failure {
  const [value = ANYTHING, begin = NULL, end = NULL, padding = NULL] = values;
  const cover = padding.kind === 'null' ? '*' : padding.kind === 'known' ? textOfBytes(padding.bytes) : undefined;
  if (cover !== undefined && cover.length !== 1) {
    const why = `should be single-character, but '${cover}' has ${cover.length} characters.`;
    return { kind: 'failure', message: `The padding argument for function system.mask_${kind} ${why}` };
  }
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
  return known(bytesOf(type === 'ascii' ? masked.replaceAll(/[^\0-\x7f]/g, '?') : masked));
}

/** Null counts for none. */
function countOf(value: Value): number | undefined {
  if (value.kind === 'null') return 0;
  return value.kind === 'known' && value.bytes.length === 4 ? Number(readInteger(value.bytes)) : undefined;
}
