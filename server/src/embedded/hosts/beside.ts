/** What stands right before an offset of a text: so many characters at most. */
export const leftOf = (text: string, offset: number, most: number): string =>
  text.slice(Math.max(0, offset - most), offset);

/** Where the line ends that holds an offset. */
export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
}

/** Behind what a sticky pattern finds at an offset; the offset itself where it finds nothing. */
export function matchEnd(sticky: RegExp, text: string, offset: number): number {
  sticky.lastIndex = offset;
  return offset + (sticky.exec(text)?.[0].length ?? 0);
}
