import { afterAll, beforeAll, expect, test } from 'vitest';
import { LSPErrorCodes, type TextEdit } from 'vscode-languageserver-protocol/node';
import { startClient, type TestClient } from './client.ts';

// What takes long gives way to what is asked meanwhile.

const COUNT = 3000;
const TABLES = Array.from({ length: COUNT }, (_, at) => `CREATE TABLE shop.t${at} (a int, b int, PRIMARY KEY (a));\n`);
TABLES[0] = 'CREATE TABLE shop.t0 (kept int, a int, PRIMARY KEY (a));\n';
const READS = Array.from({ length: COUNT }, (_, at) => `SELECT kept FROM shop.t0 where a = ${at};\n`);
const KEYSPACE = "CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};\n";

let client: TestClient;
let uri: string;
let version = 1;
beforeAll(async () => {
  client = await startClient({
    files: { 'all.cql': KEYSPACE + TABLES.join('') + READS.join(''), 'other.cql': '-- x\n' },
  });
  uri = await client.open('all.cql');
  await client.open('other.cql');
  await client.diagnostics('all.cql');
}, 60_000);
afterAll(() => client.stop());

/** The column that all queries read. */
const position = { line: 1, character: 22 };
const LONG = [
  ['formatting', {}],
  ['documentSymbol', {}],
  ['references', { position, context: { includeDeclaration: true } }],
  ['rename', { position, newName: 'other' }],
] as const;

/** The project is judged twice. */
const SLOW = { timeout: 60_000 };

/** What is laid out is kept as long as it is asked for with the same options, and takes long only once. */
let tabSize = 1;
const ask = (method: string, params: object): Promise<unknown> => {
  tabSize += 1;
  const options = { tabSize, insertSpaces: true };
  const all = { textDocument: { uri }, ...(method === 'formatting' && { options }), ...params };
  return client.connection.sendRequest(`textDocument/${method}`, all);
};
const type = (of: string, text: string): Promise<void> => {
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: text === '' ? 1 : 0 } };
  version += 1;
  return client.connection.sendNotification('textDocument/didChange', {
    textDocument: { uri: of, version },
    contentChanges: [{ range, text }],
  });
};

test.each(LONG)('%s lets others be answered first', async (method, params) => {
  const order: string[] = [];
  const long = ask(method, params).then(() => order.push('long'));
  const short = ask('hover', { position }).then(() => order.push('short'));
  await Promise.all([long, short]);
  expect(order).toEqual(['short', 'long']);
});

test.each(LONG)(
  '%s of a text that is another one by then is no answer, and then is one',
  SLOW,
  async (method, params) => {
    const answer = ask(method, params);
    await type(uri, ' ');
    await expect(answer).rejects.toMatchObject({ code: LSPErrorCodes.ContentModified });
    await type(uri, '');
    await expect(ask(method, params)).resolves.not.toEqual([]);
  },
);

test.each(LONG)('%s while another file is edited: what rests on that is no answer', async (method, params) => {
  const answer = ask(method, params);
  await type(client.uri('other.cql'), ' ');
  const expected = expect(answer);
  await (method === 'references' || method === 'rename'
    ? expected.rejects.toMatchObject({ code: LSPErrorCodes.ContentModified })
    : expected.resolves.not.toEqual([]));
});

test('nothing is left out of what is worked out in turns', async () => {
  const [, references] = LONG[2];
  await expect(ask('references', references)).resolves.toHaveLength(COUNT + 1);
  const edits = (await ask('formatting', LONG[0][1])) as readonly TextEdit[];
  expect(edits.filter(({ newText }) => newText.includes('WHERE'))).toHaveLength(COUNT);
  await expect(ask('documentSymbol', {})).resolves.toHaveLength(COUNT + 1);
});
