import * as T from './generated/token-types.ts';

/** A reserved word: it stands for itself wherever it stands. */
export const isReservedWord = (type: number): boolean => type >= T.ADD && type <= T.WITH;

/** A keyword that may be a name as well. */
export const isUnreservedWord = (type: number): boolean => type > T.WITH && type < T.SEMI;

/** A word that may be a name: an identifier, an unreserved keyword, a placeholder, or what is written for one by mistake. */
export const isName = (type: number): boolean =>
  isUnreservedWord(type) || (type >= T.IDENT && type <= T.BACKTICKED) || type === T.TYPOGRAPHIC_QUOTED;

/** Whether a statement may end with this token; after others something is missing. */
export const mayEnd = (type: number): boolean => ENDS[type] === 1;

/** A string, number, UUID, blob or duration. */
export function isLiteral(type: number): boolean {
  return (type >= T.STRING && type <= T.ISO_DURATION) || type === T.TYPOGRAPHIC_STRING;
}

const RESERVED_ENDS: readonly number[] = [
  T.ASC,
  T.BATCH,
  T.DESC,
  T.FALSE,
  T.INFINITY,
  T.NAN,
  T.NORECURSIVE,
  T.NULL,
  T.SCHEMA,
  T.TRUE,
];

const MARK_ENDS: readonly number[] = [T.QMARK, T.RPAREN, T.RBRACKET, T.RBRACE];

const NAMES_THAT_GO_ON: readonly number[] = [T.AS, T.BETWEEN, T.CONTAINS, T.FOR, T.LIKE, T.UNION];

function tableOf(holds: (type: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, type) => (holds(type) ? 1 : 0));
}

const ENDS: Uint8Array = tableOf((type) => {
  if (isReservedWord(type)) return RESERVED_ENDS.includes(type);
  return isName(type) ? !NAMES_THAT_GO_ON.includes(type) : MARK_ENDS.includes(type) || isLiteral(type);
});

/** Options of 6.0's SELECT, which are reserved words there. */
export const INDEX_HINTS: ReadonlySet<string> = new Set(['included_indexes', 'excluded_indexes']);
