import type { DocumentSymbol, DocumentSymbolParams } from 'vscode-languageserver';
import { outlineOf } from '../../service/outline.ts';
import { symbolOf } from '../convert.ts';
import { aboutCqlFile } from '../request.ts';

export const documentSymbol = aboutCqlFile<DocumentSymbolParams, DocumentSymbol[]>([], (asked) =>
  outlineOf(asked.subject.document).map((symbol) => symbolOf(asked, asked.subject.document, symbol)),
);
