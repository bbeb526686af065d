/** Code within a line of Markdown, whatever stands in it. */
export function codeSpan(code: string): string {
  const fence = '`'.repeat(longestRun(code) + 1);
  const text = code.replaceAll(/\s/g, ' ');
  // One space at each end is taken away again.
  const padded = /^[` ]|[` ]$/.test(text) ? ` ${text} ` : text;
  return text === '' ? '' : `${fence}${padded}${fence}`;
}

/** CQL as a block of Markdown, whatever stands in it. */
export function codeBlock(code: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1));
  return `${fence}cql\n${code}\n${fence}`;
}

/** A sentence of ours, in which names stand in back-ticks, as Markdown. A name with back-ticks of its own makes nothing of it. */
export const sentenceMarkdown = (sentence: string): string =>
  sentence
    .split('`')
    .map((part, index, parts) => (index % 2 === 1 && index < parts.length - 1 ? codeSpan(part) : prose(part)))
    .join('');

/** A link, whatever stands in its text and its address. */
export const link = (text: string, address: string): string =>
  `[${prose(text)}](${address.replaceAll(/[\s()<>\\]/g, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`)})`;

/** Addresses become links by themselves. */
const prose = (text: string): string =>
  text
    .replaceAll(/\s/g, ' ')
    .replaceAll(/[\\`*_{}[\]()<>#+!|~&]/g, '\\$&')
    .replaceAll(/:(?=\/\/)|(?<=www)\./gi, '\\$&');

const longestRun = (code: string): number =>
  (code.match(/`+/g) ?? []).reduce((longest, { length }) => Math.max(longest, length), 0);
