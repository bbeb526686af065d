import { join } from 'node:path';
import { databasesOf, hostOf, mayHoldStatements } from '../embedded/index.ts';
import type { Configuration } from '../config/settings.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { uriOf } from './paths.ts';
import type { FoundFiles } from './project-files.ts';
import { readText } from './read-text.ts';

/** Whether statements are looked for in the programs of a project: it has schema files, a configuration, or a driver of Cassandra. */
export const holdsPrograms = (
  root: string,
  { paths, manifests }: FoundFiles,
  configuration: Configuration,
  isConfigured: boolean,
): boolean =>
  configuration['embedded.languages'].length > 0 &&
  (paths.length > 0 || isConfigured || manifests.some((path) => namesDriver(join(root, path))));

function namesDriver(path: string): boolean {
  const text = readText(path, LARGEST_PROGRAM);
  return text.kind === 'text' && DRIVERS.test(text.text);
}

const DRIVERS =
  /(?:cassandra|dse|scylla)-driver|gocql|com\.datastax|java-driver-core|cassandra-java-driver|spring-(?:boot-starter-)?data-cassandra|\bscylla(?:-driver|db)?\b|\bcdrs|CassandraCSharpDriver|datastax\/php-driver|\bxandra\b|express-cassandra|quarkus-cassandra|alpakka-cassandra|akka-persistence-cassandra|phantom-dsl|cqlengine|aiocassandra/i;

/** Gives the programs to a workspace that hold statements, and of the others what they say of their neighbours; folder by folder. */
export function* readPrograms(
  root: string,
  found: FoundFiles,
  workspace: Workspace,
  isOpen: (uri: string) => boolean,
): Iterable<void> {
  const languages = workspace.configuration['embedded.languages'];
  let folder: string | undefined;
  let texts: { readonly path: string; readonly text: string }[] = [];
  const take = (): void => {
    if (texts.some(({ text }) => mayHoldStatements(text))) {
      for (const { path, text } of texts) {
        const uri = uriOf(join(root, path));
        const host = hostOf(path)!;
        if (isOpen(uri)) continue;
        if (mayHoldStatements(text)) workspace.set(uri, text, { path, contributes: true });
        else workspace.note(uri, path, databasesOf(text, host));
      }
    }
    texts = [];
  };
  for (const path of found.programs()) {
    if (!languages.includes(hostOf(path)!.name)) continue;
    const own = path.slice(0, path.lastIndexOf('/') + 1);
    if (own !== folder) {
      take();
      folder = own;
      yield;
    }
    const text = readText(join(root, path), LARGEST_PROGRAM);
    if (text.kind === 'text') texts.push({ path, text: text.text });
  }
  take();
}

/** In bytes: what is longer was made by a program. */
export const LARGEST_PROGRAM = 1_000_000;
