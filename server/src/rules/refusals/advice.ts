import type { CheckId } from '../../analysis/judging/checks.ts';
import type { Refused } from '../../analysis/judging/verdict-model.ts';
import type { Span } from '../../text/span.ts';
import type { Fix, RuleContext } from '../rule.ts';

/** A refusal in the place where it was given. */
export interface Refusal {
  readonly context: RuleContext;
  readonly refused: Refused;
  /** The first name that the refusal is about. */
  readonly name: string;
}

/** What a refusal means and what to do about it, beside the server's own sentence. */
export interface Advice {
  /** `undefined` where the server's sentence has to do. */
  says(refusal: Refusal): string | undefined;
  fixes?(refusal: Refusal): readonly Fix[];
}

/** By `Refused.check`. */
export type AdviceByCheck = Readonly<Partial<Record<CheckId, Advice>>>;

/** Advice that is the same whatever the statement looks like. */
export const always = (text: string): Advice => ({ says: () => text });

export interface TextChange {
  readonly span: Span;
  readonly text: string;
}

/** A fix that changes the refused statement. */
export function statementFix(
  { context: { uri, segment } }: Refusal,
  id: string,
  title: string,
  changes: readonly TextChange[],
  { safe = false, preferred = true } = {},
): Fix {
  return {
    id,
    title,
    kind: 'quickfix',
    safe,
    preferred,
    edits: () => changes.map(({ span, text }) => ({ at: { uri, segment, span }, text })),
  };
}

export const insertAt = (offset: number, text: string): TextChange => ({ span: { start: offset, end: offset }, text });

export const textAt = ({ context: { segment } }: Refusal, span: Span): string =>
  segment.text.slice(span.start, span.end);

/** Words of CQL in the case in which the statement begins. */
export const inItsCase = ({ context: { segment } }: Refusal, words: string): string =>
  /^[a-z]/.test(segment.text.slice(segment.begin)) ? words.toLowerCase() : words;
