import type { MarkupContent, MarkupKind } from 'vscode-languageserver';

/** Markdown as a client is told it. */
export const markupOf = (kind: MarkupKind, markdown: string): MarkupContent => ({
  kind,
  value: kind === 'markdown' ? markdown : plainTextOf(markdown),
});

/** What our own Markdown says without its marks, for clients that show text as it is. */
export function plainTextOf(markdown: string): string {
  const parts = markdown.split(/^(`{3,})\w*\n([\s\S]*?)\n\1$/m);
  // Of three parts the second is the fence, and the third is code, which stays as it is.
  return parts.map((part, index) => [withoutMarks(part), '', part][index % 3]).join('');
}

const withoutMarks = (text: string): string =>
  text
    .replaceAll(/^---\n+/gm, '')
    .replaceAll(/\*\*(.+?)\*\*/g, '$1')
    .replaceAll(/(`+)(.+?)\1/g, (_, _marks: string, code: string) => code.trim())
    .replaceAll(/\[([^\]\n]+)\]\([^)\n]*\)/g, '$1')
    .replaceAll(/\\([\\`*_{}[\]()#+\-.!|<>~&:])/g, '$1');
