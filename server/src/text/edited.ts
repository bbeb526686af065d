/** The text with edits at its offsets, none of which overlap; of two at one place the first given stands first. */
export function edited(
  text: string,
  edits: readonly { readonly start: number; readonly end: number; readonly text: string }[],
): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, text: now } of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    parts.push(text.slice(from, start), now);
    from = end;
  }
  return [...parts, text.slice(from)].join('');
}
