import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { ProjectFolder } from '../../server/src/lsp/host.ts';
import { nodeHost } from '../../server/src/node/host.ts';
import { folderOf } from '../cli/installed.ts';

/** A folder that nobody watches; something may happen when its configuration was read and the rest was not. */
function opened(
  files: Readonly<Record<string, string>>,
  meanwhile = (_root: string): void => undefined,
): ProjectFolder {
  const root = folderOf(files);
  let times = 0;
  return nodeHost().openFolder(pathToFileURL(root).href, {
    override(configuration) {
      times += 1;
      if (times === 1) meanwhile(root);
      return configuration;
    },
    unwatched: true,
    isOpen: () => false,
    tell: () => undefined,
  })!;
}

test('a configuration that goes while its folder is read counts as changed at the next look', () => {
  const folder = opened({ 'cql-analyzer.toml': 'profile = "strict"\n' }, (root) =>
    rmSync(join(root, 'cql-analyzer.toml')),
  );
  expect(folder.changes()).toBe('everything');
});

test('nothing changed where nothing happened, though a file that settings name is not there', () => {
  const folder = opened({ 'cql-analyzer.toml': 'cassandra-yaml = "cassandra.yaml"\n', 'a.cql': 'SELECT;' });
  folder.changes();
  expect(folder.changes()).toEqual([]);
});
