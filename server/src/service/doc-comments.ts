import type { Location, Table } from '../catalog/index.ts';
import { attachedComments } from '../modeling/evidence/attached-comments.ts';
import { sentenceMarkdown } from './markdown.ts';

/** What people wrote of a table: its `comment`, and the comments right above its CREATE; Markdown, a paragraph each. */
export function docOfTable({ location, options }: Table): readonly string[] {
  const comment = options.get('comment');
  const option = comment?.kind === 'literal' ? comment.literal.value.trim() : '';
  return [...paragraph(option.split('\n')), ...paragraph(location === undefined ? [] : linesAbove(location))];
}

/** The comments behind a column, or above it within the statement that adds it. */
export function docOfColumn(location: Location | undefined, name: string): readonly string[] {
  if (location === undefined) return [];
  const comments = attachedComments(location.segment, false).filter(({ column }) => column === name);
  return paragraph(comments.flatMap(({ text }) => linesOf(text)));
}

/** Up to the first blank line: what stands before that is about the file. */
function linesAbove({ segment }: Location): readonly string[] {
  const { text, begin, comments } = segment;
  const lines: string[] = [];
  let below = begin;
  for (const comment of comments.filter(({ span }) => span.end <= begin).toReversed()) {
    const gap = text.slice(comment.span.end, below);
    const isBehindPrevious = comment.span.start > 0 && !text.slice(0, comment.span.start).includes('\n');
    if (/\n\s*\n/.test(gap) || isBehindPrevious) break;
    lines.unshift(...linesOf(comment.text));
    below = comment.span.start;
  }
  return lines;
}

const linesOf = (text: string): readonly string[] => text.split('\n').map((line) => line.replace(/^\s*\*?\s?/, ''));

/** What is said to the analyzer is not said to people, nor are rows of signs. */
function paragraph(lines: readonly string[]): readonly string[] {
  const said = lines.map((line) => line.trim()).filter((line) => /[\p{L}\p{N}]/u.test(line) && !TO_ANALYZER.test(line));
  return said.length === 0 ? [] : [said.map(sentenceMarkdown).join('  \n')];
}

const TO_ANALYZER = /^cql-analyzer\b/i;
