import { CqlParser } from '../generated/CqlParser.ts';
import * as R from '../generated/rules.ts';
import * as T from '../generated/token-types.ts';
import { DIALECT_RULES } from './dialect-rules.ts';

/** How token types are written. */
export interface Vocabulary {
  /** A keyword in upper case, a sign as it is; `undefined` for names, literals and what has many forms. */
  textOf(type: number): string | undefined;
  /** The type of a keyword, whatever its case, or of a sign. */
  typeOf(text: string): number | undefined;
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
  const textOf = (type: number): string | undefined => {
    if (isKeyword(type)) return symbolicNames[type]!;
    return isSign(type) ? literalNames[type]!.slice(1, -1) : undefined;
  };
  const types = new Map<string, number>();
  for (let type = T.ADD; type <= T.PERCENT; type++) types.set(textOf(type)!, type);
  return { textOf, typeOf: (text) => types.get(text.toUpperCase()) };
}

const IMPROPER = /^(?:sql|misplaced|early)[A-Z]/;

/** Rules that read what is no CQL, or stands in the wrong place; most queries without FROM are not finished yet. */
export const IMPROPER_RULES: ReadonlySet<number> = new Set([
  ...CqlParser.ruleNames.flatMap((name, rule) => (IMPROPER.test(name) ? [rule] : [])),
  R.withoutTable,
]);

/** Rules whose first token is a name, and those within them. */
export const NAME_RULES: ReadonlySet<number> = new Set([
  R.ident,
  R.columnName,
  R.hintedName,
  R.unreserved,
  R.wordButAs,
  R.placeholder,
  R.reserved,
]);

/** Rules that are read but never proposed: placeholders, other dialects, whatever a tool makes of a text. */
export const UNUSUAL_RULES: ReadonlySet<number> = new Set([
  ...DIALECT_RULES.keys(),
  R.placeholder,
  R.templateClause,
  R.templateStatement,
  R.shellCommand,
  R.rest,
  R.loneLetStatement,
  R.bypassGuardrailsClause,
  R.searchScore,
  R.ttlColumn,
  R.rowTtl,
  R.reduceFunction,
  R.serviceLevelItem,
  R.mutationFragments,
  R.localIndexKey,
  R.graphLabel,
  R.rightToGrant,
]);
