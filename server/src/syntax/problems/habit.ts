import type { Rewrite } from './rewrites.ts';

/**
 * Words of SQL, or of an older or other tool, that no CQL statement can hold where they stand, and the CQL way.
 *
 * `words` are matched against the tokens around the one that does not fit: a word in capitals or a sign stands for itself, `a|b` for
 * either, `<name>` for a name, `<number>` for an integer, `<string>` for a string, `<any>` for any token, `^` for the statement's
 * beginning and `$` for its end.
 */
export interface Habit {
  readonly words: string;
  /** The statement's first word. */
  readonly first?: string;
  /** No blank stands between the words. */
  readonly joined?: true;
  /** A rule that what fits here belongs to. */
  readonly within?: number;
  readonly message: string;
  /** The words that are marked, from the first to the last, both counted from 0; all where it is absent. */
  readonly mark?: readonly [number, number];
  /** What is written for the marked words; nothing to take them away. */
  readonly change?: string;
  /** What is written where more than the marked words changes. */
  readonly rewrite?: Rewrite;
  /** The words are what was meant: the change is offered even where the statement has other mistakes. */
  readonly sure?: true;
}
