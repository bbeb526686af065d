import type { TextDocumentContentParams, TextDocumentContentResult } from 'vscode-languageserver';
import { builtInDocument } from '../built-in-documents.ts';
import type { RequestHandler } from '../request.ts';

export const textDocumentContent: RequestHandler<TextDocumentContentParams, TextDocumentContentResult> = {
  answer: (_, { uri }) => ({ text: builtInDocument(uri) ?? '' }),
};
