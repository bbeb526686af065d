import type { Span } from '../../text/span.ts';

/**
 * Tells of what stands in a batch whether the last comment above its line says in which case it runs; a blank line or another comment
 * ends that.
 */
export function casesIn(text: string, { start, end }: Span): (at: number) => boolean {
  const turns: { readonly from: number; readonly within: boolean }[] = [];
  let begin = start;
  for (const { index, 0: lineBreak } of text.slice(start, end).matchAll(/\r\n?|\n/g)) {
    const line = text.slice(begin, start + index).trim();
    begin = start + index + lineBreak.length;
    if (line === '' || /^(?:--|\/\/|\/\*)/.test(line))
      turns.push({ from: begin, within: /^(?:--|\/\/)\s*only (?:where|if|when)\b/i.test(line) });
  }
  return (at) => turns.findLast(({ from }) => from <= at)?.within ?? false;
}
