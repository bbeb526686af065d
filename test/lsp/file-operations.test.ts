import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentLink, Location, WorkspaceEdit } from 'vscode-languageserver-protocol/node';
import { afterEach, expect, test } from 'vitest';
import { appliedTo, startClient, type ClientOptions, type TestClient } from './client.ts';

// Files that the editor itself makes, moves and deletes.

const SCHEMA = 'CREATE TABLE shop.users (id uuid PRIMARY KEY, email text);\n';
const MAIN = "SOURCE 'schema.cql';\nSELECT email FROM shop.users WHERE id = ?;\n";
const FILES = { 'schema.cql': SCHEMA, 'main.cql': MAIN };
const OPERATIONS = { willRename: true, didCreate: true, didRename: true, didDelete: true };

const clients: TestClient[] = [];
const start = async (options: ClientOptions = {}): Promise<TestClient> => {
  const client = await startClient({
    files: FILES,
    capabilities: { workspace: { fileOperations: OPERATIONS } },
    ...options,
  });
  clients.push(client);
  return client;
};
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.stop()));
});

test('the path of SOURCE follows a file that gets another name, or its folder', async () => {
  const client = await start();
  expect(client.capabilities.workspace?.fileOperations?.willRename?.filters).toHaveLength(2);
  const asked = (from: string, to: string): Promise<WorkspaceEdit | null> =>
    client.connection.sendRequest('workspace/willRenameFiles', {
      files: [{ oldUri: client.uri(from), newUri: client.uri(to) }],
    });
  const edit = await asked('schema.cql', 'ddl/tables.cql');
  const texts = appliedTo(new Map([[client.uri('main.cql'), MAIN]]), edit!);
  expect(texts.get(client.uri('main.cql'))).toBe(MAIN.replace('schema.cql', 'ddl/tables.cql'));
  expect(await asked('other.cql', 'another.cql')).toBeNull();
});

test('each path is changed once where a folder lies in another, and those of all folders are labelled', async () => {
  const files = {
    'a/ddl/schema.cql': SCHEMA,
    'a/ddl/main.cql': MAIN,
    'b/schema.cql': SCHEMA,
    'b/all.cql': "SOURCE 'schema.cql';\n",
  };
  const client = await start({
    files,
    folders: ['a', 'a/ddl', 'b'],
    capabilities: {
      workspace: {
        fileOperations: OPERATIONS,
        workspaceEdit: { documentChanges: true, changeAnnotationSupport: {} },
      },
    },
  });
  const edit = await client.connection.sendRequest<WorkspaceEdit>('workspace/willRenameFiles', {
    files: ['a/ddl/', 'b/'].map((at) => ({
      oldUri: client.uri(`${at}schema.cql`),
      newUri: client.uri(`${at}tables.cql`),
    })),
  });
  const texts = new Map(Object.entries(files).map(([path, text]) => [client.uri(path), text]));
  const after = appliedTo(texts, edit);
  expect(after.get(client.uri('a/ddl/main.cql'))).toBe(MAIN.replace('schema.cql', 'tables.cql'));
  expect(after.get(client.uri('b/all.cql'))).toBe("SOURCE 'tables.cql';\n");
  const labels = edit.documentChanges!.flatMap((change) => ('edits' in change ? change.edits : []));
  expect(labels).toHaveLength(2);
  for (const label of labels)
    expect(Object.keys(edit.changeAnnotations!)).toContain((label as { annotationId?: string }).annotationId);
});

test('a path into another folder of the workspace leads there, and follows what moves', async () => {
  const main = "SOURCE '../b/my schema.cql';\nSOURCE '../c/unknown.cql';\n";
  const files = { 'a/main.cql': main, 'a/own.cql': 'USE shop;\n', 'b/my schema.cql': SCHEMA, 'c/unknown.cql': SCHEMA };
  const client = await start({ files, folders: ['a', 'b'] });
  const uri = await client.open('a/main.cql');
  const links = await client.connection.sendRequest<DocumentLink[]>('textDocument/documentLink', {
    textDocument: { uri },
  });
  expect(links.map(({ target }) => target)).toEqual([client.uri('b/my schema.cql')]);
  const after = async (from: string, to: string): Promise<string> => {
    const edit = await client.connection.sendRequest<WorkspaceEdit>('workspace/willRenameFiles', {
      files: [{ oldUri: client.uri(from), newUri: client.uri(to) }],
    });
    return appliedTo(new Map([[uri, main]]), edit).get(uri)!;
  };
  expect(await after('b/my schema.cql', 'b/tables.cql')).toBe(main.replace('my schema', 'tables'));
  expect(await after('b/my schema.cql', 'a/tables.cql')).toBe(main.replace('../b/my schema', 'tables'));
  expect(await after('b', 'd')).toBe(main.replace('../b/', '../d/'));
  expect(await after('a/main.cql', 'b/main.cql')).toBe(main.replace('../b/', ''));
});

test('what an editor that watches no files does to them is known at once', async () => {
  const client = await start();
  expect(Object.keys(client.capabilities.workspace!.fileOperations!)).toHaveLength(4);
  const uri = await client.open('main.cql');
  const tell = (what: string, ...files: readonly object[]) => client.connection.sendNotification(what, { files });
  const declared = async (): Promise<string | undefined> => {
    const found = await client.connection.sendRequest<Location[] | null>('textDocument/definition', {
      textDocument: { uri },
      position: { line: 1, character: 25 },
    });
    return found?.[0]?.uri;
  };
  expect(await declared()).toBe(client.uri('schema.cql'));
  mkdirSync(join(client.folder, 'ddl'));
  renameSync(join(client.folder, 'schema.cql'), join(client.folder, 'ddl/tables.cql'));
  await tell('workspace/didRenameFiles', { oldUri: client.uri('schema.cql'), newUri: client.uri('ddl/tables.cql') });
  expect(await declared()).toBe(client.uri('ddl/tables.cql'));
  rmSync(join(client.folder, 'ddl'), { recursive: true });
  await tell('workspace/didDeleteFiles', { uri: client.uri('ddl') });
  expect(await declared()).toBeUndefined();
  writeFileSync(join(client.folder, 'new.cql'), SCHEMA);
  await tell('workspace/didCreateFiles', { uri: client.uri('new.cql') });
  expect(await declared()).toBe(client.uri('new.cql'));
});

test('one that watches files is asked for no more than that', async () => {
  const client = await start({
    capabilities: { workspace: { fileOperations: OPERATIONS, didChangeWatchedFiles: { dynamicRegistration: true } } },
  });
  expect(Object.keys(client.capabilities.workspace!.fileOperations!)).toEqual(['willRename']);
});
