import { renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { ProjectFolder } from '../../server/src/lsp/host.ts';
import { nodeHost } from '../../server/src/node/host.ts';
import { folderOf } from '../cli/installed.ts';

/** What may happen in a folder while it is read: when its configuration was, and when all was. */
interface Meanwhile {
  readonly configured?: () => void;
  readonly read?: () => void;
}

/** Opens a folder that nobody watches. */
function opened(root: string, { configured, read }: Meanwhile = {}): ProjectFolder {
  // Of a link that leads in a circle the server tells when it has read all.
  symlinkSync('circle.cql', join(root, 'circle.cql'));
  let [first, once] = [configured, read];
  return nodeHost().openFolder(pathToFileURL(root).href, {
    override(configuration) {
      first?.();
      first = undefined;
      return configuration;
    },
    unwatched: true,
    isOpen: () => false,
    tell() {
      once?.();
      once = undefined;
    },
  })!;
}

test('a configuration that goes while its folder is read counts as changed at the next look', () => {
  const root = folderOf({ 'cql-analyzer.toml': 'profile = "strict"\n' });
  const folder = opened(root, { configured: () => rmSync(join(root, 'cql-analyzer.toml')) });
  expect(folder.changes()).toBe('everything');
});

test('a folder that is moved into one that is being read is found at the next look', async () => {
  const [root, elsewhere] = [folderOf({ 'b.cql': 'SELECT;' }), folderOf({ 'old/a.cql': 'SELECT;' })];
  await sleep(50);
  const folder = opened(root, { read: () => renameSync(join(elsewhere, 'old'), join(root, 'old')) });
  expect(folder.changes()).toEqual([expect.stringMatching(/\/old\/a\.cql$/)]);
  expect(folder.changes()).toEqual([]);
});

test('a file in whose place a link comes while its folder is read is found at the next look', () => {
  const root = folderOf({ 'a.cql': 'SELECT;', 'b.cql': 'SELECT;', 'notes.txt': 'SELECT;' });
  const become = (): void => {
    rmSync(join(root, 'a.cql'));
    symlinkSync('notes.txt', join(root, 'a.cql'));
  };
  expect(opened(root, { read: become }).changes()).toContainEqual(expect.stringMatching(/\/a\.cql$/));
});

test('a .gitignore that goes while its folder is read makes it be read again', () => {
  const root = folderOf({ '.gitignore': '/a\n', 'a/x.cql': 'SELECT;', 'b.cql': 'SELECT;' });
  const folder = opened(root, { read: () => rmSync(join(root, '.gitignore')) });
  expect(folder.isOutdated()).toBe(true);
});

test.each([
  ['without anything of Cassandra', { 'a.go': '' }],
  ['of other languages', { 'cql-analyzer.toml': 'embedded.languages = ["go"]\n', 'a.py': '' }],
])('programs %s did not change while the folder was read', (_, files: Readonly<Record<string, string>>) => {
  expect(opened(folderOf(files)).changes()).not.toContainEqual(expect.stringContaining('/a.'));
});

test('nothing changed where nothing happened, though a file that settings name is not there', () => {
  const root = folderOf({ 'cql-analyzer.toml': 'cassandra-yaml = "cassandra.yaml"\n', 'a.cql': 'SELECT;' });
  const folder = opened(root);
  folder.changes();
  expect(folder.changes()).toEqual([]);
});

test('a cassandra.yaml that is not there is told where the configuration names it', () => {
  const root = folderOf({ 'cql-analyzer.toml': 'target = "5.0"\ncassandra-yaml = "conf/server.yaml"\n', 'a.cql': '' });
  const { configuration, problems } = opened(root);
  expect(configuration?.problems()).toMatchObject([{ key: 'cassandra-yaml', line: 2, severity: 'error', start: 0 }]);
  expect(configuration?.problems()[0]?.message).toContain('server.yaml');
  expect(problems).toEqual([]);
});
