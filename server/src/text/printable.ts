/**
 * A text on one line that nobody obeys: what steers a terminal (control characters, marks of direction), ends a line, is no character,
 * or makes a command for whoever reads logs (`::error::` of GitHub, `##vso[` of Azure) is written as an escape.
 */
export const printable = (text: string): string =>
  text
    .replaceAll(UNPRINTABLE, escaped)
    .replaceAll(/(^|\s)::/g, String.raw`$1\u003a:`)
    .replaceAll(COMMAND, String.raw`#\u0023`);

/** The lines of a text, each as `printable` has it; tabs are spaces. */
export const printableLines = (text: string): readonly string[] =>
  text.split(/\r?\n/).map((line) => printable(line.replaceAll('\t', '  ')));

/** Whether a text stays as it is where its lines are printed. */
export const isPrintable = (text: string): boolean =>
  text.split(/\r?\n/).every((line) => printable(line.replaceAll('\t', '  ')) === line.replaceAll('\t', '  '));

/** JSON in which strings hold nothing unprintable; they mean the same. */
export const printableJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, undefined, indent)
    .replaceAll(UNPRINTABLE, (character) => (character === '\n' ? character : escaped(character)))
    .replaceAll(COMMAND, String.raw`#\u0023`);

/** Control characters, ends of lines and paragraphs, marks of direction, what is no character, halves of characters. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffe\uffff]/gu;
const COMMAND = /##(?=\[|vso\[)/gi;

const SHORT: ReadonlyMap<string, string> = new Map([
  ['\n', String.raw`\n`],
  ['\r', String.raw`\r`],
  ['\t', String.raw`\t`],
]);

const escaped = (character: string): string =>
  SHORT.get(character) ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
