import { describe, expect, test } from 'vitest';
import { definitionAt, type Definition } from '../../server/src/service/definition.ts';
import { typeDefinitionAt } from '../../server/src/service/type-definition.ts';
import type { Subject } from '../../server/src/service/subject.ts';
import { openMarked, rangeText, type MarkedFiles } from './marked.ts';

function expectTargets(find: (subject: Subject, offset: number) => Definition | undefined, files: MarkedFiles): void {
  const { workspace, subject, caret, expected } = openMarked(files);
  const found = find(subject, caret)?.targets.map(({ uri, segment, span }) => {
    const { document } = workspace.file(uri)!;
    const from = document.startOf(document.indexOf(segment));
    return rangeText(uri, document.text(), from + span.start, from + span.end);
  });
  expect(found ?? []).toEqual(expected);
}

describe('definition', () => {
  const SCHEMA = 'CREATE TYPE k.addr (street text);\nCREATE TABLE k.t (id int PRIMARY KEY, home addr);\n';

  test.each([
    ['of a table', { 's.cql': 'CREATE TABLE k.«t» (id int PRIMARY KEY);', 'q.cql': 'SELECT id FROM k.¦t' }],
    ['of a column', { 's.cql': 'CREATE TABLE k.t («id» int PRIMARY KEY);', 'q.cql': 'SELECT ¦id FROM k.t' }],
    ['of a field', { 's.cql': SCHEMA.replace('street', '«street»'), 'q.cql': 'SELECT home.st¦reet FROM k.t' }],
    [
      'of a field that was added later',
      {
        's.cql': `${SCHEMA}ALTER TYPE k.addr ADD «zip» int;`,
        'q.cql': 'INSERT INTO k.t (id, home) VALUES (1, {zi¦p: 1})',
      },
    ],
    ['of a type', { 's.cql': SCHEMA.replace('k.addr', 'k.«addr»').replace('home addr', 'home ad¦dr') }],
    [
      'of a role',
      { 's.cql': "CREATE ROLE «'app'» WITH LOGIN = true;", 'q.cql': 'GRANT SELECT ON ALL KEYSPACES TO ¦app' },
    ],
    [
      'of a row that LET reads',
      { 'q.cql': 'BEGIN TRANSACTION LET «r» = (SELECT * FROM t WHERE k = 1); SELECT ¦r.v; COMMIT TRANSACTION' },
    ],
    ['of what is built in is nowhere', { 'q.cql': 'SELECT no¦w() FROM k.t' }],
  ])('%s', (_, files) => expectTargets(definitionAt, files));
});

describe('type definition', () => {
  const SCHEMA =
    'CREATE TYPE k.«addr» (street text); CREATE TABLE k.t (id int PRIMARY KEY, homes map<text, frozen<list<frozen<addr>>>>);';

  test('of a column is what its values are made of', () =>
    expectTargets(typeDefinitionAt, { 's.cql': SCHEMA, 'q.cql': 'SELECT ho¦mes FROM k.t' }));

  test('of a column of a native type is nowhere', () =>
    expectTargets(typeDefinitionAt, { 's.cql': SCHEMA.replaceAll(/[«»]/g, ''), 'q.cql': 'SELECT i¦d FROM k.t' }));
});
