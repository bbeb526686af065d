import { CqlParser } from '../generated/CqlParser.ts';
import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';

/** How token types are written. */
export interface Vocabulary {
  /** A keyword in upper case, a sign as it is; `undefined` for names, literals and what has many forms. */
  textOf(type: number): string | undefined;
  /** The type of a keyword, whatever its case. */
  keyword(word: string): number | undefined;
}

/** A keyword, reserved or not. */
export const isKeyword = (type: number): boolean => type >= T.ADD && type <= T.VERTEX;

/** A keyword that cannot be a name. */
export const isReserved = (type: number): boolean => type >= T.ADD && type <= T.WITH;

/** Brackets, commas, operators. */
export const isSign = (type: number): boolean => type >= T.SEMI && type <= T.PERCENT;

/** The vocabulary of the generated parser. */
export function createVocabulary(): Vocabulary {
  const { symbolicNames, literalNames } = CqlParser;
  const keywords = new Map<string, number>();
  for (let type = T.ADD; type <= T.VERTEX; type++) keywords.set(symbolicNames[type]!, type);
  return {
    textOf(type) {
      if (isKeyword(type)) return symbolicNames[type]!;
      return isSign(type) ? literalNames[type]!.slice(1, -1) : undefined;
    },
    keyword: (word) => keywords.get(word.toUpperCase()),
  };
}

/** Rules that read what is no CQL, or stands in the wrong place. */
export const IMPROPER_RULES: ReadonlySet<number> = new Set(
  CqlParser.ruleNames
    .flatMap((name, rule) => (name.startsWith('sql') ? [rule] : []))
    .concat([R.misplacedClause, R.misplacedWriteClause]),
);

/** Rules whose first token is a name, and those within them. */
export const NAME_RULES: ReadonlySet<number> = new Set([
  R.ident,
  R.columnName,
  R.unreserved,
  R.placeholder,
  R.reserved,
]);
