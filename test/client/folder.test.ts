import { beforeEach, expect, test, vi } from 'vitest';
import { databasesOfManifest } from '../../server/src/embedded/index.ts';

// In which folders the extension of VS Code starts.

const files = new Map<string, string>();
const uriOf = (path: string): { readonly path: string } => ({ path });

vi.mock('vscode', () => ({
  Uri: { joinPath: (_: unknown, path: string) => uriOf(path) },
  RelativePattern: class {
    readonly names: RegExp;
    constructor(_: unknown, pattern: string) {
      const names = pattern.slice('**/{'.length, -1).split(',');
      this.names = new RegExp(
        `(?:^|/)(?:${names.map((name) => name.replaceAll('.', '\\.').replaceAll('*', '.*')).join('|')})$`,
      );
    }
  },
  workspace: {
    workspaceFolders: [{ uri: uriOf('') }],
    findFiles: async ({ names }: { names: RegExp }) => [...files.keys()].filter((path) => names.test(path)).map(uriOf),
    fs: {
      async stat({ path }: { path: string }) {
        if (![...files.keys()].some((file) => file.startsWith(path))) throw new Error('not there');
      },
      readFile: async ({ path }: { path: string }) => new TextEncoder().encode(files.get(path)),
    },
  },
}));
const { speaksWithCassandra } = await import('../../client/folder.ts');
const { default: manifest } = await import('../../package.json', { with: { type: 'json' } });

const speaks = (): Promise<boolean> =>
  speaksWithCassandra(manifest.activationEvents.flatMap((event) => /^workspaceContains:(.+)/.exec(event)?.[1] ?? []));

beforeEach(() => files.clear());

/** What lists of dependencies have to say of a driver, of which both the extension and its server take notice. */
const LISTS: readonly (readonly [path: string, text: string])[] = [
  ['pom.xml', '<artifactId>java-driver-core</artifactId><groupId>com.datastax.oss</groupId>'],
  ['pom.xml', '<artifactId>spring-boot-starter-data-cassandra</artifactId>'],
  ['app/build.gradle.kts', 'implementation("org.apache.cassandra:java-driver-core:4.18.0")'],
  ['build.sbt', 'libraryDependencies += "com.outworkers" %% "phantom-dsl" % "2.59.0"'],
  ['services/a/go.mod', 'require github.com/gocql/gocql v1.6.0'],
  ['Cargo.toml', '[dependencies]\nscylla = "0.13"'],
  ['Cargo.toml', '[dependencies]\ncdrs-tokio = "8"'],
  ['src/A.csproj', '<PackageReference Include="CassandraCSharpDriver" />'],
  ['requirements-dev.txt', 'scylla-driver==3.26'],
  ['pyproject.toml', 'dependencies = ["cassandra-driver"]'],
  ['package.json', '{ "dependencies": { "cassandra-driver": "4" } }'],
  ['package.json', '{ "dependencies": { "helenus": "0.7" } }'],
  ['composer.json', '{ "require": { "duoshuo/php-cassandra": "*" } }'],
  ['Gemfile', "gem 'cassandra-driver'"],
  ['mix.exs', '{:xandra, "~> 0.18"}'],
];

test.each(LISTS)('%s: %s', async (path, text) => {
  files.set(path, text);
  expect(await speaks()).toBe(true);
  expect(databasesOfManifest(text).cassandra).toBe(true);
});

test.each([
  ['pom.xml', '<artifactId>postgresql</artifactId>'],
  ['package.json', '{ "dependencies": { "pg": "8" } }'],
  ['main.go', 'import "github.com/gocql/gocql"'],
])('not %s: %s', async (path, text) => {
  files.set(path, text);
  expect(await speaks()).toBe(false);
});

test.each(['queries/a.cql', 'cql-analyzer.toml', 'deps/xandra/mix.exs'])('%s', async (path) => {
  files.set(path, '');
  expect(await speaks()).toBe(true);
});
