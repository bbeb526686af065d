export { type Caret, caretAt } from './document/caret.ts';
export {
  type SyntaxDocument,
  type TextEdit,
  editDocument,
  editProgram,
  openDocument,
  openProgram,
} from './document/document.ts';
export { type Language, languageOf } from './lexing/foreign.ts';
export { mayBeShellCommand } from './problems/first-word.ts';
export { type RequestReader, newRequestReader } from './document/request.ts';
export { type Piece, piecesOf } from './document/pieces.ts';
export type { Comment, FeatureUse, Segment, Syntax, SyntaxProblem } from './segment.ts';
export type { Tokens } from './tokens.ts';
export { type Workshop, newWorkshop } from './document/statement-segment.ts';
