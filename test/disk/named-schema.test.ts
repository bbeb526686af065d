import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openProject, type DiskProject } from '../../server/src/disk/project.ts';
import { allFindings } from '../fixtures.ts';
import { folderOf } from '../cli/installed.ts';

const SCHEMA = `CREATE KEYSPACE shop WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3};
CREATE TABLE shop.users (id int PRIMARY KEY, email text);
`;
const QUERY = 'SELECT mail FROM shop.users WHERE id = 1;\n';

/** The project in `app/` of a folder, with these patterns in its configuration file. */
function projectOf(
  files: Readonly<Record<string, string>>,
  patterns: (root: string) => readonly string[],
): DiskProject {
  const root = folderOf({ 'app/queries.cql': QUERY, ...files });
  const schema = patterns(root).map((pattern) => JSON.stringify(pattern));
  writeFileSync(join(root, 'app/cql-analyzer.toml'), `schema = [${schema.join()}]\n`);
  return openProject({ folder: join(root, 'app') });
}

const codesOf = ({ workspace }: DiskProject): readonly string[] =>
  allFindings(workspace).map(({ finding }) => finding.code);

describe('the files that the schema names', () => {
  const files = { 'db/schema.cql': SCHEMA, 'db/old.ddl': SCHEMA, 'app/build/schema.cql': SCHEMA };
  test.each<[string, (root: string) => readonly string[]]>([
    ['a file elsewhere', () => ['../db/schema.cql']],
    ['a folder elsewhere', () => ['../db']],
    ['a folder elsewhere, with its slash', () => ['../db/']],
    ['a pattern elsewhere', () => ['../d*/*.cql']],
    ['a file by its whole path', (root) => [join(root, 'db/schema.cql')]],
    ['a pattern by its whole path', (root) => [`${root}/**/schema.*`]],
    ['a file of another name', () => ['../db/old.ddl']],
    ['a file that the search leaves out', () => ['build/schema.cql']],
  ])('%s', (_, patterns) => {
    const project = projectOf(files, patterns);
    expect(codesOf(project)).toEqual(['unknown-column']);
    expect(project.unmatched()).toEqual({ placed: [], given: [] });
  });

  test('run in the order in which they are named', () => {
    const alter = 'ALTER TABLE shop.users ADD mail text;\n';
    const changed = { 'db/a.cql': alter, 'db/schema.cql': SCHEMA };
    expect(codesOf(projectOf(changed, () => ['../db/schema.cql', '../db/a.cql']))).toEqual([]);
    expect(codesOf(projectOf(changed, () => ['../db/a.cql', '../db/schema.cql']))).toContain('unknown-column');
  });

  test('what somebody names who stands in another folder is found there, too', () => {
    const root = folderOf({ 'db/schema.cql': SCHEMA, 'app/queries.cql': QUERY, 'app/cql-analyzer.toml': '' });
    const override = (names: readonly string[]) =>
      openProject({
        folder: join(root, 'app'),
        override: (configuration) => ({ ...configuration, schema: names }),
        from: join(root, 'db'),
      });
    expect(codesOf(override(['schema.cql']))).toEqual(['unknown-column']);
    expect(override(['schema.cql', 'none.cql']).unmatched()).toEqual({ placed: [], given: ['none.cql'] });
  });
});

test('a pattern that matches nothing is told where it stands', () => {
  const root = folderOf({
    'schema.cql': SCHEMA,
    'cql-analyzer.toml': `# "none.cql"\nschema = [\n  "schema.cql", "none.cql",\n  '../nowhere/*.cql',\n]\n`,
  });
  const project = openProject({ folder: root });
  expect(project.unmatched().placed).toEqual([
    { key: 'schema', severity: 'warning', message: 'No file matches "none.cql".', line: 3, start: 16, end: 26 },
    { key: 'schema', severity: 'warning', message: 'No file matches "../nowhere/*.cql".', line: 4, start: 2, end: 20 },
  ]);
  project.workspace.set('file:///none.cql', '', { path: 'none.cql', contributes: true });
  expect(project.unmatched().placed.map(({ line }) => line)).toEqual([4]);
});
