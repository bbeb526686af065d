import type {
  DocumentFormattingParams,
  DocumentOnTypeFormattingParams,
  DocumentRangeFormattingParams,
  DocumentRangesFormattingParams,
  FormattingOptions,
  Position,
  Range,
  TextEdit,
} from 'vscode-languageserver';
import { formatOptionsOf } from '../../config/format-options.ts';
import { formatEdits } from '../../format/format.ts';
import type { Span } from '../../text/span.ts';
import { atOnce, type Steps } from '../../text/steps.ts';
import { rangeOf } from '../desk.ts';
import type { Refusal } from '../refusal.ts';
import { aboutCqlFile, inTurns, type Asked } from '../request.ts';

type Formatted = TextEdit[] | Promise<TextEdit[] | Refusal>;

export const formatting = aboutCqlFile<DocumentFormattingParams, Formatted>([], (asked, { options }) =>
  inTurns(asked, 'document', editsOf(asked, options)),
);

export const rangeFormatting = aboutCqlFile<DocumentRangeFormattingParams, Formatted>([], (asked, { options, range }) =>
  inTurns(asked, 'document', editsOf(asked, options, spanOf(asked, range))),
);

/** A statement that two ranges touch is laid out once. */
export const rangesFormatting = aboutCqlFile<DocumentRangesFormattingParams, Formatted>(
  [],
  (asked, { options, ranges }) => inTurns(asked, 'document', editsOfAll(asked, options, ranges)),
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
    return atOnce(editsOf(asked, options, { start, end: caret - 1 })).map(({ range, newText }) => ({
      range,
      newText: samePosition(range.end, position) ? newText.trimEnd() : newText,
    }));
  },
);

const samePosition = (one: Position, other: Position): boolean =>
  one.line === other.line && one.character === other.character;

const spanOf = ({ subject: { document }, positions }: Asked, { start, end }: Range): Span => ({
  start: positions.offset(document, start),
  end: positions.offset(document, end),
});

function* editsOfAll(asked: Asked, options: FormattingOptions, ranges: readonly Range[]): Steps<TextEdit[]> {
  const edits = new Map<string, TextEdit>();
  for (const range of ranges)
    for (const edit of yield* editsOf(asked, options, spanOf(asked, range)))
      edits.set(JSON.stringify(edit.range), edit);
  return [...edits.values()];
}

function* editsOf(asked: Asked, options: FormattingOptions, range?: Span): Steps<TextEdit[]> {
  const { document } = asked.subject;
  const { tabSize, insertSpaces } = options;
  const layout = formatOptionsOf(asked.workspace.configuration, insertSpaces ? ' '.repeat(tabSize) : '\t');
  const edits = yield* formatEdits(document, layout, range, asked.layouts);
  return edits.map(({ start, end, text }) => ({ range: rangeOf(asked, document, start, end), newText: text }));
}
