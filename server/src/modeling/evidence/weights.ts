import type { Segment } from '../../syntax/segment.ts';
import { parseCount } from './quantities.ts';

/** How often a statement runs, against others: `@query Q3 weight 12` in a comment before it; `undefined` where nothing says it. */
export function weightOf({ comments, begin }: Segment): number | undefined {
  const texts = comments.filter(({ span }) => span.end <= begin).map(({ text }) => text);
  const found = texts.flatMap((text) => /@query\b.*?\bweight\s+(\S+)/.exec(text)?.[1] ?? []);
  return found.length === 0 ? undefined : parseCount(found.at(-1)!);
}
