import type { DocumentLink, DocumentLinkParams } from 'vscode-languageserver';
import { linksOf } from '../../service/links.ts';
import { rangeOf } from '../desk.ts';
import { aboutCqlFile } from '../request.ts';

export const documentLink = aboutCqlFile<DocumentLinkParams, DocumentLink[]>([], (asked) =>
  linksOf(asked.subject, (uri) => asked.projects.fileAt(uri)).map(({ start, end, target }) => ({
    range: rangeOf(asked, asked.subject.document, start, end),
    target: target.kind === 'file' ? asked.projects.clientUri(target.uri) : target.url,
  })),
);
