/**
 * The names of tables that a program may write by other means than statements: those that stand alone in quotes, as builders take them,
 * those that mappers are told, and those of its types, by which mappers find theirs. In one form for `users_by_email` and `UserByEmail`.
 */
export function spokenNames(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const pattern of SPOKEN) for (const [, name] of text.matchAll(pattern)) names.add(plainTableName(name!));
  if (!MAPPING.some((word) => text.includes(word))) return names;
  for (const [, name] of text.matchAll(MAPPED)) {
    names.add(plainTableName(name!));
    names.add(mappedName(name!));
  }
  return names;
}

/** What stands among the names for a table that a mapper is told to read and write. */
export const mappedName = (table: string): string => `@${plainTableName(table)}`;

/** The name of a table, or of a type that is mapped to it: its words without endings of the plural. */
export const plainTableName = (name: string): string =>
  name
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '_')
    .toLowerCase()
    .split('_')
    .map((word) => word.replace(/(?:ies|es|s|y)$/, ''))
    .join('');

/** Each by itself: to look for both at once takes seven times as long. */
const SPOKEN: readonly RegExp[] = [
  /["'`](?:\w{1,48}\.)?(\w{1,48}_\w{1,48})["'`]/g,
  /\b(?:class|struct|record|object|interface|type|defmodule)\s+(?:\w+\.)*([A-Z]\w*[a-z][A-Z]\w*)/g,
];

/** Few programs have one of these, and to look for a word is quick. */
const MAPPING = ['@Table', '__table_name__', 'Metadata{', 'schema "'];

/** `@Table("users")`, `__table_name__ = 'users'`, `table.Metadata{Name: "users"`, `schema "users" do`. */
const MAPPED =
  /(?:@Table\s*\((?:[^)]{0,80}?\b(?:value|name)\s*=)?|\b__table_name__\s*=|\bMetadata\{\s*Name:|^[ \t]*schema\b)\s*["'](?:\w{1,48}\.)?(\w{1,48})["']/gm;
