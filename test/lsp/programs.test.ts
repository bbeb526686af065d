import type {
  CodeAction,
  CompletionList,
  Hover,
  Location,
  Position,
  SemanticTokens,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol/node';
import { afterEach, expect, test } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { startClient, type ClientOptions, type TestClient } from './client.ts';

// Programs in an editor: what is said in them, and what is left to the servers of their languages.

const SCHEMA = 'CREATE TABLE shop.users (id uuid PRIMARY KEY, email text, country text);\n';
const PROGRAM = `package a

import "github.com/gocql/gocql"

func load(s *gocql.Session) {
\ts.Query("SELECT emil FROM shop.users WHERE id = ?") // ü
}
`;
const FILES = { 'schema.cql': SCHEMA, 'a.go': PROGRAM };

const clients: TestClient[] = [];
const start = async (options: ClientOptions = {}): Promise<TestClient> => {
  const client = await startClient({ files: FILES, ...options });
  clients.push(client);
  return client;
};
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.stop()));
});

const at = (text: string, mark: string, plus = 0): Position => {
  const before = text.slice(0, text.indexOf(mark) + plus).split('\n');
  return { line: before.length - 1, character: before.at(-1)!.length };
};
const ask = <T>(client: TestClient, method: string, position: Position, more: object = {}): Promise<T> =>
  client.connection.sendRequest(`textDocument/${method}`, {
    textDocument: { uri: client.uri('a.go') },
    position,
    ...more,
  });

test('findings of a program that nobody has open, and of its text as it is edited', async () => {
  const client = await start();
  const [finding] = await client.diagnostics('a.go', (list) => list.length > 0);
  expect(finding).toMatchObject({
    code: 'unknown-column',
    range: { start: at(PROGRAM, 'emil'), end: at(PROGRAM, 'emil', 4) },
  });
  await client.open('a.go');
  await client.connection.sendNotification('textDocument/didChange', {
    textDocument: { uri: client.uri('a.go'), version: 2 },
    contentChanges: [{ range: { start: at(PROGRAM, 'emil'), end: at(PROGRAM, 'emil', 4) }, text: 'email' }],
  });
  await client.diagnostics('a.go', (list) => list.length === 0);
});

test('a program that is on no disk is known by its name, however its URI spells it', async () => {
  const client = await start({ files: { 'schema.cql': SCHEMA } });
  const uri = client.uri('b.go').replace('b.go', 'b%2Ego');
  await client.connection.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId: 'go', version: 1, text: PROGRAM },
  });
  const [finding] = await client.diagnostics(uri, (list) => list.length > 0);
  expect(finding).toMatchObject({ code: 'unknown-column' });
});

test('names lead to the schema and back, and what is not ours is left alone', async () => {
  const client = await start();
  await client.diagnostics('a.go', (list) => list.length > 0);
  await client.open('a.go');
  const users = at(PROGRAM, 'users', 2);
  const definition = await ask<Location[]>(client, 'definition', users);
  expect(definition).toMatchObject([{ uri: client.uri('schema.cql') }]);
  const hover = await ask<Hover>(client, 'hover', users);
  expect(hover.range).toEqual({ start: at(PROGRAM, 'users'), end: at(PROGRAM, 'users', 5) });
  const references: Location[] = await client.connection.sendRequest('textDocument/references', {
    textDocument: { uri: client.uri('schema.cql') },
    position: at(SCHEMA, 'users'),
    context: { includeDeclaration: false },
  });
  expect(references.map(({ uri }) => uri)).toEqual([client.uri('a.go')]);
  const completion = await ask<CompletionList>(client, 'completion', at(PROGRAM, 'emil', 2));
  expect(completion.items.map(({ label }) => label)).toContain('email');
  expect(await ask(client, 'completion', at(PROGRAM, 'load'))).toBeNull();
  const status = (uri: string) => client.connection.sendRequest('cqlAnalyzer/status', { textDocument: { uri } });
  expect(await status(client.uri('a.go'))).toMatchObject({ target: 'Cassandra 5.0', tables: 1 });
  expect(await status(await client.open('none.go', 'package a\n'))).toBeNull();
  expect(await ask(client, 'hover', at(PROGRAM, 'load'))).toBeNull();
  expect(await ask(client, 'documentSymbol', users)).toEqual([]);
  expect(await ask(client, 'formatting', users, { options: { tabSize: 2, insertSpaces: true } })).toEqual([]);
});

test('every place is found and renamed, however soon somebody asks', async () => {
  const services = Array.from({ length: 20 }, (_, index): [string, string] => [`s${index}/a.go`, PROGRAM]);
  const client = await start({
    files: { ...FILES, ...Object.fromEntries(services) },
    // The server asks the editor first.
    capabilities: { workspace: { configuration: true, didChangeWatchedFiles: { dynamicRegistration: true } } },
  });
  const schema = { textDocument: { uri: await client.open('schema.cql') }, position: at(SCHEMA, 'users') };
  const context = { includeDeclaration: false };
  const [references, renamed] = await Promise.all([
    client.connection.sendRequest<Location[]>('textDocument/references', { ...schema, context }),
    client.connection.sendRequest<WorkspaceEdit>('textDocument/rename', { ...schema, newName: 'people' }),
  ]);
  expect(references).toHaveLength(21);
  expect(Object.keys(renamed.changes!)).toHaveLength(22);
});

test('a table whose name a constant puts in is renamed where the constant is written, once', async () => {
  const program = [
    'package a',
    'import "github.com/gocql/gocql"',
    'const table = "users"',
    'func load(s *gocql.Session) {',
    '\ts.Query("SELECT email FROM shop." + table + " WHERE id = ?")',
    '\ts.Query(fmt.Sprintf("SELECT name FROM %s.%s WHERE id = ?", keyspace, table))',
    '}',
    '',
  ].join('\n');
  const client = await start({ files: { 'schema.cql': SCHEMA, 'a.go': program } });
  const [finding] = await client.diagnostics('a.go', (list) => list.length > 0);
  expect(finding).toMatchObject({
    code: 'unknown-column',
    range: { start: at(program, 'name FROM'), end: at(program, 'name FROM', 4) },
  });
  await client.open('a.go', program);
  const schema = { textDocument: { uri: await client.open('schema.cql') }, position: at(SCHEMA, 'users') };
  const context = { includeDeclaration: false };
  const references: Location[] = await client.connection.sendRequest('textDocument/references', { ...schema, context });
  expect(references.map(({ range }) => range.start.line)).toEqual([4, 5]);
  const renamed: WorkspaceEdit = await client.connection.sendRequest('textDocument/rename', {
    ...schema,
    newName: 'people',
  });
  expect(renamed.changes![client.uri('a.go')]).toEqual([
    { range: { start: at(program, 'users'), end: at(program, 'users', 5) }, newText: 'people' },
  ]);
  expect(await ask(client, 'prepareRename', at(program, '%s WHERE', 1))).toBeNull();
  // The constant is another table's now.
  await client.connection.sendNotification('textDocument/didChange', {
    textDocument: { uri: client.uri('a.go'), version: 2 },
    contentChanges: [{ range: { start: at(program, 'users'), end: at(program, 'users', 5) }, text: 'persons' }],
  });
  await client.diagnostics('a.go', (list) => list.length === 0);
});

test('a constant that names the keyspace with the table keeps it', async () => {
  const program = `package a
import "github.com/gocql/gocql"
const table = "shop.users"
func load(s *gocql.Session) {
	s.Query("SELECT email FROM " + table + " WHERE id = ?")
	s.Query("DELETE FROM " + table + " WHERE id = ?")
}
`;
  const client = await start({ files: { 'schema.cql': SCHEMA, 'a.go': program } });
  const textDocument = { uri: await client.open('schema.cql') };
  const renamed: WorkspaceEdit = await client.connection.sendRequest('textDocument/rename', {
    textDocument,
    position: at(SCHEMA, 'users'),
    newName: 'people',
  });
  expect(renamed.changes![client.uri('a.go')]).toEqual([
    { range: { start: at(program, 'users'), end: at(program, 'users', 5) }, newText: 'people' },
  ]);
});

test('colours are given to an editor that lays them over those of the language, and to no other', async () => {
  const capabilities = { experimental: { paintsPrograms: true } };
  const colours = async (options: ClientOptions): Promise<readonly string[]> => {
    const client = await start(options);
    const { tokenTypes } = client.capabilities.semanticTokensProvider!.legend;
    const textDocument = { uri: await client.open('a.go') };
    const { data }: SemanticTokens = await client.connection.sendRequest('textDocument/semanticTokens/full', {
      textDocument,
    });
    const lines = PROGRAM.split('\n');
    const shown: string[] = [];
    for (let [index, line, character] = [0, 0, 0]; index < data.length; index += 5) {
      character = data[index] === 0 ? character + data[index + 1]! : data[index + 1]!;
      line += data[index]!;
      shown.push(`${tokenTypes[data[index + 3]!]} ${lines[line]!.slice(character, character + data[index + 2]!)}`);
    }
    return shown;
  };
  expect(await colours({ capabilities })).toEqual([
    'keyword SELECT',
    'property emil',
    'keyword FROM',
    'namespace shop',
    'class users',
    'keyword WHERE',
    'property id',
    'parameter ?',
  ]);
  expect(await colours({})).toEqual([]);
  expect(await colours({ capabilities, settings: { programColors: 'off' } })).toEqual([]);
  expect(await colours({ capabilities, settings: { embedded: { languages: [] } } })).toEqual([]);
});

test('what an editor is asked for changes with the languages, and it goes on telling of all programs', async () => {
  const dynamic = { dynamicRegistration: true };
  const capabilities = { textDocument: { synchronization: dynamic, hover: dynamic } };
  const client = await start({ capabilities, settings: { embedded: { languages: ['go'] } } });
  const set = (languages: readonly string[]): Promise<void> =>
    client.connection.sendNotification('workspace/didChangeConfiguration', {
      settings: { cqlAnalyzer: { embedded: { languages } } },
    });
  while (client.registered.length < 4) await sleep(10);
  await client.open('a.go');
  await client.diagnostics('a.go', (list) => list.length > 0);
  await set([]);
  while (client.unregistered.length < 1) await sleep(10);
  expect(client.unregistered).toEqual(['textDocument/hover']);
  await client.diagnostics('a.go', (list) => list.length === 0);
  await set(['go', 'python']);
  while (client.registered.length < 5) await sleep(10);
  expect(client.registered.map(({ method }) => method)).toEqual([
    'textDocument/didOpen',
    'textDocument/didChange',
    'textDocument/didClose',
    'textDocument/hover',
    'textDocument/hover',
  ]);
  expect(client.registered.at(-1)?.languages).toEqual(['go', 'python']);
  await client.diagnostics('a.go', (list) => list.length > 0);
});

test('while a statement is typed its names are proposed, and nothing is said of it', async () => {
  const program = PROGRAM.replace('"SELECT emil FROM shop.users WHERE id = ?"', '"SELECT email FROM shop."').replace(
    's.Query(',
    'f(',
  );
  const client = await start({ files: { ...FILES, 'a.go': program } });
  await client.open('a.go');
  const completion = await ask<CompletionList>(client, 'completion', at(program, 'shop.', 5));
  expect(completion.items.map(({ label }) => label)).toContain('users');
  expect(await client.diagnostics('a.go')).toEqual([]);
});

test('a word that is typed in full is no suggestion any more, however soon Enter follows', async () => {
  const program = PROGRAM.replace('"SELECT emil FROM shop.users WHERE id = ?"', '"SELECT email FROM shop."');
  const client = await start({ files: { ...FILES, 'a.go': program } });
  await client.open('a.go');
  const proposed = () => ask<CompletionList>(client, 'completion', at(program, 'shop.', 5));
  // The editor compares what is typed by itself: `users` is longer than all that fits.
  const alone = await proposed();
  expect(alone.isIncomplete).toBe(false);
  expect(alone.items.find(({ label }) => label === 'users')).toMatchObject({ filterText: 'user' });
  await client.open('more.cql', 'CREATE TABLE shop.users_by_email (email text PRIMARY KEY);');
  // What the word begins goes with it, and the editor has to ask again behind it.
  const both = await proposed();
  expect(both.isIncomplete).toBe(true);
  for (const name of ['users', 'users_by_email'])
    expect(both.items.find(({ label }) => label === name)).toMatchObject({ filterText: 'user' });
  await client.connection.sendNotification('textDocument/didChange', {
    textDocument: { uri: client.uri('a.go'), version: 2 },
    contentChanges: [{ range: { start: at(program, 'shop.', 5), end: at(program, 'shop.', 5) }, text: 'users_' }],
  });
  const longer = await ask<CompletionList>(client, 'completion', at(program, 'shop.', 11));
  expect(longer.items.map(({ label, filterText }) => [label, filterText])).toEqual([
    ['users_by_email', 'users_by_emai'],
  ]);
});

test('what is proposed within a literal is written by its rules', async () => {
  const files = {
    'schema.cql': 'CREATE TABLE shop.users (id uuid PRIMARY KEY, "order" int, tags set<text>);\n',
    'a.go': PROGRAM.replace('emil', ''),
    'b.go': PROGRAM.replace('emil', '\\"o'),
    'c.go': PROGRAM.replace('emil', 'to_json("o').replaceAll('"SELECT', '`SELECT').replace('= ?"', '= ?`'),
    'd.go': PROGRAM.replace('SELECT emil FROM shop.users WHERE id = ?', 'INSERT INTO shop.users '),
    'e.py': `from cassandra.cluster import Cluster
Cluster().connect().execute('UPDATE shop.users SET tags = %s WHERE id = %s AND id = ', [])
`,
    'F.java': `import com.datastax.oss.driver.api.core.CqlSession;
class F { String q = """
  SELECT tags, o FROM shop.users WHERE id = ?
  """; }
`,
  };
  const client = await start({
    files,
    capabilities: { textDocument: { completion: { completionItem: { snippetSupport: true } } } },
  });
  const proposed = async (path: keyof typeof files, mark: string): Promise<CompletionList['items']> => {
    const uri = await client.open(path);
    const position = at(files[path], mark, mark.length);
    const { items }: CompletionList = await client.connection.sendRequest('textDocument/completion', {
      textDocument: { uri },
      position,
    });
    return items;
  };
  const item = async (path: keyof typeof files, mark: string, label: string) =>
    (await proposed(path, mark)).find((one) => one.label === label);
  expect(await item('a.go', 'SELECT ', '"order"')).toMatchObject({ textEdit: { newText: '\\"order\\"' } });
  expect(await item('b.go', 'SELECT \\"o', '"order"')).toMatchObject({
    filterText: '\\"order"',
    textEdit: { newText: '\\"order\\"', range: { start: at(files['b.go'], '\\"o') } },
  });
  expect(await item('c.go', '"o', '"order"')).toMatchObject({ textEdit: { newText: '"order"' } });
  expect(await item('F.java', 'tags, o', '"order"')).toMatchObject({ textEdit: { newText: '"order"' } });
  // Places to fill in only where nothing is escaped.
  const [row, key] = await proposed('d.go', 'users ');
  expect(row).toMatchObject({ textEdit: { newText: '(id, \\"order\\", tags) VALUES (?, ?, ?)' } });
  expect(row!.insertTextFormat).toBeUndefined();
  expect(key).toMatchObject({ insertTextFormat: 2, textEdit: { newText: '(id) VALUES (${1:?})' } });
  expect(await item('e.py', 'AND id = ', '?')).toMatchObject({ textEdit: { newText: '%s' } });
});

test('a statement that is begun is completed, though only its call or its capitals tell of it', async () => {
  const files = {
    ...FILES,
    'a.js': "import { client } from './db.js';\nclient.execute('INSERT ');\nclient.execute('CREATE ');\n",
    'b.js': "import { log } from './log.js';\nconst q = 'UPDATE ';\nlog('update ');\n",
  };
  const client = await start({ files });
  const labels = async (path: keyof typeof files, mark: string): Promise<readonly string[] | undefined> => {
    const uri = await client.open(path);
    const found: CompletionList | null = await client.connection.sendRequest('textDocument/completion', {
      textDocument: { uri },
      position: at(files[path], mark, mark.length),
    });
    return found?.items.map(({ label }) => label);
  };
  expect(await labels('a.js', "'INSERT ")).toEqual(['INTO']);
  expect(await labels('a.js', "'CREATE ")).toContain('TABLE');
  expect(await labels('b.js', "'UPDATE ")).toContain('shop.users');
  expect(await labels('b.js', "'update ")).toBeUndefined();
  await client.open('c.js', "const { Pool } = require('pg');\nnew Pool().query('INSERT ');\n", 'javascript');
  expect(await labels('a.js', "'INSERT ")).toBeUndefined();
});

test('a statement is written in another way where its literal can hold that', async () => {
  const client = await start({
    files: {
      ...FILES,
      'a.go': PROGRAM.replace('emil', '*'),
      'b.go': PROGRAM.replace(
        'SELECT emil FROM shop.users WHERE id = ?',
        'INSERT INTO shop.users (id, email) VALUES (?, ?)',
      ),
    },
  });
  const offered = async (path: string, mark: string): Promise<readonly CodeAction[]> => {
    const uri = await client.open(path);
    const place = at(path === 'a.go' ? PROGRAM.replace('emil', '*') : PROGRAM, mark, 1);
    return client.connection.sendRequest('textDocument/codeAction', {
      textDocument: { uri },
      range: { start: place, end: place },
      context: { diagnostics: [] },
    });
  };
  const [columns, ...others] = await offered('a.go', '* FROM');
  expect(others).toEqual([]);
  expect(columns).toMatchObject({
    title: 'Write the columns in place of `*`',
    edit: { changes: { [client.uri('a.go')]: [{ newText: 'id, country, email' }] } },
  });
  // The program would bind its values to other columns.
  expect(await offered('b.go', '"SELECT')).toEqual([]);
  expect(await offered('a.go', 'func load')).toEqual([]);
});

test('an editor that can is asked to send programs, where there are some to be read', async () => {
  const dynamic = { dynamicRegistration: true };
  const capabilities = {
    textDocument: { synchronization: dynamic, hover: dynamic, rename: dynamic, formatting: dynamic },
  };
  const client = await start({ capabilities, settings: { embedded: { languages: ['go', 'java'] } } });
  while (client.registered.length < 5) await sleep(10);
  expect(client.registered.map(({ method }) => method).toSorted()).toEqual([
    'textDocument/didChange',
    'textDocument/didClose',
    'textDocument/didOpen',
    'textDocument/hover',
    'textDocument/rename',
  ]);
  expect(client.registered.at(-1)?.languages).toEqual(['go', 'java']);
  expect(client.registered[0]?.languages).toContain('python');
  const other = await start({ capabilities, files: { 'a.go': PROGRAM } });
  await other.open('a.go');
  await other.diagnostics('a.go');
  expect(other.registered).toEqual([]);
});
