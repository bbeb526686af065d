import type { Edit } from '../../modeling/proposal/proposal.ts';
import type { Scene } from '../../names/scene.ts';
import type { RuleContext } from '../../rules/rule.ts';
import type { Statement } from '../../syntax/ast.ts';
import type { Segment } from '../../syntax/segment.ts';
import type { Span } from '../../text/span.ts';

/** Another way to write a statement, which nobody needs. */
export type Refactoring = Possible | Impossible;

interface Possible {
  readonly title: string;
  readonly edits: readonly Edit[];
}

/** What somebody may look for and why it cannot be had. */
export interface Impossible {
  readonly title: string;
  readonly obstacle: string;
}

/** The statement that is to be written in another way. */
export interface Written {
  readonly context: RuleContext;
  readonly scene: Scene;
  readonly segment: Segment;
  /** The whole statement, which may be a batch. */
  readonly whole: Statement;
  /** The one within it that is meant. */
  readonly statement: Statement;
}

/** A change of a statement's text; relative to the segment. */
export interface Change extends Span {
  readonly text: string;
}

/** What one refactoring would change, or what is in its way; `undefined` where it has nothing to do. */
export type Rewriter = (written: Written) => Rewritten | Impossible | undefined;

export interface Rewritten {
  readonly title: string;
  readonly changes: readonly Change[];
}

/** The text of a part of the statement. */
export const textOf = ({ segment }: Written, { start, end }: Span): string => segment.text.slice(start, end);

/** Key words in the case of the statement's first word. */
export function words(written: Written, text: string): string {
  const first = textOf(written, written.statement.span).slice(0, 1);
  return first === first.toLowerCase() ? text.toLowerCase() : text;
}

/** Whether comments stand in a part of the statement, which would be lost where it is written anew. */
export const hasComments = ({ segment }: Written, { start, end }: Span): boolean =>
  segment.comments.some(({ span }) => span.start < end && start < span.end);
