/** What a server, or the analyzer in its place, says to one statement; the shape that `dry-run --jsonl` prints. */
export type Answer = Accepted | Refused;

export interface Accepted {
  readonly ok: true;
  readonly warnings?: readonly string[];
  /** Rows of the first page; a real server only. */
  readonly rows?: number;
  /** The statement has bind markers and was prepared, not executed; a real server only. */
  readonly prepared?: true;
  /** How many partitions it reaches; the analyzer only. */
  readonly partitions?: 'one' | 'many' | 'all';
}

export interface Refused {
  readonly ok: false;
  /** `syntax`, `invalid`, `config`, …: the native protocol's error codes by name, or `client` where the driver failed. */
  readonly kind: string;
  readonly message: string;
}

/** One script, as a line of the JSONL protocol. */
export interface Script {
  readonly id: string;
  readonly target?: string;
  readonly script: readonly string[];
}

/**
 * Whether the parser itself refused the statement, as against the checks that it makes while parsing. Markers for names have a
 * sentence without a place, and the parser itself may fail over what is no CQL before it has one; over numbers it fails as well.
 */
export function isParseError(answer: Answer): boolean {
  return (
    !answer.ok &&
    answer.kind === 'syntax' &&
    /^(?:line -?\d+:-?\d+ |Bind variables cannot be used for |Failed parsing statement: .* reason: (?:NullPointerException|StringIndexOutOfBoundsException|IllegalArgumentException tuple is null))/s.test(
      answer.message,
    )
  );
}
