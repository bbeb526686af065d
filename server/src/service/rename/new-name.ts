import { isReserved } from '../../catalog/index.ts';
import type { SymbolKind } from '../../names/symbol.ts';
import * as T from '../../syntax/generated/token-types.ts';
import { openDocument } from '../../syntax/index.ts';
import { fold, isPlainName, quoteName, quoteString, unquote } from '../../syntax/names.ts';

/** A name that a person typed. */
export interface NewName {
  /** As Cassandra reads it. */
  readonly name: string;
  /** As it is written in a statement. */
  readonly text: string;
}

/**
 * Reads what was typed: in double quotes or, where it can stand without, as it is. Everything else is put in quotes.
 * Capitals are put in quotes where they are meant.
 */
export function readNewName(typed: string, areCapitalsMeant: boolean): NewName | undefined {
  const text = typed.trim();
  const inQuotes = /^"((?:[^"]|"")+)"$/.exec(text)?.[1];
  if (inQuotes !== undefined) return { name: unquote(inQuotes, '"'), text };
  if (text === '') return undefined;
  if (!isPlainName(text)) return { name: text, text: quoteName(text) };
  const name = fold(text);
  if (name !== text && areCapitalsMeant) return { name: text, text: quoteName(text) };
  // What is reserved in any release is quoted in all of them.
  return { name, text: isReserved(name, '3.11') ? quoteName(name) : text };
}

/** The new name in place of the old one: as a string where that was one. */
export const inPlaceOf = (written: string, { name, text }: NewName): string =>
  written.startsWith("'") ? quoteString(name) : text;

/** Why something cannot have the name; `undefined` where it can. */
export function problemOfName(kind: SymbolKind, name: NewName): string | undefined {
  if (!WORDS_ONLY.has(kind) || isFileName(name)) return undefined;
  return `Cassandra takes only letters, digits and _ here, at most ${LONGEST} of them.`;
}

/** Whether a file may be called by the name. */
export const isFileName = ({ name }: NewName): boolean => /^\w+$/.test(name) && name.length <= LONGEST;

/** Whether a name without quotes is a word of the language, reserved or not. */
export const isWordOfCql = ({ text }: NewName): boolean => openDocument(text).segments[0]?.tokens.types[0] !== T.IDENT;

/** The name in quotes. */
export const inQuotes = ({ name }: NewName): NewName => ({ name, text: quoteName(name) });

/** What files and directories of a node are called by (`SchemaConstants.isValidName`), and what is next to them. */
const WORDS_ONLY: ReadonlySet<SymbolKind> = new Set(['keyspace', 'table', 'index', 'type', 'function']);
const LONGEST = 48;
