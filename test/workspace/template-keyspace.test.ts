import { expect, test } from 'vitest';
import { Workspace } from '../../server/src/workspace/workspace.ts';

test.each(['$KEYSPACE', '${keyspace}', '{{ .Keyspace }}', '"${keyspace}"'])(
  'nothing is refused after USE %s',
  (name) => {
    const workspace = new Workspace();
    const text = `
    CREATE KEYSPACE ${name} WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
    USE ${name};
    CREATE TYPE place (x int, y int);
    CREATE TABLE trees (id int PRIMARY KEY, at frozen<place>);
    CREATE INDEX ON trees (at);
    INSERT INTO trees (id, at) VALUES (1, {x: 1, y: 2});
    ALTER TABLE trees ADD age int;
  `;
    workspace.set('a.cql', text, { path: 'a.cql', contributes: true });
    expect(workspace.findings('a.cql').map(({ finding }) => finding.message)).toEqual([]);
  },
);
