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

test('nothing changed where nothing happened, though a file that settings name is not there', () => {
  const root = folderOf({ 'cql-analyzer.toml': 'cassandra-yaml = "cassandra.yaml"\n', 'a.cql': 'SELECT;' });
  const folder = opened(root);
  folder.changes();
  expect(folder.changes()).toEqual([]);
});
