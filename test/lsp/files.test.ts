import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { folderOf } from '../cli/installed.ts';
import { startClient, type ClientOptions, type TestClient } from './client.ts';

// What the server reads of a folder that somebody else made.

const TABLE = 'CREATE TABLE shop.users (id uuid PRIMARY KEY, email text);\n';
const QUERY = `SELECT id FROM shop.users WHERE email = 'a';\n`;
const WATCHES = { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } };

const clients: TestClient[] = [];
const start = async (options: ClientOptions): Promise<TestClient> => {
  const client = await startClient({ capabilities: WATCHES, ...options });
  clients.push(client);
  return client;
};
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.stop()));
});

const changed = (client: TestClient, ...paths: readonly string[]): Promise<void> =>
  client.connection.sendNotification('workspace/didChangeWatchedFiles', {
    changes: paths.map((path) => ({ uri: client.uri(path), type: 2 })),
  });
const logged = async (client: TestClient, text: string): Promise<void> => {
  while (!client.logged.some((line) => line.includes(text))) await sleep(10);
};
const fifo = (folder: string, name: string): unknown => execFileSync('mkfifo', [join(folder, name)]);

test.each(['.gitignore', 'cql-analyzer.toml', 'other.cql', 'cassandra.yaml'])(
  'a pipe called %s is not waited for',
  async (name) => {
    const client = await start({
      files: {
        'schema.cql': TABLE,
        'queries.cql': QUERY,
        ...(name === 'cassandra.yaml' && { 'cql-analyzer.toml': 'cassandra-yaml = "cassandra.yaml"\n' }),
      },
      prepare: (folder) => fifo(folder, name),
    });
    await client.open('queries.cql');
    const refused = await client.diagnostics('queries.cql', (list) => list.length > 0);
    expect(refused[0]?.code).toBe('unrestricted-partition-key');
    await changed(client, name);
    await client.connection.sendRequest('textDocument/hover', {
      textDocument: { uri: client.uri('queries.cql') },
      position: { line: 0, character: 0 },
    });
  },
);

test('what cannot be read stands in the log', async () => {
  const client = await start({
    files: { 'schema.cql': TABLE },
    prepare(folder) {
      fs.writeFileSync(join(folder, 'binary.cql'), new Uint8Array([1, 0, 2]));
      fs.symlinkSync('/dev/zero', join(folder, 'zero.cql'));
    },
  });
  await logged(client, `${join(client.folder, 'binary.cql')}: it is a binary file; it is left out.`);
  await logged(client, `${join(client.folder, 'zero.cql')}: it is a link out of the folder; it is left out.`);
  fifo(client.folder, 'pipe.cql');
  await changed(client, 'pipe.cql', 'zero.cql');
  await logged(client, `${join(client.folder, 'pipe.cql')}: it is no regular file; it is left out.`);
});

test('nothing is found in an open file that the project leaves alone', async () => {
  const client = await start({
    files: { 'cql-analyzer.toml': 'exclude = ["old/"]\n', 'schema.cql': TABLE, 'old/deep/queries.cql': QUERY },
  });
  await client.open('old/deep/queries.cql');
  expect(await client.diagnostics('old/deep/queries.cql')).toEqual([]);
  const hover = { textDocument: { uri: client.uri('old/deep/queries.cql') }, position: { line: 0, character: 22 } };
  expect(await client.connection.sendRequest('textDocument/hover', hover)).not.toBeNull();
  fs.writeFileSync(join(client.folder, 'cql-analyzer.toml'), '');
  await changed(client, 'cql-analyzer.toml');
  const found = await client.diagnostics('old/deep/queries.cql', (list) => list.length > 0);
  expect(found.map(({ code }) => code)).toEqual(['unrestricted-partition-key']);
  fs.writeFileSync(join(client.folder, 'cql-analyzer.toml'), 'exclude = ["*/deep/*.cql"]\n');
  await changed(client, 'cql-analyzer.toml');
  await client.diagnostics('old/deep/queries.cql', (list) => list.length === 0);
});

test('what the project leaves out stays out, whatever event names it', async () => {
  const elsewhere = folderOf({ 'schema.cql': TABLE });
  const client = await start({
    files: {
      '.gitignore': 'generated/\n',
      'cql-analyzer.toml': 'exclude = ["old"]\n',
      'generated/a.cql': TABLE,
      'old/a.cql': TABLE,
      'node_modules/x/a.cql': TABLE,
      'queries.cql': QUERY,
    },
    prepare(folder) {
      fs.symlinkSync(join(elsewhere, 'schema.cql'), join(folder, 'link.cql'));
      fs.symlinkSync(elsewhere, join(folder, 'linked'));
    },
  });
  await client.open('queries.cql');
  const out = ['generated/a.cql', 'old/a.cql', 'node_modules/x/a.cql', 'link.cql', 'linked/schema.cql'];
  await changed(client, ...out);
  // Opened, one of them is judged, and the schema of the others knows nothing of it.
  await client.open('generated/a.cql');
  const named = async (): Promise<unknown> =>
    client.connection.sendRequest('textDocument/hover', {
      textDocument: { uri: client.uri('queries.cql') },
      position: { line: 0, character: QUERY.indexOf('users') },
    });
  expect(await named()).toBeNull();
  await client.connection.sendNotification('textDocument/didClose', {
    textDocument: { uri: client.uri('generated/a.cql') },
  });
  expect(await named()).toBeNull();
  fs.writeFileSync(join(client.folder, 'schema.cql'), TABLE);
  await changed(client, 'schema.cql');
  expect(await named()).toMatchObject({ contents: { value: expect.stringContaining('shop.users') as string } });
});

test.each([['with that folder open as well', ['app', 'db']] as const, ['alone', ['app']] as const])(
  'a schema file of another folder counts as it is stored and, where it is open, as it is typed: %s',
  async (_, folders) => {
    const files = {
      'app/cql-analyzer.toml': 'schema = ["../db/schema.cql"]\n',
      'app/queries.cql': QUERY,
      'db/schema.cql': TABLE,
    };
    const client = await start({ files, folders });
    await client.open('app/queries.cql');
    await client.diagnostics('app/queries.cql', ([first]) => first?.code === 'unrestricted-partition-key');
    fs.writeFileSync(join(client.folder, 'db/schema.cql'), TABLE.replace('email', 'mail'));
    await changed(client, 'db/schema.cql');
    await client.diagnostics('app/queries.cql', ([first]) => first?.code === 'unknown-column');
    if (folders.length > 1) return;
    await client.open('db/schema.cql', TABLE);
    await client.diagnostics('app/queries.cql', ([first]) => first?.code === 'unrestricted-partition-key');
  },
);
