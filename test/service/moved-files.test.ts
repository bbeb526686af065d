import { expect, test } from 'vitest';
import { movedPaths } from '../../server/src/service/moved-files.ts';
import { openMarked } from './marked.ts';

/** The statements of the first file once files or folders have moved. */
function written(files: Readonly<Record<string, string>>, ...moves: readonly (readonly [string, string])[]): string {
  const { subject } = openMarked(files);
  const movedTo = (uri: string): string | undefined =>
    moves.flatMap(([from, to]) => (uri === from || uri.startsWith(`${from}/`) ? [to + uri.slice(from.length)] : []))[0];
  let text = subject.document.text();
  for (const { start, end, text: path } of movedPaths(subject, movedTo, () => undefined).toReversed())
    text = text.slice(0, start) + path + text.slice(end);
  return text;
}

const MAIN = "SOURCE 'tables.cql';\nSOURCE 'views.cql';\n";
const FILES = { 'db/main.cql': MAIN, 'db/tables.cql': 'USE k;', 'db/views.cql': 'USE k;' };

test.each<[string, readonly (readonly [string, string])[], string]>([
  ['what is read has another name', [['db/tables.cql', 'db/schema.cql']], MAIN.replace('tables', 'schema')],
  ['it lies in a folder', [['db/tables.cql', 'db/ddl/tables.cql']], MAIN.replace('tables', 'ddl/tables')],
  ['it lies above', [['db/tables.cql', 'tables.cql']], MAIN.replace('tables', '../tables')],
  [
    'who reads lies elsewhere',
    [['db/main.cql', 'main.cql']],
    MAIN.replace('tables', 'db/tables').replace('views', 'db/views'),
  ],
  ['both move with their folder', [['db', 'database']], MAIN],
  ['something else moves', [['other.cql', 'db/other.cql']], MAIN],
])('%s', (_, moves, after) => {
  expect(written(FILES, ...moves)).toBe(after);
});

test('a path from the folder in which cqlsh is started stays one', () => {
  const files = { 'scripts/main.cql': "SOURCE './db/tables.cql'", 'db/tables.cql': 'USE k;' };
  expect(written(files, ['db', 'ddl'])).toBe("SOURCE './ddl/tables.cql'");
  expect(written(files, ['scripts', 'tools'])).toBe("SOURCE './db/tables.cql'");
});

test('quotes in names', () => {
  const files = { 'main.cql': "SOURCE 'it''s.cql'", "it's.cql": 'USE k;' };
  expect(written(files, ["it's.cql", "it's new.cql"])).toBe("SOURCE 'it''s new.cql'");
});
