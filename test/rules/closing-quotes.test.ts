import { expect, test } from 'vitest';
import { fixesOf } from '../../server/src/rules/index.ts';
import { allFindings, applied, workspaceOf } from '../fixtures.ts';

// The quote that a text or a name lacks is put where the statement can be read, and is taken.

const SCHEMA = 'CREATE TABLE zoo.pens (id int PRIMARY KEY, name text, size int);\n';

function mended(cql: string): readonly (string | undefined)[] {
  const workspace = workspaceOf({ 's.cql': SCHEMA, 'q.cql': cql });
  return allFindings(workspace)
    .filter(({ path, finding }) => path === 'q.cql' && finding.code === 'syntax')
    .flatMap(({ finding, segment }) =>
      fixesOf(workspace.contexts('q.cql', segment)[0]!, finding).map((fix) => {
        expect([fix.safe, fix.preferred]).toEqual([false, true]);
        return applied(workspace, fix.edits()).get('q.cql');
      }),
    );
}

test.each([
  ["INSERT INTO zoo.pens (id, name) VALUES (1, 'Apes¦);"],
  ["INSERT INTO zoo.pens (id, name, size) VALUES (1, 'Apes¦, 3);"],
  ["INSERT INTO zoo.pens (id, name) VALUES (1, 'Apes, 3¦);"],
  ["INSERT INTO zoo.pens (id, name) VALUES (1, 'Apes¦);\nSELECT name FROM zoo.pens WHERE id = 2;"],
  ["UPDATE zoo.pens SET name = 'Great apes¦ WHERE id = 1;"],
  ["SELECT size FROM zoo.pens WHERE name = 'Apes¦"],
  ["SELECT size FROM zoo.pens WHERE name = 'Apes¦;\nSELECT size FROM zoo.pens WHERE id = 2;"],
  ['SELECT "name¦ FROM zoo.pens;\nSELECT size FROM zoo.pens WHERE id = 2;'],
  ['CREATE TABLE zoo."Big pens¦ (id int PRIMARY KEY);\nSELECT size FROM zoo.pens WHERE id = 2;'],
])('%s', (marked) => {
  const [, quote] = /(['"])[^'"]*¦/.exec(marked)!;
  expect(mended(marked.replace('¦', ''))).toEqual([marked.replace('¦', quote!)]);
});

test.each(["INSERT INTO zoo.pens id, name VALUES (1, 'Apes);", "UPDATE zoo.pens SET name = 'Apes"])('%s', (cql) => {
  expect(mended(cql)).toEqual([]);
});
