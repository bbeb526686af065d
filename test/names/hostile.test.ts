import { expect, test } from 'vitest';
import { sceneOf } from '../../server/src/names/scene.ts';
import { symbolOf } from '../../server/src/names/symbol.ts';
import { semanticTokensOf } from '../../server/src/service/semantic-tokens.ts';
import { openMarked } from '../service/marked.ts';

const MANY = 20_000;
const list = (of: (index: number) => string): string =>
  Array.from({ length: MANY }, (_, index) => of(index)).join(', ');

// Each takes a moment where time grows with the text, and minutes where it grows with its square.
test.each([
  ['fields', `SELECT a${'.b'.repeat(MANY)} FROM k.t`],
  ['subscripts', `SELECT a${'[1]'.repeat(MANY)}.c FROM k.t`],
  ['objects of JSON', `INSERT INTO k.t JSON '${'{"a": '.repeat(MANY)}1`],
  ['keys of JSON', `INSERT INTO k.t JSON '{${list((index) => `"c${index}": {"d": 1}`)}}'`],
  ['columns that are declared', `CREATE TABLE k.t (id int PRIMARY KEY, ${list((index) => `c${index} int`)})`],
  ['columns that are written', `INSERT INTO k.t (${list((index) => `c${index}`)}) VALUES (${list(() => '?')})`],
  ['literals', `UPDATE k.t SET a = [${list((index) => `{f${index}: {g: 1}}`)}] WHERE id = 1`],
  ['brackets', `SELECT ${'('.repeat(MANY)}a`],
])('%s', (_, text) => {
  const { subject } = openMarked({ 'a.cql': text });
  const { document, project, uri } = subject;
  const scene = sceneOf(project, { uri, document, index: 0 });
  for (const occurrence of scene.occurrences) symbolOf(scene, occurrence);
  expect(semanticTokensOf(subject, 0).length).toBeLessThanOrEqual(scene.segment.tokens.types.length);
});
