import { resolve } from 'node:path';
import { parseCassandraYaml } from '../config/cassandra-yaml.ts';
import type { Configuration } from '../config/settings.ts';
import type { OwnServer } from '../modeling/evidence/surroundings.ts';
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

/** The cassandra.yaml that lies in a project which names none; undefined where the file is something else's, a manifest of Kubernetes say. */
export function ownServerOf(root: string, { cassandraYaml }: Configuration): OwnServer | undefined {
  if (cassandraYaml !== undefined) return undefined;
  for (const path of OWN) {
    const text = readText(resolve(root, path), LARGEST_SETTINGS);
    const read = text.kind === 'text' ? parseCassandraYaml(text.text) : undefined;
    if (read?.kind === 'settings' && read.settings.has('cluster_name'))
      return { path, settings: Object.fromEntries(read.settings) };
  }
  return undefined;
}

const OWN = ['cassandra.yaml', 'conf/cassandra.yaml', 'config/cassandra.yaml'];
