import { readdirSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { matcherOfNames, TELLING_FILES, TELLING_FOLDERS, WORKFLOW_FOLDERS } from '../config/telling-files.ts';
import { ENDPOINT } from '../workspace/program-hints.ts';
import type { Hint } from '../workspace/written-for.ts';
import { type CassandraRelease, DEFAULT_TARGET } from '../text/release.ts';
import { readText } from './read-text.ts';
import { LARGEST_SETTINGS } from './regular-file.ts';

/**
 * What files beside the CQL say about the server: compose files, dependencies and settings in the folders of `paths` and those above
 * them, up to the root of the project, and in those that say how it is deployed and tested. Paths are relative to it, with `/`.
 */
export function serverHints(root: string, paths: readonly string[]): readonly Hint[] {
  return [...foldersOf(paths)].toSorted().flatMap((folder) => hintsIn(root, folder));
}

function foldersOf(paths: readonly string[]): ReadonlySet<string> {
  const folders = new Set<string>(['', ...TELLING_FOLDERS, ...WORKFLOW_FOLDERS]);
  for (const path of paths) {
    for (let end = path.lastIndexOf('/'); end >= 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end + 1);
      if (folders.has(folder) || folders.size >= MOST_FOLDERS) break;
      folders.add(folder);
    }
  }
  return folders;
}

function hintsIn(root: string, folder: string): readonly Hint[] {
  return entriesOf(join(root, folder))
    .filter((entry) => entry.isFile() && tells(folder, entry.name))
    .map(({ name }) => folder + name)
    .toSorted()
    .flatMap((path) => {
      const read = readText(join(root, path), LARGEST_SETTINGS);
      return read.kind === 'text' ? hintsOf(path, read.text) : [];
    });
}

const tells = (folder: string, name: string): boolean =>
  TELLING.test(name) || (WORKFLOW_FOLDERS.includes(folder) && /\.ya?ml$/.test(name));

/** What a text says, each thing once. */
export function hintsOf(path: string, text: string): readonly Hint[] {
  const lines = text.split('\n').filter((line) => line.length < LONGEST_LINE && !/^\s*(?:#|\/\/)/.test(line));
  return SIGNS.flatMap(({ server, sign, isImage }) => {
    const found = new Set(lines.flatMap((line) => sign.exec(line)?.[1] ?? []));
    return [...found].map((one): Hint => {
      const release = isImage ? releaseOfImage(one) : undefined;
      return { server, path, text: one, ...(release !== undefined && { release }) };
    });
  });
}

/** The release that an image holds, or is judged like; that of no tag and of tags without a number is the current one. */
function releaseOfImage(image: string): CassandraRelease {
  const tag = image.slice(image.lastIndexOf('/') + 1).split(':')[1] ?? '';
  const [, major = '', minor = ''] = /^v?(\d+)(?:\.(\d+))?/.exec(tag) ?? [];
  if (['1', '2', '3'].includes(major)) return '3.11';
  if (major === '4') return minor === '0' ? '4.0' : '4.1';
  return DEFAULT_TARGET.release;
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // What cannot be read says nothing; a folder of the project that cannot be is told where its files are looked for.
    return [];
  }
}

const TELLING = matcherOfNames(TELLING_FILES);

/** The text that tells is in the first group. Drivers that serve several servers tell none. */
const SIGNS: readonly { readonly server: Hint['server']; readonly sign: RegExp; readonly isImage?: true }[] = [
  { server: 'scylla', sign: /(?<![\w-])(scylladb\/scylla(?:-enterprise)?)(?![\w/-])/ },
  {
    server: 'scylla',
    sign: /(com\.scylladb:java-driver[\w-]*|org\.testcontainers:scylladb|ScyllaDBCSharpDriver|github\.com\/scylladb\/gocql|scylla-driver)(?![\w-])/,
  },
  { server: 'scylla', sign: /(?<![\w.])(scylla\.scylladb\.com)\/v\d/ },
  { server: 'scylla', sign: /<artifactId>\s*(scylladb)\s*<\/artifactId>/ },
  { server: 'scylla', sign: /<groupId>\s*(com\.scylladb)\s*<\/groupId>/ },
  {
    server: 'dse',
    sign: /(?<![\w-])(datastax\/dse-server|datastax\/dse-mgmtapi[\w-]*|datastaxlabs\/dse[\w-]*)(?![\w/-])/,
  },
  {
    server: 'dse',
    sign: /(?<![\w.-])(com\.datastax\.dse:dse-java-driver[\w-]*|dse-java-driver-core|dse-driver)(?![\w-])/,
  },
  { server: 'hcd', sign: /(?<![\w-])(datastax\/hcd)(?![\w/-])/ },
  { server: 'astra', sign: /\b(ASTRA_DB_[A-Z_]+|[\w-]+\.apps\.astra\.datastax\.com|secure-connect-[\w-]+\.zip)/ },
  { server: 'astra', sign: /(?<![A-Za-z])(secure[-_]?connect[-_]?bundle)(?:[-_]?path)?["']?\s*[:=]\s*["']?[^\s"'#]/i },
  { server: 'keyspaces', sign: ENDPOINT },
  {
    server: 'keyspaces',
    sign: /\b(aws-sigv4-auth-cassandra-[\w-]+|cassandra-sigv4|aws_keyspaces_(?:keyspace|table))\b/,
  },
  { server: 'yugabyte', sign: /(?<![\w-])(yugabytedb\/yugabyte(?:-client)?)(?![\w/-])/ },
  { server: 'yugabyte', sign: /(com\.yugabyte:(?:cassandra|java)-driver-core[\w-]*|yb-cassandra-driver)(?![\w-])/ },
  {
    server: 'cassandra',
    sign: /(?:image:\s*|FROM\s+)["']?((?:[\w.-]+\/)*cassandra(?::[\w.-]+)?)(?:["'\s@:]|$)/,
    isImage: true,
  },
  { server: 'cassandra', sign: /(org\.testcontainers:cassandra|cassandra-unit|embedded-cassandra)\b/ },
];

const LONGEST_LINE = 2_000;
const MOST_FOLDERS = 1_000;
