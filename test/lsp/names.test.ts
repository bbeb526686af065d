import type {
  DocumentHighlight,
  DocumentLink,
  FoldingRange,
  InlayHint,
  Location,
  Position,
  SelectionRange,
  SemanticTokens,
  SemanticTokensDelta,
  SymbolInformation,
  WorkspaceEdit,
  WorkspaceSymbol,
} from 'vscode-languageserver-protocol/node';
import { afterEach, describe, expect, test } from 'vitest';
import { startClient, type ClientOptions, type TestClient } from './client.ts';

// What stands on the names of a project, over the protocol.

const SCHEMA = `CREATE TYPE shop.addr (street text);
CREATE TABLE shop.users (
  name text,
  home addr,
  PRIMARY KEY (name)
);
`;
const QUERIES = `-- see CASSANDRA-10707
SELECT home.street FROM shop.users WHERE name = 'é';
UPDATE shop.users SET home.street = 'x' WHERE name = 'b';
`;
const FILES = { 'schema.cql': SCHEMA, 'queries.cql': QUERIES };

const clients: TestClient[] = [];
const start = async (options: ClientOptions = {}): Promise<TestClient> => {
  const client = await startClient({ files: FILES, ...options });
  clients.push(client);
  return client;
};
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.stop()));
});

const at = (text: string, mark: string): Position => {
  const before = text.slice(0, text.indexOf(mark)).split('\n');
  return { line: before.length - 1, character: before.at(-1)!.length };
};

/** Asks about the place of a mark in the queries. */
const ask = async <T>(client: TestClient, method: string, mark: string, more: object = {}): Promise<T> =>
  client.connection.sendRequest(method, {
    textDocument: { uri: client.uri('queries.cql') },
    position: at(QUERIES, mark),
    ...more,
  });

const place = ({ uri, range: { start } }: Location): string =>
  `${uri.split('/').at(-1)} ${start.line}:${start.character}`;

describe('over the project', () => {
  test('definition of what the server makes itself, in a text that the client asks for', async () => {
    const client = await start({ capabilities: { workspace: { textDocumentContent: {} } } });
    expect(client.capabilities.workspace?.textDocumentContent).toEqual({ schemes: ['cql-system'] });
    const text = 'SELECT release_version FROM system.local;\n';
    const uri = await client.open('system.cql', text);
    const definition = async (mark: string): Promise<readonly [string, string]> => {
      const character = text.indexOf(mark);
      const [found] = await client.connection.sendRequest<Location[]>('textDocument/definition', {
        textDocument: { uri },
        position: { line: 0, character },
      });
      const content = await client.connection.sendRequest<{ text: string }>('workspace/textDocumentContent', {
        uri: found!.uri,
      });
      const { start, end } = found!.range;
      const line = content.text.split('\n')[start.line]!;
      return [found!.uri, `${line.slice(0, start.character)}«${line.slice(start.character, end.character)}»`];
    };
    const document = 'cql-system:/cassandra-5.0/system.cql';
    expect(await definition('local')).toEqual([document, 'CREATE TABLE system.«local»']);
    expect(await definition('release_version')).toEqual([document, '  «release_version»']);
    expect((await definition('system'))[0]).toBe(document);
    // What is shown is judged by nobody.
    await client.open(document, 'CREATE TABLE system.local (key text PRIMARY KEY);');
    await client.open('mistake.cql', 'SELECT nothing FROM shop.users;');
    await client.diagnostics('mistake.cql', (list) => list.length > 0);
    expect(client.published.filter(({ uri: about }) => about === document)).toEqual([]);
    expect(await client.connection.sendRequest('workspace/textDocumentContent', { uri: 'cql-system:/x' })).toEqual({
      text: '',
    });
  });

  test('nothing is built in for a client that opens files alone', async () => {
    const client = await start();
    expect(client.capabilities.workspace?.textDocumentContent).toBeUndefined();
    const uri = await client.open('system.cql', 'SELECT * FROM system.local;\n');
    const asked = { textDocument: { uri }, position: { line: 0, character: 23 } };
    expect(await client.connection.sendRequest('textDocument/definition', asked)).toBeNull();
  });

  test('references, with the declaration or without', async () => {
    const client = await start();
    await client.open('queries.cql');
    const references = async (includeDeclaration: boolean) =>
      (await ask<Location[]>(client, 'textDocument/references', 'name', { context: { includeDeclaration } })).map(
        place,
      );
    expect(await references(true)).toEqual([
      'queries.cql 1:41',
      'queries.cql 2:46',
      'schema.cql 2:2',
      'schema.cql 4:15',
    ]);
    expect(await references(false)).toEqual(['queries.cql 1:41', 'queries.cql 2:46', 'schema.cql 4:15']);
  });

  test('rename changes every file', async () => {
    const client = await start({ capabilities: { textDocument: { rename: { prepareSupport: true } } } });
    await client.open('queries.cql');
    expect(client.capabilities.renameProvider).toEqual({ prepareProvider: true });
    expect(await ask(client, 'textDocument/prepareRename', 'street')).toEqual({
      range: { start: { line: 1, character: 12 }, end: { line: 1, character: 18 } },
      placeholder: 'street',
    });
    const edit = await ask<WorkspaceEdit>(client, 'textDocument/rename', 'street', { newName: 'road' });
    expect(
      Object.values(edit.changes ?? {})
        .flat()
        .map(({ newText }) => newText),
    ).toEqual(['road', 'road', 'road']);
    expect(Object.keys(edit.changes ?? {}).toSorted()).toEqual([client.uri('queries.cql'), client.uri('schema.cql')]);
  });

  test('rename is refused with the reason', async () => {
    const client = await start();
    await client.open('queries.cql');
    await expect(ask(client, 'textDocument/rename', 'street', { newName: '' })).rejects.toThrow(
      'A name cannot be empty.',
    );
    await expect(ask(client, 'textDocument/rename', 'name', { newName: 'home' })).rejects.toThrow(
      'There is a column home already.',
    );
  });

  test('rename of what migrations declare makes the next one', async () => {
    const files = { 'db/V1__users.cql': SCHEMA, 'queries.cql': QUERIES };
    const creates = { documentChanges: true, resourceOperations: ['create' as const] };
    const client = await start({ files, capabilities: { workspace: { workspaceEdit: creates } } });
    await client.open('queries.cql');
    const edit = await ask<WorkspaceEdit>(client, 'textDocument/rename', 'name', { newName: 'login' });
    const uri = client.uri('db/V2__rename_name_to_login.cql');
    expect(edit.documentChanges?.slice(1)).toEqual([
      { kind: 'create', uri, options: { overwrite: false } },
      {
        textDocument: { uri, version: null },
        edits: [expect.objectContaining({ newText: 'ALTER TABLE shop.users RENAME name TO login;\n' })],
      },
    ]);
    const poor = await start({ files });
    await poor.open('queries.cql');
    await expect(ask(poor, 'textDocument/rename', 'name', { newName: 'login' })).rejects.toThrow(
      'This needs a new file',
    );
    const own = { ...files, 'cql-analyzer.toml': 'rename-migrations = "declarations"\n' };
    const unrun = await start({ files: own, capabilities: { workspace: { workspaceEdit: creates } } });
    await unrun.open('queries.cql');
    const changed = await ask<WorkspaceEdit>(unrun, 'textDocument/rename', 'users', { newName: 'people' });
    expect(changed.documentChanges?.map((one) => 'textDocument' in one && one.textDocument.uri)).toEqual(
      expect.arrayContaining([unrun.uri('db/V1__users.cql'), unrun.uri('queries.cql')]),
    );
  });

  test('declarations by their letters', async () => {
    const client = await start();
    const found: SymbolInformation[] = await client.connection.sendRequest('workspace/symbol', { query: 'str' });
    expect(found.map(({ name, containerName, location }) => `${name} in ${containerName} ${place(location)}`)).toEqual([
      'street in shop.addr schema.cql 0:23',
    ]);
  });
});

describe('what is told only when it is shown', () => {
  test('where a symbol stands', async () => {
    const symbol = { resolveSupport: { properties: ['location.range'] } };
    const client = await start({ capabilities: { workspace: { symbol } } });
    const [found]: WorkspaceSymbol[] = await client.connection.sendRequest('workspace/symbol', { query: 'str' });
    expect(found!.location).toEqual({ uri: client.uri('schema.cql') });
    const resolved: SymbolInformation = await client.connection.sendRequest('workspaceSymbol/resolve', found);
    expect(place(resolved.location)).toBe('schema.cql 0:23');
  });

  test('what the column of a hint is', async () => {
    const inlayHint = { resolveSupport: { properties: ['tooltip'] } };
    const client = await start({ capabilities: { textDocument: { inlayHint } } });
    const uri = await client.open('added.cql', 'INSERT INTO shop.users (name, home) VALUES (?, ?);\n');
    const hints: InlayHint[] = await client.connection.sendRequest('textDocument/inlayHint', {
      textDocument: { uri },
      range: { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } },
    });
    const named = hints.find(({ label }) => label === 'name:')!;
    expect(named.tooltip).toBeUndefined();
    const resolved: InlayHint = await client.connection.sendRequest('inlayHint/resolve', named);
    expect(resolved.tooltip).toMatchObject({ value: expect.stringContaining('name text') });
  });
});

describe('in a document', () => {
  test('highlights, the type of a column, folds and links', async () => {
    const client = await start();
    await client.open('queries.cql');
    const highlights = await ask<DocumentHighlight[]>(client, 'textDocument/documentHighlight', 'street');
    expect(highlights.map(({ range, kind }) => [range.start.line, kind])).toEqual([
      [1, 2],
      [2, 3],
    ]);
    expect((await ask<Location[]>(client, 'textDocument/typeDefinition', 'home')).map(place)).toEqual([
      'schema.cql 0:17',
    ]);
    const textDocument = { uri: client.uri('queries.cql') };
    const links: DocumentLink[] = await client.connection.sendRequest('textDocument/documentLink', { textDocument });
    expect(links.map(({ target }) => target)).toEqual(['https://issues.apache.org/jira/browse/CASSANDRA-10707']);
    const uri = await client.open('schema.cql');
    const folds: FoldingRange[] = await client.connection.sendRequest('textDocument/foldingRange', {
      textDocument: { uri },
    });
    // Of what begins on one line the longest.
    expect(folds).toEqual([{ startLine: 1, endLine: 5 }]);
  });

  test('a selection grows', async () => {
    const client = await start();
    await client.open('queries.cql');
    const [first]: SelectionRange[] = await client.connection.sendRequest('textDocument/selectionRange', {
      textDocument: { uri: client.uri('queries.cql') },
      positions: [at(QUERIES, 'street')],
    });
    const starts: number[] = [];
    for (let range: SelectionRange | undefined = first; range !== undefined; range = range.parent)
      starts.push(range.range.start.character);
    expect(starts).toEqual([12, 7, 0, 0, 0, 0]);
  });

  test('tokens by what names are, the whole and a part', async () => {
    const client = await start();
    const textDocument = { uri: await client.open('queries.cql') };
    const legend = client.capabilities.semanticTokensProvider!.legend;
    const decoded = ({ data }: SemanticTokens): readonly string[] => {
      const tokens: string[] = [];
      for (let index = 0; index < data.length; index += 5) {
        const modifiers = legend.tokenModifiers.filter((_, bit) => (data[index + 4]! & (1 << bit)) !== 0);
        tokens.push([legend.tokenTypes[data[index + 3]!], ...modifiers, data[index + 2]].join(' '));
      }
      return tokens;
    };
    const whole: SemanticTokens = await client.connection.sendRequest('textDocument/semanticTokens/full', {
      textDocument,
    });
    const first = ['property 4', 'property field 6', 'namespace 4', 'class 5', 'property partitionKey 4'];
    expect(decoded(whole).slice(0, 5)).toEqual(first);
    expect(decoded(whole)).toHaveLength(10);
    const line: SemanticTokens = await client.connection.sendRequest('textDocument/semanticTokens/range', {
      textDocument,
      range: { start: { line: 1, character: 0 }, end: { line: 1, character: 60 } },
    });
    expect(decoded(line)).toEqual(first);
  });

  test.each([
    ['a letter in the first statement', 0, 'x'],
    ['a line break before all', 0, '\n'],
    ['a statement between two', 33, ' DELETE FROM shop.users WHERE name = 1;'],
    ['a comment on the line of the next', 33, '/* é */ '],
    ['a line break within a line', 40, '\n'],
    ['nothing', 0, ''],
  ])('of tokens an editor is told what is new: %s', async (_, character, typed) => {
    const client = await start({ capabilities: { general: { positionEncodings: ['utf-8'] } } });
    const text = `SELECT id FROM shop.users WHERE 1; -- none\nSELECT a FROM t; SELECT b, c FROM u;\n${QUERIES}`;
    const textDocument = { uri: await client.open('queries.cql', text) };
    const ask = <T>(method: string, more = {}): Promise<T> =>
      client.connection.sendRequest(`textDocument/semanticTokens/${method}`, { textDocument, ...more });
    const { resultId, data } = await ask<SemanticTokens>('full');
    const line = character > 0 ? 0 : 1;
    const place = { line, character };
    await client.connection.sendNotification('textDocument/didChange', {
      textDocument: { ...textDocument, version: 2 },
      contentChanges: [{ range: { start: place, end: place }, text: typed }],
    });
    const delta = await ask<SemanticTokensDelta>('full/delta', { previousResultId: resultId });
    const applied = [...data];
    for (const { start: at, deleteCount, data: come } of delta.edits) applied.splice(at, deleteCount, ...(come ?? []));
    const whole = await ask<SemanticTokens>('full');
    expect(applied).toEqual(whole.data);
    expect(delta.edits.length).toBe(typed === '' ? 0 : 1);
    expect((delta.edits[0]?.data ?? []).length).toBeLessThan(data.length);
    const unknown = await ask<SemanticTokens>('full/delta', { previousResultId: 'another' });
    expect(unknown.data).toEqual(whole.data);
  });
});
