import type { Dialect } from '../../text/release.ts';
import type { Span } from '../../text/span.ts';
import type { FeatureId } from '../features.ts';
import { spanOf } from '../lower/nodes.ts';
import type { FeatureUse, SyntaxProblem } from '../segment.ts';
import { type SyntaxTree, firstTokenOf } from '../tree.ts';

/** What the checks of one statement have found so far. */
export interface Report {
  readonly tree: SyntaxTree;
  readonly problems: SyntaxProblem[];
  readonly features: FeatureUse[];
  /** Before this node, values may also be references to rows that a transaction has read. */
  referencesEnd: number;
  /** Parentheses in braces of which the marker behind is no marker: `{([1]) : a}` is a key with its value. */
  keys?: Set<number>;
  /** Tokens of placeholders, once they were asked for. */
  inPlaceholders?: ReadonlySet<number>;
}

export type Fixes = SyntaxProblem['fixes'];

/** Notes a mistake. */
export function problem(report: Report, span: Span, message: string, fixes: Fixes = NO_FIXES): void {
  report.problems.push({ message, span, fixes });
}

/** Notes what is no CQL but to some servers. */
export function foreignProblem(
  report: Report,
  span: Span,
  message: string,
  takenBy: readonly Dialect[],
  fixes: Fixes = NO_FIXES,
): void {
  report.problems.push({ message, span, fixes, takenBy });
}

/** Notes the use of a construct of `features.ts`. */
export function feature(report: Report, id: FeatureId, span: Span, fixes?: Fixes): void {
  report.features.push(fixes === undefined ? { feature: id, span } : { feature: id, span, fixes });
}

/** The node's text, in back-ticks, cut where it is long. */
export const shown = (tree: SyntaxTree, node: number): string => quoted(textOf(tree, node));

/** Text in back-ticks, on one line, cut where it is long. */
export function quoted(text: string): string {
  const line = text.slice(0, LONGEST).replace(/\s*[\r\n]\s*/g, ' ');
  return `\`${text.length > LONGEST ? `${line}…` : line}\``;
}

export function textOf(tree: SyntaxTree, node: number): string {
  const { start, end } = spanOf(tree, node);
  return tree.text.slice(start, end);
}

/** One way out that changes one piece of text. */
export const replace = (title: string, span: Span, text: string): Fixes => [{ title, edits: [{ span, text }] }];

/** Takes a node out, with the blanks before it. */
export function remove({ tree }: Report, title: string, node: number): Fixes {
  const first = firstTokenOf(tree, node);
  const { start, end } = spanOf(tree, node);
  const before = first > 0 ? tree.tokens.ends[first - 1]! : start;
  const blank = tree.text.slice(before, start).trim() === '';
  return replace(title, { start: blank ? before : start, end }, '');
}

/** Takes out what Cassandra has nothing for: a person decides whether it can be done without. */
export const giveUp = (report: Report, node: number): Fixes =>
  remove(report, `Remove ${shown(report.tree, node)}`, node).map((fix) => ({ ...fix, isChoice: true }));

const NO_FIXES: Fixes = [];
const LONGEST = 40;
