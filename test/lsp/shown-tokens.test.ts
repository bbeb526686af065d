import { expect, test } from 'vitest';
import { positionsIn } from '../../server/src/lsp/positions.ts';
import { shownTokens } from '../../server/src/lsp/shown-tokens.ts';
import { subjectOf, workspaceOf } from '../fixtures.ts';

test('the colours of a document are worked out once for its text and schema, however many screens ask', () => {
  const workspace = workspaceOf({ 'a.cql': 'CREATE TABLE k.t (a int PRIMARY KEY);', 'q.cql': 'SELECT a FROM k.t;' });
  const tokens = shownTokens(positionsIn('utf-16'));
  const isFirst = (): boolean => tokens.isFirstAsk(subjectOf(workspace, 'q.cql'));
  expect([isFirst(), isFirst()]).toEqual([true, false]);
  workspace.edit('q.cql', { start: 0, end: 0, text: '-- x\n' });
  expect([isFirst(), isFirst()]).toEqual([true, false]);
  workspace.set('a.cql', 'CREATE TABLE k.t (b int PRIMARY KEY);', { path: 'a.cql', contributes: true });
  expect([isFirst(), isFirst()]).toEqual([true, false]);
});
