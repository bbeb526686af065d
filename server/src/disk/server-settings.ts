import { resolve } from 'node:path';
import { parseCassandraYaml } from '../config/cassandra-yaml.ts';
import type { Configuration } from '../config/settings.ts';
import { readText } from './read-text.ts';
import { LARGEST_SETTINGS } from './regular-file.ts';

/** The settings of the server's cassandra.yaml, where the configuration names one. */
export function serverSettings(
  root: string,
  { cassandraYaml }: Configuration,
  problems: string[],
): ReadonlyMap<string, unknown> | undefined {
  if (cassandraYaml === undefined) return undefined;
  const path = resolve(root, cassandraYaml);
  const text = readText(path, LARGEST_SETTINGS);
  if (text.kind === 'unreadable') {
    problems.push(`${path}: ${text.why}.`);
    return undefined;
  }
  const settings = parseCassandraYaml(text.text);
  if (settings.kind === 'settings') return settings.settings;
  problems.push(`${path}: this is no cassandra.yaml: ${settings.message}.`);
  return undefined;
}
