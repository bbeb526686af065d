import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openProject } from '../../server/src/disk/project.ts';
import { folderOf } from '../cli/installed.ts';

// A cassandra.yaml that lies in a project and that no setting names.

const VIEW =
  "CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};\n" +
  'CREATE TABLE shop.users (id uuid PRIMARY KEY, email text);\n' +
  'CREATE MATERIALIZED VIEW shop.by_email AS SELECT * FROM shop.users WHERE email IS NOT NULL AND id IS NOT NULL PRIMARY KEY (email, id);\n';

function said(files: Readonly<Record<string, string>>): readonly string[] {
  const { workspace } = openProject({ folder: folderOf({ 'schema.cql': VIEW, ...files }) });
  return [...workspace.files()]
    .flatMap(({ uri }) => workspace.findings(uri))
    .map(({ finding: { code, severity, message } }) => `${severity} ${code}: ${message.split(':')[0]}`);
}

test.each([
  ['at the root', 'cassandra.yaml'],
  ['in conf', 'conf/cassandra.yaml'],
])('what it switches off %s is a warning', (_, path) => {
  expect(said({ [path]: 'cluster_name: shop\nmaterialized_views_enabled: false\n' })).toEqual([
    `warning disabled-by-default: A server with \`${path}\` refuses this`,
  ]);
});

test('a copy of the project knows it as well', () => {
  const files = { 'schema.cql': VIEW, 'cassandra.yaml': 'cluster_name: shop\nmaterialized_views_enabled: false\n' };
  const { workspace } = openProject({ folder: folderOf(files) });
  const [file] = workspace.files();
  expect(workspace.copy().findings(file!.uri)).toEqual(workspace.findings(file!.uri));
});

test('what it leaves out is as its own release has it', () => {
  expect(said({ 'cassandra.yaml': 'cluster_name: shop\nnum_tokens: 16\n' })).toEqual([
    'information disabled-by-default: A default install refuses this',
  ]);
});

test('what it switches on is left to what the server says', () => {
  expect(said({ 'cassandra.yaml': 'cluster_name: shop\nmaterialized_views_enabled: true\n' })).toEqual([
    'information server-warning: Cassandra takes this and warns',
  ]);
});

test.each([
  ['a manifest of Kubernetes', 'apiVersion: v1\nkind: Service\nmetadata:\n  name: cassandra\n'],
  ['nothing that can be read', 'cluster_name: [\n'],
])('%s says nothing of the server', (_, text) => {
  expect(said({ 'cassandra.yaml': text })).toEqual(['information disabled-by-default: A default install refuses this']);
});

test('a project is outdated once it switches something else', () => {
  const folder = folderOf({ 'schema.cql': VIEW, 'cassandra.yaml': 'cluster_name: shop\n' });
  const project = openProject({ folder });
  expect(project.isOutdated()).toBe(false);
  writeFileSync(join(folder, 'cassandra.yaml'), 'cluster_name: shop\nmaterialized_views_enabled: true\n');
  expect(project.isOutdated()).toBe(true);
});
