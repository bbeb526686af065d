import type { Dialect } from '../text/release.ts';
import type { ChangedItems } from '../text/changed-items.ts';
import type { Span } from '../text/span.ts';
import type { Statement } from './ast.ts';
import type { Tokens } from './tokens.ts';
import type { SyntaxTree } from './tree.ts';

/**
 * One statement of a document with the white space and comments before it and its `;`: the unit of lexing, parsing and caching.
 *
 * A segment never changes. An edit elsewhere in the document keeps the very object, so whatever was computed for a segment may be
 * cached on it (in a WeakMap of the owner). All spans are relative to the segment's start.
 */
export interface Segment {
  readonly text: string;
  /** Where the statement's first token begins; the text's length where there is none (trailing comments). */
  readonly begin: number;
  /** Where the statement's last token ends, the `;` left out. */
  readonly end: number;
  readonly errors: readonly SyntaxProblem[];
  /** Constructs that not every release and dialect has. */
  readonly features: readonly FeatureUse[];
  readonly comments: readonly Comment[];
  /** The type of its first token; 0 where it has none. */
  readonly firstType: number;
  /** What the parser sees of it, its `;` included. */
  readonly tokens: Tokens;
  /** The typed tree; `undefined` where the segment holds no statement. Computed on demand, kept for a while. */
  statement(): Statement | undefined;
  /** Everything that was read of the text, for what looks at more than the meaning. Computed on demand, kept for a while. */
  syntax(): Syntax;
}

/** What was read of a segment's text without loss: `piecesOf` gives it in the order of the text. */
export interface Syntax {
  /** Its tokens are the segment's; where the statement is broken, of the types that they were meant to be. */
  readonly tree: SyntaxTree;
  /** Comments, and spaces that are not ASCII; other white space is what lies between. */
  readonly trivia: Tokens;
}

/** What is wrong with the text, for a person; at most a few a statement, the first one is the cause. */
export interface SyntaxProblem {
  readonly message: string;
  readonly span: Span;
  /** Servers that take it all the same, and say nothing of it. */
  readonly takenBy?: readonly Dialect[];
  /** The first word begins no statement and no command: notes, commands of a system's shell, output. */
  readonly begins?: 'nothing';
  /** A tool puts the statement together here: nothing is wrong with it, and nothing can be told of it. */
  readonly isWoven?: true;
  /** Nothing but the `;` at the end is missing. */
  readonly isEnd?: true;
  /** Ways out that are certain, best first. */
  readonly fixes: readonly {
    readonly title: string;
    readonly edits: readonly { readonly span: Span; readonly text: string }[];
    /** Something that was asked for is gone afterwards, or has to be chosen: nothing applies it unasked. */
    readonly isChoice?: true;
  }[];
}

/** A use of a construct listed in `features.ts`. */
export interface FeatureUse {
  readonly feature: string;
  readonly span: Span;
  /** How to do without it, where that is certain. */
  readonly fixes?: SyntaxProblem['fixes'];
}

export interface Comment {
  readonly kind: 'line' | 'block';
  /** Without `--`, `//` or the block's marks, not trimmed. */
  readonly text: string;
  readonly span: Span;
}

/** Segments from one index to another gave way to so many. */
export interface Splice extends ChangedItems {
  /** As they were before. */
  readonly of: readonly Segment[];
}

/** What an edit that changes nothing does. */
export const noSplice = (of: readonly Segment[]): Splice => ({ of, from: of.length, to: of.length, come: 0 });
