import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { hintsOf, serverHints } from '../../server/src/disk/server-hints.ts';

test.each([
  ['    image: scylladb/scylla:6.2', 'scylla', 'scylladb/scylla'],
  ['FROM docker.io/scylladb/scylla-enterprise', 'scylla', 'scylladb/scylla-enterprise'],
  ["implementation 'com.scylladb:java-driver-core:4.18.0.1'", 'scylla', 'com.scylladb:java-driver-core'],
  ['      <groupId>com.scylladb</groupId>', 'scylla', 'com.scylladb'],
  ['replace github.com/gocql/gocql => github.com/scylladb/gocql v1.14.0', 'scylla', 'github.com/scylladb/gocql'],
  ['scylla-driver==3.26', 'scylla', 'scylla-driver'],
  ['apiVersion: scylla.scylladb.com/v1', 'scylla', 'scylla.scylladb.com'],
  ['      <artifactId>scylladb</artifactId>', 'scylla', 'scylladb'],
  ['<PackageReference Include="ScyllaDBCSharpDriver" Version="3.22"/>', 'scylla', 'ScyllaDBCSharpDriver'],
  ['    image: datastax/dse-mgmtapi-6_8:6.8.40', 'dse', 'datastax/dse-mgmtapi-6_8'],
  ['cassandra-sigv4==4.0.2', 'keyspaces', 'cassandra-sigv4'],
  ['  image: "datastax/dse-server:6.8.37"', 'dse', 'datastax/dse-server'],
  ['FROM datastax/hcd:1.2', 'hcd', 'datastax/hcd'],
  ['ASTRA_DB_APPLICATION_TOKEN=x', 'astra', 'ASTRA_DB_APPLICATION_TOKEN'],
  ['  basic.cloud.secure-connect-bundle = "/etc/shop.zip"', 'astra', 'secure-connect-bundle'],
  ['SECURE_CONNECT_BUNDLE_PATH=/etc/shop.zip', 'astra', 'SECURE_CONNECT_BUNDLE'],
  ['    secureConnectBundle: ${BUNDLE}', 'astra', 'secureConnectBundle'],
  [
    'spring.cassandra.contact-points=cassandra.eu-central-1.amazonaws.com:9142',
    'keyspaces',
    'cassandra.eu-central-1.amazonaws.com',
  ],
  ['resource "aws_keyspaces_table" "t" {', 'keyspaces', 'aws_keyspaces_table'],
])('%s', (line, server, text) => {
  expect(hintsOf('f', `a\n${line}\n`)).toEqual([{ server, path: 'f', text }]);
});

test.each([
  ['    image: cassandra:5.0', 'cassandra:5.0', '5.0'],
  ['    image: docker.io/bitnami/cassandra:4', 'docker.io/bitnami/cassandra:4', '4.1'],
  ['FROM cassandra:4.0.11', 'cassandra:4.0.11', '4.0'],
  ['    image: "cassandra:3.11.6"', 'cassandra:3.11.6', '3.11'],
  ['    image: cassandra:2.2', 'cassandra:2.2', '3.11'],
  ['    image: cassandra', 'cassandra', '5.0'],
  ['    image: cassandra:1.2', 'cassandra:1.2', '3.11'],
  ['    image: cassandra:latest', 'cassandra:latest', '5.0'],
])('%s', (line, text, release) => {
  expect(hintsOf('f', `a\n${line}\n${line}\n`)).toEqual([{ server: 'cassandra', path: 'f', text, release }]);
});

test.each([
  '    # image: scylladb/scylla',
  '    image: scylladb/scylla-manager:3',
  '    image: mycompany/cassandra-web:1',
  'scylla = "0.13"',
  'cassandra-driver==3.29',
  'require github.com/scylladb/gocqlx/v2 v2.8.0',
  '    image: postgres:16',
  'SECURE_CONNECT_BUNDLE=',
])('nothing: %s', (line) => {
  expect(hintsOf('f', line)).toEqual([]);
});

test('files are read in the folders of CQL, above them, and in those of a deployment, no others', () => {
  const root = mkdtempSync(join(tmpdir(), 'cql-hints-'));
  const files = {
    'compose.yml': 'image: scylladb/scylla',
    'db/.env': 'ASTRA_DB_ID=1',
    'infra/main.tf': 'resource "aws_keyspaces_table" "t" {',
    'web/Dockerfile': 'FROM datastax/dse-server',
    'db/notes.txt': 'datastax/dse-server',
    '.github/workflows/it.yaml': 'jobs:\n  test:\n    services:\n      db:\n        image: scylladb/scylla:2025.1',
    '.github/release.yml': 'image: datastax/dse-server',
    '.github/workflows/notes.md': 'image: datastax/dse-server',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  expect(serverHints(root, ['db/cql/a.cql', 'b.cql']).map(({ path }) => path)).toEqual([
    'compose.yml',
    '.github/workflows/it.yaml',
    'db/.env',
    'infra/main.tf',
  ]);
  rmSync(root, { recursive: true });
});
