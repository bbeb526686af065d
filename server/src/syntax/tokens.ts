/**
 * The visible tokens of one statement (comments and white space left out), as parallel arrays: about 9 bytes a token.
 *
 * Types are those of `CqlLexer`; offsets are UTF-16 and relative to the statement's segment. `types.length` is the number of tokens.
 */
export interface Tokens {
  readonly types: Uint8Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** The names that placeholders are known to stand for, as they are written, by where these begin; absent where none is. */
  readonly stands?: ReadonlyMap<number, string>;
}
