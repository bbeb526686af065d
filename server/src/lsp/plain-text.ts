/** What our own Markdown says without its marks, for clients that show text as it is. */
export function plainTextOf(markdown: string): string {
  const parts = markdown.split(/^```\w*\n([\s\S]*?)\n```$/m);
  // Code stands in every second part, and stays as it is.
  return parts.map((part, index) => (index % 2 === 1 ? part : withoutMarks(part))).join('');
}

const withoutMarks = (text: string): string =>
  text
    .replaceAll(/\*\*(.+?)\*\*/g, '$1')
    .replaceAll(/(`+)(.+?)\1/g, (_, _marks: string, code: string) => code.trim())
    .replaceAll(/\[([^\]\n]+)\]\([^)\n]*\)/g, '$1')
    .replaceAll(/\\([\\`*_{}[\]()#+\-.!|<>])/g, '$1');
