import type { SyntaxDocument } from './document.ts';

/** A text with the line ends of the document that it is put into, as its first line has them. */
export function withLineEndsOf(document: SyntaxDocument, text: string): string {
  if (!text.includes('\n')) return text;
  const second = document.offsetAt({ line: 1, character: 0 });
  return document.slice(second - 2, second) === '\r\n' ? text.replaceAll(/\r?\n/g, '\r\n') : text;
}
