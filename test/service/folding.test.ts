import { expect, test } from 'vitest';
import { foldsOf } from '../../server/src/service/folding.ts';
import { openDocument } from '../../server/src/syntax/index.ts';

/** The folds of a text as kind, first and last line. */
const folds = (text: string): readonly string[] => {
  const document = openDocument(text);
  return foldsOf(document).map(
    ({ kind, start, end }) => `${kind} ${document.positionAt(start).line}-${document.positionAt(end).line}`,
  );
};

test('statements and brackets over several lines', () => {
  expect(folds('CREATE TABLE t (\n  a int,\n  PRIMARY KEY (a)\n);\nSELECT * FROM t;\nSELECT *\nFROM t')).toEqual([
    'statement 0-3',
    'brackets 0-3',
    'statement 5-6',
  ]);
});

test('comments, those of adjacent lines as one', () => {
  expect(folds('-- a\n-- b\n\n-- c\n/* d\n   e */\nUSE k;\n-- f\n// g')).toEqual([
    'comment 0-1',
    'comment 4-5',
    'comment 7-8',
  ]);
});

test('regions', () => {
  expect(folds('-- #region users\nUSE k;\n-- #region inner\nUSE l;\n-- #endregion\n-- #endregion\n')).toEqual([
    'region 0-5',
    'region 2-4',
  ]);
  expect(folds('-- region users\n-- all of them\n-- who buy\nUSE k;\n-- endregion\n-- next')).toEqual([
    'region 0-4',
    'comment 1-2',
  ]);
});

test('brackets that are not closed fold nothing', () => {
  expect(folds('SELECT * FROM t WHERE a IN (\n1,\n[2\n)')).toEqual(['statement 0-3']);
});
