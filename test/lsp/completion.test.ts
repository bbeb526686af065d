import type {
  ClientCapabilities,
  CompletionContext,
  CompletionItem,
  CompletionList,
} from 'vscode-languageserver-protocol/node';
import { afterEach, describe, expect, test } from 'vitest';
import { startClient, type TestClient } from './client.ts';

const FILES = {
  'schema.cql': `CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
CREATE TABLE shop.users (user_name text PRIMARY KEY, email text);
`,
};

const clients: TestClient[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.stop()));
});

async function offered(
  text: string,
  completionItem: NonNullable<NonNullable<ClientCapabilities['textDocument']>['completion']>['completionItem'] = {},
) {
  const client = await startClient({
    files: FILES,
    capabilities: { textDocument: { completion: { completionItem } } },
  });
  clients.push(client);
  const uri = await client.open('typed.cql', text);
  const { items, isIncomplete }: CompletionList = await client.connection.sendRequest('textDocument/completion', {
    textDocument: { uri },
    position: { line: 0, character: text.length },
  });
  expect(isIncomplete).toBe(false);
  const item = (label: string): CompletionItem => items.find((one) => one.label === label)!;
  const resolved = (label: string): Promise<CompletionItem> =>
    client.connection.sendRequest('completionItem/resolve', item(label));
  return { client, items, item, resolved };
}

describe('suggestions', () => {
  test('come by themselves behind a dot and an @ only', async () => {
    const { client } = await offered('');
    expect(client.capabilities.completionProvider).toEqual({ triggerCharacters: ['.', '@'], resolveProvider: true });
  });

  test('do not come at the signs of a client’s own', async () => {
    const { client } = await offered('');
    const uri = await client.open('asked.cql', 'CREATE TABLE shop.x (a int,');
    const at = (context?: CompletionContext): Promise<CompletionList> =>
      client.connection.sendRequest('textDocument/completion', {
        textDocument: { uri },
        position: { line: 0, character: 27 },
        context,
      });
    expect((await at({ triggerKind: 2, triggerCharacter: ',' })).items).toEqual([]);
    expect((await at({ triggerKind: 1 })).items).toMatchObject([{ label: 'PRIMARY KEY' }]);
  });

  test('are plain text for a client without snippets', async () => {
    const { item } = await offered('CREATE TABLE shop.x (a ');
    expect(item('map<text, text>')).toMatchObject({ filterText: 'map', textEdit: { newText: 'map<' } });
    expect(item('map<text, text>').insertTextFormat).toBeUndefined();
  });

  test('have places to fill in for one with them', async () => {
    const { item } = await offered('CREATE TABLE shop.x (a ', { snippetSupport: true });
    expect(item('map<text, text>')).toMatchObject({
      filterText: 'map',
      insertTextFormat: 2,
      textEdit: { newText: 'map<${1:text}, ${2:text}>' },
    });
  });

  test('take nothing for granted: none is preselected, none is taken by a sign', async () => {
    const { items } = await offered('SELECT ');
    for (const { preselect, commitCharacters } of items)
      expect([preselect, commitCharacters]).toEqual([undefined, undefined]);
  });
});

describe('for a client that can take them so', () => {
  test('what suggestions have in common is said once', async () => {
    const client = await startClient({
      files: FILES,
      capabilities: { textDocument: { completion: { completionList: { itemDefaults: ['editRange', 'data'] } } } },
    });
    clients.push(client);
    const uri = await client.open('typed.cql', 'SELECT em FROM shop.users');
    const list: CompletionList = await client.connection.sendRequest('textDocument/completion', {
      textDocument: { uri },
      position: { line: 0, character: 8 },
    });
    expect(list.itemDefaults?.editRange).toEqual({
      start: { line: 0, character: 7 },
      end: { line: 0, character: 9 },
    });
    expect(list.items[0]).toEqual({ label: 'email', kind: 5, sortText: '00000' });
    const item = { ...list.items[0]!, data: list.itemDefaults?.data as unknown };
    const told: CompletionItem = await client.connection.sendRequest('completionItem/resolve', item);
    expect(told.documentation).toBeDefined();
  });

  test('a word is put before the rest of another, or in its place', async () => {
    const client = await startClient({
      files: FILES,
      capabilities: { textDocument: { completion: { completionItem: { insertReplaceSupport: true } } } },
    });
    clients.push(client);
    const ask = async (name: string, text: string, character: number): Promise<readonly CompletionItem[]> => {
      const uri = await client.open(name, text);
      const position = { line: 0, character };
      const list: CompletionList = await client.connection.sendRequest('textDocument/completion', {
        textDocument: { uri },
        position,
      });
      return list.items;
    };
    const range = (start: number, end: number) => ({
      start: { line: 0, character: start },
      end: { line: 0, character: end },
    });
    expect((await ask('a.cql', 'SELECT emale FROM shop.users', 9))[0]?.textEdit).toEqual({
      insert: range(7, 9),
      replace: range(7, 12),
      newText: 'email',
    });
    expect((await ask('b.cql', 'SELECT em FROM shop.users', 9))[0]?.textEdit).toEqual({
      range: range(7, 9),
      newText: 'email',
    });
    expect((await ask('c.cql', 'SELECT "em" FROM shop.users', 10))[0]?.textEdit).toEqual({
      range: range(7, 11),
      newText: '"email"',
    });
  });
});

describe('what is told about a suggestion', () => {
  test('comes when it is looked at', async () => {
    const { item, resolved } = await offered('SELECT * FROM shop.', { documentationFormat: ['markdown'] });
    expect(item('users').documentation).toBeUndefined();
    const { detail, documentation } = await resolved('users');
    expect(detail).toBe('(user_name)');
    expect(documentation).toMatchObject({
      kind: 'markdown',
      value: expect.stringContaining('TABLE shop.users') as string,
    });
  });

  test('is plain text for a client that shows no Markdown', async () => {
    const { resolved } = await offered('ALTER TABLE shop.users WITH ');
    const { detail, documentation } = await resolved('gc_grace_seconds');
    expect(detail).toBe('default 864000');
    expect(documentation).toMatchObject({ kind: 'plaintext', value: expect.not.stringContaining('`') as string });
  });

  test('is there for each of them', async () => {
    const { items, resolved } = await offered('SELECT ');
    for (const { label } of items.slice(0, 20)) {
      const { detail, documentation } = await resolved(label);
      expect([label, typeof detail, typeof documentation]).toEqual([label, 'string', 'object']);
    }
  });
});
