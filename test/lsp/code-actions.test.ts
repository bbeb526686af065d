import {
  type ApplyWorkspaceEditParams,
  type CodeAction,
  type CodeActionContext,
  Command,
  type Position,
} from 'vscode-languageserver-protocol/node';
import { afterEach, expect, test } from 'vitest';
import { appliedTo, startClient, type ClientOptions, type TestClient } from './client.ts';

// Actions over the protocol: their order, what is said of them, and those on whole files.

const SCHEMA = `CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};
CREATE TABLE shop.users (name text PRIMARY KEY, country text, email text);
`;
const QUERIES = `SELECT email FROM shop.users WHERE country = 'nz';
SELECT email FROM shop.users WHERE name IN ('a', 'b');
SELECT * FROM shop.users WHERE name = ?;
INSERT INTO shop.users (name, country) VALUES (?, ?);
`;
const TYPO = "SELCT email FROM shop.users WHERE name = 'a';\n";
const FILES = { 'schema.cql': SCHEMA, 'queries.cql': QUERIES };
const RESOLVES = {
  textDocument: { codeAction: { dataSupport: true, resolveSupport: { properties: ['edit', 'command'] } } },
  workspace: { workspaceEdit: { documentChanges: true, changeAnnotationSupport: {} } },
};

const clients: TestClient[] = [];
const start = async (options: ClientOptions = {}): Promise<TestClient> => {
  const client = await startClient({ files: FILES, ...options });
  clients.push(client);
  return client;
};
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.stop()));
});

const lineOf = (text: string, mark: string): Position => {
  const before = text.slice(0, text.indexOf(mark)).split('\n');
  return { line: before.length - 1, character: before.at(-1)!.length };
};

async function actions(
  client: TestClient,
  mark: string,
  context: Partial<CodeActionContext> = {},
  path: keyof typeof FILES | 'typo.cql' = 'queries.cql',
): Promise<CodeAction[]> {
  const uri = await client.open(path, path === 'typo.cql' ? TYPO : FILES[path]);
  const position = lineOf(path === 'typo.cql' ? TYPO : FILES[path], mark);
  return client.connection.sendRequest('textDocument/codeAction', {
    textDocument: { uri },
    range: { start: position, end: position },
    context: { diagnostics: [], ...context },
  });
}
const resolved = (client: TestClient, action: CodeAction | undefined): Promise<CodeAction> =>
  client.connection.sendRequest('codeAction/resolve', action);

test('who looks for another way to write a statement learns why one is not to be had, where the client shows that', async () => {
  const text = "INSERT INTO shop.users (name, email) VALUES ('a', 'b') IF NOT EXISTS;\n";
  const ask = async (disabledSupport: boolean, only?: readonly string[]): Promise<readonly CodeAction[]> => {
    const client = await start({ capabilities: { textDocument: { codeAction: { disabledSupport } } } });
    const uri = await client.open('new.cql', text);
    const position = lineOf(text, 'VALUES');
    return client.connection.sendRequest('textDocument/codeAction', {
      textDocument: { uri },
      range: { start: position, end: position },
      context: { diagnostics: [], ...(only && { only: [...only] }) },
    });
  };
  expect(await ask(true, ['refactor'])).toContainEqual({
    title: 'Write it as UPDATE',
    kind: 'refactor.rewrite',
    disabled: { reason: 'An UPDATE has no IF NOT EXISTS.' },
  });
  const withoutReasons = [
    ...(await ask(true)),
    ...(await ask(true, ['quickfix'])),
    ...(await ask(false, ['refactor'])),
  ];
  expect(withoutReasons.filter(({ title }) => title === 'Write it as UPDATE')).toEqual([]);
});

test('the columns of * are offered for a query that is refused', async () => {
  const text = "SELECT * FROM shop.users WHERE country = 'nz';\n";
  const client = await start();
  const uri = await client.open('new.cql', text);
  const position = lineOf(text, '*');
  const offered: CodeAction[] = await client.connection.sendRequest('textDocument/codeAction', {
    textDocument: { uri },
    range: { start: position, end: position },
    context: { diagnostics: [] },
  });
  expect(offered.map(({ title }) => title)).toContain('Write the columns in place of `*`');
});

test('the target that a project shows is written into its settings, where the client can make the file', async () => {
  const files = { 'schema.cql': `${SCHEMA}ALTER TABLE shop.users WITH in_memory = true;\n` };
  const ask = async (options: ClientOptions): Promise<readonly CodeAction[]> => {
    const client = await start({ files, ...options });
    const uri = await client.open('schema.cql', files['schema.cql']);
    const position = lineOf(files['schema.cql'], 'in_memory');
    return client.connection.sendRequest('textDocument/codeAction', {
      textDocument: { uri },
      range: { start: position, end: position },
      context: { diagnostics: [] },
    });
  };
  const [action] = await ask({
    capabilities: { workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ['create'] } } },
  });
  expect(action?.title).toBe('Set target = "scylla" in cql-analyzer.toml');
  expect(action?.edit?.documentChanges).toMatchObject([
    { kind: 'create', uri: expect.stringMatching(/\/cql-analyzer\.toml$/) },
    { edits: [{ newText: 'target = "scylla"\n' }] },
  ]);
  expect((await ask({})).map(({ title }) => title)).not.toContain(action?.title);
});

test('a real fix stands first and is a quick fix, what silences the finding stands last and apart', async () => {
  const offered = await actions(await start(), "country = 'nz'");
  expect(offered[0]?.kind).toBe('quickfix');
  expect(offered.filter(({ kind }) => kind === 'quickfix')).toHaveLength(1);
  expect(offered.map(({ title }) => title.startsWith('Ignore'))).toEqual([...offered.slice(1).map(() => false), true]);
  expect(offered.at(-1)?.kind).toBe('ignore');
});

test('where only silence is offered it is no quick fix, but still there for those who ask for quick fixes', async () => {
  const client = await start();
  const offered = await actions(client, "name IN ('a'");
  expect(offered.filter(({ kind }) => kind === 'quickfix')).toEqual([]);
  const asked = await actions(client, "name IN ('a'", { only: ['quickfix'] });
  expect(asked.map(({ title }) => title)).toEqual(['Ignore `many-partitions` here']);
});

test('a table is made with what has to be known of it, and the editor that can shows it', async () => {
  const client = await start({ capabilities: { ...RESOLVES, experimental: { showsTables: true } } });
  const [first] = await actions(client, "country = 'nz'");
  const { edit, command } = await resolved(client, first);
  const annotations = Object.values(edit?.changeAnnotations ?? {});
  expect(annotations.length).toBeGreaterThan(1);
  expect(annotations[0]?.description).toMatch(/^[^\n]*Price: [^\n]+$/);
  // Nothing is said twice.
  expect(annotations[0]?.description?.match(/A time to live is not carried over/g)).toHaveLength(1);
  expect(annotations.slice(1).every(({ description }) => description === undefined)).toBe(true);
  expect(command?.command).toBe('cqlAnalyzer.showTable');
  expect(command?.arguments).toEqual([client.uri('schema.cql'), 'shop.users_by_country']);
});

test('other editors get no command that they do not have', async () => {
  const client = await start({ capabilities: RESOLVES });
  const [first] = await actions(client, "country = 'nz'");
  expect((await resolved(client, first)).command).toBeUndefined();
});

test('a statement is written in another way when somebody asks, and no light bulb shows for it', async () => {
  const client = await start();
  const offered = await actions(client, '* FROM');
  const star = offered.find(({ title }) => title.includes('`*`'));
  const uri = client.uri('queries.cql');
  const after = appliedTo(new Map([[uri, QUERIES]]), star!.edit!).get(uri);
  expect(after).toContain('SELECT name, country, email FROM shop.users WHERE name = ?;');
  expect(await actions(client, '* FROM', { triggerKind: 2 })).toEqual([]);
  expect((await actions(client, '* FROM', { only: ['refactor'], triggerKind: 2 })).length).toBeGreaterThan(0);
});

test('safe fixes of a file and of all files, and all proposals, when asked for by kind', async () => {
  const client = await start({ capabilities: RESOLVES, files: { ...FILES, 'typo.cql': TYPO } });
  const texts = new Map([
    [client.uri('schema.cql'), SCHEMA],
    [client.uri('queries.cql'), QUERIES],
    [client.uri('typo.cql'), TYPO],
  ]);
  const change = async (only: string, path: 'queries.cql' | 'typo.cql'): Promise<ReadonlyMap<string, string>> => {
    const mark = path === 'typo.cql' ? 'SELCT' : '* FROM';
    const [action, ...others] = await actions(client, mark, { only: [only] }, path);
    expect(others).toEqual([]);
    return action === undefined ? new Map() : appliedTo(texts, (await resolved(client, action)).edit!);
  };
  expect((await change('source.fixAll', 'typo.cql')).get(client.uri('typo.cql'))).toBe(TYPO.replace('SELCT', 'SELECT'));
  expect((await change('source.fixAll', 'queries.cql')).size).toBe(0);
  expect((await change('source.fixProject', 'queries.cql')).get(client.uri('typo.cql'))).toMatch(/^SELECT/);
  const settled = await change('source.applyProposals', 'queries.cql');
  expect(settled.get(client.uri('schema.cql'))).toContain('CREATE TABLE shop.users_by_country');
  expect(settled.get(client.uri('queries.cql'))).toContain("FROM shop.users_by_country WHERE country = 'nz'");
  expect(settled.get(client.uri('queries.cql'))).toContain('BEGIN BATCH');
});

test('a client that has only commands gets those, and the edit when it has one executed', async () => {
  const capabilities = { textDocument: { codeAction: {} }, workspace: { applyEdit: true } };
  const client = await start({ capabilities, files: { ...FILES, 'typo.cql': TYPO } });
  expect(client.capabilities.executeCommandProvider?.commands).toContain('cql-analyzer.applyEdit');
  const received = new Promise<ApplyWorkspaceEditParams>((resolve) => {
    client.connection.onRequest('workspace/applyEdit', (params: ApplyWorkspaceEditParams) => {
      resolve(params);
      return { applied: true };
    });
  });
  const offered: readonly unknown[] = await actions(client, 'SELCT', {}, 'typo.cql');
  expect(offered.every((one) => Command.is(one))).toBe(true);
  const [first] = offered as readonly Command[];
  expect(first!.title).toBe('Change to `SELECT`');
  const { command, arguments: given } = first!;
  expect(await client.connection.sendRequest('workspace/executeCommand', { command, arguments: given })).toBeNull();
  const { label, edit } = await received;
  expect(label).toBe(first!.title);
  const uri = client.uri('typo.cql');
  expect(appliedTo(new Map([[uri, TYPO]]), edit).get(uri)).toBe(TYPO.replace('SELCT', 'SELECT'));
  for (const broken of [[], ['a'], ['a', 1], [1, {}]])
    expect(await client.connection.sendRequest('workspace/executeCommand', { command, arguments: broken })).toBeNull();
});
