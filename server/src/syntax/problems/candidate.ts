import type { Span } from '../../text/span.ts';
import type { Repair } from '../parsing/repair.ts';
import type { SyntaxProblem } from '../segment.ts';

export type Fix = SyntaxProblem['fixes'][number];

/** A mistake that would explain why a statement does not parse. */
export interface Candidate {
  readonly repair: Repair;
  /** How likely it is, before it is known how well the statement can be read with it. */
  readonly weight: number;
  readonly message: string;
  readonly span: Span;
  /** Offered where the repaired statement parses; always where `sure`. */
  readonly fix?: Fix | undefined;
  readonly sure?: true;
  /** It is none where the repaired statement is not whole. */
  readonly onlyWhole?: true;
}

/** A fix that changes one piece of text. */
export const rewrite = (title: string, span: Span, text: string): Fix => ({ title, edits: [{ span, text }] });

export { quoted as shown } from '../checks/report.ts';

/** A keyword written as the words around it are. */
export const likeCase = (keyword: string, written: string): string =>
  written !== written.toUpperCase() && written === written.toLowerCase() ? keyword.toLowerCase() : keyword;

/** Only blanks: a comment or the end of a line stays. */
export const BLANKS = /^[ \t]+$/;
