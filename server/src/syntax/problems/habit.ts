/**
 * Words of SQL, or of an older or other tool, that no CQL statement can hold where they stand, and the CQL way.
 *
 * `words` are matched against the tokens around the one that does not fit: a word in capitals or a sign stands for itself, `a|b` for
 * either, `<name>` for a name, `<number>` for an integer, `<string>` for a string, `^` for the statement's beginning and `$` for its end.
 */
export interface Habit {
  readonly words: string;
  /** Numbers of rules one of which must be open. */
  readonly within?: number;
  readonly message: string;
  /** The words that are marked, from the first to the last, both counted from 0; all where it is absent. */
  readonly mark?: readonly [number, number];
  /** A word, by its place, and what is written for it; nothing to take it away. */
  readonly change?: readonly [number, string];
  /** The words are what was meant: the change is offered even where the statement has other mistakes. */
  readonly sure?: true;
}
