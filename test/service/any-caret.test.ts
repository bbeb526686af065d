import { expect, test } from 'vitest';
import { completionsAt } from '../../server/src/service/completion/index.ts';
import { subjectOf, workspaceOf } from '../fixtures.ts';
import { STATEMENTS } from '../syntax/statements.ts';

const SCHEMA = `CREATE TYPE ty (f text, g int);
CREATE TABLE t (k int, c int, a text, b map<text, frozen<ty>>, d set<int>, e ty, n vector<float, 3>, PRIMARY KEY (k, c));`;

test('at any caret something or nothing is offered, each once and around the caret', () => {
  let asked = 0;
  const untold = new Set<string>();
  for (const statement of STATEMENTS) {
    // Cut off as well, as it is while one types.
    for (const text of [statement, statement.slice(0, Math.floor(statement.length / 2))]) {
      const subject = subjectOf(workspaceOf({ 'schema.cql': SCHEMA, 'typed.cql': text }), 'typed.cql');
      for (let offset = 0; offset <= text.length; offset += 9) {
        const entries = completionsAt(subject, offset);
        asked += 1;
        const labels = entries.map(({ label }) => label);
        expect([text, offset, new Set(labels).size]).toEqual([text, offset, labels.length]);
        for (const { label, start, end, about } of entries) {
          expect(start).toBeLessThanOrEqual(offset);
          expect(end).toBeGreaterThanOrEqual(offset);
          if ((about?.() ?? '') === '') untold.add(label);
        }
      }
    }
  }
  expect([...untold]).toEqual([]);
  expect(asked).toBeGreaterThan(1500);
}, 120_000);
