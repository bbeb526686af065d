import type { CqlType } from '../model.ts';
import { freeze, UNKNOWN } from '../types.ts';

/** Reads a type as Cassandra prints it; for our own data, which has no user types and no mistakes. */
export function readType(text: string): CqlType {
  const open = text.indexOf('<');
  if (open < 0) return { kind: 'native', name: text };
  const parts = splitTop(text.slice(open + 1, -1));
  const [first = UNKNOWN, second = UNKNOWN] = parts.map((part) => (/^\d+$/.test(part) ? UNKNOWN : readType(part)));
  switch (text.slice(0, open)) {
    case 'frozen':
      return freeze(first);
    case 'list':
      return { kind: 'list', element: first, frozen: false };
    case 'set':
      return { kind: 'set', element: first, frozen: false };
    case 'map':
      return { kind: 'map', key: first, value: second, frozen: false };
    case 'tuple':
      return { kind: 'tuple', items: parts.map(readType) };
    case 'vector':
      return { kind: 'vector', element: first, dimension: Number(parts[1]) };
    default:
      return UNKNOWN;
  }
}

/** Splits at the commas that stand in no angle brackets. */
function splitTop(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '<') depth += 1;
    else if (char === '>') depth -= 1;
    else if (char === ',' && depth === 0) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return [...parts, text.slice(start).trim()];
}
