import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import { SERVER, startClient, type ClientOptions, type TestClient } from './client.ts';

// What the server does unasked: what it logs, shows and asks for, and when it ends.

const SCHEMA = `CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};
CREATE TABLE shop.users (name text PRIMARY KEY, country text);
`;
const FILES = { 'schema.cql': SCHEMA, 'queries.cql': "SELECT country FROM shop.users WHERE name = 'a';\n" };
const WATCHES = { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } };

const clients: TestClient[] = [];
const start = async (options: ClientOptions = {}): Promise<TestClient> => {
  const client = await startClient({ files: FILES, capabilities: WATCHES, ...options });
  clients.push(client);
  return client;
};
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.stop()));
});
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await sleep(10);
};
const saved = (client: TestClient, path: string): Promise<void> =>
  client.connection.sendNotification('workspace/didChangeWatchedFiles', {
    changes: [{ uri: client.uri(path), type: 2 }],
  });

test('one line of the log says what is known at the start', async () => {
  const client = await start();
  await until(() => client.logged.length > 0);
  expect(client.logged).toEqual([
    expect.stringMatching(/^cql-analyzer \d+\.\d+\.\d+: file:.*: Cassandra 5\.0; 2 files, 1 with schema, 1 table$/),
  ]);
});

test('problems of cql-analyzer.toml stand at their lines, until they are mended, and are not shown as messages', async () => {
  const client = await start({
    files: { ...FILES, 'cql-analyzer.toml': '# ours\n  target = "cassandra-9"\n[rules]\nnothing = "off"\n' },
  });
  const [target, rule, ...others] = await client.diagnostics('cql-analyzer.toml');
  expect(others).toEqual([]);
  expect(target?.range).toEqual({ start: { line: 1, character: 2 }, end: { line: 1, character: 24 } });
  expect(target?.message).toContain('cassandra-5.0');
  expect(rule?.range.start).toEqual({ line: 3, character: 0 });
  writeFileSync(join(client.folder, 'cql-analyzer.toml'), 'target = "cassandra-5.0\n');
  await saved(client, 'cql-analyzer.toml');
  await client.diagnostics('cql-analyzer.toml', ([one]) => String(one?.message).startsWith('This is not TOML'));
  rmSync(join(client.folder, 'cql-analyzer.toml'));
  await saved(client, 'cql-analyzer.toml');
  await client.diagnostics('cql-analyzer.toml', (list) => list.length === 0);
  expect(client.shown).toEqual([]);
});

test('a pattern of cql-analyzer.toml that matches no file is a warning there, as long as it is so', async () => {
  const client = await start({ files: { ...FILES, 'cql-analyzer.toml': 'schema = ["schema.cql", "more/*.cql"]\n' } });
  const [warning, ...others] = await client.diagnostics('cql-analyzer.toml', (list) => list.length > 0);
  expect(others).toEqual([]);
  expect(warning).toMatchObject({ severity: 2, range: { start: { line: 0, character: 24 } } });
  mkdirSync(join(client.folder, 'more'));
  writeFileSync(join(client.folder, 'more/a.cql'), '');
  await saved(client, 'more/a.cql');
  await client.diagnostics('cql-analyzer.toml', (list) => list.length === 0);
});

test("a problem of the editor's settings is shown once", async () => {
  const client = await start();
  const settings = { cqlAnalyzer: { target: 'cassandra-9' } };
  await client.connection.sendNotification('workspace/didChangeConfiguration', { settings });
  await client.connection.sendNotification('workspace/didChangeConfiguration', {
    settings: { cqlAnalyzer: { ...settings.cqlAnalyzer, completeSchema: true } },
  });
  await client.connection.sendRequest('workspace/symbol', { query: 'x' });
  expect(client.shown).toHaveLength(1);
});

test('a problem of the settings that come with the start is shown, and the others count', async () => {
  const settings = { target: 'cassandra-9', rules: { 'unrestricted-partition-key': 'off' } };
  const client = await start({ settings });
  await client.connection.sendRequest('workspace/symbol', { query: 'x' });
  expect(client.shown).toEqual([expect.stringContaining('setting cqlAnalyzer.target: ')]);
});

test('settings that come with the start may stand under the name of the server', async () => {
  const client = await start({ settings: { cqlAnalyzer: { target: 'cassandra-9' } } });
  await client.connection.sendRequest('workspace/symbol', { query: 'x' });
  expect(client.shown).toEqual([expect.stringContaining('setting cqlAnalyzer.target: ')]);
});

test('a configuration file that the editor opens is no CQL', async () => {
  const client = await start({ files: { 'cql-analyzer.toml': 'target = "cassandra-9"\n' } });
  await client.open('cql-analyzer.toml');
  await client.open('a.cql', 'SELECT;');
  await client.diagnostics('a.cql', (list) => list.length > 0);
  const about = client.published.filter(({ uri }) => uri === client.uri('cql-analyzer.toml'));
  expect(about.map(({ diagnostics }) => diagnostics.map(({ message }) => message))).toEqual([
    [expect.stringContaining('cassandra-9')],
  ]);
});

test('what an editor takes for something else is no CQL unless its name says so', async () => {
  const client = await start();
  const text = 'SELECT;';
  await client.open('.cqlshrc', text, 'ini');
  await client.open('package.json', text, 'json');
  await client.open('README', text, 'plaintext');
  await client.open('notebook.ipynb#W0', text, 'python');
  await client.open('untitled:Untitled-1', text, 'plaintext');
  const cql = [
    await client.open('notebook.ipynb#W1', text, 'cql'),
    await client.open('untitled:Untitled-2', text, 'cql'),
    await client.open('plain.cql', text, 'plaintext'),
    await client.open('more.CQL', text, 'sql'),
  ];
  await client.diagnostics('more.CQL', (list) => list.length > 0);
  const wrong = client.published.filter(({ diagnostics }) => diagnostics.length > 0).map(({ uri }) => uri);
  expect([...new Set(wrong)].toSorted()).toEqual(cql.toSorted());
});

test('who pulls findings is told to ask again where those of another file are others, and then once', async () => {
  const refresh = { refreshSupport: true };
  const query = "SELECT country FROM shop.users WHERE country = 'a';\n";
  const client = await start({
    files: { ...FILES, 'queries.cql': query, 'more.cql': query },
    capabilities: {
      ...WATCHES,
      workspace: { ...WATCHES.workspace, diagnostics: refresh },
      textDocument: { diagnostic: {} },
    },
  });
  let asked = 0;
  client.connection.onRequest('workspace/diagnostic/refresh', () => {
    asked += 1;
    return null;
  });
  const queries = await client.open('queries.cql');
  const schema = await client.open('schema.cql');
  const change = async (uri: string, version: number, text: string): Promise<void> => {
    await client.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ text }],
    });
    await sleep(150);
  };
  await client.connection.sendRequest('workspace/diagnostic', { previousResultIds: [] });
  for (let version = 2; version < 5; version++) await change(queries, version, `${query}-- ${version}`);
  expect(asked).toBe(0);
  await change(schema, 2, SCHEMA.replace('country text', 'town text'));
  await until(() => asked > 0);
  await change(schema, 3, SCHEMA.replace('country text', 'town text, country text'));
  await change(schema, 4, SCHEMA.replace('country text', 'town text,  country text'));
  await sleep(150);
  expect(asked).toBe(2);
});

test('what is shown in texts is asked for again when the schema changes, and not for a query', async () => {
  const refresh = { refreshSupport: true };
  const client = await start({
    capabilities: {
      workspace: { ...WATCHES.workspace, semanticTokens: refresh, inlayHint: refresh, codeLens: refresh },
    },
  });
  const queries = await client.open('queries.cql');
  const schema = await client.open('schema.cql');
  const change = async (uri: string, version: number, text: string): Promise<void> => {
    await client.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ text }],
    });
  };
  await client.diagnostics('queries.cql');
  await sleep(500);
  await change(queries, 2, 'SELECT name FROM shop.users;');
  await sleep(500);
  expect(client.requested).toEqual([]);
  await change(schema, 2, SCHEMA.replace('country text', 'country int'));
  await until(() => client.requested.length >= 3);
  expect(client.requested).toEqual([
    'workspace/semanticTokens/refresh',
    'workspace/inlayHint/refresh',
    'workspace/codeLens/refresh',
  ]);
});

test('the first look at many files is shown, and no other one', async () => {
  const many = Array.from({ length: 250 }, (_, index): [string, string] => [
    `q${index}.cql`,
    'SELECT * FROM shop.users;',
  ]);
  const files = { ...FILES, ...Object.fromEntries(many) };
  const client = await start({ files, capabilities: { ...WATCHES, window: { workDoneProgress: true } } });
  await until(() => client.progress.some(({ kind }) => kind === 'end'));
  const [begin, ...others] = client.progress;
  expect(begin).toMatchObject({ kind: 'begin', message: '252 files', percentage: 0 });
  const reported = others.slice(0, -1).map(({ percentage }) => percentage!);
  expect(reported.length).toBeGreaterThan(5);
  expect(reported).toEqual(reported.toSorted((a, b) => a - b));
  await saved(client, 'schema.cql');
  await client.open('q249.cql');
  await client.diagnostics('q249.cql');
  await sleep(300);
  expect(client.progress.filter(({ kind }) => kind === 'begin')).toHaveLength(1);
});

test('the server ends when the process of the editor is gone', { timeout: 20_000 }, async () => {
  const editor = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
  const client = await startClient({ files: FILES, parent: editor.pid! });
  editor.kill();
  expect(await client.ended).not.toBeNull();
  client.connection.dispose();
  rmSync(client.folder, { recursive: true });
});

test('an editor is told at length, and what its project knows', async () => {
  const client = await start();
  const text = `SELECT country FROM shop.users WHERE country = 'nz';\nSELECT country FROM shop.users WHERE name = 'a';\n`;
  const textDocument = { uri: await client.open('queries.cql', text) };
  const report = async (what: string): Promise<string> => {
    const position = { line: 0, character: 3 };
    const found: { text: string } = await client.connection.sendRequest('cqlAnalyzer/report', {
      textDocument,
      position,
      what,
    });
    return found.text;
  };
  expect(await report('proposals')).toContain('### 1. Create table `users_by_country`');
  expect(await report('explain')).toContain('**unrestricted-partition-key**');
  expect(await report('dryRun')).toMatch(
    /line 1: .* \*\*refused\*\*: .*\n- line 2: .*: taken\n\n2 statements, 1 refused/,
  );
  expect(JSON.parse(await report('syntaxTree'))).toMatchObject({ kind: 'select', from: { name: { name: 'users' } } });
  expect(await client.connection.sendRequest('cqlAnalyzer/status', { textDocument })).toEqual({
    target: 'Cassandra 5.0',
    schemaFiles: [client.uri('schema.cql')],
    files: 2,
    tables: 1,
  });
});

test('an editor says hello first and once', async () => {
  const child = spawn(process.execPath, [SERVER, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.listen();
  const asked = (method: string, params: unknown) => connection.sendRequest(method, params);
  const about = { textDocument: { uri: 'file:///a.cql' }, position: { line: 0, character: 0 } };
  const hello = { processId: process.pid, rootUri: null, capabilities: {} };
  await expect(asked('textDocument/hover', about)).rejects.toMatchObject({ code: -32002 });
  expect(await asked('initialize', hello)).toHaveProperty('capabilities');
  await expect(asked('initialize', hello)).rejects.toMatchObject({ code: -32600 });
  expect(await asked('textDocument/hover', about)).toBeNull();
  expect(await asked('workspace/executeCommand', { command: 'other.tool' })).toBeNull();
  await asked('shutdown', undefined);
  await expect(asked('textDocument/hover', about)).rejects.toMatchObject({ code: -32600 });
  await connection.sendNotification('exit');
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
  connection.dispose();
});
