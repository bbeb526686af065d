import type {
  DocumentFormattingParams,
  DocumentOnTypeFormattingParams,
  DocumentRangeFormattingParams,
  FormattingOptions,
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

/** The statement that a `;` has just ended. */
export const onTypeFormatting = aboutCqlFile<DocumentOnTypeFormattingParams, TextEdit[]>(
  [],
  (asked, { options, position }) => {
    const { document } = asked.subject;
    const caret = asked.positions.offset(document, position);
    const segment = document.segmentAt(Math.max(0, caret - 1));
    const start = document.startOf(segment) + document.segments[segment]!.begin;
    return document.startOf(segment + 1) === caret ? editsOf(asked, options, { start, end: caret - 1 }) : [];
  },
);

function editsOf(asked: Asked, options: FormattingOptions, range?: Span): TextEdit[] {
  const { document } = asked.subject;
  const { tabSize, insertSpaces } = options;
  const layout = formatOptionsOf(asked.workspace.configuration, insertSpaces ? ' '.repeat(tabSize) : '\t');
  return formatEdits(document, layout, range).map(({ start, end, text }) => ({
    range: rangeOf(asked, document, start, end),
    newText: text,
  }));
}
