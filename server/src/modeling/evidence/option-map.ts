import type { Literal, OptionValue } from '../../syntax/ast.ts';

/** The entries of an option such as `{'class': 'SimpleStrategy'}`, by lower-case name; `undefined` where a placeholder stands among them. */
export function optionMap(value: OptionValue | undefined): ReadonlyMap<string, Literal> | undefined {
  const found = new Map<string, Literal>();
  if (value === undefined) return found;
  if (value.kind !== 'map') return undefined;
  for (const { key, value: entry } of value.entries) {
    if (key.kind !== 'literal' || entry.kind !== 'literal') return undefined;
    found.set(key.value.toLowerCase(), entry);
  }
  return found;
}

/** A class by its last name: `org.apache.cassandra.locator.SimpleStrategy` is `SimpleStrategy`. */
export const classOf = (options: ReadonlyMap<string, Literal>): string | undefined =>
  options.get('class')?.value.split('.').at(-1);
