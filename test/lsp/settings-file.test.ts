import type { CompletionList, Hover, Position } from 'vscode-languageserver-protocol/node';
import { afterEach, expect, test } from 'vitest';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startClient, type ClientOptions, type TestClient } from './client.ts';

// cql-analyzer.toml, open in an editor beside the files that it is about.

const SCHEMA = `CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};\n`;
const FILE = 'cql-analyzer.toml';

const clients: TestClient[] = [];
const open = async (text: string, options: ClientOptions = {}): Promise<TestClient> => {
  const client = await startClient({ files: { 'schema.cql': SCHEMA, [FILE]: text }, ...options });
  clients.push(client);
  await client.open(FILE, text, 'toml');
  return client;
};
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.stop()));
});

const ask = <R>(client: TestClient, method: string, position: Position): Promise<R> =>
  client.connection.sendRequest(method, { textDocument: { uri: client.uri(FILE) }, position });

test('its keys and values are suggested, and told about', async () => {
  const client = await open('\n[rules]\nrefused = ""\n', {
    capabilities: { textDocument: { hover: { contentFormat: ['markdown'] } } },
  });
  const { items } = await ask<CompletionList>(client, 'textDocument/completion', { line: 0, character: 0 });
  expect(items.find(({ label }) => label === 'profile')).toMatchObject({
    documentation: { kind: 'plaintext', value: expect.stringContaining('How much is said') },
    textEdit: { newText: 'profile = ', range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } } },
  });
  const severities = await ask<CompletionList>(client, 'textDocument/completion', { line: 2, character: 11 });
  expect(severities.items.map(({ label }) => label)).toEqual(['off', 'hint', 'information', 'warning', 'error']);
  const hover = await ask<Hover>(client, 'textDocument/hover', { line: 2, character: 3 });
  expect(hover.range).toEqual({ start: { line: 2, character: 0 }, end: { line: 2, character: 7 } });
  expect(hover.contents).toMatchObject({ value: expect.stringContaining('docs/rules/refused.md') });
  expect(await ask<Hover | null>(client, 'textDocument/hover', { line: 0, character: 0 })).toBeNull();
});

test('an editor that can is asked to send it', async () => {
  const client = await open('', { capabilities: { experimental: { sendsSettings: true } } });
  while (client.registered.length < 5) await sleep(10);
  expect(client.registered.map(({ method }) => method)).toEqual([
    'textDocument/didOpen',
    'textDocument/didChange',
    'textDocument/didClose',
    'textDocument/hover',
    'textDocument/completion',
  ]);
});

test('what is typed into it is looked at, and counts when it is saved', async () => {
  const client = await open('schema = ["nowhere.cql"]\n', {
    capabilities: { general: { positionEncodings: ['utf-8'] } },
  });
  const missing = await client.diagnostics(FILE, (list) => list.length === 1);
  expect(missing[0]!.message).toContain('No file matches');
  const change = (version: number, line: number, from: number, to: number, text: string) =>
    client.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri: client.uri(FILE), version },
      contentChanges: [{ range: { start: { line, character: from }, end: { line, character: to } }, text }],
    });
  await change(2, 1, 0, 0, '# é\nöln = 3 # é\ntarget = "5.0"\n');
  const unknown = await client.diagnostics(FILE, (list) => list.some(({ range }) => range.start.line > 0));
  expect(unknown.map(({ message, range }) => [String(message).slice(0, 12), range.start.line])).toEqual([
    ['This is not ', 2],
  ]);
  // In bytes, behind the letters before it.
  await change(3, 2, 0, 4, 'profil');
  const named = await client.diagnostics(FILE, (list) =>
    list.some(({ message }) => String(message).includes('profil;')),
  );
  expect(named.map(({ range }) => range.start.line)).toEqual([2]);
  const saved = 'target = "4.1"\n';
  writeFileSync(join(client.folder, FILE), saved);
  await client.connection.sendNotification('textDocument/didChange', {
    textDocument: { uri: client.uri(FILE), version: 4 },
    contentChanges: [{ text: saved }],
  });
  await client.connection.sendNotification('textDocument/didSave', { textDocument: { uri: client.uri(FILE) } });
  await client.diagnostics(FILE, (list) => list.length === 0);
  const told = await client.connection.sendRequest('workspace/executeCommand', {
    command: 'cql-analyzer.status',
    arguments: [client.uri('schema.cql')],
  });
  expect(told).toContain('4.1');
});

test('what was typed and not saved is forgotten when it is closed', async () => {
  const client = await open('target = "5.0"\n');
  await client.connection.sendNotification('textDocument/didChange', {
    textDocument: { uri: client.uri(FILE), version: 2 },
    contentChanges: [{ text: 'nothing = 1\n' }],
  });
  await client.diagnostics(FILE, (list) => list.length === 1);
  await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri: client.uri(FILE) } });
  await client.diagnostics(FILE, (list) => list.length === 0);
});
