import { isMigration, printName, printQualified, type ProjectCatalog } from '../../catalog/index.ts';
import type { NameSymbol } from '../../names/symbol.ts';

/** The statement that gives a thing that is there another name; `undefined` where Cassandra has none. */
export function alterOf({ kind, keyspace, of = '', name }: NameSymbol, to: string): string | undefined {
  const rename = `RENAME ${printName(name)} TO ${printName(to)};`;
  if (kind === 'column') return `ALTER TABLE ${printQualified(keyspace, of)} ${rename}`;
  return kind === 'field' ? `ALTER TYPE ${printQualified(keyspace, of)} ${rename}` : undefined;
}

/** The files of the numbered migrations that a file is one of, in their order; none where it is no migration. */
export function migrationsAround({ input }: ProjectCatalog, uri: string): readonly string[] {
  const chain = input.files.find((file) => file.uri === uri)?.chain;
  if (chain === undefined || !isMigration(chain)) return [];
  return input.files.filter((file) => file.chain === chain).map((file) => file.uri);
}

/** What the migration behind the last one is called, by its number; `undefined` where that stands in no file's name. */
export function nextMigration(last: string, what: string): string | undefined {
  const [, folder = '', before = '', number, between = '', extension = ''] =
    /^(.*\/)?([vV]?(?:\d+[._])*)(\d+)([._-]+)[^/]*?((?:\.up)?\.[A-Za-z]+)$/.exec(last) ?? [];
  if (number === undefined) return undefined;
  const next = String(BigInt(number) + 1n).padStart(number.length, '0');
  return `${folder}${before}${next}${between}${what}${extension}`;
}
