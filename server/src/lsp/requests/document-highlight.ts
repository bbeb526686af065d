import { DocumentHighlightKind, type DocumentHighlight, type DocumentHighlightParams } from 'vscode-languageserver';
import { highlightsAt, type Highlight } from '../../service/highlights.ts';
import { rangeOf } from '../desk.ts';
import { aboutCqlFile } from '../request.ts';

export const documentHighlight = aboutCqlFile<DocumentHighlightParams, DocumentHighlight[] | null>(
  null,
  (asked, { position }) => {
    const { subject, positions } = asked;
    return highlightsAt(subject, positions.offset(subject.document, position)).map(({ start, end, kind }) => ({
      range: rangeOf(asked, subject.document, start, end),
      kind: KINDS[kind],
    }));
  },
);

const KINDS: Readonly<Record<Highlight['kind'], DocumentHighlightKind>> = {
  read: DocumentHighlightKind.Read,
  write: DocumentHighlightKind.Write,
  text: DocumentHighlightKind.Text,
};
