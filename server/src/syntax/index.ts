export { type Caret, caretAt } from './caret.ts';
export { type SyntaxDocument, type TextEdit, editDocument, openDocument } from './document.ts';
export { type Language, languageOf } from './foreign.ts';
export { mayBeShellCommand } from './problems/first-word.ts';
export { type RequestReader, newRequestReader } from './request.ts';
export { type Piece, piecesOf } from './pieces.ts';
export type { Comment, FeatureUse, Segment, Syntax, SyntaxProblem } from './segment.ts';
export type { Tokens } from './tokens.ts';
export { type Workshop, newWorkshop } from './statement-segment.ts';
