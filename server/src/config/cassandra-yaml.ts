import { parse } from 'yaml';

/** The settings of a cassandra.yaml by name, or what is wrong with the file. */
export type ServerSettings =
  | { readonly kind: 'settings'; readonly settings: ReadonlyMap<string, unknown> }
  | { readonly kind: 'problem'; readonly message: string };

/** Reads a cassandra.yaml. */
export function parseCassandraYaml(text: string): ServerSettings {
  let value: unknown;
  try {
    value = parse(text);
  } catch (error) {
    return { kind: 'problem', message: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) };
  }
  if (value === null || value === undefined) return { kind: 'settings', settings: new Map() };
  if (typeof value !== 'object' || Array.isArray(value)) return { kind: 'problem', message: 'it holds no settings' };
  return { kind: 'settings', settings: new Map(Object.entries(value)) };
}
