import { expect, test } from 'vitest';
import { openDocument } from '../../server/src/syntax/index.ts';

// Alone in its file: the parser of this process has learnt nothing yet.
test('a broken statement is read as the first one as it is read behind others', () => {
  const broken =
    'BEGIN TRANSACTION LET x = then(SELECT a FROM t WHERE b = 1); IF x.a > DESCACES; 1 THEN UPDATE t SET a = 2 WHERE b = 1; ' +
    'END IF COMMIT TRANSACTION;';
  const first = openDocument(broken).segments[0]!.statement();
  const behind = openDocument(`SELECT a FROM t WHERE a > b;${broken}`).segments[1]!.statement();
  expect(first).toEqual(behind);
});
