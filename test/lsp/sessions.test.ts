import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  Diagnostic,
  DocumentDiagnosticReport,
  Hover,
  HoverClientCapabilities,
  InlayHint,
  RegistrationParams,
  WorkspaceDiagnosticReport,
} from 'vscode-languageserver-protocol/node';
import { afterEach, describe, expect, test } from 'vitest';
import { startClient, type ClientOptions, type TestClient } from './client.ts';

// What happens to a session while files, folders and settings change around it.

const SCHEMA = `CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};
CREATE TABLE shop.users (id uuid PRIMARY KEY, email text);
`;
const QUERY = `SELECT id FROM shop.users WHERE email = 'a';\n`;
const FILES = { 'schema.cql': SCHEMA, 'queries.cql': QUERY };
const WATCHES = { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } };
const PULLS = {
  textDocument: { diagnostic: {} },
  workspace: { ...WATCHES.workspace, diagnostics: { refreshSupport: true } },
};

const clients: TestClient[] = [];
const start = async (options: ClientOptions = {}): Promise<TestClient> => {
  const client = await startClient({ files: FILES, capabilities: WATCHES, ...options });
  clients.push(client);
  return client;
};
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.stop()));
});

const codes = (diagnostics: readonly Diagnostic[]): readonly unknown[] => diagnostics.map(({ code }) => code);
const refused = (list: readonly Diagnostic[]): boolean => codes(list).includes('unrestricted-partition-key');
const served = (list: readonly Diagnostic[]): boolean => !refused(list);
const change = (client: TestClient, uri: string, version: number, text: string): Promise<void> =>
  client.connection.sendNotification('textDocument/didChange', {
    textDocument: { uri, version },
    contentChanges: [{ text }],
  });

describe('findings of the whole workspace', () => {
  test('are sent for files that nobody opened', async () => {
    const client = await start();
    expect(codes(await client.diagnostics('queries.cql', refused))).toEqual(['unrestricted-partition-key']);
  });

  test('follow a schema that is edited', async () => {
    const client = await start();
    const schema = await client.open('schema.cql');
    await client.diagnostics('queries.cql', refused);
    await change(
      client,
      schema,
      2,
      SCHEMA.replace('id uuid PRIMARY KEY, email text', 'id uuid, email text PRIMARY KEY'),
    );
    await client.diagnostics('queries.cql', served);
  });

  test('are those of open documents where the settings say so', async () => {
    const client = await start({ settings: { diagnostics: { scope: 'openFiles' } } });
    await client.open('schema.cql');
    await client.diagnostics('schema.cql');
    await sleep(400);
    expect(client.published.map(({ uri }) => uri)).toEqual([client.uri('schema.cql')]);
    await client.open('queries.cql');
    await client.diagnostics('queries.cql', refused);
    await client.connection.sendNotification('textDocument/didClose', {
      textDocument: { uri: client.uri('queries.cql') },
    });
    await client.diagnostics('queries.cql', served);
  });

  test('are pulled, and what the editor has is left out', async () => {
    const client = await start({ capabilities: PULLS });
    const pull = (previousResultIds: readonly { uri: string; value: string }[]): Promise<WorkspaceDiagnosticReport> =>
      client.connection.sendRequest('workspace/diagnostic', { previousResultIds });
    const { items } = await pull([]);
    expect(items.map(({ uri, kind }) => [uri, kind])).toEqual([[client.uri('queries.cql'), 'full']]);
    const value = items[0]!.resultId!;
    expect(value.length).toBeLessThan(20);
    expect((await pull([{ uri: client.uri('queries.cql'), value }])).items).toEqual([]);
    writeFileSync(join(client.folder, 'queries.cql'), '-- nothing\n');
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: client.uri('queries.cql'), type: 2 }],
    });
    expect((await pull([{ uri: client.uri('queries.cql'), value }])).items).toMatchObject([
      { kind: 'full', items: [] },
    ]);
  });

  test('a pulling editor is asked to pull again where another document has new findings, and not otherwise', async () => {
    const client = await start({ capabilities: PULLS });
    let refreshes = 0;
    client.connection.onRequest('workspace/diagnostic/refresh', () => {
      refreshes += 1;
      return null;
    });
    const pull = (uri: string): Promise<DocumentDiagnosticReport> =>
      client.connection.sendRequest('textDocument/diagnostic', { textDocument: { uri } });
    const queries = await client.open('queries.cql');
    const schema = await client.open('schema.cql');
    await pull(queries);
    await pull(schema);
    await change(client, queries, 2, `-- a comment\n${QUERY}`);
    await pull(queries);
    await sleep(150);
    expect(refreshes).toBe(0);
    await change(client, schema, 2, `${SCHEMA}CREATE INDEX ON shop.users (email);\n`);
    await pull(schema);
    await sleep(150);
    expect(refreshes).toBe(1);
  });
});

describe('without a folder', () => {
  test.each([true, 'unsaid'] as const)('a document is seen with the files beside it (%s)', async (folderless) => {
    const client = await start({ folderless });
    await client.open('queries.cql');
    expect(codes(await client.diagnostics('queries.cql', refused))).toEqual(['unrestricted-partition-key']);
    const { contents } = await client.connection.sendRequest<Hover>('textDocument/hover', {
      textDocument: { uri: client.uri('queries.cql') },
      position: { line: 0, character: 20 },
    });
    expect((contents as { value: string }).value).toContain('PRIMARY KEY');
  });

  test('the nearest configuration makes the project', async () => {
    const client = await start({
      folderless: true,
      files: {
        'cql-analyzer.toml': '',
        'db/schema.cql': SCHEMA,
        'app/queries.cql': QUERY,
      },
    });
    await client.open('app/queries.cql');
    await client.diagnostics('app/queries.cql', refused);
  });

  test('a repository that is made makes the project', async () => {
    const client = await start({ folderless: true, files: { 'db/schema.cql': SCHEMA, 'app/queries.cql': QUERY } });
    await client.open('app/queries.cql');
    await client.diagnostics('app/queries.cql', (list) => list.length === 0);
    mkdirSync(join(client.folder, '.git'));
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: client.uri('.git'), type: 1 }],
    });
    await client.diagnostics('app/queries.cql', refused);
    expect(client.watched.some((glob) => /[{,]\.git[,}]/.test(glob))).toBe(true);
  });
});

test('where nobody tells what changes on disk, the server looks when a document is saved, and when the editor is left alone', async () => {
  const client = await start({ capabilities: {} });
  const uri = await client.open('queries.cql');
  await client.diagnostics('queries.cql', refused);
  writeFileSync(join(client.folder, 'schema.cql'), `${SCHEMA}CREATE INDEX ON shop.users (email);\n`);
  await client.connection.sendNotification('textDocument/didSave', { textDocument: { uri } });
  await client.diagnostics('queries.cql', served);
  writeFileSync(join(client.folder, 'schema.cql'), SCHEMA);
  await change(client, uri, 2, `${QUERY}-- a comment`);
  await client.diagnostics('queries.cql', refused);
  // Whoever asks something may be back from where the file was changed.
  writeFileSync(join(client.folder, 'schema.cql'), `${SCHEMA}CREATE INDEX ON shop.users (email);\n`);
  await client.connection.sendRequest('textDocument/hover', {
    textDocument: { uri },
    position: { line: 0, character: 0 },
  });
  await client.diagnostics('queries.cql', served);
});

describe('folders that come and go', () => {
  const folders = (
    client: TestClient,
    event: { added?: readonly string[]; removed?: readonly string[] },
  ): Promise<void> =>
    client.connection.sendNotification('workspace/didChangeWorkspaceFolders', {
      event: {
        added: (event.added ?? []).map((path) => ({ uri: client.uri(path), name: path })),
        removed: (event.removed ?? []).map((path) => ({ uri: client.uri(path), name: path })),
      },
    });
  const NESTED = { 'schema.cql': SCHEMA, 'inner/queries.cql': QUERY, 'inner/own.cql': SCHEMA };
  const FOLDERS = { ...WATCHES, workspace: { ...WATCHES.workspace, workspaceFolders: true } };
  const unsaved = SCHEMA.replace('id uuid PRIMARY KEY, email text', 'id uuid, email text PRIMARY KEY');

  test('leave unsaved text above the disk', async () => {
    const client = await start({ files: NESTED, capabilities: FOLDERS, folders: ['inner'] });
    const own = await client.open('inner/own.cql');
    await client.open('inner/queries.cql');
    await client.diagnostics('inner/queries.cql', refused);
    await change(client, own, 2, unsaved);
    await client.diagnostics('inner/queries.cql', served);
    await folders(client, { added: [''] });
    await folders(client, { removed: ['inner'] });
    const query = await client.connection.sendRequest<Hover>('textDocument/hover', {
      textDocument: { uri: own },
      position: { line: 1, character: unsaved.split('\n')[1]!.indexOf('email') },
    });
    expect(JSON.stringify(query.contents)).toContain('email');
    await folders(client, { added: ['inner'] });
    await folders(client, { removed: [''] });
    await client.diagnostics('inner/queries.cql', served);
  });

  test('share a project that a new configuration makes of them', async () => {
    const client = await start({ files: NESTED, capabilities: FOLDERS, folders: ['', 'inner'] });
    const own = await client.open('inner/own.cql');
    await client.open('inner/queries.cql');
    await change(client, own, 2, unsaved);
    await client.diagnostics('inner/queries.cql', served);
    mkdirSync(join(client.folder, 'inner'), { recursive: true });
    writeFileSync(join(client.folder, 'cql-analyzer.toml'), 'schema = ["inner/own.cql"]\n');
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: client.uri('cql-analyzer.toml'), type: 1 }],
    });
    await client.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri: own, version: 3 },
      contentChanges: [{ text: SCHEMA }],
    });
    await client.diagnostics('inner/queries.cql', refused);
  });

  test('are watched at once, though the editor has not answered what it was asked before', async () => {
    const client = await start({
      capabilities: FOLDERS,
    });
    await client.diagnostics('queries.cql', refused);
    const asked: string[] = [];
    client.connection.onRequest('client/registerCapability', ({ registrations }: RegistrationParams) => {
      for (const { registerOptions } of registrations) asked.push(JSON.stringify(registerOptions));
      return new Promise<null>(() => undefined);
    });
    for (const path of ['other', 'third']) {
      await folders(client, { added: [path] });
      await expect.poll(() => asked.some((options) => options.includes(path))).toBe(true);
    }
  });
});

describe('files that come and go', () => {
  const told = (client: TestClient, path: string, type: 1 | 2 | 3): Promise<void> =>
    client.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: client.uri(path), type }],
    });

  test('with their folder, of which alone the editor tells', async () => {
    const client = await start({
      files: { 'schema.cql': SCHEMA, 'db/old/queries.cql': QUERY, 'pages/[id]/{slug}/queries.cql': QUERY },
    });
    await client.diagnostics('db/old/queries.cql', refused);
    rmSync(join(client.folder, 'db/old'), { recursive: true });
    await told(client, 'db/old', 3);
    await client.diagnostics('db/old/queries.cql', served);
    mkdirSync(join(client.folder, 'db/new'));
    writeFileSync(join(client.folder, 'db/new/queries.cql'), QUERY);
    await told(client, 'db/new', 1);
    await client.diagnostics('db/new/queries.cql', refused);
    expect(client.watched.some((glob) => /[{,]old[,}]/.test(glob))).toBe(true);
    // Of a name that is a pattern itself any sign stands for those that make it one.
    expect(client.watched).toEqual(expect.arrayContaining(['**/?id?', '**/?slug?']));
    // Emacs takes no sign of patterns within braces.
    expect(client.watched.filter((glob) => /\{[^}]*[*?[]/.test(glob) && !glob.startsWith('**/*.'))).toEqual([]);
  });

  test('beside programs that held no statements, and speak with Cassandra', async () => {
    const connects = 'package db\nimport "github.com/gocql/gocql"\nvar s *gocql.Session\n';
    const client = await start({ files: { ...FILES, 'go.mod': 'module a\n', 'db/connect.go': connects } });
    await client.diagnostics('queries.cql', refused);
    // Of a table that is there a program would be believed alone.
    const asks = 'package db\n\nvar q = "SELECT id FROM shop.visitors WHERE id = ?"\n';
    const isFound = (list: readonly Diagnostic[]): boolean => list.length > 0;
    writeFileSync(join(client.folder, 'db/asks.go'), asks);
    await told(client, 'db/asks.go', 1);
    await client.diagnostics('db/asks.go', isFound);
    writeFileSync(join(client.folder, 'db/connect.go'), 'package db\n');
    await told(client, 'db/connect.go', 2);
    await client.diagnostics('db/asks.go', (list) => list.length === 0);
    writeFileSync(join(client.folder, 'db/connect.go'), connects);
    await told(client, 'db/connect.go', 2);
    await client.diagnostics('db/asks.go', isFound);
  });

  test('in a folder that lies in another one, of which both are open', async () => {
    const client = await start({ files: { 'queries.cql': QUERY, 'db/x.cql': '' }, folders: ['', 'db'] });
    writeFileSync(join(client.folder, 'db/schema.cql'), SCHEMA);
    await told(client, 'db/schema.cql', 1);
    await client.diagnostics('queries.cql', refused);
  });

  test('beside the texts, where they say for which server these are', async () => {
    const client = await start();
    await client.diagnostics('queries.cql', refused);
    const isOther = (list: readonly Diagnostic[]): boolean => codes(list).includes('other-target');
    writeFileSync(join(client.folder, 'docker-compose.yml'), 'image: scylladb/scylla:5.4\n');
    await told(client, 'docker-compose.yml', 1);
    await client.diagnostics('schema.cql', isOther);
    rmSync(join(client.folder, 'docker-compose.yml'));
    await told(client, 'docker-compose.yml', 3);
    await client.diagnostics('schema.cql', (list) => !isOther(list));
  });
});

describe('odd documents', () => {
  test.each([
    'file://host/share/x.cql',
    'file:///%2F',
    'file:///tmp/%E9.cql',
    'vscode-vfs://github/a/b.cql',
    'vscode-notebook-cell:/a.ipynb#1',
  ])('%s is served by itself', async (uri) => {
    const client = await start();
    await client.open(uri, SCHEMA + QUERY);
    expect(codes(await client.diagnostics(uri, refused))).toEqual(['unrestricted-partition-key']);
    await client.connection.sendRequest('textDocument/completion', {
      textDocument: { uri },
      position: { line: 0, character: 0 },
    });
    await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
    await client.diagnostics(uri, served);
  });
});

test.each<[encoding: string, offered: string[], width: (text: string) => number]>([
  ['utf-8', ['utf-8', 'utf-16'], (text) => Buffer.byteLength(text)],
  ['utf-32', ['utf-32', 'utf-8', 'utf-16'], (text) => [...text].length],
  ['utf-16', ['utf-16', 'utf-8'], (text) => text.length],
  ['utf-8', ['utf-7', 'utf-8', 'utf-16'], (text) => Buffer.byteLength(text)],
])('positions are counted in %s of %j, which the client likes best', async (encoding, positionEncodings, width) => {
  const client = await start({ capabilities: { ...WATCHES, general: { positionEncodings } } });
  expect(client.capabilities.positionEncoding).toBe(encoding);
  const text = `${SCHEMA}/* größer 𝄞 */ ${QUERY}`;
  const uri = await client.open('bytes.cql', text);
  const [diagnostic] = await client.diagnostics('bytes.cql', refused);
  const before = `/* größer 𝄞 */ SELECT id FROM shop.users WHERE `;
  expect(diagnostic!.range.start).toEqual({ line: 2, character: width(before) });
  await client.connection.sendNotification('textDocument/didChange', {
    textDocument: { uri, version: 2 },
    contentChanges: [
      {
        range: {
          start: { line: 2, character: width(before) },
          end: { line: 2, character: width(`${before}email = 'a'`) },
        },
        text: 'id = ?',
      },
    ],
  });
  await client.diagnostics('bytes.cql', served);
});

test.each<[says: string, hover: HoverClientCapabilities | undefined]>([
  ['so', { contentFormat: ['plaintext'] }],
  ['that it likes it best', { contentFormat: ['plaintext', 'markdown'] }],
  ['nothing of formats', {}],
  ['nothing', undefined],
])('hovers and what hints tell are plain text where the client says %s', async (_, hover) => {
  const client = await start({ capabilities: { textDocument: { hover } } });
  const uri = await client.open('queries.cql');
  const { contents } = await client.connection.sendRequest<Hover>('textDocument/hover', {
    textDocument: { uri },
    position: { line: 0, character: 2 },
  });
  expect(contents).toMatchObject({ kind: 'plaintext' });
  expect((contents as { value: string }).value).not.toMatch(/\*\*|`/);
  const hints = await client.connection.sendRequest<InlayHint[]>('textDocument/inlayHint', {
    textDocument: { uri },
    range: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } },
  });
  const told = hints.flatMap(({ tooltip }) => tooltip ?? []);
  expect(told).not.toEqual([]);
  for (const one of told) expect(one).toMatchObject({ kind: 'plaintext', value: expect.not.stringContaining('`') });
});
