import type {
  DocumentFormattingParams,
  DocumentOnTypeFormattingParams,
  DocumentRangeFormattingParams,
  DocumentRangesFormattingParams,
  FormattingOptions,
  Position,
  TextEdit,
} from 'vscode-languageserver';
import { formatOptionsOf } from '../../config/format-options.ts';
import { formatEdits } from '../../format/format.ts';
import type { Span } from '../../text/span.ts';
import { rangeOf } from '../desk.ts';
import { aboutCqlFile, type Asked } from '../request.ts';

export const formatting = aboutCqlFile<DocumentFormattingParams, TextEdit[]>([], (asked, { options }) =>
  editsOf(asked, options),
);

export const rangeFormatting = aboutCqlFile<DocumentRangeFormattingParams, TextEdit[]>(
  [],
  (asked, { options, range }) => {
    const { subject, positions } = asked;
    const start = positions.offset(subject.document, range.start);
    return editsOf(asked, options, { start, end: positions.offset(subject.document, range.end) });
  },
);

/** A statement that two ranges touch is laid out once. */
export const rangesFormatting = aboutCqlFile<DocumentRangesFormattingParams, TextEdit[]>(
  [],
  (asked, { options, ranges }) => {
    const { subject, positions } = asked;
    const at = (position: Position): number => positions.offset(subject.document, position);
    const edits = ranges.flatMap(({ start, end }) => editsOf(asked, options, { start: at(start), end: at(end) }));
    return [...new Map(edits.map((edit) => [JSON.stringify(edit.range), edit])).values()];
  },
);

/** The statement that a `;` has just ended. */
export const onTypeFormatting = aboutCqlFile<DocumentOnTypeFormattingParams, TextEdit[]>(
  [],
  (asked, { options, position }) => {
    const { document } = asked.subject;
    const caret = asked.positions.offset(document, position);
    const segment = document.segmentAt(Math.max(0, caret - 1));
    const start = document.startOf(segment) + document.segments[segment]!.begin;
    if (document.startOf(segment + 1) !== caret) return [];
    // The line behind the `;` is that of who types.
    return editsOf(asked, options, { start, end: caret - 1 }).map(({ range, newText }) => ({
      range,
      newText: samePosition(range.end, position) ? newText.trimEnd() : newText,
    }));
  },
);

const samePosition = (one: Position, other: Position): boolean =>
  one.line === other.line && one.character === other.character;

function editsOf(asked: Asked, options: FormattingOptions, range?: Span): TextEdit[] {
  const { document } = asked.subject;
  const { tabSize, insertSpaces } = options;
  const layout = formatOptionsOf(asked.workspace.configuration, insertSpaces ? ' '.repeat(tabSize) : '\t');
  return formatEdits(document, layout, range).map(({ start, end, text }) => ({
    range: rangeOf(asked, document, start, end),
    newText: text,
  }));
}
